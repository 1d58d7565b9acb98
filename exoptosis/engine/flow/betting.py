"""Betting between the reveal and the first turn (R35, R96, R97): raise, match, pass.

A pass is valid until another player raises, or until a raise becomes binding. A raise becomes binding once another
player has matched it; by some laws, a raise over a matched bet is binding at once (R121). Betting closes when everybody
has passed or the time is up. Then a raise that is not binding is refunded. A player who has not matched a binding raise
forfeits and gets their stake back.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from exoptosis.engine import environment, events
from exoptosis.engine.cards.card import CardId, Original
from exoptosis.engine.cards.card_in_words import card_in_words
from exoptosis.engine.cards.duplicates import card_of
from exoptosis.engine.effect_world import BattleWorld
from exoptosis.engine.flow import forfeits, pool
from exoptosis.engine.flow.start_and_end_effects import commence
from exoptosis.engine.flow.turns import open_play
from exoptosis.engine.mutable_state import MutableState
from exoptosis.engine.parsed_law import BettingRules
from exoptosis.engine.state import Bet, Stake
from nomic.effects.language.nodes.base import Condition
from nomic.effects.running.interpreter import Run
from nomic.matches.contract.game import IllegalMove, Option, Question

SHOWN: CardId = 0  # the number of a card that is only inspected: those in play begin with 1
NO_BET = Bet()


def raise_to(draft: MutableState, player: str, level: int) -> None:
    """Raise the player's stake to `level` items in total. Raises IllegalMove if the player may not."""
    _check(raise_refusal(draft, player, level))
    bet = draft.bet or NO_BET
    before = draft.seats[player].stake
    _stake(draft, player, level)
    settled = bet.level if bet.matched or bet.raiser != player else bet.settled
    draft.bet = Bet(
        level=level,
        settled=settled,
        raiser=player,
        raises=bet.raises + 1,
        raised=_difference(draft.seats[player].stake, before),
        binds=draft.rules.betting.raises_bind if settled else None,
    )
    draft.emit("raised", f"{player} raises to {level}.", player=player, level=level)


def match(draft: MutableState, player: str) -> None:
    """Match the highest bet. If the raise thereby becomes binding, players who had passed have to answer again."""
    _check(match_refusal(draft, player))
    bet = draft.bet or NO_BET
    _stake(draft, player, bet.level)
    passed = bet.passed if is_binding(draft.rules.betting, bet) else ()
    draft.bet = replace(bet, settled=bet.level, matched=(*bet.matched, player), passed=passed)
    draft.emit("matched", f"{player} matches {bet.level}.", player=player, level=bet.level)


def pass_(draft: MutableState, player: str) -> None:
    """Pass: neither raise nor match the current raise."""
    _check(pass_refusal(draft, player))
    bet = draft.bet or NO_BET
    draft.bet = replace(bet, passed=(*bet.passed, player))
    draft.emit("passed", f"{player} passes.", player=player)


def close_if_all_have_passed(draft: MutableState) -> None:
    """Close betting if no player still has to act in it."""
    if draft.stage == "betting" and draft.outcome is None and not waiting_for(draft.bet or NO_BET, draft.participants):
        close(draft)


def waiting_for(bet: Bet, participants: Sequence[str]) -> tuple[str, ...]:
    """Return the players for whom betting waits: all who have not passed, except an unmatched raiser."""
    done = {*bet.passed, bet.raiser} if is_unmatched(bet) else set(bet.passed)
    return tuple(player for player in participants if player not in done)


def is_unmatched(bet: Bet) -> bool:
    """Return whether nobody has matched the last raise yet."""
    return bet.raises > 0 and not bet.matched


def is_binding(rules: BettingRules, bet: Bet) -> bool:
    """Return whether everybody has to match the last raise.

    This is so if another player has matched it, or if under the rules a raise over a matched bet binds at once (R121).
    The law at the time of the raise counts (R106): a player who has passed a raise that did not bind does not forfeit
    under a later law.
    """
    by_law = rules.raises_bind if bet.binds is None else bet.binds
    return bool(bet.matched) or (by_law and bet.settled > 0)


