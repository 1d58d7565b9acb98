"""The database says of a page that it is published only where it is so, whatever went wrong on the way, in any order.

Faults of every kind, before the wiki did anything, after it, or while it still does it; workers killed at each step;
people who edit, above, below, between the markers, or take the page away; and what the page is to show changes all the
time. Once the faults stop, the page shows what it should, and people's words are where they put them.
"""

import contextlib
import itertools
import re
from collections import deque
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import hypothesis
import pytest
import time_machine
from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from nomic.cycles.models import Cycle
from nomic.outbox import leases
from nomic.wiki.models import PageKind, Resolution, WikiPage
from nomic.wiki.publishing import markers, outcomes, parked_banner, publisher
from nomic.wiki.publishing.circuit_breaker import resume_publishing
from nomic.wiki.publishing.merge import EDITED_INSIDE
from nomic.wiki.publishing.outcomes import unpark
from nomic.wiki.publishing.publisher import publish_due
from tests.support.example_counts import examples
from tests.wiki.faulty import FAULTS, Fault, FaultyWiki, Killed, Revision

LINES = 3
WORD = re.compile(r"Word\d+")
WAITS = [timedelta(seconds=5), timedelta(seconds=61), timedelta(minutes=4), timedelta(hours=2), timedelta(days=2)]


class Worker:
    """The process that publishes: killed at a step, and begun anew, here or on another machine."""

    def __init__(self) -> None:
        self._numbers = itertools.count()
        self._ended: set[str] = set()
        self.steps_to_live: int | None = None
        self.begin()

    def begin(self) -> None:
        self.name = f"worker {next(self._numbers)}"
        self.steps_to_live = None

    def killed(self, *, seen: bool) -> None:
        """`seen`: whoever comes after it on the same machine knows that it has ended."""
        if seen:
            self._ended.add(self.name)
        self.begin()

    def has_ended(self, name: str) -> bool:
        return name in self._ended

    def step(self, do: Callable[..., Any]) -> Callable[..., Any]:
        """The same, unless the worker is killed before it."""

        def unless_killed(*args: Any, **more: Any) -> Any:
            if self.steps_to_live is not None:
                self.steps_to_live -= 1
                if self.steps_to_live < 0:
                    raise Killed
            return do(*args, **more)

        return unless_killed


