"""The promises of a rule system: manifest, options, notes, what is asked of the registry. No system is named here."""
