"""What a page's first line and the summaries of its edits say: as of when it stands, and what happened since."""

from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from nomic.cycles.actions.registry import all_actions
from nomic.cycles.commands.perform import perform
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.schedule.settle import settle
from nomic.law.document.sections import Law
from nomic.proposals.models import Proposal
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.layout.as_of_line import entry_of, line_of
from nomic.wiki.pages.render import render_page
from nomic.wiki.publishing.edit_summaries import MAX_COUNT, _summary_of, summary
from nomic.wiki.publishing.outcomes import How
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.site import PageText, PageTrouble
from tests.support.hall import cycle_16
from tests.wiki.conftest import Someone
from tests.wiki.test_pages import actor, page_of
from tests.wiki.test_publisher import ScriptedSite

HOSTILE = "[[Main Page]] /* x */ https://evil.example &lt;b&gt; {number}"


def publish(site: ScriptedSite) -> dict[str, str]:
    """Publish everything; what the summaries said, by the title."""
    WikiPage.objects.filter(stale_since=None).update(stale_since=timezone.now())
    before = len(site.summaries)
    saved = [each.title for each in publish_due(site=site) if each.how is How.PUBLISHED]
    return dict(zip(saved, site.summaries[before:], strict=True))


@pytest.fixture
def site(hall: Cycle, at_once: None) -> ScriptedSite:
    """A wiki on which the cycle's pages stand, with two players in the game."""
    site = ScriptedSite()
    for name in ("Ada", "Ben"):
        perform("hall", actor(name), "join", {})
    publish(site)
    return site


def test_a_summary_names_what_happened(hall: Cycle, site: ScriptedSite) -> None:
    """Since the page was saved last: each kind of act in plain words, those that are alike counted."""
    perform("hall", actor("Ada"), "buy", {"offer": "Handy Pack"})
    perform("hall", actor("Ada"), "open-pack", {"pack": "Handy Pack"})
    perform("hall", actor("Ada"), "submit-proposal", {"title": HOSTILE, "text": "secret words"})
    code = Proposal.objects.get().code
    for name in ("Ada", "Ben"):
        perform("hall", actor(name), "vote", {"proposal": code, "vote": "against"})
    said = publish(site)["Hall/Gamestate"]
    last = Entry.objects.latest("seq").seq
    assert said == (
        "Handy Pack bought (Ada); a Handy Pack opened (Ada); proposal 1 submitted (Ada); "
        "two votes on proposal 1 (Ada, Ben) "
        f"(entries {last - 4} to {last})"
    )
    with time_machine.travel(hall.phase_ends_at):
        settle("hall")
        assert "a phase began" in publish(site)["Hall/Gamestate"]


def test_acts_by_clauses_are_told_by_their_titles(hall: Cycle, site: ScriptedSite) -> None:
    """One of somebody, several by the title; a title is words and no link."""
    perform("hall", actor("Ada"), "gift", {"to": "Ben"})
    assert publish(site)["Hall/Gamestate"].startswith("Ada gives a gift (entry ")
    law = {**hall.law.document, "rules": {**hall.law.document["rules"]}}
    rule = law["rules"]["card-gifting"]
    give = {**rule["clauses"]["give"], "action": "Give [[Main Page]] {x}"}
    law["rules"]["card-gifting"] = {**rule, "clauses": {**rule["clauses"], "give": give}}
    hall.keep_law(Law(law))
    joiner = "\N{WORD JOINER}"
    assert _summary_of("gift", [], hall.law, "Ada") == (
        f"Ada gives [{joiner}[Main Page]] (x)",
        f"“Give [{joiner}[Main Page]] (x)” {{count}} times",
    )


@pytest.mark.parametrize(
    ("action", "words", "one"),
    [
        ("act-by-rule", "By the rule “Tea”:", "the rule “Tea” acted"),
        ("act-by-rule", "By the rule “[[Tea]] {x}” nothing changes.", "the rule “[\N{WORD JOINER}[Tea]] (x)” acted"),
        ("act-when-due", "The rule “Tea” takes effect:", "the rule “Tea” acted when it said"),
        ("act-when-due", "As the rule “Tea” said:", "the rule “Tea” acted when it said"),  # in old journals
        ("act-as-awaited", "The rule “Tea” takes effect, and nothing changes.", "the rule “Tea” acted as it said"),
    ],
)
def test_acts_of_rules_name_the_rule(action: str, words: str, one: str, db: None) -> None:
    """As the journal does; of several, how often."""
    law = Law(cycle_16())
    said, several = _summary_of(action, [], law, "", [words])
    assert said == one
    assert several == one.replace(" acted", " acted {count} times", 1)
    assert "rule" in _summary_of(action, [], law, "")[0]  # of an entry that does not name it


def test_a_page_is_told_of_what_concerns_it(hall: Cycle, site: ScriptedSite) -> None:
    """The index of proposals not of packs that were bought; what concerns nobody is no reason to save."""
    perform("hall", actor("Ada"), "buy", {"offer": "Handy Pack"})
    perform("hall", actor("Ada"), "submit-proposal", {"title": "More", "text": "words"})
    said = publish(site)
    assert said["Hall/Proposals"].startswith("proposal 1 submitted (Ada) (entries ")
    assert "Hall/Ruleset" not in said


