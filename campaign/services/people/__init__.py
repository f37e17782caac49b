"""Who takes part in a campaign."""
