"""Suggestions for a player who has too few cards for a battle, or has reached the limit of duels per phase."""

from collections.abc import Sequence

from django.urls import reverse

from exoptosis.shop.open_pack import packs_held
from exoptosis.web.first_steps import packs_sold
from nomic.cycles.actions.context import ReadContext
from nomic.web.hooks.refusal_suggestions import WayOut


def for_more_cards(ctx: ReadContext) -> Sequence[WayOut]:
    """Return ways to get cards: open a pack, if the visitor has one, and buy a pack, if the shop sells any."""
    slug, law = ctx.cycle.slug, ctx.law
    opening = law.has("packs") and packs_held(ctx)
    buying = law.has("shop") and law.has("packs") and packs_sold(law)
    return (
        *((WayOut("Open a pack", reverse("web:act", args=[slug, "open-pack"])),) if opening else ()),
        *((WayOut("Buy a pack", reverse("exoptosis:croupier", args=[slug])),) if buying else ()),
    )


def for_the_next_phase(ctx: ReadContext) -> Sequence[WayOut]:
    """Return the suggestion to advance the clock, or nothing if the practice cycle is not the visitor's own."""
    cycle = ctx.cycle
    if not cycle.practice or cycle.owner_name != ctx.actor.name:
        return ()
    return (WayOut("Advance the clock to the next phase", reverse("web:act", args=[cycle.slug, "advance-clock"])),)


WAYS_OUT = {"too-few-cards": for_more_cards, "once-a-phase": for_the_next_phase}
