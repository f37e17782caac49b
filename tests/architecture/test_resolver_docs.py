"""The guide for writers of rule systems lists what the registry asks of one."""

import re
from pathlib import Path

from battles.resolvers.registry import Resolver

GUIDE = Path(__file__).resolve().parent.parent.parent / "docs" / "resolvers.md"


def test_the_guide_lists_every_name_of_a_resolver() -> None:
    table = GUIDE.read_text().partition("| name | what it is |")[2].partition("\n\n")[0]
    listed = re.findall(r"^\| `(\w+)", table, re.MULTILINE)
    asked = {name for name in {*vars(Resolver), *Resolver.__annotations__} if not name.startswith("_")}
    assert sorted(listed) == sorted(asked)
