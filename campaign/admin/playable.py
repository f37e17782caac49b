"""Forms of the admin that save nothing a war could not play or a campaign file not hold."""

from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.forms import ModelForm

from base.place import JsonPlace
from campaign.models import Campaign, Edge, Faction, Leader, Province, Relation, Station
from campaign.rules.files.fields import CampaignFileError, kinds_of
from campaign.rules.files.rows import ArmyRow, CalendarRow, EdgeRow, FactionRow, LeaderRow, ProvinceRow, RelationRow
from campaign.rules.files.whole import CampaignFile
from campaign.selectors.war import engaged_stations

ROWS: Mapping[type[Model], tuple[type[Any], ...]] = {
    Campaign: (CampaignFile, CalendarRow),
    Faction: (FactionRow,),
    Relation: (RelationRow,),
    Province: (ProvinceRow,),
    Edge: (EdgeRow,),
    Leader: (LeaderRow,),
    Station: (ArmyRow,),
}
MOST_WINGS = 2


class PlayableForm(ModelForm):  # type: ignore[type-arg]
    """Every value is read as the loader of campaign files reads it; then what must hold between rows is checked."""

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for kind in ROWS[self._meta.model]:
            self._read(kind, data)
        check = CHECKS.get(self._meta.model)
        if check is not None and not self.errors:
            check(self.instance, data)
        return data

    def _read(self, row: type[Any], data: dict[str, Any]) -> None:
        for name, kind in kinds_of(row):
            if data.get(name) is None or kind.refers is not None:
                continue
            try:
                data[name] = kind.read(JsonPlace(data[name], str(self.fields[name].label or name), CampaignFileError))
            except CampaignFileError as refusal:
                self.add_error(name, str(refusal))


def _check_province(province: Province, data: dict[str, Any]) -> None:
    """HR-4 A region has its weather from the opening of the turn: a new one has none."""
    regions = set(Province.objects.filter(campaign=province.campaign).values_list("region", flat=True))
    if data.get("region") not in regions:
        raise ValidationError({"region": f"Choose a region that the map has: {', '.join(sorted(regions))}."})


def _check_station(station: Station, data: dict[str, Any]) -> None:
    """HR-12, LGG-S2 One general an army, two wings at most; an army in an open battle stays where it is fought."""
    leader, wings = data.get("leader"), list(data.get("wings") or ())
    if len(wings) > MOST_WINGS:
        raise ValidationError({"wings": f"{len(wings)} wings are chosen; keep {MOST_WINGS} at most."})
    if leader in wings:
        raise ValidationError({"wings": f"{leader} commands the whole army; take him out of the wings."})
    for post, general in (("leader", leader), *(("wings", wing) for wing in wings)):
        if general is not None and (army := _army_led(general, station)) is not None:
            raise ValidationError({post: f"{general} serves with {army} already; choose another general."})
    stands = Station.objects.get(pk=station.pk).province_id
    if data["province"].pk != stands and station.pk in engaged_stations(station.campaign):
        raise ValidationError({"province": "Its battle is not decided yet: move the army when it is."})


def _army_led(general: Leader, besides: Station) -> Station | None:
    """Return another army in the war in which a general serves."""
    for posts in (general.commands, general.wing_of):
        army = posts.filter(province__isnull=False).exclude(pk=besides.pk).select_related("army").first()
        if army is not None:
            return army
    return None


CHECKS: dict[type[Model], Callable[[Any, dict[str, Any]], None]] = {Province: _check_province, Station: _check_station}
