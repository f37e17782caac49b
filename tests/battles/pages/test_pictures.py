"""What becomes of a photograph that is sent: bounded, upright, small, and nothing in it but its pixels."""

import io
import struct
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from base.pages.pictures import LONGEST_EDGE, MOST_BYTES, MOST_MEMORY, MOST_SCANS, read_picture
from base.refusal import Refusal

UPRIGHT, HERE = 0x0112, b"N51.18 E14.42"


def sent(kind: str, size: tuple[int, int] = (40, 20), mode: str = "RGB", **how) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size, how.pop("colour", "red")).save(out, kind, **how)
    return out.getvalue()


def kept(data: bytes) -> Image.Image:
    picture = read_picture(data)
    image = Image.open(io.BytesIO(picture.data))
    assert (image.format, image.size) == ("JPEG", (picture.width, picture.height))
    return image


def with_place(**more) -> dict[str, Any]:
    exif = Image.Exif()
    exif[0x010E], exif[UPRIGHT] = HERE.decode(), 6
    return {"exif": exif, **more}


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_photograph_is_turned_upright_and_loses_what_it_says_of_place_and_time(kind: str) -> None:
    data = sent(kind, **with_place(**({"comment": HERE} if kind == "JPEG" else {})))
    assert HERE in data
    assert kept(data).size == (20, 40)
    assert HERE not in read_picture(data).data
    assert not kept(data).getexif()


def test_a_large_one_is_shrunk_and_what_is_clear_becomes_white() -> None:
    assert kept(sent("JPEG", (4000, 3000))).size == (LONGEST_EDGE, LONGEST_EDGE * 3 // 4)
    assert kept(sent("PNG", mode="RGBA", colour=(0, 0, 0, 0))).getpixel((5, 5)) == (255, 255, 255)
    assert kept(sent("PNG", mode="P", colour=0)).size == (40, 20)


def test_a_file_with_something_behind_its_picture_loses_it() -> None:
    assert b"<script>" not in read_picture(sent("JPEG") + b"<script>alert(1)</script>").data


def png_of(width: int, height: int) -> bytes:
    """A PNG whose head promises pixels that its body has not."""
    small = sent("PNG")
    return small[:16] + struct.pack(">II", width, height) + small[24:]


def webp_of(edge: int) -> bytes:
    side = (edge - 1).to_bytes(3, "little")
    return b"RIFF" + struct.pack("<I", 22) + b"WEBPVP8X" + struct.pack("<I", 10) + bytes(4) + side + side


def scans(number: int) -> bytes:
    """A JPEG with many scans, each of which would cost a pass over the whole picture."""
    data = sent("JPEG", progressive=True)
    first = data.index(b"\xff\xda")
    return data[:-2] + data[first : data.index(b"\xff", first + 20)] * number + b"\xff\xd9"


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_what_begins_a_scan_of_a_jpeg_may_stand_in_other_files(kind: str) -> None:
    assert kept(sent(kind) + b"\xff\xda" * (MOST_SCANS + 1)).size == (40, 20)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "cannot be read"),
        (b"GIF89a" + bytes(200), "cannot be read"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "cannot be read"),
        (sent("BMP"), "cannot be read"),
        (sent("JPEG", (400, 400))[:-200], "cannot be read"),
        (sent("PNG")[:40], "cannot be read"),
        (bytes(MOST_BYTES + 1), "larger than 5 MB"),
        (sent("PNG", (6000, 1200), mode="1", colour=0), "at most 7 million"),
        (sent("PNG", (5000, 3400)), "at most 16 million"),
        (sent("JPEG", (4000, 2600), mode="CMYK", colour=0, progressive=True), "at most 10 million"),
        (png_of(60_000, 60_000), "cannot be read"),
        (webp_of(16_000), "at most 5 million"),
        (sent("WEBP", (2500, 2001), lossless=True, method=0, quality=0), "at most 5 million"),
        (sent("WEBP", save_all=True, append_images=[Image.new("RGB", (40, 20))], duration=1), "moves"),
        (scans(MOST_SCANS), "cannot be read"),
    ],
    ids=["empty", "gif", "svg", "bmp", "cut", "cut png", "bytes", "dots", "colours", "inks", "promised",
         "canvas", "lossless", "moving", "scans"],
)  # fmt: skip
def test_what_is_no_photograph_or_too_large_is_refused_and_costs_little(data: bytes, why: str) -> None:
    tracemalloc.start()
    with pytest.raises(Refusal, match=f"^Photograph: .*{why}"):
        read_picture(data)
    assert tracemalloc.get_traced_memory()[1] < 3_000_000
    tracemalloc.stop()


def test_of_a_picture_with_a_second_one_behind_it_the_first_is_kept() -> None:
    """Telephones add one for depth, and call the file a JPEG."""
    data = sent("MPO", save_all=True, append_images=[Image.new("RGB", (40, 20), "blue")])
    assert kept(data).tobytes()[:1] > b"\xc8" > kept(data).tobytes()[2:3]


WORST = """
import io, resource, sys
from PIL import Image
from base.pages.pictures import read_picture

LARGEST = ("WEBP", (2500, 2000), "RGBA"), ("PNG", (3500, 2000), "LA"), ("JPEG", (4000, 3000), "RGB")
for kind, size, mode in LARGEST:
    Image.new(mode, size).save(f"{sys.argv[1]}/{kind}", kind, quality=50, method=0, progressive=True, subsampling=0)
"""
READ = """
import resource, sys
from pathlib import Path
from PIL import Image
from base.pages.pictures import read_picture

Image.init()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for file in Path(sys.argv[1]).iterdir():
    read_picture(file.read_bytes())
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def test_the_largest_pictures_of_each_kind_take_the_memory_that_is_promised(tmp_path: Path) -> None:
    """Each program is one of its own, whose peak is its own."""
    took = [subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, check=True).stdout
            for program in (WORST, READ)]  # fmt: skip
    assert int(took[1]) * 1024 <= 1.1 * MOST_MEMORY
