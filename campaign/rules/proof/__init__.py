"""A whole war proved from its dump alone: its dice, its ledgers, its battles (docs/proof.md)."""
