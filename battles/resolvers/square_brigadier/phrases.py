"""The phrases of the Square Brigadier's own events and words (contract: phrases)."""

PHRASES = {
    "order": "{commander} gave {unit} an order, which cost him {price}.",
    "card": "A chance card was drawn: {card}.",
    "escape": "{commander} was alone next to {by} and threw {score} against {needed}.",
    "first_turn": "{side} threw {score} against {against} for the first turn.",
    "dismount": "{unit} dismounted to hold its ground.",
}
TITLES = {
    "order": "Order",
    "card": "Chance card",
    "escape": "Escape of a commander",
    "break_off": "Breaking off",
    "first_turn": "The first turn",
    "dismount": "Cavalry dismounts",
}
LOUD = ("escape", "break_off")
NOTABLE = {
    "escape": (
        "{commander} found himself alone before {by}.",
        "Cut off from his men, {commander} came face to face with {by}.",
    )
}
LOSS = ("hit", "hits")
ODDS = {
    **{f"hits_{n}": f"{n} hits" for n in range(12)},
    "hits_1": "1 hit",
    "rallies": "A hit is removed",
    "fails": "No hit is removed",
}
