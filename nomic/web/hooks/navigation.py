"""The navigation of a cycle, to which games add their own pages: a few in the row, the others under *More*."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from nomic.law.document.sections import Law
from nomic.matches.games_in_force import has_games

PLAY, RULES, PAST = "Play and trade", "Rules", "What happened"  # headings under *More*
GROUPS = (PLAY, RULES, PAST)


class Place(Enum):
    """The position of a page in the navigation."""

    ROW = "row"
    WIDE = "wide"  # in the row if the screen has the width, otherwise under More
    MORE = "more"


@dataclass(frozen=True, slots=True)
class NavigationItem:
    """A page of a cycle: its title, its URL name, its place, and the condition on the law under which it is shown.

    Without a condition, the page is shown under any law. `group` is its heading under *More*. `also` holds other words
    with which people search for the page.
    """

    title: str
    url_name: str
    shown_if: Callable[[Law], bool] | None = None
    place: Place = Place.MORE
    group: str = PLAY
    also: str = ""

    def is_shown(self, law: Law) -> bool:
        """Return whether a cycle under this law has the page."""
        return self.shown_if is None or self.shown_if(law)

    def is_named(self, word: str) -> bool:
        """Return whether a word of the title, or a synonym for the page, has this prefix."""
        return any(each.startswith(word) for each in self.names)

    @property
    def names(self) -> frozenset[str]:
        """The words for the page, in lower case."""
        return frozenset(f"{self.title} {self.also}".lower().split())


@dataclass(frozen=True, slots=True)
class Navigation:
    """The pages of a cycle: those in the row, and the groups under *More*, each with its heading.

    A page for wide screens is in both, and the stylesheet shows one of them.
    """

    row: list[NavigationItem]
    more: list[tuple[str, list[NavigationItem]]]


_items: list[NavigationItem] = [
    NavigationItem("Hall", "web:hall", place=Place.ROW),
    NavigationItem("Matches", "web:matches", has_games, Place.ROW, also="games tables"),
    NavigationItem("Proposals", "web:proposals", place=Place.ROW, also="votes voting drafts"),
    NavigationItem("Ruleset", "web:ruleset", place=Place.WIDE, group=RULES, also="rules law rulebook"),
    NavigationItem("Standings", "web:standings", also="scores score leaderboard ranking places winning chart"),
    NavigationItem("Players", "web:players", also="people members inventory cards"),
    NavigationItem("Trades", "web:trades", lambda law: law.has("trades"), also="offers swaps"),
    NavigationItem("How to play now", "web:how-to-play", group=RULES, also="help tutorial goal begin win"),
    NavigationItem(
        "Court", "web:court", lambda law: law.has("court"), group=RULES, also="judge rulings requests justice"
    ),
    NavigationItem("Recaps", "web:recaps", group=PAST, also="news summary summaries story"),
    NavigationItem("Journal", "web:journal", group=PAST, also="log history entries events"),
    NavigationItem("Chance", "web:chance", group=PAST, also="dice random seed verify"),
    NavigationItem("Wiki", "web:wiki", group=PAST),
]


def add_page(item: NavigationItem, *, after: str = "Hall") -> None:
    """Add a page to the navigation, after the page with the title `after`."""
    if item not in _items:
        _items.insert([known.title for known in _items].index(after) + 1, item)


def pages_named(law: Law, words: Sequence[str]) -> list[NavigationItem]:
    """Return the pages for which each of these lower-case words begins one of the page's names.

    Whole-word matches come first: "play" finds How to play before Players.
    """
    found = [item for item in _items if words and item.is_shown(law) and all(map(item.is_named, words))]
    return sorted(found, key=lambda item: not item.names.issuperset(words))


def navigation(law: Law) -> Navigation:
    """Return the pages of a cycle under this law, in order."""
    shown = [item for item in _items if item.is_shown(law)]
    groups = [(title, [item for item in shown if item.group == title and item.place != Place.ROW]) for title in GROUPS]
    return Navigation([item for item in shown if item.place != Place.MORE], [each for each in groups if each[1]])