def close(draft: MutableState) -> None:
    """End betting and begin the first turn.

    A raise that does not bind is refunded, and players who have bet too little forfeit.
    """
    bet = draft.bet or NO_BET
    binds = is_binding(draft.rules.betting, bet)
    if not binds:
        _refund_raise(draft, bet)
    level = _binding_level(draft, bet.level if binds else bet.settled)
    for player in [player for player in draft.participants if draft.seats[player].stake.size < level]:
        pool.return_stake(draft, player)
        forfeits.forfeit(draft, player, ", not having matched the bet")
    if draft.outcome is not None:
        return
    draft.bet = None
    draft.emit("betting-closed", f"Betting is closed at {level}." if level else "Betting is closed.", level=level)
    commence(draft)
    open_play(draft)


def _binding_level(draft: MutableState, level: int) -> int:
    """Return the level that everybody must have bet: `level`, but at most the highest remaining bet."""
    return min(level, max(draft.seats[player].stake.size for player in draft.participants))


def _refund_raise(draft: MutableState, bet: Bet) -> None:
    """Refund the part of the last raise above the last matched bet, items first (R35).

    Nothing is refunded if the raiser is out of the game.
    """
    if not draft.is_in(bet.raiser):
        return
    stake = draft.seats[bet.raiser].stake
    left = stake.size - bet.settled
    items: dict[str, int] = {}
    for item, count in bet.raised.items.items():
        items[item] = min(count, left - sum(items.values()))
    cards = [card for card in bet.raised.cards if card in stake.cards][: left - sum(items.values())]
    back = Stake({item: count for item, count in items.items() if count}, tuple(cards))
    draft.reseat(bet.raiser, stake=_difference(stake, back))
    pool.give_back(draft, bet.raiser, back, "Nobody has matched the raise: ")


# ── available means


class Means(Struct, frozen=True):
    """The possessions that a player can bet: items and cards.

    `staked` is the size of the current stake.
    """

    items: dict[str, int]
    cards: list[Original]
    staked: int

    @property
    def most(self) -> int:
        """The greatest possible size of the player's stake."""
        return self.staked + sum(self.items.values()) + len(self.cards)


def means_of(draft: MutableState, player: str) -> Means:
    """Return what a player can still bet, from their possessions in the cycle."""
    items = {item: draft.stock(player, item) for item in draft.rules.betting.items}
    return Means(items, _cards_left(draft, player), draft.seats[player].stake.size)


def level_of(draft: MutableState) -> int:
    """Return the highest bet so far, or 0 before the first raise."""
    return (draft.bet or NO_BET).level


def raise_refusal(draft: MutableState, player: str, level: int, means: Means | None = None) -> IllegalMove | None:
    """Return the error if a player may not raise to `level`, or None."""
    if (not_now := refusal_to_bet(draft, player)) is not None:
        return not_now
    bet = draft.bet or NO_BET
    if bet.raiser == player and is_unmatched(bet):
        return IllegalMove("raise-open", "Nobody has matched your raise yet.", "R35")
    if level <= bet.level:
        return IllegalMove("too-low", f"A raise goes above {bet.level}.", "R96")
    return _means_refusal(means or means_of(draft, player), level)


def match_refusal(draft: MutableState, player: str, means: Means | None = None) -> IllegalMove | None:
    """Return the error if a player may not match the bet, or None."""
    if (not_now := refusal_to_bet(draft, player)) is not None:
        return not_now
    level = level_of(draft)
    if draft.seats[player].stake.size >= level:
        return IllegalMove("nothing-to-match", "There is nothing for you to match.", "R35")
    return _means_refusal(means or means_of(draft, player), level)


