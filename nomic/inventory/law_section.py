"""The law's sections about items and luck, and the table of items."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Annotated, Literal

from pydantic import Field, RootModel

from nomic.effects.prose.context import ValueWords, Wording
from nomic.effects.prose.english_grammar import one_of_item, sentence
from nomic.law.document.sections import Flaw, Law, Section, SectionModel, pointer
from nomic.law.labels.value_labels import words_at
from nomic.law.rules.generated_tables import LawTable
from nomic.law.schema.section_label import Label, Path
from nomic.law.schema.text_types import LawName, LawText, LawTitle

ItemName = LawName
MAX_COUNT = 100_000
Count = Annotated[int, Field(ge=0, le=MAX_COUNT)]


class Item(SectionModel):
    """An item of the law, of which holders have amounts.

    Items of kind "trait" (luck, a permit) cannot be traded or lost by chance.
    """

    plural: LawTitle
    kind: Literal["currency", "token", "pack", "dice", "trait", "keepsake"]
    symbol: LawTitle | None = None
    text: LawText = ""
    place: int = 0


class Items(RootModel[dict[ItemName, Item]]):
    """All kinds of items by name."""


def items_table(law: Law) -> LawTable:
    """Return the table of all kinds of items. Raises KeyError if the law has none."""
    items = law.section("items", Items).root
    names = sorted(items, key=lambda name: (items[name].place, name))
    return LawTable(
        "Items",
        ["Item", "Plural", "Symbol", "Kind", "What it is"],
        [
            [name, items[name].plural, items[name].symbol or "–", items[name].kind, items[name].text or "–"]
            for name in names
        ],
        tuple(pointer("items", name) for name in names),
    )


class Luck(SectionModel):
    """The section of the law on luck, which names the trait that counts as good luck (R19)."""

    trait: ItemName


def items_of(law: Law) -> dict[str, Item]:
    """Return all kinds of items of a law by name; empty if it has none."""
    items = law.section_or_none("items", Items)
    return {} if items is None else items.root


_titles: list[Callable[[Law, str], str]] = []
_value_words: list[Callable[[Law], Mapping[str, ValueWords]]] = []


def register_value_words(words_of: Callable[[Law], Mapping[str, ValueWords]]) -> None:
    """Register a function that returns, by name, how sentences mention the values stored by a law's rules."""
    if words_of not in _value_words:
        _value_words.append(words_of)


def register_titles(title_of: Callable[[Law, str], str]) -> None:
    """Register a function that returns the title of a player's action by the action's name, or ""."""
    if title_of not in _titles:
        _titles.append(title_of)


def _title_of_act(law: Law, name: str) -> str:
    return next((title for title_of in _titles if (title := title_of(law, name))), "")


def wording_of(law: Law) -> Wording:
    """Return the wording of a law for sentences.

    It contains the plurals of items, the words for stored values, and functions that describe places and actions.
    """
    wording = Wording({name: item.plural for name, item in items_of(law).items()})
    wording.value_words = {name: words for words_of in _value_words for name, words in words_of(law).items()}
    wording.places = partial(words_at, law.document)
    wording.acts = partial(_title_of_act, law)
    return wording


def amount_of_item(law: Law, item: str, count: int) -> str:
    """Return `count` of an item as text: "3 Vertebrae", "1 Chip", "1 flask of Oil"."""
    kind = items_of(law).get(item)
    if kind is None:
        return f"{count} {item}"
    return f"{count} {one_of_item(item, kind.plural) if count == 1 else kind.plural}"


def is_or_are(count: int) -> str:
    """Return "is" or "are", whichever goes with `count` things."""
    return "is" if count == 1 else "are"


def unknown_items(law: Law, *places: tuple[str, str]) -> Iterator[Flaw]:
    """Yield a flaw for each pair (path, item) whose item the law does not have."""
    items = items_of(law)
    for path, item in places:
        if item not in items:
            yield Flaw(path, f"there is no item {item!r}")


def _luck_agrees(law: Law) -> Iterator[Flaw]:
    yield from unknown_items(law, (pointer("luck", "trait"), law.section("luck", Luck).trait))


KINDS = {
    "currency": "are a currency",
    "token": "are tokens",
    "pack": "are packs",
    "dice": "are Dice",
    "trait": "are a trait and cannot be traded",
    "keepsake": "are keepsakes",
}


def _kind(law: Law, path: Path, kind: str) -> str:
    """Return a sentence about an item's kind, such as "Pennies are a currency."."""
    return sentence(f"{items_of(law)[str(path[1])].plural} {KINDS[kind]}")


ITEM_LABELS = (
    Label("*", "the item {0}"),
    Label("*/plural", "the plural of the item {0}", also="plural many name"),
    Label("*/kind", "the kind of the item {0}", also="type currency token pack dice trait keepsake", sentence=_kind),
    Label("*/symbol", "the symbol of the item {0}", also="symbol icon", sentence="“{value}” is short for {0}."),
    Label("*/text", "the description of the item {0}", also="text description words", sentence="{0}: {value}"),
)
SECTIONS = (
    Section("items", "Items", Items, ordered_maps=("",), labels=ITEM_LABELS),
    Section(
        "luck",
        "Luck",
        Luck,
        agrees=_luck_agrees,
        labels=(
            Label(
                "trait",
                "the trait that lets its holder reroll",
                also="good luck dice reroll",
                sentence="{value} is the trait that lets you roll again.",
            ),
        ),
    ),
)
