"""Corrections: actions with a reason, in the journal like any other."""

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from nomic.accounts.models import Person
from nomic.cycles.commands.perform import new_idempotency_key
from nomic.cycles.history.replay import discard_fork, replay_journal
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.state_digest import digest_of, state_of
from nomic.inventory.models import Balance, Card
from nomic.proposals.models import Proposal, ProposalStatus
from tests.admin.conftest import Hall
from tests.support.signed_in import browser_of


def corrections(hall: Hall) -> str:
    return reverse("office:corrections", args=[hall.cycle.slug])


def correction(hall: Hall, name: str) -> str:
    return reverse("web:act", args=[hall.cycle.slug, name])


def send(client: Client, hall: Hall, name: str, fields: dict[str, object]) -> HttpResponse:
    """Send the form, and send it again with what the preview brought."""
    fields = {"idempotency_key": new_idempotency_key(), **fields}
    shown = client.post(correction(hall, name), fields)
    preview = shown.context["preview"] if shown.status_code == 200 else None
    if preview is None:
        return shown
    return client.post(correction(hall, name), {**fields, "previewed": preview.token})


@pytest.fixture
def ada(hall: Hall) -> Hall:
    hall.do("Ada", "join")
    return hall


GRANT = {"player": "Ada", "item": "Chip", "count": "2", "reason": "lost in the move"}


def test_the_page_of_a_cycle_leads_to_its_corrections(admin_client: Client, ada: Hall) -> None:
    """What can be corrected is listed, and what cannot be says why."""
    page = admin_client.get(reverse("admin:cycles_cycle_change", args=[ada.cycle.pk])).content.decode()
    assert f'href="{corrections(ada)}"' in page
    old = reverse("admin:cycles_cycle_corrections", args=[ada.cycle.pk])
    assert admin_client.get(old)["Location"] == corrections(ada)
    old = reverse("admin:cycles_cycle_correct", args=[ada.cycle.pk, "correct-grant"])
    assert admin_client.get(f"{old}?player=Ada")["Location"] == f"{correction(ada, 'correct-grant')}?player=Ada"
    listed = admin_client.get(corrections(ada)).content.decode()
    for name in ("correct-grant", "correct-revoke", "set-good-luck", "correct-grant-card", "appoint-judge"):
        assert f'href="{correction(ada, name)}?' in listed
    assert f'href="{correction(ada, "enact-by-hand")}?' not in listed
    assert "No proposal that passed is waiting to be carried out by hand." in listed
    assert f'href="{correction(ada, "buy")}?' not in listed


def test_acts_of_practice_are_corrections_of_practice_cycles_only(admin_client: Client, ada: Hall) -> None:
    """A real cycle does not list them; a practice cycle does."""
    for practice in (False, True):
        Cycle.objects.filter(pk=ada.cycle.pk).update(practice=practice)
        listed = admin_client.get(corrections(ada)).content.decode()
        for title in ("Advance the clock", "Seat a bot"):
            assert (title in listed) == practice


def test_a_correction_is_an_entry_with_its_reason(admin_client: Client, ada: Hall) -> None:
    """A grant changes the balance, says so in the journal, leads back to the list, and replays."""
    response = send(admin_client, ada, "correct-grant", {**GRANT, "next": corrections(ada)})
    entry = Entry.objects.get(action="correct-grant")
    assert response.status_code == 302
    assert response.headers["Location"] == corrections(ada)
    assert entry.actor == "Keeper"
    assert entry.actor_kind == "admin"
    assert entry.args == {"player": "Ada", "item": "Chip", "count": 2, "reason": "lost in the move"}
    assert entry.words == ["Correction by Keeper: Ada is granted 2 Chips (lost in the move)."]
    assert Balance.objects.get(holder="Ada", item="Chip").amount == 2
    assert "lost in the move" in admin_client.get(response.headers["Location"]).content.decode()
    replayed = replay_journal(ada.cycle)
    assert replayed.same, replayed.difference
    discard_fork(replayed.fork)


def test_a_refused_correction_changes_nothing_and_keeps_what_was_typed(admin_client: Client, ada: Hall) -> None:
    """Revoking more than somebody has is refused with the reason; the form is as it was filled in."""
    before = digest_of(state_of(ada.cycle))
    response = send(admin_client, ada, "correct-revoke", {**GRANT, "count": "5", "reason": "<b>why</b>"})
    page = response.content.decode()
    assert response.status_code == 409
    assert "Ada has 0 Chips, but 5 Chips are needed." in page
    assert 'value="5"' in page
    assert "&lt;b&gt;why&lt;/b&gt;" in page
    assert '<option value="Chip" selected>' in page
    assert digest_of(state_of(ada.cycle)) == before


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"reason": ""}, "reason"),
        ({"reason": "a\x07b"}, "reason"),
        ({"reason": "two\nlines"}, "reason"),
        ({"reason": "x" * 301}, "reason"),
        ({"count": "0"}, "count"),
        ({"count": "1000000"}, "count"),
        ({"count": "9" * 5000}, "count"),
        ({"count": "many"}, "count"),
        ({"item": "Moon"}, "item"),
        ({"player": "Nobody"}, "player"),
        ({"player": ""}, "player"),
    ],
)
def test_a_wrong_field_is_named(admin_client: Client, ada: Hall, changed: dict[str, str], field: str) -> None:
    """What does not fit is said next to its field, and nothing is written."""
    before = digest_of(state_of(ada.cycle))
    response = send(admin_client, ada, "correct-grant", {**GRANT, **changed})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert digest_of(state_of(ada.cycle)) == before