def test_a_summary_is_short_however_much_happened(hall: Cycle, site: ScriptedSite) -> None:
    """A week without the wiki: one query, as much as fits, and how much more there was."""
    page = page_of(hall, PageKind.GAMESTATE)
    seq = Entry.objects.latest("seq").seq
    Entry.objects.bulk_create(
        Entry(
            cycle=hall, seq=seq + n, key=f"{n:032x}", at=timezone.now(), actor_kind="player", actor="Ada",
            action="open-pack" if n % 2 else f"gone-{n}", revision=0, phase=0,
            events=[{"kind": "pack-opened", "pack": f"[[{n % 40}]] {HOSTILE * 4}"}],
        )
        for n in range(1, 10_001)
    )  # fmt: skip
    text = render_page(page).replace(f"entry {seq}]", f"entry {seq + 10_000}]")
    with CaptureQueriesContext(connection) as queries:
        said = summary(page, text)
    assert len(queries) == 1
    assert len(said) <= MAX_COUNT
    assert said.endswith(f"(entries {seq + 1} to {seq + 10_000})")
    told, _, more = said.partition("; and ")
    assert int(more.split()[0]) > 9_900
    assert told.count("; ") >= 1


def test_every_action_says_how_it_is_told() -> None:
    """In words of its own, not by its title; several of them are told with how many they are."""
    without = [action.name for action in all_actions() if action.phrases is None and not action.name.startswith("test")]
    assert without == []


@pytest.mark.wiki
def test_nothing_in_a_summary_is_a_link(reader: Someone, hall: Cycle, title: str) -> None:
    """However an item is called: the wiki shows it in the page's history as it is."""
    page = WikiPage(cycle=hall, kind=PageKind.GAMESTATE, title=title)
    text = render_page(page_of(hall, PageKind.GAMESTATE))
    seq = entry_of(text)
    assert seq is not None
    Entry.objects.create(
        cycle=hall, seq=seq + 1, key="0a", digest="0d", at=timezone.now(), actor_kind="player", actor="Ada",
        action="open-pack", revision=0, phase=0, events=[{"kind": "pack-opened", "pack": HOSTILE}],
    )  # fmt: skip
    page.published_text = text
    said = summary(page, text.replace(f"entry {seq}]", f"entry {seq + 1}]"))
    reader.edit(title, "words", summary=said)
    shown = reader.api(action="query", prop="revisions", titles=title, rvprop="comment|parsedcomment")
    parsed = shown["query"]["pages"][0]["revisions"][0]["parsedcomment"]
    assert "<" not in parsed
    assert parsed.replace("\N{WORD JOINER}", "").startswith(
        "a [[Main Page]] /* x */ https://evil.example &amp;lt;b&amp;gt; (number) opened"
    )


def test_a_page_names_the_entry_it_stands_as_of(hall: Cycle, site: ScriptedSite) -> None:
    """With its instant, on every page."""
    entry = Entry.objects.latest("seq")
    for page in WikiPage.objects.exclude(kind=PageKind.CATEGORY):
        assert entry_of(page.published_text) == entry.seq, page.title
        assert f"{entry.at:%H:%M:%S} UTC" in line_of(page.published_text)


def test_a_page_on_which_nothing_changed_is_not_saved_for_its_first_line(hall: Cycle, site: ScriptedSite) -> None:
    """The journal goes on; the ruleset stays as of the entry at which it was saved."""
    before = entry_of(page_of(hall, PageKind.RULESET).published_text)
    perform("hall", actor("Ada"), "buy", {"offer": "Handy Pack"})
    assert "Hall/Ruleset" not in publish(site)
    page = page_of(hall, PageKind.RULESET)
    assert (page.state, entry_of(page.published_text)) == ("published", before)
    assert entry_of(render_page(page)) != before


def test_a_lost_answer_is_not_sent_again_for_its_first_line(hall: Cycle, site: ScriptedSite) -> None:
    """What was sent as of an earlier entry, and differs in nothing else, stands."""

    class Lossy(ScriptedSite):
        def save(self, *args: Any) -> Any:
            super().save(*args)
            raise PageTrouble("timeout")

    WikiPage.objects.exclude(kind=PageKind.RULESET).delete()
    WikiPage.objects.update(published_revid=None, published_text="", published_digest="")
    lossy = Lossy()
    WikiPage.objects.update(stale_since=timezone.now())
    publish_due(site=lossy)
    perform("hall", actor("Ada"), "buy", {"offer": "Handy Pack"})
    site.pages, site.saves = lossy.pages, []
    WikiPage.objects.update(next_try_at=None)
    publish(site)
    assert site.pages["Hall/Ruleset"].revid == 1
    assert page_of(hall, PageKind.RULESET).state == "published"


def test_a_first_line_that_somebody_wrote_is_an_edit(hall: Cycle, site: ScriptedSite) -> None:
    """It is between the markers."""
    found = site.pages["Hall/Ruleset"]
    line = f"entry {entry_of(page_of(hall, PageKind.RULESET).published_text)}]"
    site.pages["Hall/Ruleset"] = PageText(found.text.replace(line, "entry 9]"), found.revid + 1)
    perform("hall", actor("Ada"), "buy", {"offer": "Handy Pack"})
    WikiPage.objects.update(stale_since=timezone.now())
    publish_due(site=site)
    assert page_of(hall, PageKind.RULESET).state == "parked"
