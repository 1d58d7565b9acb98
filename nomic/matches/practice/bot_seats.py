"""Bots at the tables of a practice cycle, so that a newcomer can play at once.

A bot is a player whom nobody signs in for; its name, which no person can have, says how it plays. It makes one move an
entry as soon as a match waits for it, by the same way in as everybody; but it passes over nobody who has something to
choose or to play meanwhile. While no person is in a match, its bots rest: so they can never play on and on among
themselves.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, get_args

from nomic.cycles.actions.context import Act, Moment
from nomic.cycles.actions.registry import Action, Args, Choice, Choices, NoArgs
from nomic.cycles.domain.calendar import later
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import Rank
from nomic.effects.prose.grammar import listed
from nomic.law.document.sections import Law
from nomic.matches.contract.bots import Bot
from nomic.matches.contract.game import Asked, BadAnswer, IllegalMove
from nomic.matches.events import BotSeated, MatchStepped, Outfitted
from nomic.matches.hosting import clocks
from nomic.matches.hosting.loaded_match import RecordedEnvironment, loaded_match
from nomic.matches.hosting.matches import attempt, find_match, going_on
from nomic.matches.hosting.moves.actions import MatchCode
from nomic.matches.hosting.registry import game_named
from nomic.matches.models import Match, MatchStatus
from nomic.players.lookup import is_player, player_of
from nomic.players.membership import become_player
from nomic.players.models import Player

RULE = "Practice"
Mind = Literal["Greedy", "Random"]
MINDS: Mapping[Mind, str] = {"Greedy": "looks one move ahead", "Random": "makes any move it can"}
NAME = re.compile(rf"({'|'.join(get_args(Mind))}) bot [0-9]+")  # accounts/names.py keeps such from people
MAX_BOTS = 7
MOMENT = timedelta(seconds=20)  # for whoever could play something out of turn


def _equip_with_nothing(act: Act, bot: str) -> str:
    """A game that takes nothing to play."""
    return ""


def _no_bot_gathers(moment: Moment, match: Match) -> str | None:
    """A game for which no players gather."""
    return None


def _lacks_nothing(moment: Moment, player: str) -> bool:
    """A game that takes nothing to play."""
    return False


def _never_reacts(moment: Moment, match: Match, player: str) -> bool:
    """A game in which nobody plays while it is somebody else's turn."""
    return False


def _takes_no_part(act: Act, match: Match, bot: str) -> None:
    """A game for which no players gather."""


@dataclass(frozen=True)
class BotGame:
    """What bots need to play a game; given by its package.

    `equip` grants a bot that sits down what it takes to play, and says that in words; `lacks` says of a player whether
    they have less than it takes. While players gather for a match, `gathering` names the bot that is to say whether it
    takes part, if any, and `take_part` has it say so. `may_react` says whether a player could play something now though
    the match does not wait for them.
    """

    minds: Mapping[Mind, Bot]
    equip: Callable[[Act, str], str] = _equip_with_nothing
    lacks: Callable[[Moment, str], bool] = _lacks_nothing
    gathering: Callable[[Moment, Match], str | None] = _no_bot_gathers
    take_part: Callable[[Act, Match, str], None] = _takes_no_part
    may_react: Callable[[Moment, Match, str], bool] = _never_reacts


_games: dict[str, BotGame] = {}


def register_bots(game: str, bots: BotGame) -> None:
    """Have bots play a hosted game."""
    _games[game] = bots


class SeatBotArgs(Args):
    """How the bot plays."""

    bot: Mind = "Greedy"


class BotArgs(Args):
    """The match that waits for a bot."""

    match: MatchCode


# ── seating


def games_with_bots(law: Law) -> list[str]:
    """The games of a law that bots play, by name."""
    return [name for name in sorted(_games) if game_named(name).in_force(law)]


