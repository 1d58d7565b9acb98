"""The page of a proposal: open, taken back, edited, counted; what it changes, as words before and after."""

import copy
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from nomic.cycles.commands.perform import perform
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.settle import settle
from nomic.law.diff.law_differences import Words
from nomic.law.models import Revision, append_revision
from nomic.proposals.models import Proposal, ProposalStatus
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages import law_changes
from nomic.wiki.pages.law_changes import words_in_wikitext
from nomic.wiki.pages.render import render_page
from tests.wiki.conftest import Someone
from tests.wiki.html import probes
from tests.wiki.test_pages import HOSTILE, actor, read

UMBRELLAS = {
    "title": "Umbrellas",
    "body": "Left ''umbrellas'' belong to [[Main Page|the hall]], {{law|/duels/per_phase}} of them. {{law table|shop}}",
    "parent": None,
    "place": 90,
}


def submit(title: str = "More", text: str = "Some words.", amendments: Any = (), author: str = "Ada") -> Proposal:
    perform("hall", actor(author), "submit-proposal", {"title": title, "text": text, "amendments": list(amendments)})
    return Proposal.objects.latest("number")


def page_text(proposal: Proposal) -> str:
    return render_page(WikiPage.objects.get(kind=PageKind.PROPOSAL, subject=str(proposal.number)))


@pytest.fixture
def hall_with_two(hall: Cycle) -> Cycle:
    for name in ("Ada", "Ben"):
        perform("hall", actor(name), "join", {})
    hall.refresh_from_db()
    return hall


def rewording(cycle: Cycle, old: str, new: str) -> tuple[str, dict[str, Any]]:
    """The title of the first rule in which these words stand, and the operation that puts others in their place."""
    rules = cycle.law.document["rules"]
    id_ = next(id_ for id_, rule in rules.items() if old in rule["body"])
    body = rules[id_]["body"].replace(old, new, 1)
    return rules[id_]["title"], {"op": "replace", "path": f"/rules/{id_}/body", "value": body}


@pytest.mark.wiki
def test_an_open_proposal_tells_what_it_would_change(hall_with_two: Cycle, reader: Someone) -> None:
    """Its words, its class, when the votes are counted, the votes so far; rules and values before and after."""
    title, operation = rewording(hall_with_two, "player", f"{HOSTILE} guest")
    proposal = submit(
        HOSTILE,
        "Some ''words''.",
        [
            operation,
            {"op": "add", "path": "/rules/umbrellas", "value": UMBRELLAS},
            {"op": "replace", "path": "/duels/per_phase", "value": 3},
        ],
    )
    perform("hall", actor("Ada"), "vote", {"proposal": proposal.code, "vote": "for"})
    perform("hall", actor("Ben"), "vote", {"proposal": proposal.code, "vote": "unclear"})
    perform("hall", actor("Guest"), "vote", {"proposal": proposal.code, "vote": "against"})
    text = page_text(proposal)
    parsed, words = read(reader, text)
    assert [section["line"] for section in parsed["sections"]] == [
        "Votes so far",
        "Text",
        "What it would change in the law",
    ]
    assert f"Proposal 1: {HOSTILE} By Ada, submitted" in words
    assert f"Open for votes until {proposal.ends_at:%Y-%m-%d %H:%M} UTC, on" in words
    assert "UTC, Standard." in words
    assert (
        "1 for, 0 against, 1 unclear; needs at least 2 for For: Ada Unclear: Ben Not players now, so not counted: Guest"
        in words
    )
    assert f"The rule “{title}”: its words change." in words
    assert "New rule “Umbrellas”, at the top level. Left umbrellas belong to the hall, 3 of them." in words
    assert "(a table of the law: The Croupier)" in words
    assert "How many duels a player may take part in per phase 1 duel 3 duels" in words
    assert "<del>" in text
    assert f"{HOSTILE} guest" in words


