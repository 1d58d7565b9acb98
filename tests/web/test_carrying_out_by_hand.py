"""A proposal that was passed in words offers what its words ask for as forms, and then the form that closes it."""

from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from nomic.cycles.commands.preview import Preview, perform_or_preview
from nomic.cycles.models import Entry
from nomic.office.concerns import CheckContext
from nomic.proposals.models import Proposal, ProposalStatus
from nomic.web.composer.orders import admin_acts
from nomic.web.composer.orders.admin_acts import Decision, prepared_acts
from nomic.web.views.court import acts_for_admins
from nomic.web.views.court.acts_for_admins import rulings_to_carry_out
from tests.support.hall import ADMIN, HOUR, WEEK, Hall, cast, clock, hall, open_cycle

__all__ = ["cast", "clock", "hall", "open_cycle"]


def passed(hall: Hall, text: str, **more: Any) -> Proposal:
    """A popular proposal of words, which waits."""
    code = hall.propose_and_vote("bob", by=("ada", "bob"), at=WEEK + HOUR, text=text, **more)
    row = Proposal.objects.get(cycle=hall.pk, code=code)
    assert row.status == ProposalStatus.BY_HAND
    return row


EVERYBODY = {"everybody": "on", "item": "Chip", "count": "1"}
TWO = {"players": ["ada", "bob"], "item": "Chip", "count": "2"}


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("A Chip each.", [("correct-grant-many", EVERYBODY)]),
        ("Everybody gets a Chip.", [("correct-grant-many", EVERYBODY)]),
        ("Grant each player 3 Chips", [("correct-grant-many", EVERYBODY | {"count": "3"})]),
        ("By hand: a Chip each.", [("correct-grant-many", EVERYBODY)]),
        ("Ada gets two Vertebrae.", [("correct-grant", {"player": "ada", "item": "Vertebra", "count": "2"})]),
        (
            "Give ada and Bob 2 Chips.",
            [("correct-grant-many", {"players": ["ada", "bob"], "item": "Chip", "count": "2"})],
        ),
        ("Bob loses 1 Chip.", [("correct-revoke", {"player": "bob", "item": "Chip", "count": "1"})]),
        ("For his drawings Bob gets 2 Chips.", [("correct-grant", {"player": "bob", "item": "Chip", "count": "2"})]),
        ("Bob loses 1 Chip for the paint.", [("correct-revoke", {"player": "bob", "item": "Chip", "count": "1"})]),
        (
            "For their help Ada gains 5 Vertebrae, and Bob loses a Chip.",
            [
                ("correct-grant", {"player": "ada", "item": "Vertebra", "count": "5"}),
                ("correct-revoke", {"player": "bob", "item": "Chip", "count": "1"}),
            ],
        ),
        ("Ada gains 5 Vertebrae and Bob may keep a Chip.", []),
        ("Ada gains 2 Chips for every card.", []),
        ("Ada gains 2 Chips for a week.", []),
        ("Ada gains 2 Chips for the phase.", []),
        ("Ada gains 2 Chips for Bob.", []),
        ("Ada gains 2 Chips for the Vertebrae of Bob.", []),
        ("For each match Ada gains 2 Chips.", []),
        ("ada gives bob a Chip.", []),
        ("Whenever somebody wins, everybody gets a Chip.", []),
        ("Everybody may take a Chip.", []),
        ("Chips are nice, and each of us likes them.", []),
        ("Everybody gets 99999999999 Chips.", []),
        ("Everybody gets a Chip and a Vertebra.", []),
        ("x " * 5_000, []),
    ],
)
def test_what_the_words_ask_for_is_prepared(cast: Hall, text: str, acts: list[tuple[str, dict[str, Any]]]) -> None:
    """Who, how many and what; what is unclear or conditional is left to people."""
    row = passed(cast, text)
    assert row.decided_at
    decision = Decision(f"Proposal {row.number}", row.text, row.decided_at, "as voted")
    found = prepared_acts(cast.read_context(ADMIN), decision)
    assert [(each.action, {k: v for k, v in each.fields.items() if k != "reason"}) for each in found] == acts
    for each in found:
        asked = parse_qs(urlsplit(each.address).query)
        assert asked["reason"][0].startswith(f"Proposal {row.number}: ")


