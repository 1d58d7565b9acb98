"""Annotations for fields of nodes: `who: Players` accepts any expression whose value is a set of players."""

from collections.abc import Mapping
from typing import Annotated, Literal, get_args

from nomic.chance.dice_notation import Dice
from nomic.effects.language.nodes.base import Condition, Effect, Expression
from nomic.effects.language.nodes.compound_fields import Chance, ChangeOfTurns, LawPlace, Option, Range, Row, Stretch
from nomic.effects.language.slot_kinds import collection_chances, effects, law_places, plain, times, values
from nomic.effects.language.world import Cards as CardsOf
from nomic.effects.language.world import Members, Value
from nomic.effects.language.world import Players as PlayersOf
from nomic.law.schema.json_reader import Json

Number = Annotated[Expression[Value], values.NUMBER]
Cards = Annotated[Expression[CardsOf], values.ExpressionSlot("cards", ("cards",))]
Players = Annotated[Expression[PlayersOf], values.PLAYERS]
Proposals = Annotated[Expression[Members], values.ExpressionSlot("proposals", ("proposals",))]
Names = Annotated[Expression[Value], values.NAMES_OR_NUMBERS]
Code = Annotated[Expression[Value], values.ExpressionSlot("proposals", ("proposals", "names"))]
AnySet = Annotated[
    Expression[Members],
    values.ExpressionSlot("cards, players, names or proposals", ("cards", "players", "names", "proposals")),
]
CardHolders = Annotated[
    Expression[Members],
    values.ExpressionSlot("cards, or players, or cycle, or a keeping", ("cards", "players", "names", "keeping")),
]
Holders = Annotated[
    Expression[PlayersOf],
    values.ExpressionSlot("players, or pool, cycle or a keeping", ("players", "names", "keeping")),
]
Keepable = Annotated[
    Expression[Value],
    values.ExpressionSlot(
        "a number, names, players or proposals", ("number", "truth", "names", "players", "proposals")
    ),
]
Listable = Annotated[
    Expression[Members], values.ExpressionSlot("names, players or proposals", ("names", "players", "proposals"))
]
Key = Annotated[Expression[Value], values.ExpressionSlot("players, names or a number", ("players", "names", "number"))]
Choosable = Annotated[
    Expression[Value], values.ExpressionSlot("what can be chosen", ("cards", "players", "names", "number", "proposals"))
]
Choices = Annotated[
    Expression[Members],
    values.ExpressionSlot(
        "what everybody chose", ("cards by player", "players by player", "names by player", "proposals by player")
    ),
]
Amounts = Annotated[
    Expression[Members], values.ExpressionSlot("items with their numbers, such as $paid,", ("amounts",))
]
Item = Annotated[Expression[Value], values.ExpressionSlot("an item", ("names",))]
Holder = Annotated[
    Expression[PlayersOf], values.ExpressionSlot("players, or cycle, or a keeping", ("players", "names", "keeping"))
]
Anything = Annotated[Expression[Value], values.ANYTHING]
Truth = Annotated[Condition, values.ConditionSlot()]

Numbers = Annotated[tuple[Expression[Value], ...], values.ListSlot("a list of numbers", ("number", "names"))]
TwoNumbers = Annotated[tuple[Expression[Value], Expression[Value]], values.PairSlot("two numbers", ("number", "names"))]
Member = Annotated[
    Expression[Value],
    values.ExpressionSlot(
        "cards, players, names, proposals or a number", ("cards", "players", "names", "proposals", "number")
    ),
]
Sets = Annotated[
    tuple[Expression[Members], ...],
    values.ListSlot("a list of sets, of one kind", ("cards", "players", "names", "proposals")),
]
Truths = Annotated[tuple[Condition, ...], values.ConditionsSlot()]
TwoCards = Annotated[tuple[Expression[CardsOf], Expression[CardsOf]], values.PairSlot("two cards", ("cards",))]
Comparison = Annotated[tuple[Expression[Value], str, Expression[Value]], values.ComparisonSlot()]
Enumeration = Annotated[str | Range | tuple[Expression[Value], ...], values.EnumerationSlot()]