@pytest.mark.wiki
def test_what_came_and_what_went_is_marked_and_breaks_nothing(reader: Someone) -> None:
    """However the words are cut: each piece is the same words on the wiki, inserted, deleted or as they were."""
    pieces = [
        "'",
        "''b''",
        "[[",
        "a]]",
        "{",
        "{x}}",
        "<",
        "b>",
        "~~",
        "~~~",
        "_",
        "_TOC__",
        "-",
        "-->",
        "\n* i",
        "\n\n",
        " ",
        "= h =",
    ]
    runs = [
        [Words(kind, first), Words("same", second), Words("added", first + second)]
        for first in pieces
        for second in pieces
        for kind in ("removed",)
    ]
    text = "\n\n".join(
        f'<div class="probe">\n<blockquote>{words_in_wikitext(run)}</blockquote>\n</div>' for run in runs
    )
    parsed = reader.parse(text + "\n__NOTOC__ __NOEDITSECTION__")
    found = probes(parsed["text"])
    assert [parsed[what] for what in ("templates", "links", "categories", "sections")] == [[], [], [], []]
    for probe, run in zip(found, runs, strict=True):
        assert probe.words == " ".join("".join(words.text for words in run).split())
        assert set(probe.elements) <= {"blockquote", "p", "ins", "del", "br"}


def test_what_stays_is_shortened_and_a_very_long_change_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some words are left around each change, and an end to it all is shown."""
    long = "wordy " * 200
    text = words_in_wikitext([Words("removed", "old"), Words("same", long), Words("added", "new")])
    assert len(text) < 300
    assert text.startswith("<del>old</del>wordy")
    assert "wordy … wordy" in text
    assert text.endswith("<ins>new</ins>")
    monkeypatch.setattr(law_changes, "MAX_PER_RULE", 10)
    assert words_in_wikitext([Words("added", "x" * 20), Words("removed", "y")]) == "<ins>xxxxxxxxxx</ins>…"


def test_a_withdrawn_proposal_says_so(hall_with_two: Cycle) -> None:
    """With the votes until then; it stands no more on the gamestate."""
    proposal = submit()
    perform("hall", actor("Ben"), "vote", {"proposal": proposal.code, "vote": "against"})
    perform("hall", actor("Ada"), "withdraw-proposal", {"proposal": proposal.code})
    text = page_text(proposal)
    assert "<b>Withdrawn</b> 20" in text
    assert "before the votes were counted: it never takes effect." in text
    assert "Open for votes" not in text
    assert "* Against: Ben" in text
    assert "Proposal 1|" not in render_page(WikiPage.objects.get(kind=PageKind.GAMESTATE))


def test_an_edited_proposal_says_what_was_edited(hall_with_two: Cycle) -> None:
    """Title, words and amendments as they were, beside what stands there now (R12)."""
    burn = {"op": "replace", "path": "/duels/per_phase", "value": 3}
    proposal = submit("Burn more", "Burn thrice.", [burn])
    edited = {"title": "Burn most", "text": "Burn thrice.", "amendments": [burn | {"value": 4}]}
    perform("hall", actor("Ada"), "edit-proposal", {"proposal": proposal.code, **edited})
    text = page_text(proposal)
    assert "<b>Void, because it was edited</b>" in text
    assert "== What was edited ==\n* Title: Burn <del>more</del><ins>most</ins>\nAmendments before:" in text
    assert "&#34;value&#34;&#58; 3" in text.partition("== What it would have changed in the law ==")[0]
    assert "| 4 duels\n" in text
    assert "* Text:" not in text


def test_an_edit_of_nothing_but_the_words_shows_the_words(hall_with_two: Cycle) -> None:
    """The amendments' guards do not make them others."""
    burn = {"op": "replace", "path": "/duels/per_phase", "value": 3}
    proposal = submit("Burn more", "Burn thrice.", [burn])
    edited = {"title": "Burn more", "text": "Burn three times.", "amendments": [burn]}
    perform("hall", actor("Ada"), "edit-proposal", {"proposal": proposal.code, **edited})
    text = page_text(proposal)
    assert "* Text: Burn <del>thrice</del><ins>three times</ins>.\n" in text
    assert "Amendments before" not in text


