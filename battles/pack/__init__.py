"""The battle pack: what goes to the table with a battle, on paper and as files (EX-1, EX-6)."""
