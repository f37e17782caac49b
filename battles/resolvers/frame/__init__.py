"""What makes a rule system of the common record: its door, its papers, what it says before a battle."""
