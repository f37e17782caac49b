"""The tables of battles as they are after 0022_claimed_rows, made at once in a database that has none yet."""

import base.rows.columns
import django.db.models.deletion
import django.db.models.expressions
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('battles', '0022_claimed_rows')]  # who has the last one has all of them

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('rosters', '0001_squashed_0005_unit_own'),
    ]

    operations = [
        migrations.CreateModel(
            name='ForecastScope',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('scope', models.CharField(help_text='opaque text of the caller', max_length=120, unique=True)),
            ],
        ),
        migrations.CreateModel(
            name='Battle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('claim', models.UUIDField(blank=True, editable=False, null=True)),
                ('holder', models.CharField(blank=True, editable=False, max_length=200)),
                ('lease_until', models.DateTimeField(blank=True, editable=False, null=True)),
                ('attempt', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('published_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('key', models.CharField(default=base.rows.columns.new_key, editable=False, max_length=12, unique=True)),
                ('name', models.CharField(max_length=120)),
                ('state', models.CharField(choices=[('waiting', 'waits for an earlier battle'), ('open', 'with the players'), ('pending', 'about to be fought'), ('running', 'being fought'), ('done', 'settled'), ('failed', 'needs the referee')], db_index=True, default='pending', max_length=8)),
                ('method', models.CharField(choices=[('open', 'not chosen yet'), ('auto', 'auto-resolve'), ('table', 'on the table'), ('concede', 'conceded'), ('ruling', "referee's ruling")], default='auto', max_length=8)),
                ('play_by', models.DateTimeField(blank=True, help_text='when the fall-back runs; empty: never', null=True)),
                ('fallback', models.CharField(choices=[('open', 'not chosen yet'), ('auto', 'auto-resolve'), ('table', 'on the table'), ('concede', 'conceded'), ('ruling', "referee's ruling")], default='auto', help_text='done when nobody has played by then', max_length=8)),
                ('patience', models.PositiveSmallIntegerField(blank=True, help_text="hours after which one side's result stands alone; empty: the referee settles", null=True)),
                ('rules', models.SlugField(default='lgg', help_text='slug of the rule system', max_length=30)),
                ('engine', models.CharField(blank=True, help_text='engine version that fought it', max_length=20)),
                ('profile_hash', models.CharField(blank=True, max_length=80)),
                ('file', models.JSONField(help_text='bivouac.battle/1, frozen, with its field')),
                ('field_seed', models.CharField(help_text='public seed of the field', max_length=100)),
                ('seed', models.CharField(help_text='secret until settled', max_length=100)),
                ('commitment', models.CharField(help_text='SHA-256 shown before the battle', max_length=64)),
                ('read', models.JSONField(default=dict, editable=False, help_text='decisions whose dice were read, by digest, and the seeds of these')),
                ('reference', models.CharField(blank=True, db_index=True, help_text='opaque text of the caller', max_length=120)),
                ('guest_key', models.CharField(blank=True, db_index=True, default='', editable=False, help_text='of the secret address where guests watch a one-off; empty: nobody but its owner', max_length=12)),
                ('progress', models.PositiveSmallIntegerField(default=0, help_text='per cent')),
                ('opened_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('error', models.TextField(blank=True)),
                ('owner', models.ForeignKey(blank=True, help_text='who opened a one-off battle', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='battles', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('progress__lte', 100)), name='battle_progress_per_cent'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'running'), _negated=True), models.Q(('claim__isnull', False), ('lease_until__isnull', False)), _connector='OR'), name='battle_running_is_claimed'), models.CheckConstraint(condition=models.Q(('state__in', ['done', 'failed', 'open', 'pending', 'running', 'waiting']), ('method__in', ['auto', 'concede', 'open', 'ruling', 'table']), ('fallback__in', ['auto', 'concede', 'open', 'ruling', 'table'])), name='battle_known_values')],
            },
        ),
        migrations.CreateModel(
            name='BattleEffect',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('before', models.PositiveSmallIntegerField()),
                ('lost', models.PositiveSmallIntegerField()),
                ('moved', models.SmallIntegerField()),
                ('after', models.PositiveSmallIntegerField()),
                ('fate', models.CharField(max_length=12)),
                ('battle', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='effects', to='battles.battle')),
                ('unit', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='effects', to='rosters.unit')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('battle', 'unit'), name='battle_touches_a_unit_once'), models.CheckConstraint(condition=models.Q(('before', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('after'), '+', models.F('lost')), '+', models.F('moved')))), name='battle_effect_adds_up'), models.CheckConstraint(condition=models.Q(('fate__in', ['amalgamated', 'eliminated', 'exited', 'kept', 'rallied'])), name='battle_effect_known_values')],
            },
        ),
        migrations.CreateModel(
            name='BattleResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(help_text='victory or draw', max_length=10)),
                ('winner', models.CharField(blank=True, max_length=120)),
                ('report', models.JSONField(help_text='bivouac.report/1 without its journal')),
                ('journal', models.BinaryField(help_text="the journal's canonical JSON lines, packed; empty: archived")),
                ('digest', models.CharField(max_length=80)),
                ('seconds', models.FloatField(help_text='from claim to settled')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('battle', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='result', to='battles.battle')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['draw', 'victory'])), name='battle_result_known_values')],
            },
        ),
        migrations.CreateModel(
            name='BattleUnit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('file_id', models.CharField(max_length=60)),
                ('battle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='fielded', to='battles.battle')),
                ('unit', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='battles', to='rosters.unit')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('battle', 'unit'), name='battle_fields_a_unit_once'), models.UniqueConstraint(fields=('battle', 'file_id'), name='battle_file_id_once')],
            },
        ),
        migrations.CreateModel(
            name='Forecast',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(help_text='made from scope, question, runs and engine', max_length=24, unique=True)),
                ('scope', models.CharField(db_index=True, help_text='opaque text of the caller: who may read it', max_length=120)),
                ('about', models.CharField(blank=True, help_text='opaque text of the caller: what it was asked about', max_length=80)),
                ('name', models.CharField(max_length=120)),
                ('note', models.CharField(blank=True, help_text='which of several plans it is', max_length=200)),
                ('question', models.JSONField(help_text='the battle file with its field, and the supposed armies of either side')),
                ('digest', models.CharField(help_text='SHA-256 of the question', max_length=64)),
                ('profile_hash', models.CharField(blank=True, max_length=80)),
                ('engine', models.CharField(max_length=20)),
                ('seed', models.CharField(help_text='run k has this seed, a slash and k; never that of a battle', max_length=100)),
                ('runs', models.PositiveIntegerField()),
                ('state', models.CharField(choices=[('running', 'being reckoned'), ('done', 'finished'), ('cancelled', 'stopped'), ('failed', 'could not be reckoned')], db_index=True, default='running', max_length=9)),
                ('tally', models.JSONField(help_text='sum of the runs that are done')),
                ('runs_done', models.PositiveIntegerField(default=0)),
                ('wants_sample', models.BooleanField(default=False, help_text='one of its battles is kept, to be watched')),
                ('sample', models.BinaryField(help_text='the report of run 0 with its journal, compressed', null=True)),
                ('seconds', models.FloatField(default=0, help_text='of all processes together')),
                ('error', models.TextField(blank=True)),
                ('asked_at', models.DateTimeField(auto_now_add=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['scope', 'about'], name='forecast_asked_about')],
                'constraints': [models.CheckConstraint(condition=models.Q(('runs__gte', 1)), name='forecast_has_runs'), models.CheckConstraint(condition=models.Q(('runs_done__lte', models.F('runs'))), name='forecast_runs_at_most_all'), models.CheckConstraint(condition=models.Q(('state__in', ['cancelled', 'done', 'failed', 'running'])), name='forecast_known_values')],
            },
        ),
        migrations.CreateModel(
            name='ForecastChunk',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('claim', models.UUIDField(blank=True, editable=False, null=True)),
                ('holder', models.CharField(blank=True, editable=False, max_length=200)),
                ('lease_until', models.DateTimeField(blank=True, editable=False, null=True)),
                ('attempt', models.PositiveSmallIntegerField(default=0, editable=False)),
                ('published_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('start', models.PositiveIntegerField(help_text='its first run, counted from 0')),
                ('count', models.PositiveIntegerField(help_text='how many runs')),
                ('state', models.CharField(choices=[('pending', 'to be fought'), ('running', 'being fought'), ('done', 'added')], default='pending', max_length=7)),
                ('forecast', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chunks', to='battles.forecast')),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [models.Index(fields=['state', 'published_at'], name='forecast_chunk_due')],
                'constraints': [models.UniqueConstraint(fields=('forecast', 'start'), name='forecast_run_once'), models.CheckConstraint(condition=models.Q(('count__gte', 1)), name='forecast_chunk_has_runs'), models.CheckConstraint(condition=models.Q(('state__in', ['done', 'pending', 'running'])), name='forecast_chunk_known_values')],
            },
        ),
        migrations.CreateModel(
            name='MethodWish',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.PositiveSmallIntegerField(help_text='0 or 1, in the order of the battle file')),
                ('method', models.CharField(choices=[('open', 'not chosen yet'), ('auto', 'auto-resolve'), ('table', 'on the table'), ('concede', 'conceded'), ('ruling', "referee's ruling")], max_length=8)),
                ('by', models.CharField(max_length=150)),
                ('at', models.DateTimeField(auto_now=True)),
                ('battle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='wishes', to='battles.battle')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('battle', 'side'), name='battle_wish_once_a_side'), models.CheckConstraint(condition=models.Q(('side__gte', 0), ('side__lte', 1), ('method__in', ['auto', 'concede', 'open', 'ruling', 'table'])), name='battle_wish_known_values')],
            },
        ),
        migrations.CreateModel(
            name='Photograph',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(default=base.rows.columns.new_key, editable=False, max_length=12, unique=True)),
                ('side', models.PositiveSmallIntegerField(blank=True, help_text='of its sender; empty: of neither', null=True)),
                ('by', models.CharField(max_length=150)),
                ('caption', models.CharField(blank=True, max_length=200)),
                ('data', models.BinaryField()),
                ('width', models.PositiveSmallIntegerField()),
                ('height', models.PositiveSmallIntegerField()),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('battle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='photographs', to='battles.battle')),
                ('sender', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('side__gte', 0), ('side__lte', 1)), ('side__isnull', True), _connector='OR'), name='photograph_known_values')],
            },
        ),
        migrations.CreateModel(
            name='Pulse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('part', models.CharField(choices=[('clock', 'the clock'), ('broker', 'the broker'), ('worker', 'the workers')], max_length=8, unique=True)),
                ('at', models.DateTimeField(help_text='when it was seen last')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('part__in', ['broker', 'clock', 'worker'])), name='pulse_known_values')],
            },
        ),
        migrations.CreateModel(
            name='ResultEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.PositiveSmallIntegerField(help_text='0 or 1, in the order of the battle file')),
                ('part', models.CharField(blank=True, default='', help_text="which of the side's parties, by the caller's key; empty: all", max_length=40)),
                ('values', models.JSONField(help_text='stage, days, stayed, leaders, units, foe_left')),
                ('by', models.CharField(max_length=150)),
                ('changed_at', models.DateTimeField(auto_now=True)),
                ('handed_in_at', models.DateTimeField(blank=True, null=True)),
                ('battle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='battles.battle')),
            ],
            options={
                'verbose_name_plural': 'result entries',
                'constraints': [models.UniqueConstraint(fields=('battle', 'side', 'part'), name='battle_entry_once_a_part'), models.CheckConstraint(condition=models.Q(('side__gte', 0), ('side__lte', 1)), name='battle_entry_known_values')],
            },
        ),
        migrations.CreateModel(
            name='RulesProfile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(default=base.rows.columns.new_key, editable=False, max_length=12, unique=True)),
                ('name', models.CharField(max_length=80)),
                ('rules', models.SlugField(default='lgg', help_text='slug of the rule system', max_length=30)),
                ('values', models.JSONField(default=dict, help_text='what differs from the shipped numbers, by path')),
                ('digest', models.CharField(help_text='hash of all numbers under these values', max_length=80)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('changed_at', models.DateTimeField(auto_now=True)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rules_profiles', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['name', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('owner', 'name'), name='rules_profile_name_once_an_owner')],
            },
        ),
        migrations.CreateModel(
            name='TableNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(help_text='1, 2, 3 … within the battle')),
                ('side', models.PositiveSmallIntegerField(blank=True, help_text='0 or 1; empty: written for both', null=True)),
                ('kind', models.CharField(max_length=12)),
                ('values', models.JSONField(default=dict, help_text='what was noted, with the faces of its dice')),
                ('by', models.CharField(max_length=150)),
                ('key', models.CharField(blank=True, default='', editable=False, help_text='by which a phone sends a note again without its being written twice', max_length=40)),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('battle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='battles.battle')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('battle', 'number'), name='battle_note_number_once'), models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('battle', 'key'), name='battle_note_key_once'), models.CheckConstraint(condition=models.Q(models.Q(('side__gte', 0), ('side__lte', 1)), ('side__isnull', True), _connector='OR'), name='battle_note_known_values')],
            },
        ),
    ]
