"""The module for VASSAL, read back by the rules of its format: sequences with escaped delimiters, traits in traits."""

import io
import struct
import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from battles.pack.files import pack_table
from battles.pack.pack import Pack
from battles.pack.vassal import sequence, vassal_module
from battles.resolvers.contract.registry import resolver
from battles.resolvers.forecasts.what_if import by_rules

from .packs import FRENCH, battle, both_packs, french_pack, renamed

BUILD = "VASSAL.build."


def files(pack: Pack) -> dict[str, bytes]:
    archive = zipfile.ZipFile(io.BytesIO(vassal_module(pack)))
    return {name: archive.read(name) for name in archive.namelist()}


def tree(pack: Pack) -> ElementTree.Element:
    return ElementTree.fromstring(files(pack)["buildFile.xml"])  # noqa: S314 our own file


def tokens(text: str, delimiter: str) -> list[str]:
    """The parts of a sequence: a delimiter behind a backslash is a letter, quotes around a whole part are taken off."""
    parts, here = [""], 0
    while here < len(text):
        if text[here] == "\\" and text[here + 1 : here + 2] == delimiter:
            parts[-1] += delimiter
            here += 2
        elif text[here] == delimiter:
            parts.append("")
            here += 1
        else:
            parts[-1] += text[here]
            here += 1
    return [part[1:-1] if len(part) > 1 and part[0] == part[-1] == "'" else part for part in parts]


def traits(slot: ElementTree.Element) -> Iterator[tuple[str, str]]:
    """Each trait of a counter with its state, the outermost first."""
    assert slot.text is not None
    plus, null, kind, state = tokens(slot.text, "/")
    assert (plus, null) == ("+", "null")
    while "\t" in kind:
        (outer, kind), (own, state) = tokens(kind, "\t"), tokens(state, "\t")
        yield outer, own
    yield kind, state


def slots(pack: Pack) -> list[ElementTree.Element]:
    return list(tree(pack).iter(f"{BUILD}widget.PieceSlot"))


def test_a_module_has_what_vassal_looks_for_and_always_the_same_bytes() -> None:
    found = files(french_pack())
    assert {"buildFile.xml", "moduledata", "images/table.png"} <= set(found)
    data = ElementTree.fromstring(found["moduledata"])  # noqa: S314 our own file
    assert (data.tag, data.attrib) == ("data", {"version": "1"})
    root = tree(french_pack())
    assert root.tag == f"{BUILD}GameModule"
    assert {key: data.findtext(key) for key in ("name", "version", "VassalVersion")} == {
        key: root.get(key) for key in ("name", "version", "VassalVersion")
    }
    assert root[0].tag == f"{BUILD}module.BasicCommandEncoder", "without it first, no counter can be read"
    assert vassal_module(french_pack()) == vassal_module(french_pack())


ATTRIBUTES = {
    "GameModule": "name version description VassalVersion nextPieceSlotId",
    "module.PlayerRoster": "buttonText",
    "module.Map": "mapName allowMultiple buttonName markMoved",
    "module.PlayerHand": "mapName allowMultiple buttonName markMoved side visible",
    "module.PieceWindow": "name text hidden defaultWidth",
    "module.map.boardPicker.Board": "name image width height reversible color",
    "module.map.CounterDetailViewer": "version display delay minDisplayPieces zoomlevel graphicsZoom bgColor",
    "module.map.SetupStack": "name owningBoard useGridLocation x y",
    "module.map.Zoomer": "zoomLevels zoomStart",
    "widget.ListWidget": "entryName",
    "widget.PieceSlot": "entryName gpid height width",
}
"""The attributes that the classes of VASSAL 3.6 read, of those that a module may need."""


@pytest.mark.parametrize("make", [french_pack, both_packs])
def test_every_attribute_is_one_that_the_class_reads(make) -> None:
    """A lens of another version is turned into one that enlarges stacks alone; of *display* five values are known."""
    for one in tree(make()).iter():
        known = ATTRIBUTES.get(one.tag.removeprefix(BUILD), "").split()
        assert set(one.attrib) <= set(known), one.tag
    for lens in tree(make()).iter(f"{BUILD}module.map.CounterDetailViewer"):
        assert (lens.get("version"), lens.get("display")) == ("2", "from top-most layer only")
        assert float(lens.get("graphicsZoom", "")) * 150 == 300, "a counter of three inches at its full size"


def test_the_map_is_the_table_and_each_known_side_has_its_hand() -> None:
    root = tree(both_packs())
    (table,) = root.iter(f"{BUILD}module.Map")
    board = table.find(f".//{BUILD}module.map.boardPicker.Board")
    assert board is not None
    assert (board.get("image"), board.get("reversible")) == ("table.png", "false")
    width, height = struct.unpack(">II", files(both_packs())["images/table.png"][16:24])
    assert (width, height) == ((72 + 8) * 50, (48 + 8) * 50)
    zooms = [zoomer.get("zoomStart") for zoomer in root.iter(f"{BUILD}module.map.Zoomer")]
    assert zooms == ["4", "2", "2"], "counted from the largest of five steps: the table at 0.4, the hands at 1.0"
    assert [hand.get("side") for hand in root.iter(f"{BUILD}module.PlayerHand")] == ["Français", "Союзники"]
    assert [entry.text for entry in root.iter("entry")] == ["Français", "Союзники"]
    for hand in root.iter(f"{BUILD}module.PlayerHand"):
        own = hand.find(f".//{BUILD}module.map.boardPicker.Board")
        assert own is not None
        stacks = list(hand.iter(f"{BUILD}module.map.SetupStack"))
        assert {stack.get("owningBoard") for stack in stacks} == {own.get("name")}
        places = [(int(stack.get("x", "")), int(stack.get("y", ""))) for stack in stacks]
        assert len(set(places)) == len(places)
        assert all(x < int(own.get("width", "")) and y < int(own.get("height", "")) for x, y in places)


