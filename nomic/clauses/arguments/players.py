"""Players as arguments."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from nomic.clauses.arguments.base import Argument, Asking
from nomic.cycles.actions import Choice
from nomic.cycles.moment import Moment
from nomic.cycles.refusals import BadArguments, Refused
from nomic.effects.language.nodes import Kind
from nomic.effects.language.world import Players, Value
from nomic.players.lookup import PlayerName, as_choices, find_player, other_players
from nomic.players.models import Player


class PlayerArgument(Argument):
    """Another player."""

    kind: ClassVar[Kind] = "players"

    is_: Literal["player"] = Field(alias="is")

    def typed(self) -> Any:
        return Annotated[PlayerName, Field(description=self.says or "a player")]

    def choices(self, asking: Asking) -> Sequence[Choice]:
        return as_choices(others(asking.moment))

    def check_possible(self, asking: Asking) -> None:
        if not others(asking.moment):
            raise Refused("nobody-else", "There is no other player.", asking.rule)

    def read(self, asking: Asking, name: str, given: Any) -> Value:
        other = find_player(asking.moment, name, given)
        if other.name == asking.me:
            raise BadArguments.on(name, "another player than yourself")
        return (other.name,)

    def tried(self, asking: Asking, players: Players) -> Value:
        return tuple(other for other in players if other != asking.me)[:1]


def others(moment: Moment) -> list[Player]:
    """Everybody who plays but whoever acts, read once."""
    return moment.recall("other players", lambda: other_players(moment))
