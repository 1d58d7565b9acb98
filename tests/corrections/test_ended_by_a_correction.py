"""A cycle that a correction ended is corrected at once, whatever the phase and whatever goes on."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from nomic.corrections.models import Correction
from nomic.cycles.models import Cycle, Deadline
from nomic.office.concerns import CheckContext
from nomic.office.waiting_concerns import corrections
from nomic.proposals.models import Proposal
from tests.corrections.conftest import adopt, tell
from tests.support.hall import ADMIN, BATTLE, DAY, HOUR, START, Hall

GRANT: dict[str, Any] = {"player": "ada", "item": "Chip", "count": 11, "reason": "for the duel"}


def deadlines(hall: Hall) -> list[tuple[Any, ...]]:
    rows = Deadline.objects.filter(cycle=hall.pk).order_by("label")
    return list(rows.values_list("label", "at", "rank", "action", "args", "end_of_phase"))


def open_it(hall: Hall, **edit: Any) -> Correction:
    hall.do(ADMIN, "open-correction", edits=[edit], reason="11 was meant as 1")
    return tell(hall)


@pytest.mark.parametrize("at", [START + HOUR, BATTLE - HOUR, BATTLE + HOUR, START + 6 * DAY])
@pytest.mark.parametrize("do", ["void", "change"])
def test_a_grant_that_was_too_much_is_corrected_in_the_same_minute(cast: Hall, at: Any, do: str) -> None:
    """Eleven Chips meant as one end the game. It is on again at once, in the same phase."""
    cast.propose("bob")
    cast.do("ada", "buy", offer="Handy Pack")
    cast.to(at)
    phase, ends = cast.cycle.phase, cast.cycle.phase_ends_at
    entry = cast.do(ADMIN, "correct-grant", **GRANT)
    assert not cast.cycle.is_running
    row = open_it(cast, do=do, entry=entry.key, **({"args": GRANT | {"count": 1}} if do == "change" else {}))
    assert row.status == "built"
    assert row.impossible == []
    adopt(cast, row)
    assert cast.clock.now == at
    assert cast.cycle.is_running
    assert (cast.cycle.phase, cast.cycle.phase_ends_at) == (phase, ends)
    assert cast.has("ada", "Chip") == (1 if do == "change" else 0)
    cast.do(ADMIN, "correct-grant", **GRANT | {"count": 2})
    cast.is_sound()


def test_an_ended_cycle_leads_to_what_undoes_its_end(cast: Hall, admin_client: Client) -> None:
    """The list of corrections names the last act and its form, and the Office says that a correction waits."""
    cast.do("ada", "buy", offer="Handy Pack")
    Cycle.objects.filter(pk=cast.pk).update(practice=False)
    entry = cast.do(ADMIN, "correct-grant", **GRANT)
    listed = admin_client.get(reverse("office:corrections", args=[cast.slug])).content.decode()
    form = f"{reverse('web:correct', args=[cast.slug])}?entry={entry.key}"
    assert form in listed
    assert admin_client.get(form).status_code == 200
    row = open_it(cast, do="void", entry=entry.key)
    look = CheckContext(cast.clock.now)
    assert [each.link for each in corrections(look)] == [reverse("web:correction", args=[cast.slug, row.code])]
    adopt(cast, row)
    assert not list(corrections(look))
    assert form not in admin_client.get(reverse("office:corrections", args=[cast.slug])).content.decode()


def test_who_ends_a_game_by_a_grant_reads_it_at_once(cast: Hall, admin_client: Client) -> None:
    """The message after the grant says that the game has ended, and leads to the form that takes the grant back."""
    form = reverse("web:act", args=[cast.slug, "correct-grant"])
    for count in (2, 11):
        sent = {**GRANT, "count": str(count)}
        shown = admin_client.post(form, sent)
        token = shown.context["preview"].token
        page = admin_client.post(form, {**sent, "previewed": token}, follow=True).content.decode()
        entry = cast.entries("correct-grant")[-1]
        link = f'<a href="{reverse("web:correct", args=[cast.slug])}?entry={entry.key}">take it back</a>'
        assert ("With this the game has ended. ada wins" in page) == (count == 11)
        assert (link in page) == (count == 11)
        undo = f'<a href="{reverse("web:correct", args=[cast.slug])}?entry={entry.key}">Correct this…</a>'
        assert (undo in page) == (count == 2)


def test_staff_see_what_was_taken_back(cast: Hall, admin_client: Client) -> None:
    """The act stays in the log of staff, once, and leads to what the journal said; the correction says which it was."""
    cast.do("ada", "buy", offer="Handy Pack")
    kept = cast.do(ADMIN, "correct-grant", **GRANT | {"item": "Vertebra", "count": 1, "reason": "for the stairs"})
    for reason in ("for the duel", "for the feast"):
        entry = cast.do(ADMIN, "correct-grant", **GRANT | {"count": 2, "reason": reason})
        row = open_it(cast, do="void", entry=entry.key)
        adopt(cast, row)
        page = admin_client.get(reverse("office:home")).content.decode()
        lines = [line for line in page.split("<li>") if "taken back by a correction" in line]
        (line,) = [line for line in lines if f"{reason}; taken back" in line]
        assert "ada is granted 2 Chips." in line
        link = line.split('href="')[1].split('"')[0]
        entries = admin_client.get(link).content.decode().split('<ol class="entries">')[1]
        assert f"2 Chips ({reason})" in entries.split("</li>")[0]
        shown = admin_client.get(reverse("web:correction", args=[cast.slug, row.code])).content.decode()
        assert f'<a class="small" href="{link}">It said</a>' in shown
        assert f"2 Chips ({reason})" in shown
    assert len(lines) == 2
    assert page.count("for the stairs") == 1
    assert f"/journal/{kept.seq}/" in page


def test_every_deadline_is_there_again(cast: Hall) -> None:
    """An open vote ends when it would have ended, an outage moves its end, and it is counted."""
    proposal = cast.propose("bob")
    cast.do("ada", "buy", offer="Handy Pack")
    before = deadlines(cast)
    entry = cast.do(ADMIN, "correct-grant", **GRANT)
    assert not cast.cycle.is_running
    assert not deadlines(cast)
    adopt(cast, open_it(cast, do="void", entry=entry.key))
    assert deadlines(cast) == before
    cast.to(cast.clock.now + 2 * HOUR)
    fields = {"began": (cast.clock.now - HOUR).isoformat(), "reason": "the server was away"}
    cast.do(ADMIN, "record-outage", **fields)
    ends = Proposal.objects.get(cycle=cast.pk, code=proposal).ends_at
    assert dict(row[:2] for row in deadlines(cast))[f"votes on {proposal}"] == ends
    cast.to(ends)
    assert not Proposal.objects.get(cycle=cast.pk, code=proposal).is_pending
    cast.is_sound()
