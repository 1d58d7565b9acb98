"""The arguments of what is due are text, and nothing where there are none."""

from django.db import migrations

from nomic.config.alter_at_once import as_text
from nomic.config.json_text import JsonTextField


class Migration(migrations.Migration):
    dependencies = [("cycles", "0018_smaller_entries")]

    operations = as_text("cycles_deadline", "deadline", {"args": JsonTextField(dict)})
