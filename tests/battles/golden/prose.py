"""Write the page of three whole dispatches anew: `python -m tests.battles.golden.prose`. Read it before a commit."""

import json
import sys
import textwrap
from pathlib import Path

from battles.resolvers.contract.registry import name_of
from battles.resolvers.dispatch.dispatch import write_dispatch
from battles.resolvers.files.battle_file import parse
from battles.resolvers.files.fighting import fight_file

DOCS = Path(__file__).resolve().parents[3] / "docs"
PAGE = DOCS / "dispatches.md"
EXAMPLES = ("dennewitz", "wartenburg", "kulm")
SEED = "1813"
HEAD = f"""# Three dispatches

The program writes each dispatch from the journal of the battle: the same battle gives the same words. These three come
from battle files beside this page, with the seed {SEED}:

```sh
bin/manage fight docs/examples/dennewitz.json --seed {SEED} --dispatch
```

A plan of the story comes first: which blows cost most, which one turned the battle, since when the winner was ahead.
Each part of a day then says who attacked, what counted, and who is winning; minor blows are added up, and a day has
some 350 words at most. Villages, hills, woods and streams have names that belong to the field; the dice do not change
them. The digest chooses one of three manners: a report of the staff, a chronicle, or a letter of a general.

The prose names the units as the rosters do. A general's reasons are those that he wrote down as he chose
([the engine](general.md#his-reasons)); in a campaign each side reads its own general's alone until the war is over. The
page of a battle also leads from each paragraph to its moment in the
replay. Battles on the table, typed in without a companion, have a headline and a lead
alone; with one, their page also shows each round in the sentences of its notes.
"""


def page() -> str:
    """Return the whole page: each battle fought anew, by the rules of its file."""
    return "\n".join((HEAD, *(_section(name) for name in EXAMPLES)))


def _section(name: str) -> str:
    report = fight_file(parse(json.loads((DOCS / "examples" / f"{name}.json").read_text(encoding="utf-8"))), SEED)
    dispatch = write_dispatch(report)
    origin = f"[The battle file](examples/{name}.json), by {name_of(report.rules)}."
    text = (origin, f"**{dispatch.lead}**", *(paragraph.text for paragraph in dispatch.paragraphs))
    return f"## {dispatch.headline}\n\n" + "".join(f"{_wrapped(part)}\n\n" for part in text).rstrip("\n") + "\n"


def _wrapped(text: str) -> str:
    return textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False)


if __name__ == "__main__":
    print(page(), end="") if "--print" in sys.argv[1:] else PAGE.write_text(page(), encoding="utf-8")
