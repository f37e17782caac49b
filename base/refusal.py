"""A refusal: the one exception that is written for its reader."""

import re

_FIELD = re.compile(r"^[a-z_]+: ")


class Refusal(Exception):
    """Input or an act that the rules forbid; its text is one sentence naming the field and the remedy."""

    @property
    def sentence(self) -> str:
        """The sentence without the field's name in front, for where the field itself shows it."""
        return _FIELD.sub("", str(self))
