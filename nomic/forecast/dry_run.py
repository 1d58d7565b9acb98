"""Dry runs: the effects of proposals enacted now, computed in a fork that is rolled back."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter

from django.db.models import Count

from nomic.chance.seeds import new_seed
from nomic.corrections.diff.compared_facts import players, the_cycle, values
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import action_named, availability
from nomic.cycles.domain.actor import SYSTEM, Actor
from nomic.cycles.journal.append import apply_act
from nomic.cycles.models import Cycle, Deadline, Entry
from nomic.cycles.work_budget import share_budget
from nomic.effects.language.nodes.item_holders import holder_in_words
from nomic.forecast.enactment_order import EnactmentPlace, in_order
from nomic.forecast.fork.dry_run_end import Awaited, added_clauses, last_start_of_phase, put_off, simulate_rest
from nomic.forecast.fork.scratch_fork import PassingTime, as_if, luck_of
from nomic.inventory.models import Balance, Card
from nomic.law.schema.text_types import shortened
from nomic.players.lookup import WHO_PLAYS, who_plays
from nomic.proposals.enactment import CloseVotingArgs, take_effect
from nomic.proposals.models import Proposal, ProposalStatus
from nomic.proposals.submission import CLOSE_VOTING

MAX_ROWS = 200  # of a kind; the number of those left out is reported
MAX_PLAYERS = 20  # whose possible actions are compared
MAX_LINES = 40
MAX_IDLE = 5  # rules
MAX_REPEATS = 3  # of a dry run between whose halves somebody has acted
MAX_WORDS = 400  # characters of a line
CARDS = "cards"  # an item's name for the number of a holder's cards
NO_RIGHTS = ("admin", "practice", "corrections")  # channels of actions that do not depend on the law


@dataclass(frozen=True, slots=True)
class Holding:
    """A holder's amount of an item now, and at the end of the dry run without and with the proposals."""

    holder: str
    item: str
    held: int
    without: int
    with_: int

    @property
    def is_otherwise(self) -> bool:
        """True if the proposals change the amount."""
        return self.without != self.with_

    @property
    def who(self) -> str:
        """The holder in words: "Ada", "the treasury", "Ada's part of the Bank"."""
        return holder_in_words(self.holder)


@dataclass(frozen=True, slots=True)
class CycleState:
    """A state of a cycle: the instant, the law, and the newest entry of the journal with its digest."""

    at: datetime
    revision: int
    seq: int
    head: str


@dataclass(frozen=True, slots=True)
class Changed:
    """A value that differs at the end of the dry run because of the proposals. A missing value is empty."""

    what: str
    without: str
    with_: str


@dataclass(frozen=True, slots=True)
class Right:
    """An action that some players gain or lose immediately. `why` gives the reason and rule for losing it."""

    action: str
    title: str
    gain: tuple[str, ...] = ()
    lose: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """The result of a dry run from a state of a cycle to the instant `until`, after `phases` ends of phases.

    If it was broken off, `whole` is false and `until` is the instant reached. `more` is the number of holdings left
    out. `idle` holds the titles of rules to which the proposals add scheduled effects that have not run by the end.
    """

    state: CycleState
    places: tuple[EnactmentPlace, ...]
    until: datetime
    holdings: tuple[Holding, ...]
    changed: tuple[Changed, ...]
    rights: tuple[Right, ...]
    failures: tuple[str, ...]
    words: tuple[str, ...]
    whole: bool
    more: int
    phases: int = 1
    idle: tuple[str, ...] = ()

    @property
    def any_applies(self) -> bool:
        """True if at least one of the proposals could take effect."""
        return any(place.applies for place in self.places)


@dataclass(frozen=True, slots=True)
class _Played:
    """A fork after playing to its end. `entries` holds for each journal entry whether it failed, and its text."""

    state: CycleState
    places: list[EnactmentPlace]
    at_first: Mapping[tuple[str, str], int]
    at_last: Mapping[tuple[str, str], int]
    facts: Mapping[str, str]
    entries: list[tuple[bool, list[str]]]
    rights: tuple[Right, ...]
    until: datetime
    whole: bool
    phases: int
    idle: tuple[str, ...]


