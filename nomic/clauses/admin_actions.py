"""Admin corrections of clause state. Each is an act that requires a reason and appears in the journal."""

from typing import Annotated

from pydantic import Field, StringConstraints

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.code_labels import labels_of, with_labels
from nomic.clauses.handlers.triggers import MAX_FAILURES, clause_named
from nomic.clauses.models import Failures, full_name
from nomic.clauses.proposal_interface import proposal_source
from nomic.clauses.schema.value_kinds import MAX_PLAYERS, KeptName, ValueClause, as_texts
from nomic.clauses.store.values import THE_CYCLE, changes_of, key_problem, stored_value
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args, Choice, Choices
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.effects.language.bounds import MAX_NUMBER
from nomic.effects.language.world import Value
from nomic.effects.prose.english_grammar import conjugated, is_plural_name, possessive
from nomic.inventory.admin_actions import Reason, player_choices, record_correction
from nomic.law.schema.text_types import LawName
from nomic.players.lookup import PlayerName, find_player

RULE = "Corrections"
ClauseKey = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+([-_][a-z0-9]+)*$", max_length=120)]


class ValueCorrectionArgs(Args):
    """Arguments of a value correction: the value, its holder, its new content and the reason.

    The content is a number (1 or 0 for a flag), or a list of names or players.
    """

    value: LawName
    player: PlayerName | None = Field(default=None, description="the owner; empty for a value of the cycle")
    key: KeptName | None = Field(default=None, description="for whom or what, if there is a separate value for each")
    number: int | None = Field(default=None, ge=-MAX_NUMBER, le=MAX_NUMBER)
    members: list[KeptName] | None = Field(default=None, max_length=MAX_PLAYERS, description="names or players")
    reason: Reason


class WakeArgs(Args):
    """Arguments for reactivating a clause: its key (rule id and clause name) and the reason."""

    clause: ClauseKey
    reason: Reason


def set_value(act: ActionContext, args: ValueCorrectionArgs) -> None:
    """Set a stored value of a rule. Raises BadArguments for an unknown value, holder or key.

    A secret value stays secret, because the journal contains only a commitment to it.
    """
    placed = clauses_of(act.law).values.get(args.value)
    if placed is None:
        raise BadArguments.on("value", "no rule stores a value with this name")
    clause = placed.clause
    holder = THE_CYCLE
    if clause.of == "player":
        if args.player is None:
            raise BadArguments.on("player", "each player has their own value: say whose")
        holder = find_player(act, "player", args.player).name
    elif args.player is not None:
        raise BadArguments.on("player", "this is one value for the whole cycle, not one for each player")
    key = _key(act, clause, holder, args.key)
    if clause.is_secret:
        if args.key is not None:
            act.commit_secret("key", args.key)
        act.commit_secret("number", args.number)
        act.commit_secret("members", args.members)
    changes_of(act).keep(args.value, holder, _wanted(act, clause, args), key)
    changes_of(act).emit_events()
    content = stored_value(act, args.value, holder, key)
    now = clause.in_words(with_labels(content, labels_of(act.cycle, as_texts(content))))
    public_key = "" if clause.is_secret else key
    whole, be = full_name(args.value, holder, public_key), conjugated("be", not is_plural_name(args.value))
    to = "set, in secret" if clause.is_secret else f"set to {now}"
    sentences = {holder: f"your {whole.removeprefix(f'{possessive(holder)} ')} {be} {to}"} if holder else {}
    record_correction(act, f"{whole} {be} {to}", args.reason, sentences)


def _key(act: ActionContext, clause: ValueClause, holder: str, given: str | None) -> str:
    """Return the key of a correction, or "" if the value has no keys. Raises BadArguments on "key"."""
    if clause.by is None:
        if given is not None:
            raise BadArguments.on("key", "this is a single value, not one for each of several names")
        return ""
    if given is None:
        raise BadArguments.on("key", f"there is one value for each {clause.by}: say which one")
    key = find_player(act, "key", given).name if clause.by == "player" else given
    if problem := key_problem(act, clause, holder, key):
        raise BadArguments.on("key", problem)
    return key


def _wanted(act: ActionContext, clause: ValueClause, args: ValueCorrectionArgs) -> Value:
    field, other = ("number", "members") if clause.kind == "number" else ("members", "number")
    given = getattr(args, field)
    if given is None or getattr(args, other) is not None:
        raise BadArguments.on(field, f"this is {'a number' if clause.kind == 'number' else clause.kind}: say {field}")
    wanted: Value = given if isinstance(given, int) else tuple(given)
    if clause.kind == "players" and not isinstance(given, int):
        wanted = tuple(find_player(act, f"members/{place}", each).name for place, each in enumerate(given))
    if clause.kind == "proposals" and not isinstance(given, int):
        codes = [proposal_source().code_of(act, each) for each in given]
        if "" in codes:
            place = codes.index("")
            raise BadArguments.on(f"members/{place}", f"there is no proposal {given[place]!r}")
        wanted = tuple(codes)
    if clause.within(wanted) != wanted:
        raise BadArguments.on(field, f"it is {clause.described()}")
    return wanted


def wake(act: ActionContext, args: WakeArgs) -> None:
    """Reactivate a suspended clause. Raises BadArguments if no clause with this key is suspended."""
    row = Failures.objects.filter(cycle=act.cycle, clause=args.clause, times__gte=MAX_FAILURES).first()
    if row is None:
        raise BadArguments.on("clause", "no clause of this name is suspended")
    placed = clause_named(act.law, args.clause)
    row.delete()
    record_correction(act, f"the rule “{placed.title if placed else args.clause}” is active again", args.reason)


def something_kept(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the law has values that an admin can correct."""
    if not clauses_of(ctx.law).values:
        raise Refused("nothing-kept", "No rule stores a value in this cycle.", RULE)


def something_rests(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless a clause is suspended."""
    if not _resting(ctx):
        raise Refused("nothing-rests", "No rule is suspended in this cycle.", RULE)


def _resting(ctx: ReadContext) -> list[str]:
    resting = Failures.objects.filter(cycle=ctx.cycle, times__gte=MAX_FAILURES)
    return list(resting.order_by("clause").values_list("clause", flat=True))


def value_choices(ctx: ReadContext) -> Choices:
    kept = [Choice(name, name) for name in sorted(clauses_of(ctx.law).values)]
    return {"value": kept, "player": player_choices(ctx)}


def resting_choices(ctx: ReadContext) -> Choices:
    return {"clause": [Choice(key, key) for key in _resting(ctx)]}


ACTIONS = (
    Action(
        name="correct-value",
        channel="admin",
        title="Correct: set a value",
        summary="Set a value that a rule stores.",
        rule=RULE,
        args=ValueCorrectionArgs,
        run=set_value,
        preconditions=(something_kept,),
        choices=value_choices,
        listed_if=lambda law: bool(clauses_of(law).values),
    ),
    Action(
        name="wake-clause",
        channel="admin",
        title="Correct: resume a rule",
        summary="Resume a rule that was suspended after it failed three times in a row.",
        rule=RULE,
        args=WakeArgs,
        run=wake,
        preconditions=(something_rests,),
        choices=resting_choices,
        listed_if=lambda law: bool(clauses_of(law).at_events),
    ),
)
