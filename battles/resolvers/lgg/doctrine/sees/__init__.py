"""The eyes of the general: changes, sectors, open sides and ways (docs/general.md)."""
