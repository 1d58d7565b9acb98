"""Notices to the Judge and the admins about failing clauses of rules."""

from nomic.accounts.admin_permission import admins
from nomic.clauses.events import ClauseFailed
from nomic.clauses.handlers.run_deferred_effects import AS_AWAITED
from nomic.clauses.handlers.triggers import MAX_FAILURES, clause_named
from nomic.clauses.runtime.pending_questions import GO_ON
from nomic.clauses.store.deferred_effects import WHEN_DUE
from nomic.court.office import judge_of
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.events import ActFailed
from nomic.notices.kinds import Heading, NoticeKind
from nomic.notices.notify import notify, notify_people

FAILING = NoticeKind("rule-failed", "A rule has failed, in a game you judge or keep", Heading.LAW)
BY_THEMSELVES = (WHEN_DUE, AS_AWAITED, GO_ON)
MAX_REASON = 200  # characters


def notify_of_failure(act: ActionContext, failed: ActFailed) -> None:
    """Notify the Judge and the admins of a failure, once for each.

    After `MAX_FAILURES` a clause is suspended and cannot fail again. Forks send no notices.
    """
    if act.cycle.fork_of_id is not None:
        return
    reason = failed.reason[:MAX_REASON]
    for clause in act.emitted(ClauseFailed):
        placed = clause_named(act.law, f"{clause.rule}_{clause.clause}")
        title = clause.rule if placed is None else placed.title
        rests = ": it is suspended until it is amended" if clause.times >= MAX_FAILURES else ""
        times = "" if clause.times == 1 else f" {clause.times} times in a row"
        text = f"{act.cycle.title}: the rule “{title}” has failed{times}{rests}. {reason}"
        _notify_judge_and_admins(act, text, f"/c/{act.cycle.slug}/ruleset/#rule-{clause.rule}")
    if act.action.name in BY_THEMSELVES:
        text = f"{act.cycle.title}: a scheduled effect of a rule has failed and will not be retried. {reason}"
        _notify_judge_and_admins(act, text, f"/c/{act.cycle.slug}/journal/")


def _notify_judge_and_admins(act: ActionContext, text: str, link: str) -> None:
    judge = judge_of(act.cycle)
    people = list(admins())
    notify_people(people, FAILING.name, text, link, act.cycle)
    if judge and judge not in {person.username for person in people}:
        notify(act, [judge], FAILING.name, text, link)
