"""The manifest of the Solo Napoleonic Wargames Rules."""

from pathlib import Path

from battles.resolvers.contract import COMMON_STREAMS, MILLIMETRE, Board, RuleSystem

_HERE = Path(__file__).parent

SYSTEM = RuleSystem(
    slug="solo_napoleonic",
    name="Solo Napoleonic Wargames Rules",
    source="Solo Napoleonic Wargames Rules by Kuryakin, First Empire 52: command as a lottery, for one player.",
    printed="Sequence, fire, melee and morale are printed; some twenty tables or first rows are lost and rebuilt.",
    code="SNW",
    board=Board(MILLIMETRE, 25.0),
    resolver="battles.resolvers.solo_napoleonic.resolver",
    odds="battles.resolvers.solo_napoleonic.odds",
    briefing="battles.resolvers.solo_napoleonic.briefing",
    phrases="battles.resolvers.solo_napoleonic.phrases",
    papers="battles.resolvers.solo_napoleonic.papers",
    numbers=(_HERE / "numbers.toml",),
    rules=_HERE / "rules.toml",
    aids=_HERE / "aids.toml",
    streams=COMMON_STREAMS,
    watched=True,
    conversion="A division is a brigade of one battalion or regiment a strength point; figures left are scaled back.",
)
