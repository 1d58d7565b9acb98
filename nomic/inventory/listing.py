"""The table of items on the law's page."""

from nomic.inventory.law_section import Items
from nomic.law.document.sections import Law, pointer
from nomic.law.rules.generated_tables import LawTable


def items_table(law: Law) -> LawTable:
    """Return the table of all kinds of items. Raises KeyError if the law has none."""
    items = law.section("items", Items).root
    names = sorted(items, key=lambda name: (items[name].place, name))
    return LawTable(
        "Items",
        ["Item", "Plural", "Symbol", "Kind", "What it is"],
        [
            [name, items[name].plural, items[name].symbol or "–", items[name].kind, items[name].text or "–"]
            for name in names
        ],
        tuple(pointer("items", name) for name in names),
    )
