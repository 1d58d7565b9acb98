"""A cycle's home page (the hall): the phase, available actions, pending decisions, recent events."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from nomic.clauses.standing.ranking import Row, main_standing
from nomic.clauses.standing.standings_cache import standings_now
from nomic.clauses.views.deferred_effects import later_in_cycle
from nomic.clauses.views.offices import offices_of
from nomic.clauses.views.values import noteworthy, values_of_cycle, values_of_players
from nomic.comments.topics import has_talk, page_of
from nomic.corrections.queries import BOOKKEEPING
from nomic.court.office import judge_now
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Availability, availability
from nomic.cycles.law_section import Description
from nomic.cycles.models import Entry, Joining
from nomic.db import Prepared
from nomic.forecast.fork.due_in_words import due_together
from nomic.inventory.card_views import face_of
from nomic.inventory.held_cards import cards_held
from nomic.inventory.keeping_contents import keepings_of
from nomic.inventory.law_section import amount_of_item, items_of
from nomic.inventory.ledger import balances, in_store
from nomic.players.lookup import how_many_play, meet_everybody, player_or_none
from nomic.players.membership.join_requests import count_join_requests, request_of
from nomic.proposals.models import Proposal
from nomic.proposals.submission import open_proposals
from nomic.proposals.votes.count_votes import tallies_of_open
from nomic.proposals.votes.vote import votes_on_open
from nomic.web.first_steps import first_steps_of, skip_first_steps
from nomic.web.forms.redirects import redirect_back
from nomic.web.hooks.panels import panels_on
from nomic.web.item_sources import ways_to_what_wins
from nomic.web.page_context import cycle_page, render_page
from nomic.web.pictures.games_of_cycles import games_of
from nomic.web.recaps.gains_from_rules import given_in_phase
from nomic.web.recaps.journal_rows import latest_rows
from nomic.web.rendering.available_actions import acts_shown, by_reason
from nomic.web.rendering.times.upcoming import MAX_READ, MAX_SHOWN, next_due
from nomic.web.views.matches.match import Listed, matches_going_on

LATELY = 48  # entries that are read for what happened lately, enough for whole rows
MAX_ROWS = 6  # of what happened lately
MAX_AHEAD = 5  # players in the short standing
MAX_CARDS = 5  # newest cards whose drawings are shown
ELSEWHERE = ("games", "corrections")  # channels of actions that belong to a match's page, or a correction's

_latest = Prepared(
    lambda cycle: Entry.objects.filter(cycle_id=cycle).exclude(action__in=BOOKKEEPING).order_by("-seq")[: LATELY + 1],
    int,
    for_pages=True,
)


@require_safe
@cycle_page
def hall(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show the home page of a cycle (the hall)."""
    cycle, name = ctx.cycle, ctx.actor.name
    if name:
        meet_everybody(ctx)
    proposals = open_proposals(ctx)
    going_on = matches_going_on(ctx)
    titles = {each.code: f"proposal {each.number}" for each in proposals} | {
        each.match.code: each.match.title for each in going_on
    }
    counted = tallies_of_open(ctx)
    due = next_due(ctx, MAX_READ)
    context = {
        **_possible_acts(request, ctx, proposals, going_on),
        **_about(ctx),
        **_state(ctx),
        **(_inventory(ctx) if name else {}),
        **_joining(ctx),
        "talk_page": page_of(cycle, cycle) if has_talk(cycle) else "",
        "panels": panels_on("hall", request, ctx),
        "lately": latest_rows(ctx, _latest.all(cycle.pk), LATELY)[:MAX_ROWS] if cycle.has_begun else [],
        "proposal_titles": {each.number: each.title for each in proposals},
        "for_you": given_in_phase(ctx) if name else [],
        "ahead": _ahead(ctx),
        "game_of": games_of([cycle]),
        "due": due_together(due, titles, ctx.law, is_cut=len(due) == MAX_READ)[:MAX_SHOWN],
        "later": later_in_cycle(cycle),
        "player_count": how_many_play(ctx),
        "proposals": [(proposal, counted[proposal.pk]) for proposal in proposals],
    }
    return render_page(request, ctx, "web/hall.html", context)


