"""Kind of clause: a keeping, in which a rule holds items and cards."""

from collections.abc import Iterator

from nomic.clauses.handlers import empty_keepings
from nomic.clauses.runtime.derived_events import has_cards
from nomic.clauses.schema.clause_models import KeepingClause
from nomic.clauses.schema.kind_registry import ClauseKind, Taken
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.schema.trial_interface import Runs, Trial
from nomic.clauses.schema.value_kinds import Secrets
from nomic.cycles.domain.events import LawChanged
from nomic.cycles.event_bus import on, subscribe
from nomic.effects.language.vocabulary import Vocabulary
from nomic.inventory.leaver_items import destroy_on_leaving
from nomic.law.document.sections import Flaw, Law
from nomic.players.events import Left


def _things(law: Law) -> str:
    """Return what a keeping can hold under the law: "items and cards", or "items" in a law without cards."""
    return "items and cards" if has_cards(law) else "items"


class KeepingKind(ClauseKind[KeepingClause]):
    """A keeping, indexed by its name."""

    schema = KeepingClause
    nouns = "keeping", "keepings"
    offered_as = "a place for items and cards, such as a bank"
    example = "By itself this does nothing. Other clauses put things in and take them out."
    blank = {"keeping": "", "of": "cycle"}
    menu_place = 4
    named_by = "keeping"
    taken = Taken("keeping", "another clause has a keeping {name!r}")

    def filed_under(self, placed: Placed[KeepingClause]) -> str:
        return placed.clause.keeping

    def flaws(self, law: Law, placed: Placed[KeepingClause], known: Vocabulary) -> Iterator[Flaw]:
        return iter(())

    def leaks(self, law: Law, placed: Placed[KeepingClause], secrets: Secrets) -> Iterator[Flaw]:
        return iter(())

    def tries(self, trial: Trial, placed: Placed[KeepingClause]) -> Runs:
        return iter(())

    def explain(self, clause: KeepingClause, law: Law) -> tuple[str, ...]:
        things = _things(law)
        if clause.of == "player":
            return (
                f"Each player has a part of the {clause.keeping}, in which {things} can be kept. "
                f"If the {clause.keeping} is abolished, players get back what is in their parts.",
            )
        return (
            f"There is a place called the {clause.keeping}, for {things}. "
            "If it is abolished, players get back what they have put in. The rest goes to the treasury.",
        )

    def brief(self, clause: KeepingClause, law: Law) -> str:
        return f"The {clause.keeping} keeps {_things(law)}."

    def install(self) -> None:
        subscribe(
            on(Left, empty_keepings.return_borrowed_cards, at_once=True),
            on(Left, empty_keepings.release_from_leaver, after=destroy_on_leaving),
            on(LawChanged, empty_keepings.follow_law, at_once=True),
        )
