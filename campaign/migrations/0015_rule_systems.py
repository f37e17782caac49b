from django.db import migrations, models


def into_options(apps, schema_editor):
    """What two columns said of the supplementary rules, as options of the campaign's rule system."""
    for row in apps.get_model("campaign", "Campaign").objects.all():
        played = {"stratagems": row.battle_stratagems, "sudden_death": row.battle_sudden_death}
        row.rule_options = {key: True for key, value in played.items() if value}
        row.save(update_fields=["rule_options"])


def into_columns(apps, schema_editor):
    """The same on the way back."""
    for row in apps.get_model("campaign", "Campaign").objects.all():
        row.battle_stratagems = bool(row.rule_options.get("stratagems"))
        row.battle_sudden_death = bool(row.rule_options.get("sudden_death"))
        row.save(update_fields=["battle_stratagems", "battle_sudden_death"])


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', '0014_campaign_uploads'),
    ]

    operations = [
        migrations.AddField(
            model_name='campaign',
            name='rule_options',
            field=models.JSONField(blank=True, default=dict, help_text='options of that rule system; what is left out has its default'),
        ),
        migrations.AddField(
            model_name='campaign',
            name='rules',
            field=models.SlugField(default='lgg', help_text='rule system of the battles to come', max_length=30),
        ),
        migrations.RunPython(into_options, into_columns),
        migrations.RemoveField(
            model_name='campaign',
            name='battle_stratagems',
        ),
        migrations.RemoveField(
            model_name='campaign',
            name='battle_sudden_death',
        ),
    ]