@pytest.mark.parametrize("make", [french_pack, both_packs])
def test_every_counter_can_be_read_back_and_all_its_pictures_are_there(make) -> None:
    pack, pictures = make(), files(make())
    numbers = []
    for slot in slots(pack):
        turning, layer, mark, piece = traits(slot)
        assert turning[0].startswith("rotate;1;")
        fields = tokens(layer[0], ";")
        assert (fields[0], fields[24], fields[25], layer[1]) == ("emb2", "1", "1", "1")
        images, levels = tokens(fields[16], ","), tokens(fields[17], ",")
        assert len(images) == len(levels)
        assert [name for name in images if f"images/{name}" not in pictures] == []
        assert tokens(mark[0].removeprefix("mark;"), ",") == ["Side", "Unit"]
        assert tokens(mark[1], ",")[1] == slot.get("entryName")
        assert tokens(piece[0], ";")[4] == slot.get("entryName")
        numbers.append(tokens(piece[1], ";")[3])
        assert numbers[-1] == slot.get("gpid")
    assert numbers == [str(n) for n in range(1, len(numbers) + 1)]
    assert tree(pack).get("nextPieceSlotId") == str(len(numbers) + 1)


def test_a_system_that_plays_on_squares_has_its_squares_on_the_map() -> None:
    """SQB 10 rows, each as deep as a base of three inches, with the rim of four inches."""
    pack = french_pack(resolver("square_brigadier").freeze(by_rules(battle(), "square_brigadier"), "field"))
    assert pack.board is not None
    assert pack.board.depth == 10
    width, height = struct.unpack(">II", files(pack)["images/table.png"][16:24])
    assert (width, height) == ((3 * pack.board.width + 8) * 50, (30 + 8) * 50)
    assert "deployment zone, 2 squares deep" in str(pack_table(pack).content)


def test_a_counter_of_three_inches_has_300_pixels_drawn_at_half_size() -> None:
    guard = next(slot for slot in slots(french_pack()) if slot.get("entryName") == "Vieille Garde")
    fields = tokens(next(kind for kind, _ in traits(guard) if kind.startswith("emb2")), ";")
    assert tokens(fields[17], ",") == ["+ (4/4)", "+ (3/4)", "+ (2/4)", "+ (1/4)"]
    assert fields[31] == "0.5"
    picture = files(french_pack())[f"images/{tokens(fields[16], ',')[0]}"]
    assert struct.unpack(">II", picture[16:24]) == (300, 300)
    assert (guard.get("width"), guard.get("height")) == ("150", "150")


def test_of_an_enemy_who_is_not_known_there_are_plain_blocks_alone() -> None:
    palette = next(tree(french_pack()).iter(f"{BUILD}module.PieceWindow"))
    names = [slot.get("entryName") for slot in palette.iter(f"{BUILD}widget.PieceSlot")]
    assert names == ["Enemy infantry", "Enemy cavalry", "Enemy guns"]
    assert list(tree(both_packs()).iter(f"{BUILD}module.PieceWindow")) == []


@pytest.mark.parametrize("name", ["a;b,c/d", "quote'", "'all'", "back\\", '<b>&amp;"', "+ (1/2)"])
def test_a_name_cannot_break_the_module(name: str) -> None:
    pack = french_pack(battle(french=renamed(name) | {"name": FRENCH["name"]}))
    slot = next(slot for slot in slots(pack) if "Enemy" not in str(slot.get("entryName")))
    *_, mark, piece = traits(slot)
    written = pack.sides[0].side.units[0].name
    assert tokens(mark[1], ",")[1] == written
    assert tokens(piece[0], ";")[4] == written


def test_a_side_whose_name_ends_in_a_backslash_has_a_hand_that_vassal_can_lay_out() -> None:
    """VASSAL finds no board of a map whose own name ends in a backslash."""
    (hand,) = tree(french_pack(battle(french=FRENCH | {"name": "A\\"}))).iter(f"{BUILD}module.PlayerHand")
    assert (hand.get("side"), hand.get("mapName")) == ("'A\\'", "A\\ (hand)")


@pytest.mark.parametrize(("parts", "text"), [
    (("a", "b"), "a;b"), (("a;b", "c"), "a\\;b;c"), (("x\\", "y"), "'x\\';y"), (("'q'",), "''q''"),
    ((True, 1, ""), "true;1;"), (("a\tb",), "a\tb"),
])  # fmt: skip
def test_sequences_are_joined_as_the_program_joins_them(parts: tuple[object, ...], text: str) -> None:
    assert sequence(";", *parts) == text
