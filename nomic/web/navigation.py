"""What the navigation of a cycle shows. Games add their own pages."""

from dataclasses import dataclass

from nomic.law.sections import Law


@dataclass(frozen=True, slots=True)
class NavigationItem:
    """A page of a cycle: its title, the name of its address, the section of the law without which it is not shown."""

    title: str
    url_name: str
    section: str | None = None


_items: list[NavigationItem] = [
    NavigationItem("Hall", "web:hall"),
    NavigationItem("Players", "web:players"),
    NavigationItem("Proposals", "web:proposals"),
    NavigationItem("Ruleset", "web:ruleset"),
    NavigationItem("Journal", "web:journal"),
    NavigationItem("Chance", "web:chance"),
    NavigationItem("Wiki", "web:wiki"),
]


def add_page(title: str, url_name: str, *, section: str | None = None, after: str = "Players") -> None:
    """Show another page in the navigation of every cycle whose law has the section."""
    item = NavigationItem(title, url_name, section)
    if item not in _items:
        place = next(count for count, known in enumerate(_items, 1) if known.title == after)
        _items.insert(place, item)


def navigation(law: Law) -> list[NavigationItem]:
    """The pages of a cycle under this law, in order."""
    return [item for item in _items if item.section is None or law.has(item.section)]
