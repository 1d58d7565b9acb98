"""A running cycle, people to act in it, a clock to set, and words for what happens in a test."""

import functools
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.conf import settings
from django.db import connection, transaction

from nomic.accounts.models import Person
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Availability, availability
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import begin, found
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.cycles.history.replay import replay
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.schedule.settle import settle
from nomic.cycles.state_digest import digest_of, state_of
from nomic.inventory.ledger import discrepancies
from nomic.inventory.models import Balance, Card
from nomic.law.document.templates import document_of
from nomic.players.models import Player
from nomic.proposals.models import Draft
from tests.support.remembered import acted, opened

START = datetime(2024, 1, 1, tzinfo=UTC)  # a Monday, so phase 0 is a whole rest phase
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
BATTLE = START + 3 * DAY  # phase 1
WEEK = START + 7 * DAY  # phase 2
ADMIN = "keeper"

Document = dict[str, Any]
AGAINST = {"sum": ["$against", "$unclear"]}
STANDARD: Document = {
    "class": "Standard",
    "default": True,
    "lasts": {"phases": 1},
    "passes": {"is": ["$for", "more_than", AGAINST]},
}


@functools.cache
def _cycle_16() -> str:
    return json.dumps(document_of("cycle-16"))


def cycle_16() -> Document:
    """A copy of the law that Cycle 16 begins with, to be changed at will."""
    return json.loads(_cycle_16())  # a fraction of the time that a deep copy takes


def bare_law() -> Document:
    """The smallest law there can be: no items, no cards, no shop, nothing to win."""
    document = {name: cycle_16()[name] for name in ("calendar", "membership")}
    return document | {
        "cycle": {"title": "A bare cycle"},
        "rules": {"time": {"title": "Time", "body": "There is time.", "clauses": {"standard": STANDARD}}},
    }


def wordless() -> Document:
    """Cycle 16's law with a single rule, so that no words speak of what a test repeals; it has the classes."""
    return with_rules({"time": {"title": "Time", "body": "There is time.", "clauses": classes_16()}})


def with_rules(rules: Document) -> Document:
    """Cycle 16's law with these rules instead of its own, to none of which anything is said to belong.

    Where none of them has a class of proposals, one more does.
    """
    has_classes = any("class" in clause for rule in rules.values() for clause in rule.get("clauses", {}).values())
    voting = {"title": "Voting", "body": "", "place": 9_000, "clauses": classes_16()}
    law = cycle_16() | {"rules": rules if has_classes else rules | {"voting": voting}}
    del law["belongs"]
    return granting(law)


def granting(law: Document) -> Document:
    """This law with the first grant (R7) of Cycle 16 in its rule on Vertebrae, or in one of its own."""
    grant = cycle_16()["rules"]["vertebrae"]["clauses"]["first-grant"]
    rule = {"title": "Vertebrae", "body": "", "place": 9_001, "clauses": {"first-grant": grant}}
    return law | {"rules": {"vertebrae": rule} | law["rules"]}


def classes_16() -> Document:
    """The clauses of Cycle 16 that are its classes of proposals, without the sentences that quote their old places."""
    rules = cycle_16()["rules"]
    classes = {name: rules[f"{name}-class-proposal"]["clauses"][name] for name in ("standard", "urgent", "exploration")}
    return {name: {**each, "says": ""} for name, each in classes.items()}


class Clock:
    """The world's clock, standing still until it is set."""

    def __init__(self, traveller: Any) -> None:
        self._traveller = traveller
        self.now = START

    def to(self, instant: datetime) -> None:
        """Let it be that instant."""
        self.now = instant
        self._traveller.move_to(instant)

    def wait(self, **span: float) -> None:
        """Let so much time pass: `wait(hours=3)`."""
        self.to(self.now + timedelta(**span))


