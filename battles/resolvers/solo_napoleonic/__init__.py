"""SNW: Solo Napoleonic Wargames Rules, on a plane in tenths of a millimetre."""
