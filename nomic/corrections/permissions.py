"""Permission checks for corrections of the past."""

import json
from collections.abc import Iterable
from typing import Any

from django.db.models import Q

from nomic.accounts.models import Person
from nomic.clauses.models import KeptValue
from nomic.corrections.law_section import corrections_of
from nomic.corrections.models import OPEN, Correction
from nomic.court.office import judge_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.commands.conflict_of_interest import needs_second_admin
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.history.edits import Edit
from nomic.cycles.models import Cycle
from nomic.inventory.models import Balance, Card
from nomic.law.rules.reference import RuleRef
from nomic.matches.models import Match, MatchStatus, MatchStep
from nomic.players.membership.join_and_leave import JOIN
from nomic.players.membership.join_checks import check_is_let_in, check_is_not_barred
from nomic.players.models import Player

LOOK_OF_A_CARD = ("species", "modifiers", "own_values", "own_suits", "own_colours", "own_types", "own_only")
RULE = RuleRef("/corrections", "Corrections")


def may_correct(ctx: ReadContext) -> bool:
    """Return whether the actor may correct the past.

    Admins and the owner of a practice cycle may, and the Judge if the law allows it.
    """
    cycle, actor = ctx.cycle, ctx.actor
    who = corrections_of(ctx.law).who
    if actor.is_admin and "admins" in who:
        return True
    if cycle.practice and actor.name and actor.name == cycle.owner_name:
        return True
    return "judge" in who and bool(actor.name) and judge_of(cycle) == actor.name


def corrects(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the actor may correct the past."""
    if ctx.cycle.is_live and not may_correct(ctx):
        detail = " or ".join({"admins": "an admin", "judge": "the Judge"}[each] for each in corrections_of(ctx.law).who)
        detail = f"Only {detail} can correct the past of this cycle."
        raise Refused("may-not-correct", detail, RULE)


def open_correction_of(cycle: Cycle) -> Correction | None:
    """Return the open correction of a cycle, or None. There is at most one."""
    return Correction.objects.filter(cycle=cycle, status__in=OPEN).first()


def nothing_open(ctx: ReadContext) -> None:
    """Precondition: raises Refused if a correction is open."""
    row = open_correction_of(ctx.cycle) if ctx.cycle.is_live else None
    if row is not None:
        detail = f"A correction by {row.opened_by} is open: “{row.reason}”. Adopt or drop that one first."
        raise Refused("one-at-a-time", detail, RULE)


def something_open(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless a correction is open."""
    if ctx.cycle.is_live and open_correction_of(ctx.cycle) is None:
        raise Refused("none-open", "No correction is open.", RULE)


def is_own_matter(cycle: Cycle, fork: Cycle | None, actor: Actor) -> bool:
    """Return whether another admin has to adopt a correction, because it changes what the actor's player has.

    All kinds of edits are compared, because even undoing another player's act can make the actor win.
    """
    if fork is None or not actor.is_admin or not needs_second_admin(cycle.slug, actor):
        return False
    return _public_state(cycle, actor.name) != _public_state(fork, actor.name)


def check_not_own_matter(cycle: Cycle, fork: Cycle, actor: Actor) -> None:
    """Raise Refused if another admin has to adopt the correction with this complete fork."""
    if is_own_matter(cycle, fork, actor):
        detail = "It changes what your own player has. Another admin has to adopt it."
        raise Refused("second-keeper", detail, RULE)


def check_joining(cycle: Cycle, edits: Iterable[Edit], actor: Actor) -> None:
    """Raise Refused if an edit lets somebody join who cannot, such as a keeper who has seen a player's hand.

    If the game takes no new players, or a keeper approves them, only admins let people join by a correction. The fork
    itself does not check this: it repeats acts of joining that were allowed.
    """
    for edit in edits:
        person = Person.objects.filter(username=edit.actor).first() if edit.do == "insert" else None
        if person is not None and edit.action == JOIN:
            ctx = ReadContext(cycle, Actor.person(person), cycle.now())
            check_is_not_barred(ctx)
            if not actor.is_admin:
                check_is_let_in(ctx)


def _public_state(cycle: Cycle, name: str) -> tuple[Any, ...]:
    """Return the public state of a player and of the matches in which they have a seat.

    The player's state consists of standing, items, cards, values, offices and whether they have won.
    """
    rows = {"cycle": cycle, "holder": name}
    named = Q(holder=name) | Q(key=name) | Q(members__contains=json.dumps(name, ensure_ascii=False))
    values = KeptValue.objects.filter(named, cycle=cycle, hidden=False)
    matches = Match.objects.filter(cycle=cycle, seats__player=name)
    return (
        list(Player.objects.filter(cycle=cycle, name=name).values_list("left_at", "reputable_since")),
        sorted(Balance.objects.filter(**rows, amount__gt=0).values_list("item", "amount")),
        sorted(map(repr, Card.objects.filter(**rows).values_list(*LOOK_OF_A_CARD))),
        sorted(values.values_list("name", "holder", "key", "number", "members")),
        sorted(map(repr, matches.values_list("code", "status", "result"))),
        steps_of_their_matches(cycle, name),
        cycle.winner if name in cycle.winner else "",
    )


def steps_of_their_matches(cycle: Cycle, name: str) -> list[tuple[Any, ...]]:
    """Return the steps of a player's unfinished matches, with the public texts of their entries."""
    steps = MatchStep.objects.filter(match__cycle=cycle, match__seats__player=name).exclude(
        match__status=MatchStatus.OVER
    )
    return list(steps.order_by("match__code", "version").values_list("match__code", "version", "entry__words"))
