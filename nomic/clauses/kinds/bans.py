"""Kind of clause: a ban on an action."""

from collections.abc import Iterator

from nomic.clauses.checks.secrecy import Secrets, told_by_conditions
from nomic.clauses.compiled import Placed, clauses_of
from nomic.clauses.handlers.bans import not_forbidden
from nomic.clauses.schema.clause_kind import ClauseKind
from nomic.clauses.schema.kinds import ForbidClause
from nomic.clauses.trial_run import Runs, Trial
from nomic.clauses.views.phrases import if_in_words
from nomic.cycles.actions.registry import action_named, declared_action, forbid_by
from nomic.effects.checking.in_law import condition_flaws
from nomic.effects.language import scopes
from nomic.effects.language.vocabulary import Vocabulary
from nomic.law.document.sections import Flaw, Law


class BanKind(ClauseKind[ForbidClause]):
    """A ban, indexed by the name of the forbidden action."""

    schema = ForbidClause
    nouns = "ban", "bans"
    offered_as = "something that is forbidden"
    blank = {"forbid": "", "because": ""}
    named_by = "because"
    condition = "if"

    def filed_under(self, placed: Placed[ForbidClause]) -> str:
        return placed.clause.forbid

    def flaws(self, law: Law, placed: Placed[ForbidClause], known: Vocabulary) -> Iterator[Flaw]:
        yield from _forbidding_flaws(law, f"{placed.path}/forbid", placed.clause.forbid)
        yield from condition_flaws(f"{placed.path}/if", placed.clause.if_, scopes.WHO_ACTS, known, "condition")

    def leaks(self, law: Law, placed: Placed[ForbidClause], secrets: Secrets) -> Iterator[Flaw]:
        yield from told_by_conditions([(f"{placed.path}/if", placed.clause.if_)], secrets)

    def tries(self, trial: Trial, placed: Placed[ForbidClause]) -> Runs:
        """Yield runs that evaluate the ban's condition for every player."""

        def run(player: str) -> None:
            trial.ask(trial.act(), placed, placed.clause.if_, scopes.WHO_ACTS, {"me": (player,)}, player)

        return trial.for_each_player(run)

    def explain(self, clause: ForbidClause, law: Law) -> tuple[str, ...]:
        who = if_in_words(law, clause.if_, scopes.WHO_ACTS, " if ")
        return (f"“{action_named(clause.forbid, law).title}” cannot be done{who}: {clause.because.rstrip('.')}.",)

    def install(self) -> None:
        forbid_by(not_forbidden)


def _forbidding_flaws(law: Law, path: str, name: str) -> Iterator[Flaw]:
    """Yield flaws for bans on acts of admins or of the calendar, and on acts that are a player's right."""
    action = declared_action(name)
    if action is not None and action.is_a_right:
        yield Flaw(path, f"nobody can be kept from this: {action.title.lower()}")
    elif name not in clauses_of(law).actions and (action is None or not action.can_be_forbidden):
        yield Flaw(path, f"players can do nothing that is called {name!r}")
