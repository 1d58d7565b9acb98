"""Cards that are not in this game, as its effects see them: of inventories, and duplicates in other games."""

from collections.abc import Iterable

from msgspec.structs import replace

from exoptosis.engine import environment, events
from exoptosis.engine.cards.card import CardElsewhere
from exoptosis.engine.cards.faces import face_of, flags_of
from exoptosis.engine.draft import Draft
from nomic.effects.language.world import Change, Face

# What the outside calls a card begins with this, and an original is called so by its code; cards of this game are
# numbers.
ELSEWHERE = "@"


class Elsewhere:
    """The cards that a step has come across elsewhere, with the modifiers that it has taken from them."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._found: dict[str, CardElsewhere] = {}
        self._lost: dict[str, tuple[str, ...]] = {}

    # ── finding

    def inventory(self, player: str) -> tuple[str, ...]:
        """The cards of somebody's inventory."""
        return self._note(environment.inventory(self._draft.environment, player))

    def whole_cycle(self) -> tuple[str, ...]:
        """Every original, and every duplicate in other games."""
        return self._note(environment.cards_of_the_cycle(self._draft.environment))

    def copies(self, original: str) -> tuple[str, ...]:
        """An original, and its duplicates in other games (R93)."""
        return self._note(environment.copies(self._draft.environment, original))

    def _note(self, cards: Iterable[CardElsewhere]) -> tuple[str, ...]:
        """What the cards are called; they are remembered, so that they can be looked at."""
        own = f"{ELSEWHERE}{self._draft.before.code}/"
        found = [card for card in cards if not card.ref.startswith(own)]
        self._found |= {card.ref: card for card in found if card.ref not in self._lost}
        return tuple(card.ref for card in found)

    # ── looking

    def knows(self, ref: str) -> bool:
        """Whether the step has come across this card."""
        return ref in self._found

    def original(self, ref: str) -> str:
        """The code of the original that a card is or comes from; empty for none."""
        return self._found[ref].original if ref in self._found else ""

    def owner(self, ref: str) -> str:
        """Whose card it is."""
        return self._found[ref].owner

    def face(self, ref: str) -> Face:
        """What a card shows."""
        card = self._found[ref]
        names = frozenset(card.modifiers)
        return face_of(card, names, flags_of(self._draft.rules, names))

    # ── changing

    def strip(self, ref: str, change: Change) -> None:
        """A card loses modifiers: they do not keep it from being destroyed by what comes next (R48, R93)."""
        lost = tuple(str(name) for name in change.lose.get("modifiers", ()))
        gone = (events.ALL,) if change.lose_all_modifiers else lost
        if gone:
            card = self._found[ref]
            left = tuple(name for name in card.modifiers if events.ALL not in gone and name not in gone)
            self._found[ref] = replace(card, modifiers=left)
            self._lost[ref] = (*self.loses(ref), *gone)

    def loses(self, ref: str) -> tuple[str, ...]:
        """The modifiers that this step has taken from a card, or ALL of them."""
        return self._lost.get(ref, ())
