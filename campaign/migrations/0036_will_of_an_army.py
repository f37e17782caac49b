from django.db import migrations, models

BEFORE = {"will": "off", "large_army": 0}
"""HR-26 and HR-27 as wars and battles were fought that are older than these rules."""


def keep_as_played(apps, schema_editor):
    """Let each war by La Grande Guerre go on without the new house rules until its referee decides."""
    rows = apps.get_model("campaign", "Campaign").objects
    for pk, options, state in rows.filter(rules="lgg").values_list("pk", "rule_options", "state"):
        rows.filter(pk=pk).update(rule_options=BEFORE | options, rules_offered=state != "finished")


def forget(apps, schema_editor):
    """Take the options out again, which earlier versions do not know."""
    rows = apps.get_model("campaign", "Campaign").objects
    for pk, options in rows.filter(rules="lgg").values_list("pk", "rule_options"):
        rows.filter(pk=pk).update(rule_options={key: value for key, value in options.items() if key not in BEFORE})


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', '0035_dice_by_the_seal'),
        ('battles', '0020_will_of_an_army'),
    ]

    operations = [
        migrations.AddField(
            model_name='campaign',
            name='rules_offered',
            field=models.BooleanField(default=False, editable=False, help_text="house rules newer than the war wait for the referee's decision"),
        ),
        migrations.RunPython(keep_as_played, forget),
    ]
