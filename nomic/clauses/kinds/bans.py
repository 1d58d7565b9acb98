"""Kind of clause: a ban on an action."""

from collections.abc import Iterator

from nomic.clauses.checks.phases import unknown_phases
from nomic.clauses.checks.secrecy import leaks_in_conditions
from nomic.clauses.clause_index import clauses_of
from nomic.clauses.handlers.bans import not_forbidden, scope_of_ban
from nomic.clauses.handlers.forbidden_options import NARROWS, something_is_allowed
from nomic.clauses.schema.clause_models import USUAL_REASON, ForbidClause
from nomic.clauses.schema.kind_registry import ClauseKind
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.schema.trial_interface import Runs, Trial
from nomic.clauses.schema.value_kinds import Secrets
from nomic.clauses.views.action_limits import nouns_of_ban, when_forbidden
from nomic.cycles.actions.registry import action_named, declared_action, forbid_by, narrow_by
from nomic.effects.checking.effects_in_sections import condition_flaws
from nomic.effects.language.interpolation import text_flaws
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.prose.context import Context
from nomic.effects.prose.english_grammar import action_as_verb, sentence
from nomic.effects.prose.quoted_texts import in_brackets
from nomic.effects.prose.short_sentences import fit_sentences
from nomic.inventory.law_section import wording_of
from nomic.law.document.sections import Flaw, Law


class BanKind(ClauseKind[ForbidClause]):
    """A ban, indexed by the name of the forbidden action."""

    schema = ForbidClause
    nouns = "ban", "bans"
    offered_as = "something that is forbidden"
    example = "Now this would stop {who}."
    blank = {"forbid": "", "because": USUAL_REASON}
    named_by = "because"
    condition = "if"

    def filed_under(self, placed: Placed[ForbidClause]) -> str:
        return placed.clause.forbid

    def flaws(self, law: Law, placed: Placed[ForbidClause], known: Vocabulary) -> Iterator[Flaw]:
        yield from _forbidding_flaws(law, f"{placed.path}/forbid", placed.clause.forbid)
        clause, path = placed.clause, placed.path
        yield from unknown_phases(law, path, clause.in_)
        scope, called = scope_of_ban(law, clause), nouns_of_ban(law, clause)
        yield from condition_flaws(f"{path}/if", clause.if_, scope, known, "condition", called)
        yield from condition_flaws(f"{path}/except", clause.except_, scope, known, "condition", called)
        for below, detail in text_flaws("because", clause.because, scope, "condition"):
            yield Flaw(f"{path}{below}", detail)

    def leaks(self, law: Law, placed: Placed[ForbidClause], secrets: Secrets) -> Iterator[Flaw]:
        clause, path, scope = placed.clause, placed.path, scope_of_ban(law, placed.clause)
        yield from leaks_in_conditions([(f"{path}/if", clause.if_), (f"{path}/except", clause.except_)], secrets, scope)

    def tries(self, trial: Trial, placed: Placed[ForbidClause]) -> Runs:
        """Yield one run per player that evaluates the ban's conditions for this player, with possible arguments."""
        clause, scope = placed.clause, scope_of_ban(trial.law, placed.clause)
        given = {name: trial.possible(kind) for name, kind in scope.items()}

        def run(player: str) -> None:
            act, names = trial.act(), {**given, "me": (player,)}
            trial.ask(act, placed, clause.if_, scope, names, player)
            trial.ask(act, placed, clause.except_, scope, names, player, part="except")

        return trial.for_each_player(run)

    def explain(self, clause: ForbidClause, law: Law) -> tuple[str, ...]:
        title = action_named(clause.forbid, law).title
        context = Context(wording_of(law), nouns_of_ban(law, clause))
        because = in_brackets(clause.because.rstrip("."), scope_of_ban(law, clause), context)
        is_declared = declared_action(clause.forbid) is not None
        what = action_as_verb(title, is_declared=is_declared)
        return (f"You may not {what}{when_forbidden(law, clause)}. Reason: “{sentence(because)}”",)

    def brief(self, clause: ForbidClause, law: Law) -> str:
        title = action_named(clause.forbid, law).title
        return (
            fit_sentences(self.explain(clause, law))
            or f"“{title}” is {'sometimes ' if clause.if_ or clause.except_ or clause.in_ else ''}forbidden."
        )

    def install(self) -> None:
        forbid_by(not_forbidden)
        forbid_by(something_is_allowed)
        narrow_by(NARROWS)


def _forbidding_flaws(law: Law, path: str, name: str) -> Iterator[Flaw]:
    """Yield a flaw for a ban on an action that no ban can forbid, or that does not exist."""
    action = declared_action(name)
    if action is not None and action.is_a_right:
        yield Flaw(path, f"this action cannot be forbidden: {action.title.lower()}")
    elif name not in clauses_of(law).actions and (action is None or not action.can_be_forbidden):
        yield Flaw(path, f"there is no action called {name!r}")
