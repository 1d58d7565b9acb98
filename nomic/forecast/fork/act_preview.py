"""Previews of corrections: the act is performed in a fork that is rolled back, and the changes there are listed.

The fork discloses no secrets: its dice are different, so a preview reveals nothing about the real ones.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from nomic.chance.seeds import new_seed
from nomic.clauses.events import ValueRevealed
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.commands.conflict_of_interest import refuse_conflict_of_interest
from nomic.cycles.commands.preview import Preview
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.events import Unsealed
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.journal.append import apply_act
from nomic.cycles.models import Cycle, Deadline, Entry
from nomic.cycles.schedule.phases import BEGIN_PHASE
from nomic.cycles.schedule.settle import settled_cycle
from nomic.effects.prose.english_grammar import listed
from nomic.forecast.fork.outage_preview import NOTHING_MOVES, ends_later, not_moved, preview_of_rewrite
from nomic.forecast.fork.public_facts import changed_facts, changed_law, cut_line, due_in, facts_of, moved_times
from nomic.forecast.fork.scratch_fork import PassingTime, as_if, luck_of
from nomic.forecast.fork.undecided_at_end import stopped_by_end
from nomic.law.document.sections import Law
from nomic.matches.hosting.outages import OutageArgs
from nomic.notices.notify import collect_notices

MAX_CHANGES = 40  # that are listed
MAX_LINES = 20  # of the journal
MAX_NAMES = 12  # of the people who would be notified
READ = "People may have read it: it is in the journal at once, and soon on the wiki."


@dataclass(frozen=True, slots=True)
class _Ending:
    """The way in which the fork ends, in the words of `_result`: at once, or when the running phase ends."""

    at_once: str = ""
    with_phase: str = ""
    until: datetime | None = None


def preview_act(slug: str, actor: Actor, action: Action, args: Args) -> Preview:
    """Perform an act and its immediate consequences in a fork that is rolled back, and return the effects.

    Raises NoSuchCycle, NotCurrent if the cycle does not settle, and the refusals of the act.
    """
    refuse_conflict_of_interest(slug, actor, action, args)
    cycle = settled_cycle(slug)
    if action.prepare is not None and action.is_listed(cycle.law):
        ctx = ReadContext(cycle, actor, cycle.now())
        action.check(ctx)
        action.prepare(ctx, args)
    if isinstance(args, OutageArgs):
        with collect_notices() as heard:
            rewritten = preview_of_rewrite(cycle, actor, action, args, READ)
        if rewritten is not None:
            return replace(rewritten, notified=_notified(heard))
    luck = new_seed()
    preview, ending = _carried_out(slug, actor, action, args, luck)
    if ending.with_phase and ending.until is not None and not _ends_anyway(slug, luck, ending.until):
        note = f"When this phase ends, the cycle would end too, as things stand{ending.with_phase}."
        preview = _with_notes(preview, note)
    return preview


def _carried_out(slug: str, actor: Actor, action: Action, args: Args, luck: str) -> tuple[Preview, _Ending]:
    """Perform the act in a fork with these dice. Return the preview, and whether and when the cycle would end."""
    is_outage = isinstance(args, OutageArgs)
    with collect_notices() as heard, as_if(slug, luck, with_games=is_outage) as cycle:
        before, at = _Before.of(cycle), cycle.instant_of_act()
        notes = []
        if isinstance(args, OutageArgs):
            args = args.with_times(at)
            notes += ends_later(args, ActionContext(cycle, action, actor, at, ""))
        due = due_in(cycle) if is_outage else {}
        try:
            made = apply_act(cycle, action, args, actor, at, luck_of(luck)(_like_a_deadline(action, args, at)))
        except Refused as refused:
            refused.name_in(cycle.law)
            raise
        moves = tuple(moved_times(due, due_in(cycle))) if is_outage else ()
        if is_outage:
            notes += [] if moves else [NOTHING_MOVES]
            notes += not_moved(due, due_in(cycle))
        time = PassingTime(cycle, luck)
        is_whole = time.pass_until(cycle.instant_of_act())
        preview = before.compared_with(cycle, made, is_whole=is_whole)
        preview = replace(preview, moves=moves[:MAX_CHANGES], notified=_notified(heard), notes=(*notes, *preview.notes))
        ended = _result(cycle)
        return preview, _Ending(ended) if ended else _ending_of_phase(cycle, time)


@dataclass(frozen=True, slots=True)
class _Before:
    """A cycle before an act: its newest entry, its law and public facts, and what an end would stop, in sentences."""

    seq: int
    head: str
    law: Law
    facts: Mapping[tuple[str, str], str]
    stopped: str

    @classmethod
    def of(cls, cycle: Cycle) -> "_Before":
        return cls(cycle.seq, cycle.head, cycle.law, facts_of(cycle), stopped_by_end(cycle))

    def compared_with(self, cycle: Cycle, made: Entry, *, is_whole: bool) -> Preview:
        """Return the preview of the act `made`, from the cycle after its immediate consequences.

        `is_whole` means that all of them were worked out.
        """
        entries = list(Entry.objects.whole().filter(cycle=cycle, seq__gt=self.seq).order_by("seq"))
        found = [*changed_law(self.law, cycle.law), *changed_facts(self.facts, facts_of(cycle))]
        ended = _result(cycle)
        return Preview(
            seq=self.seq,
            head=self.head,
            ends=f"This ends the cycle{ended}." if ended else "",
            phases=tuple(_words(entry) for entry in entries if entry.action == BEGIN_PHASE)[:MAX_LINES],
            changes=tuple(found[:MAX_CHANGES]),
            more=max(len(found) - MAX_CHANGES, 0),
            says=tuple(_words(entry) for entry in entries if entry.words)[:MAX_LINES],
            lasting=tuple(_lasting(entries, cycle)),
            notes=(*([self.stopped] if ended else []), *_result_notes(made, entries, is_whole=is_whole)),
        )


def _result_notes(made: Entry, entries: Sequence[Entry], *, is_whole: bool) -> list[str]:
    """Return sentences about what the preview does not show reliably: failures, dice, and more consequences."""
    notes = []
    if made.failure is not None:
        notes.append(f"It would fail: {made.failure['reason']}")
    if not is_whole:
        notes.append("It has more consequences than can be worked out here.")
    if any(entry.draws for entry in entries):
        notes.append("Dice are rolled when it is done. The results above are only an example.")
    return notes


def _like_a_deadline(action: Action, args: Args, at: datetime) -> Deadline:
    return Deadline(action=action.name, at=at, args=args.as_json())


def _ending_of_phase(cycle: Cycle, time: PassingTime) -> _Ending:
    """Play the fork on to the end of the phase, and return whether the cycle ends there."""
    until = cycle.phase_ends_at
    is_there = time.pass_until(until)
    return _Ending(with_phase=_result(cycle) if is_there else "", until=until)


def _result(cycle: Cycle) -> str:
    """Return who has won, as ": Cleo wins" or " without a winner". It is empty while the cycle runs."""
    if cycle.is_running:
        return ""
    winner = cycle.winner
    return f": {winner} {'win' if ' and ' in winner else 'wins'}" if winner else " without a winner"


def _ends_anyway(slug: str, luck: str, until: datetime) -> bool:
    """Return whether the cycle would end by `until` without the act as well."""
    with as_if(slug, luck) as cycle:
        PassingTime(cycle, luck).pass_until(until)
        return not cycle.is_running


def _with_notes(preview: Preview, *notes: str) -> Preview:
    return replace(preview, notes=(*notes, *preview.notes))


def _words(entry: Entry) -> str:
    return cut_line(" ".join(entry.words))


def _notified(heard: list[tuple[str, str]]) -> tuple[str, ...]:
    """Return a line for each kind of notices with the names of the people who get one."""
    by_kind: dict[str, dict[str, None]] = {}
    for name, kind in heard:
        by_kind.setdefault(kind, {})[name] = None
    lines = []
    for kind, names in by_kind.items():
        more = len(names) - MAX_NAMES
        shown = [*list(names)[:MAX_NAMES], *([f"{more} more"] if more > 0 else [])]
        lines.append(f"{listed(shown)}, of the kind “{kind}”")
    return tuple(lines)


def _lasting(entries: list[Entry], cycle: Cycle) -> Iterator[str]:
    """Yield sentences about results that remain even if the act is corrected later."""
    if not cycle.is_running:
        yield "The dice of this phase become public. After a correction the phase goes on with different dice."
    elif any(entry.action == BEGIN_PHASE for entry in entries):
        yield "The dice of the phases that end become public."
    opened = ((*Unsealed.among(entry.events), *ValueRevealed.among(entry.events)) for entry in entries)
    if any(opened):
        yield "What was sealed or secret becomes known."
    yield READ
