"""Kept states and written files without the letters that the referee does not read."""

from django.db import migrations

from campaign.services.files.private import close_states


def close_what_is_kept(apps, schema_editor):
    """Take such letters out of all kept states; files that wait to be downloaded have to be written anew."""
    for campaign in apps.get_model("campaign", "Campaign").objects.all():
        close_states(states=campaign.kept_states, pieces=campaign.kept_pieces)
    apps.get_model("campaign", "CampaignDump").objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [("campaign", "0001_squashed_0033_quick_clock")]

    operations = [migrations.RunPython(close_what_is_kept, migrations.RunPython.noop)]
