"""Mail, webhooks, feeds and links: ways out of the site."""
