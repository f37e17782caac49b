from django.db import migrations, models


class Migration(migrations.Migration):
    """The keys of strength lines are names of their unit, no longer of the whole database."""

    dependencies = [("rosters", "0001_initial")]

    operations = [
        migrations.AlterField(
            model_name="strengthline",
            name="idempotency",
            field=models.CharField(blank=True, editable=False, max_length=160, null=True),
        ),
        migrations.AddConstraint(
            model_name="strengthline",
            constraint=models.UniqueConstraint(fields=("unit", "idempotency"), name="strength_key_once_a_unit"),
        ),
    ]
