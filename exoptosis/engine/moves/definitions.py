"""The moves of the game and its standing orders: their names and fields."""

from typing import Annotated, Literal, get_args

from msgspec import UNSET, Meta, UnsetType

from exoptosis.engine.cards.card import CardId
from nomic.matches.contract.moves import Answer, Forfeit, Move, Order

MAX_COUNT = 1_000_000_000
MAX_ANSWERS = 50

Number = Annotated[int, Meta(ge=0, le=MAX_COUNT)]
LeftToChance = Annotated[Literal["random"], Meta(description="Questions before you draw are answered at random.")]


class ChooseHand(Move, frozen=True, tag="hand"):
    """Choose your hand, or replace it, until the hands are revealed: you are asked which cards are in it."""


class RaiseBet(Move, frozen=True, tag="raise"):
    """Bet more than anybody before. If you can bet cards, you are asked which."""

    to: Annotated[Number, Meta(description="Your total bet after this, including what you have bet before.")]


class MatchBet(Move, frozen=True, tag="match"):
    """Bet as much as the highest bet."""


class PassBet(Move, frozen=True, tag="pass"):
    """Neither raise nor match."""


class PlayCard(Move, frozen=True, tag="play"):
    """Play a card of your hand."""

    card: Annotated[Number, Meta(description="Its number in the view.")]


class DrawCard(Move, frozen=True, tag="draw"):
    """Draw a card for your turn, which ends it."""

    how: LeftToChance | UnsetType = UNSET


class MakeOwedChoice(Move, frozen=True, tag="pay"):
    """Make a choice that you owe."""

    debt: Annotated[Number, Meta(description="Its number in the view.")]
    how: LeftToChance | UnsetType = UNSET


class Agree(Move, frozen=True, tag="agree"):
    """Agree to end the match without a result. It ends once everybody has agreed."""


class Disagree(Move, frozen=True, tag="disagree"):
    """Take back that you agree to end the match."""


class EndGame(Move, frozen=True, tag="end"):
    """End the match alone, once a standstill is announced (`standstill` in the view)."""


BattleMove = (
    ChooseHand
    | RaiseBet
    | MatchBet
    | PassBet
    | PlayCard
    | DrawCard
    | MakeOwedChoice
    | Forfeit
    | Agree
    | Disagree
    | EndGame
)
MOVES: tuple[type[Move], ...] = (*get_args(BattleMove), Answer)  # an Answer continues one of the others


# ── standing orders (R110)

Way = Literal["lowest", "random", "card"]
WhichCard = Annotated[Way, Meta(description="The lowest card, a random one (the default), or the `card` you name.")]
GivenAnswer = tuple[int | str, ...]


class PayOrder(Order, frozen=True, tag="pay"):
    """When you owe a choice: make it with a card, chosen as `how` says."""

    how: WhichCard | UnsetType = UNSET
    card: CardId | UnsetType = UNSET


class DrawIfStuck(Order, frozen=True, tag="draw-if-stuck"):
    """When it is your turn and you can play nothing: draw a card, chosen as `how` says."""

    how: WhichCard | UnsetType = UNSET
    card: CardId | UnsetType = UNSET


class PlayIfPlayable(Order, frozen=True, tag="play-if-playable"):
    """When it is your turn and this card can be played: play it, with these answers to what it asks."""

    card: CardId
    answers: Annotated[tuple[GivenAnswer, ...], Meta(max_length=MAX_ANSWERS)] | UnsetType = UNSET


BattleOrder = PayOrder | DrawIfStuck | PlayIfPlayable
ORDERS: tuple[type[Order], ...] = get_args(BattleOrder)
