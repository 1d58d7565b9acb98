"""Bots as players of a practice cycle, so that newcomers can play at once.

A bot is a player without an account. Its name, which no person can have, identifies its style of play. It makes one
move per entry as soon as a match waits for it, through the same interface as people. It waits for a player who could
choose or play something meanwhile. Once no person is left in a match, bots finish it among themselves, one move at a
time, up to a limit.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args, Choice, Choices, NoArgs
from nomic.cycles.domain.calendar import instant_after
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import Rank
from nomic.effects.prose.english_grammar import listed
from nomic.law.document.sections import Law
from nomic.matches.contract.bots import Bot
from nomic.matches.contract.game import Answers, Chance, LegalMove, Seat
from nomic.matches.contract.moves import Move
from nomic.matches.events import BotSeated, MatchStepped, Outfitted
from nomic.matches.hosting import clocks
from nomic.matches.hosting.lifecycle import find_match, going_on
from nomic.matches.hosting.loaded_match import RecordedEnvironment, loaded_match
from nomic.matches.hosting.moves.actions import MatchCode
from nomic.matches.hosting.moves.automatic_moves import move_for
from nomic.matches.hosting.registry import game_named
from nomic.matches.models import Match, MatchStatus, MatchStep, StepKind
from nomic.matches.practice.bot_characters import CHARACTERS, NEWCOMERS, Mind, character_of, is_bot
from nomic.players.lookup import is_player, player_of
from nomic.players.membership.join_and_leave import become_player
from nomic.players.models import Player

RULE = "Practice"
MAX_BOTS = 7
MOMENT = timedelta(seconds=20)  # for players who could play something out of turn
MOST_ALONE = 200  # moves that bots make in a match after the last person's move, once no person is in it


def _equip_with_nothing(act: ActionContext, bot: str) -> str:
    """Do nothing and return "": the game needs no equipment."""
    return ""


def _no_bot_gathers(ctx: ReadContext, match: Match) -> str | None:
    """Return None: players do not gather for this game."""
    return None


def _lacks_nothing(ctx: ReadContext, player: str) -> bool:
    """Return False: the game needs no equipment."""
    return False


def _never_reacts(ctx: ReadContext, match: Match, player: str) -> bool:
    """Return False: nobody plays out of turn in this game."""
    return False


def _begins_by_itself(ctx: ReadContext) -> None:
    """Return None: no act of a player begins a match of this game."""


def _has_begun(state: Any) -> bool:
    """Return True: the game has no choices before the first move."""
    return True


def _takes_no_part(act: ActionContext, match: Match, bot: str) -> None:
    """Do nothing: players do not gather for this game."""


def _no_reason(view: Any, legal: Sequence[LegalMove], move: Move, answers: Answers) -> str:
    """Return "", so that hints give a general reason, and the labels of the move and its answers."""
    return ""


def _weighs_nothing(
    game: Any, rules: Any, state: Any, player: str, environment: Any, chance: Chance, move: Move, answers: Answers
) -> str:
    """Return "", so that `why` is asked."""
    return ""


Why = Callable[[Any, Sequence[LegalMove], Move, Answers], str]
Weighed = Callable[[Any, Any, Any, str, Any, Chance, Move, Answers], str]


@dataclass(frozen=True)
class BotGame:
    """The functions that bots need to play a game, provided by its package.

    - `minds`: a program that looks ahead, and one that makes any move. Every character plays with these two.
    - `equip` grants a new bot its equipment, and returns a description of it.
    - `lacks` returns whether a player has less than this equipment.
    - `gathering` returns the bot that still has to accept or decline while players gather for a match, or None.
    - `take_part` makes that bot answer.
    - `agreeing` returns a bot that agrees to a person's wish to end the match, even if it is not the bot's turn, or
        None.
    - `may_react` returns whether a player could play something now although the match does not wait for them.
    - `why` gives the reason of the program that looks ahead for a move, from the player's view and legal moves alone.
    - `weighed` gives a reason by comparing the move with others, as that program does; "" if `why` suffices.
    - `in_words` says a move with its answers as the end of a sentence, "go east and wait"; "" if its label and the
      labels of its answers say it.
    - `first_match` returns the act by which a newcomer begins a match with a bot, or None.
    - `begins_with_phase` says whether that match begins only with the next phase.
    - `has_begun` returns whether the choices before the first move of a match are made.
    """

    minds: Mapping[Literal["Greedy", "Random"], Bot]
    equip: Callable[[ActionContext, str], str] = _equip_with_nothing
    lacks: Callable[[ReadContext, str], bool] = _lacks_nothing
    gathering: Callable[[ReadContext, Match], str | None] = _no_bot_gathers
    take_part: Callable[[ActionContext, Match, str], None] = _takes_no_part
    agreeing: Callable[[ReadContext, Match], str | None] = _no_bot_gathers
    may_react: Callable[[ReadContext, Match, str], bool] = _never_reacts
    why: Why = _no_reason
    weighed: Weighed = _weighs_nothing
    first_match: Callable[[ReadContext], tuple[str, dict[str, Any]] | None] = _begins_by_itself
    has_begun: Callable[[Any], bool] = _has_begun
    begins_with_phase: bool = False
    in_words: Why = _no_reason


_games: dict[str, BotGame] = {}


def register_bots(game: str, bots: BotGame) -> None:
    """Register the functions that bots need to play a hosted game."""
    _games[game] = bots


class SeatBotArgs(Args):
    """The program that plays for the bot."""

    bot: Mind = "Mira"


class BotArgs(Args):
    """The match that waits for a bot."""

    match: MatchCode


# ── seating


def games_with_bots(law: Law) -> list[str]:
    """Return the names of the games in force that bots can play, sorted."""
    return [name for name in sorted(_games) if game_named(name).in_force(law)]


def bot_game(game: str) -> BotGame | None:
    """Return the functions that bots need to play a hosted game, or None if bots cannot play it."""
    return _games.get(game)


def in_practice(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the cycle is a practice cycle."""
    if not ctx.cycle.practice:
        raise Refused("not-practice", "Bots play in practice cycles only.", RULE)


