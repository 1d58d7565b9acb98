"""Cards take less room: what is their own is text, and nothing where there is nothing."""

from django.db import migrations

from nomic.config.alter_at_once import as_text
from nomic.config.json_text import JsonTextField

LISTS = {
    **{name: JsonTextField(list) for name in ("own_values", "own_suits", "own_colours", "own_types")},
    "own_only": JsonTextField(list, help_text="traits of which it has its own alone, as “values”"),
    "modifiers": JsonTextField(list),
}


class Migration(migrations.Migration):
    dependencies = [("inventory", "0004_movements_in_entries")]

    operations = as_text("inventory_card", "card", LISTS)
