"""Bots in battles and duels: they get cards, declare after another player has declared, and accept duels."""

from typing import Any

from exoptosis.bots.move_reasons import reason_for_move
from exoptosis.bots.policy import CarelessBot, GreedyBot, agrees_to_end
from exoptosis.bots.why_this_move import why_this_move
from exoptosis.cards.card_properties import originals_of
from exoptosis.cards.locks import open_cards
from exoptosis.cards.random_cards import ANY, random_cards
from exoptosis.engine.cards.follow_law import follow_law
from exoptosis.engine.external_event_types import Accepted, Declined, Joined
from exoptosis.engine.moves.legality import first_playable
from exoptosis.engine.mutable_state import draft_for
from exoptosis.engine.state import State
from exoptosis.law.battles import GameLaw
from exoptosis.matches.battles import BATTLE, cards_for_first_hand
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.deferred_bans import ban_on
from nomic.effects.asking.environment import NoChance
from nomic.inventory.ledger import ledger_of
from nomic.matches.hosting.lifecycle import send_external_event
from nomic.matches.hosting.loaded_match import RecordedEnvironment, loaded_match
from nomic.matches.models import Match
from nomic.matches.practice.bot_characters import is_bot
from nomic.matches.practice.bot_seats import BotGame, bots_of

CARDS = 24  # random ones that a bot begins with, or a player in a practice cycle


def equip(act: ActionContext, bot: str) -> str:
    """Give a bot some random cards, and return their description."""
    ledger_of(act).add_cards(bot, random_cards(act, ANY, CARDS, bot, f"{bot}'s cards"))
    return f"{CARDS} random cards"


def lacks(ctx: ReadContext, player: str) -> bool:
    """Return whether a player has too few cards for a first hand."""
    return not _has_a_hand(ctx, player)


def gathering(ctx: ReadContext, match: Match) -> str | None:
    """Return a bot that still has to declare for the battle or answer the request for the duel, or None."""
    seats = loaded_match(ctx, match).seats
    if match.kind == BATTLE:
        seated = {seat.player for seat in seats}
        return next((bot for bot in bots_of(ctx) if bot not in seated and _may_declare(ctx, bot)), None)
    return next((seat.player for seat in seats if seat.to_act and is_bot(seat.player)), None)


def take_part(act: ActionContext, match: Match, bot: str) -> None:
    """Let the bot declare for the battle, or accept the duel.

    A bot accepts any number of duels. If it has too few cards for one, it takes new ones first.
    """
    if match.kind == BATTLE:
        send_external_event(act, match, Joined(bot, originals_of(open_cards(act, bot))))
        return
    if not _has_a_hand(act, bot):
        act.message(f"{bot} takes {equip(act, bot)}.")
    if _has_a_hand(act, bot) and ban_on(act, bot, "accept-duel", {"match": match.code}) is None:
        send_external_event(act, match, Accepted(bot, originals_of(open_cards(act, bot))))
    else:  # the law may want more cards than a bot gets, or forbid it
        send_external_event(act, match, Declined(bot))


def _may_declare(ctx: ReadContext, bot: str) -> bool:
    return _has_a_hand(ctx, bot) and ban_on(ctx, bot, "declare-battle", {}) is None


def agreeing(ctx: ReadContext, match: Match) -> str | None:
    """Return a bot that agrees to end the game, as all people in it have done, or None."""
    state = loaded_match(ctx, match).state
    return next(
        (seat.player for seat in state.seats if is_bot(seat.player) and agrees_to_end(state, seat.player)), None
    )


def may_react(ctx: ReadContext, match: Match, player: str) -> bool:
    """Return whether a player holds a card that could be played out of turn now (R74)."""
    table = loaded_match(ctx, match)
    if table.state.pending is not None:
        return False
    looking = RecordedEnvironment(ctx, table.hosted)
    draft = draft_for(table.rules, follow_law(table.rules, table.state), NoChance(), looking)
    return first_playable(draft, player) is not None


def first_match(ctx: ReadContext) -> tuple[str, dict[str, Any]]:
    """Return the act that requests a duel with the bot that joined last, which is the easiest and accepts at once.

    The act is a name and its arguments.
    """
    return "request-duel", {"players": bots_of(ctx)[-1:]}


def has_begun(state: State) -> bool:
    """Return whether hands are chosen and betting is over."""
    return state.stage in ("play", "over")


def _has_a_hand(ctx: ReadContext, bot: str) -> bool:
    needed = ctx.law.section("exoptosis", GameLaw).hand.at_least
    return len(cards_for_first_hand(ctx, open_cards(ctx, bot))) >= needed


BOTS = BotGame(
    {"Greedy": GreedyBot(), "Random": CarelessBot()},
    equip,
    lacks,
    gathering,
    take_part,
    agreeing,
    may_react,
    reason_for_move,
    why_this_move,
    first_match,
    has_begun,
)
