"""Looking at a turn before it is run: what has been entered, and what would come of it."""
