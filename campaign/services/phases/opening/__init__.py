"""P1 and P2: what is new when a turn opens."""
