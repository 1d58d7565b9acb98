"""The operation that repeats what a card does."""

from nomic.effects.language.moments import IN_A_PLAY, Moment
from nomic.effects.language.nodes import slots
from nomic.effects.language.nodes.base import Flaws, LawNames, Listed, register
from nomic.effects.language.nodes.values import Ref, as_members
from nomic.effects.language.operations.base import ChangesWorld
from nomic.effects.language.world import Names, Runner


@register
class Again(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """The card does what species do when played: its own once more (`$this.species`), or another's.

    No species does itself within itself, and at most eight are nested.
    """

    again: slots.Names
    stands_at = IN_A_PLAY
    needs_the_play = True

    def perform(self, run: Runner, names: Names) -> None:
        for species in as_members(self.again.value(run, names)):
            run.world.again(str(species), run)

    def law_names(self, listed: Listed) -> LawNames:
        yield from (("/again", "species", named) for named in self.again.possible_names(listed))

    def futile(self, moment: Moment) -> Flaws:
        """Yield a flaw for a species that repeats itself without end. Only modifiers may do that."""
        species = self.again
        if "mod" not in self.scope and isinstance(species, Ref) and (species.name, species.part) == ("this", "species"):
            yield "/again", "a species does not do itself again: a modifier of the card can have it do so"
