"""The page of the gamestate: the phase, who plays and what they own, what is voted on, what happened lately."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from nomic.court.appointment import judge_of
from nomic.cycles.models import Cycle, Entry, PhaseSeed
from nomic.inventory.law import items_of, named
from nomic.inventory.models import Balance, Card
from nomic.law.sections import Law
from nomic.players.models import Player
from nomic.proposals.law import ProposalRules
from nomic.proposals.models import Proposal, ProposalStatus
from nomic.proposals.tally import tallies
from nomic.wiki import match_pages
from nomic.wiki.escape import Wikitext
from nomic.wiki.models import WikiPage
from nomic.wiki.pages import MOST_BYTES, address, fill_template, instant, size

RECENT = 25
MOST_PROPOSALS = 200
CARD_COLUMNS = ("species", "own_values", "own_suits", "own_colours", "own_types", "modifiers")


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player as the page shows them."""

    name: str
    standing: str
    joined: Wikitext
    items: str
    cards: str


@dataclass(frozen=True, slots=True)
class ProposalLine:
    """An open proposal as the page shows it."""

    number: int
    title: str
    author: str
    class_title: str
    ends: Wikitext
    votes: str


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry of the journal as the page shows it."""

    seq: int
    at: Wikitext
    words: str


def render(page: WikiPage, cycle: Cycle) -> Wikitext:
    """The gamestate page, in as much detail as fits on a page of the wiki. The number of queries is always the same."""
    law = cycle.law
    players = list(Player.objects.filter(cycle=cycle, left_at=None).order_by("name"))
    items = _items(cycle, law)
    cards = _cards(cycle)
    context = {
        "commitment": PhaseSeed.objects.filter(cycle=cycle, phase=cycle.phase)
        .values_list("commitment", flat=True)
        .first()
        or "–",
        "dice": address(f"c/{cycle.slug}/chance/", "check the dice"),
        "judge": judge_of(cycle) or "nobody",
        "proposals": _proposals(cycle, law),
        "matches": match_pages.going_on(page, cycle),
        "results": match_pages.results(page, cycle),
        "entries": _entries(cycle),
        "phase_end": instant(cycle.phase_ends_at),
        "phase_start": instant(cycle.phase_started_at),
    }
    # The less there is room for, the less is said of cards, and at last of players.
    for detail in (_cards_in_full, _cards_by_species, _cards_counted):
        lines = [
            _player_line(player, cycle.phase, items[player.name], detail(cards[player.name])) for player in players
        ]
        text = fill_template("gamestate.wiki", page, cycle, players=lines, left_out=0, **context)
        if size(text) <= MOST_BYTES:
            return text
    room = max(1, len(lines) * MOST_BYTES // (size(text) * 2))
    return fill_template("gamestate.wiki", page, cycle, players=lines[:room], left_out=len(lines) - room, **context)


def _player_line(player: Player, phase: int, items: list[str], cards: str) -> PlayerLine:
    standing = "reputable" if player.is_reputable else "not yet reputable"
    if player.is_inactive(phase):
        standing += ", inactive"
    return PlayerLine(player.name, standing, instant(player.joined_at), ", ".join(items) or "–", cards or "–")


def _items(cycle: Cycle, law: Law) -> dict[str, list[str]]:
    """What each holder has of what is no card, in the law's order."""
    places = {name: (item.place, name) for name, item in items_of(law).items()}
    held: dict[str, list[tuple[tuple[int, str], str]]] = defaultdict(list)
    balances = Balance.objects.filter(cycle=cycle, amount__gt=0).order_by().values_list("holder", "item", "amount")
    for holder, item, amount in balances.iterator(chunk_size=5000):
        held[holder].append((places.get(item, (1_000_000, item)), named(law, item, amount)))
    return defaultdict(list, {holder: [words for _, words in sorted(lines)] for holder, lines in held.items()})


@dataclass(frozen=True, slots=True)
class Alike:
    """So many cards that look the same."""

    count: int
    species: str
    extras: str


def _cards(cycle: Cycle) -> dict[str, list[Alike]]:
    """Each holder's cards, those that look the same counted by the database."""
    held: dict[str, list[Alike]] = defaultdict(list)
    rows = (
        Card.objects.filter(cycle=cycle)
        .exclude(holder="")
        .order_by()
        .values_list("holder", *CARD_COLUMNS)
        .annotate(count=Count("pk"))
    )
    for holder, species, values, suits, colours, types, modifiers, count in rows.iterator(chunk_size=5000):
        held[holder].append(Alike(count, species, _extras(values, suits, colours, types, modifiers)))
    return held


def _extras(values: list[Any], suits: list[str], colours: list[str], types: list[str], modifiers: list[Any]) -> str:
    """What this copy has beyond its species, in a cell."""
    own = [str(part) for part in (*values, *suits, *colours, *types)]
    parts = [f"also {', '.join(own)}"] if own else []
    if modifiers:
        parts.append(", ".join(sorted(_modifier(modifier) for modifier in modifiers)))
    return "; ".join(parts)


def _modifier(modifier: dict[str, Any]) -> str:
    remembers = [str(value) for key, value in sorted(modifier.items()) if key != "name"]
    return str(modifier["name"]) + (f" ({', '.join(remembers)})" if remembers else "")


def _cards_in_full(cards: list[Alike]) -> str:
    lines = sorted(cards, key=lambda card: (card.species, card.extras))
    return ", ".join(
        ("" if card.count == 1 else f"{card.count} × ") + card.species + (f" [{card.extras}]" if card.extras else "")
        for card in lines
    )


def _cards_by_species(cards: list[Alike]) -> str:
    counts: dict[str, int] = defaultdict(int)
    for card in cards:
        counts[card.species] += card.count
    return ", ".join(species if count == 1 else f"{count} × {species}" for species, count in sorted(counts.items()))


def _cards_counted(cards: list[Alike]) -> str:
    count = sum(card.count for card in cards)
    return f"{count} card{'' if count == 1 else 's'}" if count else ""


def _proposals(cycle: Cycle, law: Law) -> list[ProposalLine]:
    proposals = list(
        Proposal.objects.filter(cycle=cycle, status=ProposalStatus.OPEN)
        .order_by("number")
        .defer("text", "amendments")[:MOST_PROPOSALS]
    )
    counted = tallies(proposals)
    rules = law.section_or_none("proposals", ProposalRules)
    classes = rules.classes if rules is not None else {}
    lines = []
    for proposal in proposals:
        votes = counted[proposal.pk]
        class_ = classes.get(proposal.class_name)
        lines.append(
            ProposalLine(
                proposal.number,
                proposal.title,
                proposal.author,
                class_.title if class_ is not None else proposal.class_name,
                instant(proposal.ends_at),
                f"{votes.votes_for} for, {votes.votes_against} against, {votes.votes_unclear} unclear",
            )
        )
    return lines


def _entries(cycle: Cycle) -> list[EntryLine]:
    entries = Entry.objects.filter(cycle=cycle).order_by("-seq").only("seq", "at", "words")[:RECENT]
    return [EntryLine(entry.seq, instant(entry.at), " ".join(entry.words)[:1000]) for entry in entries]
