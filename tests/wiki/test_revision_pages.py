"""When each rule was changed, and by whom; past revisions of the law have pages of their own."""

import copy
import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st

from nomic.cycles.models import Cycle, Status
from nomic.law.amendments.patch import AmendmentsDoNotApply, reapply
from nomic.law.diff.rule_history import rule_history
from nomic.law.models import Book, append_revision
from nomic.wiki.cycle_pages import make_pages
from nomic.wiki.edit_reports.rule_edits import CannotAdopt, adoptable
from nomic.wiki.models import Cause, PageKind, WikiPage
from nomic.wiki.pages.layout import revision_links, snippets
from nomic.wiki.pages.layout.as_of_line import without_line
from nomic.wiki.pages.layout.titles import archive_title
from nomic.wiki.pages.render import render_page
from nomic.wiki.pages.ruleset import without_facts
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.folder import FolderSite
from tests.clauses.conftest import enact
from tests.support.example_counts import examples
from tests.support.hall import START, Hall, OpenCycle
from tests.wiki.conftest import Someone
from tests.wiki.publishing import whole
from tests.wiki.test_pages import HOSTILE, page_of
from tests.wiki.test_stale import freshen, stale_titles

RULE = {"title": "Lamps", "body": "Lamps are lit.", "parent": None, "place": 99}


@pytest.fixture
def amended_hall(open_cycle: OpenCycle) -> Hall:
    """Two changes of the law: a new rule, and other words of it."""
    cast = open_cycle(published=True, joined=("ada", "bob", "eve"))
    make_pages(cast.cycle)
    enact(cast, {"op": "add", "path": "/rules/lamps", "value": RULE})
    enact(cast, {"op": "replace", "path": "/rules/lamps/body", "value": "Lamps are dark."})
    return cast


def revision_page(hall: Hall, number: int) -> str:
    return render_page(WikiPage.objects.get(cycle=hall.pk, kind=PageKind.REVISION, subject=str(number)))


def facts_of(hall: Hall) -> dict[str, str]:
    _, facts = without_facts(render_page(page_of(hall.cycle, PageKind.RULESET)))
    return {re.findall("Rule ([a-z0-9-]+)", line)[0]: line for line in facts}


def test_a_rule_says_since_when_it_is_so(amended_hall: Hall) -> None:
    """Its id, the revision and the proposal that changed it last, and the earlier ones, with links to past ones."""
    facts = facts_of(amended_hall)
    base = page_of(amended_hall.cycle, PageKind.MAIN).title
    assert "Rule lamps, last changed by revision 2 " in facts["lamps"]
    assert f"([[{base}/Proposal 2|Proposal 2]])" in facts["lamps"]
    assert f"Before that, revision [[{base}/Revision 1|1]]." in facts["lamps"]
    assert facts.keys() == {"lamps"}
    text = render_page(page_of(amended_hall.cycle, PageKind.RULESET))
    assert "1 of them changed or added since the beginning, as a line beneath each of these says." in text


def test_a_past_revision_is_as_it_was(amended_hall: Hall) -> None:
    """With what it changed, from when to when it was in force, and which came before."""
    base = page_of(amended_hall.cycle, PageKind.MAIN).title
    first, second = (revision_page(amended_hall, number) for number in (0, 1))
    assert "Lamps" not in first
    assert "What it changed" not in first
    assert "Lamps are lit." in second
    assert "Lamps are dark." not in second
    assert re.search(r"in force from 2024-[-0-9: ]+ UTC to 2024-[-0-9: ]+ UTC\. This is not \[\[", second)
    assert f"enacted by [[{base}/Proposal 1|Proposal 1]]. Before it: [[{base}/Revision 0|revision 0]]" in second
    assert f"[[Category:{base} archive|Revision 000001]]" in second
    assert f"[[Category:{base}|" not in second


