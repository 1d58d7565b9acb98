"""Cards: of a game, of an inventory, and in other places as effects see them from within a game. All immutable."""

from msgspec import UNSET, Struct, UnsetType, field

CardId = int


class Modifier(Struct, frozen=True, omit_defaults=True):
    """A modifier on a card, with what it remembers: whose act put it there (R30), how far it has counted (R48)."""

    name: str
    by: str = ""
    count: int = 0


class Card(Struct, frozen=True, omit_defaults=True):
    """A card of this game. `original` is the code of the inventory's card behind it, empty for a created one (R90).

    The sets are what the card has in all, of its species and of its own; `values_from` starts a set without end (R25).
    """

    id: CardId
    species: str
    values: tuple[int, ...] = ()
    values_from: int | None = None
    suits: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    original: str = ""


class Base(Struct, frozen=True, omit_defaults=True):
    """What the law last gave a species that is in this game. A repealed one keeps it (R106)."""

    values: tuple[int, ...] = ()
    values_from: int | None = None
    suits: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    types: tuple[str, ...] = ()


class ValuesFrom(Struct, frozen=True):
    """Among the values of a card: all from this one on, a set without end (R25)."""

    from_: int = field(name="from")


class Original(Struct, frozen=True):
    """A card of an inventory, by its code: its species, and what this copy has beyond it.

    Of the traits of `own_only`, "values" or others, it has its own alone, and nothing of its species'.
    """

    code: str
    species: str
    own_values: tuple[int | ValuesFrom, ...] = ()
    own_suits: tuple[str, ...] = ()
    own_colours: tuple[str, ...] = ()
    own_types: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    own_only: tuple[str, ...] | UnsetType = UNSET


class CardElsewhere(Struct, frozen=True):
    """A card that is not in this game: an original, or a duplicate of it in another game.

    `ref` is what the host calls it, `original` the code of the original that it is or comes from, empty for none.
    """

    ref: str
    original: str
    owner: str
    species: str
    values: tuple[int, ...] = ()
    values_from: int | None = None
    suits: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    modifiers: tuple[str, ...] = ()
