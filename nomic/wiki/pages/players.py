"""Pages of players: the register of everybody who joined, and holdings that do not fit on the gamestate page."""

from dataclasses import dataclass

from nomic.accounts.looks.lookup import look_of
from nomic.cycles.models import Cycle
from nomic.players.models import Player
from nomic.recaps.how_it_ended import winners_of
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.holdings import players_table, standing_of
from nomic.wiki.pages.layout.frame import fill_template, links_to_parts, text_of_missing_page
from nomic.wiki.pages.layout.pagination import A_PAGE, parts_for, span
from nomic.wiki.pages.layout.player_links import player_link, player_links
from nomic.wiki.pages.layout.snippets import instant
from nomic.wiki.pages.layout.titles import base_of, part_title, wiki_title_of
from nomic.wikitext.escape import Wikitext, inline, join_wikitext, page_link

MAX_IN_REGISTER = 8_000


@dataclass(frozen=True, slots=True)
class Registered:
    """A player in the register, present or past."""

    name: Wikitext
    about: Wikitext


@dataclass(frozen=True, slots=True)
class Group:
    """Players with consecutive numbers, and a link to the page with their holdings."""

    first: int
    last: int
    holdings: Wikitext
    players: list[Registered]


def render_register(page: WikiPage, cycle: Cycle) -> Wikitext:
    """Render the register of everybody who ever joined, in the order of joining."""
    base = base_of(page)
    count = Player.objects.filter(cycle=cycle).count()
    joined = Player.objects.filter(cycle=cycle).select_related("person").order_by("pk")
    players = list(joined[:MAX_IN_REGISTER])
    gamestate = page_link(wiki_title_of(base, PageKind.GAMESTATE), "Gamestate")
    is_parted = bool(parts_for(PageKind.HOLDINGS, count))
    winners = winners_of(cycle.winner, *(player.name for player in players))
    groups = [
        Group(
            start + 1,
            min(start + A_PAGE, count),
            _link_to_part(base, start // A_PAGE + 1) if is_parted else gamestate,
            [
                Registered(_named(base, number, player), _about(player, cycle, has_won=player.name in winners))
                for number, player in enumerate(players[start : start + A_PAGE], start + 1)
            ],
        )
        for start in range(0, len(players), A_PAGE)
    ]
    return fill_template(
        "players.wiki",
        page,
        cycle,
        groups=groups,
        playing=Player.objects.filter(cycle=cycle, left_at=None).count(),
        left_out=count - len(players),
        gamestate=gamestate,
    )


def _link_to_part(base: str, part: int) -> Wikitext:
    return page_link(part_title(base, PageKind.HOLDINGS, part), "Players {}-{}".format(*span(part)))


def _named(base: str, number: int, player: Player) -> Wikitext:
    """Return a player's linked name, followed by the display name in brackets if there is one."""
    name, look = player_link(base, number, player.name), look_of(player.person)
    return join_wikitext(" ", [name, inline(f"({look.display_name})")]) if look.display_name else name


def _about(player: Player, cycle: Cycle, *, has_won: bool) -> Wikitext:
    won = "<b>won the game</b>, " if has_won else ""
    if player.left_at is not None:
        return Wikitext(f"{won}left {instant(player.left_at)}")
    closed = ", account closed" if player.person is not None and player.person.closed_at is not None else ""
    return Wikitext(f"{won}{standing_of(player, cycle.phase)}{closed}, joined {instant(player.joined_at)}")


def render_part(page: WikiPage, cycle: Cycle) -> Wikitext:
    """Render the holdings of a hundred players by number of joining. Players who have left are omitted."""
    base, part = base_of(page), int(page.subject)
    parts = parts_for(PageKind.HOLDINGS, Player.objects.filter(cycle=cycle).count())
    if part not in parts:
        return text_of_missing_page(page, cycle)
    first, last = span(part)
    joined = list(Player.objects.filter(cycle=cycle).order_by("pk")[first - 1 : last])
    links = player_links(base, [player.name for player in joined], first)
    players = sorted((player for player in joined if player.is_playing), key=lambda player: player.name)
    return fill_template(
        "holdings.wiki",
        page,
        cycle,
        first=first,
        last=last,
        table=players_table(cycle, players, links),
        parts=links_to_parts(page, PageKind.HOLDINGS, parts),
        gamestate=page_link(wiki_title_of(base, PageKind.GAMESTATE), "Gamestate"),
        register=page_link(wiki_title_of(base, PageKind.PLAYERS), "Players"),
    )
