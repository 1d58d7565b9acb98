"""The navigation of a cycle, to which games add their own pages: a few in the row, the others under *More*."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from nomic.law.document.sections import Law
from nomic.matches.games_in_force import has_games

PLAY, RULES, PAST = "Play and trade", "Rules", "What happened"  # headings under *More*
GROUPS = (PLAY, RULES, PAST)


class Place(Enum):
    """Where a page is in the navigation."""

    ROW = "row"
    WIDE = "wide"  # in the row if the screen has the width, otherwise under More
    MORE = "more"


@dataclass(frozen=True, slots=True)
class NavigationItem:
    """A page of a cycle: its title, its URL name, its place, and the condition on the law under which it is shown.

    Without a condition, the page is shown under any law. `group` is its heading under *More*.
    """

    title: str
    url_name: str
    shown_if: Callable[[Law], bool] | None = None
    place: Place = Place.MORE
    group: str = PLAY

    def is_shown(self, law: Law) -> bool:
        """Return whether a cycle under this law has the page."""
        return self.shown_if is None or self.shown_if(law)


@dataclass(frozen=True, slots=True)
class Navigation:
    """The pages of a cycle: those in the row, and the groups under *More*, each with its heading.

    A page for wide screens is in both, and the stylesheet shows one of them.
    """

    row: list[NavigationItem]
    more: list[tuple[str, list[NavigationItem]]]


_items: list[NavigationItem] = [
    NavigationItem("Hall", "web:hall", place=Place.ROW),
    NavigationItem("Matches", "web:matches", has_games, Place.ROW),
    NavigationItem("Proposals", "web:proposals", place=Place.ROW),
    NavigationItem("Ruleset", "web:ruleset", place=Place.WIDE, group=RULES),
    NavigationItem("Standings", "web:standings"),
    NavigationItem("Players", "web:players"),
    NavigationItem("Trades", "web:trades", lambda law: law.has("trades")),
    NavigationItem("How to play now", "web:how-to-play", group=RULES),
    NavigationItem("Court", "web:court", lambda law: law.has("court"), group=RULES),
    NavigationItem("Recaps", "web:recaps", group=PAST),
    NavigationItem("Journal", "web:journal", group=PAST),
    NavigationItem("Chance", "web:chance", group=PAST),
    NavigationItem("Wiki", "web:wiki", group=PAST),
]


def add_page(item: NavigationItem, *, after: str = "Hall") -> None:
    """Add a page to the navigation."""
    if item not in _items:
        _items.insert([known.title for known in _items].index(after) + 1, item)


def navigation(law: Law) -> Navigation:
    """Return the pages of a cycle under this law, in order."""
    shown = [item for item in _items if item.is_shown(law)]
    groups = [(title, [item for item in shown if item.group == title and item.place != Place.ROW]) for title in GROUPS]
    return Navigation([item for item in shown if item.place != Place.MORE], [each for each in groups if each[1]])
