"""The questions about odds that La Grande Guerre answers, as their forms ask them."""

from battles.resolvers.contract.manifest import OddsQuestion, OddsUnit

QUESTIONS = (
    OddsQuestion(
        key="combat",
        title="Combat",
        note="Two dice decide: the chances are counted over all hundred pairs of their faces, exactly.",
        units=(
            OddsUnit("first", "Attacker", ("foot", "cav")),
            OddsUnit("second", "Second attacker", ("foot", "cav"), needed=False),
            OddsUnit("defender", "Defender"),
        ),
        ticks=(
            ("flanked", "the defender is contacted in flank or rear, or has an enemy behind it"),
            ("town", "the defender holds a town block"),
            ("obstacle", "the defender is behind an obstacle, or at the end of a bridge"),
            ("one_hindered", "the obstacle is before one of two attackers alone"),
            ("higher", "the defender stands higher"),
            ("rough", "the defender is in rough ground"),
            ("undeployed", "guns, engineers or a train are on a bridge, or on a road through rough ground"),
            ("soft", "the ground is soft"),
            ("attackers_flanked", "an enemy is behind the attackers"),
            ("attackers_higher", "the attackers stand higher"),
            ("attackers_rough", "attacking cavalry is in rough ground"),
        ),
    ),
    OddsQuestion(
        key="fire",
        title="Fire",
        note="Two dice decide: the chances are counted over all hundred pairs of their faces, exactly.",
        units=(OddsUnit("first", "Battery", ("art",)), OddsUnit("defender", "Target")),
        ticks=(
            ("flanked", "the battery is not to the target's front"),
            ("soft", "the ground is soft"),
            ("elevation", "battery and target stand on different elevations"),
        ),
        choices=(("cover", "Cover of the target", (("none", "none"), ("soft", "soft"), ("hard", "hard"))),),
    ),
)
"""What the forms of both questions ask for."""
