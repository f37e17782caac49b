"""Phrases for the generals' reasons, by the choice and its reason.

`{g}` is the general, `{odds}` the ratio of strength in words, `{where}` the part of his line, `{at}` what the enemy
stands on there, `{units}` a number of units. Phrases are clauses without a full stop; the
first of several is the plainest.
"""

import re

Ways = tuple[str, ...]
FIRST: dict[tuple[str, str], Ways] = {
    ("attack", "stronger"): (
        "{g} attacked, being the stronger by {odds}",
        "with odds of {odds} in his favour {g} took the offensive",
        "{g} thought himself the stronger and attacked",
        "{g} liked his chances and took the offensive",
    ),
    ("attack", "decision"): ("{g} had to force a decision and attacked", "{g} could not wait and sought a decision"),
    ("attack", "even"): (
        "{g} thought himself a match for the enemy and attacked",
        "{g} thought the armies well matched and attacked",
    ),
    ("attack", "last_day"): (
        "{g} attacked, for no other day was left", "the last day had begun, and {g} had to attack",
    ),
    ("attack", "his_relief"): (
        "{g} attacked before help could reach the enemy", "{g} meant to strike before the enemy's help came up",
    ),
    ("attack", "quiet"): ("{g} attacked an enemy who was slow to strike", "an enemy who struck few blows drew {g} on"),
    ("attack", "orders"): ("{g} had orders to attack", "{g} went forward, as he was ordered"),
    ("probe", "equal"): (
        "{g} thought the armies a match for each other, and felt his way forward",
        "{g} thought neither army much the stronger and tried the enemy with care",
        "{g} had come to win the ground, but struck only where a blow would pay",
    ),
    ("probe", "decision"): (
        "{g} had come for a decision, but struck only where a blow would pay",
        "{g} could not win the ground by waiting, and felt his way forward",
    ),
    ("probe", "orders"): ("{g} had orders to attack with care", "{g} went forward with care, as he was ordered"),
    ("hold", "weaker"): (
        "{g} kept his army back, the odds being {odds} against him",
        "outnumbered {odds}, {g} stood on the defensive",
        "{g} would not attack at odds of {odds} against him",
        "{g} thought himself the weaker and stood on the defensive",
        "{g} did not like the odds and kept his army back",
    ),
    ("hold", "own_ground"): (
        "{g} had the ground and let the enemy come to him",
        "{g} held the field already and could wait for the enemy",
        "{g} saw no need to leave his ground",
        "{g} meant to keep the ground that he had",
    ),
    ("hold", "orders"): ("{g} had orders to hold his ground", "{g} held his ground, as he was ordered"),
    ("delay", "outnumbered"): (
        "{g} gave ground rather than fight at odds of {odds} against him",
        "with odds of {odds} against him {g} played for time",
        "{g} had too few men for a battle, at {odds}, and drew back before the enemy",
        "outnumbered {odds}, {g} kept out of reach as long as he could",
        "{g} gave ground rather than fight at such odds",
        "{g} thought the enemy too strong for a battle and played for time",
    ),
    ("delay", "relief"): (
        "{g} played for time, for help was on its way", "{g} kept out of reach while help was on its way",
        "{g} would not fight before the rest of his army came up",
    ),
    ("delay", "orders"): ("{g} had orders to gain time", "{g} played for time, as he was ordered"),
    ("hunt", "quiet"): (
        "{g} thought the enemy slow to strike and gave his units their head",
        "{g} took the enemy for spent and let his units fall on him from all sides",
    ),
    ("hunt", "stronger"): (
        "{g} thought himself so much the stronger that he gave up his line to hunt the enemy down",
        "at {odds} {g} needed no line any more and went after the enemy",
        "{g} had the upper hand, {odds}, and let each unit seek an enemy of its own",
    ),
    ("sector", "thin"): (
        "{g} sent his {where} forward{at}, where he found the enemy thinnest",
        "{g} struck{at} with his {where}, where the fewest enemies were before him",
        "{g} chose his {where} for the blow{at}, as the enemy had the least there",
        "{g} sent his {where} forward{at}, against the weakest part of the enemy",
    ),
    ("sector", "massed"): (
        "{g} struck{at} with his {where}, where he was strongest",
        "{g} had massed on his {where} and sent it forward{at}",
        "most of what {g} had was on his {where}, and with it he struck{at}",
    ),
    ("sector", "open"): (
        "{g} sent his {where} forward{at}, as the enemy had better cover elsewhere",
        "{g} chose his {where} for the blow{at}, since the other parts of the enemy's line had more cover",
    ),
    ("sector", "water"): (
        "{g} sent his {where} forward{at}, the only part of his line that no water kept back",
        "water barred the way elsewhere, and {g} struck{at} with his {where}",
    ),
    ("sector", "orders"): (
        "{g} struck{at} with his {where}, as he was ordered", "{g} had orders for his {where}, and struck{at} with it",
    ),
    ("form", "line"): (
        "{g} waited for {units} to come up before he struck",
        "{g} held back the attack until {units} had come up",
        "the attack waited, since {g} wanted {units} more in his line",
    ),
    ("assault", "formed"): (
        "with his line formed {g} sent the attack in", "{g} saw his line formed and gave the word",
        "when the line was up {g} let the attack go in",
        "{g} ordered the attack as soon as his line was up",
        "{g} had his line in place and sent it forward",
    ),
    ("guns", "prepare"): (
        "{g} let {unit} fire on {target} before he sent anybody in",
        "{g} held back the blow at {target} until {unit} had fired",
        "before the attack on {target} {g} waited for the fire of {unit}",
    ),
    ("reserve", "late"): (
        "it was late in the day, and {g} put {units} of his reserve into the line",
        "{g} spent {units} of his reserve while there was light",
    ),
    ("reserve", "losses"): (
        "{g} put {units} of his reserve into the thinning line",
        "his line had grown thin, and {g} called up {units} of the reserve",
        "{g} called {units} of his reserve forward to fill his line",
    ),
    ("reserve", "quiet"): (
        "{g} saw no danger and put {units} of his reserve into the line",
        "{g} needed no reserve against this enemy and sent {units} of it forward",
    ),
    ("fight_on", "night"): (
        "{g} would have broken off, but night was near", "only the coming night kept {g} from breaking off",
        "{g} gave the day up for lost, but fought on until dark",
        "with night so near {g} did not break off, though he saw nothing left to win",
    ),
    ("fight_on", "relief"): (
        "{g} would have broken off, but help was near", "help was near, and {g} fought on for its sake",
    ),
    ("break_off", "cost"): (
        "{g} judged that to fight on would cost more than the field was worth",
        "{g} saw nothing left to win",
        "for {g} there was nothing left to win, and much to lose",
        "{g} would not pay such a price for the field",
    ),
    ("break_off", "losses"): (
        "{g} had lost all that his orders allowed him to lose", "his orders allowed {g} no more losses",
    ),
    ("stay", "relief"): ("{g} stayed because help was on its way", "{g} counted on the help that was coming"),
    ("stay", "stronger"): (
        "{g} stayed as the stronger, by {odds}",
        "with odds of {odds} in his favour {g} saw no reason to go",
        "{g} expected to be the stronger in the morning, by {odds}, and stayed",
        "{g} expected odds of {odds} in his favour next day and kept the field",
        "{g} saw no reason to go",
        "{g} liked his prospects for the morning, and stayed",
    ),
    ("stay", "equal"): (
        "{g} would not believe himself beaten, and stayed",
        "{g} thought the enemy in no better case than himself",
        "{g} judged his chances even, and would not give up the field",
    ),
    ("stay", "field"): (
        "{g} stayed for the sake of the field",
        "the field was worth more to {g} than the risk of another day",
        "{g} thought himself the weaker, but would not give up the field",
        "{g} judged the field worth another day",
        "{g} thought the odds against him, yet would not leave the field to the enemy",
    ),
    ("stay", "he_leaves"): (
        "{g} stayed in the belief that the enemy would go", "{g} thought that the enemy would go, and waited for it",
    ),
    ("stay", "even"): ("{g} weighed it long and stayed", "{g} could not decide for a long time, and stayed"),
    ("stay", "capital"): ("{g} would not give up the capital", "behind {g} was the capital, and he stayed"),
    ("leave", "weaker"): (
        "{g} would not wait for another day at odds of {odds} against him",
        "{g} left because the odds for the next day were {odds} against him",
        "{g} saw odds of {odds} against him and saved what he had left",
        "{g} did not like his prospects for the morning, and saved what he had left",
        "{g} would not wait for another day",
    ),
    ("leave", "his_relief"): (
        "{g} left before the enemy's help could come up", "help was coming to the enemy, and {g} did not wait for it",
    ),
    ("leave", "cost"): (
        "{g} judged that another day would cost more than the field was worth",
        "to {g} the field was not worth another day",
    ),
    ("leave", "losses"): (
        "{g} had lost all that his orders allowed him to lose", "his orders allowed {g} no more losses, and he went",
    ),
    ("leave", "orders"): ("{g} slipped away by night, as he was ordered", "{g} had orders to go by night"),
    ("leave", "even"): ("{g} weighed it long and went", "{g} could not decide for a long time, and went"),
}  # fmt: skip
UP, DOWN = "up", "down"
"""To a bolder bearing than before, or to a more careful one."""
BEARINGS = ("delay", "hold", "probe", "attack", "hunt")
"""How a general can carry himself towards the enemy, the boldest last."""
THEN: dict[tuple[str, str, str], Ways] = {
    ("attack", "stronger", UP): (
        "{g} was now the stronger by {odds} and went over to the attack",
        "at odds of {odds} in his favour {g} turned to the attack",
    ),
    ("attack", "stronger", DOWN): (
        "{g} drew his units together again and attacked in line, the stronger by {odds}",
    ),
    ("attack", "quiet", UP): ("the enemy was slow to strike, and {g} went over to the attack",),
    ("attack", "last_day", UP): ("no other day was left, and {g} went over to the attack",),
    ("attack", "his_relief", UP): ("{g} went over to the attack before help could reach the enemy",),
    ("probe", "equal", UP): (
        "{g} thought the armies a match for each other and went forward with care",
        "{g} thought the odds even by now, and began to try the enemy",
    ),
    ("probe", "equal", DOWN): (
        "{g} thought the armies evenly matched now and attacked with more care",
        "{g} thought the armies evenly matched, and struck only where a blow would pay",
    ),
    ("hold", "weaker", UP): (
        "{g} gave no more ground, for the odds had sunk to {odds} against him",
        "{g} turned to stand, at odds of {odds} against him",
    ),
    ("hold", "weaker", DOWN): (
        "{g} went over to the defensive, for the odds were now {odds} against him",
        "at odds that had become {odds} against him {g} gave up the attack",
        "{g} drew in his line, with odds of {odds} against him",
    ),
    ("hold", "own_ground", UP): ("{g} stood again on the ground that he held", "{g} gave no more ground"),
    ("hold", "own_ground", DOWN): (
        "{g} drew back to the ground that he held", "{g} was content now to let the enemy come to him",
    ),
    ("delay", "outnumbered", DOWN): (
        "{g} could only play for time, at odds of {odds} against him",
        "{g} gave ground, for the odds were now {odds} against him",
    ),
}  # fmt: skip
"""The same of a side that bore itself otherwise before."""
PREPARED: dict[tuple[str, str], Ways] = {
    ("attack", "stronger"): ("{g} thought himself the stronger and made ready to attack",),
    ("attack", "decision"): ("{g} had to force a decision and made ready to attack",),
    ("attack", "even"): ("{g} thought himself a match for the enemy and made ready to attack",),
    ("attack", "last_day"): ("no other day was left, and {g} made ready to attack",),
    ("attack", "his_relief"): ("{g} made ready to attack before help could reach the enemy",),
    ("attack", "quiet"): ("{g} thought the enemy slow to strike and made ready to attack",),
    ("attack", "orders"): ("{g} had orders to attack and made ready for it",),
    ("sector", "massed"): ("{g} sent his {where} forward{at}, where he was strongest",),
    ("sector", "open"): ("{g} sent his {where} forward{at}, as the enemy had better cover elsewhere",),
    ("sector", "orders"): ("{g} sent his {where} forward{at}, as he was ordered",),
}
"""The same in hours in which nobody came to blows."""
BLOW = re.compile(
    r"\battacked\b|\bstruck\b|offensive|to the attack|fall on him|the blow\b|tr(y|ied) the enemy|the attack in\b"
)
"""Words of a phrase that are untrue where nobody struck."""
PASSIVE = re.compile(
    r"rather than fight|out of reach|drew back|kept his army back|would not attack|let the enemy come"
    r"|would not fight|could wait|no need to leave|too few men for a battle"
)
"""Words of a phrase that are untrue of a side that attacked all the same."""
UNKNOWN: Ways = ("{g} chose otherwise",)
BOTH: dict[tuple[str, str], Ways] = {
    ("stay", "equal"): (
        "each general thought the other's army as worn as his own",
        "neither general would believe himself beaten",
    ),
}  # fmt: skip
