"""Operations that repeat something: the effect of a card, or an act with other dice (luck, R19)."""

from nomic.effects.language.allowed_moments import IN_A_PLAY, IN_THE_HALL, Moment
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import Flaws, LawNames, Listed, Operation, register_node
from nomic.effects.language.nodes.values import Ref, as_members
from nomic.effects.language.operations.base import ChangesWorld
from nomic.effects.language.world import Names, Runner


@register_node
class Again(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """The card has the effect of playing a species: its own once more (`$this.species`), or another.

    A species does not repeat itself within itself, and at most eight are nested.
    """

    again: field_types.Names
    stands_at = IN_A_PLAY
    needs_the_play = True

    def perform(self, run: Runner, names: Names) -> None:
        for species in as_members(self.again.value(run, names)):
            run.world.again(str(species), run)

    def law_names(self, listed: Listed) -> LawNames:
        yield from (("/again", "species", named) for named in self.again.possible_names(listed))

    def futile(self, moment: Moment) -> Flaws:
        """Yield a flaw if a species repeats itself. Only a modifier of the card may repeat the card's species."""
        species = self.again
        if "mod" not in self.scope and isinstance(species, Ref) and (species.name, species.part) == ("this", "species"):
            yield "/again", "a species cannot repeat itself: a modifier of the card can make it repeat"


@register_node
class Reroll(Operation, frozen=True, eq=False, kw_only=True):
    """Roll an act of the acting player again: its effects are undone, and it is performed with other dice (R19)."""

    reroll: field_types.Names
    stands_at = IN_THE_HALL - {"condition"}

    def perform(self, run: Runner, names: Names) -> None:
        for key in as_members(self.reroll.value(run, names))[:1]:
            run.world.reroll(str(key))

    def flaws(self, moment: Moment) -> Flaws:
        if "me" not in self.scope:
            yield "", "one of a player's acts can be repeated only where a player acts"
        elif not isinstance(self.reroll, Ref):
            yield "/reroll", "an argument of the action says which act"

    def does_something(self) -> bool:
        return True
