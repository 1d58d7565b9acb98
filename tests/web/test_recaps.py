"""Recaps of phases: who led, what was decided and how closely, the play of the phase, and their feed."""

import re

from django.test import Client

from nomic.accounts.models import Person
from nomic.clauses.models import ValueChange
from nomic.cycles.models import Cycle, Entry
from nomic.notices.models import Delivery, Notice, NoticeSettings, Webhook
from nomic.proposals.models import ProposalStatus
from nomic.recaps.best_play import greatest_changes, play_of
from nomic.recaps.recap import recap_of
from tests.support.hall import Hall


def page(hall: Hall, path: str) -> str:
    response = Client().get(f"/c/{hall.cycle.slug}/{path}")
    assert response.status_code == 200
    return response.content.decode()


def test_each_phase_says_who_led_at_its_end(cast: Hall):
    """Later gains do not change the recap of an earlier phase."""
    cast.grant("bob", "Chip", 2)
    cast.next_phase()
    cast.grant("ada", "Chip", 5)
    cast.next_phase()
    assert recap_of(cast.read_context(""), 0).leaders[0].endswith(": bob, with 2.")
    assert recap_of(cast.read_context(""), 1).leaders[0].endswith(": ada, with 5.")
    assert "bob, with 2." in page(cast, "recaps/0/")
    assert "ada leads with 5" in page(cast, "recaps/2/")


def test_a_recap_says_how_close_a_vote_was(cast: Hall):
    number = cast.propose("ada", title="<b>Hats</b>")
    cast.vote(number, ada="for", bob="for", eve="against")
    assert [each.title for each in recap_of(cast.read_context(""), cast.cycle.phase).open] == ["<b>Hats</b>"]
    began = cast.cycle.phase
    for _ in range(8):
        cast.next_phase()
    found = [recap_of(cast.read_context(""), phase) for phase in range(began, cast.cycle.phase)]
    decided = [each for recap in found for each in recap.decided]
    assert [each.words for each in decided] == [
        "won its vote and has to be carried out by hand, 2 votes for and 1 against: a close vote"
    ]
    told = next(recap.phase for recap in found if recap.decided)
    shown = page(cast, f"recaps/{told}/")
    assert "&lt;b&gt;Hats&lt;/b&gt;" in shown
    assert "<b>Hats" not in shown
    assert recap_of(cast.read_context(""), cast.cycle.phase).open == ()


def test_a_recap_says_when_the_phase_began_though_nothing_happened_until_its_end(cast: Hall):
    began, phase = cast.entries("begin-phase")[-1].at if cast.cycle.phase else cast.cycle.starts_at, cast.cycle.phase
    cast.next_phase()
    cast.next_phase()
    first, second = (recap_of(cast.read_context(""), phase + more) for more in (0, 1))
    assert first.began == began
    assert first.ended == second.began
    assert second.began < second.ended


def test_there_is_no_recap_of_a_phase_to_come(cast: Hall):
    assert Client().get(f"/c/{cast.cycle.slug}/recaps/{cast.cycle.phase + 1}/").status_code == 404
    assert Client().get(f"/c/{cast.cycle.slug}/recaps/{'9' * 40}/").status_code == 404
    assert "so far" in page(cast, "recaps/")


def test_the_feed_has_phases_that_are_over(cast: Hall):
    assert "<entry>" not in page(cast, "recaps.atom")
    cast.next_phase()
    feed = page(cast, "recaps.atom")
    assert feed.count("<entry>") == 1
    assert f"/c/{cast.cycle.slug}/recaps/0/" in feed


def act(seq: int, *events: dict[str, object], words: int = 1) -> Entry:
    return Entry(seq=seq, words=["Ben acts."] * words, events=list(events))