def test_the_same_form_sent_twice_is_one_correction(admin_client: Client, ada: Hall) -> None:
    """A double click grants once and leads to the one entry both times."""
    once = {"idempotency_key": "k" * 32}
    for _ in range(2):
        response = send(admin_client, ada, "correct-grant", {**GRANT, **once})
        assert response.status_code == 302
    assert Entry.objects.filter(action="correct-grant").count() == 1
    assert Balance.objects.get(holder="Ada", item="Chip").amount == 2
    assert send(admin_client, ada, "correct-grant", {**GRANT, "count": "3", **once}).status_code == 302
    assert Balance.objects.get(holder="Ada", item="Chip").amount == 5, "other fields are another correction"


def test_cards_can_be_granted_with_modifiers(admin_client: Client, ada: Hall) -> None:
    """A list of choices, a truth and a code come through the generic form."""
    species, modifier = "7 of Stars", "Speedy"
    law = ada.cycle.law.document
    assert species in law["cards"]
    assert modifier in law["modifiers"]
    fields = {"player": "Ada", "species": species, "modifiers": [modifier], "reason": "won it elsewhere"}
    assert send(admin_client, ada, "correct-grant-card", fields).status_code == 302
    card = Card.objects.get(holder="Ada")
    assert (card.species, card.modifier_names) == (species, [modifier])
    assert (
        send(
            admin_client, ada, "set-good-luck", {"player": "Ada", "lucky": "on", "reason": "a four-leaf clover"}
        ).status_code
        == 302
    )
    assert Balance.objects.filter(holder="Ada", item=law["luck"]["trait"], amount=1).exists()
    fields = {"player": "Ada", "card": card.code, "reason": "was a mistake"}
    assert send(admin_client, ada, "correct-destroy-card", fields).status_code == 302
    card.refresh_from_db()
    assert card.holder == ""


def test_a_proposal_is_enacted_by_hand_with_adapted_amendments(admin_client: Client, ada: Hall) -> None:
    """A popular proposal of words waits; bad amendments are refused at their place, good ones become law."""
    ada.do("Ada", "submit-proposal", title="Chairs", text="There are chairs.")
    ada.do("Ada", "vote", proposal="1", vote="for")
    for _ in range(2):
        ada.do("Ada", "advance-clock", to_next_phase=True)
    proposal = Proposal.objects.get(number=1)
    assert proposal.status == ProposalStatus.BY_HAND
    fields = {"proposal": proposal.code, "reason": "as voted"}
    for text, complaint in (
        ("{", "This is not JSON"),
        ("[" * 100_000, "nested"),
        ("[NaN]", "NaN is not a JSON number"),
        ('{"op": "add"}', "list"),
        ('[{"op": "add", "path": "/moon", "value": 1}]', "there is no section of this name"),
    ):
        refused = send(admin_client, ada, "enact-by-hand", {**fields, "amendments": text})
        assert refused.status_code == 422
        assert complaint in str(refused.context["form"].errors["amendments"])
    rule = '{"title": "Chairs", "body": "There are chairs.", "parent": null, "place": 900}'
    text = f'[{{"op": "add", "path": "/rules/chairs", "value": {rule}}}]'
    accepted = send(admin_client, ada, "enact-by-hand", {**fields, "amendments": text})
    assert accepted.status_code == 302
    assert ada.cycle.law.document["rules"]["chairs"]["title"] == "Chairs"


def waits(hall: Hall, text: str) -> Proposal:
    """A popular proposal of words, which waits to be carried out."""
    hall.do("Ada", "submit-proposal", title="Chairs", text=text)
    hall.do("Ada", "vote", proposal="1", vote="for")
    for _ in range(2):
        hall.do("Ada", "advance-clock", to_next_phase=True)
    return Proposal.objects.get(number=1)