class Hall:
    """A cycle as a test plays it. Names stand for people; they are made when first mentioned."""

    def __init__(self, cycle: Cycle, clock: Clock) -> None:
        self.slug = cycle.slug
        self.pk = cycle.pk
        self.clock = clock
        self._actors: dict[str, Actor] = {}

    @property
    def cycle(self) -> Cycle:
        """The cycle's row as it stands in the database."""
        return Cycle.objects.get(slug=self.slug)

    def actor(self, name: str) -> Actor:
        """The person of that name; ADMIN is an admin."""
        if name not in self._actors:
            may_all = {"is_staff": name == ADMIN, "is_superuser": name == ADMIN}
            person, _ = Person.objects.get_or_create(username=name, defaults=may_all)
            self._actors[name] = Actor.person(person)
        return self._actors[name]

    def do(self, name: str, action: str, **args: Any) -> Entry:
        """Somebody acts, and it is accepted."""
        return perform(self.slug, self.actor(name), action, args).entry

    def join(self, *names: str) -> None:
        """People join, one after the other."""

        def all_of_them() -> None:
            for name in names:
                self.do(name, "join")

        self.once(f"join {names}", all_of_them)

    def once(self, name: str, make: Callable[[], object]) -> None:
        """What `make` does in this cycle, or what it did when it was done under this name before."""

        def done() -> tuple[dict[str, Actor], datetime]:
            make()
            return dict(self._actors), self.clock.now

        actors, now = acted(f"{name} {self.pk} {self.clock.now}", done)
        self._actors |= actors
        self.clock.to(now)

    def grant(self, name: str, item: str, count: int = 1) -> None:
        """An admin makes items for somebody."""
        self.do(ADMIN, "correct-grant", player=name, item=item, count=count, reason="for the test")

    def grant_card(self, name: str, species: str = "5", modifiers: list[str] | None = None) -> Card:
        """An admin makes a card for somebody."""
        args = {"player": name, "species": species, "modifiers": modifiers or [], "reason": "for the test"}
        entry = self.do(ADMIN, "correct-grant-card", **args)
        return Card.objects.get(cycle=self.pk, made_by=entry.seq)

    def propose(self, name: str, *amendments: dict[str, Any], **more: Any) -> str:
        """Somebody submits a proposal; its code."""
        args = {"title": "A change", "text": "Words.", "amendments": list(amendments)} | more
        entry = self.do(name, "submit-proposal", **args)
        return next(event["proposal"] for event in entry.events if event["kind"] == "proposal-submitted")

    def vote(self, proposal: str, **votes: str) -> None:
        """People vote on a proposal: `vote(code, ada="for")`."""
        for name, vote in votes.items():
            self.do(name, "vote", proposal=proposal, vote=vote)

    def refused(self, name: str, action: str, code: str, rule: str = "", /, **args: Any) -> Refused:
        """The rules say no to this, with this code and a rule that mentions `rule`, and nothing changes."""
        with self.nothing_changes(), pytest.raises(Refused) as caught:
            perform(self.slug, self.actor(name), action, args)
        assert caught.value.code == code, caught.value
        assert rule in caught.value.rule
        assert caught.value.detail
        return caught.value

    def bad(self, name: str, action: str, field: str, /, **args: Any) -> BadArguments:
        """These arguments do not fit, the complaint names a field that begins with `field`, and nothing changes."""
        with self.nothing_changes(), pytest.raises(BadArguments) as caught:
            perform(self.slug, self.actor(name), action, args)
        fields = [error.field for error in caught.value.errors]
        assert any(named.startswith(field) for named in fields), fields
        assert all(error.detail for error in caught.value.errors)
        return caught.value

    def nothing_changes(self) -> "Unchanged":
        """A context in which nothing of a cycle changes: no state, no journal, and nothing that waits to be sent."""
        return Unchanged(self)

    def settle(self) -> int:
        """Bring the cycle to its present."""
        return settle(self.slug)

    def to(self, instant: datetime) -> None:
        """Let it be that instant, and settle what is due by then."""
        self.clock.to(instant)
        self.settle()

    def pass_on(self, instant: datetime) -> None:
        """Let it be that instant without anybody settling anything."""
        self.clock.to(instant)

    @property
    def digest(self) -> str:
        return digest_of(state_of(self.cycle))

    def has(self, name: str, item: str) -> int:
        """How many of an item somebody has."""
        amounts = Balance.objects.filter(cycle=self.pk, holder=name, item=item).values_list("amount", flat=True)
        return amounts.first() or 0

    def cards(self, name: str) -> list[Card]:
        """Somebody's cards."""
        return list(Card.objects.filter(cycle=self.pk, holder=name).order_by("made_by", "code"))

    def player(self, name: str) -> Player:
        return Player.objects.get(cycle=self.pk, name=name)

    def entries(self, action: str = "") -> list[Entry]:
        """The journal, or the entries of one action in it."""
        entries = Entry.objects.filter(cycle=self.pk).order_by("seq")
        return list(entries.filter(action=action) if action else entries)

    def actions(self, after: int = 0) -> list[str]:
        """The names of the journal's actions after an entry."""
        return [entry.action for entry in self.entries() if entry.seq > after]

    def read_context(self, name: str) -> ReadContext:
        """The cycle as it stands, seen by somebody now."""
        cycle = self.cycle
        return ReadContext(cycle, self.actor(name), cycle.now())

    def can(self, name: str) -> dict[str, Availability]:
        """What somebody can do now and why not the rest, by the action's name."""
        return {each.action.name: each for each in availability(self.read_context(name))}

    def is_sound(self) -> None:
        """The ledger adds up, nothing is negative, and the journal replays to the very same state."""
        assert discrepancies(self.pk) == []
        assert not Balance.objects.filter(cycle=self.pk, amount__lt=0).exists()
        with transaction.atomic():
            replayed = replay(self.cycle)
            assert replayed.difference == ""
            assert replayed.digest == replayed.original_digest
            assert replayed.same
            transaction.set_rollback(True)  # a fifth of the time that it takes to discard the fork


