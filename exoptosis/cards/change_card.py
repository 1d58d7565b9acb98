"""Applies an effect's change to a card of an inventory (R25-R30, R48)."""

from collections.abc import Mapping, Sequence
from typing import Any

from exoptosis.cards.card_properties import TRAITS, apply_modifier, own_of, traits_of_species
from exoptosis.law.cards import ModifierKind, modifiers_of
from nomic.effects.language.world import Change, Members
from nomic.inventory.models import Card
from nomic.law.document.sections import Law

FIELDS = ("modifiers", "own_values", "own_suits", "own_colours", "own_types", "own_only")
NOT_KNOWN = ModifierKind()


def change_card(law: Law, card: Card, change: Change, by: str) -> None:
    """Change a card by an act of `by`, without saving the card.

    The caller rolls for random modifiers afterwards.
    """
    known = modifiers_of(law)
    lost = set(card.modifier_names) if change.lose_all_modifiers else set(change.lose.get("modifiers", ()))
    counting = {name for name, kind in known.items() if kind.counts}
    card.modifiers = [
        _counted_up(held, change.tick if held["name"] in counting else 0)
        for held in card.modifiers
        if held["name"] not in lost
    ]
    gained = {trait: list(change.gain.get(trait, ())) for trait in TRAITS}
    for name in map(str, change.gain.get("modifiers", ())):
        turned = known.get(name, NOT_KNOWN).turns_into
        if turned is not None:
            gained["values"] += turned.values
            gained["suits"] += turned.suits
            gained["colours"] += turned.colours
        elif name in known:
            apply_modifier(law, card, name, by=by)
    if change.gain_from is not None:
        below = [value for value in gained["values"] if isinstance(value, int) and value < change.gain_from]
        gained["values"] = [*below, {"from": change.gain_from}]  # type: ignore[list-item]
    for trait in TRAITS:
        _alter_set(law, card, trait, change, gained[trait])


def inherited(modifiers: list[dict[str, Any]], cards: list[Card]) -> list[dict[str, Any]]:
    """Return the modifiers merged with the modifiers of some cards.

    A modifier of several cards gets the first giver and the highest count (R109).
    """
    found = {held["name"]: dict(held) for held in modifiers}
    for held in (held for card in cards for held in card.modifiers):
        mine = found.setdefault(held["name"], dict(held))
        if "count" in held:
            mine["count"] = max(held["count"], mine.get("count", 0))
    return list(found.values())


def _counted_up(held: Mapping[str, Any], by: int) -> dict[str, Any]:
    """Return the modifier with its count increased."""
    return {**held, "count": int(held.get("count") or 0) + by} if by else dict(held)


def _alter_set(law: Law, card: Card, trait: str, change: Change, gained: Sequence[Any]) -> None:
    """Change a card's set of a trait.

    Until one of the species' traits is changed, they count in addition to the card's own.
    """
    own, of_species = own_of(card, trait), traits_of_species(law, card, trait)
    shift = change.shift if trait == "values" else 0
    lost: Members = change.lose.get(trait, ())
    keeps = not shift and not any(_is_lost(member, lost, change) for member in of_species)
    held = own if keeps else [*of_species, *(member for member in own if member not in of_species)]
    after = [_shifted(member, shift) for member in held]
    after += [member for member in _each_once(gained) if member not in after]
    setattr(card, f"own_{trait}", [member for member in after if not _is_lost(member, lost, change)])
    if not keeps and trait not in card.own_only:
        card.own_only = [*card.own_only, trait]


def _each_once(members: Sequence[Any]) -> list[Any]:
    """Return the members without repetitions, in order.

    Endless values are not hashable, so a dict cannot be used.
    """
    found: list[Any] = []
    for member in members:
        if member not in found:
            found.append(member)
    return found


def _is_lost(member: Any, lost: Members, change: Change) -> bool:
    return change.lose_endless if isinstance(member, dict) else member in lost


def _shifted(member: Any, shift: int) -> Any:
    """Return a value, or the start of endless values, shifted by `shift`."""
    if not shift:
        return member
    return {"from": member["from"] + shift} if isinstance(member, dict) else member + shift
