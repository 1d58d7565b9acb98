"""The law: the current document, and its revisions."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import Http404
from pydantic import Field
from rest_framework.request import Request

from nomic.api.query_parameters import Number, Paged
from nomic.api.read_view import ApiView, by_revision, next_page, reads
from nomic.api.response_model import OrNone, Shape
from nomic.api.throttling import COSTLY
from nomic.clauses.views.explanations import short_sentences
from nomic.cycles.models import Cycle
from nomic.db import JsonLength
from nomic.law.diff.revision_differences import differences_between
from nomic.law.labels.explanations import entry_explanation
from nomic.law.models import Revision, law_at
from nomic.law.rules.tree import rules_of, tree


class Words(Shape):
    """A run of text that was kept, added or removed."""

    kind: Literal["same", "added", "removed"]
    text: str


class RuleChange(Shape):
    """The change of one rule. `moved` names the old and the new parent."""

    id: str
    title: str
    kind: Literal["created", "repealed", "amended"]
    renamed_from: str | None
    moved: Annotated[list[str] | None, OrNone]
    body: list[Words]


class ValueChange(Shape):
    """A changed value: its path (a JSON pointer), its name, the old and the new value."""

    path: str
    name: str
    kind: Literal["created", "repealed", "changed"]
    old: Any
    new: Any


class EffectChange(Shape):
    """An entry whose effect changed: the old and the new effect, in sentences generated from the law's data."""

    path: str
    name: str
    before: list[str]
    after: list[str]


class OutdatedWords(Shape):
    """A sentence with an old value that does not change with it: its rule or entry, its place, and the change."""

    rule: str
    path: str
    sentence: str
    change: str


class Differences(Shape):
    """The differences between two laws.

    They consist of rules compared word by word, values, effects of entries as sentences, and sentences that may no
    longer be true.
    """

    rules: list[RuleChange]
    values: list[ValueChange]
    effects: list[EffectChange]
    outdated: list[OutdatedWords]


class RuleDoes(Shape):
    """The automatic effects of a rule: its clauses in sentences."""

    rule: str
    title: str
    says: list[str]
    in_short: dict[str, str] = Field(description="the short sentence of each clause, by the clause's name")


class LawInForce(Shape):
    """The law in force: the whole document, rules and values, and the automatic effects of its rules."""

    revision: int
    enacted_at: datetime
    reason: str
    clauses: list[RuleDoes]
    document: dict[str, Any]


class RevisionSummary(Shape):
    """A revision of the law, in force from `enacted_at` until the next."""

    number: int
    enacted_at: datetime
    reason: str
    amendments: int = Field(description="how many operations led here from the revision before")


class RevisionPage(Shape):
    """Revisions, newest first."""

    items: list[RevisionSummary]
    next: str | None


class RevisionDetail(Shape):
    """A revision with its document, the RFC 6902 patch that led to it, and the changes made by the patch."""

    number: int
    enacted_at: datetime
    reason: str
    document: dict[str, Any]
    amendments: list[dict[str, Any]]
    differences: Differences | None = Field(description="to the revision before; null for the first")


class RevisionsQuery(Paged):
    before: Number | None = Field(default=None, description="the revision before which the page begins")


class LawView(ApiView):
    @reads(LawInForce, name="law", summary="Read the law in force", tag="law", changes=by_revision)
    def get(self, request: Request, cycle: Cycle, query: object) -> LawInForce:
        """One JSON document: the rules with their texts, and all numbers and tables that the system uses."""
        revision = Revision.objects.defer("document", "amendments").get(book=cycle.book_id, number=cycle.revision)
        return LawInForce.from_object(
            revision,
            revision=revision.number,
            clauses=[
                RuleDoes(
                    rule=each.id,
                    title=each.rule.title,
                    says=list(entry_explanation(cycle.law, "rules", each.id)),
                    in_short=short_sentences(cycle.law, each.id),
                )
                for each in tree(rules_of(cycle.law))
                if each.rule.clauses
            ],
            document=dict(cycle.law.document),
        )


class RevisionsView(ApiView):
    @reads(
        RevisionPage,
        name="revisions_list",
        summary="List the revisions of the law",
        tag="law",
        query=RevisionsQuery,
        changes=by_revision,
    )
    def get(self, request: Request, cycle: Cycle, query: RevisionsQuery) -> RevisionPage:
        """Every revision of the law, newest first."""
        found = Revision.objects.filter(book=cycle.book_id)
        if query.before is not None:
            found = found.filter(number__lt=query.before)
        revisions = found.order_by("-number").annotate(operations=JsonLength("amendments"))
        shown, more = query.page(revisions.defer("document", "amendments"))
        return RevisionPage(
            items=[RevisionSummary.from_object(row, amendments=row.operations) for row in shown],
            next=next_page(request, before=shown[-1].number) if more else None,
        )


class RevisionView(ApiView):
    throttle_classes = COSTLY

    @reads(
        RevisionDetail,
        name="revision",
        summary="Read a revision of the law",
        tag="law",
        changes=by_revision,
        parts={"number": {"type": "integer", "minimum": 0}},
    )
    def get(self, request: Request, cycle: Cycle, query: object, number: int) -> RevisionDetail:
        """Return the document of a revision, the amendments that led to it, and the differences from the one before."""
        revision = Revision.objects.filter(book=cycle.book_id, number=number).defer("document").first()
        if revision is None:
            raise Http404(f"There is no such revision. The newest is {cycle.revision}.")
        law, change = law_at(cycle.book_id, number), None
        if number:
            change = differences_between(cycle.book_id, number - 1, number)
        return RevisionDetail.from_object(revision, document=dict(law.document), differences=change)