def test_a_proposal_that_does_not_apply_any_more_says_so(hall_with_two: Cycle) -> None:
    """With what it would have changed when it was written; once it is popular it waits for a hand."""
    first, second = (
        submit(f"Burn {number}", "", [{"op": "replace", "path": "/duels/per_phase", "value": number}])
        for number in (3, 4)
    )
    for proposal in (first, second):
        perform("hall", actor("Ben"), "vote", {"proposal": proposal.code, "vote": "for"})
    with time_machine.travel(first.ends_at + timedelta(seconds=1)):
        settle("hall")
        text = page_text(second)
    assert "to be carried out by hand</b>" in text
    assert "It does not apply to the law as it is now:" in text
    assert "| 1 duel\n| 4 duels\n" in text


def test_words_that_took_effect_do_not_claim_another_s_change(hall_with_two: Cycle) -> None:
    """A proposal enacted by hand, in words only, is in force with a revision that another one made."""
    document = copy.deepcopy(hall_with_two.law.document)
    document["duels"]["per_phase"] = 9
    proposal = submit("Words")
    made = {"enacted_at": proposal.submitted_at, "amendments": []}
    append_revision(hall_with_two.book_id, 1, document, reason="proposal 7, Another", **made)
    assert Revision.objects.filter(book_id=hall_with_two.book_id).count() == 2
    Proposal.objects.update(
        status=ProposalStatus.ENACTED,
        enacted_revision=1,
        decided_at=proposal.ends_at,
        votes_for=1,
        votes_against=0,
        votes_unclear=0,
    )
    Cycle.objects.update(revision=1)
    text = page_text(proposal)
    assert "in force as revision" not in text
    assert "in the law ==" not in text


def test_a_proposal_of_everything_fits_its_page_and_says_what_is_left_out(
    hall_with_two: Cycle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First the amendments go, then the changes; each is said, with where to read it."""
    added = [
        {"op": "add", "path": f"/rules/r{number}", "value": UMBRELLAS | {"body": "[" * 900}} for number in range(9)
    ]
    proposal = submit("More", "", added)
    whole = page_text(proposal)
    assert whole.count("New rule “Umbrellas”") == 9
    assert "too long" not in whole
    monkeypatch.setattr("nomic.wiki.pages.proposals.MAX_BYTES", len(whole.encode()) - 1)
    shorter = page_text(proposal)
    assert "The amendments are too long for this page: all of them are on [http" in shorter
    assert shorter.count("New rule “Umbrellas”") == 9
    monkeypatch.setattr("nomic.wiki.pages.proposals.MAX_BYTES", len(shorter.encode()) - 1)
    shortest = page_text(proposal)
    assert "There is more than fits here: all of it is on [http" in shortest
    assert "New rule “Umbrellas”" not in shortest
    monkeypatch.undo()
    monkeypatch.setattr("nomic.wiki.pages.proposals.MAX_CHANGES", 5)
    monkeypatch.setattr("nomic.wiki.pages.proposals.MAX_AMENDMENTS", 50)
    cut = page_text(proposal)
    assert cut.count("New rule “Umbrellas”") == 5
    assert "There is more than fits here" in cut
    assert "Here they are cut; all of them are on [http" in cut


def test_voters_that_are_too_many_are_said_to_be(hall_with_two: Cycle, monkeypatch: pytest.MonkeyPatch) -> None:
    """The count is of all of them."""
    monkeypatch.setattr("nomic.wiki.pages.proposals.MAX_VOTERS", 1)
    proposal = submit()
    for name in ("Ada", "Ben"):
        perform("hall", actor(name), "vote", {"proposal": proposal.code, "vote": "for"})
    text = page_text(proposal)
    assert "2 for, 0 against" in text
    assert "* For: Ada\n* The others are named on [http" in text
