"""The phrases of the Square Brigadier's own events and words (contract: phrases)."""

PHRASES = {
    "order": "{commander} gave {unit} an order; it cost {price}.",
    "card": "A chance card was drawn: {card}.",
    "escape": "{commander} was alone next to {by} and threw {score} against {needed}.",
    "break_off": "The army broke off the battle with {lost} of {began} units lost.",
}
TITLES = {
    "order": "Order",
    "card": "Chance card",
    "escape": "Escape of a commander",
    "break_off": "Breaking off",
}
LOUD = ("escape", "break_off")
NOTABLE = {
    "escape": ("{commander} was alone before the enemy.",),
    "break_off": ("The army broke off the battle.",),
}
LOSS = ("hit", "hits")
ODDS = {
    **{f"hits_{n}": f"{n} hits" for n in range(12)},
    "hits_1": "1 hit",
    "rallies": "A hit is removed",
    "fails": "No hit is removed",
}
