"""The endings of a game, and their rewards (R59, R101, R113)."""

from msgspec.structs import replace

from knucklebones.engine import events
from knucklebones.engine.parsed_law import Rules
from knucklebones.engine.player_field import score
from knucklebones.engine.state import GameOutcome, State
from knucklebones.engine.world import DiceWorld
from nomic.effects.asking.begun_moves import Attempt, Begun
from nomic.effects.running.interpreter import Run
from nomic.matches.contract.game import Chance, Environment, Event, Step


def settle(rules: Rules, state: State, emitted: list[Event], chance: Chance, environment: Environment) -> Step[State]:
    """End a game because a field is full. The higher score wins; equal scores have no winner."""
    scores = {side.player: score(side.field) for side in state.sides}
    (one, points), (other, against) = scores.items()
    if points == against:
        return Step(replace(state, outcome=GameOutcome("drawn")), (*emitted, events.drawn(scores)))
    winner = one if points > against else other
    emitted.append(events.won(winner, scores))
    return _won(rules, replace(state, outcome=GameOutcome("won", winner)), emitted, chance, environment)


def forfeit(rules: Rules, state: State, player: str, why: str, chance: Chance, environment: Environment) -> Step[State]:
    """End the game with the opponent as winner, regardless of the scores, with the usual rewards (R58, R113)."""
    winner = state.opponent(player)
    outcome = GameOutcome("won", winner, forfeited=player)
    emitted = [events.forfeited(player, why), events.won_by_forfeit(winner)]
    return _won(rules, replace(state, die=None, pending=None, outcome=outcome), emitted, chance, environment)


def call_off(state: State, player: str) -> Step[State]:
    """Call off a game because a player has left before it began."""
    outcome = GameOutcome("off", forfeited=player)
    return Step(replace(state, outcome=outcome), (events.off(f"{player} has left."),))


def stop(state: State) -> Step[State]:
    """End the game without a result or rewards (R101)."""
    return Step(replace(state, die=None, pending=None, outcome=GameOutcome("stopped")), (events.stopped(),))


def _won(rules: Rules, state: State, emitted: list[Event], chance: Chance, environment: Environment) -> Step[State]:
    """Give the law's rewards. Questions in them get their default answers."""
    if state.outcome is not None:
        winner = (state.outcome.winner,)
        by_chance = Attempt(Begun("", {}, rules.number), (), chance, environment, late=True)
        world = DiceWorld(rules, state, by_chance)
        Run(world, state.outcome.winner, "Rewards").perform(rules.rewards, {"me": winner, "winner": winner})
        emitted += world.events
    return Step(state, tuple(emitted))