def dry_run(slug: str, proposals: Sequence[Proposal]) -> Foreseen:
    """Enact the proposals, as far as possible, in a fork that is rolled back, and return the effects.

    It runs to the end of the phase, or longer if what the proposals add acts later (`fork.dry_run_end`). A second run
    without the proposals ends at the same instant and uses the same dice, so that all differences are due to the
    proposals. Raises NoSuchCycle if there is no cycle with this slug.
    """
    luck = new_seed()
    without, with_ = _played_twice(slug, luck, proposals)
    usual = {line for _, words in without.entries for line in words}
    new = [(failed, line) for failed, words in with_.entries for line in words if line not in usual]
    holdings = list(_holdings(without.at_first, without.at_last, with_.at_last))
    return Foreseen(
        state=with_.state,
        places=tuple(with_.places),
        until=with_.until,
        holdings=tuple(holdings[:MAX_ROWS]),
        more=max(len(holdings) - MAX_ROWS, 0),
        changed=tuple(_changed(without.facts, with_.facts))[:MAX_ROWS],
        rights=with_.rights,
        failures=_lines(line for failed, line in new if failed),
        words=_lines(line for failed, line in new if not failed),
        whole=without.whole and with_.whole,
        phases=with_.phases,
        idle=with_.idle,
    )


def _played_twice(slug: str, luck: str, proposals: Sequence[Proposal]) -> tuple[_Played, _Played]:
    """Play with the proposals, then without them to the same instant.

    Both begin with the same state, unless somebody acts between the two every time.
    """
    for _ in range(1 + MAX_REPEATS):
        with_ = _played(slug, luck, proposals)
        without = _played(slug, luck, (), with_.until)
        if without.state.head == with_.state.head:
            break
    return without, with_


