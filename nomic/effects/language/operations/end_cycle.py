"""The operation by which a rule ends the cycle."""

from nomic.effects.language.allowed_moments import IN_THE_HALL
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import register_node
from nomic.effects.language.operations.base import ChangesWorld
from nomic.effects.language.world import Names, Runner


@register_node
class Win(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Let players win. The cycle ends with them as winners after the current entry.

    If there are none, nothing happens.
    """

    win: field_types.Players
    stands_at = IN_THE_HALL - {"condition"}

    def perform(self, run: Runner, names: Names) -> None:
        if winners := self.win.value(run, names):
            run.world.win(winners, run)
