"""Kind of clause: a freeze, which stops movements of items and cards."""

from collections.abc import Iterator

from nomic.clauses.checks.secrecy import leaks_in_conditions
from nomic.clauses.handlers.freezes import frozen
from nomic.clauses.runtime.derived_events import has_cards
from nomic.clauses.schema.clause_models import USUAL_REASON, FreezeClause
from nomic.clauses.schema.kind_registry import ClauseKind
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.schema.trial_interface import Runs, Trial
from nomic.clauses.schema.value_kinds import Secrets
from nomic.clauses.views.sentence_parts import if_in_words
from nomic.clauses.vocabulary.scope_nouns import WINNER
from nomic.effects.checking.effects_in_sections import TruthJson, condition_flaws
from nomic.effects.language import scopes
from nomic.effects.language.parser import read_condition
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.language.world import Names
from nomic.effects.prose.context import Context
from nomic.effects.prose.english_grammar import sentence
from nomic.effects.prose.values.relative_clauses import relative
from nomic.inventory.freezes import guard_by
from nomic.inventory.law_section import wording_of
from nomic.law.document.sections import Flaw, Law

_STOPS = {"gains": "gain", "losses": "lose", "both": "gain or lose"}


class FreezeKind(ClauseKind[FreezeClause]):
    """A freeze, indexed by what it stops: everything, items or cards."""

    schema = FreezeClause
    nouns = "freeze", "freezes"
    offered_as = "things that nobody can gain or lose"
    example = "Now this would hold for {who}."
    blank = {"freeze": "everything", "because": USUAL_REASON}
    named_by = "because"
    condition = "whose"

    def filed_under(self, placed: Placed[FreezeClause]) -> str:
        return placed.clause.freeze

    def flaws(self, law: Law, placed: Placed[FreezeClause], known: Vocabulary) -> Iterator[Flaw]:
        clause, path = placed.clause, placed.path
        yield from condition_flaws(f"{path}/whose", clause.whose, scopes.WHO_WINS, known, "condition", WINNER)
        yield from condition_flaws(f"{path}/except", clause.except_, scopes.WHO_WINS, known, "condition", WINNER)
        if clause.freeze == "cards" and not has_cards(law):
            yield Flaw(f"{path}/freeze", "this law has no cards")
        if clause.only and clause.freeze == "everything":
            yield Flaw(f"{path}/only", "say whether these are items or cards: freeze: items, or freeze: cards")
        else:
            names, noun = (known.items, "item") if clause.freeze == "items" else (known.species, "card")
            for place, name in enumerate(clause.only):
                if name not in names:
                    yield Flaw(f"{path}/only/{place}", f"there is no {noun} {name!r}")

    def leaks(self, law: Law, placed: Placed[FreezeClause], secrets: Secrets) -> Iterator[Flaw]:
        clause, path = placed.clause, placed.path
        asked = [(f"{path}/whose", clause.whose), (f"{path}/except", clause.except_)]
        yield from leaks_in_conditions(asked, secrets, scopes.WHO_WINS)

    def tries(self, trial: Trial, placed: Placed[FreezeClause]) -> Runs:
        """Yield one run per player that evaluates the freeze's conditions for this player."""

        def run(player: str) -> None:
            act, clause = trial.act(), placed.clause
            names: Names = {"it": (player,)}
            trial.ask(act, placed, clause.whose, scopes.WHO_WINS, names, part="whose")
            trial.ask(act, placed, clause.except_, scopes.WHO_WINS, names, part="except")

        return trial.for_each_player(run)

    def explain(self, clause: FreezeClause, law: Law) -> tuple[str, ...]:
        whose = if_in_words(law, clause.whose, scopes.WHO_WINS, " while ", WINNER)
        unless = if_in_words(
            law, clause.except_, scopes.WHO_WINS, ", except while " if whose else " except while ", WINNER
        )
        who = "" if clause.whose is None or clause.except_ is not None else _who(clause.whose, law)
        stops = f"cannot {_STOPS[clause.stops]} {_goods(clause, law)}"
        text = f"A player{who} {stops}." if who else f"A player {stops}{whose}{unless}."
        return (f"{text} Reason: “{sentence(clause.because.rstrip('.'))}”",)

    def install(self) -> None:
        guard_by(frozen)


def _who(whose: TruthJson, law: Law) -> str:
    """Return a condition on the player as a relative clause, " who is not in a battle", or "" for None."""
    said = relative(read_condition(whose, scopes.WHO_WINS), "it", Context(wording_of(law)), several=False, whom="who")
    return "" if said.startswith((" for whom", " (")) or any(mark in said for mark in ("(", ",", " or ")) else said


def _goods(clause: FreezeClause, law: Law) -> str:
    """Return the frozen goods as text, such as "items or cards"."""
    if not clause.only:
        return "items or cards" if clause.freeze == "everything" and has_cards(law) else _ALL[clause.freeze]
    names = [f"“{name}” cards" for name in clause.only]
    if clause.freeze == "items":
        names = [wording_of(law).get(name, name) for name in clause.only]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


_ALL = {"everything": "items", "items": "items", "cards": "cards"}
