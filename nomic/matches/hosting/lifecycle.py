"""The lifecycle of matches, for the games' packages: open one, make moves, send external events, stop it."""

from collections.abc import Sequence
from typing import Any

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.domain.exceptions import BadArguments, Refused, Unanswered
from nomic.db import Prepared, update
from nomic.effects.asking.questions import question_data
from nomic.law.schema.json_reader import Json
from nomic.matches.contract.external_events import CycleEnded, Happening, happening_data
from nomic.matches.contract.game import Answers, Asked, BadAnswer, IllegalMove, Result, Step
from nomic.matches.contract.moves import Move, move_data, read_move
from nomic.matches.events import MatchOpened, MatchOver
from nomic.matches.hosting import clocks
from nomic.matches.hosting.loaded_match import LoadedMatch, loaded_match
from nomic.matches.hosting.moves import due_orders
from nomic.matches.hosting.registry import game_named
from nomic.matches.hosting.steps import CLOSED, StepCause, keep_seats, mark_match_over, take_step
from nomic.matches.models import MAX_TITLE_LENGTH, Match, MatchStatus, StepKind

_coded = Prepared(lambda cycle, code: Match.objects.filter(cycle_id=cycle, code=code), int, str, cacheable=True)
_titled = Prepared(
    lambda cycle, title: Match.objects.filter(cycle_id=cycle, title=title).order_by().values_list("pk", flat=True)[:1],
    int,
    str,
    cacheable=True,
)
_going_on = Prepared(
    lambda cycle: (
        Match.objects.filter(cycle_id=cycle).exclude(status=MatchStatus.OVER).order_by("started_seq", "place", "pk")
    ),
    int,
    cacheable=True,
)


def open_match(
    act: ActionContext, game: str, title: str, options: dict[str, Any], *, kind: str = "", gathering: bool = False
) -> Match:
    """Open a match, set up under the law in force. Its title gets a number if another match of the cycle has it, too.

    If `gathering` is set, players join first, and the match begins with an event of the kind "begun". `kind` is the
    game's name for such a match (by default the option "kind"). Raises Refused if the law of this cycle does not have
    the game.
    """
    hosted = game_named(game)
    if not hosted.in_force(act.law):
        raise Refused("no-such-game", f"The law of this cycle does not have the game {hosted.title}.", hosted.title)
    place = len(act.recall("matches opened", list[str]))
    state = hosted.engine.setup(hosted.rules(act.law), options)
    match = Match(
        cycle=act.cycle,
        code=act.code(f"match {place}"),
        game=game,
        title=(title := _unused(act, title)),
        kind=kind or str(options.get("kind", "")),
        options=options,
        setup_revision=act.law.number,
        revision=act.law.number,
        state=hosted.engine.encode(state),
        status=MatchStatus.GATHERING if gathering else MatchStatus.RUNNING,
        opened_at=act.at,
        opened_seq=act.cycle.seq + 1,
        started_at=None if gathering else act.at,
        started_seq=act.cycle.seq + 1,
        place=place,
    )
    match.save(force_insert=True)
    act.recall("matches opened", list[str]).append(match.code)
    act.emit(MatchOpened(match=match.code, game=game, title=title, match_kind=match.kind))
    table = loaded_match(act, match)
    keep_seats(match, (), table.seats)
    clocks.keep_time(act, table)
    return match


def _unused(act: ActionContext, title: str) -> str:
    """Return the title, with a number in brackets if the cycle already has a match of that title.

    Takes few queries, however many matches there are.
    """

    def numbered(number: int) -> str:
        end = f" ({number})" if number > 1 else ""
        return title[: MAX_TITLE_LENGTH - len(end)] + end

    def is_used(number: int) -> bool:
        return bool(_titled.all(act.cycle.pk, numbered(number)))

    used, free = 0, 1
    while is_used(free):
        used, free = free, free * 2
    while free - used > 1:
        between = (used + free) // 2
        used, free = (between, free) if is_used(between) else (used, between)
    return numbered(free)


