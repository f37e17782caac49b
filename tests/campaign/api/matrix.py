"""The access matrix of the API: route → the ids that its addresses are asked with, "" for none but the campaign's."""

API = {
    "api:me": "site", "api:campaigns": "site", "api:campaigns-one": "", "api:factions": "", "api:relations": "",
    "api:relations-change": "", "api:turn": "", "api:turns": "", "api:provinces": "",
    "api:provinces-one-offers": "province", "api:provinces-one-buy": "province",
    "api:provinces-one-depot": "province", "api:outlines": "", "api:ways": "", "api:aims": "", "api:armies": "",
    "api:armies-one": "army", "api:armies-one-choices": "army", "api:armies-one-order": "army",
    "api:armies-one-standing": "army", "api:armies-one-plan": "army", "api:armies-one-replacements": "army",
    "api:armies-one-amalgamate": "army", "api:armies-one-disband": "army", "api:armies-one-split": "army",
    "api:armies-one-merge": "army", "api:seen": "", "api:seen-one": "army", "api:choices": "", "api:units": "",
    "api:units-one": "unit", "api:generals": "", "api:generals-for-hire": "", "api:generals-order": "",
    "api:generals-captive": "", "api:orders": "", "api:treasury": "", "api:treasury-gift": "",
    "api:treasury-general": "", "api:treasury-pay": "", "api:ledger": "", "api:sheet": "",
    "api:sheet-one": "number", "api:battles": "", "api:battles-one": "battle", "api:battles-one-report": "battle",
    "api:battles-one-journal": "battle", "api:chronicle": "", "api:news": "", "api:letters": "",
    "api:letters-one": "thread", "api:ready": "",
}  # fmt: skip
