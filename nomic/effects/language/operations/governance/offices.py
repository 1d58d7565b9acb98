"""Operations on offices of the cycle, such as the Judge (R14, R16)."""

from nomic.effects.language.allowed_moments import IN_THE_HALL
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import LawNames, Listed, Operation, register_node
from nomic.effects.language.operations.base import ChangesWorld
from nomic.effects.language.world import Names, Runner


@register_node
class Appoint(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Give an office to the first of these players, in place of its holder. If there are none, the holder stays."""

    appoint: field_types.Players
    office: field_types.Word
    stands_at = IN_THE_HALL - {"condition"}

    def perform(self, run: Runner, names: Names) -> None:
        for player in self.appoint.value(run, names)[:1]:
            run.world.appoint(self.office, player)

    def law_names(self, listed: Listed) -> LawNames:
        yield "/office", "offices", self.office


@register_node
class Vacate(Operation, frozen=True, eq=False, kw_only=True):
    """Leave an office without a holder."""

    vacate: field_types.Word
    stands_at = IN_THE_HALL - {"condition"}

    def perform(self, run: Runner, names: Names) -> None:
        run.world.appoint(self.vacate, "")

    def law_names(self, listed: Listed) -> LawNames:
        yield "/vacate", "offices", self.vacate

    def does_something(self) -> bool:
        return True
