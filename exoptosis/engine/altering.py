"""What becomes of a card that an effect changes (R26-R30, R48)."""

from collections.abc import Sequence

from msgspec.structs import replace

from exoptosis.engine.cards import Card, Modifier
from exoptosis.engine.rules import Rules
from nomic.effects.asking.environment import Chance
from nomic.effects.language.world import Change


def altered(rules: Rules, chance: Chance, card: Card, change: Change, giver: str) -> Card:
    """The card after a change that `giver` brings."""
    gained: dict[str, tuple[str, ...]] = dict(change.gain)
    modifiers = () if change.lose_all_modifiers else card.modifiers
    lost = change.lose.get("modifiers", ())
    modifiers = tuple(_counted_up(rules, held, change.tick) for held in modifiers if held.name not in lost)
    for name in (*gained.get("modifiers", ()), *_rolled(rules, chance, card, change.collections)):
        modifiers = _with_modifier(rules, modifiers, name, giver, gained)
    return replace(
        card,
        modifiers=modifiers,
        values=tuple(value + change.shift for value in card.values),
        values_from=None if card.values_from is None else card.values_from + change.shift,
        suits=_changed_set(card.suits, gained.get("suits", ()), change.lose.get("suits", ())),
        colours=_changed_set(card.colours, gained.get("colours", ()), change.lose.get("colours", ())),
        types=_changed_set(card.types, gained.get("types", ()), change.lose.get("types", ())),
    )


def _rolled(rules: Rules, chance: Chance, card: Card, collections: Sequence[tuple[str, int]]) -> list[str]:
    """An element of each collection that hits (R27)."""
    found = []
    for name, per_cent in collections:
        label = f"modifiers of {card.species}, {name}"
        if chance.below(100, f"{label}?", f"{label}: does it hit ({per_cent} in 100)?") < per_cent:
            elements = rules.collections.get(name, ())
            found.append(elements[chance.below(len(elements), label, label)])
    return found


def _counted_up(rules: Rules, modifier: Modifier, by: int) -> Modifier:
    """Only modifiers that the law lets keep count do (R48)."""
    known = rules.modifiers.get(modifier.name)
    return replace(modifier, count=modifier.count + by) if by and known is not None and known.counts else modifier


def _with_modifier(
    rules: Rules, held: tuple[Modifier, ...], name: str, giver: str, gained: dict[str, tuple[str, ...]]
) -> tuple[Modifier, ...]:
    """R26: one that turns into suits or colours is gone at once. R28: a second one changes nothing."""
    known = rules.modifiers.get(name)
    if known is not None and known.gains is not None:
        for trait, names in known.gains.items():
            gained[trait] = (*gained.get(trait, ()), *names)
        return held
    if any(modifier.name == name for modifier in held):
        return held
    remembers = known is not None and known.remembers_giver
    return (*held, Modifier(name, by=giver if remembers else ""))


def _changed_set(held: tuple[str, ...], gained: Sequence[str], lost: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in dict.fromkeys((*held, *gained)) if name not in lost)