def test_a_keeper_carries_it_out_by_forms_and_closes_it(cast: Hall, admin_client: Client) -> None:
    """The page leads to the grant, says that it is done, and leads to the form that closes it; each is previewed."""
    row = passed(cast, "A Chip each. It is a good idea.")
    page = reverse("web:proposal", args=[cast.slug, row.number])
    shown = admin_client.get(page)
    (act,) = shown.context["prepared"]
    form = admin_client.get(act.address)
    assert form.status_code == 200
    assert "checked" in form.content.decode()
    sent = {**act.fields}
    address = reverse("web:act", args=[cast.slug, act.action])
    preview = admin_client.post(address, sent).context["preview"]
    assert not cast.has("ada", "Chip")
    assert admin_client.post(address, {**sent, "previewed": preview.token}).status_code == 302
    assert cast.has("ada", "Chip") == cast.has("bob", "Chip") == 1
    again = admin_client.get(page)
    assert again.context["prepared"][0].done == Entry.objects.get(action="correct-grant-many").seq
    closes = again.context["closes"]
    assert unescape(again.content.decode()).count(closes) == 1
    fields = {name: values[0] for name, values in parse_qs(urlsplit(closes).query).items()}
    assert fields["words_only"] == "on"
    preview = admin_client.post(closes.partition("?")[0], fields).context["preview"]
    assert any(f"Proposal {row.number}" in change.what for change in preview.changes)
    assert admin_client.post(closes.partition("?")[0], {**fields, "previewed": preview.token}).status_code == 302
    row.refresh_from_db()
    assert row.status == ProposalStatus.ENACTED
    closed = admin_client.get(page)
    assert "closes" not in closed.context


def test_what_no_form_was_prepared_for_is_given_from_the_page_too(cast: Hall, admin_client: Client) -> None:
    """The forms have the usual reason, and lead back to the proposal."""
    row = passed(cast, "ada gives bob a Chip, and bob shall have a Vertebra for it.")
    page = reverse("web:proposal", args=[cast.slug, row.number])
    shown = admin_client.get(page)
    assert not shown.context["prepared"]
    text = unescape(shown.content.decode())
    for name, sent in (("correct-grant-many", {"players": ["bob"]}), ("correct-revoke", {"player": "ada"})):
        address = f"{reverse('web:act', args=[cast.slug, name])}?reason=Proposal+{row.number}%2C+as+voted&next={page}"
        assert address in text
        form = admin_client.get(address).content.decode()
        assert f"Proposal {row.number}, as voted" in form
        if name == "correct-grant-many":
            fields = {**sent, "item": "Chip", "count": "1", "reason": "as voted", "next": page}
            to = address.partition("?")[0]
            token = admin_client.post(to, fields).context["preview"].token
            assert admin_client.post(to, {**fields, "previewed": token}).headers["Location"].startswith(page)
    assert cast.has("bob", "Chip") == 1


def test_what_was_done_for_it_stays_on_its_page(cast: Hall, client: Client) -> None:
    """Everybody reads it, while it waits and after it is closed; a proposal that enacts itself has no such list."""
    row = passed(cast, "A Chip each.")
    page = reverse("web:proposal", args=[cast.slug, row.number])
    assert 'id="done-for-it"' not in client.get(page).content.decode()
    reason = f"Proposal {row.number}: A Chip each"
    entry = cast.do(ADMIN, "correct-grant-many", everybody=True, item="Chip", count=1, reason=reason)
    link = f"/c/{cast.slug}/journal/{entry.seq}/"
    assert link in client.get(page).content.decode().partition('id="done-for-it"')[2].partition("</section>")[0]
    cast.do(ADMIN, "enact-by-hand", proposal=row.code, words_only=True, reason="done")
    text = client.get(page).content.decode()
    assert link in text.partition('id="done-for-it"')[2].partition("</section>")[0]
    assert "Changes nothing by itself" not in text
    assert "(Proposal 1: A Chip each)." in text


def test_what_was_done_for_it_is_found_after_many_acts_for_other_reasons(
    cast: Hall, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admin_acts, "MAX_DONE", 1)
    row = passed(cast, "A Chip each.")
    cast.do(ADMIN, "correct-grant-many", everybody=True, item="Chip", count=1, reason="a present")
    reason = f"Proposal {row.number}: A Chip each"
    entry = cast.do(ADMIN, "correct-grant-many", everybody=True, item="Chip", count=1, reason=reason)
    page = client.get(reverse("web:proposal", args=[cast.slug, row.number])).content.decode()
    assert f"/journal/{entry.seq}/" in page.partition('id="done-for-it"')[2].partition("</section>")[0]