def test_the_law_in_force_has_no_page_in_the_archive(amended_hall: Hall) -> None:
    """It gets one with the next change, in the same transaction, with the category once."""
    kinds = (PageKind.REVISION, PageKind.ARCHIVE)
    found = WikiPage.objects.filter(cycle=amended_hall.pk, kind__in=kinds)
    assert set(found.values_list("kind", "subject")) == {("archive", ""), ("revision", "0"), ("revision", "1")}
    freshen()
    enact(amended_hall, {"op": "remove", "path": "/rules/lamps"})
    stale = [title for title in stale_titles() if "evision" in title or "archive" in title]
    assert [title.rpartition("/")[2] for title in stale] == [archive_title("Hall"), "Revision 2"]
    lines = str(render_page(page_of(amended_hall.cycle, PageKind.ARCHIVE))).splitlines()
    listed = [line.partition("|Revision ")[2] for line in lines if line.startswith("* ")]
    assert [line[:1] for line in listed] == ["2", "1", "0"]
    assert listed[0].startswith("2]]: proposal ")
    assert "lamps" not in facts_of(amended_hall)


def test_a_past_revision_says_which_law_it_is_not(amended_hall: Hall) -> None:
    """The one in force, and the last one once the game is over."""
    page = WikiPage.objects.get(cycle=amended_hall.pk, kind=PageKind.REVISION, subject="0")
    assert "This is not [[Hall/Ruleset|the law in force]]." in render_page(page)
    Cycle.objects.filter(pk=amended_hall.pk).update(status=Status.ENDED, ended_at=amended_hall.clock.now)
    assert "This is not [[Hall/Ruleset|the last law]]." in render_page(WikiPage.objects.get(pk=page.pk))


def test_a_past_revision_never_changes(amended_hall: Hall) -> None:
    """Whatever is enacted later."""
    before = without_line(revision_page(amended_hall, 1))
    enact(amended_hall, {"op": "replace", "path": "/rules/lamps/title", "value": "Lights"})
    assert without_line(revision_page(amended_hall, 1)) == before


