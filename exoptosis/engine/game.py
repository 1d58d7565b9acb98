"""The rules of Exoptosis as the host calls them: an implementation of `nomic.matches.contract.game.Game`."""

from collections.abc import Sequence
from typing import get_args

import msgspec

from exoptosis.engine import external_events
from exoptosis.engine.cards.follow_law import follow_law
from exoptosis.engine.compiler import compile_rules
from exoptosis.engine.external_event_types import HAPPENINGS
from exoptosis.engine.flow import clocks
from exoptosis.engine.flow.betting import waiting_for
from exoptosis.engine.moves import legal_moves, run_moves
from exoptosis.engine.moves import standing_orders as orders
from exoptosis.engine.moves.definitions import MOVES, ORDERS, BattleMove, ChooseHand
from exoptosis.engine.mutable_state import draft_for
from exoptosis.engine.parsed_law import Rules
from exoptosis.engine.state import Kind, State
from exoptosis.engine.views import visibility as view
from exoptosis.engine.views.battle_view import BattleView
from nomic.effects.asking.begun_moves import answers_of
from nomic.effects.asking.environment import NoChance
from nomic.law.schema.json_reader import Json
from nomic.matches.contract.external_events import Happening
from nomic.matches.contract.game import (
    Answers,
    Asked,
    BadAnswer,
    BarredMove,
    Chance,
    Clock,
    Environment,
    IllegalMove,
    LegalMove,
    Question,
    Result,
    Seat,
    Step,
)
from nomic.matches.contract.moves import Answer, Forfeit, Move, Order

KINDS: tuple[Kind, ...] = get_args(Kind)


