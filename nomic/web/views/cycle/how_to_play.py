"""How to play: the goal, the phases, the possible actions and how the law changes, all from the law in force."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.proposal_classes import classes_of
from nomic.clauses.standing.standings_cache import standings_now
from nomic.clauses.views.proposal_classes import voting_in_words
from nomic.corrections.permissions import corrects, may_correct
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Action, availability
from nomic.cycles.domain.calendar import phase_steps
from nomic.cycles.law_section import Description
from nomic.law.rules.reference import RuleRef
from nomic.web.page_context import cycle_page, render_page
from nomic.web.rendering.available_actions import GROUPS, PRACTICE, group_of, price_in_words
from nomic.web.turn_in_five_sentences import turn_in_five
from nomic.web.what_brings_items import ways_to_what_wins, what_brings_items


@dataclass(frozen=True, slots=True)
class Act:
    """An action, the first sentence of its summary, and its price in words, or "" if it is free."""

    action: Action
    summary: str
    price: str


@dataclass(frozen=True, slots=True)
class Group:
    """Actions with the same purpose, those of the law in force before those of every law."""

    title: str
    acts: list[Act]


@require_safe
@cycle_page
def how_to_play(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show how to play under the law in force."""
    law = ctx.law
    context = {
        "sentences": turn_in_five(ctx),
        "summary": law.section("cycle", Description).summary,
        "goals": standings_now(ctx),
        "phases": phase_steps(law, ctx.cycle.phase_kind),
        "groups": _groups(ctx),
        "to_win": ways_to_what_wins(law),
        "brought": what_brings_items(law),
        "classes": [
            (each.title, voting_in_words(each.clause, law), RuleRef(each.placed.rule, each.placed.title))
            for each in classes_of(law).values()
        ],
    }
    return render_page(request, ctx, "web/how_to_play.html", context)


def _groups(ctx: ReadContext) -> list[Group]:
    """Return the actions of players by purpose. Joining comes first, then the actions that only some laws have."""
    own = clauses_of(ctx.law).actions

    def order(act: Act) -> tuple[bool, bool, bool]:
        name = act.action.name
        return name != "join", name not in own, not act.action.section

    acts = sorted(_acts(ctx), key=order)
    groups = [Group(title, [act for act in acts if group_of(ctx.law, act.action) == title]) for title in GROUPS]
    return [group for group in groups if group.acts]


def _acts(ctx: ReadContext) -> Iterator[Act]:
    """Yield all actions that players have under the law, each with its current price.

    Corrections of the past are left out for those who cannot make them.
    """
    is_corrector = may_correct(ctx)
    for item in availability(ctx):
        action = item.action
        if corrects in action.preconditions and not is_corrector:
            continue
        if not action.is_admin and action.channel != "system" and group_of(ctx.law, action) != PRACTICE:
            first, dot, _ = action.summary.partition(". ")
            yield Act(action, first + dot.rstrip(), price_in_words(ctx, action) if ctx.actor.name else "")
