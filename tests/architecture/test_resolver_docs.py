"""The guide for writers of rule systems lists what the registry asks of one."""

import re
from pathlib import Path

import pytest

from battles.resolvers.contract.manifest import Companion, Resolver

GUIDE = Path(__file__).resolve().parent.parent.parent / "docs" / "resolvers.md"


@pytest.mark.parametrize(("heading", "door"), [("name", Resolver), ("name of the companion", Companion)])
def test_the_guide_lists_every_name_of_a_door(heading: str, door: type) -> None:
    table = GUIDE.read_text().partition(f"| {heading} | what it is |")[2].partition("\n\n")[0]
    listed = re.findall(r"^\| `(\w+)", table, re.MULTILINE)
    asked = {name for name in {*vars(door), *door.__annotations__} if not name.startswith("_")}
    assert sorted(listed) == sorted(asked)
