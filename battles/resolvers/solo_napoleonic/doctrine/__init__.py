"""The program's general on both sides (COM-17, D.11): one doctrine for attacker and defender."""
