"""Matches of random moves that are checked in every state. Plain Python."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from nomic.chance.draw_source import Source
from nomic.matches.contract.bots import Bot, RandomBot
from nomic.matches.simulation.conformance import Broken, Checks, GameChecks
from nomic.matches.simulation.replay_record import replay_to_end
from nomic.matches.simulation.run import Playground, begin_match, perform_step, player_names
from nomic.matches.simulation.unhosted_match import UnhostedMatch

R = TypeVar("R")
S = TypeVar("S")


class Examined(Playground[R, S], GameChecks[S], Protocol[R, S]):
    """A game that can be examined. `seldom` names moves that would end matches too soon; see `RandomBot`."""

    seldom: Mapping[str, int]

    def for_examination(self, document: dict[str, Any]) -> dict[str, Any]:
        """Return a law under which random moves end a match soon: this one, or a similar one."""

    def amended(self, document: dict[str, Any], chance: Source) -> dict[str, Any]:
        """Return the law with one random change to the section of the game."""


class Closeness(Struct, frozen=True):
    """How often a match gets an external event, an expired clock, a change of the law, or the thorough checks.

    Each is given as N, for one step in N on average; 0 means never. A match is abandoned after `most_steps`.
    """

    happening: int = 100
    clock: int = 60
    law: int = 0
    thorough: int = 25
    most_steps: int = 500


class Examination(Struct, frozen=True):
    """The result of a match without errors.

    `ending` is "capped" if the match was not over after the maximum number of steps.
    """

    ending: str
    steps: int
    thorough: int


class Failed(Exception):
    """Raised if a match breaks an invariant. The message includes what is needed to reproduce it."""


def bots_of(playground: Examined[Any, Any], players: int) -> dict[str, Bot]:
    """Return `players` bots, by name, which make random moves and seldom give up.

    The mapping also provides such a bot for every player who joins later.
    """
    bot = RandomBot(playground.seldom)
    return defaultdict(lambda: bot, dict.fromkeys(player_names(players), bot))


def check_random_match(
    playground: Examined[R, S], rules: R, document: dict[str, Any], players: int, seed: str, closeness: Closeness
) -> Examination:
    """Play and check a match of `players` random bots, and then replay its record.

    The seed determines all draws and choices. Raises Failed if an invariant is broken.
    """
    return _Examining(playground, rules, document, bots_of(playground, players), seed, closeness).whole()


class _Examining:
    """State of the examination of one match."""

    def __init__(
        self,
        playground: Examined[Any, Any],
        rules: Any,
        document: dict[str, Any],
        bots: Mapping[str, Bot],
        seed: str,
        closeness: Closeness,
    ) -> None:
        self._playground = playground
        self._document = document
        self._bots = bots
        self._seed = seed
        self._closeness = closeness
        self._chance = Source(seed, "examining")
        self._record: list[Any] = []
        self._match: UnhostedMatch[Any, Any] = begin_match(
            playground, rules, document, list(bots), seed, record=self._record
        )
        self._checks = Checks(self._match, playground, seed)
        self._thorough = 0

    def whole(self) -> Examination:
        """Play to the end or the maximum number of steps, checking every state.

        Raises Failed if an invariant is broken.
        """
        steps = 0
        try:
            while self._result is None and steps < self._closeness.most_steps:
                steps += 1
                self._step_and_check()
            self._checks.thorough()
            self._play_again()
        except Exception as error:
            raise Failed(f"seed {self._seed}, {len(self._bots)} players, step {steps}: {error!r}") from error
        return Examination(self._result.ending if self._result else "capped", steps, self._thorough)

    @property
    def _result(self) -> Any:
        return self._match.game.result(self._match.state)

    def _step_and_check(self) -> None:
        before = self._match.state
        self._step()
        self._checks.quick(before)
        if self._comes(self._closeness.thorough):
            self._thorough += 1
            self._checks.thorough()

    def _comes(self, once_in: int) -> bool:
        return once_in > 0 and self._chance.below(once_in, "comes", "whether something comes") == 0

    def _step(self) -> None:
        if self._comes(self._closeness.happening):
            self._happen()
        elif self._comes(self._closeness.clock):
            self._run_out()
        elif self._comes(self._closeness.law):
            self._document = self._playground.amended(self._document, self._chance)
            self._match.enact(self._match.game.rules(self._document, max(self._match.laws) + 1))
        else:
            perform_step(self._match, self._bots, self._chance)

    def _happen(self) -> None:
        match = self._match
        happenings = list(self._playground.happenings(match.state, match.fake_environment))
        happening = self._chance.pick(happenings, "what", "what happens")
        self._playground.come_true(happening, match.fake_environment)
        match.happen(happening)

    def _run_out(self) -> None:
        clocks = self._match.game.clocks(self._match.rules, self._match.state)
        if clocks:
            self._match.expire(self._chance.pick(clocks, "which", "which clock runs out").name)

    def _play_again(self) -> None:
        """Check that the record alone reproduces every state."""
        game = self._match.game
        start = game.decode(game.encode(self._match.start))
        if replay_to_end(game, self._match.laws, start, self._record) != self._match.state:
            raise Broken("the record leads to a different end")
