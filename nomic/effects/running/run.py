"""The interpreter: one run of an effect in a world.

A run that comes to a question without an answer ends there and is begun again, from the start, with one answer more;
what it changed until then is thrown away with the world's copy. So a half-made choice is a list of answers.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from nomic import limits
from nomic.chance.dice import Dice
from nomic.chance.source import TooLong as TooLong
from nomic.effects.asking.questions import Option, Question
from nomic.effects.language.conditions import Demanded
from nomic.effects.language.nodes import Condition, Effect, text_of
from nomic.effects.language.operations import Choose, Offer
from nomic.effects.language.reading import condition_from_text, effect_from_text
from nomic.effects.language.world import Card, Names, Players, Rest, World
from nomic.effects.words.prompts import choice_prompt
from nomic.law.budget import spend

MOST_STEPS = limits.RUN_STEPS
KINDS = {"cards": "card", "players": "player", "names": "name", "number": "number"}


class Run:
    """An effect running for a player. `label` names what it comes from, for questions and draws.

    Every operation is a step, and so is every draw; more than any effect may take raise TooLong: the check of the law
    should have refused it. Whoever tries effects out counts the steps of all of them (`nomic.law.budget`).
    """

    def __init__(self, world: World, me: str, label: str) -> None:
        self.world = world
        self.me = me
        self.label = label
        self._steps = 0

    def perform(self, effect: Effect, names: Names) -> None:
        """Do these steps in order; names that they bind are added to `names`.

        A choice that is owed takes the rest of its list with it (R41). Raises TooLong.
        """
        for place, step in enumerate(effect):
            self._spend(1)
            if isinstance(step, Choose | Offer) and step.is_owed(self, names):
                rest = Rest(text_of([later.raw for later in effect[place:]]), step.scope, dict(names))
                self.world.owe(step.chooser(self, names), rest, self)
                return
            step.perform(self, names)

    def _spend(self, steps: int) -> None:
        self._steps += steps
        if self._steps > MOST_STEPS:
            raise TooLong(self.label)
        spend(steps)

    def go_on(self, rest: Rest, more: Names | None = None) -> None:
        """Do what was kept for later, with these names more."""
        self.perform(effect_from_text(rest.text, rest.scope), {**rest.names, **(more or {})})

    def everybody(self, name: str) -> Players:
        """What `$next`, `$all` and `$others` stand for now."""
        if name == "next":
            return self.world.following(self.me)
        everyone = self.world.players("participants")
        return everyone if name == "all" else tuple(player for player in everyone if player != self.me)

    # ── questions

    def ask(self, choose: Choose, who: str, options: Sequence[Any], least: int, most: int) -> tuple[Any, ...]:
        """Which of these somebody chooses."""
        return self.world.ask(self.question(choose, who, options, least, most))

    def question(self, choose: Choose, who: str, options: Sequence[Any], least: int, most: int) -> Question:
        """The question in which a choice consists."""
        kind = KINDS[choose.from_.kind]
        is_optional = least == 0 or choose.is_up_to(options, most)
        return Question(
            who=who,
            prompt=f"{self.label}: {choice_prompt(choose, least, most)}",
            kind="number" if kind == "name" and isinstance(options[0], int) else kind,
            options=tuple(Option(option, self._label(kind, option)) for option in options),
            least=least,
            most=most,
            late=choose.late or ("none" if is_optional else "chance"),
        )

    def _label(self, kind: str, option: Card) -> str:
        return self.world.name_of(option) if kind == "card" else str(option)

    def offer(self, offer: Offer, who: str, labels: Sequence[str]) -> int | None:
        """Which of the labelled options somebody takes, or None."""
        options = tuple(Option(place, label) for place, label in enumerate(labels))
        question = Question(who, f"{self.label}: {offer.offer}", "offer", options, 0, 1, "none")
        answer = self.world.ask(question)
        return int(answer[0]) if answer else None

    # ── chance

    def draw(self, options: Sequence[Any], count: int, what: str) -> list[Any]:
        """So many of `options` by chance, without repetition."""
        self._spend(count)
        left, drawn = list(options), []
        for _ in range(count):
            drawn.append(left.pop(self.world.below(len(left), f"{self.label}: {what}", f"{self.label}: {what}")))
        return drawn

    def roll(self, dice: Dice) -> int:
        """The result of NdK (R17). Each die is a step."""
        self._spend(dice.count)
        label = f"{self.label}: {dice}"
        return dice.result([1 + self.world.below(dice.sides, label, label) for _ in range(dice.count)])

    # ── conditions kept for later

    def demand(self, where: Condition | None, names: Names) -> Rest | None:
        """A condition on a card, `$it`, as something that can be kept; None where there is none."""
        if where is None:
            return None
        if not isinstance(where, Demanded):
            return Rest(text_of(where.raw), where.scope, dict(names))
        kept = names.get("event.where") or ()
        return msgspec.json.decode(kept[0], type=Rest) if kept else None  # type: ignore[index, arg-type]

    def event(self, who: str, cards: tuple[Card, ...], demand: Rest | None) -> Names:
        """What a waiting effect may say of the event that it waited for."""
        kept = () if demand is None else (msgspec.json.encode(demand).decode(),)
        return {"event.who": (who,), "event.card": cards, "event.where": kept}

    def fits(self, demand: Rest | None, card: Card) -> bool:
        """Whether a card meets a demand."""
        if demand is None:
            return True
        condition = condition_from_text(demand.text, demand.scope)
        return condition.value(self, {**demand.names, "it": (card,)})
