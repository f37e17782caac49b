"""What reaches people: notices, messages, feeds, the Gazette."""
