"""Photographs made fit to be kept: decoded within bounds, turned upright, shrunk, and written anew without metadata."""

import io
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from base.refusal import Refusal

if TYPE_CHECKING:
    from PIL.Image import Image

FORMATS = ("JPEG", "PNG", "WEBP")
JPEG = ("JPEG", "MPO")
"""A camera that adds a second picture, such as one for depth, writes MPO: the first one is an ordinary JPEG."""
MOST_BYTES = 5 * 1024 * 1024
MOST_PIXELS, MOST_MEMORY = 24_000_000, 100_000_000
"""Width times height, and the bytes that decoding takes at most."""
OF_WEBP, OF_PNG, OF_JPEG = 20, 14, 4
"""Bytes that a decoder and our shrinking take for a pixel, measured: WebP keeps five copies of it."""
OF_PLAIN_PNG = {"L": 2, "RGB": 6}
MOST_SCANS = 50
"""A progressive JPEG has some ten; each costs a pass over all pixels."""
LONGEST_EDGE, QUALITY = 1600, 82
ONE_AT_A_TIME = threading.Lock()
"""Held while a process decodes: its memory depends on no number of visitors."""
UNREADABLE = "Photograph: this file cannot be read as a picture; choose a JPEG, PNG or WebP file."


@dataclass(frozen=True)
class Picture:
    """A JPEG as it is kept and shown."""

    data: bytes
    width: int
    height: int


def read_picture(data: bytes, longest: int = LONGEST_EDGE) -> Picture:
    """Return a picture as it is kept, at most so long; Refusal for what is no picture, is too large or moves."""
    if len(data) > MOST_BYTES:
        raise Refusal(f"Photograph: the file is larger than {MOST_BYTES // 1024 // 1024} MB; choose a smaller one.")
    _check_pixels(_canvas_of_webp(data), OF_WEBP)
    with ONE_AT_A_TIME:
        try:
            return _written(_decoded(data, longest))
        except Refusal:
            raise
        except Exception as error:  # a broken file makes a decoder raise nearly anything
            raise Refusal(UNREADABLE) from error


def _canvas_of_webp(data: bytes) -> int:
    """Return the pixels of a WebP file, whose decoder takes memory for them as it is opened; 0 for others."""
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP":
        return 0
    if data[12:16] == b"VP8X":
        return (1 + int.from_bytes(data[24:27], "little")) * (1 + int.from_bytes(data[27:30], "little"))
    if data[12:16] == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return (1 + (bits & 0x3FFF)) * (1 + (bits >> 14 & 0x3FFF))
    return (int.from_bytes(data[26:28], "little") & 0x3FFF) * (int.from_bytes(data[28:30], "little") & 0x3FFF)


def _decoded(data: bytes, longest: int) -> "Image":
    """Return the picture, upright and at most as large as it is kept."""
    from PIL import Image, ImageOps

    file = Image.open(io.BytesIO(data), formats=FORMATS)
    _check(file, data)
    file.draft("RGB", (longest, longest))
    file.load()
    image = file if file.mode in ("RGB", "RGBA", "L") else file.convert("RGBA")
    image.thumbnail((longest, longest))
    return ImageOps.exif_transpose(image)


def _check(image: "Image", data: bytes) -> None:
    """Refuse before anything is decoded."""
    _check_pixels(image.width * image.height, _bytes_of_a_pixel(image))
    if image.format not in JPEG and getattr(image, "is_animated", False):
        raise Refusal("Photograph: the picture moves; choose a still one.")
    if image.format in JPEG and data.count(b"\xff\xda") > MOST_SCANS:
        raise Refusal(UNREADABLE)


def _check_pixels(pixels: int, each: int) -> None:
    most = min(MOST_PIXELS, MOST_MEMORY // each)
    if pixels > most:
        raise Refusal(
            f"Photograph: it has too many pixels; choose a JPEG, or one of at most {most // 1_000_000} million."
        )


def _bytes_of_a_pixel(image: "Image") -> int:
    """Return what decoding takes for a pixel; a progressive JPEG is kept whole before it is shrunk."""
    if image.format == "WEBP":
        return OF_WEBP
    if image.format == "PNG":
        return OF_PLAIN_PNG.get(image.mode, OF_PNG)
    return 2 * len(image.getbands()) + 2 if image.info.get("progressive") else OF_JPEG


def _written(image: "Image") -> Picture:
    """Return the pixels alone, on white, as a JPEG: nothing else of the file that was sent goes with them."""
    from PIL import Image

    plain = Image.new("RGB", image.size, "white")
    plain.paste(image, mask=image if image.mode == "RGBA" else None)
    out = io.BytesIO()
    plain.save(out, "JPEG", quality=QUALITY, optimize=True, progressive=True)
    return Picture(out.getvalue(), *plain.size)
