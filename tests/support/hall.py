"""Fixtures for tests of a cycle: a running cycle, its people, a clock, and helpers that perform and check acts."""

import functools
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest import mock

import pytest
import time_machine
from django.apps import apps
from django.conf import settings
from django.db import connection, transaction

from nomic.accounts.models import Person
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Availability, availability
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import begin_cycle, create_cycle_row
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.cycles.history import replay as replaying
from nomic.cycles.history.replay import recorded_source as replay_source
from nomic.cycles.history.replay import replay_journal
from nomic.cycles.journal.append import ReplaySource
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.schedule.settle import settle
from nomic.cycles.state_digest import digest_of, state_of
from nomic.inventory.ledger import discrepancies
from nomic.inventory.models import Balance, Card
from nomic.law.document.templates import document_of
from nomic.matches.hosting.loaded_match import LoadedMatch
from nomic.matches.models import Match
from nomic.players.models import Player
from nomic.proposals.models import Draft
from nomic.wiki.cycle_pages import make_pages
from tests.support.fixture_cache import acted, opened

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
    """Return a new copy of the initial law of Cycle 16."""
    return json.loads(_cycle_16())  # a fraction of the time that a deep copy takes


def bare_law() -> Document:
    """Return a minimal law: no items, no cards, no shop, and no way to win."""
    document = {name: cycle_16()[name] for name in ("calendar", "membership")}
    return document | {
        "cycle": {"title": "A bare cycle"},
        "rules": {"time": {"title": "Time", "body": "There is time.", "clauses": {"standard": STANDARD}}},
    }


def wordless() -> Document:
    """Return Cycle 16's law with only one rule, which declares the classes.

    The rule's text mentions nothing that a test may repeal.
    """
    return with_rules({"time": {"title": "Time", "body": "There is time.", "clauses": classes_16()}})


def with_rules(rules: Document) -> Document:
    """Return Cycle 16's law with these rules in place of its own, and without the section "belongs".

    If none of them has a class of proposals, a rule with the classes of Cycle 16 is added.
    """
    has_classes = any("class" in clause for rule in rules.values() for clause in rule.get("clauses", {}).values())
    voting = {"title": "Voting", "body": "", "place": 9_000, "clauses": classes_16()}
    law = cycle_16() | {"rules": rules if has_classes else rules | {"voting": voting}}
    del law["belongs"]
    return granting(law)


def granting(law: Document) -> Document:
    """Return the law with Cycle 16's first grant (R7), in a rule on Vertebrae that is added unless the law has one."""
    grant = cycle_16()["rules"]["vertebrae"]["clauses"]["first-grant"]
    rule = {"title": "Vertebrae", "body": "", "place": 9_001, "clauses": {"first-grant": grant}}
    return law | {"rules": {"vertebrae": rule} | law["rules"]}


def classes_16() -> Document:
    """Return the clauses of Cycle 16 that declare classes of proposals, without their own sentences."""
    rules = cycle_16()["rules"]
    classes = {name: rules[f"{name}-class-proposal"]["clauses"][name] for name in ("standard", "urgent", "exploration")}
    return {name: {**each, "says": ""} for name, each in classes.items()}


class Clock:
    """A frozen clock that a test sets."""

    def __init__(self, traveller: Any) -> None:
        self._traveller = traveller
        self.now = START

    def to(self, instant: datetime) -> None:
        """Set the clock."""
        self.now = instant
        self._traveller.move_to(instant)

    def wait(self, **span: float) -> None:
        """Advance the clock: `wait(hours=3)`."""
        self.to(self.now + timedelta(**span))


