"""Names, stakes, plans, wishes, profiles and commanders of the battles of a campaign."""
