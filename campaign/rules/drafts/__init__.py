"""Wars that are being made: where a draft begins, what is pasted into it, and what it still lacks."""
