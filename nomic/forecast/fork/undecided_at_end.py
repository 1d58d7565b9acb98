"""Proposals and other matters that the end of a cycle leaves undecided."""

from nomic.court.models import Request, RequestStatus
from nomic.cycles.models import Cycle
from nomic.effects.prose.english_grammar import listed
from nomic.matches.models import Match, MatchStatus
from nomic.proposals.models import PENDING, Proposal
from nomic.trades.models import Trade, TradeStatus


def stopped_by_end(cycle: Cycle) -> str:
    """Return sentences about matches, trades, votes and questions that would stop if the cycle ended now.

    Sends four queries.
    """
    running = Match.objects.filter(cycle=cycle).exclude(status=MatchStatus.OVER).count()
    trades = Trade.objects.filter(cycle=cycle, status=TradeStatus.OPEN).count()
    proposals = Proposal.objects.filter(cycle=cycle, status__in=PENDING).count()
    stops = [
        f"{count} {one if count == 1 else many}"
        for count, one, many in (
            (running, "match that is not over", "matches that are not over"),
            (trades, "open trade", "open trades"),
            (proposals, "proposal that is not decided", "proposals that are not decided"),
        )
        if count
    ]
    asked = Request.objects.filter(cycle=cycle, status=RequestStatus.OPEN).count()
    never = f" {asked} {'question is' if asked == 1 else 'questions are'} never answered." if asked else ""
    return f"This stops {listed(stops)}.{never}" if stops else f"No match, trade or vote is open.{never}"
