"""Players as arguments: one, or several."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from nomic.clauses.arguments.allowed_inputs import MessageNouns, counted, is_or_are, named_twice, so_many
from nomic.clauses.arguments.base import Argument, ArgumentExpression, InputContext
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Choice
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.effects.checking.effects_in_sections import ConditionJson
from nomic.effects.language.nodes.base import Kind
from nomic.effects.language.nodes.values import as_members
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.language.world import Players, Value
from nomic.forms.django_fields import RANKED
from nomic.law.document.sections import Law
from nomic.players.lookup import PlayerName, find_player, other_players, who_plays
from nomic.players.models import Player

MAX_NAMED = 100  # number of players that can be named at once


class _Players(Argument):
    """Other players and, with `or_self`, the actor. `where` is a condition on each of them (`$it`)."""

    kind: ClassVar[Kind] = "players"

    or_self: bool = Field(default=False, title="They can name themselves, too")
    where: ConditionJson | None = Field(default=None, title="Only players for whom")

    def expressions(self) -> Iterator[ArgumentExpression]:
        if self.where is not None:
            yield ArgumentExpression("", self._raw(), "players")

    def _raw(self) -> dict[str, Any]:
        return {"players": "players", "where": self.where}

    def _possible(self, asking: InputContext) -> list[str]:
        """Return the names of the players who can be chosen."""
        found = [player.name for player in others(asking.ctx)]
        if self.or_self and asking.me:
            found = sorted([*found, asking.me])
        if self.where is None:
            return found
        fitting = set(as_members(asking.worth(self._raw())))
        return [name for name in found if name in fitting]

    def choices(self, asking: InputContext) -> Sequence[Choice]:
        return [Choice(name, name) for name in self._possible(asking)]

    def every_choice(self, asking: InputContext) -> Sequence[Choice]:
        return [Choice(player.name, player.name) for player in who_plays(asking.ctx)]

    def allowed_in_words(self, words: MessageNouns) -> str:
        return f"{'a' if self.or_self else 'another'} player{words.such(self.where, 'players')}"

    def _found(self, asking: InputContext, name: str, given: str) -> str:
        other = find_player(asking.ctx, name, given).name
        if other == asking.me and not self.or_self:
            raise BadArguments.on(name, f"{other} is you: choose another player (rule “{asking.rule}”)")
        if self.where is not None and other not in self._possible(asking):
            why = self._unfulfilled(asking, self.where, {"players": "players"}, other)
            raise BadArguments.on(
                name, f"{other} cannot be chosen here: it must be a player {why} (rule “{asking.rule}”)"
            )
        return other


class PlayerArgument(_Players):
    """An argument whose value is one player."""

    thing: ClassVar[str] = "player"

    is_: Literal["player"] = Field(alias="is", title="What players choose or enter")

    @property
    def members(self) -> int:
        return 1

    def input_type(self) -> Any:
        return Annotated[PlayerName, Field(description=self.says or "a player")]

    def check_possible(self, asking: InputContext) -> None:
        if not self._possible(asking):
            if self.where is None:
                raise Refused(
                    "nobody-else", "There is no other player to choose. Wait until somebody joins.", asking.rule
                )
            raise Refused(
                "nobody-else",
                f"There is nobody to choose: you need {self.allowed_in_words(asking.words)}.",
                asking.rule,
            )

    def read(self, asking: InputContext, name: str, given: Any) -> Value:
        return (self._found(asking, name, given),)

    def sample_input(self, asking: InputContext, players: Players) -> Value:
        return tuple(other for other in self._possible(asking) if other in players)[:1]


class PlayersArgument(_Players):
    """An argument whose value is a list of distinct players.

    If `ranked` is set, their order counts, and the form has one field for each rank.
    """

    thing: ClassVar[str] = "players"
    several: ClassVar[bool] = True

    is_: Literal["players"] = Field(alias="is", title="What players choose or enter")
    least: int = Field(default=1, ge=0, le=MAX_NAMED, title="At least")
    most: int = Field(default=MAX_NAMED, ge=1, le=MAX_NAMED, title="At most")
    ranked: bool = Field(default=False, title="Their order counts")

    @property
    def members(self) -> int:
        return self.most

    def flaws(self, law: Law, known: Vocabulary) -> Iterator[tuple[str, str]]:
        if self.least > self.most:
            yield "/most", f"this is below the minimum, {self.least}"

    def input_type(self) -> Any:
        listed = Field(
            min_length=self.least,
            max_length=self.most,
            description=self.says or "players",
            json_schema_extra={"format": RANKED} if self.ranked else None,
        )
        return Annotated[list[PlayerName], listed, counted("players", self.least, self.most, MAX_NAMED)]

    @property
    def default(self) -> Any:
        return ... if self.least else []

    def allowed_in_words(self, words: MessageNouns) -> str:
        which = "players" if self.or_self else "other players"
        order = ", in order of preference" if self.ranked else ""
        such = words.such(self.where, "players", several=True)
        return f"{so_many(self.least, self.most, MAX_NAMED)} {which}{such}{order}"

    def check_possible(self, asking: InputContext) -> None:
        there = len(self._possible(asking))
        if there < self.least:
            which = self.allowed_in_words(asking.words)
            raise Refused("too-few", f"You need to name {which}, but there {is_or_are(there)}.", asking.rule)

    def read(self, asking: InputContext, name: str, given: Any) -> Value:
        found = tuple(self._found(asking, f"{name}/{place}", each) for place, each in enumerate(given))
        if twice := named_twice(found):
            raise BadArguments.on(name, f"{twice} is named twice")
        return found

    def sample_input(self, asking: InputContext, players: Players) -> Value:
        """Return sample players for a trial run, as many as the argument allows."""
        return tuple(other for other in self._possible(asking) if other in players)[: self.most]


def others(ctx: ReadContext) -> list[Player]:
    """Return all players of the cycle except the actor. The result is cached in the context."""
    return other_players(ctx)
