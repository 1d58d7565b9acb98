"""Bots at the tables of a practice cycle, so that a newcomer can play at once.

A bot is a player whom nobody signs in for; its name, which no person can have, says how it plays. It declares when
somebody has declared, accepts a duel, and makes one move an entry as soon as a match waits for it, by the same way in
as everybody. While no person is in a match, its bots rest: so they can never play on and on among themselves.
"""

import re
from collections.abc import Mapping
from typing import Literal

from exoptosis.battle_law import Duels, Exoptosis
from exoptosis.battles import BATTLE, cards_for_first_hand
from exoptosis.bots import GreedyBot, random_bot
from exoptosis.duels import duels_this_phase
from exoptosis.locked import open_cards
from exoptosis.random_cards import ANY, random_cards
from exoptosis.readers import GAME, matches_of_the_game, original_json
from nomic.cycles import actions, deadlines
from nomic.cycles.actions import Action, Args, Choice, Choices
from nomic.cycles.deadlines import Rank
from nomic.cycles.moment import Act, Moment
from nomic.cycles.refusals import Refused
from nomic.inventory.ledger import ledger_of
from nomic.players.membership import become_player
from nomic.players.models import Player
from nomic.players.standing import is_player, player_of
from nomic.tables.bots import Bot
from nomic.tables.game import Asked, BadAnswer, IllegalMove
from nomic.tables.hosting import attempt, find_match, react
from nomic.tables.models import STEP_EVENT, Match, MatchStatus
from nomic.tables.moves import MatchCode
from nomic.tables.table import Looking, table_of

RULE = "Practice"
BOTS: Mapping[str, Bot] = {"Greedy": GreedyBot(), "Random": random_bot()}
NAME = re.compile(rf"({'|'.join(BOTS)}) bot [0-9]+")  # people's names have no blanks
MOST_BOTS = 7
CARDS = 8  # random ones that a bot begins with


class SeatBotArgs(Args):
    """How the bot plays."""

    bot: Literal["Greedy", "Random"] = "Greedy"


class BotArgs(Args):
    """The match that waits for a bot."""

    match: MatchCode


def in_practice(moment: Moment) -> None:
    """A permit: only where nothing is at stake."""
    if not moment.cycle.practice:
        raise Refused("not-practice", "Bots play in practice cycles only.", RULE)


def room_for_a_bot(moment: Moment) -> None:
    if len(_bots(moment)) >= MOST_BOTS:
        raise Refused("too-many-bots", f"{MOST_BOTS} bots play in this cycle already.", RULE)


def is_bot(name: str) -> bool:
    """Whether a player is a bot."""
    return NAME.fullmatch(name) is not None


def _bots(moment: Moment) -> list[str]:
    names = Player.objects.filter(cycle=moment.cycle, left_at=None, name__contains=" bot ").order_by("joined_at", "pk")
    return list(names.values_list("name", flat=True))


def seat_bot(act: Act, args: SeatBotArgs) -> None:
    """A bot joins, with some random cards; a battle that others have declared for is the bot's too."""
    name = f"{args.bot} bot {len(_bots(act)) + 1}"
    become_player(act, Player(cycle=act.cycle, name=name))
    ledger_of(act).add_cards(name, random_cards(act, ANY, CARDS, name, f"{name}'s cards"))
    act.says(f"{player_of(act).name} has asked for it; it brings {CARDS} random cards.")
    act.event("bot-seated", bot=name, by=act.actor.name)
    for match, _ in list(matches_of_the_game(act)):
        _expect(act, match)


def wake_bots(act: Act) -> None:
    """A watcher: where a match has gone on and waits for a bot, the bot acts in the very next entry.

    What was no step of a match wakes nobody, so a bot that can think of nothing does not think of it again and again.
    """
    if not act.cycle.practice or not act.cycle.is_running:
        return
    for code in dict.fromkeys(event["match"] for event in act.events if event["kind"] == STEP_EVENT):
        match = find_match(act, code)
        if match.game == GAME:
            _expect(act, match)


def _expect(act: Act, match: Match) -> None:
    if _waits_for(act, match) is not None:
        deadlines.schedule(
            act.cycle,
            f"match {match.code}: bot",
            at=act.at,
            rank=Rank.AT_ONCE,
            action="bot-acts",
            args={"match": match.code},
        )


def _waits_for(moment: Moment, match: Match) -> str | None:
    """The bot that is to do something in a match now, if any."""
    seats = table_of(moment, match).seats
    if match.is_over or all(is_bot(seat.player) or seat.status == "out" for seat in seats):
        return None
    if match.kind == BATTLE and match.status == MatchStatus.GATHERING:
        seated = {seat.player for seat in seats}
        return next((bot for bot in _bots(moment) if bot not in seated and _has_a_hand(moment, bot)), None)
    return next((seat.player for seat in seats if seat.to_act and is_bot(seat.player)), None)


def _has_a_hand(moment: Moment, bot: str) -> bool:
    needed = moment.law.section("exoptosis", Exoptosis).hand.at_least
    return len(cards_for_first_hand(moment, open_cards(moment, bot))) >= needed


def bot_acts(act: Act, args: BotArgs) -> None:
    """The bot that a match waits for does one thing."""
    match = find_match(act, args.match)
    bot = _waits_for(act, match)
    if bot is None:
        act.says(f"No bot has anything to do in {match.title} any more.")
    elif match.status == MatchStatus.RUNNING:
        _move(act, match, bot)
    elif match.kind == BATTLE:
        _take_part(act, match, bot, "joined")
    elif _has_a_hand(act, bot) and duels_this_phase(act, bot) < act.law.section("duels", Duels).per_phase:
        _take_part(act, match, bot, "accepted")
    else:
        react(act, match, {"kind": "declined", "player": bot})


def _take_part(act: Act, match: Match, bot: str, kind: str) -> None:
    cards = [original_json(card) for card in open_cards(act, bot)]
    react(act, match, {"kind": kind, "player": bot, "cards": cards})


def _move(act: Act, match: Match, bot: str) -> None:
    """The bot makes up its mind by chance of its own, which is nobody's dice and stands in no record."""
    table, mind = table_of(act, match), BOTS[bot.split()[0]]
    outside = Looking(act, table.hosted)
    chosen = mind.choose(table.game, table.rules, table.state, bot, outside, act.chance.aside("bot"))
    if chosen is None:
        act.says(f"{bot} waits.")
        return
    try:
        made = attempt(act, match, bot, *chosen)
        trouble = made.question.prompt if isinstance(made, Asked) else ""
    except (IllegalMove, BadAnswer) as refused:
        trouble = refused.detail
    if trouble:  # nothing has changed in the match; a deadline cannot be refused
        act.says(f"{bot} finds no move: {trouble}")
    elif not act.words:
        act.says(f"{bot} makes a move in {match.title}.")


def choices(moment: Moment) -> Choices:
    return {"bot": [Choice("Greedy", "looks one move ahead"), Choice("Random", "makes any move it can")]}


def declare() -> None:
    """Make bots known."""
    actions.declare(
        Action(
            name="seat-bot",
            channel="practice",
            title="Seat a bot",
            summary="Have a bot join, to play battles and duels with at once.",
            rule=RULE,
            args=SeatBotArgs,
            run=seat_bot,
            permits=(in_practice, is_player, room_for_a_bot),
            choices=choices,
            section="exoptosis",
            is_act=False,
        ),
        Action(
            name="bot-acts",
            channel="system",
            title="A bot acts",
            summary="A match waits for a bot.",
            rule=RULE,
            args=BotArgs,
            run=bot_acts,
            is_act=False,
        ),
    )
