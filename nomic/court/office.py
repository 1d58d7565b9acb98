"""The office of the Judge, and resignation from it (R14). Removal and elections are clauses of the law (R16)."""

from nomic.court.events import JudgeNamed
from nomic.court.models import Judgeship
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, NoArgs
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle, Entry
from nomic.db import Prepared
from nomic.law.rules.reference import RuleRef

RULE = RuleRef("/court", "Judgement (R14)")
WHO = "who is the Judge"

_judge = Prepared(
    lambda cycle: Judgeship.objects.filter(cycle_id=cycle).order_by().values_list("name", flat=True),
    int,
    for_pages=True,
)


def judge_of(cycle: Cycle) -> str:
    """Return the Judge's name, or "" if the office is vacant (R14)."""
    return _judge.first(cycle.pk) or ""


def judge_now(ctx: ReadContext) -> str:
    """Return the Judge's name in a context, including a change by the current act."""
    return ctx.recall(WHO, lambda: judge_of(ctx.cycle))


def appoint_judge_by_name(act: ActionContext, name: str, *, reappoint: bool = False) -> bool:
    """Appoint the Judge, or vacate the office if `name` is empty (R14). Return whether anything changes.

    The change is written with the entry. If `reappoint` is set, the current Judge is appointed again.
    """
    if name == judge_now(act) and not reappoint:
        return False
    act.forget(WHO)
    act.recall(WHO, lambda: name)
    act.emit(JudgeNamed(name=name))

    def write(entry: Entry) -> None:
        if judge_now(act) != name:  # The same act has since appointed another Judge.
            return
        if name:
            Judgeship.objects.update_or_create(cycle=act.cycle, defaults={"name": name, "since": act.at})
        else:
            Judgeship.objects.filter(cycle=act.cycle).delete()

    act.when_saved(write)
    return True


def is_judge(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the actor is the Judge."""
    if not ctx.actor.name or judge_now(ctx) != ctx.actor.name:
        raise Refused("not-the-judge", "Only the Judge can do this.", RULE)


def resign(act: ActionContext, args: NoArgs) -> None:
    """Resign as Judge. A Judge who is not a player can do so too (R14, R100)."""
    appoint_judge_by_name(act, "")
    act.message(f"{act.actor.name} resigns as Judge: there is no Judge now.")


ACTIONS = (
    Action(
        name="resign-judge",
        channel="request-for-justice",
        title="Resign as Judge",
        summary_phrases=("the Judge resigned", "the Judge resigned {count} times"),
        summary="Give up the office of the Judge.",
        rule=RULE,
        run=resign,
        preconditions=(is_judge,),
        section="court",
        confirm="You will no longer be the Judge. Only an election or an admin can make you Judge again.",
        is_a_right=True,
    ),
)