def test_only_the_newest_of_very_many_get_pages(amended_hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Links to older ones lead to the site."""
    monkeypatch.setattr(revision_links, "MAX_REVISION_PAGES", 1)
    WikiPage.objects.filter(kind=PageKind.REVISION).delete()
    make_pages(amended_hall.cycle)
    assert list(WikiPage.objects.filter(kind=PageKind.REVISION).values_list("subject", flat=True)) == ["1"]
    assert f"/c/{amended_hall.slug}/ruleset/revisions/0/?whole revision 0]" in revision_page(amended_hall, 1)


def test_a_cycle_from_before_the_archive_gets_it(amended_hall: Hall, at_once: None, tmp_path: Any) -> None:
    """When the publisher sees it; then it has nothing more to do."""
    WikiPage.objects.filter(kind__in=(PageKind.REVISION, PageKind.ARCHIVE)).delete()
    site = FolderSite(tmp_path)
    published = {outcome.title.rpartition("/")[2] for outcome in publish_due(site=site)}
    assert {"Revision 0", "Revision 1"} <= published
    assert publish_due(site=site) == []


def test_an_undone_revision_is_not_there(amended_hall: Hall) -> None:
    """The page says so, and not the law that is in force instead."""
    Cycle.objects.filter(pk=amended_hall.pk).update(revision=1)
    assert "no longer in it" in revision_page(amended_hall, 1)


def test_an_edit_of_the_line_changes_no_rule(amended_hall: Hall) -> None:
    """Whoever edits it is told so; an edit of the words beside it is still a change of the rule."""
    page = page_of(amended_hall.cycle, PageKind.RULESET)
    text = render_page(page)
    line = facts_of(amended_hall)["lamps"].strip()
    page.parked_cause, page.published_text = Cause.EDITED, text
    page.parked_text = whole(text.replace(line, line.replace("revision 2", "nobody")))
    with pytest.raises(CannotAdopt, match="The lines that say when a rule was changed come from its history"):
        adoptable(page, amended_hall.cycle.law)
    page.parked_text = whole(text.replace(f"Lamps are dark.\n{line}", "Lamps are out."))
    (edit,) = adoptable(page, amended_hall.cycle.law).written
    assert (edit.id, edit.body) == ("lamps", "Lamps are out.")


def test_the_number_of_queries_is_the_same_for_any_number_of_revisions(amended_hall: Hall) -> None:
    """Of the ruleset and of a past revision."""
    pages = [
        page_of(amended_hall.cycle, PageKind.RULESET),
        WikiPage.objects.get(kind=PageKind.REVISION, subject="1"),
    ]

    def queries() -> list[int]:
        counts = []
        for page in pages:
            render_page(page)
            with CaptureQueriesContext(connection) as asked:
                render_page(page)
            counts.append(len(asked))
        return counts

    few = queries()
    for words in ("one", "two", "three"):
        enact(amended_hall, {"op": "replace", "path": "/rules/lamps/body", "value": words})
    assert queries() == few
    assert max(few) <= 9


OPERATIONS = st.lists(
    st.one_of(
        st.builds(
            lambda rule, words: {"op": "add", "path": f"/rules/{rule}", "value": {"title": words, "body": words}},
            st.sampled_from("abc"),
            st.sampled_from(["one", "two"]),
        ),
        st.builds(
            lambda rule, words: {"op": "replace", "path": f"/rules/{rule}/body", "value": words},
            st.sampled_from("abc"),
            st.sampled_from(["one", "two", "three"]),
        ),
        st.builds(lambda rule: {"op": "remove", "path": f"/rules/{rule}"}, st.sampled_from("abc")),
        st.builds(
            lambda old, new: {"op": "move", "from": f"/rules/{old}", "path": f"/rules/{new}"},
            st.sampled_from("abc"),
            st.sampled_from("def"),
        ),
        st.builds(
            lambda old, new: {"op": "copy", "from": f"/rules/{old}", "path": f"/rules/{new}"},
            st.sampled_from("abc"),
            st.sampled_from("def"),
        ),
        st.just({"op": "replace", "path": "/rules", "value": {"z": {"title": "z", "body": "z"}}}),
        st.just({"op": "add", "path": "/rules/a/place", "value": 7}),
        st.just({"op": "replace", "path": "/cycle/title", "value": "x"}),
        st.just({"op": "test", "path": "/rules/b/title", "value": "one"}),
    ),
    min_size=1,
    max_size=3,
)


@pytest.mark.django_db
@settings(deadline=None, max_examples=examples(60))
@given(st.lists(OPERATIONS, max_size=8))
def test_the_history_of_a_rule_names_every_revision_that_changed_it(changes: list[list[dict[str, Any]]]) -> None:
    """It is compared with the documents themselves; at most, it names one that wrote the same words again."""
    book = Book.objects.create(template="test")
    document: dict[str, Any] = {"cycle": {"title": "t"}, "rules": {"a": {"title": "one", "body": "one"}}}
    documents = [document]
    append_revision(book, 0, document, enacted_at=START, reason="")
    for operations in changes:
        try:
            document = reapply(copy.deepcopy(documents[-1]), operations)
        except AmendmentsDoNotApply:
            continue
        append_revision(book, len(documents), document, enacted_at=START, reason="", amendments=operations)
        documents.append(document)
    last = len(documents) - 1
    found = rule_history(book.pk, last)
    for number, now in enumerate(documents):
        before = documents[number - 1]["rules"] if number else {}
        for rule in now["rules"].keys() | before.keys():
            if now["rules"].get(rule) != before.get(rule):
                assert number in found[rule], (rule, number)
    assert all(numbers == sorted(set(numbers)) for numbers in found.values())
    assert set(found) >= set(documents[-1]["rules"])


@pytest.mark.wiki
def test_hostile_words_of_a_past_law_are_words(amended_hall: Hall, reader: Someone) -> None:
    """In titles, in what was changed, and in the reason."""
    rule = {"title": HOSTILE, "body": HOSTILE}
    enact(amended_hall, {"op": "add", "path": "/rules/evil", "value": {**RULE, **rule}})
    enact(amended_hall, {"op": "remove", "path": "/rules/evil"})
    text = revision_page(amended_hall, 3)
    parsed = reader.parse(text)
    assert not parsed["templates"]
    titles = [section["line"] for section in parsed["sections"]]
    assert len([title for title in titles if "x" in title and "Main Page" in title]) == 1
    assert "z" not in titles
    assert snippets.size(text) < snippets.MAX_BYTES
    facts = without_facts(render_page(page_of(amended_hall.cycle, PageKind.RULESET)))[1]
    assert len(facts) == 1  # of the rule that an earlier proposal changed
