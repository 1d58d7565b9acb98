"""Bots declare intentions to play Knucklebones with every person who wants to play, but not with each other."""

from typing import Any

from knucklebones.bots.move_reasons import reason_for_move
from knucklebones.bots.policy import GreedyBot, random_bot
from knucklebones.events import IntentionDeclared
from knucklebones.hosting import HOSTED
from knucklebones.wanted_opponents import DECLARE, RULE, intentions_of, state_intention
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.deferred_bans import ban_on
from nomic.cycles.actions.registry import Action, NoArgs
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import Rank
from nomic.matches.events import BotSeated
from nomic.matches.practice.bot_characters import is_bot
from nomic.matches.practice.bot_seats import BotGame, bots_of

INTENDS = "bot-intends"


def wake_bots(act: ActionContext, event: IntentionDeclared | BotSeated) -> None:
    """Schedule the bots' declarations for now, if a bot of a practice cycle has not declared to play all who want to.

    Called after a declaration, and after a bot is seated.
    """
    if act.cycle.practice and HOSTED.in_force(act.law) and bots_to_declare(act):
        deadlines.schedule(act.cycle, INTENDS, at=act.at, rank=Rank.AT_ONCE, action=INTENDS, args={})


def people_who_want(ctx: ReadContext) -> list[str]:
    """Return the names of the people with a current intention, in the order of their declarations."""
    return [each.player for each in intentions_of(ctx) if not is_bot(each.player)]


def bots_to_declare(ctx: ReadContext) -> list[str]:
    """Return the bots that have not declared an intention to play all people who want to play."""
    people = people_who_want(ctx)
    known = {each.player: each.opponents for each in intentions_of(ctx)}
    return [
        bot
        for bot in bots_of(ctx)
        if not set(people) <= set(known.get(bot, ()))
        and ban_on(ctx, bot, DECLARE, {"opponents": people, "how": "each"}) is None
    ]


def first_match(ctx: ReadContext) -> tuple[str, dict[str, Any]] | None:
    """Return the declaration by which a newcomer gets a game with the bot that joined last, the easiest, or None."""
    bots = bots_of(ctx)[-1:]
    return ("intend-knucklebones", {"opponents": bots}) if bots else None


def bot_intends(act: ActionContext, args: NoArgs) -> None:
    """Declare an intention for the first bot that has not done so, to play each person who wants to play."""
    for bot in bots_to_declare(act)[:1]:
        state_intention(act, bot, people_who_want(act), only_one=False)


BOTS = BotGame(
    {"Greedy": GreedyBot(), "Random": random_bot()},
    why=reason_for_move,
    first_match=first_match,
    begins_with_phase=True,
)
ACTIONS = (
    Action(
        name=INTENDS,
        channel="system",
        title="A bot wants to play Knucklebones",
        summary_phrases=("a bot wants to play Knucklebones", "{count} bots want to play Knucklebones"),
        summary="Somebody wants to play.",
        rule=RULE,
        run=bot_intends,
    ),
)
