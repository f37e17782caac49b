"""The words of this system's journal and of its answers about odds (contract: phrases)."""

LOSS = ("figure", "figures")
RESULTS = {
    "pass": "stands",  # nosec B105
    "wavers": "wavers", "halts": "halts in disorder", "retreats": "retreats", "routs": "routs",
}  # fmt: skip
PHRASES = {
    "brigadier": "{commander}: Grade {grade}, handling {handling}, temper {attack}, modifier {modifier}.",
    "card": "{unit} acts on card {card}.",
    "brigade_card": "{commander} leads {units} units on card {card}.",
    "chance_card": "{side} drew a chance card: {card}.",
    "chance_played": "{side} played a chance card: {card}.",
    "balks": "{unit} does not set off.",
    "carries_on": "{unit} should halt, and carries on.",
    "disorder": "{unit}: {added} more of disorder by {cause}, now {chits}.",
    "collision": "{unit} runs into {other}.",
    "jumps": "{unit} must answer {attacker} at once.",
    "marked": "{unit} must test: {reason}.",
    "charge_test": "{unit} would charge {target}: {score}, below {needed} it goes.",
    "charge_home": "{unit} comes up to {target}: {score}, below {needed} it charges home.",
    "reform": "{unit} reforms and is rid of {removed} of its disorder; {chits} left.",
    "figure_lost": "{unit} loses its {figure}.",
    "locked": "{unit} and {other} stay locked in melee.",
    "captured": "{unit} is taken by {by}.",
    "changing": "{unit} begins to form {formation}: {quarters} quarters of a move.",
    "steps_in": "{commander} steps in with Grade {grade}.",
}
TITLES = {
    "orders": "Control", "brigadier": "Brigadiers", "card": "Cards", "brigade_card": "Cards",
    "chance_card": "Chance cards", "balks": "Setting off", "carries_on": "Halting", "collision": "Collisions",
    "charge_test": "Charges", "charge_home": "Charging home", "reform": "Reforming", "changing": "Formations",
    "chance_played": "Chance cards",
}  # fmt: skip
LOUD = ("balks", "carries_on", "collision", "chance_played", "captured", "figure_lost")
NOTABLE = {
    "collision": (
        "{unit} drifted off its line and ran into {other}; both took a while to sort themselves out.",
        "In the smoke {unit} blundered into {other}.",
        "{unit} and {other} got into each other's way.",
    ),
    "carries_on": (
        "{unit} was to halt, and marched on anyway.",
        "Nobody could stop {unit}, which went on past its place.",
        "The order to halt did not reach {unit} in time.",
    ),
    "balks": (
        "{unit} had its orders and did not move.",
        "For all the shouting {unit} stayed where it was.",
        "{unit} did not set off when the order came.",
    ),
    "captured": ("{unit} was taken by {by}.",),
}
CIRCUMSTANCES = {("attack", "flank"): "flank"}
ODDS = {
    **{f"lost_{n}": f"{n} figures fall" for n in range(2, 13)},
    "lost_0": "Nobody falls", "lost_1": "One figure falls",
    "attacker_worse": "The attacker loses more", "defender_worse": "The defender loses more",
    "equal": "Both lose as many",
    "pass": "It stands",  # nosec B105
    "wavers": "It wavers", "halts": "It halts in disorder",
    "retreats": "It retreats", "routs": "It routs", "needed": "thrown below this", "dice": "dice of the attacker",
    "defender_dice": "dice of the defender", "extra": "added to the dice", "defender_extra": "added to the defender",
    "volleys": "volleys", "band": "range", "starts": "A charge starts", "goes_home": "It goes home",
}  # fmt: skip
