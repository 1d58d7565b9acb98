"""The people affected by a proposal: players, people named in it, and holders of what it changes."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from nomic.cycles.models import Cycle
from nomic.effects.language.nodes.item_holders import holder_in_words
from nomic.inventory.models import Balance, Card
from nomic.law.diff.law_differences import Differences
from nomic.players.models import Player
from nomic.proposals.models import Proposal

MAX_NAMES = 200  # words of it that are looked up among items, cards and players
MAX_KINDS = 12
MAX_HOLDERS = 8  # of each item
MAX_CARDS = 2_000  # with modifiers
MODIFIERS = "modifiers"  # the section of a law, and the inventory's word for them


@dataclass(frozen=True, slots=True)
class Holders:
    """The holders of something that would change, largest amounts first. `others` is how many are not listed."""

    what: str
    most: tuple[tuple[str, int], ...]
    others: int


@dataclass(frozen=True, slots=True)
class Touched:
    """The number of players, the players named in the proposal, and the holders."""

    players: int
    named: tuple[str, ...]
    holders: tuple[Holders, ...]


def touched_by(cycle: Cycle, proposal: Proposal, change: Differences | None) -> Touched:
    """Return the people who are affected by a proposal, whose diff against the current law is `change`."""
    words = list(dict.fromkeys(_words([proposal.amendments, proposal.effects])))[:MAX_NAMES]
    playing = Player.objects.filter(cycle=cycle, left_at=None)
    named = playing.filter(name__in=words).order_by("name").values_list("name", flat=True)
    held = _held(cycle, list(dict.fromkeys(_parts(change)))[:MAX_NAMES]) if change is not None else {}
    return Touched(playing.count(), tuple(named), tuple(_holders(held)))


def _words(value: Any) -> Iterator[str]:
    """Yield every string in a JSON value that could be a name, including keys of maps."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict):
            waiting += [*each.values(), *each.keys()]
        elif isinstance(each, list):
            waiting += each


def _parts(change: Differences) -> Iterator[tuple[str, str]]:
    """Yield the parts of the changed paths, each with its section."""
    for path in (*(value.path for value in change.values), *(effect.path for effect in change.effects)):
        section, *parts = (part.replace("~1", "/").replace("~0", "~") for part in path.split("/")[1:])
        yield from ((section, part) for part in parts)


def _held(cycle: Cycle, parts: list[tuple[str, str]]) -> dict[str, Counter[str]]:
    """Return the holders and amounts of each named thing."""
    names = {part for _, part in parts}
    held: dict[str, Counter[str]] = {}
    if not names:
        return held
    balances = Balance.objects.filter(cycle=cycle, item__in=names, amount__gt=0).values_list("item", "holder", "amount")
    species = Card.objects.filter(cycle=cycle, species__in=names).exclude(holder="").values_list("species", "holder")
    for name, holder, count in (*balances, *species.annotate(count=Count("pk")).order_by("species", "holder")):
        held.setdefault(name, Counter())[holder] += count
    modifiers = {part for section, part in parts if section == MODIFIERS}
    if modifiers:
        cards = Card.objects.filter(cycle=cycle).exclude(holder="").filter(modifiers__isnull=False)
        for card in cards.only("holder", "modifiers")[:MAX_CARDS]:
            for name in modifiers.intersection(card.modifier_names):
                held.setdefault(name, Counter())[card.holder] += 1
    return held


def _holders(held: Mapping[str, Counter[str]]) -> Iterator[Holders]:
    for name in sorted(held)[:MAX_KINDS]:
        most = sorted(held[name].items(), key=lambda row: (-row[1], row[0]))
        named = tuple((holder_in_words(holder), count) for holder, count in most[:MAX_HOLDERS])
        yield Holders(name, named, max(len(most) - MAX_HOLDERS, 0))
