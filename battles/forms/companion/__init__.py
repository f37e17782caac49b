"""Forms of the companion: one for each kind of note, built from what its writer sees of the table."""
