"""Forms of wars that are being made."""
