"""The panel on the list of matches for challenging a player or a bot to a duel."""

from typing import Any

from exoptosis.law.match_limits import duels_a_phase
from exoptosis.matches.duels import duels_this_phase
from exoptosis.web.pages import duels_with_bots
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_named
from nomic.law.labels.value_labels import in_unit
from nomic.players.lookup import other_players, player_or_none
from nomic.web.hooks.panels import Panel

REQUEST = "request-duel"
MOST_SAID = 10  # the limit of duels per phase is only shown up to this number
MAX_NAMES = 200  # players to choose from; the action's own page has all


def start_a_duel(ctx: ReadContext) -> dict[str, Any] | None:
    """Return the template data of the panel: whom the visitor can challenge, or why they cannot now.

    Returns None for visitors who are not players, in cycles that have ended, and under a law without duels.
    """
    if not ctx.actor.name or not ctx.cycle.is_running or not ctx.law.has("duels"):
        return None
    if player_or_none(ctx) is None:
        return None
    action = action_named(REQUEST, ctx.law)
    refused = action.refusal(ctx)
    bots = duels_with_bots(ctx)
    with_button = {each.bot for each in bots}
    names = [player.name for player in other_players(ctx) if player.name not in with_button]
    return {
        "action": action,
        "refused": refused,
        "limit": "" if refused is not None else _limit(ctx),
        "bots": bots,
        "names": names[:MAX_NAMES],
        "ctx": ctx,
    }


def _limit(ctx: ReadContext) -> str:
    """Return a sentence about the limit of duels per phase and how many the visitor has joined.

    "" for a large limit.
    """
    most, played = duels_a_phase(ctx, ctx.actor.name), duels_this_phase(ctx, ctx.actor.name)
    if most > MOST_SAID:
        return ""
    so_far = f" You have joined {played} so far." if played else ""
    return f"You may take part in {in_unit(most, 'duel|duels')} per phase.{so_far}"


PANEL = Panel("exoptosis/start.html", start_a_duel)
