"""Reputation (R6): by time, as a founder, or by others' declarations."""

from datetime import datetime, timedelta

from django.db.models import Count, Q
from pydantic import Field

from nomic import limits
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args, Choices
from nomic.cycles.domain.calendar import instant_after
from nomic.cycles.domain.events import LawChanged
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.law_changes import law_before
from nomic.cycles.models import Cycle
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import Rank
from nomic.cycles.schedule.outages import OutageChange, Outages, outages_of
from nomic.db import Prepared
from nomic.effects.prose.english_grammar import listed
from nomic.law.document.sections import Law
from nomic.law.labels.value_labels import in_unit
from nomic.law.rules.reference import RuleRef
from nomic.players.events import BecameReputable, DeclaredReputable
from nomic.players.law_section import membership_of
from nomic.players.lookup import (
    PlayerName,
    as_choices,
    find_player,
    is_reputable,
    other_players,
    player_named,
    player_of,
)
from nomic.players.models import Declaration, Player

RULE = RuleRef("/membership", "Players (R6)")

BECOME = "become-reputable"
KIND = "reputation"  # the name of this time span in the law
# Declarations that count: those by players who are currently reputable (R6).
OF_REPUTABLE = Q(declarations__declarer__left_at=None, declarations__declarer__reputable_since__isnull=False)


_declared = Prepared(
    lambda cycle, declarer: (
        Declaration.objects.filter(player__cycle_id=cycle, declarer__name=declarer, declarer__cycle_id=cycle)
        .order_by()
        .values_list("player_id", flat=True)
    ),
    int,
    str,
    for_pages=True,
)


class DeclareArgs(Args):
    """Arguments of a declaration: the player to declare reputable."""

    player: PlayerName


class BecomeReputableArgs(Args):
    """Arguments for becoming reputable: the player and the reason."""

    player: PlayerName
    because: str = Field(max_length=limits.NAME)


def deadline_label(player: Player) -> str:
    """Return the label of the deadline at which a player becomes reputable."""
    return f"reputation of {player.name}"


def due_at(cycle: Cycle, law: Law, player: Player, outages: Outages) -> datetime:
    """Return the instant at which a player becomes reputable by time alone (R6, R128).

    For founders this is when they joined. Outages extend the waiting time, but not the time within which players join
    as founders, because no player's deadline depends on it.
    """
    membership = membership_of(law)
    if player.joined_at < instant_after(cycle.starts_at, timedelta(hours=membership.founders_within_hours)):
        return player.joined_at
    return outages.due(player.joined_at, timedelta(hours=membership.reputable_after_hours))


def expect(act: ActionContext, player: Player) -> None:
    """Schedule the act that makes the player reputable by time alone, replacing an earlier schedule."""
    deadlines.schedule(
        act.cycle,
        deadline_label(player),
        at=max(act.at, due_at(act.cycle, act.law, player, outages_of(act.cycle, KIND))),
        rank=Rank.STANDING,
        action=BECOME,
        args={"player": player.name, "because": "time"},
    )


def follow_law(act: ActionContext, changed: LawChanged) -> None:
    """Update the deadlines of waiting players when the times of R6 change.

    A player who has enough declarations under the new law becomes reputable at the same instant (R137).
    """
    if membership_of(law_before(act)) == membership_of(act.law):
        return
    needed = membership_of(act.law).declarations_needed
    waiting = Player.objects.filter(cycle=act.cycle, left_at=None, reputable_since=None).order_by("name")
    for player in waiting.annotate(words=Count("declarations", filter=OF_REPUTABLE)):
        if player.words >= needed:
            _become_by_declaration(act, player)
        else:
            expect(act, player)


def _become_by_declaration(act: ActionContext, player: Player) -> None:
    """Schedule the player's becoming reputable as the next entry (R6)."""
    deadlines.schedule(
        act.cycle,
        deadline_label(player),
        at=act.at,
        rank=Rank.AT_ONCE,
        action=BECOME,
        args={"player": player.name, "because": "declaration"},
    )


