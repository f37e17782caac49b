"""Rule systems: battle files, fields, dice, reports and forecasts, and what fights them. Pure functions, no Django."""
