"""How to play now: the goal, the phases, what one can do and how the law changes, all from the law in force."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from nomic.clauses.proposal_classes import classes_of
from nomic.clauses.standing.cached import standings_now
from nomic.clauses.views.proposal_classes import voting_in_words
from nomic.cycles.actions.context import Moment
from nomic.cycles.actions.registry import Action, availability
from nomic.cycles.domain.calendar import calendar_of
from nomic.cycles.law_section import Description
from nomic.law.document.sections import Law
from nomic.law.labels.format import in_unit
from nomic.law.rules.reference import RuleRef
from nomic.web.context import cycle_page, render_page
from nomic.web.rendering.acts import GROUPS, PRACTICE, group_of, price_in_words

MAX_ACTS = 40  # more are not read in a minute; the hall lists all of them


@dataclass(frozen=True, slots=True)
class PhaseStep:
    """A phase of the calendar: its title, how long it lasts, and whether a phase of that kind runs now."""

    title: str
    lasts: str
    is_now: bool


@dataclass(frozen=True, slots=True)
class Act:
    """An action, its first sentence, and its price in words, or "" if it costs nothing."""

    action: Action
    says: str
    price: str


@require_safe
@cycle_page
def how_to_play(request: HttpRequest, moment: Moment) -> HttpResponse:
    """Show how to play under the law in force."""
    law = moment.law
    acts = list(_acts(moment))[:MAX_ACTS]
    context = {
        "summary": law.section("cycle", Description).summary,
        "goals": standings_now(moment),
        "phases": _phases(law, moment.cycle.phase_kind),
        "groups": [
            (group, found) for group in GROUPS if (found := [act for act in acts if group_of(law, act.action) == group])
        ],
        "classes": [
            (each.title, voting_in_words(each.clause, law), RuleRef(each.placed.rule, each.placed.title))
            for each in classes_of(law).values()
        ],
    }
    return render_page(request, moment, "web/how_to_play.html", context)


def _phases(law: Law, kind: str) -> list[PhaseStep]:
    """Return the phases of a round, which then begins again."""
    calendar = calendar_of(law)
    begins = [phase.starts_at_hour for phase in calendar.phases]
    ends = [*begins[1:], calendar.length_hours]
    return [
        PhaseStep(phase.title, in_unit(end - phase.starts_at_hour, "hours"), phase.kind == kind)
        for phase, end in zip(calendar.phases, ends, strict=True)
    ]


def _acts(moment: Moment) -> Iterator[Act]:
    """Yield what players can do under the law at some time, and what it costs now."""
    for item in availability(moment):
        action = item.action
        if not action.is_admin and action.channel != "system" and group_of(moment.law, action) != PRACTICE:
            first, dot, _ = action.summary.partition(". ")
            yield Act(action, first + dot.rstrip(), price_in_words(moment, action) if moment.actor.name else "")
