"""The evening after a battle: pursuit, recovery, rally, amalgamation, another day or the end (LGG-15, COM-08)."""
