"""Preview of the changes that a proposal would make, before it is submitted."""

from typing import Any

from pydantic import Field
from rest_framework.request import Request

from nomic.api.read_view import ApiView
from nomic.api.response_model import Shape
from nomic.api.throttling import COSTLY
from nomic.api.views.law.law import Differences
from nomic.api.views.play.actions import SUBMIT, Reason, actor_of, reason_of
from nomic.api.write_view import CHECK_STATUSES, writes
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_named
from nomic.cycles.models import Cycle
from nomic.law.diff.brief_summary import summarise_change
from nomic.law.diff.law_differences import differences
from nomic.proposals import one_time_effects
from nomic.proposals.submission import SubmitArgs, check_draft, law_with
from nomic.recipes.plain_rules.executable_sentences import could_act


class ProposalPreview(Shape):
    """The changes that a proposal would make to the law in force. Nothing was submitted."""

    sentence: str = Field(description="what it does, in a sentence for each of its first changes")
    operations: list[dict[str, Any]] = Field(description="the amendments (RFC 6902), with guards")
    does: list[str] = Field(description="the one-time effect in sentences")
    difference: Differences | None = Field(description="the changes of the law; null if there are no amendments")
    refused: Reason | None
    could_act: list[str] = Field(
        description="what the words of the proposal could do by themselves and do not, as sentences"
    )


class PreviewView(ApiView):
    throttle_classes = COSTLY

    @writes(
        ProposalPreview,
        SubmitArgs,
        name="preview_proposal",
        summary="Preview a proposal",
        description="Takes the arguments of `submit-proposal`, checks them as it does, and returns what they would "
        "change. Nothing is submitted.",
        tag="proposals",
        errors=CHECK_STATUSES,
    )
    def post(self, request: Request, cycle: Cycle, body: SubmitArgs) -> ProposalPreview:
        ctx = ReadContext(cycle, actor_of(request), cycle.now())
        action = action_named(SUBMIT, ctx.law)
        operations = check_draft(ctx, body)
        after = law_with(ctx.law, body.amendments)
        difference = differences(ctx.law.document, after.document) if body.amendments else None
        does, refused = one_time_effects.one_time_effects_in_words(ctx.law, body.effects), action.refusal(ctx)
        return ProposalPreview(
            sentence=summarise_change(difference, does),
            operations=operations,
            does=does,
            difference=None if difference is None else Differences.from_object(difference),
            refused=None if refused is None else reason_of(refused),
            could_act=[] if body.effects else could_act(ctx.law, body.text, body.amendments),
        )
