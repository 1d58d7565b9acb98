"""What a card shows. The game that knows the cards reads them; the web, the API and the wiki draw what it says."""

from collections.abc import Callable
from dataclasses import dataclass

from nomic.inventory.models import Card
from nomic.law.document.sections import Law


@dataclass(frozen=True, slots=True)
class FaceModifier:
    """A modifier on a card: its name, what it does, what it remembers ("by Ada").

    `text` is how the law puts it, `does` what the law's data says, a sentence each.
    """

    name: str
    text: str = ""
    remembers: str = ""
    does: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it is shown. `values` is in words ("7", "0, 1, 2, …", or empty); `sort_value` is the first of them.

    `text` is how the law puts what it does, `does` what the law's data says, a sentence each. For programs,
    `value_set` holds the values and `values_from` where a set without an end starts.
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
        """A name that says all: for screen readers, lists and logs."""
        parts = [f"value {self.values}" if self.values else "no value"]
        parts += [", ".join(self.suits) or "no suit", ", ".join(self.colours) or "no colour"]
        parts += [", ".join(self.types)] if self.types else []
        parts += [f"with {', '.join(modifier.name for modifier in self.modifiers)}"] if self.modifiers else []
        return f"{self.name}: {'; '.join(parts)}"


SPECIES = "cards"  # the section whose entries are what cards can be
FaceReader = Callable[[Law, Card], Face]

_readers: list[FaceReader] = []


def register(reader: FaceReader) -> None:
    """`reader(law, card)` says what a card shows."""
    _readers[:] = [reader]


def face_of(law: Law, card: Card) -> Face:
    """What a card shows under a law; its bare name where no game in force knows cards."""
    if _readers and law.has("cards"):
        return _readers[0](law, card)
    return Face(card.code, card.species)


def face_of_species(law: Law, path: str) -> Face | None:
    """What a card of the species at a JSON pointer shows, as it is made; None where no species stands there."""
    section, _, name = path[1:].partition("/")
    name = name.replace("~1", "/").replace("~0", "~")
    if section != SPECIES or not _readers or name not in law.document.get(SPECIES, {}):
        return None
    return _readers[0](law, Card(code="as-written", species=name))
