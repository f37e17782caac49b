"""The one vocabulary of every system's journal, and the phrases that each system adds to it (COM-18)."""