def in_practice(moment: Moment) -> None:
    """A permit: only where nothing is at stake."""
    if not moment.cycle.practice:
        raise Refused("not-practice", "Bots play in practice cycles only.", RULE)


def a_game_for_bots(moment: Moment) -> None:
    """A permit: the law has a game that bots play."""
    if not games_with_bots(moment.law):
        raise Refused("no-game", "The law of this cycle has no game that bots play.", RULE)


def room_for_a_bot(moment: Moment) -> None:
    if len(bots_of(moment)) >= MAX_BOTS:
        raise Refused("too-many-bots", f"{MAX_BOTS} bots play in this cycle already.", RULE)


def is_bot(name: str) -> bool:
    """Whether a player is a bot."""
    return NAME.fullmatch(name) is not None


def bots_of(moment: Moment) -> list[str]:
    """The bots that play in the cycle, in the order in which they joined."""
    names = Player.objects.filter(cycle=moment.cycle, left_at=None, name__contains=" bot ").order_by("joined_at", "pk")
    return [name for name in names.values_list("name", flat=True) if is_bot(name)]  # and no “Ada bot fan”


def seat_bot(act: Act, args: SeatBotArgs) -> None:
    """A bot joins, with what it takes to play; where players gather for a match that is the bot's business, too."""
    name = f"{args.bot} bot {len(bots_of(act)) + 1}"
    become_player(act, Player(cycle=act.cycle, name=name))
    brought = [_games[game].equip(act, name) for game in games_with_bots(act.law)]
    brings = f"; it brings {listed([what for what in brought if what])}" if any(brought) else ""
    act.message(f"{player_of(act).name} has asked for it{brings}.")
    act.emit(BotSeated(bot=name, by=act.actor.name))
    for match in list(going_on(act)):
        _expect(act, match)


# ── people who practise


def lacks_something(moment: Moment) -> None:
    """A permit: there is a game for which the actor has less than it takes, so that nobody takes without an end."""
    if not games_lacked(moment):
        raise Refused("has-enough", "You have all that it takes to play.", RULE)


def games_lacked(moment: Moment) -> list[str]:
    """The games that the actor has not what it takes for."""
    return [game for game in games_with_bots(moment.law) if _games[game].lacks(moment, moment.actor.name)]


def outfit(act: Act, args: NoArgs) -> None:
    """A player of a practice cycle is given what a bot brings."""
    name = player_of(act).name
    brought = [what for game in games_lacked(act) if (what := _games[game].equip(act, name))]
    act.message(f"{name} takes {listed(brought)}, to practise with.")
    act.emit(Outfitted(player=name))


# ── acting


def wake_bots(act: Act, stepped: MatchStepped) -> None:
    """Where a match has gone on and waits for a bot, the bot acts in the very next entry.

    What was no step of a match wakes nobody, so a bot that can think of nothing does not think of it again and again.
    """
    if act.cycle.practice and act.cycle.is_running:
        _expect(act, find_match(act, stepped.match))


def _expect(act: Act, match: Match) -> None:
    """Have the bot that a match waits for act, at once or when it has left people their time."""
    bot = _waits_for(act, match)
    if bot is None:
        if match.game in _games and any(is_bot(seat.player) for seat in loaded_match(act, match).seats):
            deadlines.cancel(act.cycle, clocks.label(match, "bot"))  # it may have left time to somebody
    else:
        deadlines.schedule(
            act.cycle,
            clocks.label(match, "bot"),
            at=_leaves_time(act, match, bot),
            rank=Rank.AT_ONCE,
            action="bot-acts",
            args={"match": match.code},
        )


def _waits_for(moment: Moment, match: Match) -> str | None:
    """The bot that is to do something in a match now, if any."""
    if match.is_over or match.game not in _games:
        return None
    seats = loaded_match(moment, match).seats
    if all(is_bot(seat.player) or seat.status == "out" for seat in seats):
        return None
    if match.status == MatchStatus.GATHERING:
        return _games[match.game].gathering(moment, match)
    return next((seat.player for seat in seats if seat.to_act and is_bot(seat.player)), None)