def _lines(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(shortened(line, MAX_WORDS) for line in list(dict.fromkeys(lines))[:MAX_LINES])


def _played(slug: str, luck: str, proposals: Sequence[Proposal], until: datetime | None = None) -> _Played:
    """Play a fork in which the proposals take effect.

    It ends at `until`. If that is None, it ends once the additions of the proposals have run.
    """
    with as_if(slug, luck) as cycle:
        state = CycleState(cycle.instant_of_act(), cycle.revision, cycle.seq, cycle.head)
        at, at_first = state.at, _held(cycle)
        places, _ = in_order(cycle.law.document, proposals)
        _take_from_the_table(proposals)
        before = _can(cycle, at) if proposals else {}
        law, horizon = cycle.law, last_start_of_phase(cycle)
        known = put_off(cycle, horizon)
        for proposal, place in zip(proposals, places, strict=True):
            if place.applies:
                _enact(cycle, proposal, at, luck)
        rights = tuple(_rights(before, _can(cycle, at))) if proposals else ()
        awaited = Awaited(cycle.seq, horizon, added_clauses(law, cycle.law), known)
        time, phases = PassingTime(cycle, luck), 0
        if until is None:
            phases = simulate_rest(cycle, time, awaited)
        else:
            time.pass_until(until)
        rows = list(Entry.objects.filter(cycle=cycle, seq__gt=state.seq).order_by("seq"))
        entries = [(row.failure is not None, row.words) for row in rows if row.failure or row.action != CLOSE_VOTING]
        facts = {**the_cycle(cycle), **values(cycle), **_standings(cycle)}
        idle = tuple(sorted(set(awaited.clauses.values()))[:MAX_IDLE])
        return _Played(
            state,
            places,
            at_first,
            _held(cycle),
            facts,
            entries,
            rights,
            until=time.reached,
            whole=time.is_whole,
            phases=phases,
            idle=idle,
        )


def _take_from_the_table(proposals: Sequence[Proposal]) -> None:
    """Close the proposals, so that the end of their votes does not count as an effect."""
    rows = Proposal.objects.filter(pk__in=[proposal.pk for proposal in proposals])
    rows.update(status=ProposalStatus.FAILED)


def _enact(cycle: Cycle, proposal: Proposal, at: datetime, luck: str) -> None:
    """Enact a proposal as if its votes were counted now and it were popular."""

    def run(act: ActionContext, args: CloseVotingArgs) -> None:
        row = Proposal.objects.get(pk=proposal.pk)
        act.message(f"Proposal {row.number}, {row.title}, passes.")
        row.decided_at = at
        take_effect(act, row, row.amendments)
        row.save()

    action, args = replace(action_named(CLOSE_VOTING), run=run), CloseVotingArgs(proposal=proposal.code)
    origin = luck_of(luck)(Deadline(action=action.name, at=at, args=args.as_json()))
    apply_act(cycle, action, args, SYSTEM, at, origin, must_stand=True)


def _held(cycle: Cycle) -> dict[tuple[str, str], int]:
    """Return the amounts of items and cards of every holder, including the cycle's own store."""
    rows = Balance.objects.filter(cycle=cycle).order_by("holder", "item").values_list("holder", "item", "amount")
    held = {(holder, item): amount for holder, item, amount in rows if amount}
    cards = Card.objects.filter(cycle=cycle).exclude(holder="").order_by("holder").values_list("holder")
    for holder, count in cards.annotate(count=Count("pk")):
        held[holder, CARDS] = count
    return held


def _holdings(*held: Mapping[tuple[str, str], int]) -> Iterator[Holding]:
    """Yield all holdings that change, first those that the proposals change."""
    keys = sorted(set().union(*held), key=lambda key: (key[1], key[0]))
    found = [Holding(*key, *(each.get(key, 0) for each in held)) for key in keys]
    yield from (each for each in found if each.is_otherwise)
    yield from (each for each in found if not each.is_otherwise and each.held != each.with_)


def _standings(cycle: Cycle) -> dict[str, str]:
    """Return each player's standing in words, by "Ada's standing"."""
    return {f"{name}'s standing": words for name, words in players(cycle).items()}


def _changed(without: Mapping[str, str], with_: Mapping[str, str]) -> Iterator[Changed]:
    for what in {**without, **with_}:
        if without.get(what) != with_.get(what):
            yield Changed(what, without.get(what, ""), with_.get(what, ""))


def _can(cycle: Cycle, at: datetime) -> dict[str, tuple[str, dict[str, str]]]:
    """Return the title of each action, and for each player the reason why they cannot perform it now.

    The reason is empty if they can.
    """
    playing = who_plays(ReadContext(cycle, SYSTEM, at))
    found: dict[str, tuple[str, dict[str, str]]] = {}
    together = ReadContext(cycle, SYSTEM, at)
    for player in sorted(playing, key=attrgetter("joined_at", "name"))[:MAX_PLAYERS]:
        name = player.name
        ctx = ReadContext(cycle, Actor(name), at)
        share_budget(together, ctx)
        ctx.recall(WHO_PLAYS, lambda: playing)  # the same for all players, so it is read once
        for each in availability(ctx):
            if each.action.channel in NO_RIGHTS:
                continue
            why = "" if each.reason is None else f"{each.reason.detail} ({each.reason.rule})"
            found.setdefault(each.action.name, (each.action.title, {}))[1][name] = why
    return found


def _rights(
    before: Mapping[str, tuple[str, dict[str, str]]], after: Mapping[str, tuple[str, dict[str, str]]]
) -> Iterator[Right]:
    """Yield the actions that players gain or lose at once."""
    for name in {**before, **after}:
        title, was = before.get(name, ("", {}))
        now_title, now = after.get(name, (title, {}))
        could = {player for player, why in was.items() if not why}
        can = {player for player, why in now.items() if not why}
        if could != can:
            why = next((now[player] for player in sorted(could - can) if now.get(player)), "")
            gone = "" if name in after else "There is no such action now."
            yield Right(name, now_title, tuple(sorted(can - could)), tuple(sorted(could - can)), why or gone)
