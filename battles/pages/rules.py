"""The rules by their ids, to be looked through and searched."""

from typing import Any

from battles.resolvers.contract.explanations import Explanation, explanations
from battles.resolvers.contract.registry import systems

#: Rules have more tags than numbers, and each here in more words.
WORDS = {
    "SRC": "printed", "REC": "reconstructed, its print is lost", "RUL": "a ruling where the print is silent",
    "HR": "a house rule", "ENG": "the engine's own", "EXACT": "a value computed exactly",
    "SCENE": "a small battle with set dice", "OPT": "optional in the source",
}  # fmt: skip


def rules_page(*, wanted: str, tag: str) -> dict[str, Any]:
    """Return the rules whose id or sentence has all words of ``wanted``, of one tag where one is asked for."""
    found = [rule for rule in explanations().values() if _fits(rule, wanted) and tag in ("", rule.tag)]
    return {"rules": found, "wanted": wanted, "tag": tag, "tags": WORDS, "all": len(explanations()),
            "systems": list(systems().values())}  # fmt: skip


def _fits(rule: Explanation, wanted: str) -> bool:
    text = f"{rule.id} {rule.text}".casefold()
    return all(word in text for word in wanted.casefold().split())
