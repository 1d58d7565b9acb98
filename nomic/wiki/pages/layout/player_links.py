"""Links to the pages of players, who are numbered in the order of joining."""

from collections.abc import Iterable

from nomic.cycles.models import Cycle
from nomic.players.models import Player
from nomic.wiki.pages.layout.titles import player_title
from nomic.wikitext.escape import Wikitext, inline, page_link

MAX_PLAYER_PAGES = 500  # for the first who joined; what the others have is on the pages of holdings


def has_page(number: int) -> bool:
    """Return whether the player with this number (1, 2, 3, …) has a page."""
    return number <= MAX_PLAYER_PAGES


def player_link(base: str, number: int, name: str) -> Wikitext:
    """Return a player's name with a link to their page, or only the name if they have no page."""
    return page_link(player_title(base, number), name) if has_page(number) else inline(name)


def player_links(base: str, names: Iterable[str], first: int = 1) -> dict[str, Wikitext]:
    """Return the linked names of players, by name.

    `names` are in the order of joining; the first of them has the number `first`.
    """
    return {name: player_link(base, number, name) for number, name in enumerate(names, first)}


def all_player_links(base: str, cycle: Cycle) -> dict[str, Wikitext]:
    """Return the linked names of all players who have a page, by name. Sends one query."""
    names = Player.objects.filter(cycle=cycle).order_by("pk").values_list("name", flat=True)
    return player_links(base, names[:MAX_PLAYER_PAGES])
