"""A player's sheet: orders, spending, treasury, wishes and rosters."""
