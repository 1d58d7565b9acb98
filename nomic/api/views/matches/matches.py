"""The list of matches, and the state of each as far as the caller may see it."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, Literal, TypeVar

from django.http import Http404, HttpResponse
from django.utils.cache import patch_vary_headers
from pydantic import Field
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from nomic.api.act_questions import QuestionShape
from nomic.api.query_parameters import NoQuery, Number, Paged, Query, Word
from nomic.api.read_view import ApiView, by_journal, cacheable_response, documented, next_page, not_modified, tag_at
from nomic.api.response_model import Shape
from nomic.api.throttling import COSTLY
from nomic.api.views.matches.response_models import (
    BarredMoveShape,
    LegalMoveShape,
    ListedMatch,
    LogPage,
    LogStep,
    MatchDetail,
    MatchExport,
    MatchPage,
    MatchSummary,
    StepSeal,
)
from nomic.api.views.play.actions import actor_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import BadArguments, NoSuchCycle
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.settle import settle_some, settled_cycle
from nomic.cycles.sealed_arguments import revealed_arguments
from nomic.cycles.visibility import readable
from nomic.effects.asking.questions import question_data
from nomic.matches.contract.game import Question
from nomic.matches.contract.moves import move_data
from nomic.matches.contract.views import view_data
from nomic.matches.hosting import clocks
from nomic.matches.hosting.cycle_of_match import slug_of_match
from nomic.matches.hosting.lifecycle import find_match
from nomic.matches.hosting.registry import all_games, game_named
from nomic.matches.hosting.views.export import export_match
from nomic.matches.hosting.views.visible_match import VisibleMatch, newest_steps
from nomic.matches.models import Match, MatchSeat, MatchStep, TurnClock

CODE = r"^[0-9a-z]{1,12}$"
MATCH_PART = {"code": {"type": "string", "pattern": CODE, "description": "the match's code"}}
STEPS_SHOWN = 30


class MatchesQuery(Paged):
    cycle: Word | None = Field(default=None, description="only matches of the cycle with this slug")
    game: Word | None = Field(default=None, description="only matches of this game")
    status: Literal["gathering", "running", "over"] | None = Field(
        default=None, description="only matches with this status"
    )
    mine: bool = Field(default=False, description="only matches that you sit at")
    before: Number | None = Field(default=None, description="cursor of the page; take it from `next`")


class LogQuery(Paged):
    before: Number | None = Field(default=None, description="the version before which the page begins")


Summary = TypeVar("Summary", bound=MatchSummary)


def _summary(
    match: Match, cycle: Cycle, running: Sequence[TurnClock], shape: type[Summary], **fields: object
) -> Summary:
    return shape.from_object(
        match,
        cycle=cycle.slug,
        game_title=game_named(match.game).title,
        clocks=[clocks.clock_data(clock) for clock in running],
        **fields,
    )


class MatchesView(ApiView):
    @documented(
        MatchPage,
        MatchesQuery,
        name="matches_list",
        summary="List the matches",
        description="Matches of every cycle, newest first, by cycle, game and status, or only those that you sit at.",
        tag="matches",
        parts={},
    )
    def get(self, request: Request) -> HttpResponse:
        asked = MatchesQuery.read(request)
        if asked.game is not None and asked.game not in (names := sorted(game.name for game in all_games())):
            raise BadArguments.on("game", f"one of {', '.join(names)}")
        # This also settles cycles without matches, because a match may begin at this moment.
        settle_some(None if asked.cycle is None else [asked.cycle])
        found = Match.objects.filter(readable("cycle__"), cycle__fork_of=None).defer("state").order_by("-pk")
        if asked.cycle is not None:
            # A misspelt slug would look like a cycle without matches.
            if not Cycle.objects.filter(readable(), slug=asked.cycle, fork_of=None).exists():
                raise BadArguments.on("cycle", f"there is no cycle {asked.cycle!r}")
            found = found.filter(cycle__slug=asked.cycle)
        if asked.game is not None:
            found = found.filter(game=asked.game)
        if asked.mine:
            name = actor_of(request).name
            if not name:
                raise NotAuthenticated("Log in to list the matches that you sit at.")
            found = found.filter(seats__player=name)
        if asked.status is not None:
            found = found.filter(status=asked.status)
        if asked.before is not None:
            found = found.filter(pk__lt=asked.before)
        shown, more = asked.page(found.select_related("cycle"))
        seats = _by_match(MatchSeat.objects.filter(match__in=shown).order_by("place"))
        running = _by_match(TurnClock.objects.filter(match__in=shown).order_by("due_at", "name"))
        page = MatchPage(
            items=[
                _summary(match, match.cycle, running.get(match.pk, []), ListedMatch, seats=seats.get(match.pk, []))
                for match in shown
            ],
            next=next_page(request, before=shown[-1].pk) if more else None,
        )
        response = cacheable_response(page)
        return _personal(not_modified(request, response["ETag"].strip('"')) or response)


def _personal(response: HttpResponse) -> HttpResponse:
    """Mark a response as private, because it depends on the caller. Return it."""
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Authorization", "Cookie"])
    return response


def _by_match(rows: Any) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in rows:
        found.setdefault(row.match_id, []).append(row)
    return found


def no_such_match(code: str) -> Http404:
    """Return the error for a match that does not exist, or that is hidden from the caller."""
    return Http404(f"There is no match '{code}'.")


def cycle_of_match(code: str) -> Cycle:
    """Return the settled cycle of a match. Raises Http404 if there is no such match, or its cycle may not be read."""
    slug = slug_of_match(code)
    if slug is None:
        raise no_such_match(code)
    try:
        return settled_cycle(slug)
    except NoSuchCycle:
        raise no_such_match(code) from None


def context_of_match(request: Request, code: str) -> ReadContext:
    """Return the read context of a match: the settled cycle and the caller.

    Raises Http404 if there is no such match, or its cycle may not be read.
    """
    cycle = cycle_of_match(code)
    return ReadContext(cycle, actor_of(request), cycle.now())


MatchRead = Callable[..., Shape]


def reads_match(
    shape: type[Shape], *, name: str, summary: str, query: type[Query] = NoQuery
) -> Callable[[MatchRead], Callable[..., HttpResponse]]:
    """Return a decorator that makes an endpoint from a method that reads a match.

    The method takes the request, the context, the match and the parsed query. The answer depends on the caller. Its
    ETag changes with the cycle's journal.
    """

    def decorate(read: MatchRead) -> Callable[..., HttpResponse]:
        @wraps(read)
        def get(self: ApiView, request: Request, code: str) -> HttpResponse:
            asked = query.read(request)
            ctx = context_of_match(request, code)
            who = hashlib.blake2b(ctx.actor.name.encode(), digest_size=6).hexdigest()
            tag = tag_at(request, f"{by_journal(ctx.cycle)}-{who}")
            response = not_modified(request, tag)
            if response is None:
                response = cacheable_response(read(self, request, ctx, find_match(ctx, code), asked), tag)
            return _personal(response)

        describe = documented(
            shape, query, name=name, summary=summary, description=read.__doc__ or "", tag="matches", parts=MATCH_PART
        )
        decorated: Callable[..., HttpResponse] = describe(get)
        return decorated

    return decorate


def _question(question: Question | None) -> QuestionShape | None:
    data = None if question is None else question_data(question)
    return None if data is None else QuestionShape.model_validate(data)


def _log(request: Request, cycle: Cycle, steps: Sequence[MatchStep]) -> list[LogStep]:
    public = revealed_arguments(step.entry for step in steps)
    return [_log_step(request, cycle, step, public.get(step.entry.pk)) for step in steps]


def _log_step(request: Request, cycle: Cycle, step: MatchStep, public: Mapping[str, Any] | None) -> LogStep:
    answers, seal = step.answers, None
    if step.is_sealed:
        answers = public["answers"]["value"] if public else None
        seal = StepSeal(commitment=step.answers["commitment"], salt=public["answers"]["salt"] if public else None)
    return LogStep.from_object(
        step,
        at=step.entry.at,
        entry=step.entry.seq,
        entry_url=request.build_absolute_uri(f"/api/v1/cycles/{cycle.slug}/journal/{step.entry.seq}/"),
        answers=answers,
        seal=seal,
        draws=step.draw_count,
    )


class MatchView(ApiView):
    @reads_match(MatchDetail, name="match", summary="See a match")
    def get(self, request: Request, ctx: ReadContext, match: Match, query: Query) -> MatchDetail:
        """Return a match from your seat's view, with your moves, whose turn it is and until when, and recent steps."""
        reading = VisibleMatch(ctx, match)
        return _summary(
            match,
            ctx.cycle,
            clocks.running_clocks(match),
            MatchDetail,
            seats=[
                {
                    "player": seat.player,
                    "status": seat.status,
                    "to_act": seat.to_act and not match.is_over,
                    "owes": seat.owes and not match.is_over,
                }
                for seat in reading.table.seats
            ],
            viewer=reading.viewer,
            view=view_data(reading.view),
            legal=[
                LegalMoveShape(move=move_data(each.move), label=each.label, question=_question(each.question))
                for each in reading.legal
            ],
            barred=[BarredMoveShape.from_object(each, move=move_data(each.move)) for each in reading.barred],
            question=_question(reading.question),
            answers=reading.answers,
            orders=list(reading.orders),
            log=_log(request, ctx.cycle, newest_steps(match, STEPS_SHOWN)),
        )


class MatchLogView(ApiView):
    @reads_match(LogPage, name="match_log", summary="Read a match's steps", query=LogQuery)
    def get(self, request: Request, ctx: ReadContext, match: Match, query: LogQuery) -> LogPage:
        """Every step of a match, newest first."""
        rows = newest_steps(match, query.limit + 1, query.before)
        shown, more = rows[: query.limit], len(rows) > query.limit
        return LogPage(
            items=_log(request, ctx.cycle, shown),
            next=next_page(request, before=shown[-1].version) if more else None,
        )


class MatchExportView(ApiView):
    throttle_classes = COSTLY

    @reads_match(MatchExport, name="match_export", summary="Export a whole match")
    def get(self, request: Request, ctx: ReadContext, match: Match, query: Query) -> MatchExport:
        """Return a match with the laws it was played under, and every step with its answers, draws and external reads.

        `manage.py replay_match` replays it without a database. A sealed answer is exported as its commitment.
        """
        return MatchExport.model_validate(export_match(ctx.cycle, match))
