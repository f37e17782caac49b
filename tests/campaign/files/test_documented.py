"""The page on the format shows what the program reads."""

import json
import re
from pathlib import Path

from campaign.rules.files.campaign_file import CampaignFile, loads
from campaign.rules.files.fields import kinds_of
from campaign.rules.files.past.history_rows import LISTS

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "formats_campaign.md").read_text(encoding="utf-8")


def test_the_smallest_war_of_the_page_is_a_campaign() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    file = loads(example)
    assert [row.key for row in file.provinces] == ["west", "east"]
    assert json.loads(example)["name"] == file.name


def test_every_key_and_every_list_is_on_the_page() -> None:
    keys = [name for name, _ in kinds_of(CampaignFile)]
    assert [name for name in [*keys, *LISTS] if f"`{name}`" not in PAGE and f"`{name}?`" not in PAGE] == []
