"""A name is one user's, in whatever letters: the database keeps it when two people choose it in the same moment."""

from django.db import migrations

from campaign.migrations._mending import NAME_INDEX


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', '0016_rename_like_named_users'),
    ]

    operations = [
        migrations.RunSQL(*NAME_INDEX),
    ]
