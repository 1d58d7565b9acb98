"""Tetromic as the host of games knows it: see `nomic.tables.game.Game`."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from nomic.tables.game import (
    Answers,
    Asked,
    BadAnswer,
    BarredMove,
    Chance,
    Clock,
    Event,
    IllegalMove,
    LegalMove,
    Outside,
    Question,
    Result,
    Seat,
    Step,
)
from tetromic.engine import placing
from tetromic.engine.boards import occupied, placed
from tetromic.engine.rules import Rules, rules_of
from tetromic.engine.state import Board, State

Json = Any
GAIN = {"kind": "gain"}
MINUTES_LEFT = "minutes-left"  # what is read outside: how many minutes the phase still lasts, rounded up


class Tetromic:
    """One match for a whole cycle; everybody who joins has a board of their own."""

    name = "tetromic"

    def __init__(self) -> None:
        self._decoder = msgspec.json.Decoder(State)

    # ── the law and the match

    def rules(self, document: dict[str, Json], number: int) -> Rules:
        return rules_of(document, number)

    def bound_to(self, state: State) -> int | None:
        return None

    def is_sealed(self, move: dict[str, Json]) -> bool:
        return False

    def setup(self, rules: Rules, options: dict[str, Json]) -> State:
        """`options`: {"phase": 3}, the phase in which the match begins."""
        return State(phase=int(options["phase"]))

    # ── moves

    def legal(self, rules: Rules, state: State, player: str, outside: Outside) -> list[LegalMove]:
        board = None if state.is_over else state.board(player)
        if board is None:
            return []
        moves = [] if board.gained else [LegalMove(GAIN, f"Gain {_pieces(gain_of(rules, board))}")]
        for name in _placeable(rules, board):
            question = placing.where(rules, board, rules.pieces[name])
            moves.append(LegalMove({"kind": "place", "piece": name}, f"Place a {name}", question))
        return moves

    def barred(self, rules: Rules, state: State, player: str, outside: Outside) -> list[BarredMove]:
        board = None if state.is_over else state.board(player)
        if board is None:
            return []
        barred = (
            [BarredMove(GAIN, "Gain pieces", "You have gained this phase's pieces.", "R62")] if board.gained else []
        )
        fitting = set(_placeable(rules, board))
        for name in dict.fromkeys(board.hand):
            if name not in fitting:
                reason = "There is no room for it." if name in rules.pieces else "The law has no such piece any more."
                rule = placing.RULE if name in rules.pieces else "R106"
                barred.append(BarredMove({"kind": "place", "piece": name}, f"Place a {name}", reason, rule))
        return barred

    def play(
        self,
        rules: Rules,
        state: State,
        player: str,
        move: dict[str, Json],
        answers: Answers,
        chance: Chance,
        outside: Outside,
    ) -> Step[State] | Asked:
        if state.is_over:
            raise IllegalMove("over", "The game is over.")
        board = state.board(player)
        if board is None:
            raise IllegalMove("not-seated", "You have no board in this game.")
        if not isinstance(answers, list | tuple):
            raise BadAnswer(0, "answers are a list of lists")
        if move.get("kind") == "gain":
            return self._gain(rules, state, board, move, answers, chance)
        if move.get("kind") == "place" and "piece" in move:
            return self._place(rules, state, board, move, answers)
        raise IllegalMove("unknown-move", 'A move is {"kind": "gain"}, or {"kind": "place"} with a piece.')

    def _gain(
        self, rules: Rules, state: State, board: Board, move: dict[str, Json], answers: Answers, chance: Chance
    ) -> Step[State]:
        """R62: once per phase, so many random pieces, each as likely."""
        if move != GAIN:
            raise IllegalMove("unknown-fields", "Gaining pieces needs nothing else.")
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
        self, rules: Rules, state: State, board: Board, move: dict[str, Json], answers: Answers
    ) -> Step[State] | Asked:
        """R61, R63: a piece covers its nodes; complete rows go, and their points come."""
        piece = placing.piece_in_hand(rules, board, move)
        if set(move) != {"kind", "piece"}:
            if answers:
                raise BadAnswer(0, "nothing is asked")
            placement = placing.named_placement(rules, board, piece, move)
        elif not answers:
            return Asked(placing.where(rules, board, piece))
        else:
            placing.where(rules, board, piece)
            placement = placing.answered(rules, board, piece, answers)
        after, complete = placed(rules, board, piece.name, placement.mask)
        cells = [[placement.row + r, placement.column + c] for r, c in piece.orientations[placement.orientation]]
        words = placing.in_words(piece, placement)
        facts = {"player": board.player, "piece": piece.name, "cells": cells, "rows": list(complete)}
        events = [Event("placed", f"{board.player} places a {piece.name} on {words}.", facts)]
        events += _progress(board, after, complete)
        won = after.level >= rules.winning_level
        return Step(replace(_with(state, after), winner=board.player if won else ""), tuple(events))

    def question(self, rules: Rules, state: State, outside: Outside) -> Question | None:
        return None

    def answers(self, state: State) -> Answers:
        return ()

    # ── time and the world outside

    def clocks(self, rules: Rules, state: State) -> tuple[Clock, ...]:
        """The end of the phase, which everybody waits for."""
        if state.is_over or not state.minutes:
            return ()
        players = tuple(board.player for board in state.boards if board.status == "in" and not board.gained)
        return (Clock(f"phase {state.phase}", state.minutes, players),)

    def expire(self, rules: Rules, state: State, clock: str, chance: Chance, outside: Outside) -> Step[State]:
        """The time of the phase is up; what lapses by that, lapses when the next one begins."""
        return Step(replace(state, minutes=0), (Event("phase-over", "", {"phase": state.phase}),))

    def react(
        self, rules: Rules, state: State, happening: dict[str, Json], chance: Chance, outside: Outside
    ) -> Step[State] | None:
        """Takes in "joined", "left", "phase", "law-changed" and "cycle-ended"."""
        if state.is_over:
            return None
        match happening:
            case {"kind": "joined", "player": str(player)}:
                return _join(rules, state, player, outside)
            case {"kind": "left", "player": str(player)}:
                board = state.board(player)
                return None if board is None else Step(_with(state, Board(player, "out")), ())
            case {"kind": "phase", "phase": int(phase)}:
                return Step(_next_phase(state, phase, int(outside.read(MINUTES_LEFT))), ())
            case {"kind": "law-changed"}:
                return _lowered(rules, state)
            case {"kind": "cycle-ended"}:
                return Step(replace(state, stopped=True), ())
        return None

    # ── standing orders

    def check_order(self, rules: Rules, state: State, player: str, order: dict[str, Json]) -> None:
        raise IllegalMove("no-orders", "Tetromic has no turns to give orders for.")

    def order_move(
        self, rules: Rules, state: State, player: str, order: dict[str, Json], outside: Outside
    ) -> tuple[dict[str, Json], Answers] | None:
        return None

    # ── what is seen and kept

    def seats(self, state: State) -> tuple[Seat, ...]:
        """The game waits for those who can gain pieces; whoever has some places them at leisure."""
        return tuple(
            Seat(board.player, board.status, board.status == "in" and not board.gained and not state.is_over)
            for board in state.boards
        )

    def view(self, rules: Rules, state: State, viewer: str | None) -> dict[str, Json]:
        return {
            "phase": state.phase,
            "rows": rules.rows,
            "columns": rules.columns,
            "winning_level": rules.winning_level,
            "pieces": {name: [list(map(list, shape)) for shape in p.orientations] for name, p in rules.pieces.items()},
            "boards": [_seen(rules, board) for board in state.boards if board.status == "in"],
            "you": viewer,
            "winner": state.winner,
        }

    def result(self, state: State) -> Result | None:
        if state.winner:
            return Result("won", (state.winner,))
        return Result("stopped") if state.stopped else None

    def encode(self, state: State) -> bytes:
        return msgspec.json.encode(state)

    def decode(self, data: bytes) -> State:
        return self._decoder.decode(data)


def gain_of(rules: Rules, board: Board) -> int:
    """R62: as many pieces as the level, and at level 0 as many as the law gives at least."""
    return max(board.level, rules.least_gain)


def _pieces(count: int) -> str:
    return "a random piece" if count == 1 else f"{count} random pieces"


def _placeable(rules: Rules, board: Board) -> Iterator[str]:
    """The kinds of pieces in hand that fit somewhere."""
    bits = occupied(rules, board)
    for name in dict.fromkeys(board.hand):
        if name in rules.pieces and rules.pieces[name].fits(bits):
            yield name


def _with(state: State, board: Board) -> State:
    """The state with a player's board put in place of the one they had."""
    boards = tuple(board if other.player == board.player else other for other in state.boards)
    return replace(state, boards=boards)


