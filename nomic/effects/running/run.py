"""The interpreter: one run of an effect in a world.

At a table a run that comes to a question without an answer ends there and is begun again, from the start, with one
answer more; what it changed until then is thrown away with the world's copy. So a half-made choice is a list of
answers. In the hall it may stop instead, and what is left of it goes on later (`nomic.effects.language.stopping`).
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from nomic import limits
from nomic.chance.dice import Dice
from nomic.chance.source import TooLong as TooLong
from nomic.effects.language.memo import Standing
from nomic.effects.language.nodes.base import text_of
from nomic.effects.language.nodes.values import as_members
from nomic.effects.language.parser import condition_from_text, effect_from_text
from nomic.effects.language.secret_draws import EVERYTHING, IN_SECRET, is_drawn_in_secret, secret_names
from nomic.effects.language.stopping import Frame, Stopped
from nomic.effects.language.walk import weight
from nomic.effects.language.world import Card, Cards, Members, Names, Players, Rest, Secrets, Step, World
from nomic.law.trials.budget import spend

MAX_STEPS = limits.RUN_STEPS


class _Account:
    """The steps of a run, and of all that it leads to."""

    steps = 0


class Run:
    """An effect running for a player. `label` names what it comes from, for questions and draws.

    Every operation is a step, and so is every draw; more than any effect may take raise TooLong: the check of the law
    should have refused it. Whoever tries effects out counts the steps of all of them (`nomic.law.trials.budget`).
    `meter` counts the nodes that are worked out, and may raise TooLong.
    """

    def __init__(self, world: World, me: str, label: str, meter: Callable[[int], None] | None = None) -> None:
        self.world = world
        self.me = me
        self.label = label
        self.standing = Standing()
        self._account = _Account()
        self._meter = meter

    def perform(self, effect: Sequence[Step], names: Names) -> None:
        """Do these steps in order; names that they bind are added to `names`.

        A choice that is owed takes the rest of its list with it (R41). Raises TooLong, and Stopped, with what is left.
        """
        secrets = self.world.secrets()
        for place, step in enumerate(effect):
            self._spend(1)
            self.weigh(step, 1)
            if step.is_owed(self, names):
                rest = Rest(text_of([later.raw for later in effect[place:]]), step.scope, dict(names))
                self.world.owe(step.chooser(self, names), rest, self)
                return
            try:
                if secrets.values:
                    self._perform_guarded(effect, place, names, secrets)
                else:
                    step.perform(self, names)
            except Stopped as stopped:
                stopped.keep_list(effect, place, names)
                raise

    def _perform_guarded(self, effect: Sequence[Step], place: int, names: Names, secrets: Secrets) -> None:
        """Do a step under a law that keeps secrets: nobody sees what it draws if that decides something of one."""
        step = effect[place]
        if not is_drawn_in_secret(effect, place, self, names, secrets):
            step.perform(self, names)
            self._note_secret(names, secret_names(names, step, is_secret=False))
            return
        known = as_members(names.get(IN_SECRET, ()))
        names[IN_SECRET] = (EVERYTHING, *known)  # for the operations within it
        try:
            with self.world.in_secret():
                step.perform(self, names)
        finally:
            self._note_secret(names, known)
        self._note_secret(names, secret_names(names, step, is_secret=True))

    def _note_secret(self, names: Names, secret: Members) -> None:
        if secret:
            names[IN_SECRET] = secret
        else:
            names.pop(IN_SECRET, None)

    def perform_for_each(self, effect: Sequence[Step], each: str, members: Members, names: Names) -> None:
        """Do these steps for one member after the other, which they call `each`. Raises TooLong and Stopped."""
        for place, member in enumerate(members):
            try:
                self.perform(effect, {**names, each: (member,)})
            except Stopped as stopped:
                stopped.keep_turns(effect, each, members[place + 1 :], names)
                raise

    def _spend(self, steps: int) -> None:
        self._account.steps += steps
        if self._account.steps > MAX_STEPS:
            raise TooLong(self.label)
        spend(steps)

    def weigh(self, piece: Any, times: int) -> None:
        """Count the nodes of a piece that is worked out so many times, where somebody counts them. Raises TooLong."""
        if self._meter is not None:
            self._meter(times * weight(piece))

    def within(self, label: str, me: str = "") -> "Run":
        """What this run leads to, under a name of its own and for its player or another: its steps are this run's."""
        inner = Run(self.world, me or self.me, label, self._meter)
        inner._account = self._account
        return inner

    def go_on(self, rest: Rest, more: Names | None = None) -> None:
        """Do what was kept for later, with these names more."""
        self.perform(effect_from_text(rest.text, rest.scope), {**rest.names, **(more or {})})

    def go_on_with(self, frames: Sequence[Frame]) -> None:
        """Do what was left when a run stopped. Raises TooLong, and Stopped with what is left now."""
        for place, frame in enumerate(frames):
            try:
                if frame.each:
                    effect = effect_from_text(frame.rest.text, frame.rest.scope)
                    self.perform_for_each(effect, frame.each, frame.members, dict(frame.rest.names))
                else:
                    self.go_on(frame.rest)
            except Stopped as stopped:
                stopped.frames += frames[place + 1 :]
                raise

    def everybody(self, name: str) -> Players:
        """What `$next`, `$all` and `$others` stand for now."""
        if name == "next":
            return self.world.following(self.me)
        everyone = self.world.players("participants")
        return everyone if name == "all" else tuple(player for player in everyone if player != self.me)

    # ── chance

    def draw(self, options: Members, count: int, what: str) -> Members:
        """So many of `options` by chance, without repetition."""
        self._spend(count)
        left, drawn = list(options), []
        for _ in range(count):
            drawn.append(left.pop(self.world.below(len(left), f"{self.label}: {what}", f"{self.label}: {what}")))
        return tuple(drawn)

    def roll(self, dice: Dice) -> int:
        """The result of NdK (R17). Each die is a step."""
        self._spend(dice.count)
        label = f"{self.label}: {dice}"
        return dice.result([1 + self.world.below(dice.sides, label, label) for _ in range(dice.count)])

    # ── what was kept for later

    def event(self, who: str, cards: Cards, demand: Rest | None) -> Names:
        """What a waiting effect may say of the event that it waited for."""
        kept = () if demand is None else (msgspec.json.encode(demand).decode(),)
        return {"event.who": (who,), "event.card": cards, "event.where": kept}

    def fits(self, demand: Rest | None, card: Card) -> bool:
        """Whether a card meets a demand."""
        if demand is None:
            return True
        condition = condition_from_text(demand.text, demand.scope)
        return condition.value(self, {**demand.names, "it": (card,)})
