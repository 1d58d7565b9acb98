"""Cards outside of this game, for its effects: cards of inventories, and duplicates in other games."""

from collections.abc import Iterable

from msgspec.structs import replace

from exoptosis.engine import environment, events
from exoptosis.engine.cards.card import CardElsewhere
from exoptosis.engine.cards.effective_traits import face_of, flags_of
from exoptosis.engine.mutable_state import MutableState
from nomic.effects.language.world import Change, Face

# The prefix of references to cards outside of this game; an original is its prefixed code. Cards of this game are
# numbers.
ELSEWHERE = "@"


class Elsewhere:
    """The outside cards that a step has read, and the modifiers that the step has removed from them."""

    def __init__(self, draft: MutableState) -> None:
        self._draft = draft
        self._found: dict[str, CardElsewhere] = {}
        self._lost: dict[str, tuple[str, ...]] = {}

    # ── finding

    def inventory(self, player: str) -> tuple[str, ...]:
        """Return the cards of a player's inventory."""
        return self._note(environment.inventory(self._draft.environment, player))

    def whole_cycle(self) -> tuple[str, ...]:
        """Return every original, and every duplicate in other games."""
        return self._note(environment.cards_of_the_cycle(self._draft.environment))

    def copies(self, original: str) -> tuple[str, ...]:
        """Return an original and its duplicates in other games (R93)."""
        return self._note(environment.copies(self._draft.environment, original))

    def _note(self, cards: Iterable[CardElsewhere]) -> tuple[str, ...]:
        """Store the cards for later lookup, and return their references.

        Cards of this game itself are left out.
        """
        own = f"{ELSEWHERE}{self._draft.before.code}/"
        found = [card for card in cards if not card.ref.startswith(own)]
        self._found |= {card.ref: card for card in found if card.ref not in self._lost}
        return tuple(card.ref for card in found)

    # ── reading

    def knows(self, ref: str) -> bool:
        """Return whether the step has read this card."""
        return ref in self._found

    def original(self, ref: str) -> str:
        """Return the code of a card's original, or ""."""
        return self._found[ref].original if ref in self._found else ""

    def owner(self, ref: str) -> str:
        """Return the owner of a card."""
        return self._found[ref].owner

    def face(self, ref: str) -> Face:
        """Return the visible traits of a card."""
        card = self._found[ref]
        names = frozenset(card.modifiers)
        return face_of(card, names, flags_of(self._draft.rules, names))

    # ── changing

    def strip(self, ref: str, change: Change) -> None:
        """Remove modifiers from a card, so that they no longer protect it from being destroyed (R48, R93)."""
        lost = tuple(str(name) for name in change.lose.get("modifiers", ()))
        gone = (events.ALL,) if change.lose_all_modifiers else lost
        if gone:
            card = self._found[ref]
            left = tuple(name for name in card.modifiers if events.ALL not in gone and name not in gone)
            self._found[ref] = replace(card, modifiers=left)
            self._lost[ref] = (*self.loses(ref), *gone)

    def loses(self, ref: str) -> tuple[str, ...]:
        """Return the modifiers that this step has removed from a card, or `(ALL,)` if it has removed all."""
        return self._lost.get(ref, ())
