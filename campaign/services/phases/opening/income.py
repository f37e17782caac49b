"""P2: income."""

from campaign.models import Account
from campaign.references import turn_reference
from campaign.rules.economy import ProvinceIncome, income
from campaign.selectors.war import War
from campaign.services.record.chronicle import write_entry
from campaign.services.record.points import Posting, account, post_all


def pay_income(*, war: War, actor: str) -> None:
    """P2, HR-5 Each province pays its controller, and each faction draws what comes from beyond the map."""
    lines = income(war.theatre, war.armies, war.house)
    treasuries = {a.faction_id: a for a in Account.objects.filter(campaign=war.campaign, kind=Account.Kind.TREASURY)}
    source = account(campaign=war.campaign, kind=Account.Kind.INCOME)
    offmap = account(campaign=war.campaign, kind=Account.Kind.OFFMAP)
    for faction in war.factions.values():
        own = [line for line in lines if line.faction == faction.key]
        treasury = treasuries[faction.pk]
        paid = [_posting(war, (source, treasury), line.points, _reason(war, line), f"income:{line.province}", actor)
                for line in own if line.points]  # fmt: skip
        if faction.offmap_income:
            paid.append(_posting(war, (offmap, treasury), faction.offmap_income, "Income from beyond the map",
                                 f"offmap:{faction.key}", actor))  # fmt: skip
        post_all(paid)
        total = sum(line.points for line in own) + faction.offmap_income
        details = {"lines": [vars(line) for line in own], "offmap": faction.offmap_income}
        write_entry(turn=war.turn, phase="P2", kind="income", text=f"Income: {total} points.", audience=[faction],
                    rule="HR-5", details=details)  # fmt: skip


def _posting(war: War, way: tuple[Account, Account], amount: int, reason: str, what: str, actor: str) -> Posting:
    return Posting(*way, amount, reason, turn_reference(war.campaign.slug, war.turn.number), actor, "HR-5",
                   war.turn.number, f"c{war.campaign.pk}:t{war.turn.number}.{war.turn.attempt}:{what}")  # fmt: skip


def _reason(war: War, line: ProvinceIncome) -> str:
    return f"Income of {war.provinces[line.province].name} ({line.reason})"
