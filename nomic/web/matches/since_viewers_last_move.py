"""Sums up what others have done to the viewer of a match since the viewer's last move, as one line.

"Rollo plays God of Stars: 18 of your cards are destroyed." The line is the same for every game. A game only says how
several events of a kind are counted.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from nomic.effects.prose.english_grammar import listed, sentences
from nomic.effects.prose.second_person import addressed, is_about
from nomic.matches.contract.game import Event

MAX_PARTS = 3  # consequences of one act that the line names; it counts the others
MAX_ACTS = 2  # the newest acts that the line names


@dataclass(frozen=True, slots=True)
class DoneToViewer:
    """A one-line summary of what was done to the viewer, and the sentences of the log on which it is based."""

    line: str
    covered: frozenset[str]


def done_to_viewer(
    viewer: str,
    steps: Sequence[Sequence[Event]],
    many: Mapping[str, str],
    no_news: frozenset[str],
    *,
    is_turn: bool,
) -> DoneToViewer | None:
    """Return what the steps have done to the viewer.

    `steps` are the events of each step since the viewer's last move, oldest first. The first event of a step is the
    act. `many` holds clauses for several events of a kind, with {} for the number. Events of the kinds in `no_news` are
    left out. Returns None if the steps have done nothing to the viewer. If `is_turn` is true, the game waits for the
    viewer alone, and the newest act is named even if it has done nothing to the viewer.
    """
    heard = [done for step in steps if (done := _heard(viewer, step, no_news))]
    hits = [each for each in heard if each.to_viewer or (each.act and is_about(each.act.text, viewer))]
    shown = hits[-MAX_ACTS:] or [each for each in heard if each.act][-1:] * is_turn
    if not shown:
        return None
    said = [_said(viewer, each, many) for each in shown]
    return DoneToViewer(" ".join(each.line for each in said), frozenset().union(*(each.covered for each in said)))


@dataclass(frozen=True, slots=True)
class _Heard:
    """An act, and its consequences for the viewer. The act is left out if it is not news."""

    act: Event | None
    to_viewer: Sequence[Event]


def _heard(viewer: str, step: Sequence[Event], no_news: frozenset[str]) -> _Heard | None:
    """Return what is news in a step, or None."""
    act, *rest = (event if event.text and event.kind not in no_news else None for event in step)
    to_viewer = [event for event in rest if event is not None and is_about(event.text, viewer)]
    return _Heard(act, to_viewer) if act or to_viewer else None


def _said(viewer: str, heard: _Heard, many: Mapping[str, str]) -> DoneToViewer:
    """Return an act and its consequences for the viewer as a sentence. What it only counts is not covered."""
    parts = list(_parts(viewer, heard.to_viewer, many))
    clauses = [clause for clause, _ in parts[:MAX_PARTS]]
    left = len(parts) - len(clauses)
    done = listed([*clauses, *([f"{left} more"] if left else [])])
    act = addressed(heard.act.text, viewer) if heard.act else ""
    line = ": ".join(part for part in (act.rstrip(".!") if done else act, done) if part)
    covered = [*([heard.act] if heard.act else []), *(event for _, events in parts[:MAX_PARTS] for event in events)]
    return DoneToViewer(sentences([f"{line[:1].upper()}{line[1:]}"]), frozenset(event.text for event in covered))


def _parts(viewer: str, events: Sequence[Event], many: Mapping[str, str]) -> Iterator[tuple[str, Sequence[Event]]]:
    """Yield a clause and the events that it says. Several of a kind are one clause if the game has words for it."""
    for kind, group in groupby(events, lambda event: event.kind):
        alike = list(group)
        if len(alike) > 1 and kind in many:
            yield many[kind].format(len(alike)), alike
        else:
            yield from ((_clause(event.text, viewer), [event]) for event in alike)


def _clause(sentence: str, viewer: str) -> str:
    """Return a sentence of the log to the viewer as the end of another one: "your 5 is destroyed"."""
    clause = addressed(sentence, viewer).rstrip(".!")
    return f"{clause[:1].lower()}{clause[1:]}" if clause.startswith(("You ", "Your ")) else clause
