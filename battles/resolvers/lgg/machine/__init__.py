"""The phases of a battle, its commands, and what is legal."""