def test_the_button_that_closes_it_names_what_is_not_done(cast: Hall, admin_client: Client) -> None:
    """So nobody closes it too early."""
    row = passed(cast, "Ada gets 2 Vertebrae. Bob loses a Chip.")
    cast.do(ADMIN, "correct-grant", player="bob", item="Chip", count=1, reason="so that he can lose it")
    page = reverse("web:proposal", args=[cast.slug, row.number])

    def box() -> str:
        return admin_client.get(page).content.decode().partition('id="carry-out"')[2].partition("</section>")[0]

    assert "2 of these are not done yet" in box()
    for act in admin_client.get(page).context["prepared"]:
        cast.do(
            ADMIN, act.action, **{name: int(value) if name == "count" else value for name, value in act.fields.items()}
        )
    assert "not done yet" not in box()
    assert "All that its words ask for is done" in box()


def test_others_are_not_offered_it(cast: Hall, client: Client) -> None:
    """Neither a visitor nor a player."""
    row = passed(cast, "A Chip each.")
    page = client.get(reverse("web:proposal", args=[cast.slug, row.number]))
    assert "carry-out" not in page.content.decode()


def ruled(hall: Hall, answer: str, **more: Any) -> str:
    """A ruling on a question; the address of its page."""
    hall.do(ADMIN, "appoint-judge", player="ada", reason="x")
    hall.do("bob", "file-request", kind="question", title="Chips", text="Who has them?")
    hall.do("ada", "rule", request="1", answer=answer, reasoning="It is so.", **more)
    return reverse("web:court-request", args=[hall.slug, 1])


def test_a_ruling_leads_to_the_correction_that_names_it(cast: Hall, admin_client: Client) -> None:
    """Its page has the link, and the form has its number; so for an entry that the ruling names."""
    page = ruled(cast, "Nobody.", about=["#1"])
    link = f"{reverse('web:correct', args=[cast.slug])}?ruling=1"
    text = unescape(admin_client.get(page).content.decode())
    assert link in text
    assert admin_client.get(link).context["form"]["ruling"].value() == "1"
    entry = Entry.objects.get(cycle=cast.pk, seq=1)
    of_entry = f"{reverse('web:correct', args=[cast.slug])}?entry={entry.key}&ruling=1"
    assert of_entry in text
    assert admin_client.get(of_entry).context["entry"] == entry


def test_an_entry_that_a_ruling_names_by_its_number_can_be_corrected(cast: Hall, admin_client: Client) -> None:
    """Also without a link in its words; a number that no entry has leads nowhere."""
    bought = cast.do("bob", "buy", offer="Handy Pack")
    page = ruled(cast, f"Entry {bought.seq} is void, and so is entry 99999.")
    text = unescape(admin_client.get(page).content.decode())
    link = f"{reverse('web:correct', args=[cast.slug])}?entry={bought.key}&ruling=1"
    assert f'href="{link}">Correct entry {bought.seq}</a>' in text
    assert "Correct entry 99999" not in text
    assert admin_client.get(link).context["entry"] == bought


def test_what_a_ruling_asks_for_is_prepared(cast: Hall, admin_client: Client) -> None:
    """As for a proposal: its amounts read well, and the page says what was done for it; others are not offered it."""
    page = ruled(cast, "Yes. Bob gets 2 Vertebrae.")
    shown = admin_client.get(page)
    (act,) = shown.context["rulings"][0]["prepared"]
    assert act.label == "Grant 2 Vertebrae to bob"
    assert act.label in shown.content.decode()
    had = cast.has("bob", "Vertebra")
    fields = {**act.fields, "next": page}
    token = admin_client.post(act.address, fields).context["preview"].token
    assert admin_client.post(act.address, {**fields, "previewed": token}).headers["Location"].startswith(page)
    assert cast.has("bob", "Vertebra") == had + 2
    again = admin_client.get(page)
    entry = Entry.objects.get(action="correct-grant")
    assert entry.args["reason"] == "Ruling 1: Bob gets 2 Vertebrae"
    assert entry.words == ["Correction by admin: bob is granted 2 Vertebrae (Ruling 1: Bob gets 2 Vertebrae)."]
    assert again.context["rulings"][0]["done"] == [entry]
    assert f"Done, entry {entry.seq}" in again.content.decode()
    assert "Carry it out" not in Client().get(page).content.decode()


def test_a_ruling_that_was_overturned_asks_for_nothing(cast: Hall, admin_client: Client) -> None:
    """Neither by forms nor by corrections."""
    page = ruled(cast, "Bob gets 2 Vertebrae.")
    cast.do("ada", "overturn-own-ruling", ruling="1", reason="x")
    shown = admin_client.get(page)
    assert "prepared" not in shown.context["rulings"][0]
    assert "Carry it out" not in shown.content.decode()


def test_unclear_words_still_fill_in_the_item_and_the_number(cast: Hall, admin_client: Client) -> None:
    """A condition is for people to read; what is named once is in the form that they open."""
    row = passed(cast, "The Keeper writes a poem, and gives 3 Vertebrae to the player whose name it mentions first.")
    page = unescape(admin_client.get(f"/c/{cast.slug}/proposals/{row.number}/").content.decode())
    assert "item=Vertebra&count=3" in page
    assert ">Grant items</a>" in page


