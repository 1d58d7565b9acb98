"""The rules of Knucklebones as the host calls them: an implementation of `nomic.matches.contract.game.Game`."""

from typing import Any

from knucklebones.engine import apply_moves, end_game, legal_moves, turns, use_dice
from knucklebones.engine.moves import MOVES
from knucklebones.engine.parsed_law import Rules, rules_of
from knucklebones.engine.player_field import empty
from knucklebones.engine.player_view import View, view_of
from knucklebones.engine.state import Side, State
from nomic.effects.asking.begun_moves import answers_of
from nomic.matches.contract.external_events import Begun, CycleEnded, Happening, Left
from nomic.matches.contract.game import (
    Answers,
    Asked,
    BarredMove,
    Chance,
    Clock,
    Environment,
    LegalMove,
    Question,
    Result,
    Seat,
    Step,
)
from nomic.matches.contract.moves import Move
from nomic.matches.contract.plain_game import PlainGame


class Knucklebones(PlainGame[Rules, State]):
    """A game for two. A changed law applies from the next move on; a field keeps its initial size (R106)."""

    name = "knucklebones"
    state_type = State
    moves = MOVES
    happenings = (Begun,)

    # ── the law and the match

    def rules(self, document: dict[str, Any], number: int) -> Rules:
        return rules_of(document, number)

    def bound_to(self, state: State) -> int | None:
        return None if state.pending is None else state.pending.revision

    def setup(self, rules: Rules, options: dict[str, Any]) -> State:
        """Create a match. `options`: {"players": ["Ada", "Ben"]}. The first player is drawn when the game begins."""
        players = options["players"]
        if len(players) != 2 or len(set(players)) != 2:
            raise ValueError("a game of Knucklebones is for two")
        one, other = (Side(player, empty(rules.columns)) for player in players)
        return State((one, other), rules.rows)

    # ── moves

    def legal(self, rules: Rules, state: State, player: str, environment: Environment) -> list[LegalMove]:
        return list(legal_moves.legal(rules, state, player, environment))

    def barred(self, rules: Rules, state: State, player: str, environment: Environment) -> list[BarredMove]:
        return list(legal_moves.barred(rules, state, player, environment))

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
        return apply_moves.make(rules, state, player, move, answers_of(answers), chance, environment)

    def question(self, rules: Rules, state: State, environment: Environment) -> Question | None:
        return use_dice.pending_question(rules, state, environment)

    def answers(self, state: State) -> Answers:
        return () if state.pending is None else state.pending.answers

    # ── time and the world outside

    def clocks(self, rules: Rules, state: State) -> tuple[Clock, ...]:
        """Return the clock of a turn, from its beginning (R58)."""
        if not state.is_on:
            return ()
        return (Clock(f"turn {state.turn}", rules.turn_minutes, (state.mover.player,)),)

    def expire(self, rules: Rules, state: State, clock: str, chance: Chance, environment: Environment) -> Step[State]:
        """End the game by forfeit of the player who has not taken their turn in time (R58)."""
        return apply_moves.give_up(rules, state, state.mover.player, ": the time is up", chance, environment)

    def react(
        self, rules: Rules, state: State, happening: Happening, chance: Chance, environment: Environment
    ) -> Step[State] | None:
        """Handle the beginning of the match, a leaving player, and the end of the cycle.

        Returns None if the event does not affect the game.
        """
        if state.outcome is not None:
            return None
        match happening:
            case Begun() if not state.turn:
                return turns.begin_game(rules, state, chance, environment)
            case Left(player) if player in state.players:
                if not state.turn:
                    return end_game.call_off(state, player)
                return apply_moves.give_up(rules, state, player, "", chance, environment)
            case CycleEnded():
                return end_game.stop(state)
        return None

    # ── views

    def seats(self, state: State) -> tuple[Seat, ...]:
        mover, gone = state.mover.player if state.is_on else "", state.outcome.forfeited if state.outcome else ""
        return tuple(
            Seat(player, "out" if player == gone else "in", to_act=player == mover) for player in state.players
        )

    def view(self, rules: Rules, state: State, viewer: str | None) -> View:
        return view_of(rules, state, viewer)

    def result(self, state: State) -> Result | None:
        if state.outcome is None:
            return None
        winner = state.outcome.winner
        return Result(state.outcome.ending, (winner,) if winner else ())
