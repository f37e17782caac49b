"""The parts of a battle: one record, its numbers, the rule decorator, the journal and the windows for stratagems."""
