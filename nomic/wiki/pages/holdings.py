"""Holdings of players, cut to fit a page: a table of common items and values and of the rest, and a list of cards."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from nomic.clauses.views.values import noteworthy, values_of_players
from nomic.cycles.models import Cycle
from nomic.inventory.card_views import SPECIES, Face, face_of_species
from nomic.inventory.law_section import amount_of_item, items_of
from nomic.inventory.models import Balance, Card
from nomic.law.document.sections import Law, pointer
from nomic.players.models import Player
from nomic.wiki.pages.layout.snippets import size
from nomic.wikitext.escape import Wikitext, inline

MAX_PER_CELL = 4_000  # bytes, escaped: a hundred players with two such cells each fit on a page, with everything else
MAX_COLUMNS = 8  # of items and values; a phone shows no more
MAX_IN_COLUMN = 20  # characters of a value that is shown in a column of its own
CARD_COLUMNS = ("species", "own_values", "own_suits", "own_colours", "own_types", "own_only", "modifiers")


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player's row of the table, and the player's cards, which are listed below the table.

    `cards` is empty if there are none. `is_shortened` is true if some items or cards are left out.
    """

    name: Wikitext
    standing: str
    amounts: tuple[str, ...]
    items: Wikitext
    cards: Wikitext
    is_shortened: bool


@dataclass(frozen=True, slots=True)
class PlayersTable:
    """Players with their holdings. `columns` are the items and values that have a column of their own."""

    columns: tuple[str, ...]
    has_more: bool  # whether anybody has anything that is in no such column
    has_cards: bool  # whether anybody has a card
    lines: list[PlayerLine]


@dataclass(frozen=True, slots=True)
class Holding:
    """An item or a value of a player: its column, the text in that column, and both in words."""

    column: str
    content: str
    words: str


def players_table(cycle: Cycle, players: Sequence[Player], links: Mapping[str, Wikitext]) -> PlayersTable:
    """Return a table of these players, at most one page. The number of queries is constant.

    `links` holds the linked names of players, by name.
    """
    law, names = cycle.law, [player.name for player in players]
    items, cards = items_by_player(cycle, names), _cards(cycle, names)
    columns = _columns(law, items.values())
    lines = [
        _player_line(
            player,
            links.get(player.name, inline(player.name)),
            standing_of(player, cycle.phase),
            columns,
            items[player.name],
            cards[player.name],
        )
        for player in players
    ]
    has_more = any(each.column not in columns for held in items.values() for each in held)
    return PlayersTable(columns, has_more, any(cards[name] for name in names), lines)


def _columns(law: Law, holdings: Iterable[list[Holding]]) -> tuple[str, ...]:
    """Return the items and values that most players have, in the law's order, as columns."""
    counts: Counter[str] = Counter()
    wide: set[str] = set()
    for held in holdings:
        counts.update(each.column for each in held)
        wide.update(each.column for each in held if len(each.content) > MAX_IN_COLUMN)
    order = {item.plural: item.place for item in items_of(law).values()}
    common = [name for name, _ in counts.most_common() if name not in wide][:MAX_COLUMNS]
    return tuple(sorted(common, key=lambda name: (order.get(name, len(order)), name)))


def _player_line(
    player: Player,
    name: Wikitext,
    standing: str,
    columns: Sequence[str],
    held: list[Holding],
    cards: "list[Alike]",
) -> PlayerLine:
    amounts = {each.column: each.content for each in held}
    items = [each.words for each in held if each.column not in columns]
    all_items = _listed(items)
    all_cards = _listed(_cards_in_full(cards))
    shown_items = all_items if _fits(all_items) else _as_many_as_fit(items)
    shown_cards = all_cards
    if not _fits(all_cards):
        species = _listed(_cards_by_species(cards))
        shown_cards = species if _fits(species) else _listed([_cards_counted(cards)])
    return PlayerLine(
        name,
        standing,
        tuple(amounts.get(name, "–") for name in columns),
        shown_items,
        shown_cards if cards else Wikitext(""),
        is_shortened=(shown_items, shown_cards) != (all_items, all_cards),
    )


def standing_of(player: Player, phase: int) -> str:
    """Return as text whether the player is reputable (R6), and whether they are inactive (R8)."""
    standing = "reputable" if player.is_reputable else "not yet reputable"
    return f"{standing}, inactive" if player.is_inactive(phase) else standing


