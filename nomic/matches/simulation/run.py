"""Simulation of complete matches between bots, without a host, for `manage.py simulate`. Plain Python, for any game.

Results depend only on the seed: the same seed gives the same matches, byte for byte.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar

from msgspec import Struct

from nomic.chance.draw_source import Source
from nomic.law.schema.json_reader import Json
from nomic.matches.contract.bots import Bot
from nomic.matches.contract.external_events import Happening
from nomic.matches.contract.game import Asked, Event, Game
from nomic.matches.simulation.unhosted_match import FakeEnvironment, RecordedStep, UnhostedMatch

R = TypeVar("R")
S = TypeVar("S")
CALL_LABEL = "call"  # the label of draws about who is asked for a move
OUT_OF_TURN_ONCE_IN = 6  # one step in so many, on average, asks a player for whom the game does not wait


class Usage(Struct, frozen=True):
    """How a player used a piece of the game, such as a card: how often it was played, or that they began with it."""

    player: str
    piece: str
    how: Literal["had", "played"]
    times: int = 1


class Playground(Protocol[R, S]):
    """The simulation setup of a game, provided by the game's package.

    `name` is the name of the simulation, `bots` are its bots by name.
    """

    name: str
    game: Game[R, S]
    bots: Mapping[str, Bot]

    def is_for(self, document: dict[str, Any]) -> bool:
        """Return whether a law has this game."""

    def deal(
        self, rules: R, document: dict[str, Any], players: Sequence[str], chance: Source
    ) -> tuple[S, FakeEnvironment, Sequence[Happening]]:
        """Return a new match: its initial state, its environment, and the external events with which it begins."""

    def order(self, state: S) -> Sequence[str]:
        """Return the players in the order of play, as far as it is determined."""

    def turns(self, state: S) -> int:
        """Return the number of turns so far."""

    def uses(self, state: S, event: Event) -> Iterable[Usage]:
        """Yield the uses of pieces in an event. `state` is the state after the event."""

    def standing(self, state: S) -> dict[str, Json]:
        """Return a short summary of a position, which shows in reports why matches do not end."""


class Played(Struct, frozen=True):
    """A simulated match.

    `ending` is "capped" if it was not over after the maximum number of steps. `made` holds the numbers of items created
    minus those destroyed, by item. `stood_still` is true if an event of the kind "standstill" was emitted.
    """

    number: int
    bots: Mapping[str, str]
    order: tuple[str, ...]
    ending: str
    winners: tuple[str, ...]
    moves: int
    expired: int
    turns: int
    made: Mapping[str, int]
    uses: tuple[Usage, ...]
    standing: Mapping[str, Json] | None = None
    stood_still: bool = False


class Stuck(Exception):
    """Raised if an unfinished match has neither a player to act nor a clock, which is a bug in its game."""


class Simulation(Struct, frozen=True):
    """Parameters of a simulation: the number of matches, and the numbers of players and bots, used in rotation."""

    law: str
    players: tuple[int, ...]
    matches: int
    seed: str
    bots: tuple[str, ...]
    most_moves: int


ANY_NUMBER = range(1, 101)
_playgrounds: dict[str, Playground[Any, Any]] = {}
_players: dict[str, range] = {}


def register(playground: Playground[Any, Any], players: range = ANY_NUMBER) -> None:
    """Register a game's simulation setup. `players` are the numbers of players that it supports."""
    _playgrounds[playground.name] = playground
    _players[playground.name] = players


def playgrounds() -> Mapping[str, Playground[Any, Any]]:
    """Return all registered simulation setups by name."""
    return _playgrounds


def numbers_of_players(name: str) -> range:
    """Return the numbers of players that the simulation with this name supports."""
    return _players[name]


def match_seed(seed: str, number: int) -> str:
    """Return the seed of match `number` in a simulation with the seed `seed`: 64 hexadecimal digits."""
    return hashlib.sha256(f"{seed}\n{number}".encode()).hexdigest()


def player_names(count: int) -> list[str]:
    """Return names for `count` players."""
    return [f"Player {number}" for number in range(1, count + 1)]


