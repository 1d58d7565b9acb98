"""Limits of battles and duels, which may be expressions evaluated for the actor."""

from collections.abc import Iterator

from exoptosis.law.battles import MAX_DUELS, MAX_HAND, Battles, Duels
from nomic.clauses.checks.prices import number_flaws
from nomic.clauses.clause_index import secrets_of, vocabulary_of
from nomic.clauses.runtime.amounts import number_within
from nomic.cycles.actions.context import ReadContext
from nomic.effects.language import scopes
from nomic.law.document.sections import Flaw, Law


def limits_agree(law: Law) -> Iterator[Flaw]:
    """Yield the flaws of the limits of battles and duels."""
    known, secrets = vocabulary_of(law), secrets_of(law)
    if law.has("battles"):
        cards = law.section("battles", Battles).cards_at_least
        yield from number_flaws("/battles/cards_at_least", cards, known, secrets)
    if law.has("duels"):
        yield from number_flaws("/duels/per_phase", law.section("duels", Duels).per_phase, known, secrets)


def cards_for_a_battle(ctx: ReadContext) -> int:
    """Return the number of cards that the actor needs to declare for a battle now."""
    needed = ctx.law.section("battles", Battles).cards_at_least
    return number_within(ctx, needed, {"me": (ctx.actor.name,)}, scopes.WHO_ACTS, 1, MAX_HAND)


def duels_a_phase(ctx: ReadContext, player: str) -> int:
    """Return the current limit of duels per phase for a player."""
    most = ctx.law.section("duels", Duels).per_phase
    return number_within(ctx, most, {"me": (player,)}, scopes.WHO_ACTS, 0, MAX_DUELS)
