"""Readers' words for the names of the journal."""

TITLES = {
    "battle_start": "The battle opens",
    "deploy": "Deployment",
    "arrive": "Arrival",
    "day_start": "The day begins",
    "turn_start": "A turn begins",
    "turn_end": "End of the turn",
    "orders": "Orders",
    "move": "Move",
    "commander_move": "The general moves",
    "formation": "Formation",
    "contact": "Contact",
    "turned": "Turned to face",
    "fire": "Fire",
    "combat": "Combat",
    "hit": "Hit",
    "morale": "Morale",
    "fallback": "Falls back",
    "rout": "Broken",
    "eliminated": "Destroyed",
    "exit": "Leaves the field",
    "casualty": "Is the general hit?",
    "command_change": "Change of command",
    "rally": "Rally",
    "broken": "The army breaks",
    "decision": "The fighting ends",
    "stay_leave": "Stay or leave",
    "pursuit": "Pursuit",
    "eod_recover": "Recovery in the evening",
    "eod_rally": "Rally in the evening",
    "amalgamate": "Amalgamation",
    "typed": "Result of the table",
    "battle_end": "The battle ends",
}
"""Headings of the events that all systems share; a system brings those of its own."""
KEYS = {
    "sp": "strength left",
    "eod": "end of the day",
    "pass": "passed",  # nosec B105 (a word of the morale test)
    "on": "in square",
    "k": "number",
    "old": "before",
    "new": "afterwards",
    "weather_add": "weather",
    "box": "broken, but",
    "lost": "lost",
    "piece": "there is now",
    "removed": "there is no longer",
}
WORKS = {
    "EA1": "a pontoon bridge",
    "EA2": "breaking down a bridge",
    "EA3": "making a bridge good",
    "EA4": "a field work",
    "EA5": "a gap in an obstacle",
    "EA6": "a track through rough ground",
    "dismantle": "taking up a pontoon bridge",
}
PIECES = {"obstacle": "field work", "bridge": "bridge", "gap": "gap", "road": "track"}
RESULTS = {
    "rout": "the defender breaks",
    "defender_hit": "the defender suffers",
    "attacker_hit": "the attacker suffers",
    "both_hit": "both suffer",
    "nothing": "nobody suffers",
}
