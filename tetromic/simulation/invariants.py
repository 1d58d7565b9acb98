"""Invariants of Tetromic's boards, and external events."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from nomic.chance.draw_source import Source
from nomic.matches.contract.external_events import CycleEnded, Happening, Joined, LawChanged, Left, PhaseBegan
from nomic.matches.simulation.unhosted_match import NothingOutside
from tetromic.engine.state import PlayerBoard, State
from tetromic.simulation.playground import Boards

NEWCOMER = "Newcomer"
SHORT = {"board": {"rows": 8, "columns": 4}, "winning_level": 2, "least_gain": 2}


class BoardInvariants(Boards):
    """Invariant checks for Tetromic, in which all boards are public."""

    def flaws(self, before: State, after: State, fake_environment: NothingOutside) -> Iterator[str]:
        for player, count in Counter(board.player for board in after.boards).items():
            if count > 1:
                yield f"{player} has {count} boards"
        if [board.player for board in after.boards][: len(before.boards)] != [each.player for each in before.boards]:
            yield "boards are lost, or in another order"
        if after.phase not in (before.phase, before.phase + 1):
            yield f"after phase {before.phase} came phase {after.phase}"
        for board in after.boards:
            yield from _board_flaws(before.board(board.player), board)

    def happenings(self, state: State, fake_environment: NothingOutside) -> Iterator[Happening]:
        for player in (*(board.player for board in state.boards), NEWCOMER):
            yield Joined(player)
            yield Left(player)
        yield LawChanged()
        yield CycleEnded()
        yield PhaseBegan("rest", 1)

    def for_examination(self, document: dict[str, Any]) -> dict[str, Any]:
        """Return a law with smaller boards, more pieces, and a low winning level."""
        return {**document, "tetromic": {**document["tetromic"], **SHORT}}

    def amended(self, document: dict[str, Any], chance: Source) -> dict[str, Any]:
        """Change the size of boards, and remove one piece if there are several."""
        section = document["tetromic"]
        size = {
            "rows": 6 + chance.below(8, "amended", "how many rows a board has under another law"),
            "columns": 4 + chance.below(5, "amended", "how many columns a board has under another law"),
        }
        pieces = dict(section["pieces"])
        if len(pieces) > 1:
            del pieces[chance.pick(sorted(pieces), "amended", "which piece another law lacks")]
        return {**document, "tetromic": {**section, "board": size, "pieces": pieces}}


def _board_flaws(before: PlayerBoard | None, board: PlayerBoard) -> Iterator[str]:
    """Yield flaws of a board or of its change."""
    if board.status == "out":
        if board != PlayerBoard(board.player, "out"):
            yield f"{board.player} is out and has something"
        return
    if not 0 <= board.points <= board.level:
        yield f"{board.player} has {board.points} points at level {board.level}"
    if before is not None:
        if (board.level, board.points) < (before.level, before.points):
            yield f"{board.player} had {before.points} points at level {before.level}, and has lost some"
        gone = Counter(before.hand) - Counter(board.hand)
        if gone.total() > 1:
            yield f"{board.player} no longer has {dict(gone)}"
