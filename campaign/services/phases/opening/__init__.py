"""P1 and P2: the steps by which a turn opens."""
