"""The node for the number of the current phase."""

from nomic.effects.language.allowed_moments import IN_THE_HALL
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import NATURAL, Bounds, Expression, Kind, Sizes, register_node
from nomic.effects.language.world import Names, Runner


@register_node
class Phase(Expression[int], frozen=True, eq=False, kw_only=True):
    """The number of the phase, `{phase: number}`: 0 for the phase in which the cycle began (R1)."""

    phase: field_types.OfThePhase
    kind: Kind = "number"
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> int:
        return run.world.fact("phase", "", "")

    def bounds(self, sizes: Sizes) -> Bounds:
        return NATURAL
