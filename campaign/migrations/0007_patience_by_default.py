from django.db import migrations, models


def keep_what_was_said(apps, schema_editor):
    """A campaign without patience goes on leaving one side's result to its referee."""
    apps.get_model("campaign", "Campaign").objects.filter(battle_patience=None).update(battle_patience=0)


def name_the_parties(apps, schema_editor):
    """Results typed in so far are those of the first faction of their side."""
    armies = apps.get_model("campaign", "EngagementArmy").objects
    for row in apps.get_model("battles", "ResultEntry").objects.filter(part=""):
        army = armies.filter(engagement__battle=row.battle_id, side=row.side).order_by("pk").first()
        if army is not None:
            row.part = army.faction.key
            row.save(update_fields=["part"])


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0006_battle_plan"),
        ("battles", "0006_result_parts"),
    ]

    operations = [
        migrations.RunPython(keep_what_was_said, migrations.RunPython.noop),
        migrations.RunPython(name_the_parties, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="campaign",
            name="battle_patience",
            field=models.PositiveSmallIntegerField(
                default=72, help_text="hours after which one side's result stands alone; 0: the referee settles"
            ),
        ),
    ]