def test_the_play_is_the_act_that_won_or_changed_most():
    """Neither long texts nor what a player starts with make a play; an act without words is passed over."""
    passed = act(1, {"kind": "match-step"}, words=9)
    joined = act(2, {"kind": "joined"})
    assert play_of([passed, joined], {2: 60}) is None
    changes = {2: 60, 3: 2, 4: 4, 8: 2}
    gained, fell = act(3), act(4)
    off = act(5, {"kind": "match-over", "winners": []})
    assert play_of([passed, joined, gained, off], changes) is gained
    assert play_of([fell, gained], changes) is fell
    won = act(6, {"kind": "match-over", "winners": ["Ben"]})
    assert play_of([won, fell, gained], changes) is won
    assert play_of([act(8), gained], changes) is gained
    silent = act(9, {"kind": "match-over", "winners": ["Ben"]}, words=0)
    assert play_of([silent, fell, gained], changes) is fell


def test_the_play_is_read_from_the_journal(cast: Hall):
    """No rule listens for gains here. What is granted by an admin is no play."""
    cast.grant("ada", "Vertebra", 300)
    bought = cast.do("ada", "buy", offer="Chip")
    found = recap_of(cast.read_context(""), cast.cycle.phase)
    assert found.play == bought
    assert greatest_changes(cast.entries("buy"), frozenset({"ada", "bob"})) == {bought.seq: 1}


def test_secret_changes_of_values_are_no_play(cast: Hall):
    cast.grant("ada", "Vertebra", 300)
    bought = cast.do("ada", "buy", offer="Chip")
    hidden = ValueChange(entry=bought, place=0, name="Luck", holder="ada", before=0, after=99, hidden=True)
    ValueChange.objects.bulk_create([hidden])
    assert greatest_changes([bought], frozenset({"ada"})) == {bought.seq: 1}


def test_players_hear_of_each_recap_exactly_once(cast: Hall):
    """In cycles that count, and again neither by settling nor by a replay; not a kind that they have muted."""
    Cycle.objects.filter(pk=cast.pk).update(practice=True)
    cast.next_phase()
    assert not Notice.objects.filter(kind="recap").exists()
    Cycle.objects.filter(pk=cast.pk).update(practice=False)
    eve = Person.objects.get(username="eve")
    NoticeSettings.objects.create(person=eve, muted_kinds=["recap"])
    Webhook.objects.create(person=Person.objects.get(username="bob"), url="https://hooks.example/1/secret")
    for _ in range(2):
        cast.next_phase()
        cast.settle()
    cast.is_sound()
    over = cast.cycle.phase
    links = [f"/c/{cast.slug}/recaps/{phase}/" for phase in (over - 2, over - 1)]
    for name in ("ada", "bob", "eve"):
        told = Notice.objects.filter(kind="recap", person__username=name).order_by("pk")
        assert list(told.values_list("link", flat=True)) == links
    assert not Notice.objects.filter(kind="recap", person=eve, read_at=None).exists()
    assert list(Delivery.objects.filter(webhook__person__username="bob").values_list("link", flat=True)) == links
    for link in links:
        assert Client().get(link).status_code == 200


def test_the_list_says_what_passed_in_each_phase(cast: Hall):
    """In the phase in which the votes were counted, also if it ended with them; of others, that nothing took effect."""
    chip = {"op": "replace", "path": "/items/Chip/text", "value": "A chip."}
    code = cast.propose("ada", chip, title="<b>Hats</b>")
    cast.vote(code, ada="for", bob="for", eve="for")
    while cast.cycle.proposals.get(code=code).status != ProposalStatus.ENACTED:
        cast.next_phase()
    cast.next_phase()
    context = cast.read_context("")
    (told,) = [phase for phase in range(cast.cycle.phase) if recap_of(context, phase).decided]
    lines = dict(re.findall(r'recaps/(\d+)/">(.*?)</li>', page(cast, "recaps/"), re.DOTALL))
    assert len(lines) == cast.cycle.phase + 1
    assert [int(phase) for phase, line in lines.items() if "Passed:" in line] == [told]
    assert "&lt;b&gt;Hats&lt;/b&gt;" in lines[str(told)]
    passed = (told, cast.cycle.phase)
    assert all("No proposal took effect." in line for phase, line in lines.items() if int(phase) not in passed)
    assert "No proposal has taken effect yet." in lines[str(cast.cycle.phase)]
