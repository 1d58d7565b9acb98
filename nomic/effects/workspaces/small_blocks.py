"""Blocks that are not nodes: numbers, names, lists, times, rows of tables, and the blocks of whole pieces."""

from nomic.effects.blocks.piece_to_blocks import slot_of
from nomic.effects.language.nodes.base import Kind
from nomic.effects.language.slot_kinds import effects, plain, times, values
from nomic.effects.language.slot_kinds.base import Slot
from nomic.effects.workspaces import openings as types
from nomic.effects.workspaces.openings import openings_of
from nomic.effects.workspaces.shape_parts import ANYTHING, At, Line, Opening, Shape

NUMBER, NAME, WORD, REFERENCE, LIST, EVENT, DATA, STEP_DATA = (
    f"small:{each}" for each in ("number", "name", "word", "reference", "list", "event", "data", "step-data")
)  # fmt: skip
ALL, FROM_TO, CHANCE = "small:all", "small:from-to", "small:chance"
RANGE, TRAITS, ROW, OPTION, CHANCE_OF = "small:range", "small:traits", "small:row", "small:option", "small:chance-of"
SPANS = {unit: f"small:{unit}" for unit in times.UNITS}
TURNS = {turn: f"small:turn-{turn}" for turn in ("reverse", "skip", "again")}
PIECE = "piece:"  # prefix of the types of the blocks that hold a whole piece
WORDS_OF_PIECES = {None: "do", "truth": "if"}


def _shape(type_: str, title: str, *parts: str | tuple[str | Opening, ...], **more: object) -> Shape:
    flat: list[str | Opening] = []
    for part in parts:
        flat += [part] if isinstance(part, str) else part
    return Shape(type=type_, title=title, lines=(Line(tuple(flat)),), **more)  # type: ignore[arg-type]


def _typed(slot: Slot, sort: str, names: str = "", at: At = ()) -> tuple[Opening]:
    return (Opening(at=at, sort=sort, slot=slot, names=names),)  # type: ignore[arg-type]


def _of(slot: Slot, *at: str | int, names: str = "") -> tuple[str | Opening, ...]:
    return openings_of(slot, at, False, names)


def _traits() -> Shape:
    lines = []
    for trait in values.TRAITS:
        inner = values.NAMES_OR_NUMBERS if trait == "values" else values.NAMES
        names = "" if trait == "values" else trait
        lines.append(Line((trait, *openings_of(inner, (trait,), True, names)), trait, trait == "suits"))
    return Shape(type=TRAITS, title="what cards have", lines=tuple(lines), gives=(types.TRAITS,), about="names")


def _option() -> Shape:
    say, needs, do = plain.TextSlot(), values.ConditionSlot(), effects.EffectSlot()
    return Shape(
        type=OPTION,
        title="a thing to do",
        lines=(
            Line(("“", *_of(say, "say"), "”")),
            Line(("only where", *openings_of(needs, ("needs",), True, "")), "needs", False),
            Line(_of(do, "do")),
        ),
        stacks=types.OPTION,
        about="choosing",
    )


def piece_type(kind: Kind | None) -> str:
    """Return the type of the block that contains a whole piece of this kind; None is a list of operations."""
    return f"{PIECE}{kind or 'steps'}"


def _piece(kind: Kind | None) -> Shape:
    words = WORDS_OF_PIECES.get(kind, "is")
    return _shape(piece_type(kind), "the piece", words, openings_of(slot_of(kind), (), True, ""), about="piece")


SMALL: tuple[Shape, ...] = (
    _shape(NUMBER, "a number", _typed(plain.IntegerSlot(), "number"), gives=("number",), about="number"),
    _shape(NAME, "a name", _typed(plain.WordSlot(), "choice"), gives=(types.NAME,), about="names"),
    _shape(WORD, "a name", _typed(plain.WordSlot(), "text"), gives=(types.NAME,), about="names"),
    _shape(REFERENCE, "somebody or something here", _typed(plain.WordSlot(), "choice"), about="reference"),
    _shape(
        LIST,
        "several names or numbers",
        (
            Opening(
                at=(), sort="several", slot=values.NAMES_OR_NUMBERS, check=("number", types.NAME)
            ),
        ),
        gives=(types.LIST,),
        about="names",
    ),
    _shape(
        EVENT,
        "until something happens",
        "the next time that",
        _typed(times.EventSlot(), "choice", "events"),
        gives=(types.EVENT,),
        about="time",
    ),
    _shape(DATA, "data", _typed(plain.TextSlot(), "data"), gives=(ANYTHING,), about="data"),
    _shape(STEP_DATA, "data", _typed(plain.TextSlot(), "data"), stacks=ANYTHING, about="data"),
    _shape(ALL, "all of them", "all", gives=(types.MANY,), constant="all", about="number"),
    _shape(CHANCE, "chance", "chance", gives=(types.CHOOSER,), constant="chance", about="players"),
    _shape(
        FROM_TO,
        "from one number to another",
        "from",
        _of(values.NUMBER, 0),
        "to",
        _of(values.NUMBER, 1),
        gives=(types.MANY,),
        about="number",
    ),
    _shape(
        RANGE,
        "all numbers from one to another",
        "all numbers from",
        _of(values.NUMBER, "from"),
        "to",
        _of(values.NUMBER, "to"),
        gives=(types.RANGE,),
        about="number",
    ),
    *(
        _shape(type_, f"this many {unit}", _of(values.NUMBER, unit), unit, gives=(types.SPAN,), about="time")
        for unit, type_ in SPANS.items()
    ),
    _shape(
        TURNS["reverse"], (
            "the turn order is reversed"
        ), "the turn order is reversed", gives=(types.TURN,), constant="reverse",
        about="flow",
    ),
    _shape(
        TURNS["skip"], "somebody is skipped", _of(values.PLAYERS, "skip"), "are skipped", gives=(types.TURN,),
        about="flow",
    ),
    _shape(
        TURNS["again"], "somebody has another turn", _of(values.PLAYERS, "again"), "have another turn",
        gives=(types.TURN,), about="flow",
    ),
    _shape(
        ROW,
        "a row of a table",
        "from",
        _of(plain.IntegerSlot(), 0),
        "to",
        _of(plain.IntegerSlot(), 1),
        _of(effects.EffectSlot(), 2),
        stacks=types.ROW,
        about="flow",
    ),
    _shape(
        CHANCE_OF,
        "a collection with its chance",
        _of(plain.WordSlot(), 0, names="collections"),
        "with a chance of",
        _of(values.NUMBER, 1),
        "per cent",
        stacks=types.CHANCE,
        about="names",
    ),
    _option(),
    _traits(),
    *map(_piece, (None, "truth", "number", "players", "cards", "names", "proposals", "amounts")),
)  # fmt: skip

# Blocks of one kind of content only, which their places try first.
_ONE_KIND = {types.MANY, types.CHOOSER, types.RANGE, types.TRAITS, types.TURN, types.SPAN, types.EVENT}
SPECIAL = tuple(shape for shape in SMALL if _ONE_KIND & set(shape.gives))
ROWS = {shape.stacks: shape for shape in SMALL if shape.stacks}  # blocks that stack and are no steps
