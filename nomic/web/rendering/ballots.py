"""Votes among options, on pages: the inputs of a ballot, and the rounds of a count."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.safestring import SafeString

from nomic.clauses.proposal_classes import classes_of
from nomic.cycles.actions.context import ReadContext
from nomic.effects.running.interpreter import TooLong
from nomic.forms.django_fields import RankedSelects
from nomic.proposals.models import Proposal
from nomic.proposals.votes.ballots import ballot_of, counted_options, options_of


@dataclass(frozen=True, slots=True)
class BallotForm:
    """The inputs of a ballot with its legend, and the options that the visitor has voted for so far."""

    legend: str
    inputs: SafeString
    named: list[str]


def ballot_form(ctx: ReadContext, proposal: Proposal) -> BallotForm | None:
    """Return the inputs for a vote among options, or None if the class of the proposal has no ballot."""
    ballot = ballot_of(ctx.law, proposal)
    if ballot is None:
        return None
    named = options_of(proposal, ctx.actor.name) if ctx.actor.name else []
    offered = [(option, option) for option in ballot.options]
    attrs = {"id": f"options-{proposal.number}"}
    widget: forms.Widget
    if ballot.is_ranked:
        legend, widget = "Rank options, the one you like best first", RankedSelects(choices=offered)
    elif ballot.choices == 1:
        legend, widget = "Choose one option", forms.RadioSelect(choices=offered)
    else:
        legend, widget = "Choose every option that you like", forms.CheckboxSelectMultiple(choices=offered)
    return BallotForm(legend, widget.render("options", named, attrs), named)


def rounds_of(ctx: ReadContext, proposal: Proposal) -> dict[str, Any]:
    """Return the chosen options and the count's rounds: the final rounds, or the rounds with the votes so far.

    Both are empty if the class has no ballot, if votes are sealed, or if counting an open proposal takes too many
    steps.
    """
    if proposal.sealed:
        return {"chosen": [], "rounds": []}
    class_ = classes_of(ctx.law).get(proposal.class_name)
    if proposal.is_open and class_ is not None:
        try:
            found = counted_options(ctx, class_, proposal)
        except TooLong:
            found = None
        if found is not None:
            return {"chosen": found.winners, "rounds": found.record}
    return {"chosen": proposal.chosen, "rounds": proposal.rounds}
