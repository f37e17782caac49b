"""The ground floor: what knows nothing of rosters, battles or campaigns. Its loose modules are pure."""
