"""The promises of a rule system: manifest, options, notes, and the registry of all. No system is named here."""
