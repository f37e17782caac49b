from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', '0047_rehearsals'),
    ]

    operations = [
        migrations.AddField(
            model_name='campaign',
            name='unit_types',
            field=models.JSONField(blank=True, default=list, help_text='unit types of the war (HR-30): rows of the campaign file'),
        ),
    ]
