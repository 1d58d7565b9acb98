"""Sentences on the effect of each answer to an offer of a rule, for the player who is asked."""

from collections.abc import Mapping

from nomic.clauses.handlers.resume_after_questions import without_leavers
from nomic.clauses.models import PendingQuestion
from nomic.clauses.runtime.pending_questions import asking_step, frames_of
from nomic.cycles.actions.context import ReadContext
from nomic.effects.language.nodes.base import Effect
from nomic.effects.language.operations.choosing import Offer
from nomic.effects.prose.describe import effect_in_words
from nomic.effects.prose.prompts import spoken_to
from nomic.inventory.law_section import wording_of

NOTHING = "Nothing happens."
MAX_SAID = 240  # characters for one answer


def consequences(ctx: ReadContext, row: PendingQuestion, player: str) -> tuple[Mapping[str | int, str], str]:
    """Return the consequences of an offer's options by their values, and of declining it.

    Other questions have none.
    """
    frames = without_leavers(ctx.cycle, frames_of(row))
    step = asking_step(frames)
    if not isinstance(step, Offer):
        return {}, ""
    names = {"me": (row.me,), **frames[0].rest.names}
    meant = spoken_to(player, step.scope, names).names

    def said(effect: Effect) -> str:
        words = " ".join(effect_in_words(effect, wording_of(ctx.law), meant)) or NOTHING
        return words if len(words) <= MAX_SAID else f"{words[:MAX_SAID].rsplit(' ', 1)[0]} …"

    return {place: said(option.do) for place, option in enumerate(step.options)}, said(step.else_)
