"""A name is one user's, in whatever letters: the database keeps it when two people choose it in the same moment."""

from django.db import migrations

INDEX = 'auth_user_name_in_small_letters'


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', '0016_rename_like_named_users'),
    ]

    operations = [
        migrations.RunSQL(
            f'CREATE UNIQUE INDEX {INDEX} ON auth_user (LOWER(username))', f'DROP INDEX {INDEX}'
        ),
    ]
