"""The tables of rosters as they are after 0005_unit_own, made at once in a database that has none yet."""

import base.rows.columns
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('rosters', '0005_unit_own')]  # who has the last one has all of them

    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name='Army',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(default=base.rows.columns.new_key, editable=False, max_length=12, unique=True)),
                ('name', models.CharField(max_length=80)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'verbose_name_plural': 'armies',
                'ordering': ['name', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Unit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(default=base.rows.columns.new_key, editable=False, max_length=12, unique=True)),
                ('name', models.CharField(blank=True, max_length=80)),
                ('type', models.CharField(help_text='key of the unit type in the catalogue (REC-1)', max_length=20)),
                ('own', models.CharField(blank=True, default='', help_text='short name of its type in its war (HR-30)', max_length=24)),
                ('guard', models.BooleanField(default=False)),
                ('outriders', models.BooleanField(default=False)),
                ('full', models.PositiveSmallIntegerField(help_text='full strength of the type, in strength points')),
                ('strength', models.PositiveSmallIntegerField(default=0, editable=False, help_text='sum of its ledger lines')),
                ('status', models.CharField(choices=[('serving', 'serving'), ('lost', 'lost'), ('merged', 'merged into another unit'), ('disbanded', 'disbanded')], default='serving', max_length=10)),
                ('army', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='units', to='rosters.army')),
                ('merged_into', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged_from', to='rosters.unit')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('strength__lte', models.F('full'))), name='unit_strength_within_full'), models.CheckConstraint(condition=models.Q(('full__gte', 1), ('full__lte', 6)), name='unit_full_1_to_6'), models.CheckConstraint(condition=models.Q(('status', 'serving'), ('strength', 0), _connector='OR'), name='unit_that_left_has_no_strength'), models.CheckConstraint(condition=models.Q(('status__in', ['disbanded', 'lost', 'merged', 'serving']), ('type__in', ['elite_inf', 'engineer', 'field_art', 'heavy_art', 'heavy_cav', 'horse_art', 'irreg_cav', 'light_cav', 'line_inf', 'militia_inf', 'pontoon'])), name='unit_known_values')],
            },
        ),
        migrations.CreateModel(
            name='StrengthLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('delta', models.SmallIntegerField(help_text='strength points gained or lost')),
                ('after', models.PositiveSmallIntegerField(help_text='strength after this line')),
                ('cause', models.CharField(choices=[('raised', 'raised'), ('battle', 'battle'), ('pursuit', 'pursuit'), ('attrition', 'attrition'), ('desertion', 'desertion for want of pay'), ('retreat', 'retreat'), ('replacements', 'rest and replacements'), ('amalgamation', 'amalgamation'), ('disbanded', 'disbanded'), ('event', 'event'), ('correction', 'correction by the referee')], max_length=14)),
                ('reference', models.CharField(blank=True, help_text='opaque text of the caller: a turn, a battle', max_length=120)),
                ('actor', models.CharField(blank=True, help_text='who did it, as a name', max_length=80)),
                ('rule', models.CharField(blank=True, help_text='rule id, such as LGG-10.0-d', max_length=40)),
                ('note', models.CharField(blank=True, help_text='dice or reason', max_length=300)),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('idempotency', models.CharField(blank=True, editable=False, max_length=160, null=True)),
                ('unit', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='rosters.unit')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('delta', 0), _negated=True), name='strength_line_changes_something'), models.UniqueConstraint(fields=('unit', 'idempotency'), name='strength_key_once_a_unit'), models.CheckConstraint(condition=models.Q(('cause__in', ['amalgamation', 'attrition', 'battle', 'correction', 'desertion', 'disbanded', 'event', 'pursuit', 'raised', 'replacements', 'retreat']), ('delta__gte', -6), ('delta__lte', 6), ('after__gte', 0), ('after__lte', 6)), name='strength_line_known_values')],
            },
        ),
    ]
