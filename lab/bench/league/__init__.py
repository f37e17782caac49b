"""Players and their strength, measured against one another."""
