"""One auditor a rule system: each follows a report event by event and reckons everything again by itself."""
