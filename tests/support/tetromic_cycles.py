"""Cycles of Tetromic for tests. The law can limit chance to a single piece or to small boards."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from nomic.cycles.models import Entry
from nomic.law.document.templates import document_of
from nomic.matches.hosting.loaded_match import LoadedMatch
from nomic.matches.models import Match, TurnClock
from tests.support.hall import Hall, OpenCycle
from tetromic.engine.state import PlayerBoard

Json = Any
URGENT = {"class": "urgent"}
BAR = {"Bar": {"shape": ["####"]}}
# A law by which whoever gains a piece can complete a row with it.
BARS = {"board": {"rows": 10, "columns": 4}, "pieces": BAR}
# A law by which a piece that stands completes four rows.
POSTS = {"board": {"rows": 10, "columns": 1}, "pieces": BAR}


def section(**changes: Json) -> Json:
    """Return the law's section with some changed values."""
    return {**document_of("tetromic")["tetromic"], **changes}


class Boards:
    """A cycle of Tetromic, with methods for its players' acts."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    @property
    def match(self) -> Match:
        """The row of the newest match."""
        return Match.objects.filter(cycle=self.hall.pk).order_by("opened_seq").last()  # type: ignore[return-value]

    @property
    def table(self) -> LoadedMatch:
        return LoadedMatch(self.hall.cycle, self.match)

    @property
    def clock(self) -> TurnClock:
        """The one clock of the match."""
        return TurnClock.objects.get(match=self.match)

    def board(self, name: str) -> PlayerBoard:
        """Return a player's board. Raises AssertionError if they have none."""
        found: PlayerBoard | None = self.table.state.board(name)
        assert found is not None
        return found

    def standing(self, name: str) -> tuple[int, int]:
        """Return a player's level and points."""
        return self.board(name).level, self.board(name).points

    def gain(self, name: str) -> Entry:
        """Let a player gain this phase's pieces."""
        return self.move(name, kind="gain")

    def place(self, name: str, piece: str, *cells: Sequence[int]) -> Entry:
        """Let a player place a piece on these nodes."""
        return self.move(name, kind="place", piece=piece, cells=[list(cell) for cell in cells])

    def bar(self, name: str, y: int) -> Entry:
        """Let a player complete row `y` with a Bar."""
        return self.place(name, "Bar", *((x, y) for x in range(4)))

    def move(self, name: str, *, answers: Sequence[Sequence[str]] = (), **move: Json) -> Entry:
        return self.hall.do(name, "move", match=self.match.code, move=move, answers=[list(each) for each in answers])

    def refused(self, name: str, code: str, rule: str, **move: Json) -> None:
        """Assert that a move is refused and changes nothing."""
        self.hall.refused(name, "move", code, rule, match=self.match.code, move=move)

    def events(self, entry: Entry) -> list[tuple[str, Json]]:
        """Return the kinds and facts of the events in an entry's match step."""
        (step,) = [event for event in entry.events if event["kind"] == "match-step"]
        return [(event["kind"], event["facts"]) for event in step["events"]]

    def amend(self, name: str, *amendments: Json) -> None:
        """Submit an urgent proposal. Nobody votes against it, so it is enacted 48 hours later."""
        self.hall.propose(name, *amendments, **URGENT)


Open = Callable[..., Boards]


@pytest.fixture
def boards(open_cycle: OpenCycle) -> Open:
    """A function that begins a cycle with these players: `boards("ada", "bob", winning_level=2)`.

    Keyword arguments change values of the law's section.
    """

    def begin(*players: str, **changes: Json) -> Boards:
        document = document_of("tetromic")
        hall = open_cycle({**document, "tetromic": section(**changes)}, template="tetromic")
        hall.join(*players)
        return Boards(hall)

    return begin
