"""What a member's program may read."""
