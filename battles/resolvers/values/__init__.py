"""A battle as plain values: its file, sides, typed results and report. Nothing here knows a rule system."""
