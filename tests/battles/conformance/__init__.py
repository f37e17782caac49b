"""What every rule system has to pass, through every door; the systems are those that the registry finds."""
