"""The ground floor: it knows nothing of rosters, battles or campaigns. Its loose modules are pure."""
