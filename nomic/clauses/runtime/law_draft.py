"""A draft of the changes that a rule makes to the law in one entry, before they are enacted as one revision."""

from datetime import timedelta
from typing import Any

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Entry
from nomic.effects.language.world import Keys, Members
from nomic.law.amendments.patch import AmendmentsDoNotApply, Operation, amended_draft
from nomic.law.amendments.repeal import repeal_operations
from nomic.law.document.sections import Document, Law, LawInvalid, pointer, value_at
from nomic.law.labels.value_labels import place_in, value_text, words_at
from nomic.law.labels.value_sentence import change_in_words
from nomic.law.models import Revision, document_at
from nomic.law.schema.json_reader import Json

MISSING: Any = object()
MAX_QUOTED = 100  # characters of a text in the journal


class LawDraft:
    """A law with the changes that an effect has made so far. Later steps read the changed law.

    `operations` is the JSON patch from the law to `document`; `results` describes the changes in sentences. `rule` is
    the id of the acting rule.
    """

    def __init__(self, law: Law, rule: str, title: str) -> None:
        self.rule = rule
        self.document: Document = law.document
        self.operations: list[Operation] = []
        self.results: list[str] = []
        self._law = law
        self._title = title

    @property
    def ends_itself(self) -> bool:
        """True if the acting rule has been repealed."""
        return self.rule not in self.document["rules"]

    def found(self, keys: Keys) -> Json:
        """Return the value at a path of the draft, or MISSING."""
        return found_in(self.document, keys)

    def put(self, keys: Keys, content: Json, *, is_new: bool) -> bool:
        """Set the value at a path, and return whether that changes the law.

        If `is_new` is set, a missing value is added. Otherwise, or if its parent is missing too, raises Refused.
        """
        path, before = pointer(*keys), self.found(keys)
        if before is not MISSING:
            if _same(before, content):
                return False
            guard = {"op": "test", "path": path, "value": before}
            self._apply(guard, {"op": "replace", "path": path, "value": content})
            name, how = change_in_words(self._words(path), *(self._said(path, each) for each in (before, content)))
            self.results.append(f"The law changes {name} {how}.")
            return True
        if not is_new or not isinstance(self.found(keys[:-1]), dict | list):
            raise self._refused(f"the law has no {path}")
        self._apply({"op": "add", "path": path, "value": content})
        self.results.append(f"The law now has {self._words(path)}.")
        return True

    def strike(self, keys: Keys) -> bool:
        """Remove the value at a path. Returns False if the path does not exist."""
        path, before = pointer(*keys), self.found(keys)
        if before is MISSING:
            return False
        words = self._words(path)
        self._apply({"op": "test", "path": path, "value": before}, {"op": "remove", "path": path})
        self.results.append(f"The law no longer has {words}.")
        return True

    def repeal(self, rule: str) -> bool:
        """Repeal a rule and everything that belongs to it. Returns False if there is no such rule.

        Raises Refused if the result would be invalid.
        """
        if rule not in self.document["rules"]:
            return False
        words = self._words(pointer("rules", rule))
        try:
            self._apply(*repeal_operations(self.document, {"repeal": rule, "take_along": True}))
        except LawInvalid as error:
            raise self._refused(str(error)) from None
        self.results.append(f"{words[:1].upper()}{words[1:]} is repealed.")
        return True

    def _apply(self, *operations: Operation) -> None:
        try:
            self.document = amended_draft(self.document, list(operations))
        except (AmendmentsDoNotApply, LawInvalid) as error:
            raise self._refused(str(error)) from None
        self.operations += operations

    def _words(self, path: str) -> str:
        return words_at(self.document, path)

    def _said(self, path: str, content: Json) -> str:
        if isinstance(content, str):
            return f"“{content[:MAX_QUOTED]}{'…' if len(content) > MAX_QUOTED else ''}”"
        return value_text(self._law, place_in(self.document, path), content)

    def _refused(self, why: str) -> Refused:
        return Refused("law-unchanged", f"The rule cannot change the law this way: {why[:300]}.", self._title)


def found_in(document: Document, keys: Keys) -> Json:
    """Return the value at a path of a law, or MISSING."""
    try:
        found: Json = value_at(document, pointer(*keys))
        return found
    except LookupError:
        missing: Json = MISSING
        return missing


def _same(one: Json, other: Json) -> bool:
    """Return whether two values are the same JSON. Unlike in Python, 0 and False differ."""
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def rules_added(ctx: ReadContext, document: Document, hours: int, phases: int) -> Members:
    """Return the ids of the rules in `document` that were added within the last `hours` or `phases`, sorted."""
    base = _revision_before(ctx, hours, phases)
    if base >= ctx.cycle.revision and document is ctx.law.document:
        return ()
    before = document_at(ctx.cycle.book_id, base)["rules"] if base < ctx.cycle.revision else ctx.law.document["rules"]
    return tuple(sorted(document["rules"].keys() - before.keys()))


def _revision_before(ctx: ReadContext, hours: int, phases: int) -> int:
    """Return the number of the last revision before a time span that ends now."""
    cycle = ctx.cycle
    if phases:
        earlier = Entry.objects.filter(cycle=cycle, phase__lte=cycle.phase - phases).order_by("-seq")
        return earlier.values_list("revision", flat=True).first() or 0
    since = ctx.at - timedelta(hours=hours)
    older = Revision.objects.filter(book_id=cycle.book_id, enacted_at__lte=since).order_by("-number")
    return older.values_list("number", flat=True).first() or 0
