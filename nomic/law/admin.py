from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from nomic.admin_base import ReadOnlyAdmin, pretty_json, related_links
from nomic.law.diff.revision_differences import differences_between
from nomic.law.models import Book, Revision


@admin.register(Book)
class BookAdmin(ReadOnlyAdmin):
    called = ("law", "laws")
    labels = {"id": "number", "template": "began as"}
    helps = {"template": ""}
    list_display = ("id", "template", "length")
    list_filter = ("template",)
    fields = ("id", "template", "belongings")
    readonly_fields = ("belongings",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Book]:
        books: QuerySet[Book] = super().get_queryset(request)
        return books.annotate(length=Count("revisions"))

    @admin.display(description="revisions", ordering="length")
    def length(self, book: Book) -> int:
        return int(book.length)  # type: ignore[attr-defined]

    @admin.display(description="lists")
    def belongings(self, book: Book) -> SafeString:
        return related_links(book)


@admin.register(Revision)
class RevisionAdmin(ReadOnlyAdmin):
    called = ("revision of a law", "revisions of laws")
    labels = {"book": "law"}
    helps = {"number": "0 is the law that the game began with.", "reason": ""}
    for_engineers = ("patch", "law_document")
    list_display = ("book", "number", "enacted_at", "reason")
    list_filter = ("book__template",)
    list_select_related = ("book",)
    search_fields = ("reason",)
    ordering = ("-enacted_at", "book", "-number")
    fields = ("book", "number", "enacted_at", "reason", "difference")
    readonly_fields = ("difference", "patch", "law_document")
    patch = pretty_json("amendments", "amendments as data")
    law_document = pretty_json("document", "the whole law as data")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Revision]:
        """Return the revisions. Lists do not load the documents, which would take megabytes."""
        revisions: QuerySet[Revision] = super().get_queryset(request)
        one = request.resolver_match is not None and "object_id" in request.resolver_match.kwargs
        return revisions if one else revisions.defer("document", "amendments")

    @admin.display(description="changes")
    def difference(self, revision: Revision) -> SafeString:
        number = revision.number
        changes = differences_between(revision.book_id, number - 1, number) if number else None
        return render_to_string("admin/law/differences.html", {"differences": changes})
