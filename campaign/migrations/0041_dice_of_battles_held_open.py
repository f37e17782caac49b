"""Roll-backs that leave no battle held open with dice that were read; those of older versions keep theirs."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("campaign", "0040_takes_back")]

    operations = [
        migrations.AddField(
            model_name="rollback",
            name="by_decision",
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name="rollback",
            name="by_decision",
            field=models.BooleanField(default=True, help_text="dice of battles held open that were read come again for the same decision alone"),
        ),
    ]
