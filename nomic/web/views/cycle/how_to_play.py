"""How to play: the goal, the phases, the possible actions and how the law changes, all from the law in force."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.proposal_classes import ProposalClass, classes_of
from nomic.clauses.schema.short_sentences import says_of
from nomic.clauses.standing.standings_cache import standings_now
from nomic.clauses.views.proposal_classes import price_of_class, submitters_in_words, voting_in_words
from nomic.corrections.permissions import corrects, may_correct
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Action, availability
from nomic.cycles.domain.calendar import phase_steps
from nomic.cycles.law_section import Description
from nomic.law.document.sections import Law
from nomic.law.rules.reference import RuleRef
from nomic.matches.games_in_force import has_games
from nomic.matches.hosting.registry import all_games
from nomic.players import reputation
from nomic.players.lookup import player_or_none
from nomic.web.hooks.rules_summary import rules_summary
from nomic.web.item_sources import ways_to_what_wins, what_brings_items
from nomic.web.page_context import cycle_page, render_page
from nomic.web.rendering.available_actions import GROUPS, PRACTICE, group_of, price_in_words
from nomic.web.turn_in_five_sentences import rule_of_claim, turn_in_five


@dataclass(frozen=True, slots=True)
class Act:
    """An action: the first sentence of its summary, and its price as text, which is "" if it is free.

    `link` is the address of its form, or "" if the visitor cannot do it now.
    """

    action: Action
    summary: str
    price: str
    link: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Actions with the same purpose, those of the law in force before those of every law."""

    title: str
    acts: list[Act]


@dataclass(frozen=True, slots=True)
class Table:
    """A game in the law, with the game's own sentences on how to play it, each with its rule."""

    title: str
    claims: list[tuple[str, RuleRef | str]]


@require_safe
@cycle_page
def how_to_play(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show how to play under the law in force."""
    law = ctx.law
    goals, groups = standings_now(ctx), _groups(ctx)
    classes = [
        (each.title, _voting(each, law), RuleRef(each.placed.rule, each.placed.title))
        for each in classes_of(law).values()
    ]
    context = {
        "sentences": turn_in_five(ctx)[bool(goals) :],  # the goal is above them
        "summary": law.section("cycle", Description).summary,
        "goals": goals,
        "tables": _tables(law),
        "is_played_at_tables": all(each.of for each in clauses_of(law).actions.values()),
        "possible": [act for group in groups for act in group.acts if act.link and act.action.name != "leave"],
        "phases": phase_steps(law, ctx.cycle.phase_kind),
        "groups": groups,
        "to_win": ways_to_what_wins(law),
        "brought": what_brings_items(law),
        "classes": classes,
        **_reputable(law, classes),
    }
    return render_page(request, ctx, "web/how_to_play.html", context)


def _voting(class_: ProposalClass, law: Law) -> str:
    """Return what the law says of a class of proposals, else of its votes; who may submit one; and what it costs."""
    clause = class_.clause
    said = says_of(clause, law) or " ".join(voting_in_words(clause, law))
    return " ".join(filter(None, (said, submitters_in_words(clause, law), price_of_class(clause, law))))


def _reputable(law: Law, classes: Iterable[tuple[str, str, RuleRef]]) -> dict[str, Any]:
    """Return how one becomes reputable and the rule that says so, if the page uses the word."""
    ways = [way.sentence for way in what_brings_items(law).ways]
    if not any("reputable" in text for text in (*ways, *(voting for _, voting, _ in classes))):
        return {}
    return {"reputable": reputation.reputable_in_words(law), "reputable_by": reputation.RULE}


def _tables(law: Law) -> list[Table]:
    """Return the games in force with their rules in short, other than their goals."""
    found = []
    for game in all_games():
        summary = rules_summary(game.name, "", law) if game.in_force(law) else None
        if summary is not None:
            found.append(Table(game.title, [(each.text, rule_of_claim(law, each)) for each in summary.claims]))
    return found


def _groups(ctx: ReadContext) -> list[Group]:
    """Return the actions of players by purpose. Joining comes first, then the actions that only some laws have."""
    own = clauses_of(ctx.law).actions

    def order(act: Act) -> tuple[bool, bool, bool, bool]:
        name = act.action.name
        return name != "join", name == "leave", name not in own, not act.action.section

    acts = sorted(_acts(ctx), key=order)
    groups = [Group(title, [act for act in acts if group_of(ctx.law, act.action) == title]) for title in GROUPS]
    return [group for group in groups if group.acts]


def _acts(ctx: ReadContext) -> Iterator[Act]:
    """Yield all actions that players have under the law, each with its current price.

    Corrections of the past are left out for those who cannot make them, joining for those who have joined, and moves
    if the law has no game.
    """
    is_corrector, has_joined = may_correct(ctx), player_or_none(ctx) is not None
    for item in availability(ctx):
        action = item.action
        if corrects in action.preconditions and not is_corrector:
            continue
        if action.name == "join" and has_joined:
            continue
        if action.channel == "games" and not (item.available or has_games(ctx.law)):
            continue
        if not action.is_admin and action.channel != "system" and group_of(ctx.law, action) != PRACTICE:
            first, dot, _ = action.summary.partition(". ")
            is_open = bool(ctx.actor.name) and item.available
            yield Act(
                action,
                first + dot.rstrip(),
                price_in_words(ctx, action) if ctx.actor.name else "",
                _page_of(ctx, action) if is_open else "",
            )


def _page_of(ctx: ReadContext, action: Action) -> str:
    """Return the address of an action's form. Moves are made at the tables."""
    slug = ctx.cycle.slug
    return (
        reverse("web:matches", args=[slug])
        if action.channel == "games"
        else reverse("web:act", args=[slug, action.name])
    )
