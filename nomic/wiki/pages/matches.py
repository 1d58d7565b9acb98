"""Pages of matches: the public state and log of each, and an index. Sealed information never appears here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from nomic.cycles.models import Cycle
from nomic.law.document.sections import Law
from nomic.matches.hosting.loaded_match import LoadedMatch
from nomic.matches.models import Match, MatchStatus, MatchStep, TurnClock
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.layout.frame import fill_template, links_to_parts, text_of_missing_page
from nomic.wiki.pages.layout.pagination import A_PAGE, parts_for, span
from nomic.wiki.pages.layout.snippets import MAX_BYTES, instant, site_link, size
from nomic.wiki.pages.layout.titles import base_of, match_title
from nomic.wiki.pictures.drawings import match_picture
from nomic.wiki.wikitext.templating import render_wikitext
from nomic.wikitext.escape import Wikitext, page_link

Draw = Callable[[Law, Any], Wikitext]  # registered by each game's package

MAX_STEPS = 300
MAX_MATCHES = 100
MAX_RESULTS = 10
TOO_LARGE = Wikitext("The board is too large for this page. It is shown at the table.")
MAX_NAMES = 500  # characters of a cell
ENDINGS = {
    "won": "won",
    "drawn": "drawn",
    "off": "did not take place",
    "terminated": "ended by agreement",
    "stopped": "stopped without a result",
}

_boards: dict[str, Draw] = {}


def register_board(game: str, draw: Draw) -> None:
    """Register `draw(law, view)`, which renders a match of this game as a spectator sees it."""
    _boards[game] = draw


def board_from(template: str) -> Draw:
    """Return a `Draw` that renders a template of `templates/wiki`, which gets the spectator's `view` alone."""
    return lambda law, view: render_wikitext(template, {"view": view})


@dataclass(frozen=True, slots=True)
class StepLine:
    """A step of the match in its log."""

    entry: Wikitext
    at: Wikitext
    words: str


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A running match on the gamestate page."""

    title: Wikitext
    status: str
    players: str
    waits_for: str
    due: Wikitext


@dataclass(frozen=True, slots=True)
class IndexLine:
    """A match in the index."""

    title: Wikitext
    players: str
    opened: Wikitext
    result: str
    ended: Wikitext


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A finished match on the gamestate page."""

    title: Wikitext
    result: str
    ended: Wikitext


