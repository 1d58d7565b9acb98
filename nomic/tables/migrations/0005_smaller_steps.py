"""What steps and clocks say is text, and nothing where they say nothing."""

from django.db import migrations

from nomic.config.alter_at_once import as_text
from nomic.config.json_text import JsonTextField

STEPS = {
    "answers": JsonTextField(list),
    "outside": JsonTextField(list, help_text="what was read from outside: pairs of question and answer"),
}
CLOCKS = {"players": JsonTextField(list, help_text="whose time it is")}


class Migration(migrations.Migration):
    dependencies = [("tables", "0004_fewer_indexes")]

    operations = [
        *as_text("tables_matchstep", "matchstep", STEPS),
        *as_text("tables_turnclock", "turnclock", CLOCKS),
    ]
