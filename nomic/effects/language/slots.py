"""What the fields of nodes hold, as annotations: `who: Players` takes anything whose value is a set of players."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from nomic.chance.dice import Dice
from nomic.effects.language.nodes import Condition, Effect, Expression, Kind, Node, Part
from nomic.effects.language.world import Cards as CardsOf
from nomic.effects.language.world import Members, TurnChange, Value
from nomic.effects.language.world import Players as PlayersOf


@dataclass(frozen=True, slots=True)
class Slot:
    """What may stand in a field: for people `says`, for the reader the name of the way in which it is read."""

    reads: str
    says: str
    accepts: tuple[Kind, ...] = ()
    words: tuple[str, ...] = ()


# ── pieces of fields


class Option(Part, frozen=True, eq=False, kw_only=True):
    """One thing that an offer lets somebody do, if its needs are met."""

    say: str
    needs: Condition | None
    do: Effect


class Row(NamedTuple):
    """What happens for the numbers from one to another."""

    low: int
    high: int
    do: Effect


class ChangeOfTurns(Part, frozen=True, eq=False, kw_only=True):
    """The order turns round, or some players are skipped or have another turn."""

    change: TurnChange
    who: Expression[PlayersOf] | None = None

    def parts(self, path: str = "") -> Iterator[tuple[str, Node | Effect]]:
        if self.who is not None:
            yield f"{path}/{self.change}", self.who


class Range(Part, frozen=True, eq=False, kw_only=True):
    """All numbers from one to another."""

    from_: Expression[Value]
    to: Expression[Value]


# ── values

Number = Annotated[Expression[Value], Slot("expression", "a number", ("number", "names"))]
Cards = Annotated[Expression[CardsOf], Slot("expression", "cards", ("cards",))]
Players = Annotated[Expression[PlayersOf], Slot("expression", "players", ("players",))]
Names = Annotated[Expression[Value], Slot("expression", "names or numbers", ("names", "number"))]
AnySet = Annotated[Expression[Members], Slot("expression", "cards, players or names", ("cards", "players", "names"))]
Holders = Annotated[Expression[PlayersOf], Slot("expression", "players, or the pool", ("players", "names"))]
Anything = Annotated[
    Expression[Value], Slot("expression", "any value", ("number", "truth", "cards", "players", "names"))
]
Truth = Annotated[Condition, Slot("condition", "a condition")]

Numbers = Annotated[tuple[Expression[Value], ...], Slot("list", "a list of numbers", ("number", "names"))]
Truths = Annotated[tuple[Condition, ...], Slot("conditions", "a list of conditions")]
TwoCards = Annotated[tuple[Expression[CardsOf], Expression[CardsOf]], Slot("pair", "two cards", ("cards",))]
Comparison = Annotated[tuple[Expression[Value], str, Expression[Value]], Slot("comparison", "[one, equals, other]")]
Enumeration = Annotated[
    str | Range | tuple[Expression[Value], ...], Slot("enumeration", "a list, {from, to}, or the name of a collection")
]

Steps = Annotated[Effect, Slot("effect", "a list of operations")]
NewName = Annotated[str, Slot("binding", "a new name")]
Word = Annotated[str, Slot("word", "a name of the law")]
Words = Annotated[tuple[str, ...], Slot("words", "a list of names of the law")]
Text = Annotated[str, Slot("text", "a short text")]
DiceText = Annotated[Dice, Slot("dice", "dice, as 2d6")]
Flag = Annotated[bool, Slot("flag", "true or false")]
Small = Annotated[int, Slot("integer", "a whole number")]
HowMany = Annotated[
    Literal["all"] | Expression[Value] | tuple[Expression[Value], Expression[Value]],
    Slot("how-many", "a number, [least, most], or all"),
]
Chooser = Annotated[Literal["chance"] | Expression[PlayersOf], Slot("chooser", "players, or chance", ("players",))]
Traits = Annotated[
    Mapping[str, Literal["all"] | Expression[Value]], Slot("traits", "{modifiers, suits, colours, types}")
]
Rows = Annotated[tuple[Row, ...], Slot("rows", "[[from, to, effect], …]")]
Offers = Annotated[tuple[Option, ...], Slot("offers", "[{say, needs, do}, …]")]
TurnWord = Annotated[ChangeOfTurns, Slot("turn", "reverse, {skip: players} or {again: players}")]
Chances = Annotated[tuple[tuple[str, int], ...], Slot("chances", "[[collection, per cent], …]")]

CardPlace = Annotated[
    Literal["hand", "deck", "pile", "inventory", "cycle", "copies"],
    Slot("choice", "a place", words=("hand", "deck", "pile", "inventory", "cycle", "copies")),
]
OwnPlace = Annotated[
    Literal["hand", "deck", "inventory"], Slot("choice", "a place", words=("hand", "deck", "inventory"))
]
Which = Annotated[
    Literal["participants", "entered", "players", "active"],
    Slot("choice", "which players", words=("participants", "entered", "players", "active")),
]
Trait = Annotated[
    Literal["value", "suit", "colour", "type"], Slot("choice", "a trait", words=("value", "suit", "colour", "type"))
]
Happening = Annotated[
    Literal["played", "drawing", "turn_start", "turn_end", "destroyed"],
    Slot("choice", "an event", words=("played", "drawing", "turn_start", "turn_end", "destroyed")),
]
Ending = Annotated[Literal["win", "forfeit"], Slot("choice", "win or forfeit", words=("win", "forfeit"))]
Short = Annotated[Literal["all", "none"], Slot("choice", "all or none", words=("all", "none"))]
Late = Annotated[Literal["none", "chance"], Slot("choice", "none or chance", words=("none", "chance"))]
Purpose = Annotated[Literal["destroy"], Slot("choice", "destroy", words=("destroy",))]
Counter = Annotated[Literal["drawn", "drawn_by_cause"], Slot("choice", "a counter", words=("drawn", "drawn_by_cause"))]
Span = Annotated[Literal["turn", "previous_turn"], Slot("choice", "a span", words=("turn", "previous_turn"))]
