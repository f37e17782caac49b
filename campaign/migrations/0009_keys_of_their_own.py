import re
from collections.abc import Iterator

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

NAME = "file:"


def keep_foreign_keys_as_names(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A key that an earlier version took from a file and that belongs to another war is kept as a mere name."""
    lines = apps.get_model("campaign", "SheetLine").objects.order_by("pk")
    homes = {f"sheet:{pk}": campaign for pk, campaign in lines.values_list("pk", "turn__campaign").iterator()}
    _keep(apps.get_model("campaign", "PointsEntry"), "campaign_id", lambda owner: f"c{owner}", homes)
    _keep(apps.get_model("campaign", "SheetLine"), "faction_id", lambda owner: f"f{owner}", {})


def _keep(model, owner, own_start, homes) -> None:
    for pk, belongs_to, key in (
        model.objects.exclude(idempotency=None).values_list("pk", owner, "idempotency").iterator()
    ):
        start = re.match(r"(?:sheet:[0-9]+|[^:]*)(?=:)", key)
        if not start or (start[0] != own_start(belongs_to) and homes.get(start[0]) != belongs_to):
            model.objects.filter(pk=pk).update(idempotency=NAME + key)


def _numbered(apps: StateApps) -> Iterator[tuple[object, str, int]]:
    campaigns = dict(apps.get_model("campaign", "Campaign").objects.values_list("slug", "pk"))
    for forecast in apps.get_model("battles", "Forecast").objects.filter(scope__startswith="campaign:").only("scope"):
        slug = forecast.scope.split(":")[1]
        yield forecast, slug, campaigns.get(slug, 0)


def name_forecasts_by_number(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A slug may be given to another campaign later; the number of a campaign never is."""
    for forecast, slug, number in _numbered(apps):
        forecast.scope = forecast.scope.replace(f"campaign:{slug}:", f"campaign:{number}:", 1)
        forecast.save(update_fields=["scope"])


class Migration(migrations.Migration):
    """Keys of postings are names of their campaign or faction, no longer of the whole database."""

    dependencies = [("campaign", "0008_battle_rules"), ("battles", "0009_forecast_about")]

    operations = [
        migrations.AlterField(
            model_name="pointsentry",
            name="idempotency",
            field=models.CharField(blank=True, editable=False, max_length=160, null=True),
        ),
        migrations.AlterField(
            model_name="sheetline",
            name="idempotency",
            field=models.CharField(blank=True, editable=False, max_length=160, null=True),
        ),
        migrations.RunPython(keep_foreign_keys_as_names, migrations.RunPython.noop),
        migrations.RunPython(name_forecasts_by_number, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="pointsentry",
            constraint=models.UniqueConstraint(fields=("campaign", "idempotency"), name="points_key_once_a_campaign"),
        ),
        migrations.AddConstraint(
            model_name="sheetline",
            constraint=models.UniqueConstraint(fields=("faction", "idempotency"), name="sheet_key_once_a_faction"),
        ),
    ]
