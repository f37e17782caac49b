"""Forecasts: asked for, fought in chunks by the workers, added up."""
