"""What a proposal would change, before it is submitted."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import Field
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from nomic.api.bodies import body_of
from nomic.api.read_view import SLUG, ApiView, refusals
from nomic.api.shapes import Shape
from nomic.api.throttling import COSTLY
from nomic.api.views.law.comments import done
from nomic.api.views.law.law import Differences
from nomic.api.views.play.actions import Reason, actor_of, reason_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_named
from nomic.cycles.schedule.settle import current
from nomic.law.diff.laws import differences
from nomic.law.diff.one_sentence import in_one_sentence
from nomic.proposals import one_time_effects
from nomic.proposals.submission import SubmitArgs, check_draft, law_with

SUBMIT = "submit-proposal"


class ProposalPreview(Shape):
    """What a proposal would change in the law in force. Nothing was submitted.

    `refused` is the reason why you cannot submit proposals now, or null if you can.
    """

    sentence: str = Field(description="what it does, in one sentence")
    operations: list[dict[str, Any]] = Field(description="the amendments (RFC 6902), with guards")
    does: list[str] = Field(description="the one-time effect in sentences")
    difference: Differences | None = Field(description="the changes of the law; null if there are no amendments")
    refused: Reason | None


class PreviewView(ApiView):
    permission_classes = [IsAuthenticated]
    throttle_classes = COSTLY

    @extend_schema(
        operation_id="preview_proposal",
        summary="Preview a proposal",
        description="Takes the arguments of `submit-proposal`, checks them as it does, and returns what they would "
        "change. Nothing is submitted.",
        tags=["proposals"],
        parameters=[OpenApiParameter("slug", SLUG["slug"], OpenApiParameter.PATH)],
        request=SubmitArgs,
        responses={200: ProposalPreview, **refusals(400, 401, 404, 413, 415, 422, 429, 503)},
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        cycle = current(slug)
        args = body_of(SubmitArgs, request)
        ctx = ReadContext(cycle, actor_of(request), cycle.now())
        action = action_named(SUBMIT, ctx.law)
        operations = check_draft(ctx, args)
        after = law_with(ctx.law, args.amendments)
        difference = differences(ctx.law.document, after.document) if args.amendments else None
        does, refused = one_time_effects.in_words(ctx.law, args.effects), action.refusal(ctx)
        shape = ProposalPreview(
            sentence=in_one_sentence(difference, does),
            operations=operations,
            does=does,
            difference=None if difference is None else Differences.from_object(difference),
            refused=None if refused is None else reason_of(refused),
        )
        return done(shape)
