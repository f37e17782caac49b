"""Pages of what a faction does beside its marches: generals, relations, captives."""
