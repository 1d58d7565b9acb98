"""Cards of a game, of an inventory, and of other places, as effects in a game see them. All are immutable."""

from msgspec import UNSET, Struct, UnsetType, field

CardId = int


class Modifier(Struct, frozen=True, omit_defaults=True):
    """A modifier on a card, with the player whose act put it there (R30), and its counter (R48)."""

    name: str
    by: str = ""
    count: int = 0


class Card(Struct, frozen=True, omit_defaults=True):
    """A card of this game. `original` is the code of the inventory's card, or empty for a created card (R90).

    The sets contain the traits of the species and the card's own. `values_from` starts an endless set of values (R25).
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
    """The traits of a species as last given by the law in this game. A repealed species keeps them (R106)."""

    values: tuple[int, ...] = ()
    values_from: int | None = None
    suits: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    types: tuple[str, ...] = ()


class ValuesFrom(Struct, frozen=True):
    """An endless set of values: all integers from this one on, as a member of a card's values (R25)."""

    from_: int = field(name="from")


class Original(Struct, frozen=True):
    """A card of an inventory: its code, its species, and the traits of this copy.

    For a trait listed in `own_only`, such as "values", the card has only its own traits, and none of its species.
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
    """A card outside of this game: an original, or a duplicate in another game.

    `ref` is the host's reference to the card. `original` is the code of the original, or empty for a card without one.
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
