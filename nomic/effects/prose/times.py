"""English descriptions of times."""

from nomic.effects.language.event_names import (
    DAY_BEGINS,
    PHASE_ENDS,
    WEEK_BEGINS,
    WEEK_ENDS,
    act_event,
    event_in_words,
    event_named,
)
from nomic.effects.language.nodes.base import Expression
from nomic.effects.language.nodes.compound_fields import Stretch
from nomic.effects.language.nodes.values import Literal
from nomic.effects.language.world import Value
from nomic.effects.prose.context import Context, number
from nomic.law.labels.ordinals import ordinal

_INSTANTS = {
    PHASE_ENDS: "when this phase ends",
    "phase-began": "when the next phase begins",
    DAY_BEGINS: "when the next day begins",
    WEEK_BEGINS: "when the next week begins",
    WEEK_ENDS: "when the week ends",
}
_PHASES = {1: "when this phase ends", 2: "when the next phase ends"}
# In a step that runs later, "this phase" and "the next phase" would be those of the first moment.
_PHASES_THEN = {
    _PHASES[1]: "when the phase running at that time ends",
    _PHASES[2]: "when the phase after the one running at that time ends",
}


def _event(word: str, context: Context) -> str:
    """Describe an event as a clause. An action is called by its title."""
    act = event_named(word).removeprefix(act_event(""))
    return event_in_words(word) if act == event_named(word) else f"somebody uses “{context.title_of_act(act)}”"


def _as_many(units: str, count: Expression[Value], context: Context) -> str:
    """Return a computed number of units: "that many hours", "as many hours as Fog"."""
    said = number(count, context)
    return f"that many {units}" if said == "that number" else f"as many {units} as {said}"


def time_as_lead(end: Stretch | str, context: Context) -> str:
    """Describe a time as a lead: "48 hours later", "when this phase ends"."""
    said = time_in_words(end, context)
    if said.startswith("in as many "):
        return f"after {said.removeprefix('in ')}"
    return f"{said.removeprefix('in ')} later" if said.startswith("in ") else said


def time_in_words(end: Stretch | str, context: Context) -> str:
    """Describe a time: "in 48 hours", "when this phase ends", "the next time a player joins".

    A step that runs later says "when the phase running at that time ends", because "this phase" would be wrong.
    """
    said = _when(end, context)
    return _PHASES_THEN.get(said, said) if context.is_later else said


def _when(end: Stretch | str, context: Context) -> str:
    if isinstance(end, str):
        return _INSTANTS.get(event_named(end), f"the next time {_event(end, context)}")
    count = end.n.source if isinstance(end.n, Literal) and isinstance(end.n.source, int) else None
    if end.unit == "phases":
        if count is None:
            return f"when {_as_many('phases have ended', end.n, context)}, counting this one"
        return _PHASES.get(count) or f"when the {ordinal(count - 1)} phase ends, counting this one"
    if count is None:
        return f"in {_as_many(end.unit, end.n, context)}"
    return f"in {count} {end.unit.removesuffix('s') if count == 1 else end.unit}"