def _leaves_time(act: Act, match: Match, bot: str) -> datetime:
    """When the bot acts: at once, unless its move would pass over a person.

    Whoever owes a choice (R41) has half of the bot's own time for it, whoever could play something a moment. What
    somebody does meanwhile lets the bot think again, but it never waits for longer than that half.
    """
    seats = loaded_match(act, match).seats
    people = [seat for seat in seats if seat.status == "in" and not seat.to_act and not is_bot(seat.player)]
    owing = any(seat.owes for seat in people)
    if not owing and not any(_games[match.game].may_react(act, match, seat.player) for seat in people):
        return act.at
    half = [row.began_at + (row.due_at - row.began_at) / 2 for row in clocks.running(match) if bot in row.players]
    moment = later(act.at, MOMENT)
    return max(act.at, min(half, default=moment) if owing else min([moment, *half]))


def bot_acts(act: Act, args: BotArgs) -> None:
    """The bot that a match waits for does one thing."""
    match = find_match(act, args.match)
    bot = _waits_for(act, match)
    if bot is None:
        act.message(f"No bot has anything to do in {match.title} any more.")
    elif match.status == MatchStatus.GATHERING:
        _games[match.game].take_part(act, match, bot)
    else:
        _move(act, match, bot)


def _move(act: Act, match: Match, bot: str) -> None:
    """The bot makes up its mind by chance of its own, which is nobody's dice and stands in no record."""
    table, mind = loaded_match(act, match), _program_of(bot, match)
    environment = RecordedEnvironment(act, table.hosted)
    chosen = mind.choose(table.game, table.rules, table.state, bot, environment, act.aside("bot"))
    if chosen is None:
        act.message(f"{bot} waits.")
        return
    try:
        made = attempt(act, match, bot, *chosen)
        trouble = made.question.prompt if isinstance(made, Asked) else ""
    except (IllegalMove, BadAnswer) as refused:
        trouble = refused.detail
    if trouble:  # nothing has changed in the match; a deadline cannot be refused
        act.message(f"{bot} finds no move: {trouble}")
    elif not act.words:
        act.message(f"{bot} makes a move in {match.title}.")


def _program_of(bot: str, match: Match) -> Bot:
    """The program that plays for a bot, by the first word of the bot's name."""
    return next(mind for name, mind in _games[match.game].minds.items() if bot.startswith(name))


def choices(moment: Moment) -> Choices:
    return {"bot": [Choice(name, what) for name, what in MINDS.items()]}


ACTIONS = (
    Action(
        name="seat-bot",
        channel="practice",
        title="Seat a bot",
        told=("a bot seated", "{count} bots seated"),
        summary="Have a bot join, to play with at once.",
        rule=RULE,
        args=SeatBotArgs,
        run=seat_bot,
        preconditions=(in_practice, is_player, a_game_for_bots, room_for_a_bot),
        choices=choices,
        listed_if=lambda law: bool(games_with_bots(law)),
        is_act=False,
    ),
    Action(
        name="outfit",
        channel="practice",
        title="Take what it takes to play",
        told=("{player} given what it takes to play", "{count} players given what it takes to play"),
        summary="Have for nothing what a bot brings, where you have too little to play with.",
        rule=RULE,
        args=NoArgs,
        run=outfit,
        preconditions=(in_practice, is_player, a_game_for_bots, lacks_something),
        listed_if=lambda law: bool(games_with_bots(law)),
        is_act=False,
    ),
    Action(
        name="bot-acts",
        channel="system",
        title="A bot acts",
        told=("a bot’s move", "{count} moves of bots"),
        summary="A match waits for a bot.",
        rule=RULE,
        args=BotArgs,
        run=bot_acts,
        is_act=False,
    ),
)
