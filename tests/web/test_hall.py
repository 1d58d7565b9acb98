"""The hall: one thing to do now, what rules gave the visitor, who is ahead, and pictures of what can be done."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from nomic.cycles.models import Cycle, Deadline, Entry
from nomic.cycles.schedule.settle import settled_cycle
from nomic.devtools.texts.html import texts_of_html
from nomic.forecast.fork.due_in_words import due_together
from nomic.notices.models import Notice
from nomic.web.pictures import act_picture
from nomic.web.recaps.news_since_last_visit import counted_in_words
from nomic.web.templatetags.visitor import fold_practice
from tests.support.hall import DAY, START, Clock, Hall, cast, clock, hall
from tests.support.signed_in import browser_of

__all__ = ["cast", "clock", "hall"]

GIFT = {
    "title": "Sunday Gift",
    "body": "Every day each player gets 3 Vertebrae.",
    "place": 900,
    "clauses": {"gift": {"when": "day-begins", "do": [{"grant": "Vertebra", "n": 3, "to": {"players": "players"}}]}},
}


def regular(name: str) -> Client:
    """The browser of a player who has closed their first steps."""
    client = browser_of(name)
    client.post("/c/hall/first-steps/skip/")
    return client


def said_to(client: Client, path: str = "/c/hall/") -> str:
    return "\n".join(texts_of_html(client.get(path).content.decode()))


@pytest.fixture
def gift(cast: Hall, clock: Clock) -> Client:
    """Cleo, two days after a rule that acts by itself became law."""
    cast.join("Cleo", "Dora")
    client = browser_of("Cleo")
    client.get("/")
    cast.propose("Dora", {"op": "add", "path": "/rules/gift", "value": GIFT}, title="Sunday Gift")
    for name in ("Cleo", "Dora"):
        cast.do(name, "vote", proposal="1", vote="for")
    clock.to(START + 9 * DAY)
    settled_cycle("hall")
    return client


def test_what_a_rule_gave_is_said_in_the_hall_and_on_the_front_page(gift: Client) -> None:
    """Both times together, to whom it was given, and to nobody else."""
    assert "The rule Sunday Gift gave you 6 Vertebrae (2 times)." in said_to(gift)
    assert "The rule Sunday Gift gave you 6 Vertebrae (2 times)." in said_to(gift, "/")
    assert "gave you" not in said_to(Client())


def test_another_phase_has_other_gifts(gift: Client, clock: Clock) -> None:
    """The hall says what the present phase brought."""
    clock.to(START + 10 * DAY)
    settled_cycle("hall")
    assert "The rule Sunday Gift gave you 3 Vertebrae." in said_to(gift)


def test_the_first_task_is_large_and_the_others_are_below_it(cast: Hall) -> None:
    """A vote has its button and its picture, and is not offered twice as the first act."""
    cast.propose("bob", title="First")
    cast.propose("bob", title="Second")
    found = regular("ada").get("/c/hall/")
    html = found.content.decode()
    assert html.count('class="now-first"') == 1
    assert '<a class="button big" href="/c/hall/proposals/1/">Vote<' in html
    assert '<a href="/c/hall/proposals/2/">Your vote on proposal 2, Second</a>' in html
    assert "vote" not in [act.action.name for act in found.context["acts"].first]


def test_without_a_task_the_best_act_is_offered(cast: Hall) -> None:
    html = regular("ada").get("/c/hall/").content.decode()
    assert "Nothing right now. You could do this:" in html
    assert html.count('class="now-first"') == 1


def test_who_is_ahead_is_seen_at_once(cast: Hall) -> None:
    """All are equal at first. Later the leader comes first, and the visitor is always among those shown."""
    cast.join(*(f"guest {number}" for number in range(6)), "zoe")
    zoe = browser_of("zoe")
    assert zoe.get("/c/hall/").context["ahead"].is_tied
    cast.grant("bob", "Chip", 2)
    ahead = zoe.get("/c/hall/").context["ahead"]
    assert not ahead.is_tied
    assert (ahead.rows[0].player, ahead.rows[-1].player, len(ahead.rows)) == ("bob", "zoe", 5)
    assert ahead.others == 5


def test_acts_have_pictures_of_what_they_do(cast: Hall) -> None:
    """By name, by what the law has them do, and otherwise an emblem of the title."""
    first = browser_of("ada").get("/c/hall/").content.decode()
    assert "acts.svg#explore" in first or "#explore" in first
    assert "explore" in act_picture.pictures()
    one, other = act_picture.act_drawing("none", "Fly"), act_picture.act_drawing("none", "<Swim>")
    assert "<use" not in one + other
    assert one != other


def test_all_proposals_of_a_count_are_named(cast: Hall, clock: Clock) -> None:
    """However many are counted at the same moment."""
    for title in ("One", "Two", "Three", "Four"):
        cast.propose("bob", title=title)
    cast.do("ada", "vote", proposal="1", vote="for")
    clock.to(START + 8 * DAY)
    settled_cycle("hall")
    counted = Entry.objects.filter(cycle=cast.pk, action="close-voting")
    assert (
        counted_in_words(cast.cycle, counted)
        == "One won its vote and is carried out by hand. Two, Three and Four failed."
    )


def test_others_hear_of_a_new_proposal(cast: Hall) -> None:
    """But not the author."""
    cast.propose("bob", title="More light")
    found = Notice.objects.filter(kind="proposed").values_list("person__username", "text", "link")
    words = "bob proposes a change to the rules: More light (proposal 1)."
    assert sorted(found) == [(name, words, "/c/hall/proposals/1/") for name in ("ada", "eve")]


def test_what_one_cannot_do_is_told_to_who_plays(cast: Hall, django_user_model: Any) -> None:
    """Who can join, or sign in, reads that first. Forty refusals would say nothing."""
    assert 'id="why-not"' in browser_of("ada").get("/c/hall/").content.decode()
    django_user_model.objects.create_user("newcomer")
    assert 'id="why-not"' not in browser_of("newcomer").get("/c/hall/").content.decode()
    assert 'id="why-not"' not in Client().get("/c/hall/").content.decode()


def test_tasks_of_practice_are_one_line_beside_others() -> None:
    """Nothing is folded if all of it is practice, or if only one is."""

    def waiting(*practice: bool) -> list[Any]:
        return [SimpleNamespace(task=SimpleNamespace(cycle=SimpleNamespace(practice=each))) for each in practice]

    for tasks, shown in ((waiting(True, False, True), 1), (waiting(True, True), 2), (waiting(False, True), 2)):
        found = fold_practice(tasks)
        assert (len(found.shown), len(found.folded)) == (shown, len(tasks) - shown)


def test_votes_that_are_counted_together_are_one_line(cast: Hall) -> None:
    """Their titles are above, in the list of open proposals."""

    def due() -> str:
        part = Client().get("/c/hall/").content.decode().partition('id="due"')[2].partition("</ul>")[0]
        return " ".join(texts_of_html(f"<p {part}</ul>"))

    cast.propose("ada")
    assert "Votes are counted (proposal 1)" in due()
    cast.propose("bob")
    cast.propose("eve", **{"class": "urgent"})
    assert "Votes are counted (proposals 1 and 2)" in due()
    assert "Votes are counted (proposal 3)" in due()


def test_many_votes_that_are_counted_together_are_one_line_and_no_line_is_lost(cast: Hall) -> None:
    """However many they are, all are counted in their line, and what comes after them has its own."""
    cast.join("fay", "gus", "hal")
    for number in range(12):
        cast.propose(("ada", "bob", "eve", "fay", "gus", "hal")[number % 6])
    page = Client().get("/c/hall/").content.decode()
    due = " ".join(texts_of_html(page.partition('id="due"')[2].partition("</ul>")[0]))
    assert "Votes are counted (proposals 1, 2, 3, 4, 5, 6, 7, 8 and 4 more)" in due
    assert "Battle Phase begins" in due
    assert "Each player who is in the game" not in page  # it is on each proposal's own page
    assert (
        "Each player who is in the game at the end has one vote."
        in Client().get("/c/hall/proposals/1/").content.decode()
    )


def test_of_more_deadlines_than_are_read_no_number_is_given(cast: Hall) -> None:
    """At the last instant that was read there may be more; at earlier ones all are known."""
    law = cast.cycle.law
    at = {hour: START + timedelta(hours=hour) for hour in (1, 2)}
    titles = {f"p{number}": f"proposal {number}" for number in range(24)}
    read = [
        Deadline(at=at[1 + number // 12], action="close-voting", args={"proposal": f"p{number}"})
        for number in range(24)
    ]
    whole, cut = (
        {when: text for text, when in due_together(read, titles, law, is_cut=is_cut)} for is_cut in (False, True)
    )
    assert whole[at[1]].endswith(" 7 and 4 more)")
    assert cut[at[1]] == whole[at[1]]
    assert whole[at[2]].endswith(" 19 and 4 more)")
    assert cut[at[2]].endswith(" 19 and more)")


def test_a_hall_after_the_end_looks_back(cast: Hall) -> None:
    """Nothing waits, nothing is due and nothing can be done, so it says none of this; it leads on instead."""
    Cycle.objects.filter(pk=cast.cycle.pk).update(status="ended", ended_at=cast.cycle.created_at, winner="ada")
    html = regular("ada").get("/c/hall/").content.decode()
    for empty in ("What waits for you", "Nothing is due", "What is next", "Proposals that were"):
        assert empty not in html
    assert '<section class="part" id="can" hidden>' in html
    assert "What now?" in html
    assert '<a href="/">See the games that are on now</a>' in html
