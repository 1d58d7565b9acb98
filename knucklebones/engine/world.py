"""A game as the effects of Dice and rewards see it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

from knucklebones.engine import events
from knucklebones.engine.rules import Rules
from knucklebones.engine.state import Pending, Read, State
from nomic.effects.cardless import CardlessWorld
from nomic.effects.questions import Question
from nomic.effects.run import Run
from nomic.effects.world import Players
from nomic.tables.game import BadAnswer, Chance, Event, Outside

Json = Any
Answer = tuple[int | str, ...]
MOST_LABEL = 120  # what the journal keeps of a draw
MOST_PURPOSE = 200


class Unanswered(Exception):
    """Raised where an effect comes to a question that it has no answer to."""

    def __init__(self, question: Question) -> None:
        self.question = question
        super().__init__(question.prompt)


class DiceWorld(CardlessWorld):
    """The world of one run of an effect.

    `answers` are used up in order; with `late`, chance gives those that are missing. A use that was `begun` goes the
    same way again: it sees what it has drawn and read before it draws and reads anything new (R18).
    """

    def __init__(
        self,
        rules: Rules,
        state: State,
        chance: Chance,
        outside: Outside,
        *,
        answers: Sequence[Answer] = (),
        begun: Pending | None = None,
        late: bool = False,
    ) -> None:
        self.events: list[Event] = []
        self.drawn: list[int] = []
        self._rules = rules
        self._state = state
        self._chance = chance
        self._outside = outside
        self._answers = answers
        self._seen = begun.drawn if begun else ()
        self._known = {read.question: read.answer for read in begun.read} if begun else {}
        self._late = late
        self._asked = 0
        self._gained: Counter[tuple[str, str]] = Counter()

    # ── looking

    def players(self, which: Literal["participants", "entered", "players", "active"]) -> Players:
        if which in ("players", "active"):
            return tuple(self._read(which))
        outcome = self._state.outcome
        gone = outcome.forfeited if outcome is not None and which == "participants" else ""
        return tuple(player for player in self._state.players if player != gone)

    def following(self, player: str) -> Players:
        return tuple(other for other in self.players("participants") if other != player)

    def stock(self, item: str, holder: str) -> int:
        """What the inventory holds, changes by this effect included; nothing is bet here."""
        held = 0 if holder == "pool" else int(self._read("stock", holder, item))
        return held + self._gained[holder, item]

    def _read(self, *question: str) -> Json:
        if question not in self._known:
            self._known[question] = self._outside.read(*question)
        return self._known[question]

    @property
    def seen(self) -> tuple[tuple[int, ...], tuple[Read, ...]]:
        """What the use has drawn and read so far."""
        drawn = (*self.drawn, *self._seen[len(self.drawn) :])
        return drawn, tuple(Read(question, answer) for question, answer in self._known.items())

    # ── asking and drawing

    def ask(self, question: Question) -> Answer:
        """The next answer. Raises Unanswered where there is none yet, BadAnswer for one that was not on offer."""
        place = self._asked
        self._asked += 1
        if place < len(self._answers):
            _check_answer(place, self._answers[place], question)
            return self._answers[place]
        if not self._late:
            raise Unanswered(question)
        return self._left_to_chance(question)

    def _left_to_chance(self, question: Question) -> Answer:
        """What becomes of a question that nobody answers in time: nothing, or the least number by chance (R18)."""
        if question.late == "none":
            return ()
        left = [option.value for option in question.options]
        label = f"for {question.who}: {question.prompt}"
        return tuple(left.pop(self.below(len(left), label, question.prompt)) for _ in range(question.least))

    def all_answers_used(self) -> None:
        """Raises BadAnswer where more was answered than asked."""
        if self._asked < len(self._answers):
            raise BadAnswer(self._asked, "nothing more is asked")

    def below(self, sides: int, label: str, purpose: str) -> int:
        """A uniform whole number in [0, sides): the one already seen, or a new one."""
        place = len(self.drawn)
        if place < len(self._seen):
            value = self._seen[place]
        else:
            value = self._chance.below(sides, label[:MOST_LABEL], purpose[:MOST_PURPOSE])
        self.drawn.append(value)
        return value

    # ── changing

    def grant(self, item: str, count: int, to: str, run: Run) -> None:
        if not self._plays(to):
            return
        self._gained[to, item] += count
        self.events.append(events.granted(to, item, count, self._rules.counted(item, count)))

    def _plays(self, player: str) -> bool:
        """Whether somebody is a player of the cycle, as both in the game are: others own nothing (R5)."""
        return player in self.players("participants") or player in self._read("players")

    def revoke(self, item: str, count: int, player: str, run: Run) -> None:
        count = min(count, self.stock(item, player))
        if count > 0:
            self._gained[player, item] -= count
            self.events.append(events.revoked(player, item, count, self._rules.counted(item, count)))


def _check_answer(place: int, answer: Answer, question: Question) -> None:
    offered = {option.value for option in question.options}
    for value in answer:
        if value not in offered or isinstance(value, bool):
            raise BadAnswer(place, f"{str(value)[:60]!r} is not on offer")
    if len(set(answer)) != len(answer):
        raise BadAnswer(place, "something is chosen twice")
    if not question.least <= len(answer) <= question.most:
        raise BadAnswer(place, f"{question.least} to {question.most} can be chosen, not {len(answer)}")
