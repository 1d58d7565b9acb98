"""What a game tells its host to carry out, and the sentences of the log that several files share.

The kinds made here change what people own, or open what was sealed; whoever hosts a game carries them out in the act
in which they happen. Every other kind is for people and programs that watch: `joined withdrew invited accepted declined
begun hand-chosen out revealed raised matched passed raise-fell betting-closed played drew gave swapped destroyed moved
made replaced changed reversed turn owed forfeited agreed disagreed won off terminated stopped …`.
"""

from collections.abc import Mapping, Sequence

from exoptosis.engine.cards.card import Modifier
from exoptosis.engine.state import Stake
from nomic.effects.language.world import NewCard
from nomic.law.schema.json_reader import Json
from nomic.matches.contract.game import Event

ALL = "*"  # in place of the names of modifiers: every one


def granted(player: str, item: str, count: int, what: str) -> Event:
    """So many of an item are made for a player; `what` is that in words."""
    return Event("granted", f"{player} gains {what}.", {"player": player, "item": item, "count": count})


def revoked(player: str, item: str, count: int, what: str) -> Event:
    """So many of an item of a player are destroyed; the player has them (R51)."""
    return Event("revoked", f"{player} loses {what}.", {"player": player, "item": item, "count": count})


def staked(player: str, stake: Stake, what: str) -> Event:
    """Items and cards (codes) go from a player's inventory to the pool of this game (R35)."""
    facts = {"player": player, "items": dict(stake.items), "cards": list(stake.cards)}
    return Event("staked", f"{player} bets {what}.", facts)


def stake_returned(player: str, stake: Stake, text: str) -> Event:
    """Items and cards (codes) go back from the pool to a player; those of somebody who has left are destroyed (R99)."""
    return Event("stake-returned", text, {"player": player, "items": dict(stake.items), "cards": list(stake.cards)})


def pool_won(player: str, items: Mapping[str, int], cards: Sequence[str], text: str) -> Event:
    """Everything in the pool goes to the winner (R43), save cards that the same step destroys elsewhere."""
    return Event("pool-won", text, {"player": player, "items": dict(items), "cards": list(cards)})


def original_destroyed(code: str, whose: str) -> Event:
    """A card of an inventory, or of the pool, is destroyed (R47, R48); `whose` is it, or its duplicate, in words."""
    return Event("original-destroyed", f"The original of {whose} is destroyed.", {"card": code})


def original_changed(code: str, modifiers: Sequence[Modifier], gained: Mapping[str, Sequence[Json]]) -> Event:
    """A card of an inventory has these modifiers from now on, and has gained values, suits, colours or types.

    What made it so has been told.
    """
    held = [modifier_json(modifier) for modifier in modifiers]
    facts = {"card": code, "modifiers": held, "gained": {**gained}}
    return Event("original-changed", "", facts)


def card_made(player: str, spec: NewCard, count: int, by: str) -> Event:
    """So many new originals come to a player, as a description of the effect language says: one by name, or random.

    `by` is whose act that is, where it is somebody else's and a modifier could remember it (R30).
    """
    what = "random card" if spec.card == "random" else f"new {spec.card}"
    text = f"{player} gets {count} {what}{'' if count == 1 else 's'}."
    giver = {"by": by} if spec.with_ and by != player else {}
    return Event("card-made", text, {"player": player, "spec": spec.raw, "count": count, **giver})


def destroyed_elsewhere(ref: str, loses: Sequence[str]) -> Event:
    """A card outside this game is destroyed: an original, or a duplicate of another game, as the host called it.

    `loses` are modifiers that are gone before that, or ALL of them: what kept it from being destroyed, too (R48, R93).
    """
    return Event("destroyed-elsewhere", "", {"ref": ref, "loses": list(loses)})


def unsealed(player: str) -> Event:
    """The hand that a player had chosen under seal can be shown from now on."""
    return Event("unsealed", "", {"player": player})


def modifier_json(modifier: Modifier) -> dict[str, Json]:
    """A modifier as an inventory's card has it: what it does not remember is left out."""
    remembered: dict[str, Json] = {"by": modifier.by} if modifier.by else {}
    return {"name": modifier.name, **remembered, **({"count": modifier.count} if modifier.count else {})}
