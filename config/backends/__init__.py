"""Classes that the settings name: caches, sessions, passwords, static files, Jinja2, the fields of forms."""