def _possible_acts(
    request: HttpRequest, ctx: ReadContext, proposals: Sequence[Proposal], going_on: Sequence[Listed]
) -> dict[str, Any]:
    """Return the template context of what the visitor can do and cannot do now, with a newcomer's first steps."""
    name = ctx.actor.name
    can = [item for item in availability(ctx) if not item.action.is_admin and item.action.channel not in ELSEWHERE]
    is_asked = bool(name) and not {each.pk for each in proposals} <= set(votes_on_open(ctx))
    acts = acts_shown(ctx, (item for item in can if item.available), waiting=is_asked)
    table = next((each.match.code for each in going_on if each.is_yours), "")
    return {
        "first_steps": first_steps_of(request, ctx, player_or_none(ctx), acts, table),
        "acts": acts,
        "cannot": by_reason(can) if player_or_none(ctx) or not _can_join(name, can) else [],
        "count_of_cannot": sum(not item.available for item in can),
    }


def _about(ctx: ReadContext) -> dict[str, Any]:
    """Return the template context that introduces the game to visitors who do not play, empty for players."""
    about = "" if player_or_none(ctx) else ctx.law.section("cycle", Description).summary
    return {
        "about": about,
        "goals": standings_now(ctx) if about else [],
        "to_win": ways_to_what_wins(ctx.law) if about else [],
    }


def _state(ctx: ReadContext) -> dict[str, Any]:
    """Return the template context of what the cycle has: its Judge, offices, values, stock and item stores."""
    cycle = ctx.cycle
    return {
        "judge": judge_now(ctx),
        "has_court": ctx.law.has("court"),
        "values": noteworthy(values_of_cycle(cycle)),
        "offices": [office for office in offices_of(cycle) if office.has_news],
        "store": [amount_of_item(cycle.law, item, amount) for item, amount in in_store(cycle).items()],
        "keepings": keepings_of(cycle),
    }


def _can_join(name: str, can: Iterable[Availability]) -> bool:
    """Return whether joining is what a visitor who does not play can do: now, or once they have signed in."""
    return not name or any(item.available and item.action.name == "join" for item in can)


def _inventory(ctx: ReadContext) -> dict[str, Any]:
    """Return the template context of the visitor's balances, values and cards."""
    cycle, name, items = ctx.cycle, ctx.actor.name, items_of(ctx.law)
    cards = cards_held(cycle.pk, name)
    return {
        "balances": [(items.get(item), item, amount) for item, amount in sorted(balances(ctx, name).items()) if amount],
        "own_values": noteworthy(values_of_players(cycle, [name], name)[name]),
        "card_count": len(cards) if ctx.law.has("cards") else None,
        "newest_cards": [face_of(ctx.law, card) for card in cards[-MAX_CARDS:]],
    }


@require_POST
def skip_steps(request: HttpRequest, slug: str) -> HttpResponse:
    """Dismiss the first steps in this cycle for the visitor, and redirect back."""
    skip_first_steps(request, slug)
    return redirect_back(request, reverse("web:hall", args=[slug]))


@dataclass(frozen=True, slots=True)
class Ahead:
    """The first rows of the main standing, including the visitor's row, and the number of the other players.

    `is_tied` is true if all players are equal.
    """

    rows: Sequence[Row]
    others: int
    is_tied: bool


def _ahead(ctx: ReadContext) -> Ahead:
    """Return the short standing of a running cycle. It has no rows if no way to win ranks players."""
    main = main_standing(standings_now(ctx)) if ctx.cycle.is_running else None
    found = () if main is None or not main.columns else main.rows
    rows = list(found[:MAX_AHEAD])
    own = None if main is None else main.row_of(ctx.actor.name)
    if own is not None and rows and own not in rows:
        rows[-1] = own
    return Ahead(rows, len(found) - len(rows), is_tied=len(found) > 1 and found[-1].place == 1)


def _joining(ctx: ReadContext) -> dict[str, Any]:
    """Return the template context for joining: the visitor's request, and the number of requests.

    Sends two queries if people can sign up for the game or ask to be let in, otherwise none.
    """
    cycle = ctx.cycle
    can_ask = not cycle.has_begun or cycle.joining == Joining.APPROVED
    if cycle.practice or not cycle.is_running or cycle.joining == Joining.NOBODY or not can_ask:
        return {}
    return {"can_ask": True, "want_in": count_join_requests(cycle), "my_request": request_of(ctx)}
