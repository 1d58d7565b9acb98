"""The rules of Tetromic as the host calls them: an implementation of `nomic.matches.contract.game.Game`."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from nomic.matches.contract.external_events import CycleEnded, Happening, Joined, LawChanged, Left
from nomic.matches.contract.game import (
    Answers,
    Asked,
    BadAnswer,
    BarredMove,
    Chance,
    Clock,
    Environment,
    Event,
    IllegalMove,
    LegalMove,
    Result,
    Seat,
    Step,
)
from nomic.matches.contract.moves import Move
from nomic.matches.contract.plain_game import PlainGame
from tetromic.engine import resolve_placement
from tetromic.engine.boards import empty_complete_rows, occupied, place_piece
from tetromic.engine.moves import MOVES, Gain, Place
from tetromic.engine.parsed_law import Rules, rules_of
from tetromic.engine.player_view import View, view_of
from tetromic.engine.state import PlayerBoard, State


class Tetromic(PlainGame[Rules, State]):
    """One match for a whole cycle, in which every player has a separate board. Nothing is hidden."""

    name = "tetromic"
    state_type = State
    moves = MOVES
    happenings = (Joined,)

    # ── the law and the match

    def rules(self, document: dict[str, Any], number: int) -> Rules:
        return rules_of(document, number)

    def setup(self, rules: Rules, options: dict[str, Any]) -> State:
        """Create a match. `options`: {"phase": 3}, the phase in which the match begins."""
        return State(phase=int(options["phase"]))

    # ── moves

    def legal(self, rules: Rules, state: State, player: str, environment: Environment) -> list[LegalMove]:
        board = None if state.is_over else state.board(player)
        if board is None:
            return []
        moves = [] if board.gained else [LegalMove(Gain(), f"Gain {_pieces(gain_of(rules, board))}")]
        for name in _placeable(rules, board):
            question = resolve_placement.placement_question(rules, board, rules.pieces[name])
            moves.append(LegalMove(Place(name), f"Place {name}", question))
        return moves

    def barred(self, rules: Rules, state: State, player: str, environment: Environment) -> list[BarredMove]:
        board = None if state.is_over else state.board(player)
        if board is None:
            return []
        barred = (
            [BarredMove(Gain(), "Gain pieces", "You have gained this phase's pieces.", "R62")] if board.gained else []
        )
        fitting = set(_placeable(rules, board))
        for name in dict.fromkeys(board.hand):
            if name not in fitting:
                reason = "There is no room for it." if name in rules.pieces else "The law no longer has this piece."
                rule = resolve_placement.RULE if name in rules.pieces else "R106"
                barred.append(BarredMove(Place(name), f"Place {name}", reason, rule))
        return barred

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
        if state.is_over:
            raise IllegalMove("over", "The game is over.")
        board = state.board(player)
        if board is None:
            raise IllegalMove("not-seated", "You have no board in this game.")
        if not isinstance(answers, list | tuple):
            raise BadAnswer(0, "answers must be a list of lists")
        match move:
            case Gain():
                return self._gain(rules, state, board, answers, chance)
            case Place():
                return self._place(rules, state, board, move, answers)
        raise TypeError(f"{move} is no move of Tetromic")

    def _gain(self, rules: Rules, state: State, board: PlayerBoard, answers: Answers, chance: Chance) -> Step[State]:
        """Gain a number of random pieces, all equally likely, once per phase (R62)."""
        if answers:
            raise BadAnswer(0, "nothing is asked")
        if board.gained:
            raise IllegalMove("gained", "You have gained this phase's pieces.", "R62")
        names = list(rules.pieces)
        gained = tuple(
            names[chance.below(len(names), f"piece {number}", "which piece is gained")]
            for number in range(1, gain_of(rules, board) + 1)
        )
        text = f"{board.player} gains {', '.join(gained)}."
        event = Event("gained", text, {"player": board.player, "pieces": list(gained)})
        return Step(_with(state, replace(board, hand=(*board.hand, *gained), gained=True)), (event,))

    def _place(
        self, rules: Rules, state: State, board: PlayerBoard, move: Place, answers: Answers
    ) -> Step[State] | Asked:
        """Cover a piece's nodes, empty complete rows, and add their points (R61, R63)."""
        piece = resolve_placement.piece_in_hand(rules, board, move.piece)
        if move != Place(move.piece):
            if answers:
                raise BadAnswer(0, "nothing is asked")
            placement = resolve_placement.named_placement(rules, board, piece, move)
        elif not answers:
            return Asked(resolve_placement.placement_question(rules, board, piece))
        else:
            placement = resolve_placement.answered(rules, board, piece, answers)
        after, complete = place_piece(rules, board, piece.name, placement.mask)
        cells = [list(node) for node in resolve_placement.nodes_of(piece, placement)]
        words = resolve_placement.in_words(piece, placement)
        facts = {"player": board.player, "piece": piece.name, "cells": cells, "rows": list(complete)}
        events = [Event("placed", f"{board.player} places {piece.name} on {words}.", facts)]
        events += _progress(board, after, complete)
        won = after.level >= rules.winning_level
        return Step(replace(_with(state, after), winner=board.player if won else ""), tuple(events))

    # ── time and the world outside

    def clocks(self, rules: Rules, state: State) -> tuple[Clock, ...]:
        """Return the clock for the end of the phase. Until then players can gain pieces."""
        if state.is_over:
            return ()
        players = tuple(board.player for board in state.seated if not board.gained)
        return (Clock(f"phase {state.phase}", 0, players, until="phase"),)

    def expire(self, rules: Rules, state: State, clock: str, chance: Chance, environment: Environment) -> Step[State]:
        """Begin the next phase. Unclaimed pieces lapse, and everybody may gain again (R116)."""
        boards = tuple(replace(board, gained=False) for board in state.boards)
        event = Event("phase", "Everybody may gain pieces again.", {"phase": state.phase + 1})
        return Step(replace(state, phase=state.phase + 1, boards=boards), (event,))

    def react(
        self, rules: Rules, state: State, happening: Happening, chance: Chance, environment: Environment
    ) -> Step[State] | None:
        """Handle players who join or leave, a changed law, and the end of the cycle.

        Returns None if the event does not affect the game.
        """
        if state.is_over:
            return None
        match happening:
            case Joined(player):
                return _join(rules, state, player)
            case Left(player):
                board = state.board(player)
                return None if board is None else Step(_with(state, PlayerBoard(player, "out")), ())
            case LawChanged():
                return _follow_law(rules, state)
            case CycleEnded():
                return Step(replace(state, stopped=True), ())
        return None

    # ── views

    def seats(self, state: State) -> tuple[Seat, ...]:
        """Return the seats.

        The game waits for players who can gain pieces, but not for players who can place some.
        """
        return tuple(
            Seat(board.player, board.status, board.status == "in" and not board.gained and not state.is_over)
            for board in state.boards
        )

    def may_act(self, rules: Rules, state: State) -> frozenset[str]:
        """Return the players who hold a piece that fits somewhere on their board."""
        return frozenset(board.player for board in state.seated if any(_placeable(rules, board)))

    def view(self, rules: Rules, state: State, viewer: str | None) -> View:
        return view_of(rules, state, viewer)

    def result(self, state: State) -> Result | None:
        if state.winner:
            return Result("won", (state.winner,))
        return Result("stopped") if state.stopped else None


