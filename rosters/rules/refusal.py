"""A refusal: the one exception that is written for its reader."""


class Refusal(Exception):
    """Input or an act that the rules forbid; its text is one sentence naming the field and the remedy."""
