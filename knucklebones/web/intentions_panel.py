"""The panel of this phase's intentions: the players and their wishes, and the pairs that would form now."""

from dataclasses import dataclass
from typing import Any

from knucklebones.hosting import HOSTED
from knucklebones.law_section import rules_of
from knucklebones.models import Intention
from knucklebones.pairing import Willing, pairs_of
from knucklebones.wanted_opponents import as_declared, in_time_to_declare, intentions_of, whom_in_words
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_named
from nomic.cycles.domain.exceptions import Refused
from nomic.effects.prose.english_grammar import listed


@dataclass(frozen=True, slots=True)
class Wish:
    """A player's intention.

    `wants_you` is true if they are willing to play the visitor, who has to be willing, too. `is_mutual` is true if both
    are willing. `answer` are the players whom the visitor would have to name to play them, in addition to the names so
    far.
    """

    player: str
    whom: str
    wants_you: bool
    is_mutual: bool
    answer: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Own:
    """The visitor's own intention, and the initial values of the form for another one."""

    whom: str
    opponents: tuple[str, ...]
    how: str


def declared(ctx: ReadContext) -> dict[str, Any] | None:
    """Return the panel's data, or None if nothing can be declared."""
    if not _is_time(ctx):
        return None
    name, intentions = ctx.actor.name, intentions_of(ctx)
    own = next((each for each in intentions if each.player == name), None)
    return {
        "own": own and _own(own),
        "wishes": [_wish(each, name, own) for each in intentions if each is not own],
        "pairs": [(pair, name in pair) for pair in pairs_of([as_declared(each) for each in intentions])],
        "begin_in": listed(rules_of(ctx.law).begin_in, "or"),
        "can_declare": action_named("intend-knucklebones").refusal(ctx) is None,
    }


def _is_time(ctx: ReadContext) -> bool:
    """Return whether the law allows declarations now."""
    if not ctx.cycle.is_running or not HOSTED.in_force(ctx.law):
        return False
    try:
        in_time_to_declare(ctx)
    except Refused:
        return False
    return True


def _own(intention: Intention) -> Own:
    whom = whom_in_words(intention.opponents, intention.only_one)
    return Own(whom, tuple(intention.opponents), "one" if intention.only_one else "each")


def _wish(intention: Intention, visitor: str, own: Intention | None) -> Wish:
    wants_you = bool(visitor) and as_declared(intention).to_play(Willing(visitor))
    is_mutual = wants_you and own is not None and as_declared(own).to_play(as_declared(intention))
    return Wish(
        intention.player,
        whom_in_words(intention.opponents, intention.only_one),
        wants_you,
        is_mutual,
        (*(own.opponents if own else ()), intention.player),
    )
