"""Playing a card, drawing during a turn, and making a postponed choice (R36, R40-R42)."""

import contextlib

from exoptosis.engine.cards.card import CardId
from exoptosis.engine.cards.card_in_words import card_in_words
from exoptosis.engine.cards.draw import draw_one
from exoptosis.engine.effect_world import BattleWorld
from exoptosis.engine.flow.debts import PLAYS_FIRST, pay_debt, settle_debts
from exoptosis.engine.flow.turns import pass_turn, win_check
from exoptosis.engine.flow.waiting_effects import PlayEnds, meets, run_wait
from exoptosis.engine.moves import legality
from exoptosis.engine.moves.playability import upon_the_top
from exoptosis.engine.mutable_state import MutableState
from exoptosis.engine.parsed_law import Hooks
from exoptosis.engine.read_only_world import Playing
from exoptosis.engine.state import Played, Wait
from nomic.effects.language.world import Names
from nomic.effects.running.interpreter import Run
from nomic.matches.contract.game import IllegalMove


def play_card(draft: MutableState, player: str, card: CardId) -> None:
    """Play a card of the player's hand in their turn, or at any time if its flags allow that (R74).

    The player's debts are first settled by chance (R41). Raises IllegalMove if the card cannot be played, and
    Unanswered for a choice of the player.
    """
    if (illegal := legality.refusal(draft, player, card)) is not None:
        raise illegal
    if _has_settled(draft, player) and (draft.outcome is not None or legality.refusal(draft, player, card) is not None):
        draft.emit("play-lapsed", f"{player} can no longer play that card.", player=player, card=card)
        win_check(draft, player)
        return
    on_turn = legality.is_turn_of(draft, player)
    world = BattleWorld(draft, player)
    with contextlib.suppress(PlayEnds):
        _resolve(world, player, card, ())
    win_check(draft, player)
    if on_turn:
        pass_turn(draft)


def _has_settled(draft: MutableState, player: str) -> bool:
    """Settle a player's debts by chance, and return whether there were any."""
    owed = [debt for debt in draft.debts if debt.debtor == player]
    settle_debts(draft, owed, PLAYS_FIRST)
    return bool(owed)


def play_freely(draft: MutableState, player: str, card: CardId) -> None:
    """Play a card as if it were legal, with all players answering immediately.

    Used to try out the effects of a proposed law.
    """
    with contextlib.suppress(PlayEnds):
        _resolve(BattleWorld(draft, *draft.participants), player, card, (), as_if_legal=True)
    win_check(draft, player)


def draw(draft: MutableState, player: str) -> None:
    """Draw a card, which ends the turn (R36).

    Raises IllegalMove if the player may not draw, and Unanswered for the choice of the card.
    """
    if (illegal := legality.draw_refusal(draft, player)) is not None:
        raise illegal
    world = BattleWorld(draft, player)
    draw_one(world, player, player, None, Run(world, player, "Drawing"))
    win_check(draft, player)
    pass_turn(draft)


def pay(draft: MutableState, player: str, number: int) -> None:
    """Pay one of the player's own debts before it falls due (R41).

    Raises IllegalMove if there is no debt of that number, and Unanswered for a choice of the player.
    """
    debt = next((debt for debt in draft.debts if debt.id == number and debt.debtor == player), None)
    if debt is None:
        raise IllegalMove("no-such-debt", f"{player} has no such debt.", "R41")
    pay_debt(draft, debt)
    win_check(draft, player)


def _resolve(
    world: BattleWorld, player: str, card: CardId, without: tuple[str, ...], *, as_if_legal: bool = False
) -> None:
    """Resolve one play from its cost to its last effect (R42).

    Cards that the effect plays are then resolved completely (R86).
    """
    draft = world.draft
    beneath = (draft.pile[-1].card,) if draft.pile else ()
    known = draft.cards[card]
    playing = Playing(card, player, beneath, known.species, as_if_legal)
    playing.is_allowed = upon_the_top(world, player).is_allowed(card)
    outer, world.playing = world.playing, playing
    modifiers = [modifier.name for modifier in known.modifiers if modifier.name not in without]
    waiting = [wait for wait in draft.waits if wait.event == "played"]
    # The card leaves the hand before its cost is paid. Whatever the cost does to other cards, this one goes on the
    # pile.
    draft.remove(card)
    try:
        _pay_costs(world, playing, modifiers)
    except PlayEnds:
        _lay(draft, playing)
        world.playing = outer
        raise
    _lay(draft, playing)
    try:
        _take_effect(world, playing, modifiers, waiting)
    except PlayEnds:
        # The card has been played all the same, so the effects at the end of a play still run.
        _end(world, playing, modifiers)
        world.playing = outer
        raise
    _end(world, playing, modifiers)
    world.playing = outer


def _lay(draft: MutableState, playing: Playing) -> None:
    """Put the card on the pile.

    The card counts as having the modifiers that it acted as when its cost was paid (R87).
    """
    player, card = playing.by, playing.card
    draft.pile.append(Played(card, player, tuple(playing.acts_as)))
    draft.emit("played", f"{player} plays {card_in_words(draft.cards[card])}.", player=player, card=card)


def _take_effect(world: BattleWorld, playing: Playing, modifiers: list[str], waiting: list[Wait]) -> None:
    for modifier in modifiers:
        world.play_modifier(modifier)
    _perform(world, playing, "when_played")
    for queued, lacking in playing.queue:
        if world.draft.holder(queued) is not None:
            _resolve(world, playing.by, queued, lacking, as_if_legal=True)
    _run_waits(world, waiting, playing.by, playing.card)


def _end(world: BattleWorld, playing: Playing, modifiers: list[str]) -> None:
    _perform(world, playing, "at_end")
    for modifier in (*modifiers, *playing.acts_as):
        _perform_modifier(world, playing, modifier, "at_end")


def _pay_costs(world: BattleWorld, playing: Playing, modifiers: list[str]) -> None:
    _perform(world, playing, "cost")
    for modifier in modifiers:
        _perform_modifier(world, playing, modifier, "cost")


def _perform(world: BattleWorld, playing: Playing, moment: str) -> None:
    """Run the species' effect for this moment. A repealed species has none (R106)."""
    known = world.draft.rules.species.get(playing.label)
    if known is not None:
        playing.doing.append(playing.label)
        _run(world, playing, known.hooks, moment, playing.label, {})
        playing.doing.pop()


def _perform_modifier(world: BattleWorld, playing: Playing, modifier: str, moment: str) -> None:
    known = world.draft.rules.modifiers.get(modifier)
    if known is not None:
        _run(world, playing, known.hooks, moment, f"{playing.label}, {modifier}", {"mod": (modifier,)})


def _run(world: BattleWorld, playing: Playing, hooks: Hooks, moment: str, label: str, more: Names) -> None:
    effect = getattr(hooks, moment)
    if effect:
        Run(world, playing.by, label).perform(effect, {**playing.names, **more})


def _run_waits(world: BattleWorld, waiting: list[Wait], player: str, card: CardId) -> None:
    """Run waiting effects that were set before this play, in order.

    Each is used up before it runs (R50).
    """
    for wait in waiting:
        if wait in world.draft.waits and player in wait.who and meets(world, wait, card):
            world.draft.waits.remove(wait)
            run_wait(world, wait, player, (card,))
