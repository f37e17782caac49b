"""Command rolls, radius and prices, who is open; locks, checks and routs; commanders and their loss."""
