"""Of users whose names differ in large and small letters only, the later ones get a number behind the name."""

import sys

from django.conf import settings
from django.db import migrations


def rename(apps, schema_editor):
    users = apps.get_model('auth', 'User').objects
    taken = {}
    for pk, name in users.order_by('pk').values_list('pk', 'username'):
        if name.lower() not in taken:
            taken[name.lower()] = name
            continue
        new = next(f'{name[:140]}-{n}' for n in range(2, 1_000_000)
                   if f'{name[:140]}-{n}'.lower() not in taken
                   and not users.filter(username__iexact=f'{name[:140]}-{n}').exists())
        users.filter(pk=pk).update(username=new)
        taken[new.lower()] = new
        sys.stdout.write(f'\n  The user {name} is called {new} now, as {taken[name.lower()]} has that name: tell them.')


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', '0015_rule_systems'),
        ('auth', '0012_alter_user_first_name_max_length'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(rename, migrations.RunPython.noop),
    ]
