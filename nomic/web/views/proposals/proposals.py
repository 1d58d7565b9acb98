"""Proposals: the list, and the page of one with its votes and its diff."""

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from nomic.clauses.proposal_classes import classes_of
from nomic.corrections.requesting_decisions import ENACTED, corrections_after
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import Refusal
from nomic.forecast.affected_people import touched_by
from nomic.forecast.dry_run_views import can_be_tried
from nomic.forecast.enactment_order import ending_with
from nomic.law.amendments.patch import AmendmentsDoNotApply, amend_document
from nomic.law.diff.brief_summary import says_all, summarise_change
from nomic.law.diff.law_differences import Differences
from nomic.law.diff.outdated_words import OutdatedWords
from nomic.law.document.sections import Law, LawInvalid
from nomic.law.labels.indented_outline import outline
from nomic.law.labels.value_labels import path_of
from nomic.law.models import law_at
from nomic.outage_tolerant_cache import cached_for_a_day
from nomic.players.player_tasks import Task, waiting_for
from nomic.proposals import one_time_effects
from nomic.proposals.by_rules.seconding import support_of, waiting_proposals
from nomic.proposals.diff import effect_of
from nomic.proposals.models import PENDING, Proposal, ProposalStatus, Vote, VoteChange
from nomic.proposals.submission import open_proposals
from nomic.proposals.votes.ballots import ballot_of, options_by_voter
from nomic.proposals.votes.count_votes import tallies, tallies_of_open, tally
from nomic.proposals.votes.sealed_votes import voters_under_seal
from nomic.proposals.votes.tally import final_tally
from nomic.proposals.votes.vote import vote_of, votes_on_open
from nomic.recipes.outdated_recipe_words import words_left
from nomic.web.composer.executable_words import added_orders, kept_by_players
from nomic.web.composer.orders.admin_acts import Decision, blank_forms, done_for, prepared_acts
from nomic.web.composer.orders.drafting import OrdersLeft, orders_left
from nomic.web.composer.source_recipe import answers_again, own_words
from nomic.web.composer.values_to_change import values_in_words
from nomic.web.middleware.throttling import costly
from nomic.web.page_context import cycle_page, render_page
from nomic.web.rendering.ballots import rounds_of
from nomic.web.rendering.discussion import discussion_of
from nomic.web.rendering.forecast import forecast_shown
from nomic.web.rendering.suggestion_diffs import suggestions_shown
from nomic.web.views.proposals import enact_by_hand
from nomic.web.views.proposals.awaited_events import Awaited, awaited_by

PROPOSALS_A_PAGE = 30
KINDS = ("for", "against", "unclear")  # the order in which votes are listed
MAX_CHANGES = 200
MAX_VOTES = 1000
MAX_SENTENCES = 30  # that say what a proposal in the list changes
MAX_OPEN = 500  # that are counted; every player has a limit of their own
CELEBRATED_FOR = timedelta(days=3)  # a first law, after it was decided


