"""Effects of the law at the start (R33) and the end (R44) of a game, and on originals after battles (R48)."""

from exoptosis.engine import environment, events
from exoptosis.engine.cards.card import Card, Modifier, Original
from exoptosis.engine.cards.duplicates import card_of
from exoptosis.engine.effect_world import BattleWorld
from exoptosis.engine.flow.pool import destroyed_now
from exoptosis.engine.mutable_state import MutableState
from exoptosis.engine.read_only_world import SHOWN
from nomic.effects.running.interpreter import Run
from nomic.law.schema.json_reader import Json


def commence(draft: MutableState) -> None:
    """Run the law's effect for the beginning of the first turn, once for each participant (R33)."""
    effect = draft.rules.occasion(draft.kind).at_commencement
    for player in draft.participants:
        Run(BattleWorld(draft, by_chance=True), player, "Commencement").perform(effect, {"me": (player,)})


def reward(draft: MutableState, winner: str) -> None:
    """Give the rewards of a won game, based on the final hands (R44). Choices are made by chance."""
    effect = draft.rules.occasion(draft.kind).rewards
    world = BattleWorld(draft, by_chance=True)
    Run(world, winner, "Rewards").perform(effect, {"me": (winner,), "winner": (winner,)})


def mark_the_battle(draft: MutableState) -> None:
    """Run the after-battle effects of modifiers on originals that were in their owners' hands (R48).

    They run however the battle ended, if its first turn had begun (R122).
    """
    if draft.kind != "battle" or draft.turn is None:
        return
    for seat in list(draft.seats.values()):
        for code in seat.held:
            original = environment.original(draft.environment, code)
            if original is not None:
                _mark(draft, seat.player, code, original)


def _mark(draft: MutableState, player: str, code: str, original: Original) -> None:
    """Run the after-battle effects of an original's modifiers, with the original temporarily on the table."""
    before = draft.cards[SHOWN] = card_of(draft, SHOWN, original)
    for modifier in before.modifiers:
        _act(draft, player, modifier)
    after = draft.cards.pop(SHOWN)
    if code not in destroyed_now(draft) and after != before:
        draft.events.append(events.original_changed(code, after.modifiers, _gained(before, after)))


def _act(draft: MutableState, player: str, modifier: Modifier) -> None:
    known = draft.rules.modifiers.get(modifier.name)
    if known is not None and known.hooks.after_battle:
        run = Run(BattleWorld(draft, by_chance=True, shows=player), player, f"After the battle, {modifier.name}")
        run.perform(known.hooks.after_battle, {"me": (player,), "this": (SHOWN,), "mod": (modifier.name,)})


def _gained(before: Card, after: Card) -> dict[str, list[Json]]:
    """Return the values, suits, colours and types that the card has gained."""
    gained: dict[str, list[Json]] = {
        trait: [member for member in getattr(after, trait) if member not in getattr(before, trait)]
        for trait in ("values", "suits", "colours", "types")
        if set(getattr(after, trait)) - set(getattr(before, trait))
    }
    if after.values_from is not None and after.values_from != before.values_from:
        gained["values"] = [*gained.get("values", []), {"from": after.values_from}]
    return gained
