"""The interpreter: a run of an effect in a world.

In a match, a run that reaches an unanswered question ends with an exception, and its changes are discarded with the
copy of the world. It starts again from the beginning with one more answer, so an unfinished choice is stored as a list
of answers. Outside of matches the run may stop instead, and its remainder is resumed later
(`nomic.effects.language.suspend_run`).
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from nomic import limits
from nomic.chance.dice_notation import Dice
from nomic.chance.draw_source import TooLong as TooLong
from nomic.effects.language.detect_secret_draws import EVERYTHING, IN_SECRET, is_drawn_in_secret, secret_names
from nomic.effects.language.loop_cache import LoopCache
from nomic.effects.language.node_traversal import weight
from nomic.effects.language.nodes.base import text_of
from nomic.effects.language.nodes.values import as_members
from nomic.effects.language.parser import condition_from_text, effect_from_text
from nomic.effects.language.suspend_run import Frame, RunSuspended
from nomic.effects.language.world import Card, Cards, Members, Names, Players, Rest, Secrets, Step, World
from nomic.law.trials.trial_budget import spend_steps

MAX_STEPS = limits.RUN_STEPS


class _Account:
    """The step counter of a run and its nested runs."""

    steps = 0


class Run:
    """A run of an effect for a player. `label` names its source, for questions and draws.

    Every operation and every draw is a step. Too many steps raise TooLong; the check of the law should have rejected
    the effect. In trial runs, steps also count against a common budget (`nomic.law.trials.trial_budget`). `meter` is
    called with the number of evaluated nodes, and may raise TooLong.
    """

    def __init__(self, world: World, me: str, label: str, meter: Callable[[int], None] | None = None) -> None:
        self.world = world
        self.me = me
        self.label = label
        self.loop_cache = LoopCache()
        self._account = _Account()
        self._meter = meter

    def perform(self, effect: Sequence[Step], names: Names) -> None:
        """Run these steps in order. Names that they bind are added to `names`.

        A postponed choice postpones the rest of its list too (R41). Raises TooLong after too many steps, and
        RunSuspended with the remaining parts if the run has to wait.
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
            except RunSuspended as stopped:
                stopped.keep_list(effect, place, names)
                raise

    def _perform_guarded(self, effect: Sequence[Step], place: int, names: Names, secrets: Secrets) -> None:
        """Run a step under a law with secrets.

        Its draws are secret if they determine something about a secret value.
        """
        step = effect[place]
        if not is_drawn_in_secret(effect, place, self, names, secrets):
            step.perform(self, names)
            self._note_secret(names, secret_names(names, step, is_secret=False))
            return
        known = as_members(names.get(IN_SECRET, ()))
        names[IN_SECRET] = (EVERYTHING, *known)  # for the operations within the step
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
        """Run the steps once for each member in order, with `each` bound to that member.

        Raises the same errors as `perform`.
        """
        for place, member in enumerate(members):
            try:
                self.perform(effect, {**names, each: (member,)})
            except RunSuspended as stopped:
                stopped.keep_turns(effect, each, members[place + 1 :], names)
                raise

    def _spend(self, steps: int) -> None:
        self._account.steps += steps
        if self._account.steps > MAX_STEPS:
            raise TooLong(self.label)
        spend_steps(steps)

    def weigh(self, piece: Any, times: int) -> None:
        """Report the nodes of a piece, times `times`, to the meter if there is one, which may raise TooLong."""
        if self._meter is not None:
            self._meter(times * weight(piece))

    def within(self, label: str, me: str = "") -> "Run":
        """Return a nested run with another label, for the same player or for `me`. Both runs share one step counter."""
        inner = Run(self.world, me or self.me, label, self._meter)
        inner._account = self._account
        return inner

    def go_on(self, rest: Rest, more: Names | None = None) -> None:
        """Run a stored part of an effect. `more` holds values of further names."""
        self.perform(effect_from_text(rest.text, rest.scope), {**rest.names, **(more or {})})

    def go_on_with(self, frames: Sequence[Frame]) -> None:
        """Run the remaining parts of a stopped run.

        Raises TooLong, or RunSuspended again with the parts that are still left.
        """
        for place, frame in enumerate(frames):
            try:
                if frame.each:
                    effect = effect_from_text(frame.rest.text, frame.rest.scope)
                    self.perform_for_each(effect, frame.each, frame.members, dict(frame.rest.names))
                else:
                    self.go_on(frame.rest)
            except RunSuspended as stopped:
                stopped.frames += frames[place + 1 :]
                raise

    def everybody(self, name: str) -> Players:
        """Return the players that `$next`, `$all` or `$others` currently refers to."""
        if name == "next":
            return self.world.following(self.me)
        everyone = self.world.players("participants")
        return everyone if name == "all" else tuple(player for player in everyone if player != self.me)

    # ── chance

    def draw(self, options: Members, count: int, what: str) -> Members:
        """Return `count` random options without repetition."""
        self._spend(count)
        left, drawn = list(options), []
        for _ in range(count):
            drawn.append(left.pop(self.world.below(len(left), f"{self.label}: {what}", f"{self.label}: {what}")))
        return tuple(drawn)

    def roll(self, dice: Dice) -> int:
        """Return the result of rolling these dice (R17). Each die is a step."""
        self._spend(dice.count)
        label = f"{self.label}: {dice}"
        return dice.result([1 + self.world.below(dice.sides, label, label) for _ in range(dice.count)])

    # ── stored parts

    def event(self, who: str, cards: Cards, demand: Rest | None) -> Names:
        """Return the values of `$event`'s parts for an event that triggered a waiting effect."""
        kept = () if demand is None else (msgspec.json.encode(demand).decode(),)
        return {"event.who": (who,), "event.card": cards, "event.where": kept}

    def fits(self, demand: Rest | None, card: Card) -> bool:
        """Return whether a card meets a demand. If the demand is None, every card does."""
        if demand is None:
            return True
        condition = condition_from_text(demand.text, demand.scope)
        return condition.value(self, {**demand.names, "it": (card,)})
