"""Reference of the language for authors, derived from the nodes themselves."""

from dataclasses import dataclass

from nomic.effects.language.nodes import arithmetic, people, phases  # noqa: F401 - they register nodes
from nomic.effects.language.nodes.base import (
    NODES,
    Condition,
    Description,
    Node,
    Operation,
    fields_of,
    head_of,
    is_required,
    word_of,
)
from nomic.effects.language.nodes.keyed_values import ListedIn
from nomic.effects.language.nodes.picking import Picked
from nomic.effects.language.nodes.selectors import CardsIn, Extreme, Owners, PlayersWho, Values
from nomic.effects.language.operations.ask_everybody import Answered, AnswerOf, WhoChose
from nomic.effects.language.operations.values import NamesIn, PlayersIn
from nomic.effects.language.parser import slots_of
from nomic.effects.language.slot_kinds.base import Slot
from nomic.effects.language.slot_kinds.plain import ChoiceSlot

_KEPT = (NamesIn, PlayersIn, ListedIn)
SETS = (CardsIn, PlayersWho, Owners, Extreme, Values, Picked, *_KEPT, AnswerOf, WhoChose, Answered)
GROUPS = ("What is done", "Conditions", "Sets", "Values", "New cards")


@dataclass(frozen=True, slots=True)
class WordEntry:
    """The reference entry of a word: its name, what it accepts, and whether it is optional."""

    word: str
    description: str
    optional: bool


@dataclass(frozen=True, slots=True)
class NodeEntry:
    """The reference entry of a node: its head, its group and meaning, and its words, the head first."""

    head: str
    group: str
    meaning: str
    words: tuple[WordEntry, ...]


# References that are predefined.
REFERENCES = (
    ("$me", "who acts: whoever plays the card, set the waiting effect, or explores"),
    ("$this", "the card itself"),
    ("$beneath", "the card on which it is played"),
    ("$above", "in a demand: the card that is to be played upon this one"),
    ("$next", "the participant after you, as the order runs now"),
    ("$all", "every participant"),
    ("$others", "every participant but you"),
    ("$it", "in a where: the candidate being checked"),
    ("$event.who, $event.card", "in a waiting effect: who caused the event, and with which card"),
    ("$mod.by, $mod.count", "in a modifier: whose act put it there, and how far it has counted"),
    ("$winner", "in rewards: who won"),
    ("$rolled", "in a die: the number rolled, or 0 before the roll; the value you set is what the die shows"),
    ("$faces", "in a die: the faces of the usual die"),
)


def reference() -> list[tuple[str, list[NodeEntry]]]:
    """Return the groups of nodes as pairs of name and entries, the entries sorted by head."""
    found = [_entry(node) for node in NODES.values()]
    return [
        (group, sorted((entry for entry in found if entry.group == group), key=lambda e: e.head)) for group in GROUPS
    ]


def _entry(node: type[Node]) -> NodeEntry:
    slots = slots_of(node)
    words = tuple(
        WordEntry(word_of(field), _says(slots[field]), not is_required(node, field)) for field in fields_of(node)
    )
    meaning = " ".join((node.__doc__ or "").split())
    return NodeEntry(head_of(node), _group(node), meaning, words)


def _says(slot: Slot) -> str:
    return slot.listed() if isinstance(slot, ChoiceSlot) else slot.description


def _group(node: type[Node]) -> str:
    if issubclass(node, Operation):
        return GROUPS[0]
    if issubclass(node, Condition):
        return GROUPS[1]
    if issubclass(node, SETS):
        return GROUPS[2]
    return GROUPS[4] if issubclass(node, Description) else GROUPS[3]