def a_game_for_bots(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the law has a game that bots can play."""
    if not games_with_bots(ctx.law):
        raise Refused("no-game", "The law of this cycle has no game that bots play.", RULE)


def room_for_a_bot(ctx: ReadContext) -> None:
    if len(bots_of(ctx)) >= MAX_BOTS:
        raise Refused("too-many-bots", f"{MAX_BOTS} bots play in this cycle, which is the maximum.", RULE)


def bots_of(ctx: ReadContext) -> list[str]:
    """Return the names of the cycle's bots, in the order in which they joined."""
    names = Player.objects.filter(cycle=ctx.cycle, left_at=None, name__contains=" bot ").order_by("joined_at", "pk")
    # Excludes a person's name like “Ada bot fan”.
    return [name for name in names.values_list("name", flat=True) if is_bot(name)]


def seat_bot(act: ActionContext, args: SeatBotArgs) -> None:
    """Add a bot and its equipment. If players are gathering for a match, the bot joins it."""
    name = f"{args.bot} bot {len(bots_of(act)) + 1}"
    act.message(f"{player_of(act).name} seats {name}.")
    become_player(act, Player(cycle=act.cycle, name=name))
    brought = [_games[game].equip(act, name) for game in games_with_bots(act.law)]
    if any(brought):
        act.message(f"It brings {listed([what for what in brought if what])}.")
    act.emit(BotSeated(bot=name, by=act.actor.name))
    for match in list(going_on(act)):
        _expect(act, match)


# ── people in practice cycles


def lacks_something(ctx: ReadContext) -> None:
    """Precondition: raises Refused if the actor has all the equipment they need, so that nobody can hoard it."""
    if not games_lacked(ctx):
        raise Refused("has-enough", "You have everything that you need to play.", RULE)


def games_lacked(ctx: ReadContext) -> list[str]:
    """Return the games for which the actor lacks equipment."""
    return [game for game in games_with_bots(ctx.law) if _games[game].lacks(ctx, ctx.actor.name)]


def outfit(act: ActionContext, args: NoArgs) -> None:
    """Give a player of a practice cycle the same equipment as a bot."""
    name = player_of(act).name
    brought = [what for game in games_lacked(act) if (what := _games[game].equip(act, name))]
    act.message(f"{name} takes {listed(brought)}, to practise with.")
    act.emit(Outfitted(player=name))


# ── acting


def wake_bots(act: ActionContext, stepped: MatchStepped) -> None:
    """Schedule a bot's act as the next entry, after a step of a match that now waits for the bot.

    Only steps do this, so that a bot that cannot move does not keep trying.
    """
    if act.cycle.practice and act.cycle.is_running:
        _expect(act, find_match(act, stepped.match))


def _expect(act: ActionContext, match: Match) -> None:
    """Schedule the act of the bot that a match waits for, now or after people have had their time."""
    bot = _waits_for(act, match)
    if bot is None:
        if match.game in _games and any(is_bot(seat.player) for seat in loaded_match(act, match).seats):
            deadlines.cancel(act.cycle, clocks.label(match, "bot"))  # the bot may have been waiting for a player
    else:
        deadlines.schedule(
            act.cycle,
            clocks.label(match, "bot"),
            at=_leaves_time(act, match, bot),
            rank=Rank.AT_ONCE,
            action="bot-acts",
            args={"match": match.code},
        )


def _waits_for(ctx: ReadContext, match: Match) -> str | None:
    """Return the bot that has to act in a match now, or None."""
    if match.is_over or match.game not in _games:
        return None
    seats = loaded_match(ctx, match).seats
    if _are_alone(seats) and (match.status == MatchStatus.GATHERING or _had_enough(match)):
        return None
    if match.status == MatchStatus.GATHERING:
        return _games[match.game].gathering(ctx, match)
    agreeing = _games[match.game].agreeing(ctx, match)
    return agreeing or next((seat.player for seat in seats if seat.to_act and is_bot(seat.player)), None)


def _are_alone(seats: Iterable[Seat]) -> bool:
    return all(is_bot(seat.player) or seat.status == "out" for seat in seats)


def _had_enough(match: Match) -> bool:
    """Return whether bots alone have made the maximum number of moves since a person last moved in the match."""
    moves = MatchStep.objects.filter(match=match, kind=StepKind.MOVE).order_by("-version")
    newest = moves.values_list("player", flat=True)[:MOST_ALONE]
    return len(newest) == MOST_ALONE and all(map(is_bot, newest))


def _leaves_time(act: ActionContext, match: Match, bot: str) -> datetime:
    """Return the instant at which the bot acts: now, unless its move would leave a person no time to act.

    Without a person in the match, each move takes a moment, so that people can follow the game.

    A player who owes a choice (R41) gets half of the bot's own time for it. A player who could play something gets a
    moment. Another player's act makes the bot reconsider, but the bot never waits longer than that half.
    """
    seats = loaded_match(act, match).seats
    if _are_alone(seats):
        return instant_after(act.at, MOMENT)
    people = [seat for seat in seats if seat.status == "in" and not seat.to_act and not is_bot(seat.player)]
    owing = any(seat.owes for seat in people)
    if not owing and not any(_games[match.game].may_react(act, match, seat.player) for seat in people):
        return act.at
    half = [
        row.began_at + (row.due_at - row.began_at) / 2 for row in clocks.running_clocks(match) if bot in row.players
    ]
    soon = instant_after(act.at, MOMENT)
    return max(act.at, min(half, default=soon) if owing else min([soon, *half]))


def bot_acts(act: ActionContext, args: BotArgs) -> None:
    """Perform one act of the bot that the match waits for, if there is one."""
    match = find_match(act, args.match)
    bot = _waits_for(act, match)
    if bot is None:
        act.message(f"No bot has anything left to do in {match.title}.")
    elif match.status == MatchStatus.GATHERING:
        _games[match.game].take_part(act, match, bot)
    else:
        _move(act, match, bot)


def _move(act: ActionContext, match: Match, bot: str) -> None:
    """Let the bot make its move.

    The bot's own randomness is not recorded, and none of the game's draws is used for it.
    """
    table, chance = loaded_match(act, match), act.aside("bot")
    mind = _program_of(bot, match, chance)
    environment = RecordedEnvironment(act, table.hosted)
    chosen = mind.choose(table.game, table.rules, table.state, bot, environment, chance)
    if chosen is None:
        act.message(f"{bot} waits.")
        return
    trouble = move_for(act, match, bot, *chosen)
    if trouble:  # nothing has changed in the match; a deadline cannot be refused
        act.message(f"{bot} finds no move: {trouble}")
    elif not act.words:
        act.message(f"{bot} makes a move in {match.title}.")


def _program_of(bot: str, match: Match, chance: Chance) -> Bot:
    """Return the program that chooses a bot's next move.

    The bot's character decides how often that is the random one.
    """
    minds, character = _games[match.game].minds, character_of(bot)
    slips = character.slips_once_in if character is not None else 0
    slipped = slips == 1 or (slips > 1 and chance.below(slips, "bot: slip", "whether a bot slips") == 0)
    return minds["Random" if slipped else "Greedy"]


def choices(ctx: ReadContext) -> Choices:
    return {"bot": [Choice(name, f"{name}: {CHARACTERS[name].description}") for name in NEWCOMERS]}


ACTIONS = (
    Action(
        name="seat-bot",
        channel="practice",
        title="Seat a bot",
        summary_phrases=("a bot seated", "{count} bots seated"),
        summary="Add a bot that you can play with.",
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
        title="Get what you need to play",
        summary_phrases=("{player} given what it takes to play", "{count} players given what it takes to play"),
        summary="Get the cards and items that a bot starts with, free, if you have too few to play.",
        rule=RULE,
        run=outfit,
        preconditions=(in_practice, is_player, a_game_for_bots, lacks_something),
        listed_if=lambda law: bool(games_with_bots(law)),
        is_act=False,
    ),
    Action(
        name="bot-acts",
        channel="system",
        title="A bot acts",
        summary_phrases=("a bot’s move", "{count} moves of bots"),
        summary="A match waits for a bot.",
        rule=RULE,
        args=BotArgs,
        run=bot_acts,
    ),
)
