"""Laws that are older than some of what the host carries out: told in clauses, and what they say in words carried out.

Each is one revision, by an entry of its own. A migration makes it due in the cycles that it finds, and says of which
places; a replay makes it due at the same instant again. What a later version knows besides is no part of it.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from nomic.cycles import deadlines
from nomic.cycles.actions import Action, Args
from nomic.cycles.deadlines import Rank
from nomic.cycles.events import LawChanged
from nomic.cycles.legislation import enact
from nomic.cycles.models import Cycle, Deadline, Entry
from nomic.cycles.moment import Act
from nomic.effects.words.grammar import listed
from nomic.law.amendments import Operation
from nomic.law.older import carried_out, told_in_clauses
from nomic.law.sections import Document, flaws_of, pointer

TELL = "tell-in-clauses"
CARRY_OUT = "carry-out-words"
ORDER = {TELL: 0, CARRY_OUT: 1}  # at one instant

# What entries are about that do not say it; of one in the past, as much of it as it changed (`_places`).
UNSAID = {
    TELL: ("/burning", "/gifts", "/proposals/classes", "/uses", "/victory"),
    CARRY_OUT: ("/rules/inventory/body", "/rules/judgement/body", "/rules/trading/body"),
}


OldPlace = Annotated[str, StringConstraints(max_length=200)]
MOST_PLACES = 100


class PlacesArgs(Args):
    """Of which places (`nomic.law.older.Older.path`) it is. Entries from before this was said do not say it."""

    places: Annotated[list[OldPlace], Field(max_length=MOST_PLACES)] | None = None

    def as_json(self) -> dict[str, Any]:
        return self.model_dump(mode="json", exclude_none=True)


def tell(act: Act, args: PlacesArgs) -> None:
    """Rewrite what the law says as laws did before; nothing changes of what holds."""
    before, only = act.law.document, _places(act, args, TELL)
    amendments = list(_between(before, told_in_clauses(before, only=only, lawful=lambda law: not flaws_of(law))))
    if not amendments:
        act.says("The law says everything as it is said now.")
        return
    enact(act, amendments, "told in clauses")
    act.says(f"What the law said in sections stands in clauses of its rules: it is now revision {act.cycle.revision}.")


def _places(act: Act, args: PlacesArgs, action: str) -> list[str]:
    """Of which places an entry is. One from before this was said, told again, is of what it changed the first time.

    For laws were first told in clauses by a version that knew classes of proposals alone.
    """
    if args.places is not None:
        return args.places
    past = Entry.objects.filter(cycle=act.cycle.fork_of_id, action=action, at=act.at, args__isnull=True).first()
    if past is None:
        return list(UNSAID[action])
    changed = {section for told in LawChanged.among(past.events) for section in told.sections}
    return [place for place in UNSAID[action] if place.split("/")[1] in changed]


def _between(before: Document, after: Document) -> Iterator[Operation]:
    """The amendments that lead from one document to the other, by section, and by entry where it has entries."""
    for section in sorted(before.keys() | after.keys()):
        was, now = before.get(section), after.get(section)
        if isinstance(was, dict) and isinstance(now, dict):
            for name in sorted(was.keys() | now.keys()):
                yield from _amendment(was, now, name, pointer(section, name))
        else:
            yield from _amendment(before, after, section, pointer(section))


def _amendment(before: Document, after: Document, key: str, path: str) -> Iterator[dict[str, Any]]:
    if key not in after:
        yield {"op": "remove", "path": path}
    elif key not in before:
        yield {"op": "add", "path": path, "value": after[key]}
    elif before[key] != after[key]:
        yield {"op": "replace", "path": path, "value": after[key]}


def carry_out(act: Act, args: PlacesArgs) -> None:
    """Have the host carry out what rules say in words that players kept themselves so far."""
    before, only = act.law.document, _places(act, args, CARRY_OUT)
    after, what = carried_out(before, only=only, lawful=lambda law: not flaws_of(law))
    if not what:
        act.says("Nothing that the rules say is carried out that was not before.")
        return
    enact(act, list(_between(before, after)), "carried out")
    act.says(f"What rules say of {listed(what)} is carried out from now on: it is now revision {act.cycle.revision}.")


def expect_as_in(fork: Cycle, entries: list[Entry]) -> None:
    """Have both be due in a fork when they were in the history that is replayed, or are still to be."""
    past = [(f"{entry.action}, entry {entry.seq}", entry) for entry in entries if entry.action in ORDER]
    due = [(row.label, row) for row in Deadline.objects.filter(cycle=fork.fork_of_id, action__in=ORDER)]
    _expect(fork, past)
    _expect(fork, due)


def _expect(fork: Cycle, named: Iterable[tuple[str, Entry | Deadline]]) -> None:
    for label, one in named:
        order = ORDER[one.action]
        deadlines.schedule(fork, label, at=one.at, rank=Rank.AT_ONCE, action=one.action, args=one.args, order=order)


ACTIONS = (
    Action(
        name=TELL,
        channel="system",
        title="The law is told in clauses",
        told=("the law told in clauses", "the law told in clauses {count} times"),
        summary="What the law said in sections stands in clauses of its rules; nothing else changes.",
        rule="Clauses",
        args=PlacesArgs,
        run=tell,
        is_act=False,
    ),
    Action(
        name=CARRY_OUT,
        channel="system",
        title="What rules say is carried out",
        told=("what rules say carried out", "what rules say carried out {count} times"),
        summary="What rules said in words alone, and players kept themselves, is carried out; the rules say the same.",
        rule="Clauses",
        args=PlacesArgs,
        run=carry_out,
        is_act=False,
    ),
)
