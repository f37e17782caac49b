"""What may be done now and what forbids the rest (ENG-11)."""

from random import Random

from battles.resolvers.lgg.machine.engine import apply
from battles.resolvers.lgg.machine.legal import Offer, legal
from battles.resolvers.lgg.machine.machine import advance
from battles.resolvers.lgg.record.codes import COMMAND_KEYS, Pending
from tests.battles.resolvers.lgg.mob import random_battle, spoken
from tests.battles.resolvers.lgg.stage import laid, lead, stage


def offers(battle, command: str, unit: int | None = None) -> list[Offer]:
    return [offer for offer in legal(battle) if offer.command == command and offer.unit in (unit, None)]


def test_ENG_11_prices_follow_the_radius() -> None:
    battle, near, far, lost = laid((0, "line_inf", 36, 10), (0, "line_inf", 36, 30), (0, "line_inf", 36, 34))
    lead(battle, 0, 36, 6)
    battle.radius = 12.0
    assert [offers(battle, "move", unit)[0] for unit in (near, far, lost)] == [
        Offer("move", 1, "", near), Offer("move", 2, "", far), Offer("move", None, "LGG-7.0-d", lost)]


def test_ENG_11_the_reason_is_a_rule_id() -> None:
    battle, gun, foe = laid((0, "heavy_art", 36, 10), (1, "line_inf", 36, 19.5))
    assert offers(battle, "fire", gun) == [Offer("fire", 1, "", gun, foe)]
    assert offers(battle, "attack", gun) == [Offer("attack", None, "LGG-8.4-e", gun, foe)]
    assert offers(battle, "withdraw", gun)[0].rule
    assert offers(battle, "recover", gun)[0].rule == "LGG-14.0-a"


def test_ENG_11_a_question_has_one_answer() -> None:
    battle = stage()
    battle.pending, battle.asked = Pending.BREAK_OFF, 1
    assert legal(battle) == (Offer("break_off", 0, arg=0), Offer("break_off", 0, arg=1))


def test_ENG_11_asking_changes_nothing_and_what_is_open_can_be_done() -> None:
    battle = random_battle(Random(3), 6)
    advance(battle)
    before, offered = spoken(battle), legal(battle)
    assert spoken(battle) == before
    assert {offer.command for offer in offered} <= set(COMMAND_KEYS)
    battle.cmd = COMMAND_KEYS.index("end_turn")
    assert apply(battle) == 0