def render_match(page: WikiPage, cycle: Cycle) -> Wikitext:
    """Render a match's state and its log, the newest step first, with as many steps as fit."""
    match = Match.objects.filter(cycle=cycle, code=page.subject).first()
    if match is None:
        return text_of_missing_page(page, cycle)
    table = LoadedMatch(cycle, match)
    lines, clocks = _log(cycle, match), list(match.clocks.all())
    context = {
        "match": match,
        "game": table.hosted.title,
        "status": status_of(match),
        "waits_for": _names(seat for seat in table.seats if seat.to_act and not match.is_over),
        "due": _due(clocks) if clocks else "",
        "opened": instant(match.opened_at),
        "table": site_link(f"c/{cycle.slug}/matches/{match.code}/", "its table"),
        "dice": site_link(f"c/{cycle.slug}/chance/", "the dice"),
        "seats": table.seats,
        "board": _board(table),
        "picture": _picture(page, table),
    }
    text = fill_template(
        "match.wiki", page, cycle, match.title, lines=lines, left_out=match.version - len(lines), **context
    )
    while size(text) > MAX_BYTES and (lines or context["board"] != TOO_LARGE):
        if not lines:
            context["board"] = TOO_LARGE
        lines = lines[: len(lines) // 2]
        text = fill_template(
            "match.wiki", page, cycle, match.title, lines=lines, left_out=match.version - len(lines), **context
        )
    return text


def _board(table: LoadedMatch) -> Wikitext:
    draw = _boards.get(table.match.game)
    return Wikitext("") if draw is None else draw(table.law, _public_view(table))


def _picture(page: WikiPage, table: LoadedMatch) -> Wikitext:
    return match_picture(page, table.match, _public_view(table), table.law)


def _public_view(table: LoadedMatch) -> Any:
    return table.game.view(table.rules, table.state, None)


def _log(cycle: Cycle, match: Match) -> list[StepLine]:
    steps = MatchStep.objects.filter(match=match).select_related("entry").defer("entry__draws", "entry__moved")
    return [_step_line(cycle, match, step) for step in steps.order_by("-version")[:MAX_STEPS]]


def _step_line(cycle: Cycle, match: Match, step: MatchStep) -> StepLine:
    step.match = match
    seq = step.entry.seq
    sentences = [event["text"] for event in step.events if event["text"]]
    entry = site_link(f"c/{cycle.slug}/journal/{seq}/", f"entry {seq}")
    return StepLine(entry, instant(step.entry.at), " ".join(sentences or step.entry.words) or "–")


def status_of(match: Match) -> str:
    """Return a match's status as text: waiting, running, or how it ended."""
    if match.result is None:
        return "goes on" if match.status == MatchStatus.RUNNING else "waiting for players"
    winners = match.result["winners"]
    return ENDINGS[match.result["ending"]] + (f" by {', '.join(winners)}" if winners else "")


def _names(seats: Any) -> str:
    return ", ".join(seat.player for seat in seats)


def render_index(page: WikiPage, cycle: Cycle) -> Wikitext:
    """Render the index: the newest matches and links to the parts, or one of the parts with older matches."""
    in_order = Match.objects.filter(cycle=cycle).order_by("opened_seq", "place").defer("state")
    count = in_order.count()
    parts = parts_for(PageKind.MATCHES, count)
    if page.subject and int(page.subject) not in parts:
        return text_of_missing_page(page, cycle)
    first, last = span(int(page.subject)) if page.subject else (max(1, count - A_PAGE + 1), count)
    matches = list(in_order[first - 1 : last].prefetch_related("seats"))[::-1]
    base = base_of(page)
    lines = [
        IndexLine(
            page_link(match_title(base, match.code), match.title),
            _shortened(_names(seat for seat in match.seats.all() if seat.status == "in") or "–"),
            instant(match.opened_at),
            _shortened(status_of(match)) if match.is_over else "not over",
            instant(match.ended_at),
        )
        for match in matches
    ]
    return fill_template(
        "matches.wiki",
        page,
        cycle,
        matches=lines,
        is_part=bool(page.subject),
        first=first,
        last=last,
        count=count,
        parts=links_to_parts(page, PageKind.MATCHES, parts),
    )


def _shortened(names: str) -> str:
    """Return a list of names, cut if it would take too much of the page. The match's own page has all names."""
    return names if len(names) <= MAX_NAMES else names[:MAX_NAMES].rpartition(", ")[0] + " and more"


def going_on(page: WikiPage, cycle: Cycle) -> tuple[list[MatchLine], bool]:
    """Return the first unfinished matches, in the order in which they were opened, and whether there are more.

    The number of queries is constant.
    """
    matches = (
        Match.objects.filter(cycle=cycle)
        .exclude(status=MatchStatus.OVER)
        .defer("state")
        .prefetch_related("seats", "clocks")
        .order_by("opened_seq", "place")[: MAX_MATCHES + 1]
    )
    base = base_of(page)
    lines = [_match_line(base, match, list(match.seats.all()), list(match.clocks.all())) for match in matches]
    return lines[:MAX_MATCHES], len(lines) > MAX_MATCHES


def results(page: WikiPage, cycle: Cycle) -> list[ResultLine]:
    """Return the results of the latest matches, the most recently ended first."""
    matches = Match.objects.filter(cycle=cycle, status=MatchStatus.OVER).defer("state").order_by("-ended_at", "-pk")
    base = base_of(page)
    return [
        ResultLine(
            page_link(match_title(base, match.code), match.title), _shortened(status_of(match)), instant(match.ended_at)
        )
        for match in matches[:MAX_RESULTS]
    ]


def _match_line(base: str, match: Match, seats: Sequence[Any], clocks: Sequence[TurnClock]) -> MatchLine:
    first = _first(clocks)
    return MatchLine(
        page_link(match_title(base, match.code), match.title),
        status_of(match),
        _shortened(_names(seat for seat in seats if seat.status == "in") or "–"),
        _shortened(", ".join(first.players)) if first is not None else "–",
        _due(clocks),
    )


def _first(clocks: Sequence[TurnClock]) -> TurnClock | None:
    """Return the clock that expires first, or None if no clock runs."""
    return min(clocks, key=lambda clock: clock.due_at, default=None)


def _due(clocks: Sequence[TurnClock]) -> Wikitext:
    first = _first(clocks)
    return instant(None if first is None else first.due_at)
