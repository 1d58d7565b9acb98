"""The navigation of a cycle, to which games add their own pages."""

from collections.abc import Callable
from dataclasses import dataclass

from nomic.law.document.sections import Law
from nomic.matches.games_in_force import has_games


@dataclass(frozen=True, slots=True)
class NavigationItem:
    """A page of a cycle: its title, its URL name, and the condition on the law under which it is shown.

    Without a condition, the page is shown under any law.
    """

    title: str
    url_name: str
    shown_if: Callable[[Law], bool] | None = None

    def is_shown(self, law: Law) -> bool:
        """Return whether a cycle under this law has the page."""
        return self.shown_if is None or self.shown_if(law)


_items: list[NavigationItem] = [
    NavigationItem("Hall", "web:hall"),
    NavigationItem("Players", "web:players"),
    NavigationItem("Standings", "web:standings"),
    NavigationItem("Matches", "web:matches", has_games),
    NavigationItem("Trades", "web:trades", lambda law: law.has("trades")),
    NavigationItem("Proposals", "web:proposals"),
    NavigationItem("Court", "web:court", lambda law: law.has("court")),
    NavigationItem("Ruleset", "web:ruleset"),
    NavigationItem("Journal", "web:journal"),
    NavigationItem("Chance", "web:chance"),
    NavigationItem("Wiki", "web:wiki"),
]


def add_page(item: NavigationItem, *, after: str = "Players") -> None:
    """Add a page to the navigation."""
    if item not in _items:
        _items.insert([known.title for known in _items].index(after) + 1, item)


def navigation(law: Law) -> list[NavigationItem]:
    """Return the pages of a cycle under this law, in order."""
    return [item for item in _items if item.is_shown(law)]
