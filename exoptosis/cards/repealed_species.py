"""Cards of a repealed species, which keep their traits and lose their effects (R106)."""

from typing import Any

from exoptosis.law.cards import EndlessValues, species_of
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.events import LawChanged
from nomic.cycles.law_changes import law_before
from nomic.inventory.models import Card


def keep_properties(act: ActionContext, changed: LawChanged) -> None:
    """Copy the traits of each repealed species to all of its cards."""
    left = species_of(act.law)
    for name, species in sorted(species_of(law_before(act)).items()):
        if name in left:
            continue
        values: list[Any] = (
            [{"from": species.values.from_}] if isinstance(species.values, EndlessValues) else list(species.values)
        )
        cards = list(Card.objects.filter(cycle=act.cycle, species=name).exclude(holder=""))
        for card in cards:
            given: dict[str, list[Any]] = {
                "values": values,
                "suits": species.suits,
                "colours": species.colours,
                "types": species.types,
            }
            for trait, names in given.items():
                if trait not in card.own_only:
                    own = getattr(card, f"own_{trait}")
                    setattr(card, f"own_{trait}", [*names, *(name for name in own if name not in names)])
        Card.objects.bulk_update(cards, ["own_values", "own_suits", "own_colours", "own_types"], batch_size=500)
