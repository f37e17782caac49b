"""Forecasts: one battle fought many times, armies of which only the size is known, plans to compare."""
