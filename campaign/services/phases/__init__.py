"""The phases of a turn (P1 to P12), and the battles that come of them."""
