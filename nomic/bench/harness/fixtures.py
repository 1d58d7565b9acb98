"""Fixtures: cycles with many players, created as quickly as possible."""

from datetime import timedelta
from itertools import islice
from typing import Any

from nomic.accounts.models import Person
from nomic.chance.random_tokens import fresh_hex
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import create_cycle
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle, Entry
from nomic.inventory.models import Balance, Card
from nomic.players.models import Player

TEMPLATE = "cycle-16"
PACK = "Already-opened Pack"
MONEY = "Vertebra"
KEEPER = "Bench-keeper"
BATCH = 2_000


AMENDMENTS: list[dict[str, Any]] = [
    {"op": "replace", "path": f"/shop/offers/{PACK}/costs/{MONEY}", "value": 4},
    {
        "op": "add",
        "path": "/rules/measured",
        "value": {"title": "Measured", "body": "This hall is measured.", "parent": None, "place": 900},
    },
]


def new_user(name: str, **more: Any) -> Actor:
    """Return a new user as an actor."""
    return Actor.person(Person.objects.get_or_create(username=name, defaults=more)[0])


def keeper() -> Actor:
    """Return an admin, who makes corrections and plays in every benchmarked cycle."""
    return new_user(KEEPER, is_staff=True, is_superuser=True)


def open_cycle(slug: str, *, practice: bool = False) -> Cycle:
    """Create and return a cycle under the usual law, in which the keeper plays and has submitted proposal 1.

    If `practice` is set, the keeper owns it.
    """
    create_cycle(TEMPLATE, slug=slug, title=slug, practice=practice, owner_name=KEEPER if practice else "")
    perform(slug, keeper(), "join", {})
    perform(slug, keeper(), "submit-proposal", {"title": "Measured", "text": "Why not?", "amendments": AMENDMENTS})
    return Cycle.objects.get(slug=slug)


def add_player(slug: str, name: str, money: int = 10_000) -> Actor:
    """Add a player with `money` to a cycle, and return the player as an actor."""
    actor = new_user(name)
    perform(slug, actor, "join", {})
    grant = {"player": name, "item": MONEY, "count": money, "reason": "to be measured"}
    perform(slug, keeper(), "correct-grant", grant)
    return actor


def insert_players(cycle: Cycle, count: int, *, cards: int = 0, reputable: bool = True) -> list[Player]:
    """Insert players with cards directly into the tables, bypassing the journal: a replay does not reproduce them."""
    joined = cycle.now() - timedelta(days=7)
    players = Player.objects.bulk_create(
        (
            Player(
                cycle=cycle,
                name=f"{cycle.slug}-{number}",
                joined_at=joined,
                joined_phase=0,
                reputable_since=joined if reputable else None,
                ever_reputable=reputable,
                last_act_phase=cycle.phase,
            )
            for number in range(count)
        ),
        batch_size=BATCH,
    )
    _give_items(cycle, players)
    _give_cards(cycle, players, cards)
    return players


def _give_items(cycle: Cycle, players: list[Player]) -> None:
    """Insert balances of four kinds of items for each player."""
    items = list(cycle.law.document["items"])
    Balance.objects.bulk_create(
        (
            Balance(cycle=cycle, holder=player.name, item=items[place % len(items)], amount=1 + number % 9)
            for number, player in enumerate(players)
            for place in range(number, number + 4)
        ),
        batch_size=BATCH,
    )


def _give_cards(cycle: Cycle, players: list[Player], count: int) -> None:
    """Insert `count` cards for each player, a third of them with a modifier."""
    species, modifiers = list(cycle.law.document["cards"]), list(cycle.law.document["modifiers"])
    Card.objects.bulk_create(
        (
            Card(
                cycle=cycle,
                code=f"{number:05x}{copy:03x}",
                holder=player.name,
                species=species[(number + copy) % len(species)],
                modifiers=[{"name": modifiers[(number * copy) % len(modifiers)]}] if copy % 3 == 0 else [],
                made_by=1,
            )
            for number, player in enumerate(players)
            for copy in range(count)
        ),
        batch_size=BATCH,
    )


def lengthen_journal(cycle: Cycle, length: int) -> None:
    """Lengthen the journal to `length` entries, with draws, movements and answers, by copying entries of this cycle.

    The rows bypass the journal. A replay does not reproduce them, and the ledger's sums are wrong.
    """
    models = list(Entry.objects.whole().filter(cycle=cycle, actor_kind="person"))
    numbers = iter(range(cycle.seq + 1, length + 1))
    while batch := list(islice(numbers, BATCH)):
        _write_again(cycle, [(models[number % len(models)], number) for number in batch])
    newest = Entry.objects.filter(cycle=cycle).order_by("-seq")[0]
    cycle.seq, cycle.head = newest.seq, newest.digest
    cycle.save(update_fields=["seq", "head"])


def _write_again(cycle: Cycle, pairs: list[tuple[Entry, int]]) -> None:
    """Insert copies of these entries, each under the number paired with it."""
    Entry.objects.bulk_create(
        _copy(model, seq=seq, key=fresh_hex(16), digest=fresh_hex(32), mark=int(fresh_hex(8), 16) >> 1)
        for model, seq in pairs
    )


def _copy(entry: Entry, **columns: Any) -> Entry:
    """Return a copy of an entry with the given columns changed."""
    fields = [field.attname for field in Entry._meta.concrete_fields if not field.primary_key]
    return Entry(**{name: getattr(entry, name) for name in fields} | columns)
