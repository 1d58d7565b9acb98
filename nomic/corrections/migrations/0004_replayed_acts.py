"""The column of the acts that a correction has replayed says so."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("corrections", "0003_building_and_built")]

    operations = [migrations.RenameField("correction", "told_acts", "replayed_acts")]
