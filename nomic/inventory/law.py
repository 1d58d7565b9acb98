"""The law's sections about items."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field, RootModel

from nomic.law.sections import Flaw, Law, Section, SectionModel, pointer
from nomic.law.text import LawName, LawText, LawTitle

ItemName = LawName
Count = Annotated[int, Field(ge=0, le=100_000)]


class Item(SectionModel):
    """A kind of item of which people have so many. A trait (luck, a permit) cannot be traded or lost by chance."""

    plural: LawTitle
    kind: Literal["currency", "token", "pack", "dice", "trait", "keepsake"]
    symbol: LawTitle | None = None
    text: LawText = ""
    place: int = 0


class Items(RootModel[dict[ItemName, Item]]):
    """All kinds of items by name."""


class StartingGrant(SectionModel):
    """R7: `base` + `per_step` · ⌈phase ÷ `phases_per_step`⌉ of an item on becoming reputable for the first time."""

    item: ItemName
    base: Count
    per_step: Count
    phases_per_step: int = Field(ge=1, le=1000)


class Luck(SectionModel):
    """R19: the trait that good luck is."""

    trait: ItemName


def items_of(law: Law) -> dict[str, Item]:
    """All kinds of items of a law; none where it has no items."""
    items = law.section_or_none("items", Items)
    return {} if items is None else items.root


def plurals_of(law: Law) -> dict[str, str]:
    """The plural of every item of a law."""
    return {name: item.plural for name, item in items_of(law).items()}


def named(law: Law, item: str, count: int) -> str:
    """ "3 Vertebrae", "1 Chip": so many of an item in words."""
    kind = items_of(law).get(item)
    return f"{count} {item if count == 1 or kind is None else kind.plural}"


def unknown_items(law: Law, *places: tuple[str, str]) -> Iterator[Flaw]:
    """Flaws for those (path, item) whose item the law does not have."""
    items = items_of(law)
    for path, item in places:
        if item not in items:
            yield Flaw(path, f"there is no item {item!r}")


def _grant_agrees(law: Law) -> Iterator[Flaw]:
    yield from unknown_items(
        law, (pointer("starting_grant", "item"), law.section("starting_grant", StartingGrant).item)
    )


def _luck_agrees(law: Law) -> Iterator[Flaw]:
    yield from unknown_items(law, (pointer("luck", "trait"), law.section("luck", Luck).trait))


SECTIONS = (
    Section("items", "Items", Items, ordered_maps=("",)),
    Section("starting_grant", "Starting grant", StartingGrant, agrees=_grant_agrees),
    Section("luck", "Luck", Luck, agrees=_luck_agrees),
)
