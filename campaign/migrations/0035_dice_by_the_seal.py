"""Roll-backs whose dice follow from what is sealed; those of older versions keep theirs."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("campaign", "0034_private_letters")]

    operations = [
        migrations.AddField(
            model_name="rollback",
            name="by_seal",
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name="rollback",
            name="by_seal",
            field=models.BooleanField(default=True, help_text="dice that were read come again for the same orders alone; not so in older versions"),
        ),
        migrations.AlterField(
            model_name="turn",
            name="attempt",
            field=models.PositiveSmallIntegerField(default=1, help_text="of its dice; rises when a turn taken back is sealed otherwise, or by a referee's act"),
        ),
    ]
