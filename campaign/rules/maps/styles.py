"""The style sheet of the map for programs that read plain SVG: values in place of variables and sums, no screens.

Of each rule the selectors that name classes alone are left, and the properties that are SVG's own.
"""

import re

COMMENT, SCREEN = re.compile(r"/\*.*?\*/", re.DOTALL), re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
VALUE = re.compile(r"(--[\w-]+):\s*([^;]+);")
VARIABLE = re.compile(r"var\((--[\w-]+)(?:,\s*([^()]*))?\)")
PRODUCT = re.compile(r"calc\(([\d.]+)px \* ([\d.]+)\)")
PLAIN = re.compile(r"[.\w\s-]+")
OWN = re.compile(
    r"(?:fill|fill-opacity|fill-rule|stroke|stroke-[a-z]+|opacity|font|font-[a-z]+|letter-spacing|paint-order|"
    r"text-anchor|display)"
)
FACES = {"--bs-body-font-family": '"Libertinus Serif", sans-serif'}
DEPTH = 4
"""A variable may name another one; so many times it is looked up."""


def plain_styles(*sheets: str) -> str:
    """Return the rules of the last sheet with the values that all of them give on paper, which is light."""
    bare = [SCREEN.sub("", COMMENT.sub("", sheet)) for sheet in sheets]
    values = dict(FACES)
    for sheet in bare:
        for selector, body in RULE.findall(sheet):
            if selector.strip() == ":root":
                values |= {name: value.strip() for name, value in VALUE.findall(f"{body};")}
    return "".join(filter(None, (_rule(selector, body, values) for selector, body in RULE.findall(bare[-1]))))


def _rule(selector: str, body: str, values: dict[str, str]) -> str:
    kept = ",".join(one.strip() for one in selector.split(",") if PLAIN.fullmatch(one) and "." in one)
    lines = [line.partition(":") for line in body.split(";")]
    own = [f"{name.strip()}:{_value(value.strip(), values)}" for name, _, value in lines if OWN.fullmatch(name.strip())]
    return f"{kept}{{{';'.join(own)}}}\n" if kept and own else ""


def _value(text: str, values: dict[str, str]) -> str:
    for _ in range(DEPTH):
        text = VARIABLE.sub(lambda found: values.get(found[1], found[2] or ""), text)
    text = PRODUCT.sub(lambda found: f"{float(found[1]) * float(found[2]):g}px", text)
    return text.replace("Georgia, serif", '"Libertinus Serif", Georgia, serif')
