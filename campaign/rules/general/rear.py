"""AI-44 Where a general builds depots: near the armies that are farthest from one."""

from collections.abc import Mapping

from campaign.rules.general.known import Known

FAR = 3
"""An army so many marches from its depot, or more, wants one nearer."""
CUT_OFF = 6
"""An army without a way to a depot counts as so far away."""


def depot_sites(known: Known, marches: Mapping[str, int | None]) -> list[str]:
    """AI-44 Return the provinces of the side in which a depot would bring its armies nearer to one, the best first.

    ``marches`` is how far each army is from its depot, None for one that is cut off.
    """
    gains: dict[str, float] = {}
    for army in known.own:
        far = CUT_OFF if (found := marches.get(army.ref, 0)) is None else found
        if army.fights and far >= FAR:
            for key, steps in known.far([army.province], 1).items():
                gains[key] = gains.get(key, 0.0) + army.strength * (far - steps)
    own = [key for key in gains if known.theatre.provinces[key].controller == known.faction]
    return sorted((key for key in own if not known.theatre.provinces[key].depot), key=lambda key: (-gains[key], key))
