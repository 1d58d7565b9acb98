"""Cards of a game, their values and their changes as text, for events and reasons."""

from exoptosis.engine.cards.card import Card
from nomic.effects.prose.english_grammar import listed


def card_in_words(card: Card) -> str:
    """Return a card as text: "7 of Stars (Hearts, Blue; Speedy)"."""
    parts = (", ".join((*card.suits, *card.colours)), ", ".join(modifier.name for modifier in card.modifiers))
    inside = "; ".join(part for part in parts if part)
    return f"{card.species} ({inside})" if inside else card.species


def values_in_words(card: Card) -> str:
    """Return the values as text: "5", "-2, 7", "0, 1, 2, …".

    The text is empty for a card without a value.
    """
    parts = [str(value) for value in card.values]
    if card.values_from is not None:
        parts += [str(card.values_from + step) for step in range(3)] + ["…"]
    return ", ".join(parts)


def change_in_words(before: Card, after: Card) -> str:
    """Return a card's change as text: "is now 5 (Bound)", "now has the values 2, 4".

    The text includes changes that the card's name does not show.
    """
    said = [] if card_in_words(before) == card_in_words(after) else [f"is now {card_in_words(after)}"]
    if (before.values, before.values_from) != (after.values, after.values_from):
        said.append(f"now has {_several('value', values_in_words(after))}")
    if before.types != after.types:
        said.append(f"is now of {_several('type', ', '.join(after.types))}")
    counted = {modifier.name: modifier.count for modifier in before.modifiers}
    for modifier in after.modifiers:
        if modifier.count != counted.get(modifier.name, 0):
            said.append(f"now has {modifier.name} at {modifier.count}")
    return listed(said) or "is changed"


def _several(what: str, names: str) -> str:
    """Return a phrase such as "the value 5", "the values 2, 4" or "no value"."""
    return f"the {what}{'s' if ', ' in names else ''} {names}" if names else f"no {what}"
