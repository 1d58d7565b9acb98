"""The traits of a card that the rules and effects go by, which depend on where it is.

They are its own sets and modifiers, the modifiers that it acts as, and what its see-through colours become.
"""

from functools import lru_cache

from msgspec.structs import replace

from exoptosis.engine.cards.card import Card, CardElsewhere, CardId
from exoptosis.engine.mutable_state import MutableState
from exoptosis.engine.parsed_law import Rules
from nomic.effects.language.world import Face

NOTHING = Face("")
NO_NAMES: frozenset[str] = frozenset()


def plain_face(rules: Rules, card: Card) -> Face:
    """Return the face of a card on its own, ignoring the card beneath it."""
    if not card.modifiers:
        return face_of(card, NO_NAMES, NO_NAMES)
    names = frozenset(modifier.name for modifier in card.modifiers)
    return face_of(card, names, flags_of(rules, names))


@lru_cache(maxsize=20_000)
def face_of(card: Card | CardElsewhere, names: frozenset[str], flags: frozenset[str]) -> Face:
    """Return the face of a card with these modifiers and flags.

    Cached, because cards are read more often than they change.
    """
    return Face(
        species=card.species,
        values=frozenset(card.values),
        values_from=card.values_from,
        suits=frozenset(card.suits),
        colours=frozenset(card.colours),
        types=frozenset(card.types),
        modifiers=names,
        flags=flags,
    )


def flags_of(rules: Rules, modifiers: frozenset[str]) -> frozenset[str]:
    """Return the flags that modifiers give their card."""
    known = (rules.modifiers.get(name) for name in modifiers)
    return frozenset(flag for modifier in known if modifier is not None for flag in modifier.flags)


class Faces:
    """Looks up the faces of cards in a draft: how they appear to players.

    A card's own face is cached; the card beneath it is looked up every time.
    """

    def __init__(self, draft: MutableState) -> None:
        self._draft = draft
        self._plain: dict[CardId, tuple[Card, Face]] = {}
        self._places: dict[CardId, int] = {}
        self._places_known = (0, 0)  # the size of the pile, and how many times a card has left it

    def plain(self, card: CardId) -> Face:
        """Return the face of a card by itself. The face is empty if the card does not exist."""
        known = self._draft.cards.get(card)
        if known is None:
            return NOTHING
        kept = self._plain.get(card)
        if kept is None or kept[0] is not known:
            kept = self._plain[card] = (known, plain_face(self._draft.rules, known))
        return kept[1]

    def face(self, card: CardId) -> Face:
        """Return the face of a card in its current place, including modifiers that have acted on it there.

        See-through colours become those of the card beneath (R39). Beneath a card of the pile is the next card of the
        pile; beneath a card in a hand is the top of the pile.
        """
        face = self.plain(card)
        pile = self._draft.pile
        if self._places_known != (len(pile), self._draft.taken_off):
            self._note_places()
        place = self._places.get(card)
        if place is not None and (acted := pile[place].acted):
            face = replace(face, modifiers=face.modifiers.union(acted))
        if face.colours.isdisjoint(self._draft.rules.see_through):
            return face
        beneath = len(pile) - 1 if place is None else place - 1
        colours = face.colours - self._draft.rules.see_through
        if beneath >= 0:
            colours |= self.face(pile[beneath].card).colours
        return replace(face, colours=colours)

    def is_undefined(self, place: int) -> bool:
        """Return whether a card of the pile and all cards beneath it have only see-through colours (R39)."""
        face = self.plain(self._draft.pile[place].card)
        see_through = self._draft.rules.see_through
        if face.colours.isdisjoint(see_through) or face.colours - see_through:
            return False
        return place == 0 or self.is_undefined(place - 1)

    def _note_places(self) -> None:
        """Update the index of the pile. Only new cards are added, unless a card has left the pile."""
        pile, (known, taken_off) = self._draft.pile, self._places_known
        if taken_off != self._draft.taken_off:
            self._places.clear()
            known = 0
        for place in range(known, len(pile)):
            self._places[pile[place].card] = place
        self._places_known = len(pile), self._draft.taken_off
