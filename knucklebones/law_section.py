"""The law section of Knucklebones (R57–R60): its switch, the field, the die, the rewards, and the Dice."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from nomic.clauses.views.sentence_parts import in_phases
from nomic.cycles.domain.calendar import PhaseKind
from nomic.effects.checking.effects_in_sections import EffectJson, effect_flaws
from nomic.effects.language import scopes
from nomic.effects.language.vocabulary import Vocabulary
from nomic.inventory.effect_label_factories import effect_said, effect_sentence
from nomic.inventory.law_section import ItemName, items_of, unknown_items
from nomic.law.document.sections import Flaw, Law, Section, SectionModel, pointer
from nomic.law.schema.section_label import Label, Path, Statement
from nomic.law.schema.text_types import NAMED_ONCE, LawText

NAME = "knucklebones"
MAX_ACROSS = 9
MAX_FACES = 100
MAX_FACE = 99

Across = Annotated[int, Field(ge=1, le=MAX_ACROSS)]
Face = Annotated[int, Field(ge=1, le=MAX_FACE)]
PhaseKinds = Annotated[list[PhaseKind], NAMED_ONCE, Field(min_length=1, max_length=56)]


class TurnTime(SectionModel):
    """The minutes that a turn lasts (R58). A player who lets them pass forfeits."""

    minutes: int = Field(ge=1, le=60 * 24 * 366)


class DiceItem(SectionModel):
    """An item that its holder can use once in a game: in place of the usual roll, or after it (R60).

    The effect runs for the player who rolls ($me); the die's value is $rolled.
    """

    text: LawText = ""
    when: Literal["before", "after"]
    effect: EffectJson = Field(min_length=1)
    place: int = 0


class KnucklebonesRules(SectionModel):
    """The rules of Knucklebones (R57–R60). `faces` are the faces of the usual die, equally likely.

    `rewards` run when a player wins ($winner). Intentions are declared in the kinds of phases in `declare_in`. The
    games of the pairs begin with the next phase whose kind is in `begin_in`.
    """

    in_force: bool
    columns: Across
    rows: Across
    faces: list[Face] = Field(min_length=1, max_length=MAX_FACES)
    turn: TurnTime
    declare_in: PhaseKinds
    begin_in: PhaseKinds
    rewards: EffectJson
    dice: dict[ItemName, DiceItem] = Field(max_length=100)


def rules_of(law: Law) -> KnucklebonesRules:
    """Return the section `knucklebones` of a law. Raises KeyError if the law has none."""
    return law.section(NAME, KnucklebonesRules)


def dice_of(law: Law) -> dict[str, DiceItem]:
    """Return all Dice of a law, in its order, or an empty dict if the law does not have the game."""
    rules = law.section_or_none(NAME, KnucklebonesRules)
    dice = {} if rules is None else rules.dice
    return dict(sorted(dice.items(), key=lambda pair: (pair[1].place, pair[0])))


def is_switched_on(law: Law) -> bool:
    """Return whether the switch of the section is on, so that the game is in force."""
    return rules_of(law).in_force


def _agrees(law: Law) -> Iterator[Flaw]:
    rules, known = rules_of(law), Vocabulary(items=frozenset(items_of(law)))
    yield from effect_flaws(pointer(NAME, "rewards"), rules.rewards, scopes.REWARDS, known, "prize")
    for name, dice in rules.dice.items():
        path = pointer(NAME, "dice", name)
        yield from unknown_items(law, (path, name))
        yield from effect_flaws(f"{path}/effect", dice.effect, scopes.DIE, known, "die")


def idle_dice(law: Law) -> Iterator[Flaw]:
    """Yield a flaw for each item of the kind dice without an effect in the law (R60)."""
    dice = dice_of(law)
    for name, item in items_of(law).items():
        if item.kind == "dice" and name not in dice:
            detail = f"an item of the kind 'dice' is a Dice (R60): the section {NAME!r} has to say what it does"
            yield Flaw(pointer("items", name, "kind"), detail)


GAME = "knucklebones game bones"
IN_FORCE = {
    "yes": "Knucklebones can be played.",
    "no": "Knucklebones cannot be played until a vote allows it. What follows is how it would be played.",
}


def _of_phases(text: str) -> Statement:
    """Return a function that fills kinds of phases into a sentence: " in rest or battle phases"."""

    def say(law: Law, path: Path, kinds: Sequence[str]) -> str:
        return text.format(in_phases(kinds))

    return say


LABELS = (
    Label("in_force", "whether Knucklebones can be played", also=f"{GAME} on off allowed", sentence=IN_FORCE),
    Label(
        "columns",
        "how many columns a field of Knucklebones has",
        "column|columns",
        f"{GAME} board size",
        sentence="A field of Knucklebones has {value}.",
    ),
    Label(
        "rows",
        "how many rows a field of Knucklebones has",
        "row|rows",
        f"{GAME} board size",
        sentence="A field of Knucklebones has {value}.",
    ),
    Label(
        "faces",
        "the faces of the usual die of Knucklebones",
        also=f"{GAME} dice numbers sides roll",
        sentence="The only face of the usual die of Knucklebones is {value}."
        "|The faces of the usual die of Knucklebones are {value}.",
    ),
    Label("turn", "the time of a turn of Knucklebones"),
    Label(
        "turn/minutes",
        "how long a turn of Knucklebones lasts",
        "minutes",
        f"{GAME} time limit hours day",
        sentence="You have {value} for a turn of Knucklebones.",
    ),
    Label(
        "declare_in",
        "the phases in which players declare for Knucklebones",
        also=f"{GAME} join when",
        sentence=_of_phases("You can declare{} whom you want to play at Knucklebones."),
    ),
    Label(
        "begin_in",
        "the phases with which games of Knucklebones begin",
        also=f"{GAME} start when",
        sentence=_of_phases("Games of Knucklebones begin{}, as soon as the phase begins."),
    ),
    Label(
        "rewards/**",
        "what is won in Knucklebones",
        also=f"{GAME} reward rewards prize win winner gain",
        said=effect_said(scopes.REWARDS),
        sentence=effect_sentence(scopes.REWARDS, "when a game of Knucklebones is won"),
    ),
    Label("dice", "the Dice of Knucklebones", also=f"{GAME} item"),
    Label("dice/*", "the Dice {0}", also=GAME),
    Label("dice/*/text", "the description of the Dice {0}", also=f"{GAME} text description words"),
    Label(
        "dice/*/when",
        "whether the Dice {0} is used before or after the roll",
        also=GAME,
        sentence={"before": "You use the Dice {0} before you roll.", "after": "You use the Dice {0} after you roll."},
    ),
    Label(
        "dice/*/effect/**",
        "what using the Dice {0} does",
        also=f"{GAME} effect",
        said=effect_said(scopes.DIE),
        explained=True,
    ),
)
SECTION = Section(NAME, "Knucklebones", KnucklebonesRules, agrees=_agrees, ordered_maps=("dice",), labels=LABELS)
