"""What a player's program may enter."""
