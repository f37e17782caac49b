from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0050_program_hand"),
    ]

    operations = [
        migrations.AddField(
            model_name="rehearsedwar",
            name="film",
            field=models.JSONField(default=list, help_text="its turns, one shot each; empty if it was not filmed"),
        ),
    ]