def _listed(words: Iterable[str]) -> Wikitext:
    return inline(", ".join(words) or "–")


def _fits(cell: Wikitext) -> bool:
    return size(cell) <= MAX_PER_CELL


def _as_many_as_fit(words: list[str]) -> Wikitext:
    """Return as many of these words as fit into a cell, and the number of the words left out."""
    shown = len(words)
    while shown and not _fits(cell := _listed([*words[:shown], f"and {len(words) - shown} more"])):
        shown //= 2
    return cell if shown else _listed([f"{len(words)} kinds of items"])


def items_by_player(cycle: Cycle, names: list[str]) -> dict[str, list[Holding]]:
    """Return each player's items, in the law's order, and their values that differ from the initial value.

    Cards are left out.
    """
    law = cycle.law
    items = items_of(law)
    held: dict[str, list[tuple[tuple[int, str], Holding]]] = defaultdict(list)
    balances = Balance.objects.filter(cycle=cycle, holder__in=names, amount__gt=0).order_by()
    for holder, item, amount in balances.values_list("holder", "item", "amount").iterator(chunk_size=5000):
        place, column = (items[item].place, items[item].plural) if item in items else (1_000_000, item)
        held[holder].append(((place, item), Holding(column, str(amount), amount_of_item(law, item, amount))))
    found = defaultdict(
        list, {holder: [each for _, each in sorted(lines, key=lambda line: line[0])] for holder, lines in held.items()}
    )
    for name, values in values_of_players(cycle, names).items():
        found[name] += [
            Holding(value.name, value.words, f"{value.name}: {value.words}")
            for value in noteworthy(values)
            if not value.is_hidden
        ]
    return found


@dataclass(frozen=True, slots=True)
class Alike:
    """A number of cards that look the same."""

    count: int
    species: str
    extras: str


def _cards(cycle: Cycle, names: list[str]) -> dict[str, list[Alike]]:
    """Return each player's cards. The database groups and counts cards that look the same."""
    held: dict[str, list[Alike]] = defaultdict(list)
    faces: dict[str, Face | None] = {}
    rows = (
        Card.objects.filter(cycle=cycle, holder__in=names)
        .order_by()
        .values_list("holder", *CARD_COLUMNS)
        .annotate(count=Count("pk"))
    )
    for holder, species, values, suits, colours, types, _, modifiers, count in rows.iterator(chunk_size=5000):
        face = faces.setdefault(species, face_of_species(cycle.law, pointer(SPECIES, species)))
        held[holder].append(Alike(count, species, _extras(face, values, suits, colours, types, modifiers)))
    return held


def _extras(
    face: Face | None,
    values: list[Any],
    suits: list[str],
    colours: list[str],
    types: list[str],
    modifiers: list[Any],
) -> str:
    """Return the attributes of this copy beyond its species, as text in a cell.

    "also" is said only if the species, as in `face`, has attributes of the same sort.
    """
    own = [str(part) for part in (*values, *suits, *colours, *types)]
    has = (face.values, face.suits, face.colours, face.types) if face else ()
    also = "also " if any(mine and its for mine, its in zip((values, suits, colours, types), has, strict=False)) else ""
    parts = [f"{also}{', '.join(own)}"] if own else []
    if modifiers:
        parts.append(", ".join(sorted(_modifier(modifier) for modifier in modifiers)))
    return "; ".join(parts)


def _modifier(modifier: dict[str, Any]) -> str:
    remembers = [str(value) for key, value in sorted(modifier.items()) if key != "name"]
    return str(modifier["name"]) + (f": {', '.join(remembers)}" if remembers else "")


def _cards_in_full(cards: list[Alike]) -> list[str]:
    lines = sorted(cards, key=lambda card: (card.species, card.extras))
    return [
        ("" if card.count == 1 else f"{card.count} × ") + card.species + (f" ({card.extras})" if card.extras else "")
        for card in lines
    ]


def _cards_by_species(cards: list[Alike]) -> list[str]:
    counts: dict[str, int] = defaultdict(int)
    for card in cards:
        counts[card.species] += card.count
    return [species if count == 1 else f"{count} × {species}" for species, count in sorted(counts.items())]


def _cards_counted(cards: list[Alike]) -> str:
    count = sum(card.count for card in cards)
    return f"{count} card{'' if count == 1 else 's'}"
