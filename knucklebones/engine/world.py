"""The effect language's world of a game, for Dice and rewards."""

from collections import Counter

from knucklebones.engine import events
from knucklebones.engine.parsed_law import Rules
from knucklebones.engine.state import State
from nomic.effects.asking.begun_moves import Answer, Attempt
from nomic.effects.asking.questions import Question
from nomic.effects.language.world import Players, Runner, Which
from nomic.effects.prose.prompts import EnglishPrompts
from nomic.effects.running.cardless_world import CardlessWorld
from nomic.matches.contract.game import Event


class DiceWorld(EnglishPrompts, CardlessWorld):
    """The world of one run of an effect. Its answers, draws and reads of the environment come from an attempt."""

    def __init__(self, rules: Rules, state: State, attempt: Attempt) -> None:
        self.events: list[Event] = []
        self._rules = rules
        self._state = state
        self._attempt = attempt
        self._gained: Counter[tuple[str, str]] = Counter()

    # ── reading

    def players(self, which: Which) -> Players:
        if which in ("players", "active"):
            return tuple(self._attempt.read(which))
        outcome = self._state.outcome
        gone = outcome.forfeited if outcome is not None and which == "participants" else ""
        return tuple(player for player in self._state.players if player != gone)

    def following(self, player: str) -> Players:
        return tuple(other for other in self.players("participants") if other != player)

    def stock(self, item: str, holder: str) -> int:
        """Return the holder's amount of an item, including changes by this effect. In this game nothing is bet."""
        held = 0 if holder == "pool" else int(self._attempt.read("stock", holder, item))
        return held + self._gained[holder, item]

    # ── questions and draws

    def ask(self, question: Question) -> Answer:
        """Return the next answer. Raises Unanswered if there is none yet, and BadAnswer if it was not offered."""
        return self._attempt.ask(question)

    def below(self, sides: int, label: str, purpose: str) -> int:
        """Return a uniform integer in [0, sides): the value drawn by an earlier attempt, or a new one."""
        return self._attempt.below(sides, label, purpose)

    # ── writing

    def grant(self, item: str, count: int, to: str, run: Runner) -> None:
        if not self._plays(to):
            return
        self._gained[to, item] += count
        self.events.append(events.granted(to, item, count, self._rules.counted(item, count)))

    def _plays(self, player: str) -> bool:
        """Return whether the name belongs to a player of the cycle. Only players own things (R5)."""
        return player in self.players("participants") or player in self._attempt.read("players")

    def revoke(self, item: str, count: int, player: str, run: Runner) -> None:
        count = min(count, self.stock(item, player))
        if count > 0:
            self._gained[player, item] -= count
            self.events.append(events.revoked(player, item, count, self._rules.counted(item, count)))
