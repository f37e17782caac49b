"""What the campaign does when a battle has been settled."""
