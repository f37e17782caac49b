"""The past of a war: kept states, roll-backs, rehearsals, forks and the film."""
