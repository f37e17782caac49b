"""Factions and sides in sentences, with their articles and verbs."""

from battles.resolvers.dispatch.names import side_name
from battles.resolvers.words import sentence


def in_text(name: str) -> str:
    """Return a faction or side inside a sentence: `the Grand Duchy of Avenne`."""
    return side_name(name).subject


def opening(name: str, one: str, many: str) -> str:
    """Return a faction or side and its verb at the start of a sentence: `The Allies take`, `Austria takes`."""
    side = side_name(name)
    return f"{sentence(side.subject)} {many if side.plural else one}"
