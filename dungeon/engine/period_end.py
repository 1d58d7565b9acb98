"""The end of a period (R66–R71).

Plans are revealed, players act, chests are emptied, enemies act, and somebody may win.
"""

from dungeon.engine import enemy_turn, simultaneous_action
from dungeon.engine.create_levels import with_kind
from dungeon.engine.mutable_state import MutableState
from dungeon.engine.parsed_law import Rules
from dungeon.engine.state import Explorer, Frame, HexKind, Replay, Spot, State
from nomic.matches.contract.game import Chance, Event


def end_period(rules: Rules, state: State, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Perform the end of a period. The order in which plans were made has no effect."""
    draft = MutableState(rules, state, chance)
    _unseal(draft)
    draft.emit("period-over", f"Period {state.period} ends.", period=state.period)
    frames = [simultaneous_action.act_all(draft, number) for number in range(1, rules.actions + 1)]
    emptied = _empty_chests(draft, frames)
    frames.append(enemy_turn.act_all(draft))
    winner = winner_of(rules, [each for each in draft.explorers.values() if each.status == "in"])
    if winner:
        store = draft.explorers[winner].store
        draft.emit(
            "won",
            f"{winner} wins with {simultaneous_action.coins_in_words(store)} in store.",
            player=winner,
            coins=store,
        )
    for explorer in list(draft.explorers.values()):
        draft.put(explorer, plan=None, sealed=False)
    last = Replay(state.period, tuple(frames), emptied)
    return draft.state(period=state.period + 1, last=last, winner=winner), tuple(draft.events)


def winner_of(rules: Rules, explorers: list[Explorer]) -> str:
    """Return the player with enough stored coins and a sufficient lead over every other (R71), or ""."""
    richest = max(explorers, key=lambda each: each.store, default=None)
    if richest is None or richest.store <= rules.coins_more_than:
        return ""
    is_ahead = all(richest.store - each.store >= rules.ahead_by for each in explorers if each is not richest)
    return richest.player if is_ahead else ""


def _unseal(draft: MutableState) -> None:
    """Reveal every sealed plan, including withdrawn ones, so that the record is complete."""
    for explorer in draft.explorers.values():
        if explorer.sealed:
            draft.emit("unsealed", "", player=explorer.player)


def _empty_chests(draft: MutableState, frames: list[Frame]) -> tuple[tuple[Spot, HexKind], ...]:
    """Replace the chests that were looted in the period with blank hexes (R67)."""
    looted = [act.path[-1] for frame in frames for act in frame.acts if act.how == "looted"]
    spots = [spot for spot in dict.fromkeys(looted) if spot is not None]
    emptied = tuple((spot, draft.kind(spot)) for spot in sorted(spots, key=lambda s: (s.dungeon, s.level, s.r, s.q)))
    for spot, _ in emptied:
        level = draft.levels[spot.dungeon - 1][spot.level - 1]
        draft.put_level(spot.dungeon, spot.level, with_kind(level, spot.hex, draft.rules.kind_of("blank")))
    return emptied