class Exoptosis:
    """Battles and duels of cards, for any number of players."""

    name = "exoptosis"
    moves = MOVES
    orders = ORDERS
    happenings = HAPPENINGS

    def __init__(self) -> None:
        self._decoder = msgspec.json.Decoder(State)

    # ── the law and the match

    def rules(self, document: dict[str, Json], number: int) -> Rules:
        return compile_rules(document, number)

    def bound_to(self, state: State) -> int | None:
        return None if state.pending is None else state.pending.revision

    def is_sealed(self, move: Move) -> bool:
        return isinstance(move, ChooseHand)

    def setup(self, rules: Rules, options: dict[str, Json]) -> State:
        """Create a match.

        `options` are {"kind": "battle"} or {"kind": "duel"}; external events add the participants.
        """
        kind = next((known for known in KINDS if known == options.get("kind")), None)
        if kind is None:
            raise ValueError(f"a game of Exoptosis is a {' or a '.join(KINDS)}")
        return State(kind=kind, code=str(options.get("code", "")), law=rules.number)

    # ── moves

    def legal(self, rules: Rules, state: State, player: str, environment: Environment) -> list[LegalMove]:
        return list(
            legal_moves.legal_moves(draft_for(rules, follow_law(rules, state), NoChance(), environment), player)
        )

    def barred(self, rules: Rules, state: State, player: str, environment: Environment) -> list[BarredMove]:
        return list(
            legal_moves.barred_moves(draft_for(rules, follow_law(rules, state), NoChance(), environment), player)
        )

    def play(
        self,
        rules: Rules,
        state: State,
        player: str,
        move: Move,
        answers: Answers,
        chance: Chance,
        environment: Environment,
    ) -> Step[State] | Asked:
        made = self._play(rules, state, player, move, answers, chance, environment)
        return made if isinstance(made, Asked) else external_events.caught_up(rules, made, chance, environment)

    def _play(
        self,
        rules: Rules,
        state: State,
        player: str,
        move: Move,
        answers: Answers,
        chance: Chance,
        environment: Environment,
    ) -> Step[State] | Asked:
        if state.outcome is not None:
            raise IllegalMove("over", "This game is over.")
        state = follow_law(rules, state)
        given = answers_of(answers)
        if state.pending is None:
            if not isinstance(move, BattleMove):
                raise IllegalMove("nothing-asked", "None of your moves is waiting for an answer.", "R103")
            return run_moves.make(rules, state, run_moves.tried(rules, player, move), given, chance, environment)
        if isinstance(move, Answer) and state.pending.player == player:
            return run_moves.make(rules, state, state.pending, given, chance, environment)
        if not isinstance(move, Forfeit):
            raise legal_moves.waits_for(state.pending.player)
        if given:
            raise BadAnswer(0, "nothing is asked")
        return self._forfeit_begun(rules, state, player, move, chance, environment)

    def _forfeit_begun(
        self, rules: Rules, state: State, player: str, move: Forfeit, chance: Chance, environment: Environment
    ) -> Step[State] | Asked:
        """Forfeit while a move is begun.

        A move that the player has begun is completed first, and remains valid.
        """
        finished = run_moves.finish(rules, state, player, chance, environment)
        if finished.state.outcome is not None:
            return finished
        try:
            made = run_moves.make(rules, finished.state, run_moves.tried(rules, player, move), (), chance, environment)
        except IllegalMove:
            if finished.state is state:
                raise
            return finished
        return made if isinstance(made, Asked) else external_events.together(rules, finished, made, chance, environment)

    def question(self, rules: Rules, state: State, environment: Environment) -> Question | None:
        return run_moves.pending_question(rules, follow_law(rules, state), environment)

    def answers(self, state: State) -> Answers:
        return () if state.pending is None else state.pending.answers

    # ── clocks and the environment

    def clocks(self, rules: Rules, state: State) -> tuple[Clock, ...]:
        return clocks.clocks(rules, state)

    def expire(self, rules: Rules, state: State, clock: str, chance: Chance, environment: Environment) -> Step[State]:
        expired = clocks.expire(rules, follow_law(rules, state), clock, chance, environment)
        return external_events.caught_up(rules, expired, chance, environment)

    def react(
        self, rules: Rules, state: State, happening: Happening, chance: Chance, environment: Environment
    ) -> Step[State] | None:
        step = external_events.react(rules, state, happening, chance, environment)
        return None if step is None else external_events.caught_up(rules, step, chance, environment)

    # ── standing orders

    def check_order(self, rules: Rules, state: State, player: str, order: Order) -> None:
        orders.check(state, player, order)

    def order_move(
        self, rules: Rules, state: State, player: str, order: Order, environment: Environment
    ) -> tuple[Move, Answers] | None:
        return orders.move_of(rules, follow_law(rules, state), player, order, environment)

    # ── views and serialization

    def may_act(self, rules: Rules, state: State) -> frozenset[str]:
        """Return no players: everybody who has something useful to do is already waited for or owes a choice."""
        return frozenset()

    def seats(self, state: State) -> tuple[Seat, ...]:
        to_act = _to_act(state)
        debtors = () if state.outcome is not None else {debt.debtor for debt in state.debts}
        return tuple(
            Seat(seat.player, seat.status, seat.player in to_act, seat.player in debtors) for seat in state.seats
        )

    def view(self, rules: Rules, state: State, viewer: str | None) -> BattleView:
        return view.view(rules, follow_law(rules, state), viewer)

    def result(self, state: State) -> Result | None:
        if state.outcome is None:
            return None
        winner = state.outcome.winner
        return Result(state.outcome.ending, (winner,) if winner else ())

    def encode(self, state: State) -> bytes:
        return msgspec.json.encode(state)

    def decode(self, data: bytes) -> State:
        return self._decoder.decode(data)


def _to_act(state: State) -> Sequence[str]:
    """Return the players for whom the game waits."""
    seated = [seat for seat in state.seats if seat.status == "in"]
    if state.pending is not None:
        return (state.pending.player,)
    if state.stage == "hands" and not state.begun:
        return [seat.player for seat in state.seats if seat.status == "invited"]
    if state.stage == "hands":
        return [seat.player for seat in seated if seat.chosen is None]
    if state.stage == "betting" and state.bet is not None:
        return waiting_for(state.bet, [seat.player for seat in seated])
    return (state.turn.player,) if state.stage == "play" and state.turn is not None else ()
