"""Drawing maps: the shapes of provinces, names, relief, the whole sheet."""
