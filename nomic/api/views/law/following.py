"""Following a proposal: whether the caller is notified of comments on it."""

from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from nomic.api.read_view import ApiView, reads
from nomic.api.request_bodies import Body
from nomic.api.response_model import Shape
from nomic.api.views.law.comments import PARTS
from nomic.api.views.law.proposals import proposal_or_404
from nomic.api.write_view import caller, writes
from nomic.comments.post import follow_discussion, follows_discussion
from nomic.cycles.models import Cycle


class Following(Shape):
    """Whether you are notified of comments on a proposal."""

    follows: bool


class Follow(Body):
    """Whether you want to be notified of comments on a proposal."""

    follows: bool


class FollowingView(ApiView):
    permission_classes = [IsAuthenticated]

    @reads(
        Following,
        name="following",
        summary="See whether you follow a proposal",
        tag="proposals",
        changes=None,
        personal=True,
        parts=PARTS,
    )
    def get(self, request: Request, cycle: Cycle, query: object, reference: str) -> Following:
        """Whether you follow a proposal. Its author and everybody who comments on it follow it until they opt out."""
        proposal = proposal_or_404(cycle, reference)
        return Following(follows=follows_discussion(caller(request), cycle, proposal))

    @writes(
        Following,
        Follow,
        name="follow_proposal",
        summary="Follow or unfollow a proposal",
        description="You get a notification when somebody comments on a proposal that you follow.",
        tag="proposals",
        parts=PARTS,
    )
    def post(self, request: Request, cycle: Cycle, body: Follow, reference: str) -> Following:
        follow_discussion(caller(request), cycle, proposal_or_404(cycle, reference), wants=body.follows)
        return Following(follows=body.follows)