def test_a_keeper_writes_a_proposal_into_the_rules_without_a_patch(admin_client: Client, ada: Hall) -> None:
    """From its page into the composer with what its words ask for; shown first, then enacted with the reason."""
    proposal = waits(ada, "Add a rule '''Chairs''' reading: <blockquote>There are chairs.</blockquote>")
    page = admin_client.get(reverse("web:proposal", args=[ada.cycle.slug, 1])).content.decode()
    composer = reverse("web:edit", args=[ada.cycle.slug, 1])
    assert f'href="{composer}"' in page
    opened = admin_client.get(composer)
    assert "These changes were read from its words" in opened.content.decode()
    form = {"title": proposal.title, "text": proposal.text, "class": proposal.class_name}
    form |= {"amendments": opened.context["draft"].amendments, "submit": "1", "idempotency_key": "k" * 32}
    nothing = admin_client.post(composer, {**form, "amendments": "", "reason": "as voted"})
    assert "Nothing would change" in nothing.content.decode()
    assert admin_client.post(composer, {**form, "reason": ""}).status_code == 422
    before = digest_of(state_of(ada.cycle))
    shown = admin_client.post(composer, {**form, "reason": "as voted"})
    assert "Nothing has changed yet" in shown.content.decode()
    assert digest_of(state_of(ada.cycle)) == before
    sent = {**form, "reason": "as voted", "previewed": shown.context["preview"].token}
    other = admin_client.post(composer, {**sent, "reason": "another reason"})
    assert other.context["preview"] is not None, "what was not shown is shown first"
    assert admin_client.post(composer, sent).status_code == 302
    entry = Entry.objects.get(action="enact-by-hand")
    assert "(as voted)" in entry.words[0]
    proposal.refresh_from_db()
    assert proposal.status == ProposalStatus.ENACTED
    assert "There are chairs." in {rule["body"] for rule in ada.cycle.law.document["rules"].values()}
    assert replay_journal(ada.cycle).same
    assert admin_client.get(composer).status_code == 302, "it waits no more"


def test_players_cannot_enact_in_the_composer(client: Client, ada: Hall) -> None:
    """Its author has neither the button nor the page, and a sent form enacts nothing."""
    proposal = waits(ada, "There are chairs.")
    client.force_login(Person.objects.get(username="Ada"))
    composer = reverse("web:edit", args=[ada.cycle.slug, 1])
    assert composer not in client.get(reverse("web:proposal", args=[ada.cycle.slug, 1])).content.decode()
    assert client.get(composer).status_code == 302
    rule = '[{"op": "replace", "path": "/cycle/title", "value": "Mine"}]'
    assert client.post(composer, {"amendments": rule, "submit": "1", "reason": "x"}).status_code >= 400
    proposal.refresh_from_db()
    assert proposal.status == ProposalStatus.BY_HAND


def test_the_page_of_a_player_leads_admins_to_what_corrects_them(admin_client: Client, ada: Hall) -> None:
    """The forms have the player filled in. Players are not offered them, and those who have left are not corrected."""
    page = reverse("web:player", args=[ada.cycle.slug, "Ada"])
    granting = reverse("web:act", args=[ada.cycle.slug, "correct-grant"]) + "?player=Ada"
    seen = admin_client.get(page).content.decode()
    assert granting in seen
    assert reverse("web:act", args=[ada.cycle.slug, "see-as-player"]) not in seen
    form = admin_client.get(granting).context["form"]
    assert form["player"].value() == "Ada"
    own = browser_of("Ada")
    assert "correct-grant" not in own.get(page).content.decode()
    ada.do("Ada", "leave")
    assert granting not in admin_client.get(page).content.decode()


def test_an_admin_advances_a_practice_clock(admin_client: Client, ada: Hall) -> None:
    """The clock of a practice cycle is among the corrections; what is due on the way happens."""
    assert send(admin_client, ada, "advance-clock", {"to_next_phase": "on"}).status_code == 302
    assert ada.cycle.phase == 1
    both = send(admin_client, ada, "advance-clock", {"to_next_phase": "on", "minutes": "3"})
    assert "say how far: by how many minutes, to the next phase, or to an instant" in both.content.decode()


def test_only_staff_make_corrections(client: Client, ada: Hall) -> None:
    """A player who is no admin has no such pages, by GET and by POST, and nothing changes."""
    client.force_login(Person.objects.get(username="Ada"))
    before = digest_of(state_of(ada.cycle))
    assert client.get(corrections(ada)).status_code == 403
    assert client.post(correction(ada, "correct-grant"), GRANT).status_code == 404
    assert digest_of(state_of(ada.cycle)) == before


def test_what_is_no_correction_is_not_found(admin_client: Client, ada: Hall) -> None:
    """Neither one of the system nor one of a fork can be had."""
    assert admin_client.post(correction(ada, "begin-phase"), {"phase": "7"}).status_code == 404
    assert admin_client.get(reverse("admin:cycles_cycle_corrections", args=[10**9])).status_code == 404
    fork = replay_journal(ada.cycle).fork
    assert admin_client.get(reverse("admin:cycles_cycle_corrections", args=[fork.pk])).status_code == 404
    assert admin_client.get(f"/office/cycles/{fork.slug}/corrections/").status_code == 404
    discard_fork(fork)
