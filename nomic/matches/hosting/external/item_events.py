"""Effects of any game's events on the players' items, through the ledger, in the act of the step."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.inventory.ledger import is_stopped, ledger_of
from nomic.matches.contract.game import Event
from nomic.matches.models import Match
from nomic.players.models import Player

Facts = Mapping[str, Any]
Do = Callable[[ActionContext, Match, Facts], None]


def carry_out_by(kinds: Mapping[str, Do], act: ActionContext, match: Match, events: Sequence[Event]) -> None:
    """Call the handler for each event's kind. If an event has a sentence, add it to the act's messages."""
    for event in events:
        do = kinds.get(event.kind)
        if do is not None:
            do(act, match, event.facts)


def carry_out_items(act: ActionContext, match: Match, events: Sequence[Event]) -> None:
    """Apply the events of a game that only grants and revokes items."""
    carry_out_by(ITEMS, act, match, events)


def plays(moment: ReadContext, player: str) -> bool:
    """Return whether the name belongs to a current player of the cycle."""
    return Player.objects.filter(cycle=moment.cycle, name=player, left_at=None).exists()


def _granted(act: ActionContext, match: Match, facts: Facts) -> None:
    """Create items for a player; a player who has left owns nothing (R5)."""
    if plays(act, facts["player"]) and not is_stopped(act, "", facts["player"], facts["item"]):
        ledger_of(act).grant(facts["player"], facts["item"], facts["count"])


def _revoked(act: ActionContext, match: Match, facts: Facts) -> None:
    """Destroy a player's items, or as many as are left of them."""
    ledger = ledger_of(act)
    count = min(facts["count"], ledger.amount(facts["player"], facts["item"]))
    if count and not is_stopped(act, facts["player"], "", facts["item"]):
        ledger.revoke(facts["player"], facts["item"], count)


ITEMS: Mapping[str, Do] = {"granted": _granted, "revoked": _revoked}
