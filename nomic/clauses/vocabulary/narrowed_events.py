"""Events with a condition that menus and sentences treat as one event, such as "a duel is won".

In the law they remain an event and a condition: a match is over, and its kind is a duel. Games register them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nomic.cycles.domain.events import Topic
from nomic.effects.language.event_names import DOES, event_named
from nomic.law.document.sections import Law


@dataclass(frozen=True)
class NarrowedEvent:
    """An event with conditions.

    `whenever` is its phrase after "whenever"; `act` names the action that it waits for, if any. `word` stands for the
    event in forms and does not occur in laws. `holds_under(law)` returns whether it can happen. Menus list it under its
    topic, `about`.
    """

    word: str
    about: Topic
    when: str
    conditions: Sequence[Any]
    whenever: str
    holds_under: Callable[[Law], bool]
    act: str | None = None

    def fits(self, clause: Mapping[str, Any]) -> bool:
        """Return whether a clause, given as data, waits for this event."""
        when, act = clause.get("when"), clause.get("act")
        is_event = isinstance(when, str) and event_named(when) == self.when and (when != DOES or act == self.act)
        parts = parts_of(clause.get("if"))
        return is_event and all(each in parts for each in self.conditions)


_known: list[NarrowedEvent] = []


def register_narrowed(*events: NarrowedEvent) -> None:
    """Register events. Of several that fit a clause, the one with the most conditions is used."""
    for each in events:
        if each.word not in [known.word for known in _known]:
            _known.append(each)
    _known.sort(key=lambda each: -len(each.conditions))


def narrowed_under(law: Law) -> list[NarrowedEvent]:
    """Return the narrowed events that can happen under this law, in the order of registration."""
    return [each for each in _known if each.holds_under(law)]


def narrowed_as(clause: Mapping[str, Any]) -> NarrowedEvent | None:
    """Return the narrowed event that a clause, given as data, waits for, or None for other events."""
    return next((each for each in _known if each.fits(clause)), None)


def widened(clause: dict[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """Return a submitted clause with the law's own event and condition in place of a narrowed event.

    `before` is the clause from which the form was made. If another event was chosen since, the conditions of the
    earlier one are dropped. If only its conditions were removed, the plain event remains.
    """
    chosen = next((each for each in _known if each.word == clause.get("when")), None)
    if before.get("when") == DOES and clause.get("when") != DOES and (chosen is None or chosen.act is None):
        clause = {key: value for key, value in clause.items() if key not in ("act", "before")}
    was = narrowed_as(before)
    if chosen is None and was is None:
        return clause
    parts = parts_of(clause.get("if"))
    if was is not None and was is not chosen:
        parts = [each for each in parts if each not in was.conditions]
    if chosen is not None:
        clause = {**clause, "when": chosen.when} | ({} if chosen.act is None else {"act": chosen.act})
        if was is not chosen:
            parts = [*(each for each in chosen.conditions if each not in parts), *parts]
    return _with_condition(clause, parts)


def _with_condition(clause: dict[str, Any], parts: Sequence[Any]) -> dict[str, Any]:
    clause = {key: value for key, value in clause.items() if key != "if" or parts}
    if parts:
        clause["if"] = parts[0] if len(parts) == 1 else {"all": list(parts)}
    return clause


def parts_of(condition: Any) -> list[Any]:
    """Return the parts of a condition joined by `all`, the condition itself, or nothing if there is none."""
    if condition in (None, {}, ""):
        return []
    is_all = isinstance(condition, dict) and condition.keys() == {"all"} and isinstance(condition["all"], list)
    return list(condition["all"]) if is_all else [condition]
