"""The page of one player: titles, items and values, and the cards with their texts."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count

from nomic.accounts.looks.lookup import look_of
from nomic.clauses.views.values import beside_names
from nomic.cycles.models import Cycle
from nomic.inventory.card_views import Face, face_of
from nomic.inventory.models import Card
from nomic.law.labels.indented_outline import in_one_line
from nomic.players.models import Player
from nomic.recaps.how_it_ended import winners_of
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.holdings import CARD_COLUMNS, items_by_player
from nomic.wiki.pages.layout.frame import fill_template, text_of_missing_page
from nomic.wiki.pages.layout.player_links import has_page
from nomic.wiki.pages.layout.snippets import as_many_as_fit, in_path, instant, site_link, size
from nomic.wiki.pages.layout.titles import base_of, wiki_title_of
from nomic.wiki.pictures.drawings import card_picture
from nomic.wikitext.escape import Wikitext, inline, join_wikitext, page_link, user_link

MAX_KINDS = 5_000  # of cards that look different, that are read
MAX_CARD_BYTES = 500_000
MAX_ITEM_BYTES = 300_000
A_ROW = 40  # bytes around the cells of a row


@dataclass(frozen=True, slots=True)
class CardLine:
    """Cards of a player that look the same: their number and name, their attributes, and what they do."""

    name: str
    about: str
    does: Wikitext
    picture: Wikitext

    @property
    def bytes(self) -> int:
        """The size of the table row in bytes."""
        return size(inline(self.name)) + size(inline(self.about)) + size(self.does) + size(self.picture) + A_ROW


def render(page: WikiPage, cycle: Cycle) -> Wikitext:
    """Render the page of a player, identified by the number of joining. The number of queries is constant.

    It shows only what everybody may see: no secret values, and no hands of matches.
    """
    number = int(page.subject)
    player = Player.objects.filter(cycle=cycle).select_related("person").order_by("pk")[number - 1 : number].first()
    if player is None or not has_page(number):
        return text_of_missing_page(page, cycle)
    base, name, look = base_of(page), player.name, look_of(player.person)
    items = items_by_player(cycle, [name])[name]
    shown_items = as_many_as_fit(
        items, lambda item: size(inline(item.column)) + size(inline(item.content)) + A_ROW, MAX_ITEM_BYTES
    )
    cards, card_count, all_fit = _cards(page, cycle, name)
    return fill_template(
        "player.wiki",
        page,
        cycle,
        about=name,
        player=player,
        display_name=look.display_name,
        user_page=user_link(look.wiki_name) if look.wiki_name else "",
        has_won=name in winners_of(cycle.winner, name),
        titles=beside_names(cycle, [name])[name] if player.is_playing else [],
        joined=instant(player.joined_at),
        left=instant(player.left_at),
        reputable=instant(player.reputable_since),
        items=shown_items,
        more_items=len(items) - len(shown_items),
        cards=cards,
        does_something=any(card.does for card in cards),
        card_count=card_count,
        more_cards=not all_fit,
        on_site=site_link(f"c/{cycle.slug}/players/{in_path(name)}/", "the site"),
        gamestate=page_link(wiki_title_of(base, PageKind.GAMESTATE), "Gamestate"),
    )


def _cards(page: WikiPage, cycle: Cycle, name: str) -> tuple[list[CardLine], int, bool]:
    """Return the player's cards sorted by name, their number, and whether the lines include all of them.

    The database groups and counts cards that look the same.
    """
    law = cycle.law
    kinds = (
        Card.objects.filter(cycle=cycle, holder=name)
        .order_by(*CARD_COLUMNS)
        .values(*CARD_COLUMNS)
        .annotate(count=Count("pk"))[: MAX_KINDS + 1]
    )
    found = [(row.pop("count"), face_of(law, Card(**row))) for row in kinds]
    lines = sorted(
        (_line(page, count, face) for count, face in found[:MAX_KINDS]), key=lambda line: (line.name, line.about)
    )
    shown = as_many_as_fit(lines, lambda line: line.bytes, MAX_CARD_BYTES)
    return shown, Card.objects.filter(cycle=cycle, holder=name).count(), len(shown) == len(found)


def _line(page: WikiPage, count: int, face: Face) -> CardLine:
    return CardLine(
        face.name if count == 1 else f"{count} × {face.name}",
        "; ".join(_about(face)),
        join_wikitext("<br />", [inline(sentence) for sentence in _does(face)]),
        card_picture(page, face),
    )


def _about(face: Face) -> Iterable[str]:
    if face.values:
        yield f"value {face.values}"
    for traits in (face.suits, face.colours, face.types):
        if traits:
            yield ", ".join(traits)


def _does(face: Face) -> Iterable[str]:
    """Yield what a card does, then what each of its modifiers does, in the law's words or as generated sentences."""
    yield from (face.text,) if face.text else (in_one_line([each]) for each in face.does)
    for modifier in face.modifiers:
        named = f"{modifier.name} ({modifier.remembers})" if modifier.remembers else modifier.name
        words = modifier.text or in_one_line(modifier.does)
        yield f"{named}: {words}" if words else named