Steps = Annotated[Effect, effects.EffectSlot()]
NewName = Annotated[str, plain.BindingSlot()]
Word = Annotated[str, plain.WordSlot()]
Words = Annotated[tuple[str, ...], plain.WordsSlot()]
Text = Annotated[str, plain.TextSlot()]
DiceText = Annotated[Dice, plain.DiceSlot()]
Flag = Annotated[bool, plain.FlagSlot()]
Small = Annotated[int, plain.IntegerSlot()]
HowMany = Annotated[
    Literal["all"] | Expression[Value] | tuple[Expression[Value], Expression[Value]], values.HowManySlot()
]
Chooser = Annotated[Literal["chance"] | Expression[PlayersOf], values.ChooserSlot()]
Traits = Annotated[Mapping[str, Literal["all"] | Expression[Value]], values.TraitsSlot()]
Rows = Annotated[tuple[Row, ...], effects.RowsSlot()]
Offers = Annotated[tuple[Option, ...], effects.OffersSlot()]
TurnWord = Annotated[ChangeOfTurns, values.TurnSlot()]
Duration = Annotated[Stretch, times.StretchSlot()]
EventWord = Annotated[str, times.EventSlot()]
End = Annotated[Stretch | str, times.EndSlot()]
PlaceOfLaw = Annotated[LawPlace, law_places.LawPlaceSlot()]
RuleIds = Annotated[Expression[Members], values.ExpressionSlot("rules", ("names",))]
LawContent = Annotated[Json, law_places.LawContentSlot()]
Chances = Annotated[tuple[Chance, ...], collection_chances.ChancesSlot()]

# ── words from a fixed set

_CardPlace = Literal["hand", "deck", "pile", "inventory", "cycle", "copies"]
_OwnPlace = Literal["hand", "deck", "inventory"]
_Which = Literal["participants", "entered", "players", "active", "inactive", "reputable"]
_Proposals = Literal[
    "open", "waiting", "undecided", "popular", "enacted", "failed", "withdrawn", "lapsed", "vetoed", "all"
]
_Trait = Literal["value", "suit", "colour", "type"]
_Happening = Literal["played", "drawing", "turn_start", "turn_end", "destroyed"]
_Ending = Literal["win", "forfeit"]
_Short = Literal["all", "none"]
_Late = Literal["none", "chance"]
_Counter = Literal["drawn", "drawn_by_cause"]
_Span = Literal["turn", "previous_turn"]
_Ties = Literal["all", "none", "lot", "earliest"]
_Counting = Literal["plurality", "approval", "ranked", "transferable", "borda"]
_OfThePhase = Literal["number"]
_PhaseSpan = Literal["phase", "previous_phase", "cycle"]
_TimeUnit = Literal["hours", "phases"]
_SpanUnit = Literal["hours", "days", "phases"]
_Beginning = Literal["joined", "reputable", "last_act", "match"]
_MatchStage = Literal["gathering", "running", "any"]
_Ballot = Literal["for", "against", "unclear", "any"]
_KeyKind = Literal["names", "players"]

CardPlace = Annotated[_CardPlace, plain.ChoiceSlot("a place", get_args(_CardPlace))]
OwnPlace = Annotated[_OwnPlace, plain.ChoiceSlot("a place", get_args(_OwnPlace))]
Which = Annotated[_Which, plain.ChoiceSlot("which players", get_args(_Which))]
WhichProposals = Annotated[_Proposals, plain.ChoiceSlot("which proposals", get_args(_Proposals))]
Trait = Annotated[_Trait, plain.ChoiceSlot("a trait", get_args(_Trait))]
Happening = Annotated[_Happening, plain.ChoiceSlot("an event", get_args(_Happening))]
Ending = Annotated[_Ending, plain.ChoiceSlot("win or forfeit", get_args(_Ending))]
Short = Annotated[_Short, plain.ChoiceSlot("all or none", get_args(_Short))]
Late = Annotated[_Late, plain.ChoiceSlot("none or chance", get_args(_Late))]
Purpose = Annotated[Literal["destroy"], plain.ChoiceSlot("destroy", ("destroy",))]
Counter = Annotated[_Counter, plain.ChoiceSlot("a counter", get_args(_Counter))]
Span = Annotated[_Span, plain.ChoiceSlot("a span", get_args(_Span))]
Ties = Annotated[_Ties, plain.ChoiceSlot("all, none, lot or earliest", get_args(_Ties), (("chance", "lot"),))]
Counting = Annotated[_Counting, plain.ChoiceSlot("a way to count votes", get_args(_Counting))]
OfThePhase = Annotated[_OfThePhase, plain.ChoiceSlot("number", get_args(_OfThePhase))]
PhaseSpan = Annotated[_PhaseSpan, plain.ChoiceSlot("a phase, or the cycle", get_args(_PhaseSpan))]
TimeUnit = Annotated[_TimeUnit, plain.ChoiceSlot("hours or phases", get_args(_TimeUnit))]
Ballot = Annotated[_Ballot, plain.ChoiceSlot("a vote", get_args(_Ballot))]
KeyKind = Annotated[_KeyKind, plain.ChoiceSlot("names or players", get_args(_KeyKind))]
SpanUnit = Annotated[_SpanUnit, plain.ChoiceSlot("hours, days or phases", get_args(_SpanUnit))]
Beginning = Annotated[_Beginning, plain.ChoiceSlot("joined, reputable, last_act or match", get_args(_Beginning))]
MatchStage = Annotated[_MatchStage, plain.ChoiceSlot("gathering, running or any", get_args(_MatchStage))]
