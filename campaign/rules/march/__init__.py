"""The march of armies: ways, sight, supply, meetings, retreats, sieges and what it costs."""