def test_words_that_name_two_items_fill_in_none(cast: Hall, admin_client: Client) -> None:
    """Whoever reads them chooses."""
    row = passed(cast, "The Keeper gives 3 Vertebrae or 2 Chips to whoever asks.")
    assert "item=" not in unescape(admin_client.get(f"/c/{cast.slug}/proposals/{row.number}/").content.decode())


def test_what_was_given_is_listed_until_it_is_closed(cast: Hall, admin_client: Client) -> None:
    """The box says what is done so far, and the form that closes it bears the name of the box."""
    row = passed(cast, "The Keeper gives 3 Vertebrae to the player whose name is first in a poem.")
    address = f"/c/{cast.slug}/proposals/{row.number}/"
    assert "Done so far" not in admin_client.get(address).content.decode()
    reason = f"Proposal {row.number}, as voted"
    cast.do(ADMIN, "correct-grant", player="bob", item="Vertebra", count=3, reason=reason)
    cast.do(ADMIN, "correct-grant", player="bob", item="Chip", count=1, reason="something else")
    entry, other = cast.entries("correct-grant")
    box = admin_client.get(address).content.decode().partition('id="carry-out"')[2].partition("</section>")[0]
    assert "Done so far" in box
    assert f">Entry {entry.seq}</a>" in box
    assert f">Entry {other.seq}</a>" not in box
    form = admin_client.get(f"/c/{cast.slug}/act/enact-by-hand/?proposal={row.code}").content.decode()
    assert "<h1>Carry out a proposal</h1>" in form


def test_a_proposal_of_words_makes_no_revision(cast: Hall, admin_client: Client) -> None:
    """Neither its page nor the preview says that it changed the law or lasts until some time."""
    row = passed(cast, "Everybody gets a hat.")
    preview = perform_or_preview(
        cast.slug, cast.actor(ADMIN), "enact-by-hand",
        {"proposal": row.code, "words_only": "on", "reason": "done"}, key=None, token="",
    )  # fmt: skip
    assert isinstance(preview, Preview)
    (change,) = preview.changes
    assert (change.before, change.after) == ("passed, to be carried out by hand", "passed")
    cast.do(ADMIN, "enact-by-hand", proposal=row.code, words_only=True, reason="done")
    page = admin_client.get(f"/c/{cast.slug}/proposals/{row.number}/").content.decode()
    assert "of the law" not in page.partition('id="status"')[2].partition("</p>")[0]


def test_a_new_ruling_waits_in_the_office_after_many_that_ask_for_nothing(
    cast: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acts_for_admins, "MAX_RULINGS", 2)
    ruled(cast, "Yes.")
    for request, answer in (("2", "No."), ("3", "Ada gets a Chip."), ("4", "Bob gets a Chip.")):
        cast.clock.wait(hours=1)
        cast.do("bob", "file-request", kind="question", title="More", text="Who has them?")
        cast.do("ada", "rule", request=request, answer=answer, reasoning="It is so.")
    found = [each.summary.partition(", ")[2] for each in rulings_to_carry_out(CheckContext(cast.clock.now))]
    assert found == ["Ada gets a Chip.", "Bob gets a Chip."]


def test_a_ruling_that_asks_for_something_waits_in_the_office(cast: Hall) -> None:
    """Until it is done, is overturned, or is two weeks old; one that only answers does not wait."""

    def waiting() -> list[str]:
        return [f"{each.summary} {each.link}" for each in rulings_to_carry_out(CheckContext(cast.clock.now))]

    page = ruled(cast, "Yes. Bob gets 2 Vertebrae.")
    assert waiting() == [f"{cast.cycle.title}: ruling 1, Bob gets 2 Vertebrae. {page}#ruling-1"]
    cast.do(ADMIN, "correct-grant", player="bob", item="Vertebra", count=2, reason="Ruling 1: Bob gets 2 Vertebrae")
    assert waiting() == []
    for request, answer in (("2", "It is so."), ("3", "Ada gets a Chip."), ("4", "Ada gets 2 Chips.")):
        cast.do("bob", "file-request", kind="question", title="More", text="Who has them?")
        cast.do("ada", "rule", request=request, answer=answer, reasoning="It is so.")
    assert len(waiting()) == 2
    cast.do("ada", "overturn-own-ruling", ruling="4", reason="x")
    assert len(waiting()) == 1
    cast.clock.wait(days=15)
    assert waiting() == []