def pass_refusal(draft: MutableState, player: str) -> IllegalMove | None:
    """Return the error if a player may not pass, or None."""
    if (not_now := refusal_to_bet(draft, player)) is not None:
        return not_now
    bet = draft.bet or NO_BET
    if player in bet.passed:
        return IllegalMove("passed", "You have passed already.", "R35")
    if bet.raiser == player and is_unmatched(bet):
        return IllegalMove("raise-open", "Nobody has matched your raise yet.", "R35")
    return None


def refusal_to_bet(draft: MutableState, player: str) -> IllegalMove | None:
    """Return the error if a player cannot take part in betting now, or None."""
    if draft.stage != "betting":
        return IllegalMove("no-betting", "Bets can be made between the reveal and the first turn only.", "R35")
    if not draft.is_in(player):
        return IllegalMove("not-seated", f"{player} is not in this game.", "R35")
    return None


def bet_question(draft: MutableState, player: str, level: int, means: Means) -> Question | None:
    """Return the question about which cards to bet, or None if no card can be bet."""
    if not means.cards:
        return None
    needed = level - means.staked
    least, most = max(0, needed - sum(means.items.values())), min(needed, len(means.cards))
    options = tuple(Option(card.code, card_in_words(card_of(draft, SHOWN, card))) for card in means.cards)
    items = " and ".join(draft.rules.items.get(item, item) for item in draft.rules.betting.items)
    return Question(player, f"Choose the cards to bet; the rest is bet in {items}", "card", options, least, most)


def _means_refusal(means: Means, level: int) -> IllegalMove | None:
    return IllegalMove("cannot-bet", f"You can bet {means.most} at most.", "R35") if level > means.most else None


def _cards_left(draft: MutableState, player: str) -> list[Original]:
    """Return the cards of a player's inventory that can still be bet."""
    if draft.rules.betting.cards is None:
        return []
    staked = draft.seats[player].stake.cards
    world = BattleWorld(draft, player)
    found = [card for card in environment.stakeable(draft.environment, player) if card.code not in staked]
    return [card for card in found if _may_be_bet(world, draft.rules.betting.cards, card)]


def _may_be_bet(world: BattleWorld, condition: Condition, original: Original) -> bool:
    """Return whether the law lets this card of an inventory be bet.

    The condition is evaluated as if the card were on the table.
    """
    cards = world.draft.cards
    cards[SHOWN] = card_of(world.draft, SHOWN, original)
    fits = condition.value(Run(world, "", "Betting"), {"it": (SHOWN,)})
    del cards[SHOWN]
    return fits


def _stake(draft: MutableState, player: str, level: int) -> None:
    """Increase a player's stake to `level`: by cards that the player chooses, and for the rest by items."""
    stake, means = draft.seats[player].stake, means_of(draft, player)
    question = bet_question(draft, player, level, means)
    chosen = () if question is None else tuple(str(code) for code in draft.ask(question))
    added = Stake(_taken(means.items, level - stake.size - len(chosen)), chosen)
    for item, count in added.items.items():
        draft.shift_stock(player, item, -count)
    together = {item: stake.items.get(item, 0) + added.items.get(item, 0) for item in {**stake.items, **added.items}}
    draft.reseat(player, stake=Stake(together, (*stake.cards, *chosen), stake.gone))
    draft.events.append(events.staked(player, added, pool.in_words(draft, added)))


def _taken(items: dict[str, int], needed: int) -> dict[str, int]:
    """Return `needed` items, taken in the law's order of items."""
    taken: dict[str, int] = {}
    for item, count in items.items():
        if share := min(count, needed - sum(taken.values())):
            taken[item] = share
    return taken


def _difference(one: Stake, other: Stake) -> Stake:
    items = {item: count - other.items.get(item, 0) for item, count in one.items.items()}
    cards = tuple(card for card in one.cards if card not in other.cards)
    return Stake({item: count for item, count in items.items() if count}, cards, one.gone - other.gone)


def _check(refusal: IllegalMove | None) -> None:
    if refusal is not None:
        raise refusal
