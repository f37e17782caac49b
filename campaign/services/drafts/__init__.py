"""Wars that are being made: begun, changed, undone, thrown away, and turned into campaigns."""
