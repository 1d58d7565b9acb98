"""Content of the pictures in link previews of a cycle or a match, limited to what a stranger may see."""

import textwrap
from collections.abc import Sequence

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.schedule.phase_names import phase_name
from nomic.matches.hosting.views.visible_match import VisibleMatch
from nomic.matches.models import Match
from nomic.web.hooks.endings import ending_of
from nomic.web.matches.ending import headline_of
from nomic.web.recaps.running_cycles import right_now
from nomic.web.sharing.card_drawing import DrawnCard, drawn_cards
from nomic.web.sharing.transliteration import in_known_letters

LARGE, SMALL = 76, 54  # sizes of the title, by its length
LETTERS = {LARGE: 17, SMALL: 24}  # in a line of the title beside the drawing
MAX_TITLE_LINES, MAX_LINES, MAX_LINE = 3, 4, 46
ROOM, HIGH = 250, 300  # units of the drawing


def cycle_picture(stranger: ReadContext) -> str:
    """Return the picture of a cycle as SVG: its phase and the leader, or the winner."""
    cycle = stranger.cycle
    if not cycle.is_running:
        title = f"{cycle.winner} won" if cycle.winner else "Nobody won"
        return _svg(cycle.title, title, [f"It ended in {phase_name(cycle)}.", "Read the story."])
    if not cycle.has_begun:
        return _svg("A nomic", cycle.title, ["It has not begun yet: join now."])
    state = right_now([cycle]).get(cycle.pk)
    lines = [phase_name(cycle)]
    if state is not None:
        lines += [state.leads] if state.leads else []
        lines += [f"Last change of the law: {state.passed.title}"] if state.passed else []
    return _svg("A nomic", cycle.title, lines)


def has_picture(match: Match) -> bool:
    """Return whether a match has a picture now, because it is over, or its board hides nothing."""
    return match.is_over or ending_of(match.game).board is not None


def match_picture(visible: VisibleMatch) -> str:
    """Return the picture of a match as SVG: the scores, and the board, or the last cards and the winner.

    `visible` is the match as a stranger sees it.
    """
    match, ending = visible.match, ending_of(visible.match.game)
    winners = list((match.result or {}).get("winners", ()))
    scores = sorted(ending.scores(visible.view), key=lambda score: (score.player not in winners, -score.amount))
    cards = drawn_cards(ending.cards(visible.view, visible.ctx.law), ROOM, HIGH)
    board = ending.board(visible.view) if ending.board is not None else SafeString()
    lines = [f"{score.player}: {score.words}" for score in scores]
    cycle = visible.ctx.cycle.title
    if not match.is_over:
        return _svg(cycle, match.title, lines, board=board)
    return _svg(f"{cycle}: {match.title}", headline_of(match), lines, cards, board)


def _svg(above: str, title: str, lines: Sequence[str], cards: Sequence[DrawnCard] = (), board: str = "") -> str:
    above, title, *lines = (in_known_letters(text) for text in (above, title, *lines))
    size = LARGE if len(title) <= 2 * LETTERS[LARGE] else SMALL
    titles = textwrap.wrap(title, LETTERS[size], max_lines=MAX_TITLE_LINES, placeholder="…")
    top = 190 + size
    below = top + (len(titles) - 1) * size * 1.12 + 74
    wrapped = [part for line in lines for part in textwrap.wrap(line, MAX_LINE, max_lines=2, placeholder="…")]
    context = {
        "above": textwrap.shorten(above, 52, placeholder="…"),
        "size": size,
        "titles": [(round(top + at * size * 1.12), line) for at, line in enumerate(titles)],
        "lines": [(round(below + at * 44), line) for at, line in enumerate(wrapped[:MAX_LINES])],
        "cards": cards,
        "board": board,
        "bulbs": [(30 + 38 * at, at % 7 in (3, 5)) for at in range(31)],
    }
    return render_to_string("web/link_picture.svg", context)
