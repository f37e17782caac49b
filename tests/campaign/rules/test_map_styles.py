"""The style sheet of the map written out for programs that read plain SVG."""

from campaign.rules.maps.styles import plain_styles

SITE = ":root { --ink: #111; --serif: Palatino, Georgia, serif; } [data-theme=dark] { --ink: #eee; }"
MAP = """
/* a remark with { braces } */
:root { --town: var(--ink); }
.town, .town:hover { fill: var(--town); cursor: move; }
.name { font: 500 calc(13.6px * var(--scale, 1)) var(--serif); }
@media print { .town { fill: red; } }
.wide > g { transform: scale(2); }
body .page { margin: 0; }
"""


def test_variables_and_sums_become_values_and_only_rules_of_svg_stay() -> None:
    assert plain_styles(SITE, MAP).splitlines() == [
        ".town{fill:#111}",
        '.name{font:500 13.6px Palatino, "Libertinus Serif", Georgia, serif}',
    ]