class Publishing(RuleBasedStateMachine):
    """One page. `open_page`, `worker` and `clock` are given by the test."""

    open_page: Callable[[], WikiPage]
    worker: Worker
    clock: Any

    @initialize()
    def begin(self) -> None:
        type(self).worker.begin()
        self.page = type(self).open_page()
        self.wiki = FaultyWiki(on_save=self.what_is_written_over_is_ours)
        self.lines = ["0"] * LINES
        self.words: list[str] = []
        self.decided: set[str] = set()
        self.lost: list[str] = []
        self.numbers = itertools.count(1)

    @property
    def where(self) -> str:
        """Where people find the page."""
        self.page.refresh_from_db()
        return self.wiki.find(self.page.published_revid or 0) or self.page.title

    # What people and the game do.

    @rule(line=st.integers(0, LINES - 1))
    def the_game_goes_on(self, line: int) -> None:
        self.lines[line] = str(int(self.lines[line]) + 1)
        WikiPage.objects.filter(pk=self.page.pk, stale_since=None).update(stale_since=timezone.now())

    @rule(where=st.sampled_from(["above", "below", "inside", "instead"]), line=st.integers(0, LINES - 1))
    def a_person_edits(self, where: str, line: int) -> None:
        now = self.wiki.newest(self.where)
        if now is None or now.text.startswith("#REDIRECT"):
            return
        word = f"Word{next(self.numbers)}."
        try:
            parts = markers.split(now.text)
        except markers.MarkersBroken:
            parts = None
        if where == "inside":
            if parts is None:
                return
            inside = parts.inside.split("\n")
            inside[line] = f"{inside[line]} {word}"
            text = markers.Parts(parts.before, "\n".join(inside), parts.after).page()
        else:
            self.words.append(word)
            text = f"{word}\n{now.text}" if where == "above" else f"{now.text}\n{word}"
            if where == "instead":
                text = f"{markers.without_markers(now.text)}\n{word}"
        self.wiki.edit(self.where, text)

    @rule()
    def an_admin_deletes_the_page(self) -> None:
        self.wiki.delete(self.where)
        self.words.clear()

    @rule(to=st.integers(1, 3), redirect=st.booleans())
    def a_person_moves_the_page(self, to: int, redirect: bool) -> None:
        """Of a page that is not known to be there nobody can say where it went."""
        if self.page.published_revid is not None:
            self.wiki.move(self.where, f"{self.where.split(' to ')[0]} to {to}", redirect=redirect)

    @rule()
    def a_person_undoes_the_edits(self) -> None:
        """What people wrote between the markers of the newest revision is taken out of it."""
        now = self.wiki.newest(self.where)
        parts = None
        with contextlib.suppress(markers.MarkersBroken):
            parts = markers.split(now.text) if now is not None else None
        if parts is not None:
            inside = re.sub(r" Word\d+\.", "", parts.inside)
            self.wiki.edit(self.where, markers.Parts(parts.before, inside, parts.after).page())

    @rule()
    def what_was_on_its_way_arrives(self) -> None:
        self.wiki.arrive()

    @rule(resolution=st.sampled_from([Resolution.OURS, Resolution.NOTED]))
    def a_person_decides(self, resolution: Resolution) -> None:
        self.page.refresh_from_db()
        if unpark(self.page, resolution):
            self.decided.add(parked_banner.remove_banner(self.page.parked_text))

    @rule()
    def a_person_says_to_go_on(self) -> None:
        resume_publishing()

    @rule(wait=st.sampled_from(WAITS))
    def time_passes(self, wait: timedelta) -> None:
        type(self).clock.shift(wait)

    # What the publisher does.

    @rule(
        faults=st.lists(st.sampled_from([None, None, *FAULTS]), max_size=7),
        steps=st.none() | st.integers(0, 9),
        seen=st.booleans(),
        by_hand=st.booleans(),
    )
    def publish(self, faults: list[Fault | None], steps: int | None, seen: bool, by_hand: bool) -> None:
        self.wiki.faults = deque(faults)
        type(self).worker.steps_to_live = steps
        try:
            publish_due(site=self.wiki, render=self.render, by_hand=by_hand)
        except Killed:
            type(self).worker.killed(seen=seen)
        type(self).worker.steps_to_live = None
        self.wiki.faults.clear()

    def render(self, page: WikiPage) -> str:
        return "\n".join(self.lines)

    # What is to hold.

    def what_is_written_over_is_ours(self, written_over: Revision, text: str) -> None:
        """What people wrote between the markers is not written over before somebody has decided about it."""
        if parked_banner.remove_banner(written_over.text) in self.decided or markers.split(written_over.text) is None:
            return
        inside = (markers.split(each) for each in (written_over.text, text))
        words, kept = (set(WORD.findall(parts.inside)) if parts else set() for parts in inside)
        self.lost += words - kept

    @invariant()
    def nothing_is_lost(self) -> None:
        """What the publisher raises it takes for trouble: what is wrong is told here."""
        assert not getattr(self, "lost", [])

    @invariant()
    def it_is_said_once(self) -> None:
        """No page says twice that it was set aside."""
        for revisions in self.wiki.pages.values() if hasattr(self, "wiki") else ():
            assert revisions[-1].text.count(parked_banner.FIRST) <= 1

    @invariant()
    def what_is_told_of_people_is_so(self) -> None:
        """Nobody is said to have edited between the markers where only the system did."""
        if not hasattr(self, "page"):
            return
        self.page.refresh_from_db()
        if self.page.state == "parked" and self.page.parked_reason == EDITED_INSIDE:
            parts = markers.split(self.page.parked_text)
            assert parts is not None
            assert "Word" in parts.inside

    @invariant()
    def what_is_published_is_so(self) -> None:
        """The revision that is named as published shows what the page is to show; nobody else's counts for it."""
        if not hasattr(self, "page"):
            return
        self.page.refresh_from_db()
        if self.page.state != "published":
            return
        revisions = self.wiki.pages.get(self.page.title, [])
        named = [each for each in revisions if each.revid == self.page.published_revid]
        for revision in named:
            parts = markers.split(revision.text)
            assert parts is not None
            assert parts.inside == self.render(self.page), "published, says the database"

    def teardown(self) -> None:
        """The faults stop; people decide what waits for them; and the page stands as it should, and stays so."""
        if not hasattr(self, "page"):
            return
        type(self).worker.begin()
        self.wiki.arrive()
        for _ in range(6):
            resume_publishing()
            self.a_person_decides(Resolution.OURS)
            type(self).clock.shift(timedelta(hours=25))  # so that what nobody made stale is compared too
            publish_due(site=self.wiki, render=self.render)
        type(self).clock.shift(timedelta(days=2))
        asked = len(self.wiki.requests)
        publish_due(site=self.wiki, render=self.render)
        assert self.wiki.requests[asked:] == [f"read {self.page.title}"], "only looked at"
        self.page.refresh_from_db()
        now = self.wiki.newest(self.page.title)
        assert now is not None
        parts = markers.split(now.text)
        assert parts is not None
        assert parts.inside == self.render(self.page)
        assert parked_banner.FIRST not in now.text
        assert (self.page.state, self.page.published_revid, self.page.sent) == ("published", now.revid, [])
        assert self.wiki.red == set()
        assert [word for word in self.words if word not in parts.before + parts.after] == []
        WikiPage.objects.filter(pk=self.page.pk).delete()


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        yield clock


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Worker:
    """Which dies before any of its requests and of what it writes into the database."""
    found = Worker()
    monkeypatch.setattr(leases, "this_process", lambda: found.name)
    monkeypatch.setattr(leases, "has_ended", found.has_ended)
    for module, name in ((outcomes, "hold_page"), (outcomes, "release_page"), (publisher, "hold_page")):
        monkeypatch.setattr(module, name, found.step(getattr(module, name)))
    return found


def test_published_is_what_the_wiki_confirmed(hall: Cycle, clock: Any, worker: Worker, at_once: None) -> None:
    """In every order of faults, kills, edits, changes and waits."""
    WikiPage.objects.all().delete()
    numbers = itertools.count(1)

    def open_page() -> WikiPage:
        title = f"Truth {next(numbers)}"
        WikiPage.objects.all().delete()
        return WikiPage.objects.create(cycle=hall, kind=PageKind.GAMESTATE, title=title, stale_since=timezone.now())

    class Played(Publishing):
        pass

    Played.open_page = staticmethod(open_page)
    Played.worker = worker
    Played.clock = clock
    # A failing story is not made shorter: that would take minutes. Its steps and a way to repeat it are printed.
    phases = [hypothesis.Phase.explicit, hypothesis.Phase.reuse, hypothesis.Phase.generate]
    settings = hypothesis.settings(max_examples=examples(40), stateful_step_count=25, deadline=None, phases=phases)
    run_state_machine_as_test(Played, settings=settings)