@require_safe
@cycle_page
def proposals(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show the open proposals first, then the decided ones, newest first."""
    of_cycle = Proposal.objects.filter(cycle=ctx.cycle)
    listed = of_cycle.defer("text", "amendments", "effects")
    opened = open_proposals(ctx)[:MAX_OPEN]
    waiting = waiting_proposals(ctx)[:MAX_OPEN]
    page = Paginator(listed.exclude(status__in=PENDING).order_by("-number"), PROPOSALS_A_PAGE).get_page(
        request.GET.get("page")
    )
    final = {proposal.pk: final_tally(proposal) for proposal in page}
    counted = tallies_of_open(ctx) | tallies(ctx, [each for each in page if final[each.pk] is None])
    mine = votes_on_open(ctx) if opened else {}
    sentences = _sentences(ctx, [*opened, *waiting][:MAX_SENTENCES])
    context = {
        "open": [
            (proposal, counted[proposal.pk], mine.get(proposal.pk, ""), sentences.get(proposal.pk, ""))
            for proposal in opened
        ],
        "waiting": [(proposal, support_of(ctx, proposal), sentences.get(proposal.pk, "")) for proposal in waiting],
        "page": page,
        "decided": [(proposal, final[proposal.pk] or counted[proposal.pk]) for proposal in page],
    }
    return render_page(request, ctx, "web/proposals.html", context)


def _sentences(ctx: ReadContext, listed: Sequence[Proposal]) -> dict[int, str]:
    """Return a short summary of each proposal's changes, by primary key. Sends at most one query."""
    whole = Proposal.objects.in_bulk([each.pk for each in listed]) if listed else {}

    def sentence(shown: Proposal) -> str:
        return summarise_change(
            effect_of(ctx.cycle, shown)[0], one_time_effects.one_time_effects_in_words(ctx.law, shown.effects)
        )

    return {pk: sentence(shown) for pk, shown in whole.items()}


def proposal_or_404(ctx: ReadContext, number: int) -> Proposal:
    """Return the proposal with that number. Raises Http404 if there is none."""
    proposal = Proposal.objects.filter(cycle=ctx.cycle, number=number).first()
    if proposal is None:
        raise Http404("There is no such proposal.")
    return proposal


@costly
@require_safe
@cycle_page
def proposal(request: HttpRequest, ctx: ReadContext, number: int) -> HttpResponse:
    """Show one proposal: its text, its diff, its votes and their history, and its discussion."""
    return proposal_page(request, ctx, proposal_or_404(ctx, number))


def _by_hand(ctx: ReadContext, shown: Proposal) -> dict[str, Any]:
    """Return what was done for a proposal by hand, and the means to go on: prepared acts, its changes, closing it."""
    if not shown.why_by_hand:
        return {}
    enacts = enact_by_hand.enacting_action(ctx, shown)
    reason = enact_by_hand.usual_reason(shown)
    decision = Decision(f"Proposal {shown.number}", shown.text, shown.decided_at or shown.submitted_at, reason)
    done = done_for(ctx, decision)
    if not enacts:
        return {"done": done}
    prepared = prepared_acts(ctx, decision) if ctx.actor.is_admin else []
    fields = {"proposal": shown.code, "reason": reason}
    form = reverse("web:act", args=[ctx.cycle.slug, enacts])
    return {
        "prepared": prepared,
        "undone": sum(act.done is None for act in prepared),
        "done": done,
        "gives": blank_forms(ctx, decision) if ctx.actor.is_admin else [],
        "adapts": enact_by_hand.page_of(ctx, shown),
        "as_it_is": f"{form}?{urlencode(fields)}" if shown.amendments or shown.effects else "",
        "closes": f"{form}?{urlencode({**fields, 'words_only': 'on'})}",
    }


def _orders_left(ctx: ReadContext, shown: Proposal, change: Differences | None) -> OrdersLeft:
    """Return the orders in an open proposal's words that neither amendments nor effects execute."""
    if not (shown.is_open and (shown.amendments or shown.effects) and shown.text):
        return OrdersLeft()
    made_of = [str(ctx.cycle.book_id), shown.base_revision, shown.text, shown.amendments, shown.effects]
    written_for = law_at(ctx.cycle.book_id, shown.base_revision)

    def found() -> OrdersLeft:
        words = own_words(written_for, shown)
        once = bool(shown.effects)
        does = [
            line for effect in (change.effects if change else ()) for said in effect.after for _, line in outline(said)
        ]
        return orders_left(written_for, words, shown.amendments, shown.title, does_something_once=once, does=does)

    return cached_for_a_day("orders-8", [*made_of, shown.title, shown.made_of], found)


def _kept_by_players(ctx: ReadContext, shown: Proposal) -> Sequence[str]:
    """Return the new sentences of an open proposal's rules that nothing carries out: the players keep them.

    They are added to rules of the law, or stay words beside others of their rule that act.
    """
    if not (shown.is_open and shown.amendments) or shown.made_of:
        return ()
    made_of = [str(ctx.cycle.book_id), shown.base_revision, shown.amendments]
    written_for = law_at(ctx.cycle.book_id, shown.base_revision)

    def found() -> list[str]:
        added = added_orders(written_for, shown.amendments).values()
        kept = (kept_by_players(written_for, shown.amendments), *added)
        return list(dict.fromkeys(each for sentences in kept for each in sentences))

    return cached_for_a_day("kept-by-players-4", made_of, found)


def _is_in_rules(text: str, change: Differences | None) -> bool:
    """Return whether a rule that the proposal adds contains its whole text, so that the page need not show it twice."""
    words = " ".join(text.split())
    new = change.rules if change is not None else ()
    bodies = ["".join(each.text for each in rule.body) for rule in new if rule.kind == "created"]
    return bool(words) and any(words in " ".join(body.split()) for body in bodies)


def _only_names_numbers(text: str, change: Differences | None) -> bool:
    """Return whether a text says no more than the form that changes a number has written, which the page says too."""
    values = change.values if change is not None else ()
    made = {values_in_words(value.name, value.before, value.after) for value in values}
    return bool(made) and {line.strip() for line in text.splitlines() if line.strip()} == made


def _with_recipe_words(ctx: ReadContext, shown: Proposal, change: Differences | None) -> Differences | None:
    """Return the change with those words of the proposal's recipe that no longer describe its effect."""
    if change is None or not shown.made_of or not shown.is_pending:
        return change
    made_of = [str(ctx.cycle.book_id), shown.base_revision, shown.title, shown.text, shown.amendments, shown.made_of]

    def found() -> list[OutdatedWords]:
        before = law_at(ctx.cycle.book_id, shown.base_revision)
        try:
            after = Law(amend_document(before.document, shown.amendments))
        except (AmendmentsDoNotApply, LawInvalid):
            return []
        return words_left(before, shown.made_of, after, shown.title, shown.text)

    return change.with_outdated(cached_for_a_day("recipe-words", made_of, found))


def proposal_page(
    request: HttpRequest,
    ctx: ReadContext,
    shown: Proposal,
    refused: Refusal | None = None,
    *,
    again: bool = False,
    why_not_taken: str = "",
    status: int = 200,
) -> HttpResponse:
    """Return the page of a proposal.

    `refused` is the error of the discussion's form. If `again` is set, that form is shown to be sent again.
    `why_not_taken` is the reason why an act on a suggestion was refused.
    """
    change, conflict = effect_of(ctx.cycle, shown)
    change = _with_recipe_words(ctx, shown, change)
    does = one_time_effects.one_time_effects_in_words(ctx.law, shown.effects)
    left = _orders_left(ctx, shown, change)
    context = {
        "proposal": shown,
        "sentence": summarise_change(change, does),
        "sentence_says_all": says_all(change, does),
        "text_is_said_below": _is_in_rules(shown.text, change) or _only_names_numbers(shown.text, change),
        **forecast_shown(ctx, shown),
        **suggestions_shown(ctx, shown),
        "why_not_taken": why_not_taken,
        "class": classes_of(ctx.law).get(shown.class_name),
        **_votes_shown(ctx, shown),
        "differences": change,
        "conflict": conflict,
        "orders_left": left,
        "kept_by_players": [each for each in _kept_by_players(ctx, shown) if each not in left.undone],
        "amendments": json.dumps(shown.amendments, indent=2, ensure_ascii=False),
        "effects": json.dumps(shown.effects, indent=2, ensure_ascii=False),
        "does": does,
        "is_mine": shown.author == ctx.actor.name,
        "is_first_law": _is_first_law(ctx, shown),
        "awaited": _awaited(ctx, shown),
        "answers_again": answers_again(ctx.cycle, shown.made_of, instead_of=str(shown.number)),
        "can_be_tried": can_be_tried(ctx.cycle, shown),
        "touched": touched_by(ctx.cycle, shown, change) if can_be_tried(ctx.cycle, shown) else None,
        "together": len(ending_with(shown)) if shown.is_open else 1,
        **discussion_of(request, ctx.cycle, shown, change, refused, again=again),
        **_by_hand(ctx, shown),
        "corrections": corrections_after(ctx.cycle, shown.code) if shown.status in ENACTED else [],
    }
    return render_page(request, ctx, "web/proposal.html", context, status=status)


def _awaited(ctx: ReadContext, shown: Proposal) -> list[Awaited]:
    """Return what the rules of an enacted proposal wait for, if it is the viewer's."""
    if shown.author != ctx.actor.name or shown.status not in ENACTED:
        return []
    paths = (path_of(str(each.get("path", ""))) for each in shown.amendments if each.get("op") != "test")
    return awaited_by(ctx.cycle, dict.fromkeys(path[1] for path in paths if path[:1] == ("rules",)), ctx.at)


def _is_first_law(ctx: ReadContext, shown: Proposal) -> bool:
    """Return whether this is the viewer's first enacted proposal in the cycle, decided in the last few days."""
    if shown.author != ctx.actor.name or shown.status != ProposalStatus.ENACTED or shown.decided_at is None:
        return False
    if ctx.at - shown.decided_at > CELEBRATED_FOR:
        return False
    own = Proposal.objects.filter(cycle=ctx.cycle, author=shown.author, status=ProposalStatus.ENACTED)
    return not own.filter(decided_at__lt=shown.decided_at).exclude(pk=shown.pk).exists()


def _next_vote(ctx: ReadContext) -> Task | None:
    """Return the most urgent of the votes that wait for the visitor, or None."""
    return next((item.task for item in waiting_for(ctx) if item.kind.name == "vote"), None)


def _votes_shown(ctx: ReadContext, shown: Proposal) -> dict[str, Any]:
    """Return the template context of a proposal's votes and seconds."""
    named = dict(options_by_voter(shown, ballot_of(ctx.law, shown)))
    votes = Vote.objects.filter(proposal=shown).order_by("name")[:MAX_VOTES]
    my_vote = vote_of(shown, ctx.actor.name) if ctx.actor.name else ""
    return {
        "tally": final_tally(shown) or tally(ctx, shown),
        "my_vote": my_vote,
        "next_vote": _next_vote(ctx) if my_vote else None,
        "votes": [(vote, named.get(vote.name, ())) for vote in sorted(votes, key=lambda vote: KINDS.index(vote.vote))],
        "sealed_voters": voters_under_seal(shown)[:MAX_VOTES],
        **rounds_of(ctx, shown),
        "changes": VoteChange.objects.filter(proposal=shown).order_by("-id")[:MAX_CHANGES],
        "support": support_of(ctx, shown),
        "seconded_by": list(shown.seconds.values_list("name", flat=True)[:MAX_VOTES]) if shown.opened_at else [],
        "counts_at_will": ctx.cycle.practice and bool(ctx.actor.name) and ctx.cycle.owner_name == ctx.actor.name,
        "can_vote": shown.is_open and bool(ctx.actor.name) and ctx.cycle.is_running,
    }
