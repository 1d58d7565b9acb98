"""Activity (R8): which acts of a player count, and the phase of the last one."""

from nomic.cycles.actions.context import ActionContext
from nomic.db import update
from nomic.players.law_section import membership_of
from nomic.players.lookup import player_or_none
from nomic.players.models import Player


def acting_player(act: ActionContext) -> Player | None:
    """Return the acting player if the act counts as activity (R8), else None.

    Corrections, deadlines, and actions that are declared not to be activity do not count. Neither do the actions in the
    law's `no_activity`, which has voting by default.
    """
    if not act.action.is_act or act.actor.is_system or act.action.is_admin:
        return None
    if act.action.name in membership_of(act.law).no_activity:
        return None
    return player_or_none(act)


def note_act(act: ActionContext) -> None:
    """Record the phase and the day of a player's act, if the act counts (R8)."""
    player = acting_player(act)
    if player is None:
        return
    fields: tuple[str, ...] = ()
    if player.last_act_phase != act.cycle.phase:
        player.act_phase_before, player.last_act_phase = player.last_act_phase, act.cycle.phase
        fields = ("act_phase_before", "last_act_phase")
    if player.last_act_on != act.at.date():
        player.last_act_on = act.at.date()
        fields = (*fields, "last_act_on")
    if fields:
        update(player, fields)
