"""Views of cards, which the game that defines the cards builds for the web, the API and the wiki."""

from collections.abc import Callable
from dataclasses import dataclass

from nomic.inventory.models import Card
from nomic.law.document.sections import Law


@dataclass(frozen=True, slots=True)
class FaceModifier:
    """A modifier as shown on a card. `text` is the law's own wording of its effect.

    `does` describes the effect in generated sentences, and `remembers` is its state, such as "by Ada".
    """

    name: str
    text: str = ""
    remembers: str = ""
    does: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Face:
    """The view of a card.

    `values` is in words ("7", "0, 1, 2, …", or empty); `sort_value` is the first value. `text` is the law's wording of
    the card's effect; `does` describes the law's data, one sentence each. For programs, `value_set` holds the values,
    and `values_from` the start of an endless set.
    """

    code: str
    name: str
    values: str = ""
    sort_value: int | None = None
    suits: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    modifiers: tuple[FaceModifier, ...] = ()
    text: str = ""
    value_set: tuple[int, ...] = ()
    values_from: int | None = None
    does: tuple[str, ...] = ()

    @property
    def in_words(self) -> str:
        """A complete description of the card as text, for screen readers, lists and logs."""
        parts = [f"value {self.values}" if self.values else "no value"]
        parts += [", ".join(self.suits) or "no suit", ", ".join(self.colours) or "no colour"]
        parts += [", ".join(self.types)] if self.types else []
        parts += [f"with {', '.join(modifier.name for modifier in self.modifiers)}"] if self.modifiers else []
        return f"{self.name}: {'; '.join(parts)}"


SPECIES = "cards"  # the section whose entries are the species of cards
FaceReader = Callable[[Law, Card], Face]

_readers: list[FaceReader] = []


def register(reader: FaceReader) -> None:
    """Register `reader(law, card)`, which returns the view of a card. It replaces an earlier reader."""
    _readers[:] = [reader]


def face_of(law: Law, card: Card) -> Face:
    """Return the view of a card under a law. If no game of the law has cards, the view has only a name."""
    if _readers and law.has("cards"):
        return _readers[0](law, card)
    return Face(card.code, card.species)


def face_of_species(law: Law, path: str) -> Face | None:
    """Return the view of a new card of the species at a JSON pointer, or None if there is no species at this place."""
    section, _, name = path[1:].partition("/")
    name = name.replace("~1", "/").replace("~0", "~")
    if section != SPECIES or not _readers or name not in law.document.get(SPECIES, {}):
        return None
    return _readers[0](law, Card(code="as-written", species=name))
