"""Standings: how a cycle is won, how far each player is, and how the standings developed."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from nomic.charts.standings_by_phase import PhasesChart, over_phases
from nomic.clauses.standing.history import History, history_of
from nomic.clauses.standing.ranking import Row, Standing
from nomic.clauses.standing.standing_line import in_one_line
from nomic.clauses.standing.standings_cache import standings_now
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.schedule.phase_names import phase_names
from nomic.web.page_context import cycle_page, query_parameter, render_page


@dataclass(frozen=True, slots=True)
class ShownStanding:
    """A way to win, for the page. `number` identifies it in addresses: 1, 2, 3, …."""

    number: int
    standing: Standing
    rows: tuple[Row, ...]
    sorted_by: int | None
    line: str
    history_of: str
    chart: PhasesChart | None

    @property
    def tied(self) -> int:
        """The number of players if there are several and all share the first place, otherwise 0."""
        return len(self.rows) if len(self.rows) > 1 and all(row.place == 1 for row in self.rows) else 0


@require_safe
@cycle_page
def standings(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show each way to win, with all players ranked by what it counts, and the history of its first number."""
    way, column = _chosen(request)
    viewer = ctx.actor.name
    shown = [
        _shown(ctx, number, each, viewer, column if number == way else None)
        for number, each in enumerate(standings_now(ctx), 1)
    ]
    return render_page(request, ctx, "web/standings.html", {"shown": shown})


def _shown(ctx: ReadContext, number: int, standing: Standing, viewer: str, column: int | None) -> ShownStanding:
    by = column if column is not None and 0 <= column < len(standing.columns) else None
    history = history_of(ctx, standing)
    return ShownStanding(
        number,
        standing,
        standing.rows if by is None else _sorted(standing, by),
        by,
        in_one_line(standing, viewer, is_over=ctx.cycle.ended_at is not None) if standing.rows else "",
        "" if history is None else history.name,
        None if history is None else chart_of(ctx, standing, history),
    )


def chart_of(ctx: ReadContext, standing: Standing, history: History) -> PhasesChart:
    """Return the chart of a history, with a line at the amount that wins if the rule has one."""
    target = next((each.target for each in standing.columns if each.name == history.name), None)
    names = ctx.recall(("phase names", history.phases), lambda: phase_names(ctx.cycle, history.phases))
    return over_phases(list(names.values()), history.players, target)


def _sorted(standing: Standing, column: int) -> tuple[Row, ...]:
    sign = 1 if standing.columns[column].least else -1
    return tuple(sorted(standing.rows, key=lambda row: (sign * row.scores[column].amount, row.player)))


def _chosen(request: HttpRequest) -> tuple[int, int | None]:
    """Return the way to win and the column to sort by, from `?by=1.0`. The defaults are 0 and None."""
    way, _, column = query_parameter(request, "by", 10).partition(".")
    if way.isascii() and way.isdigit() and column.isascii() and column.isdigit():
        return int(way), int(column)
    return 0, None