def gain_of(rules: Rules, board: PlayerBoard) -> int:
    """Return the number of pieces that the player gains in a phase at their level (R62)."""
    return rules.gains[min(board.level, len(rules.gains) - 1)]


def _pieces(count: int) -> str:
    return "a random piece" if count == 1 else f"{count} random pieces"


def _placeable(rules: Rules, board: PlayerBoard) -> Iterator[str]:
    """Yield the kinds of pieces in hand that fit somewhere."""
    bits = occupied(rules, board)
    for name in dict.fromkeys(board.hand):
        if name in rules.pieces and rules.pieces[name].fits(bits):
            yield name


def _with(state: State, board: PlayerBoard) -> State:
    """Return the state with a player's board replaced."""
    boards = tuple(board if other.player == board.player else other for other in state.boards)
    return replace(state, boards=boards)


def _join(rules: Rules, state: State, player: str) -> Step[State] | None:
    """Add a player with an empty board at level 0, after all others. Returns None if the player is in already.

    Late players and former players may join, too.
    """
    if state.board(player) is not None:
        return None
    others = [board for board in state.boards if board.player != player]
    state = replace(state, boards=(*others, PlayerBoard(player, rows=(0,) * rules.rows)))
    return Step(state, (Event("seated", f"{player} has a board.", {"player": player}),))


def _follow_law(rules: Rules, state: State) -> Step[State] | None:
    """Fit boards to a changed law, which may complete rows or lower what a level takes (R106).

    A player at a lowered winning level has won. Of several such players, the one at the highest level wins; among
    equals, the one who joined first. Returns None if the law changes nothing for the boards.
    """
    events: list[Event] = []
    after = state
    for board in state.seated:
        board_after, complete = empty_complete_rows(rules, board)
        events += _progress(board, board_after, complete)
        after = _with(after, board_after)
    best = max(after.seated, key=lambda board: board.level, default=None)
    if best is not None and best.level >= rules.winning_level:
        after = replace(after, winner=best.player)
    return None if after == state else Step(after, tuple(events))


def _progress(before: PlayerBoard, after: PlayerBoard, complete: tuple[int, ...]) -> Iterator[Event]:
    """Yield the events of a placement: rows cleared, and a level reached."""
    if complete:
        rows = f"row {complete[0]}" if len(complete) == 1 else "rows " + ", ".join(map(str, complete))
        yield Event(
            "cleared", f"{rows[0].upper()}{rows[1:]} cleared.", {"player": after.player, "rows": list(complete)}
        )
    if after.level > before.level:
        facts = {"player": after.player, "level": after.level}
        yield Event("level", f"{after.player} reaches level {after.level}.", facts)
