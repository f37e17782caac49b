"""Battles as a reader may know them, with their packs, forecasts, parties and photographs."""
