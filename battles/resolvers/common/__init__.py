"""What the five smaller rule systems share: one record of a battle, its dice and journal, planes and squares (COM)."""