def extend_for_outages(act: ActionContext, change: OutageChange) -> int:
    """Postpone the deadlines of waiting players by outages (R128). Returns the number of postponed deadlines."""
    waiting = Player.objects.filter(cycle=act.cycle, left_at=None, reputable_since=None).order_by("name")
    moved = [
        player
        for player in waiting
        if due_at(act.cycle, act.law, player, change.before) != due_at(act.cycle, act.law, player, change.after)
    ]
    for player in moved:
        expect(act, player)
    return len(moved)


def become_reputable(act: ActionContext, args: BecomeReputableArgs) -> None:
    """Make the player reputable from this instant (R6).

    A subscriber makes the grant of R7, only the first time.
    """
    player = player_named(act, args.player)
    first = not player.ever_reputable
    player.reputable_since, player.ever_reputable = act.at, True
    player.save(update_fields=["reputable_since", "ever_reputable"])
    act.message(f"{player.name} becomes reputable.")
    act.emit(BecameReputable(player=player.name, first=first))


def someone_to_declare(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless there is a player whom the actor could declare reputable."""
    if not declarable(ctx):
        raise Refused("nobody-to-declare", "There is nobody that you can declare reputable now.", RULE)


def declarable(ctx: ReadContext) -> list[Player]:
    """Return the players whom the actor could declare reputable."""
    waiting = [player for player in other_players(ctx) if not player.is_reputable]
    declared = set(_declared.all(ctx.cycle.pk, ctx.actor.name)) if waiting else ()
    return [player for player in waiting if player.pk not in declared]


def declare_reputable(act: ActionContext, args: DeclareArgs) -> None:
    """Declare a player reputable (R6).

    The declarations of two currently reputable players take effect at once.
    """
    declarer = player_of(act)
    player = find_player(act, "player", args.player)
    if player.pk == declarer.pk:
        raise Refused("not-yourself", "You cannot declare yourself reputable. Ask a reputable player.", RULE)
    if player.is_reputable:
        raise Refused("already-reputable", f"{player.name} is reputable already.", RULE)
    _, new = Declaration.objects.get_or_create(player=player, declarer=declarer)
    if not new:
        raise Refused("already-declared", f"You have declared {player.name} reputable before.", RULE)
    act.message(f"{declarer.name} declares {player.name} reputable.")
    act.emit(DeclaredReputable(player=player.name, by=declarer.name))
    words = player.declarations.filter(declarer__left_at=None, declarer__reputable_since__isnull=False).count()
    if words >= membership_of(act.law).declarations_needed:
        _become_by_declaration(act, player)


def choices(ctx: ReadContext) -> Choices:
    return {"player": as_choices(declarable(ctx))}


ACTIONS = (
    Action(
        name="declare-reputable",
        channel="game-actions",
        title="Declare somebody reputable",
        summary_phrases=("{player} declared reputable", "{count} players declared reputable"),
        summary="Vouch for a player. Once enough reputable players do, the player is reputable.",
        rule=RULE,
        args=DeclareArgs,
        run=declare_reputable,
        preconditions=(is_reputable, someone_to_declare),
        choices=choices,
    ),
    Action(
        name=BECOME,
        channel="system",
        title="Somebody becomes reputable",
        summary_phrases=("{player} became reputable", "{count} players became reputable"),
        summary="A player has played long enough, or enough reputable players vouch for them.",
        rule=RULE,
        args=BecomeReputableArgs,
        run=become_reputable,
    ),
)


def reputable_in_words(law: Law) -> str:
    """Return a sentence on how a player becomes reputable (R6)."""
    membership = membership_of(law)
    if not membership.reputable_after_hours:
        return "You are reputable as soon as you join."
    ways = [f"after {in_unit(membership.reputable_after_hours, 'hours')} as a player"]
    if membership.founders_within_hours:
        ways.append(
            f"at once if you join within {in_unit(membership.founders_within_hours, 'hours')} of the cycle’s beginning"
        )
    declared = in_unit(membership.declarations_needed, "reputable player declares|reputable players declare")
    return f"You become reputable {listed([*ways, f'as soon as {declared} you so'], 'or')}."
