"""The first step of a new player in Knucklebones: to name the wanted opponents."""

from collections.abc import Sequence

from django.urls import reverse

from knucklebones.wanted_opponents import DECLARE
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_named
from nomic.web.hooks.first_steps import FirstStep, OwnAct


def first_steps(ctx: ReadContext, acts: Sequence[OwnAct]) -> list[FirstStep]:
    """Return the step of declaring an intention, or nothing if it is neither done nor possible now."""
    is_done = any(act.action == DECLARE for act in acts)
    if not is_done and action_named(DECLARE, ctx.law).refusal(ctx) is not None:
        return []
    return [
        FirstStep(
            "Say who you want to play",
            "If you name nobody, you play everybody who names you or names nobody. "
            "Games begin with the next phase that has games.",
            reverse("web:act", args=[ctx.cycle.slug, DECLARE]),
            is_done,
        )
    ]
