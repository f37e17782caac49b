"""The documented numbers are the shipped ones."""

import re
from pathlib import Path

from campaign.rules.house import shipped

DOC = Path(__file__).resolve().parents[3] / "docs" / "house_rules.md"


def test_the_page_of_numbers_and_their_table_agree():
    rows = re.findall(r"\| `([a-z_.0-9]+)` \| (\d+) \| (\w+) \| (\S+) \| (.+) \|", DOC.read_text(encoding="utf-8"))
    table = {key: (str(n.value), n.tag, n.source, n.words) for key, n in shipped().numbers().items()}
    assert {key: tuple(rest) for key, *rest in rows} == table
