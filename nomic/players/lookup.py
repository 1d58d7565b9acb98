"""Lookup of players in a cycle, for preconditions and actions."""

from collections.abc import Collection, Iterable
from typing import Annotated

from django.db.models import Count
from pydantic import AfterValidator, StringConstraints

from nomic.accounts.lookalikes import folded_name
from nomic.accounts.name_rules import tidy_name
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.reference_types import Refers
from nomic.cycles.actions.registry import Choice
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.db import Prepared
from nomic.law.rules.reference import RuleRef
from nomic.law.schema.text_types import check_characters
from nomic.players.models import Player

FEW = 5  # players who are loaded one by one
PlayerName = Annotated[
    str,
    StringConstraints(min_length=1, max_length=30),
    AfterValidator(check_characters),
    Refers(lambda ctx, field, given: find_player(ctx, field, given).name),
]


_named = Prepared(lambda cycle, name: Player.objects.filter(cycle_id=cycle, name=name), int, str, cacheable=True)
_playing = Prepared(
    lambda cycle: Player.objects.filter(cycle_id=cycle, left_at=None).order_by("name"), int, for_pages=True
)
_how_many = Prepared(
    lambda cycle: (
        Player.objects.filter(cycle_id=cycle, left_at=None)
        .order_by()
        .values("cycle_id")
        .annotate(count=Count("pk"))
        .values_list("count", flat=True)
    ),
    int,
    for_pages=True,
)


def player_or_none(ctx: ReadContext) -> Player | None:
    """Return the context's actor as a player, or None if they do not play."""
    row = row_or_none(ctx)
    return row if row is not None and row.is_playing else None


def row_or_none(ctx: ReadContext) -> Player | None:
    """Return the actor's player row, even if they have left, or None if they have never joined."""
    name = ctx.actor.name
    if not name:
        return None
    return ctx.recall("player", lambda: _named.first(ctx.cycle.pk, name))


def player_named(ctx: ReadContext, name: str) -> Player:
    """Return the row of a current or former player by exact name.

    Raises Player.DoesNotExist if nobody had that name.
    """
    player = _named.first(ctx.cycle.pk, name)
    if player is None:
        raise Player.DoesNotExist(f"nobody called {name!r} has played in {ctx.cycle}")
    return player


def player_of(ctx: ReadContext) -> Player:
    """Return the context's actor as a player. Raises Refused if the actor does not play."""
    player = player_or_none(ctx)
    if player is None:
        raise Refused("not-a-player", "You are not a player of this cycle.", RuleRef("/membership", "Players (R5)"))
    return player


def is_player(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the actor is a player."""
    player_of(ctx)


def is_reputable(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the actor is a reputable player."""
    if not player_of(ctx).is_reputable:
        raise Refused("not-reputable", "Only reputable players may do this.", RuleRef("/membership", "Players (R6)"))


def current_players_among(ctx: ReadContext, names: Collection[str]) -> set[str]:
    """Return the names that belong to current players.

    A few names are looked up one by one, because they are usually cached.
    """
    if len(names) <= FEW:
        found = (_named.first(ctx.cycle.pk, name) for name in names)
        return {player.name for player in found if player is not None and player.is_playing}
    playing = Player.objects.filter(cycle=ctx.cycle, left_at=None, name__in=names)
    return set(playing.order_by().values_list("name", flat=True))


def find_player(ctx: ReadContext, field: str, name: str) -> Player:
    """Return a player by name, ignoring case. Raises BadArguments on `field` if the cycle has none."""
    name = tidy_name(name)
    player = _named.first(ctx.cycle.pk, name)
    if player is None or not player.is_playing:  # not every database folds the case of every script
        wanted = folded_name(name)
        names = Player.objects.filter(cycle=ctx.cycle, left_at=None).values_list("name", flat=True)
        written = next((each for each in names if folded_name(each) == wanted), None)
        player = None if written is None else _named.first(ctx.cycle.pk, written)
    if player is None:
        raise BadArguments.on(field, f"nobody called {name!r} plays in this cycle")
    return player


WHO_PLAYS = "who plays"


def who_plays(ctx: ReadContext) -> list[Player]:
    """Return all current players of the cycle, sorted by name. Read once per context."""
    return ctx.recall(WHO_PLAYS, lambda: _playing.all(ctx.cycle.pk))


def meet_everybody(ctx: ReadContext) -> None:
    """Load the actor, all players and their number with one query. For contexts without an act."""
    for player in who_plays(ctx):
        if player.name == ctx.actor.name:
            ctx.know("player", player)


def meet_in(contexts: Iterable[ReadContext], name: str) -> None:
    """Cache in each context the player `name` of its cycle, or None, with one query for all."""
    by_cycle = {ctx.cycle.pk: ctx for ctx in contexts}
    rows = {row.cycle_id: row for row in Player.objects.filter(cycle__in=by_cycle, name=name)}
    for pk, ctx in by_cycle.items():
        ctx.know("player", rows.get(pk))


def how_many_play(ctx: ReadContext) -> int:
    """Return the number of current players of the cycle. Read once per context."""
    everybody = ctx.known(WHO_PLAYS)
    return (_how_many.first(ctx.cycle.pk) or 0) if everybody is None else len(everybody)


def other_players(ctx: ReadContext) -> list[Player]:
    """Return all current players except the context's actor, sorted by name."""
    return [player for player in who_plays(ctx) if player.name != ctx.actor.name]


def as_choices(players: list[Player]) -> list[Choice]:
    """Return these players as choices for an argument, in the same order."""
    return [Choice(player.name, player.name) for player in players]


def somebody_plays(ctx: ReadContext) -> None:
    """Precondition of corrections: raises Refused unless the cycle has a player."""
    if not Player.objects.filter(cycle=ctx.cycle, left_at=None).exists():
        raise Refused("nobody-plays", "Nobody plays in this cycle.", "Corrections")