class Hall:
    """A cycle that a test plays. People are given by name, and are created when first mentioned."""

    def __init__(self, cycle: Cycle, clock: Clock) -> None:
        self.slug = cycle.slug
        self.pk = cycle.pk
        self.clock = clock
        self._actors: dict[str, Actor] = {}

    @property
    def cycle(self) -> Cycle:
        """The cycle's current row, read from the database."""
        return Cycle.objects.get(slug=self.slug)

    def actor(self, name: str) -> Actor:
        """Return the person of that name as an actor. ADMIN is an admin."""
        if name not in self._actors:
            may_all = {"is_staff": name == ADMIN, "is_superuser": name == ADMIN}
            person, _ = Person.objects.get_or_create(username=name, defaults=may_all)
            self._actors[name] = Actor.person(person)
        return self._actors[name]

    def do(self, name: str, action: str, **args: Any) -> Entry:
        """Perform an act, which must be accepted, and return its entry."""
        return perform(self.slug, self.actor(name), action, args).entry

    def join(self, *names: str) -> None:
        """Let people join in this order."""

        def all_of_them() -> None:
            for name in names:
                self.do(name, "join")

        self.once(f"join {names}", all_of_them)

    def once(self, name: str, make: Callable[[], object]) -> None:
        """Run `make`, or restore the state after an earlier run under the same name."""

        def done() -> tuple[dict[str, Actor], datetime]:
            make()
            return dict(self._actors), self.clock.now

        actors, now = acted(f"{name} {self.pk} {self.clock.now}", done)
        self._actors |= actors
        self.clock.to(now)

    def grant(self, name: str, item: str, count: int = 1) -> None:
        """Create items for somebody, by an admin's correction."""
        self.do(ADMIN, "correct-grant", player=name, item=item, count=count, reason="for the test")

    def grant_card(self, name: str, species: str = "5", modifiers: list[str] | None = None) -> Card:
        """Create a card for somebody, by an admin's correction."""
        args = {"player": name, "species": species, "modifiers": modifiers or [], "reason": "for the test"}
        entry = self.do(ADMIN, "correct-grant-card", **args)
        return Card.objects.get(cycle=self.pk, made_by=entry.seq)

    def propose(self, name: str, *amendments: dict[str, Any], **more: Any) -> str:
        """Submit a proposal and return its code."""
        args = {"title": "A change", "text": "Words.", "amendments": list(amendments)} | more
        entry = self.do(name, "submit-proposal", **args)
        return next(event["proposal"] for event in entry.events if event["kind"] == "proposal-submitted")

    def vote(self, proposal: str, **votes: str) -> None:
        """Vote on a proposal as these people: `vote(code, ada="for")`."""
        for name, vote in votes.items():
            self.do(name, "vote", proposal=proposal, vote=vote)

    def propose_and_vote(
        self, name: str, *amendments: dict[str, Any], by: Sequence[str], at: datetime, **more: Any
    ) -> str:
        """Submit a proposal, let people vote for it, and go on to an instant. Return the proposal's code."""
        code = self.propose(name, *amendments, **more)
        self.vote(code, **dict.fromkeys(by, "for"))
        self.to(at)
        return code

    def refused(self, name: str, action: str, code: str, rule: str = "", /, **args: Any) -> Refused:
        """Assert that an act is refused, with this code and a rule that contains `rule`, and changes nothing."""
        with self.nothing_changes(), pytest.raises(Refused) as caught:
            perform(self.slug, self.actor(name), action, args)
        assert caught.value.code == code, caught.value
        assert rule in caught.value.rule
        assert caught.value.detail
        return caught.value

    def bad(self, name: str, action: str, field: str, /, **args: Any) -> BadArguments:
        """Assert that an act is rejected for a field that begins with `field`, and changes nothing."""
        with self.nothing_changes(), pytest.raises(BadArguments) as caught:
            perform(self.slug, self.actor(name), action, args)
        fields = [error.field for error in caught.value.errors]
        assert any(named.startswith(field) for named in fields), fields
        assert all(error.detail for error in caught.value.errors)
        return caught.value

    def publish(self) -> None:
        """Publish the cycle: create the rows of its wiki pages."""
        Cycle.objects.filter(pk=self.pk).update(published=True)
        make_pages(self.cycle)

    def nothing_changes(self) -> "Unchanged":
        """Return a context manager that asserts that no row of any cycle changes, nor any queued message."""
        return Unchanged(self)

    def settle(self) -> int:
        """Settle the cycle up to the current time."""
        return settle(self.slug)

    def to(self, instant: datetime) -> None:
        """Set the clock, and settle what is due."""
        self.clock.to(instant)
        self.settle()

    def wait(self, **span: float) -> None:
        """Advance the clock, and settle what is due: `wait(hours=3)`."""
        self.clock.wait(**span)
        self.settle()

    def next_phase(self) -> None:
        """Advance the clock to the first second of the next phase, and settle what is due."""
        self.to(self.cycle.phase_ends_at + timedelta(seconds=1))

    def pass_on(self, instant: datetime) -> None:
        """Set the clock without settling the cycle."""
        self.clock.to(instant)

    @property
    def digest(self) -> str:
        return digest_of(state_of(self.cycle))

    def has(self, name: str, item: str) -> int:
        """Return the number of an item that somebody has."""
        amounts = Balance.objects.filter(cycle=self.pk, holder=name, item=item).values_list("amount", flat=True)
        return amounts.first() or 0

    def cards(self, name: str) -> list[Card]:
        """Return somebody's cards, the oldest first."""
        return list(Card.objects.filter(cycle=self.pk, holder=name).order_by("made_by", "code"))

    def player(self, name: str) -> Player:
        return Player.objects.get(cycle=self.pk, name=name)

    def entries(self, action: str = "") -> list[Entry]:
        """Return the entries of the journal, or only those of one action."""
        entries = Entry.objects.filter(cycle=self.pk).order_by("seq")
        return list(entries.filter(action=action) if action else entries)

    def actions(self, after: int = 0) -> list[str]:
        """Return the names of the actions after an entry, in order."""
        return [entry.action for entry in self.entries() if entry.seq > after]

    def to_move(self) -> list[str]:
        """Return the players whose turn it is in the newest match, in the order of their seats."""
        cycle = self.cycle
        match = Match.objects.filter(cycle=cycle).latest("pk")
        seats = LoadedMatch(cycle, match).seats
        return [seat.player for seat in seats if seat.to_act and not match.is_over]

    def read_context(self, name: str) -> ReadContext:
        """Return a context for reading the cycle as this person."""
        cycle = self.cycle
        return ReadContext(cycle, self.actor(name), cycle.now())

    def can(self, name: str) -> dict[str, Availability]:
        """Return the availability of each action for somebody, by the action's name."""
        return {each.action.name: each for each in availability(self.read_context(name))}

    def is_sound(self) -> None:
        """Assert that the ledger adds up, no balance is negative, and the journal replays to the same state.

        The replay finds its own words for every entry, so that they are compared too.
        """
        assert discrepancies(self.pk) == []
        assert not Balance.objects.filter(cycle=self.pk, amount__lt=0).exists()
        with transaction.atomic(), mock.patch.object(replaying, "recorded_source", _without_words):
            replayed = replay_journal(self.cycle)
            assert replayed.difference == ""
            assert replayed.digest == replayed.original_digest
            assert replayed.same
            transaction.set_rollback(True)  # a fifth of the time that it takes to discard the fork


