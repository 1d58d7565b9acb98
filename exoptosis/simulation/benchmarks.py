"""Benchmarks: speed of a game without a host, size of its states, and memory of running matches."""

import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from exoptosis.engine.moves.definitions import ChooseHand, DrawCard, MakeOwedChoice, PassBet, PlayCard
from exoptosis.engine.moves.legality import draw_refusal, playable_cards
from exoptosis.engine.mutable_state import draft_for
from exoptosis.engine.parsed_law import Rules
from exoptosis.engine.state import State
from exoptosis.simulation.playground import SimulatedBattles
from nomic.effects.asking.environment import NoChance
from nomic.law.document.templates import document_of
from nomic.matches.contract.benchmarks import Measured
from nomic.matches.contract.game import Asked, Question
from nomic.matches.contract.moves import Answer, Move
from nomic.matches.simulation.run import begin_match, match_seed, player_names
from nomic.matches.simulation.unhosted_match import UnhostedMatch

LAW = "cycle-16"
AIMED_AT = 5_000  # moves per second on one core
MAX_KILOBYTES = 64
LONG = 500  # moves after which a state is measured
MANY_CARDS = 40  # of each player, in long matches
GIVEN_UP = 2_000  # moves after which an unfinished match is abandoned
Battle = UnhostedMatch[Rules, State]


@dataclass(frozen=True, slots=True)
class Sizes:
    """The amount of work to measure. `moves` is the number of moves for each number of players."""

    players: tuple[int, ...] = (2, 8)
    moves: int = 20_000
    long_matches: int = 10
    live_matches: int = 1_000


SMALL = Sizes(players=(2,), moves=50, long_matches=1, live_matches=3)


def measure(small: bool) -> Iterator[Measured]:
    """Measure random playouts of the battle: plays, draws and payments, chosen among the playable cards."""
    sizes, table = SMALL if small else Sizes(), BenchTable(SimulatedBattles())
    for players in sizes.players:
        yield Measured(f"{players} players", _moves_per_second(table, players, sizes), "moves/s", at_least=AIMED_AT)
    most = max(sizes.players)
    weights = list(_kilobytes(BenchTable(SimulatedBattles(cards=MANY_CARDS)), most, sizes))
    name = f"{most} players, {MANY_CARDS} cards each: a state after {LONG} moves, largest of {len(weights)}"
    yield Measured(name, max(weights), "KB", at_most=MAX_KILOBYTES)
    yield Measured(f"memory of {sizes.live_matches:,} live matches", _megabytes(table, sizes), "MB")


class BenchTable:
    """Factory of battles for the benchmarks."""

    def __init__(self, playground: SimulatedBattles) -> None:
        self._document = document_of(LAW)
        self._playground = playground
        self._rules: Rules = playground.game.rules(self._document, 1)
        self._begun = 0

    def battle(self, players: int) -> Battle:
        """Return a battle of random decks at its first turn, with hands chosen and no bets."""
        self._begun += 1
        seed = match_seed("bench", self._begun)
        battle: Battle = begin_match(self._playground, self._rules, self._document, player_names(players), seed)
        chooser = Random(seed)
        for player in player_names(players):
            make(battle, player, ChooseHand(), chooser)
        for player in player_names(players):
            make(battle, player, PassBet(), chooser)
        return battle


def make(battle: Battle, player: str, move: Move, chooser: Random) -> None:
    """Make a move, with random answers."""
    answers: tuple[list[int | str], ...] = ()
    while True:
        made = battle.play(player, move, answers)
        question = made.question
        if question is None:
            return
        if not isinstance(made, Asked):
            move = Answer()
        answers = (*answers, any_answer(question, chooser))


def any_answer(question: Question, chooser: Random) -> list[int | str]:
    """Return a random answer to a question."""
    values = [option.value for option in question.options]
    return chooser.sample(values, chooser.randint(question.least, question.most))


def make_any(battle: Battle, chooser: Random) -> None:
    """Make a random legal move for whoever has to act: a debtor first, otherwise the player whose turn it is."""
    state = battle.state
    if state.debts:
        debt = state.debts[0]
        make(battle, debt.debtor, MakeOwedChoice(debt.id), chooser)
        return
    assert state.turn is not None  # noqa: S101 - a battle in play
    player = state.turn.player
    draft = draft_for(battle.rules, state, NoChance(), battle.fake_environment)
    moves: list[Move] = [PlayCard(card) for card in playable_cards(draft, player)]
    if not moves or draw_refusal(draft, player) is None:
        moves.append(DrawCard())
    make(battle, player, chooser.choice(moves), chooser)


def _moves_per_second(table: BenchTable, players: int, sizes: Sizes) -> float:
    chooser, made, elapsed = Random(players), 0, 0.0
    while made < sizes.moves:
        battle = table.battle(players)
        started = time.perf_counter()
        made += _play_out(battle, chooser, min(sizes.moves - made, GIVEN_UP))
        elapsed += time.perf_counter() - started
    return made / elapsed


def _play_out(battle: Battle, chooser: Random, most: int) -> int:
    """Play until the end, or `most` moves. Return the number of moves."""
    for made in range(most):
        if battle.state.outcome is not None:
            return made
        make_any(battle, chooser)
    return most


def _kilobytes(table: BenchTable, players: int, sizes: Sizes) -> Iterator[float]:
    """Yield the sizes of states in long battles, in kilobytes."""
    chooser, found = Random(players), 0
    while found < sizes.long_matches:
        battle = table.battle(players)
        if _play_out(battle, chooser, LONG) == LONG:
            found += 1
            yield len(battle.game.encode(battle.state)) / 1024


def _megabytes(table: BenchTable, sizes: Sizes) -> float:
    """Return the memory that states decoded halfway through battles of eight players take, in megabytes."""
    chooser = Random(0)
    battle = table.battle(max(sizes.players))
    _play_out(battle, chooser, 30)
    data = battle.game.encode(battle.state)
    tracemalloc.start()
    live = [battle.game.decode(data) for _ in range(sizes.live_matches)]
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(live) == sizes.live_matches  # noqa: S101 - they are alive until here
    return taken / 1024 / 1024
