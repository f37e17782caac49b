"""Six-inch zones, paths, marches, attacks and going back."""