def _without_words(*recorded: Any) -> ReplaySource:
    return replace(replay_source(*recorded), original=None)


class Unchanged:
    """Context manager that settles the cycle first, and then asserts that no row of any cycle changes."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def __enter__(self) -> None:
        self._hall.settle()
        self._before = rows_of_cycles()

    def __exit__(self, *problem: object) -> None:
        if problem[0] is None:
            assert rows_of_cycles() == self._before


def rows_of_cycles() -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of the tables of cycles, by table."""
    rows = {}
    with connection.cursor() as cursor:
        for table in _tables_of_cycles():
            cursor.execute(f'SELECT * FROM "{table}" ORDER BY 1')
            rows[table] = cursor.fetchall()
    return rows


@functools.cache
def _tables_of_cycles() -> list[str]:
    """Return the tables of the rooms and games.

    Excludes accounts, which an act may create, and drafts, which are private to their authors.
    """
    rooms = [app for app in apps.get_app_configs() if app.name.startswith("nomic.") or app.name in settings.GAMES]
    models = [model for app in rooms if app.label != "accounts" for model in app.get_models()]
    return [model._meta.db_table for model in models if model is not Draft]


OpenCycle = Callable[..., Hall]


@pytest.fixture
def clock() -> Iterator[Clock]:
    """A clock, frozen at the start of phase 0."""
    with time_machine.travel(START, tick=False) as traveller:
        yield Clock(traveller)


@pytest.fixture
def open_cycle(db: None, clock: Clock) -> OpenCycle:
    """A function that begins a cycle under a law, by default that of Cycle 16: `open_cycle(document, slug="x")`.

    The people in `joined` join it in this order.
    """

    def begin_one(
        document: Document | None = None, *, starts_at: datetime = START, joined: Sequence[str] = (), **more: Any
    ) -> Hall:
        fields = {"slug": "hall", "template": "cycle-16"} | more
        law = cycle_16() if document is None else document

        def make() -> Cycle:
            cycle = create_cycle_row(law, starts_at=starts_at, **fields)
            begin_cycle(cycle)
            return cycle

        name = repr(("Cycle 16" if document is None else document, starts_at, fields, clock.now))
        hall = Hall(opened(name, make), clock)
        if joined:
            hall.join(*joined)
        return hall

    return begin_one


@pytest.fixture
def hall(open_cycle: OpenCycle) -> Hall:
    """A new cycle under the law of Cycle 16, without players."""
    return open_cycle()


@pytest.fixture
def cast(hall: Hall) -> Hall:
    """Cycle 16 with three founders (ada, bob and eve), reputable, 20 Vertebrae each."""
    hall.join("ada", "bob", "eve")
    return hall
