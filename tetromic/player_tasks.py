"""Pieces in hand as tasks: a game of Tetromic does not wait for them, but they can be placed at any time."""

from collections.abc import Iterator

from django.urls import reverse

from nomic.matches.hosting.player_tasks import MOVE
from nomic.matches.models import Match, MatchStatus
from nomic.players.player_tasks import PlayerQuery, Task, TaskLookup, Urgency, WaitingKind
from tetromic.engine.parsed_law import rules_of
from tetromic.hosting import HOSTED
from tetromic.law_section import NAME

_boards = PlayerQuery(
    lambda cycles, name: (
        Match.objects.filter(cycle_id__in=cycles, game=NAME, seats__player=name, seats__status="in")
        .exclude(status=MatchStatus.OVER)
        .order_by("pk")
        .values_list("cycle_id", "code", "title", "state")
    )
)


def pieces(asked: TaskLookup) -> Iterator[Task]:
    """Yield a task for each match in which the player can place a piece and has gained this phase's pieces already.

    Gaining pieces is a turn, which is a task of its own.
    """
    laws = {pk: ctx.law for pk, ctx in asked.contexts.items() if ctx.law.has(NAME)}
    for pk, code, title, encoded in _boards.all(asked, laws):
        state = HOSTED.engine.decode(bytes(encoded))
        board = state.board(asked.player)
        rules = rules_of(laws[pk].document, laws[pk].number)
        if board is not None and board.gained and asked.player in HOSTED.engine.may_act(rules, state):
            cycle = asked.cycle(pk)
            held = len(board.hand)
            summary = f"Place your piece in {title}" if held == 1 else f"Place your {held} pieces in {title}"
            link = reverse("web:match", args=[cycle.slug, code])
            yield Task(cycle, code, summary, link, action=MOVE, args={"match": code})


PIECES = WaitingKind("tetromic-pieces", "Pieces to place", Urgency.CAN_REST, pieces, button="Place")
