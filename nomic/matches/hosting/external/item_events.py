"""What events of games mean for people's items, whatever the game: through the ledger, in the act of the step."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nomic.cycles.actions.context import Act, Moment
from nomic.inventory.ledger import ledger_of
from nomic.matches.contract.game import Event
from nomic.matches.models import Match
from nomic.players.models import Player

Facts = Mapping[str, Any]
Do = Callable[[Act, Match, Facts], None]


def carry_out_by(kinds: Mapping[str, Do], act: Act, match: Match, events: Sequence[Event]) -> None:
    """Do what a game tells its host to do, by the kinds of its events. What an event has a sentence for is told."""
    for event in events:
        do = kinds.get(event.kind)
        if do is not None:
            do(act, match, event.facts)


def carry_out_items(act: Act, match: Match, events: Sequence[Event]) -> None:
    """For a game that grants and revokes items, and does nothing else outside."""
    carry_out_by(ITEMS, act, match, events)


def plays(moment: Moment, player: str) -> bool:
    """Whether somebody is a player of the cycle now."""
    return Player.objects.filter(cycle=moment.cycle, name=player, left_at=None).exists()


def _granted(act: Act, match: Match, facts: Facts) -> None:
    """Items are made for somebody; who has left owns nothing (R5)."""
    if plays(act, facts["player"]):
        ledger_of(act).grant(facts["player"], facts["item"], facts["count"])


def _revoked(act: Act, match: Match, facts: Facts) -> None:
    """Items of somebody are destroyed, as many as are left of them."""
    ledger = ledger_of(act)
    count = min(facts["count"], ledger.amount(facts["player"], facts["item"]))
    if count:
        ledger.revoke(facts["player"], facts["item"], count)


ITEMS: Mapping[str, Do] = {"granted": _granted, "revoked": _revoked}
