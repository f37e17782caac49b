"""Keys of notices show nothing of rows: those that are there were digests of members and facts, and are drawn anew."""

import secrets

from django.db import migrations, models


def draw_anew(apps, schema_editor):
    Notice = apps.get_model("campaign", "Notice")
    rows = []
    for row in Notice.objects.only("pk").iterator(chunk_size=500):
        row.key = secrets.token_hex(8)
        rows.append(row)
        if len(rows) == 500:
            Notice.objects.bulk_update(rows, ["key"])
            rows = []
    Notice.objects.bulk_update(rows, ["key"])


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', '0053_gone_sightings'),
    ]

    operations = [
        migrations.AlterField(
            model_name='notice',
            name='key',
            field=models.CharField(editable=False, help_text='digest of what its member sees, for its address', max_length=16),
        ),
        migrations.RunPython(draw_anew, migrations.RunPython.noop, elidable=True),
    ]
