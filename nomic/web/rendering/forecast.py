"""The forecast on a proposal's page: who gains or loses, and the results of simulations with bots."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from nomic.charts.holdings_forecast import charts
from nomic.charts.simulation_weeks import over_weeks
from nomic.cycles.actions.context import ReadContext
from nomic.forecast.confidence_intervals import estimates, ranges
from nomic.forecast.forecasts import StoredForecast, forecast_of, kept_in
from nomic.forecast.models import Simulation
from nomic.forecast.simulation_jobs import simulations_of
from nomic.proposals.models import Proposal

MAX_CHANGES = 8  # values that are shown at once; the others are folded
WEEKS = ("this week", "next week", "the week after next")
MAX_ITEMS = 4  # whose weeks are drawn


def forecast_shown(ctx: ReadContext, proposal: Proposal) -> dict[str, Any]:
    """Return the template context of the stored forecast, the newest simulation, and the newest completed one."""
    row = forecast_of(ctx.cycle, proposal)
    kept = kept_in(row) if row is not None else None
    simulations = simulations_of(ctx.cycle, proposal)
    newest, of_bots = simulations.defer("report").first(), played(simulations.filter(status="done").first())
    has_news = newest is not None and (newest.is_open or bool(newest.trouble))
    return {
        "forecast": row,
        "kept": kept,
        "forecast_tells": kept is not None and _tells(kept),
        "holds_too_late": kept is not None
        and bool(kept.gains)
        and proposal.is_open
        and kept.seen.until <= proposal.ends_at,
        "horizon": horizon(ctx, kept.seen.until) if kept is not None and proposal.is_pending else "",
        "forecast_charts": charts(kept.seen.holdings) if kept is not None else [],
        "forecast_changes": kept.seen.changed[:MAX_CHANGES] if kept is not None else (),
        "forecast_more_changes": kept.seen.changed[MAX_CHANGES:] if kept is not None else (),
        "law_has_changed": row is not None and row.is_made and row.revision != ctx.cycle.revision,
        "forecast_is_empty": row is not None
        and kept is not None
        and not (_tells(kept) or kept.examples or of_bots.get("clear") or has_news or row.superseded),
        "newest_simulation": newest,
        **of_bots,
    }


def _tells(kept: StoredForecast) -> bool:
    """Return whether a forecast has a difference or a failure to show."""
    seen = kept.seen
    return bool(kept.gains or seen.rights or seen.changed or seen.failures or not seen.any_applies)


def horizon(ctx: ReadContext, until: datetime) -> str:
    """Return the end of a forecast relative to now, as text: "by the end of next week".

    Returns "" if only a date describes it. A forecast may be read later than it was made, so the week is relative to
    the reader's time.
    """
    until, now = until.astimezone(UTC), ctx.at.astimezone(UTC)
    monday = now.replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=now.weekday())
    ends = {monday + timedelta(weeks=weeks): words for weeks, words in enumerate(WEEKS, 1)}
    if until > now and until in ends:
        return f"by the end of {ends[until]}"
    return "by the end of this phase" if until == ctx.cycle.phase_ends_at and until > now else ""


def played(row: Simulation | None) -> Mapping[str, Any]:
    """Return the template context of a completed simulation: its ranges, and the weeks of some items."""
    if row is None or not row.report:
        return {"played": None}
    found = ranges(estimates(row.report))
    items = {each.estimate.item for each in found}
    weeks = [each for each in over_weeks(row.report) if not each.is_seldom and (each.item in items or not items)]
    return {
        "played": row,
        "clear": [each for each in found if each.estimate.is_clear],
        "chance": [each for each in found if not each.estimate.is_clear],
        "weeks": weeks[:MAX_ITEMS],
    }
