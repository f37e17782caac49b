"""The site on one machine: its parts, started, watched and stopped."""
