"""Kind of clause: a value that a rule stores. `schema/value_kinds.py` defines the kinds of values."""

from collections.abc import Iterator, Mapping
from typing import Any

from nomic.clauses.schema.base_clause import Clause
from nomic.clauses.schema.kind_registry import ClauseKind, Taken
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.schema.trial_interface import Runs, Trial
from nomic.clauses.schema.value_kinds import Secrets, ValueClause, value_kind_of
from nomic.clauses.store import values
from nomic.clauses.views.value_sentences import declared
from nomic.cycles.domain.events import LawChanged
from nomic.cycles.event_bus import on, subscribe
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.prose.short_sentences import cut_text, fits
from nomic.inventory.leaver_items import destroy_on_leaving
from nomic.law.document.sections import Flaw, Law
from nomic.players.events import Left


class ValueKind(ClauseKind[ValueClause]):
    """A value, indexed by its name."""

    schema = ValueClause
    nouns = "kept value", "kept values"
    offered_as = "something that is counted or kept"
    example = "By itself this does nothing. Other clauses use what it keeps."
    blank = {"value": "", "of": "cycle", "is": "number", "starts": 0}
    menu_place = 3
    named_by = "value"
    taken = Taken("value", "another clause keeps a value {name!r}")

    def schema_of(self, raw: Mapping[str, Any]) -> type[Clause]:
        return value_kind_of(raw)

    def filed_under(self, placed: Placed[ValueClause]) -> str:
        return placed.clause.value

    def flaws(self, law: Law, placed: Placed[ValueClause], known: Vocabulary) -> Iterator[Flaw]:
        yield from (Flaw(placed.path + below, detail) for below, detail in placed.clause.flaws())
        if placed.clause.by == "suit" and not known.suits:
            yield Flaw(f"{placed.path}/by", "this law has no suits")

    def leaks(self, law: Law, placed: Placed[ValueClause], secrets: Secrets) -> Iterator[Flaw]:
        return iter(())

    def tries(self, trial: Trial, placed: Placed[ValueClause]) -> Runs:
        return iter(())

    def explain(self, clause: ValueClause, law: Law) -> tuple[str, ...]:
        return (declared(clause),)

    def brief(self, clause: ValueClause, law: Law) -> str:
        sentences = declared(clause).rstrip(".").split(". ")
        said = [f"{'. '.join(sentences[:count])}." for count in (2, 1)]
        return next((each for each in said if fits(each)), "") or cut_text(f"{clause.value} is kept by this rule.")

    def install(self) -> None:
        subscribe(
            on(Left, values.delete_for_leaver, after=destroy_on_leaving),
            on(LawChanged, values.follow_law, at_once=True),
        )
