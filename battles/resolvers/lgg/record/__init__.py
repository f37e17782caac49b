"""What a battle is made of: one record, its numbers, the rule decorator, the journal and the windows for stratagems."""
