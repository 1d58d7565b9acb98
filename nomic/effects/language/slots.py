"""What the fields of nodes hold, as annotations: `who: Players` takes anything whose value is a set of players."""

from typing import Annotated, Any, Literal

from nomic.effects.language.nodes import Condition, Description, Effect, Expression, Slot

Number = Annotated[Expression, Slot("expression", "a number", ("number", "names"))]
Cards = Annotated[Expression, Slot("expression", "cards", ("cards",))]
Players = Annotated[Expression, Slot("expression", "players", ("players",))]
Names = Annotated[Expression, Slot("expression", "names or numbers", ("names", "number"))]
AnySet = Annotated[Expression, Slot("expression", "cards, players or names", ("cards", "players", "names"))]
Holders = Annotated[Expression, Slot("expression", "players, or the pool", ("players", "names"))]
Anything = Annotated[Expression, Slot("expression", "any value", ("number", "truth", "cards", "players", "names"))]
Truth = Annotated[Condition, Slot("condition", "a condition")]

Numbers = Annotated[tuple[Expression, ...], Slot("list", "a list of numbers", ("number", "names"))]
Truths = Annotated[tuple[Condition, ...], Slot("conditions", "a list of conditions")]
TwoCards = Annotated[tuple[Expression, Expression], Slot("pair", "two cards", ("cards",))]
Comparison = Annotated[tuple[Expression, str, Expression], Slot("comparison", "[one, equals, other]")]
Enumeration = Annotated[Any, Slot("enumeration", "a list, {from, to}, or the name of a collection")]

Steps = Annotated[Effect, Slot("effect", "a list of operations")]
Binding = Annotated[str, Slot("binding", "a new name")]
Word = Annotated[str, Slot("word", "a name of the law")]
Words = Annotated[tuple[str, ...], Slot("words", "a list of names of the law")]
Text = Annotated[str, Slot("text", "a short text")]
DiceText = Annotated[Any, Slot("dice", "dice, as 2d6")]
Flag = Annotated[bool, Slot("flag", "true or false")]
Small = Annotated[int, Slot("integer", "a whole number")]
HowMany = Annotated[Any, Slot("how-many", "a number, [least, most], or all")]
Chooser = Annotated[Any, Slot("chooser", "players, or chance", ("players",))]
Traits = Annotated[Any, Slot("traits", "{modifiers, suits, colours, types}")]
Spec = Annotated[Description, Slot("spec", "a card's description")]
Rows = Annotated[Any, Slot("rows", "[[from, to, effect], …]")]
Offers = Annotated[Any, Slot("offers", "[{say, needs, do}, …]")]
TurnWord = Annotated[Any, Slot("turn", "reverse, {skip: players} or {again: players}")]
Chances = Annotated[Any, Slot("chances", "[[collection, per cent], …]")]

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
