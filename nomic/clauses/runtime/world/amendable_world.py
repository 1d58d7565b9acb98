"""Changes of the law by the effect of a clause."""

from functools import cached_property

from nomic.clauses.runtime.law_changes import enact_draft
from nomic.clauses.runtime.law_draft import LawDraft, found_in, rules_added
from nomic.clauses.runtime.world.read_only_world import LOOK_BACK_STEPS, number_or_zero
from nomic.clauses.runtime.world.recording_world import MAX_TOLD, HallRecord
from nomic.cycles.actions.context import ActionContext
from nomic.effects.language.operations.governance.amending import AMENDING_STEPS, THIS
from nomic.effects.language.world import Keys, Members
from nomic.law.document.sections import Document, pointer
from nomic.law.schema.json_reader import Json

REVISION_STEPS = 5_000  # cost of a revision of the law, which is parsed, checked and written


class AmendableHall(HallRecord):
    """A `World` outside of matches in which effects read and change the law."""

    def __init__(self, act: ActionContext) -> None:
        super().__init__(act)
        self.rule, self.title = "", ""  # of the clause that acts
        self._results_before: tuple[list[str], list[str]] | None = None

    @cached_property
    def draft(self) -> LawDraft:
        """The law with the changes made by this effect so far."""
        self.spend(REVISION_STEPS)
        return LawDraft(self.act.law, self.rule, self.title)

    @property
    def has_amended(self) -> bool:
        """True if the effect has changed the law."""
        return "draft" in self.__dict__ and bool(self.draft.operations)

    @property
    def _document(self) -> Document:
        return self.draft.document if "draft" in self.__dict__ else self.act.law.document

    def in_law(self, keys: Keys) -> int:
        self._look()
        return number_or_zero(found_in(self._document, keys))

    def rules_added(self, hours: int, phases: int) -> Members:
        self._look(LOOK_BACK_STEPS)
        return rules_added(self.act, self._document, hours, phases)

    def put_into_law(self, keys: Keys, content: Json, *, is_new: bool = False) -> None:
        self.spend(AMENDING_STEPS)
        self.changes += self.draft.put(keys, content, is_new=is_new)

    def strike_from_law(self, keys: Keys) -> None:
        self.spend(AMENDING_STEPS)
        if self.draft.strike(keys):
            self.changes += 1
        else:
            self._miss(pointer(*keys))

    def repeal(self, rule: str) -> None:
        self.spend(AMENDING_STEPS)
        if self.draft.repeal(self.rule if rule == THIS else rule):
            self.changes += 1
        else:
            self._miss(f"rule {rule}")

    def amend_law(self, key: str) -> None:
        """Enact the changes that this effect has made to the law, for the clause with this key.

        Raises Refused as `enact_draft` does.
        """
        if self.has_amended:
            self._results_before = self.results(), self.results_besides_items()  # by the law under which it happened
            enact_draft(self.act, self.draft, key, self.title)

    def results(self) -> list[str]:
        if self._results_before is None:
            return super().results()
        return [*self._results_before[0], *self._law_results()]

    def results_besides_items(self) -> list[str]:
        if self._results_before is None:
            return super().results_besides_items()
        return [*self._results_before[1], *self._law_results()]

    def _law_results(self) -> list[str]:
        return [*self.draft.results[:MAX_TOLD], f"The law is now revision {self.act.cycle.revision}."]
