"""The operation that changes the past: luck (R19)."""

from nomic.effects.language.moments import IN_THE_HALL, Moment
from nomic.effects.language.nodes import slots
from nomic.effects.language.nodes.base import Flaws, Operation, register
from nomic.effects.language.nodes.values import Ref, as_members
from nomic.effects.language.world import Names, Runner


@register
class Reroll(Operation, frozen=True, eq=False, kw_only=True):
    """Roll an act of the acting player again: its effects are undone, and it is performed with other dice (R19)."""

    reroll: slots.Names
    stands_at = IN_THE_HALL - {"condition"}

    def perform(self, run: Runner, names: Names) -> None:
        for key in as_members(self.reroll.value(run, names))[:1]:
            run.world.reroll(str(key))

    def flaws(self, moment: Moment) -> Flaws:
        if "me" not in self.scope:
            yield "", "only where a player acts can one of their acts be performed again"
        elif not isinstance(self.reroll, Ref):
            yield "/reroll", "an argument of the action says which act"

    def does_something(self) -> bool:
        return True