def make_json_move(
    act: ActionContext, match: Match, player: str, data: dict[str, Json], answers: Answers = ()
) -> Step[Any]:
    """Make a player's move, given as JSON, and return its step.

    The answers of a sealed move are stored under a commitment as this act's argument `answers`. Raises Refused or
    BadArguments (for example on "answers/2") if the move cannot be made. Raises Unanswered if a question has to be
    answered first; the act must not continue then.
    """
    try:
        made = make_engine_move(act, match, player, read_move(game_named(match.game).engine, data), answers)
    except IllegalMove as illegal:
        raise Refused(illegal.code, illegal.detail, illegal.rule or game_named(match.game).title) from None
    except BadAnswer as bad:
        raise BadArguments.on(f"answers/{bad.place}", bad.detail) from None
    if isinstance(made, Asked):
        raise Unanswered(question_data(made.question), match.version)
    return made


def make_engine_move(
    act: ActionContext, match: Match, player: str, move: Move, answers: Answers, kind: StepKind = StepKind.MOVE
) -> Step[Any] | Asked:
    """Make a move as `make_json_move` does, but with the engine's types and errors.

    Returns Asked if a question has to be answered first; nothing has changed then. Raises IllegalMove if the move
    cannot be made, and BadAnswer for an answer that was not offered.
    """
    table = loaded_match(act, match)
    is_sealed = table.game.is_sealed(move)
    if is_sealed:
        act.commit_secret("answers", [list(answer) for answer in answers])
    made = take_step(
        act,
        table,
        StepCause(kind, move_data(move), player, answers, is_sealed),
        lambda rules, state, chance, environment: table.game.play(
            rules, state, player, move, answers, chance, environment
        ),
    )
    if made is None:
        raise TypeError(f"the game {match.game} made a move and says nothing of it")
    return made


def send_external_event(act: ActionContext, match: Match, happening: Happening) -> Step[Any] | None:
    """Send an external event to a match (R104).

    Returns None if the event does not affect the match, or the match is over.
    """
    if match.is_over:
        return None
    table = loaded_match(act, match)
    if table.match.is_over:  # another row of the same match, loaded before this act ended the match
        return None
    step = take_step(
        act,
        table,
        StepCause(StepKind.HAPPENING, happening_data(happening)),
        lambda rules, state, chance, environment: table.game.react(rules, state, happening, chance, environment),
    )
    return step if isinstance(step, Step) else None


def react_all(act: ActionContext, happening: Happening) -> None:
    """Send an external event to every unfinished match of the cycle, in the order of their start."""
    for match in going_on(act):
        send_external_event(act, match, happening)


def stop_match(act: ActionContext, match: Match) -> None:
    """End a match without a result, as at the end of the cycle (R101).

    The host ends it if the game does not.
    """
    send_external_event(act, match, CycleEnded())
    table = loaded_match(act, match)
    if table.match.is_over:
        return
    mark_match_over(act, table.match, Result("stopped"))
    due_orders.void_waiting_orders(table.match)
    clocks.keep_time(act, table)
    update(table.match, CLOSED)
    act.emit(MatchOver(match=match.code, **(table.match.result or {})))


def going_on(ctx: ReadContext) -> Sequence[Match]:
    """Return the unfinished matches of the cycle in the order of their start.

    The match objects are shared within the context.
    """
    return [loaded_match(ctx, match).match for match in _going_on.all(ctx.cycle.pk)]


def find_match(ctx: ReadContext, code: str) -> Match:
    """Return the match with this code. Raises BadArguments on "match" if the cycle has none."""
    match = _coded.first(ctx.cycle.pk, code)
    if match is None:
        raise BadArguments.on("match", f"there is no match {code[:20]!r} in this cycle")
    return loaded_match(ctx, match).match


def require_going_on(match: Match) -> None:
    """Raise Refused if the match is over."""
    if match.is_over:
        raise Refused("match-over", f"{match.title} is over.", "Games")


def require_seated(table: LoadedMatch, player: str) -> None:
    """Raise Refused if the player has no seat at the match."""
    if not table.is_seated(player):
        raise Refused("not-seated", f"You do not sit at {table.match.title}.", "Games")
