"""The page on which battle packs are offered: for each the files that can be had."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from battles.pack.drawing import field_text, piece_lines
from battles.pack.files import PAPERS
from battles.pack.pack import Pack

LETTER_COUNTRIES = frozenset({"US", "CA", "MX", "PH", "CL", "CO", "VE", "CR", "GT", "PA", "DO", "SV", "NI"})
FILES = {
    "csv": "Order of battle (CSV)",
    "xlsx": "Order of battle (Excel)",
    "vassal": "Module for VASSAL (vmod)",
    "counters": "Counters as pictures (zip)",
}
DATA = {True: "Battle file (JSON)", False: "This part of the battle (JSON)"}


@dataclass(frozen=True)
class PackLink:
    """A file of a pack."""

    url: str
    label: str


@dataclass(frozen=True)
class PackOffer:
    """A pack: whose it is, its printed editions with the likelier paper first, and its other files."""

    title: str
    both: bool
    printed: tuple[PackLink, ...]
    files: tuple[PackLink, ...]


def packs_page(packs: Mapping[str, Pack], url: str, accepted: str) -> dict[str, Any]:
    """Return the context of ``battles/_packs.html``.

    ``packs`` are those of the reader by what is asked for; ``url`` is the address of their files; ``accepted`` are the
    languages of his browser, which show his paper.
    """
    first, any_pack = next(iter(packs.items()))
    return {
        "offers": tuple(_offer(pack, wanted, url, paper_of(accepted)) for wanted, pack in packs.items()),
        "table_url": f"{url}?{urlencode({'side': first, 'kind': 'table'})}",
        "table_text": field_text(any_pack.file.laid_out, any_pack.edges),
        "pieces": piece_lines(any_pack.file.laid_out),
        "pack_name": any_pack.file.name,
    }


def _offer(pack: Pack, wanted: str, url: str, paper: str) -> PackOffer:
    def link(kind: str, label: str, **more: str) -> PackLink:
        return PackLink(f"{url}?{urlencode({'side': wanted, 'kind': kind, **more})}", label)

    papers = sorted(PAPERS, key=lambda key: key != paper)
    both = pack.reader is None
    return PackOffer(
        title=pack.title,
        both=both,
        printed=tuple(link("pdf", f"PDF, {PAPERS[key]}", paper=key) for key in papers),
        files=(*(link(kind, label) for kind, label in FILES.items()), link("json", DATA[both])),
    )


def paper_of(accepted: str) -> str:
    """Letter where the first language of a browser is that of a country that writes on it, else A4."""
    country = accepted.split(",")[0].split(";")[0].strip().rpartition("-")[2].upper()
    return "letter" if country in LETTER_COUNTRIES else "a4"