def begin_match(
    playground: Playground[R, S],
    rules: R,
    document: dict[str, Any],
    players: Sequence[str],
    seed: str,
    *,
    record: list[RecordedStep] | None = None,
) -> UnhostedMatch[R, S]:
    """Return a new match of these players that has just begun. Its draws derive from `seed`.

    Its steps are added to `record`, if it is given.
    """
    state, fake_environment, happenings = playground.deal(rules, document, players, Source(seed, "deal"))
    match = UnhostedMatch(playground.game, rules, state, fake_environment, seed, record=record)
    for happening in happenings:
        match.happen(happening)
    return match


def perform_step(match: UnhostedMatch[R, S], bots: Mapping[str, Bot], chance: Source) -> str:
    """Perform one step: a bot's move, or if no bot has one, an expired clock.

    Returns the player who moved, or "" for a clock. Raises Stuck if neither is possible.
    """
    for player in _asked(match, chance):
        chosen = bots[player].choose(match.game, match.rules, match.state, player, match.fake_environment, chance)
        if chosen is not None:
            made = match.play(player, *chosen)
            if isinstance(made, Asked):
                raise ValueError(f"a bot left a question open: {made.question.prompt}")
            return player
    clocks = match.game.clocks(match.rules, match.state)
    if not clocks:
        raise Stuck(f"a match waits for nobody: {match.game.seats(match.state)}")
    match.expire(clocks[0].name)
    return ""


def _asked(match: UnhostedMatch[R, S], chance: Source) -> Iterator[str]:
    """Yield the players for whom the game waits, starting at a random one.

    Sometimes a player for whom the game does not wait comes first.
    """
    seats = [seat for seat in match.game.seats(match.state) if seat.status == "in"]
    waited_for = [seat.player for seat in seats if seat.to_act]
    others = [seat.player for seat in seats if not seat.to_act]
    if others and chance.below(OUT_OF_TURN_ONCE_IN, CALL_LABEL, "whether somebody else is asked") == 0:
        yield chance.pick(others, CALL_LABEL, "who is asked out of turn")
    start = chance.below(len(waited_for), CALL_LABEL, "who is asked first") if waited_for else 0
    yield from (*waited_for[start:], *waited_for[:start])


def play_match(
    playground: Playground[R, S], rules: R, document: dict[str, Any], simulation: Simulation, number: int
) -> Played:
    """Play match `number` of a simulation to its end, or to the maximum number of steps. Return its statistics."""
    seed = match_seed(simulation.seed, number)
    players = player_names(simulation.players[number % len(simulation.players)])
    seated = {player: simulation.bots[(place + number) % len(simulation.bots)] for place, player in enumerate(players)}
    bots = {player: playground.bots[name] for player, name in seated.items()}
    match, chance = begin_match(playground, rules, document, players, seed), Source(seed, "bots")
    tally = _Tally(playground)
    tally.note(match)
    moves = expired = 0
    while match.game.result(match.state) is None and moves + expired < simulation.most_moves:
        if perform_step(match, bots, chance):
            moves += 1
        else:
            expired += 1
        tally.note(match)
        chance.drawn.clear()  # the draws are not needed again
    result = match.game.result(match.state)
    return Played(
        number=number,
        bots=seated,
        order=tuple(playground.order(match.state)),
        ending=result.ending if result else "capped",
        winners=result.winners if result else (),
        moves=moves,
        expired=expired,
        turns=playground.turns(match.state),
        made=dict(sorted(tally.made.items())),
        uses=tally.uses(),
        standing=None if result else playground.standing(match.state),
        stood_still=tally.stood_still,
    )


class _Tally:
    """Counters of a running match."""

    def __init__(self, playground: Playground[Any, Any]) -> None:
        self._playground = playground
        self._uses: Counter[tuple[str, str, Literal["had", "played"]]] = Counter()
        self.made: Counter[str] = Counter()
        self.stood_still = False

    def note(self, match: UnhostedMatch[Any, Any]) -> None:
        """Add the events of the latest act to the counters."""
        for event in match.events:
            self.stood_still = self.stood_still or event.kind == "standstill"
            if event.kind in ("granted", "revoked"):
                count = event.facts["count"]
                self.made[event.facts["item"]] += count if event.kind == "granted" else -count
            for use in self._playground.uses(match.state, event):
                self._uses[use.player, use.piece, use.how] += use.times

    def uses(self) -> tuple[Usage, ...]:
        """Return all uses with their counts."""
        return tuple(Usage(*use, times) for use, times in sorted(self._uses.items()))
