from django.db import migrations

BEFORE = {"will": "off", "large_army": 0}
"""HR-26 and HR-27 as battles were laid out that are older than these rules."""


def _write(apps, change):
    rows = apps.get_model("battles", "Battle").objects.filter(rules="lgg").exclude(state="done")
    for row in rows.only("file").iterator(chunk_size=100):
        row.file = {**row.file, "options": change(row.file.get("options") or {})}
        row.save(update_fields=["file"])


def keep_as_laid_out(apps, schema_editor):
    """Let each battle by La Grande Guerre that is not settled be fought by the rules with which it was laid out."""
    _write(apps, lambda options: BEFORE | options)


def forget(apps, schema_editor):
    """Take the options out again, which earlier versions do not know."""
    _write(apps, lambda options: {key: value for key, value in options.items() if key not in BEFORE})


class Migration(migrations.Migration):

    dependencies = [
        ('battles', '0001_squashed_0019_packed_journals'),
    ]

    operations = [
        migrations.RunPython(keep_as_laid_out, forget),
    ]
