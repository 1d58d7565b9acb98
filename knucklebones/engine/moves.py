"""The moves of Knucklebones (R57 to R60)."""

from typing import Annotated

from msgspec import Meta

from nomic.matches.contract.moves import Answer, Forfeit, Move


class Place(Move, frozen=True, tag="place"):
    """Put the die that you have rolled into a column with a free cell."""

    column: Annotated[int, Meta(description="The column's number, from 1 on.")]


class Roll(Move, frozen=True, tag="roll"):
    """Roll the die, if you could use one of your Dice; else it is rolled for you (R58)."""

    dice: Annotated[str, Meta(min_length=1, description="The Dice to roll with, by name; left out, none.")] = ""


class Use(Move, frozen=True, tag="use"):
    """Use one of your Dice on the die that you have rolled (R60)."""

    dice: Annotated[str, Meta(description="The Dice to use, by name.")]


MOVES = (Place, Roll, Use, Answer, Forfeit)


def dice_with(move: object) -> str:
    """Return the Dice that a move uses, or "" if it uses none."""
    return move.dice if isinstance(move, Roll | Use) else ""
