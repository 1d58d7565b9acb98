"""Previews of outages: which times move, and what is played again if something came due meanwhile.

An outage that reaches back is rehearsed: history is rewritten as the act does it, and rolled back. Where the rewritten
history has dice of its own, its results are not shown, so that nobody can repeat an outage until they like the dice.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import Action
from nomic.cycles.actions.retroactive_act import RetroactiveAct
from nomic.cycles.commands.preview import FactChange, Preview
from nomic.cycles.domain.actor import Actor
from nomic.cycles.history.rehearsal import rehearse
from nomic.cycles.history.rewrite import begin_rewrite
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.schedule.outages import periods_ended_since, reaches_back
from nomic.forecast.fork.public_facts import Due, changed_facts, changed_law, cut_line, due_in, facts_of, moved_times
from nomic.law.document.sections import Law
from nomic.matches.hosting.outages import OutageArgs

MAX_DUE = 10  # of what came due, and of times that move
STAYS = "These times do not move, because they began later or go by the calendar:"
BY_CALENDAR = "An outage does not move these times, because they go by the calendar:"
NOTHING_MOVES = "Nothing that an outage delays was running, so no deadline moves."
NEW_DICE = (
    "What happens instead rolls its own dice, so it is not shown in advance. Otherwise people could pick an "
    "outage for its dice."
)


@dataclass(frozen=True, slots=True)
class _Seen:
    """The facts that are compared before and after a rewrite."""

    seq: int
    head: str
    law: Law
    facts: dict[tuple[str, str], str]
    due: dict[str, Due]


def _look(cycle: Cycle) -> _Seen:
    return _Seen(cycle.seq, cycle.head, cycle.law, facts_of(cycle), due_in(cycle))


def preview_of_rewrite(cycle: Cycle, actor: Actor, action: Action, args: OutageArgs, read: str) -> Preview | None:
    """Return the preview of an outage that changes past entries, or None if it changes none.

    `read` is a sentence about what stays the same. Raises the refusals of the act, such as LaterActs.
    """
    at = cycle.instant_of_act()
    args = args.with_times(at)
    act = ActionContext(cycle, action, actor, at, "")
    if args.began is None or not reaches_back(act, args.began):
        return None
    came_due = periods_ended_since(act, args.began)
    past = RetroactiveAct(max(args.began, cycle.starts_at), args)
    found = rehearse(lambda: begin_rewrite(cycle.slug, actor, action, args, past), _look)
    if found.entry.action == action.name:
        return None
    was, now = found.before, found.after
    notes = [*ends_later(args, act), *_in_words(came_due)]
    changes, moves = list[FactChange](), list[FactChange]()
    if found.has_new_dice:
        notes += [NEW_DICE, *_listed(BY_CALENDAR, [due for due in was.due.values() if due.by_calendar])]
    else:
        changes = [*changed_law(was.law, now.law), *changed_facts(was.facts, now.facts)]
        moves = list(moved_times(was.due, now.due))
        notes += not_moved(was.due, now.due)
    return Preview(
        seq=was.seq,
        head=was.head,
        changes=tuple(changes),
        moves=tuple(moves),
        says=() if found.has_new_dice else tuple(map(cut_line, found.entry.words)),
        lasting=(read,),
        notes=tuple(notes),
        hides_changes=found.has_new_dice,
    )


def not_moved(before: Mapping[str, Due], after: Mapping[str, Due]) -> list[str]:
    """Return a sentence about the deadlines that an outage does not move, as a list. Empty if it moves all of them."""
    stays = [due for label, due in after.items() if label in before and before[label].at == due.at]
    return _listed(STAYS, stays)


def _listed(words: str, stays: list[Due]) -> list[str]:
    """Return, in a list of at most one, a sentence with these words that names what is due."""
    if not stays:
        return []
    named = [f"{cut_line(due.words)}, {due.at:%A %d %B, %H:%M} UTC" for due in stays[:MAX_DUE]]
    more = [f"{len(stays) - MAX_DUE} more"] if len(stays) > MAX_DUE else []
    return [f"{words} {'; '.join([*named, *more])}."]


def ends_later(args: OutageArgs, act: ActionContext) -> list[str]:
    """Return a sentence that the outage ends in the future, as a list. Empty if it has ended."""
    is_ahead = args.ended is not None and args.ended > act.at
    return [f"It ends in the future, on {args.ended:%A %d %B, %H:%M} UTC."] if is_ahead else []


def _in_words(came_due: list[Entry]) -> list[str]:
    """Return sentences about what came due after the outage began."""
    lines = [
        f"This came due on {entry.at:%A %d %B, %H:%M} UTC (entry {entry.seq}): {cut_line(' '.join(entry.words))}"
        for entry in came_due[:MAX_DUE]
    ]
    if len(came_due) > MAX_DUE:
        lines.append(f"{len(came_due) - MAX_DUE} more entries came due after it began.")
    return [*lines, "Everything since the outage began is replayed to take the outage into account."]
