from django.db import migrations

from campaign.migrations._mending import put_right


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', '0009_keys_of_their_own'),
    ]

    operations = [
        migrations.RunPython(put_right, migrations.RunPython.noop),
    ]
