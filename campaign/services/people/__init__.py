"""Members of a campaign."""
