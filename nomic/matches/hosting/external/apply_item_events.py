"""Applies a game's events to the players' items through the ledger, in the act of the step."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.inventory.ledger import is_stopped, ledger_of
from nomic.matches.contract.game import Event
from nomic.matches.models import Match
from nomic.players.models import Player

Facts = Mapping[str, Any]
Do = Callable[[ActionContext, Match, Facts], None]


def dispatch_events(kinds: Mapping[str, Do], act: ActionContext, match: Match, events: Sequence[Event]) -> None:
    """Call the handler in `kinds` for each event that has one, with the event's facts."""
    for event in events:
        do = kinds.get(event.kind)
        if do is not None:
            do(act, match, event.facts)


def apply_item_events(act: ActionContext, match: Match, events: Sequence[Event]) -> None:
    """Apply the "granted" and "revoked" events of a game without other effects."""
    dispatch_events(ITEMS, act, match, events)


def is_current_player(ctx: ReadContext, player: str) -> bool:
    """Return whether the name belongs to a current player of the cycle."""
    return Player.objects.filter(cycle=ctx.cycle, name=player, left_at=None).exists()


def _granted(act: ActionContext, match: Match, facts: Facts) -> None:
    """Give items to a player, unless the player has left (R5) or a freeze stops it."""
    if is_current_player(act, facts["player"]) and not is_stopped(act, "", facts["player"], facts["item"]):
        ledger_of(act).grant(facts["player"], facts["item"], facts["count"])


def _revoked(act: ActionContext, match: Match, facts: Facts) -> None:
    """Take items from a player, or as many as the player has, unless a freeze stops it."""
    ledger = ledger_of(act)
    count = min(facts["count"], ledger.amount(facts["player"], facts["item"]))
    if count and not is_stopped(act, facts["player"], "", facts["item"]):
        ledger.revoke(facts["player"], facts["item"], count)


ITEMS: Mapping[str, Do] = {"granted": _granted, "revoked": _revoked}
