"""Factions at the table: aims, diplomacy, generals, seats, absences and wishes."""
