"""The words of this system's journal and of its answers about odds (contract: phrases)."""

LOSS = ("hit", "hits")
RESULTS = {"stands": "stands", "retreats": "retreats"}
ODDS = {
    "no_hit": "No hit", "one_hit": "One hit", "two_hits": "Two hits", "three_hits": "Three hits",
    "four_hits": "Four hits",
    "stands": "It stands", "retreats": "It retreats a full move", "eliminated": "It leaves play",
    "hits": "Hits expected", "column": "column of the attack table", "covered": "the target is covered",
    "doubled": "doubled: two dice", "retreats_on": "least die on which it retreats",
}  # fmt: skip
TITLES = {"fire": "Shots", "combat": "Melee", "morale": "Morale"}
CIRCUMSTANCES = {
    ("attack", "doubled"): "flank", ("defend", "town"): "houses", ("defend", "uphill"): "uphill",
    ("defend", "obstacle"): "obstacle",
}  # fmt: skip
