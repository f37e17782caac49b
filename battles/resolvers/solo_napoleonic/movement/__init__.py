"""Ways, moves and drill."""
