"""The map of a war to take along: each reader's has what he knows, and nothing else."""

import pypdfium2
import pytest
from django.urls import reverse

from tests.campaign.worlds import Valley

POSTER, PNG = (reverse(f"game:map_{name}", args=["long-valley"]) for name in ("poster", "png"))


def words(data: bytes) -> list[str]:
    """The text of each page of a PDF."""
    pdf = pypdfium2.PdfDocument(data)
    return [" ".join(pdf[n].get_textpage().get_text_range().split()) for n in range(len(pdf))]


@pytest.mark.parametrize("name", ["north", "south", "referee"])
def test_a_poster_has_the_counters_of_ones_own_armies(valley: Valley, reader, name: str) -> None:
    answer = reader(valley, name).get(POSTER)
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("application/pdf", "private, no-store")
    page, *sheets = words(answer.content)
    assert valley.campaign.name in page
    own = [station.army.name for ref, station in valley.stations.items() if name in ("referee", ref.partition("-")[0])]
    assert own
    assert not [army for army in own if army not in " ".join(sheets)]


def test_a_png_is_of_the_readers_own_map(valley: Valley, reader) -> None:
    north, south = (reader(valley, name).get(PNG) for name in ("north", "south"))
    assert north.content.startswith(b"\x89PNG")
    assert north.content != south.content
    assert reader(valley, "stranger").get(PNG).status_code == 404
