import django.db.models.deletion
from django.db import migrations, models

import base.rows.columns


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', '0048_campaign_unit_types'),
    ]

    operations = [
        migrations.AddField(
            model_name='draft',
            name='under',
            field=models.JSONField(blank=True, help_text='the scan under the map, and its place; null: none', null=True),
        ),
        migrations.AddField(
            model_name='draftstep',
            name='under',
            field=models.JSONField(help_text='the scan under the map then, and its place', null=True),
        ),
        migrations.CreateModel(
            name='DraftScan',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(default=base.rows.columns.new_key, editable=False, max_length=12, unique=True)),
                ('data', models.BinaryField(help_text='JPEG, written anew')),
                ('width', models.PositiveIntegerField()),
                ('height', models.PositiveIntegerField()),
                ('draft', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='scans', to='campaign.draft')),
            ],
            options={
                'ordering': ['draft', 'pk'],
            },
        ),
    ]
