"""My Favourite Rules (MFR): free movement, both sides shoot, and morale takes control away before a unit moves."""