def _join(rules: Rules, state: State, player: str, outside: Outside) -> Step[State] | None:
    """Somebody joins, perhaps late, or again: an empty board at level 0."""
    if state.board(player) is not None:
        return None
    board = Board(player, rows=(0,) * rules.rows)
    if any(other.player == player for other in state.boards):
        state = _with(state, board)
    else:
        state = replace(state, boards=(*state.boards, board))
    if not state.minutes:
        state = replace(state, minutes=int(outside.read(MINUTES_LEFT)))
    return Step(state, (Event("seated", "", {"player": player}),))


def _next_phase(state: State, phase: int, minutes: int) -> State:
    """R116: what was not gained has lapsed, and everybody may gain again."""
    boards = tuple(replace(board, gained=False) for board in state.boards)
    return replace(state, phase=phase, minutes=minutes, boards=boards)


def _lowered(rules: Rules, state: State) -> Step[State] | None:
    """A law by which a level already reached wins: the highest does, of several the first to have joined."""
    there = [board for board in state.boards if board.status == "in" and board.level >= rules.winning_level]
    if not there:
        return None
    return Step(replace(state, winner=max(there, key=lambda board: board.level).player), ())


def _progress(before: Board, after: Board, complete: tuple[int, ...]) -> Iterator[Event]:
    """What complete rows brought, in words."""
    if complete:
        rows = f"row {complete[0]}" if len(complete) == 1 else "rows " + ", ".join(map(str, complete))
        yield Event(
            "cleared", f"{rows[0].upper()}{rows[1:]} cleared.", {"player": after.player, "rows": list(complete)}
        )
    if after.level > before.level:
        facts = {"player": after.player, "level": after.level}
        yield Event("level", f"{after.player} reaches level {after.level}.", facts)


def _seen(rules: Rules, board: Board) -> dict[str, Json]:
    """A board as everybody sees it: its rows from the bottom up, 1 where there is a unit."""
    bits = occupied(rules, board)
    rows = [
        [bits >> (row * rules.columns + column) & 1 for column in range(rules.columns)] for row in range(rules.rows)
    ]
    return {
        "player": board.player,
        "rows": rows,
        "hand": list(board.hand),
        "level": board.level,
        "points": board.points,
        "needed": board.level + 1,
        "gained": board.gained,
    }
