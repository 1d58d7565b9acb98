"""Joining and leaving (R5)."""

from datetime import timedelta

from django.db.models import Q

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, NoArgs
from nomic.cycles.domain.calendar import instant_after
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.schedule import deadlines
from nomic.law.rules.reference import RuleRef
from nomic.players import reputation
from nomic.players.events import Joined, Left
from nomic.players.law_section import membership_of
from nomic.players.lookup import is_player, player_of, row_or_none
from nomic.players.membership.join_checks import check_is_let_in, check_is_not_barred
from nomic.players.models import Declaration, Player

RULE = RuleRef("/membership", "Players (R5)")
JOIN = "join"  # the name of the action


def may_join(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the person may join (R5).

    They must be let in, not play already, and not have left too recently.
    """
    if not ctx.actor.name:
        raise Refused("not-signed-in", "Log in to join.", RULE)
    row = row_or_none(ctx)
    if row is None:
        check_is_let_in(ctx)
        if ctx.actor.is_admin:  # only staff can be barred, so others need no query
            check_is_not_barred(ctx)
        return
    if row.left_at is None:
        raise Refused("already-a-player", "You are a player of this cycle already.", RULE)
    check_is_let_in(ctx)
    again_at = instant_after(row.left_at, timedelta(hours=membership_of(ctx.law).rejoin_after_hours))
    if ctx.at < again_at:
        raise Refused(
            "left-recently",
            f"You left this cycle; you may join again from {again_at:%d %B, %H:%M} UTC.",
            RULE,
        )


def join(act: ActionContext, args: NoArgs) -> None:
    """Join the cycle (R5). R6 determines when the player becomes reputable."""
    check_is_not_barred(act)
    player = row_or_none(act) or Player(cycle=act.cycle, name=act.actor.name)
    if act.actor.person_id is not None:
        player.person_id = act.actor.person_id
    act.forget("player")
    act.recall("player", lambda: player)
    become_player(act, player)


def become_player(act: ActionContext, player: Player) -> None:
    """Make `player`, a new row or the row of a former player, a current player from this act on."""
    player.joined_at, player.joined_phase, player.left_at = act.at, act.cycle.phase, None
    player.last_act_phase = player.act_phase_before = player.last_act_on = None
    player.save()
    reputation.expect(act, player)
    act.message(f"{player.name} joins the game.")
    act.emit(Joined(player=player.name))


def leave(act: ActionContext, args: NoArgs) -> None:
    """Leave the cycle (R5). Other apps subscribe to the event and remove the player's belongings."""
    player = player_of(act)
    player.left_at, player.reputable_since = act.at, None
    player.save(update_fields=["left_at", "reputable_since"])
    Declaration.objects.filter(Q(player=player) | Q(declarer=player)).delete()
    deadlines.cancel(act.cycle, reputation.deadline_label(player))
    act.message(f"{player.name} leaves the game.")
    act.emit(Left(player=player.name))


ACTIONS = (
    Action(
        name=JOIN,
        channel="game-actions",
        title="Join the game",
        summary_phrases=("{player} joined", "{count} players joined"),
        summary="Become a player of this cycle.",
        rule=RULE,
        run=join,
        preconditions=(may_join,),
    ),
    Action(
        name="leave",
        channel="game-actions",
        title="Leave the game",
        summary_phrases=("{player} left", "{count} players left"),
        summary="Stop playing. Everything you own is destroyed.",
        rule=RULE,
        run=leave,
        preconditions=(is_player,),
        is_a_right=True,
        confirm="Everything you own is destroyed, and you cannot come back for a while.",
    ),
)
