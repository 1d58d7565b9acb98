"""The ways to win a cycle, and the progress of each player."""

from pydantic import Field
from rest_framework.request import Request

from nomic.api.read_view import ApiView, reads
from nomic.api.response_model import Shape
from nomic.api.views.play.actions import actor_of
from nomic.clauses.standing.ranking import Score, Standing, main_standing
from nomic.clauses.standing.standing_line import in_one_line
from nomic.clauses.standing.standings_cache import standings_now
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle
from nomic.law.document.sections import Law
from nomic.law.rules.reference import named_in


class Counted(Shape):
    """A number that a way to win counts. `target` is null if there is none, or if it differs between players."""

    name: str
    target: int | None
    least: bool = Field(description="whether having the least is best")


class Scored(Shape):
    """The amount that a player has of a number, and how much they need, if the rule says so."""

    amount: int
    target: int | None


class ScoredByAll(Scored):
    """A number that is the same for all players, such as a value of the cycle."""

    name: str


class Ranked(Shape):
    """A player with their scores, in the order of `counts`. Tied players share a place."""

    player: str
    place: int
    scores: list[Scored]


class WayToWin(Shape):
    """A way to win, with all players, those nearest to winning first.

    `players` is empty if nothing is counted, if it is too much work, or if there are too many players.
    """

    rule: str = Field(description="the id of the rule, or empty")
    title: str
    goal: str = Field(description="how one wins, in a short sentence")
    exactly: list[str]
    counts: list[Counted]
    players: list[Ranked]
    of_cycle: list[ScoredByAll]
    secret: list[str] = Field(description="the names of numbers that nobody may see")


class Standings(Shape):
    """All ways to win a cycle, and a one-line summary of the first for the caller."""

    line: str = Field(description="such as “Chips 2 of 10, Cleo leads with 4”; empty if no rule says how one wins")
    ways: list[WayToWin]


class StandingsView(ApiView):
    @reads(Standings, name="standings", summary="See how a cycle is won, and how far everybody is", tag="cycles")
    def get(self, request: Request, cycle: Cycle, query: object) -> Standings:
        """Return all ways to win, each with the players ranked by what it counts."""
        ctx = ReadContext(cycle, actor_of(request), cycle.now())
        found = standings_now(ctx)
        main = main_standing(found)
        return Standings(
            line="" if main is None else in_one_line(main, ctx.actor.name),
            ways=[_way(cycle.law, each) for each in found],
        )


def _way(law: Law, standing: Standing) -> WayToWin:
    rule = named_in(law, standing.rule)
    return WayToWin(
        rule=rule.at,
        title=str(rule),
        goal=standing.brief,
        exactly=list(standing.words),
        counts=[Counted.from_object(each) for each in standing.columns],
        players=[Ranked.from_object(each) for each in standing.rows],
        of_cycle=[_of_all(name, score) for name, score in standing.of_cycle],
        secret=list(standing.secret),
    )


def _of_all(name: str, score: Score) -> ScoredByAll:
    return ScoredByAll(name=name, amount=score.amount, target=score.target)


def goal_in_words(cycle: Cycle) -> tuple[str, str]:
    """Return a sentence on how the cycle is won and one on who leads. Both are "" if no rule says how to win."""
    main = main_standing(standings_now(ReadContext(cycle, Actor.nobody(), cycle.now())))
    return ("", "") if main is None else (main.brief, in_one_line(main))
