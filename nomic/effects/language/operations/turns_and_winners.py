"""Operations within a match: the order of turns, and winning or forfeiting."""

from nomic.effects.language.allowed_moments import IN_A_PLAY
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import register_node
from nomic.effects.language.nodes.values import Ref
from nomic.effects.language.operations.base import ChangesWorld
from nomic.effects.language.world import Names, Runner


@register_node
class Turn(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Reverse the order of turns at once, or skip players or give them another turn when this turn ends (R46, R80).

    The player skipped as `$next` is determined when the turn ends, because the order may still be reversed (R124).
    """

    turn: field_types.TurnWord
    stands_at = IN_A_PLAY

    def perform(self, run: Runner, names: Names) -> None:
        change, who = self.turn.change, self.turn.who
        if change == "skip" and isinstance(who, Ref) and who.name == "next":
            run.world.turn("skip-next", run.me, run)
            return
        for player in (run.me,) if who is None else who.value(run, names):
            run.world.turn(change, player, run)


@register_node
class Finish(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Make players win or forfeit the game."""

    finish: field_types.Ending
    who: field_types.Players
    stands_at = IN_A_PLAY

    def perform(self, run: Runner, names: Names) -> None:
        for player in self.who.value(run, names):
            run.world.finish(self.finish, player, run)
