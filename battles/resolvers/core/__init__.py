"""The ground that all rule systems stand on: dice, geometry, records, and the marks by which rules are compiled."""
