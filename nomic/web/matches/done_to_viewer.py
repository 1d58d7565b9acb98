"""What others have done to the viewer of a match since the viewer's last move, as one line from the events.

"Rollo plays God of Stars: 18 of your cards are destroyed." The line is the same for every game. A game only says how
several events of a kind are counted.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from nomic.effects.prose.english_grammar import listed
from nomic.effects.prose.second_person import addressed
from nomic.matches.contract.game import Event

MOST_PARTS = 3  # consequences of one act that the line names; it counts the others
MOST_ACTS = 2  # the newest acts that the line names


@dataclass(frozen=True, slots=True)
class DoneToViewer:
    """The line, and the sentences of the log that it replaces."""

    line: str
    told: frozenset[str]


def done_to_viewer(
    viewer: str,
    steps: Sequence[Sequence[Event]],
    many: Mapping[str, str],
    no_news: frozenset[str],
    *,
    is_turn: bool,
) -> DoneToViewer | None:
    """Return what the steps have done to the viewer, or None if they have done nothing.

    `steps` are the events of each step since the viewer's last move, oldest first. The first event of a step is the
    act. `many` has a clause for several events of a kind, with the number at {}. If `is_turn`, the game waits for the
    viewer alone. Then the newest act is named although it has done nothing to the viewer.
    """
    told = [heard for step in steps if (heard := [each for each in step if each.text and each.kind not in no_news])]
    hits = [step for step in told if any(_is_about(event, viewer) for event in step)] or told[-1:] * is_turn
    if not hits:
        return None
    lines = [_line(viewer, step, many) for step in hits[-MOST_ACTS:]]
    return DoneToViewer(" ".join(lines), frozenset(event.text for step in hits for event in step))


def _is_about(event: Event, viewer: str) -> bool:
    return addressed(event.text, viewer) != event.text


def _line(viewer: str, step: Sequence[Event], many: Mapping[str, str]) -> str:
    """Return an act and its consequences for the viewer as a sentence."""
    act, *rest = step
    parts = list(_parts(viewer, [event for event in rest if _is_about(event, viewer)], many))
    shown = [*parts[:MOST_PARTS], *([f"{len(parts) - MOST_PARTS} more"] if len(parts) > MOST_PARTS else [])]
    line = ": ".join(part for part in (addressed(act.text, viewer).removesuffix("."), listed(shown)) if part)
    return f"{line}."


def _parts(viewer: str, events: Sequence[Event], many: Mapping[str, str]) -> Iterator[str]:
    """Yield a clause for each consequence. Several of a kind are one clause if the game has words for it."""
    for kind, alike in groupby(events, lambda event: event.kind):
        clauses = [_clause(event.text, viewer) for event in alike]
        if len(clauses) > 1 and kind in many:
            yield many[kind].format(len(clauses))
        else:
            yield from clauses


def _clause(sentence: str, viewer: str) -> str:
    """Return a sentence of the log to the viewer as the end of another one: "your 5 is destroyed"."""
    clause = addressed(sentence, viewer).removesuffix(".")
    return f"{clause[:1].lower()}{clause[1:]}" if clause.startswith(("You ", "Your ")) else clause
