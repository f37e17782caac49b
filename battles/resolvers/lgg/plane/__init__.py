"""The table: bases, distances, pieces of terrain and what stands on them."""
