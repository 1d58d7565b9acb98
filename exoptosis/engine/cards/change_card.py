"""Applies an effect's change to a card in a game (R26-R30, R48)."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from exoptosis.engine.cards.card import Card, Modifier
from exoptosis.engine.parsed_law import Rules
from nomic.effects.asking.environment import Chance
from nomic.effects.language.world import Change, Members

SETS = ("suits", "colours", "types")


def changed_card(rules: Rules, chance: Chance, card: Card, change: Change, giver: str) -> Card:
    """Return the card after a change made by `giver`."""
    gained: dict[str, Members] = dict(change.gain)
    modifiers = () if change.lose_all_modifiers else card.modifiers
    lost = change.lose.get("modifiers", ())
    modifiers = tuple(_counted_up(rules, held, change.tick) for held in modifiers if held.name not in lost)
    for name in (*gained.get("modifiers", ()), *_rolled(rules, chance, card, change.collections)):
        modifiers = _with_modifier(rules, modifiers, str(name), giver, gained)
    sets = {
        trait: _changed_set(getattr(card, trait), gained.get(trait, ()), change.lose.get(trait, ())) for trait in SETS
    }
    return replace(_with_values(card, change, gained.get("values", ())), modifiers=modifiers, **sets)


def inherited(modifiers: tuple[Modifier, ...], others: Iterable[Modifier]) -> tuple[Modifier, ...]:
    """Return the modifiers merged with those of other cards.

    A modifier that several cards have keeps its first giver and its highest count (R109).
    """
    found = {held.name: held for held in modifiers}
    for held in others:
        mine = found.setdefault(held.name, held)
        found[held.name] = replace(mine, count=max(mine.count, held.count))
    return tuple(found.values())


def _with_values(card: Card, change: Change, gained: Members) -> Card:
    """Return the card with its current values shifted, and the gained values added unshifted.

    Single values within an endless set are dropped (R25).
    """
    values = {value + change.shift for value in card.values} | {value for value in gained if isinstance(value, int)}
    start = None if change.lose_endless or card.values_from is None else card.values_from + change.shift
    starts = [each for each in (start, change.gain_from) if each is not None]
    start = min(starts, default=None)
    if change.gain_from is not None:
        values = {value for value in values if start is None or value < start}
    return replace(card, values=tuple(sorted(values - set(change.lose.get("values", ())))), values_from=start)


def _rolled(rules: Rules, chance: Chance, card: Card, collections: Sequence[tuple[str, int]]) -> list[str]:
    """Return an element of each collection that hits (R27)."""
    found = []
    for name, per_cent in collections:
        label = f"modifiers of {card.species}, {name}"
        if chance.below(100, f"{label}?", f"{label}: does it hit ({per_cent} in 100)?") < per_cent:
            elements = rules.collections.get(name, ())
            found.append(elements[chance.below(len(elements), label, label)])
    return found


def _counted_up(rules: Rules, modifier: Modifier, by: int) -> Modifier:
    """Return the modifier with its count increased, if the law lets the modifier have one (R48)."""
    known = rules.modifiers.get(modifier.name)
    return replace(modifier, count=modifier.count + by) if by and known is not None and known.counts else modifier


def _with_modifier(
    rules: Rules, held: tuple[Modifier, ...], name: str, giver: str, gained: dict[str, Members]
) -> tuple[Modifier, ...]:
    """Return the modifiers with one more.

    A modifier that turns into values, suits or colours adds them to `gained` and disappears at once (R26). A second one
    changes nothing (R28).
    """
    known = rules.modifiers.get(name)
    if known is not None and known.gains is not None:
        for trait, names in known.gains.items():
            gained[trait] = (*gained.get(trait, ()), *names)
        return held
    if any(modifier.name == name for modifier in held):
        return held
    remembers = known is not None and known.remembers_giver
    return (*held, Modifier(name, by=giver if remembers else ""))


def _changed_set(held: tuple[str, ...], gained: Members, lost: Members) -> tuple[str, ...]:
    return tuple(str(name) for name in dict.fromkeys((*held, *gained)) if name not in lost)