class Unchanged:
    """Asserts that no row of any cycle is another after than before, once what is due was settled."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def __enter__(self) -> None:
        self._hall.settle()
        self._before = _all_rows()

    def __exit__(self, *problem: object) -> None:
        if problem[0] is None:
            assert _all_rows() == self._before


def _all_rows() -> dict[str, list[tuple[Any, ...]]]:
    """What the tables of all cycles hold, by table; without models, which takes a tenth of the time of a digest."""
    rows = {}
    with connection.cursor() as cursor:
        for table in _tables_of_cycles():
            cursor.execute(f'SELECT * FROM "{table}" ORDER BY 1')
            rows[table] = cursor.fetchall()
    return rows


@functools.cache
def _tables_of_cycles() -> list[str]:
    """The tables of the rooms and games, but not that of people, who come to act, and of who is logged in; nor that of
    drafts, which are nobody's but their writers'."""
    rooms = [app for app in apps.get_app_configs() if app.name.startswith("nomic.") or app.name in settings.GAMES]
    models = [model for app in rooms if app.label != "accounts" for model in app.get_models()]
    return [model._meta.db_table for model in models if model is not Draft]


OpenCycle = Callable[..., Hall]


@pytest.fixture
def clock() -> Iterator[Clock]:
    """The clock, standing at the start of phase 0."""
    with time_machine.travel(START, tick=False) as traveller:
        yield Clock(traveller)


@pytest.fixture
def open_cycle(db: None, clock: Clock) -> OpenCycle:
    """Begin a cycle under a law (Cycle 16's, unless given): `open_cycle(document, slug="x")`."""

    def begin_one(document: Document | None = None, *, starts_at: datetime = START, **more: Any) -> Hall:
        fields = {"slug": "hall", "template": "cycle-16"} | more
        law = cycle_16() if document is None else document

        def make() -> Cycle:
            cycle = found(law, starts_at=starts_at, **fields)
            begin(cycle)
            return cycle

        name = repr(("Cycle 16" if document is None else document, starts_at, fields, clock.now))
        return Hall(opened(name, make), clock)

    return begin_one


@pytest.fixture
def hall(open_cycle: OpenCycle) -> Hall:
    """Cycle 16, just begun, without players."""
    return open_cycle()


@pytest.fixture
def cast(hall: Hall) -> Hall:
    """Cycle 16 with three founders (ada, bob and eve), reputable, 20 Vertebrae each."""
    hall.join("ada", "bob", "eve")
    return hall
