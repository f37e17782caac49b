"""Of users whose names differ in large and small letters only, the later ones get a number behind the name."""

from django.conf import settings
from django.db import migrations

from campaign.migrations._mending import rename_like_named_users


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', '0015_rule_systems'),
        ('auth', '0012_alter_user_first_name_max_length'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(rename_like_named_users, migrations.RunPython.noop),
    ]
