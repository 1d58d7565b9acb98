"""Events of a game that the host applies, and sentences of the log that several modules share.

The kinds made here change people's possessions, or reveal sealed values; the host applies them in the act in which they
happen. Every other kind is for people and programs that watch: `joined withdrew invited accepted declined begun
hand-chosen hand-dropped out revealed raised matched passed raise-fell betting-closed played drew gave swapped destroyed
moved made replaced changed reversed turn owed forfeited agreed disagreed won off terminated stopped …`.
"""

from collections.abc import Mapping, Sequence

from exoptosis.engine.cards.card import Modifier
from exoptosis.engine.state import Stake
from nomic.effects.language.world import NewCard
from nomic.law.schema.json_reader import Json
from nomic.matches.contract.game import Event

ALL = "*"  # instead of a list of modifiers: all of them


def granted(player: str, item: str, count: int, what: str) -> Event:
    """Return the event that creates `count` of an item for a player. `what` is the wording shown to players."""
    return Event("granted", f"{player} gains {what}.", {"player": player, "item": item, "count": count})


def revoked(player: str, item: str, count: int, what: str) -> Event:
    """Return the event that destroys `count` of a player's items (R51). `what` is a description of them for players."""
    return Event("revoked", f"{player} loses {what}.", {"player": player, "item": item, "count": count})


def staked(player: str, stake: Stake, what: str) -> Event:
    """Return the event that moves items and cards (codes) from a player's inventory to the pool of this game (R35)."""
    facts = {"player": player, "items": dict(stake.items), "cards": list(stake.cards)}
    return Event("staked", f"{player} bets {what}.", facts)


def stake_returned(player: str, stake: Stake, text: str) -> Event:
    """Return the event that moves items and cards (codes) from the pool to a player.

    A former player's share is destroyed (R99).
    """
    return Event("stake-returned", text, {"player": player, "items": dict(stake.items), "cards": list(stake.cards)})


def pool_won(player: str, items: Mapping[str, int], cards: Sequence[str], text: str) -> Event:
    """Return the event that gives the complete pool to the winner (R43), except cards that this step destroys."""
    return Event("pool-won", text, {"player": player, "items": dict(items), "cards": list(cards)})


def original_destroyed(code: str, whose: str) -> Event:
    """Return the event that destroys a card of an inventory, or of the pool (R47, R48).

    `whose` describes the card or its duplicate in words.
    """
    return Event("original-destroyed", f"The original of {whose} is destroyed.", {"card": code})


def original_changed(code: str, modifiers: Sequence[Modifier], gained: Mapping[str, Sequence[Json]]) -> Event:
    """Return the event that sets the modifiers of an original, and adds the traits that it gained after the battle.

    The cause has a separate event.
    """
    held = [modifier_json(modifier) for modifier in modifiers]
    facts = {"card": code, "modifiers": held, "gained": {**gained}}
    return Event("original-changed", "", facts)


def card_made(player: str, spec: NewCard, count: int, by: str) -> Event:
    """Return the event that creates `count` new originals for a player, as described in the effect language.

    They have a name or are random. `by` is the acting player, if it is not the owner and a modifier could store it
    (R30).
    """
    what = "random card" if spec.card == "random" else f"new {spec.card}"
    text = f"{player} gets {count} {what}{'' if count == 1 else 's'}."
    giver = {"by": by} if spec.with_ and by != player else {}
    return Event("card-made", text, {"player": player, "spec": spec.raw, "count": count, **giver})


def destroyed_elsewhere(ref: str, loses: Sequence[str]) -> Event:
    """Return the event that destroys a card outside this game, by the host's reference.

    The card is an original, or a duplicate in another game. `loses` are the modifiers removed before that, or ALL,
    including any that protected it from being destroyed (R48, R93).
    """
    return Event("destroyed-elsewhere", "", {"ref": ref, "loses": list(loses)})


def unsealed(player: str) -> Event:
    """Return the event that reveals a player's sealed hand."""
    return Event("unsealed", "", {"player": player})


def modifier_json(modifier: Modifier) -> dict[str, Json]:
    """Return a modifier as an inventory's card stores it. Fields that it does not use are left out."""
    remembered: dict[str, Json] = {"by": modifier.by} if modifier.by else {}
    return {"name": modifier.name, **remembered, **({"count": modifier.count} if modifier.count else {})}
