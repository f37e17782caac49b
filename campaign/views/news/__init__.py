"""News: notices, messages, feeds, the Gazette."""
