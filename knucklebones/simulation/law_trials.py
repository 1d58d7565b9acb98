"""Trials of a proposed law's effects: every changed Dice is used, and every prize is won.

An effect must terminate and never fail, whatever is chosen.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from knucklebones.engine.game import Knucklebones
from knucklebones.engine.moves import dice_with
from knucklebones.engine.parsed_law import Rules
from knucklebones.engine.state import State
from knucklebones.law_section import NAME
from knucklebones.simulation.memory_environment import Pockets
from nomic.chance.draw_source import Source
from nomic.effects.asking.refusals import IllegalMove
from nomic.effects.running.interpreter import TooLong
from nomic.law.document.sections import Flaw, Law, pointer
from nomic.law.trials.trial_budget import OutOfBudget, spend_steps
from nomic.matches.contract.bots import answered, random_answer
from nomic.matches.contract.external_events import Begun
from nomic.matches.contract.moves import Forfeit
from nomic.matches.simulation.run import match_seed
from nomic.matches.simulation.unhosted_match import FIRST_REVISION, UnhostedMatch

TRIALS = 3  # games for each Dice
MAX_MOVES = 60  # in a game, after which a player forfeits, so that the other wins
PLAYERS = ("player0", "player1")
ENDLESS = "it does not come to an end"
GAME = Knucklebones()


def try_out(old: Law, new: Law) -> Iterator[Flaw]:
    """Yield a flaw for each Dice or reward that a new law adds or changes and that fails in a trial."""
    if not new.has(NAME):
        return
    rules = GAME.rules(dict(new.document), FIRST_REVISION)
    for path, dice in _changed(old, new):
        for count in range(TRIALS):
            try:
                detail = _trial(rules, dice, match_seed(path, count))
            except OutOfBudget as out:
                yield Flaw(path, f"trying this proposal out takes {out}: propose a smaller change")
                return
            if detail:
                yield Flaw(path, f"tried out in a random game, it fails: {detail}")
                break


def _changed(old: Law, new: Law) -> Iterator[tuple[str, str]]:
    """Yield the path of each new effect, and its Dice."""
    was, now = (law.document.get(NAME, {}) for law in (old, new))
    if was.get("rewards") != now["rewards"]:
        yield pointer(NAME, "rewards"), ""
    held: Mapping[str, Any] = was.get("dice", {})
    for name, dice in now["dice"].items():
        if held.get(name) != dice:
            yield pointer(NAME, "dice", name, "effect"), name


def _trial(rules: Rules, dice: str, seed: str) -> str:
    """Return the failure in one random game in which both players hold the Dice, or ""."""
    pockets = Pockets(PLAYERS, tuple(rules.dice))
    pockets.items.update({(player, dice): 1 for player in PLAYERS})
    match = UnhostedMatch(GAME, rules, GAME.setup(rules, {"players": list(PLAYERS)}), pockets, seed)
    chance = Source(seed, "trial")
    try:
        match.happen(Begun())
        for _ in range(MAX_MOVES):
            if match.state.outcome is not None:
                return ""
            _move(match, chance)
            if any(event.kind == "move-lapsed" for event in match.events):  # after a draw, the use could not be refused
                return ENDLESS
        match.play(match.state.mover.player, Forfeit())
    except OutOfBudget:
        raise
    except TooLong:
        return ENDLESS
    except Exception as error:
        if isinstance(error, IllegalMove) and error.code == "too-long":
            return ENDLESS
        return f"{type(error).__name__} {error}"[:200]
    return ""


def _move(match: UnhostedMatch[Rules, State], chance: Source) -> None:
    """Let the player to move use the Dice as soon as possible, and otherwise make a random move."""
    spend_steps()
    player = match.state.mover.player
    legal = match.game.legal(match.rules, match.state, player, match.fake_environment)
    wanted = [move for move in legal if dice_with(move.move)] or [move for move in legal if move.move != Forfeit()]
    move = chance.pick(wanted, "move", "which move is tried")
    answers = answered(
        match.game, match.rules, match.state, player, move, match.fake_environment,
        lambda question, _: random_answer(question, chance),
    )  # fmt: skip
    match.play(player, move.move, answers)
