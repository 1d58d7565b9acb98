"""What staff do to accounts: suspend, close, addresses, names, new passwords, roles."""

import json
import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from axes.models import AccessAttempt, AccessLog
from django.apps import apps
from django.core import signing
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from nomic.accounts.lifecycle.account_deletion import delete_account
from nomic.accounts.lifecycle.suspension import lift_expired
from nomic.accounts.models import ApiToken, Person
from nomic.accounts.roles import give_roles
from nomic.accounts.token_cache import known_token
from nomic.accounts.tokens import issue_token
from nomic.comments.models import Comment, EarlierText
from nomic.cycles.models import Cycle, Entry, Status
from nomic.notices.models import Notice, Webhook
from nomic.office.accounts.personal_data import own_data
from nomic.office.models import StaffAct
from nomic.office.tasks import look_around
from nomic.players.models import Player
from nomic.proposals.models import Draft
from tests.support.hall import Hall
from tests.support.signed_in import browser_of

PASSWORD = "quite-a-long-word-1"
NEXT_YEAR = f"{datetime.now(UTC) + timedelta(days=400):%Y-%m-%d}"


@pytest.fixture
def owner(db: None) -> Person:
    """The only owner."""
    return Person.objects.create_user("Owner", password=PASSWORD, is_superuser=True, is_staff=True)


@pytest.fixture
def ada(db: None) -> Person:
    """A person without a role."""
    return Person.objects.create_user("Ada", password=PASSWORD)


@pytest.fixture
def office(owner: Person) -> Client:
    """The owner's browser."""
    return browser_of(owner)


def log_in(name: str = "Ada", password: str = PASSWORD) -> tuple[Client, str]:
    """A new browser in which somebody has tried to log in, and the page that followed."""
    client = Client()
    answer = client.post("/accounts/login/", {"login": name, "password": password}, follow=True)
    return client, answer.content.decode()


def test_a_suspended_person_is_out_and_reads_why(office: Client, ada: Person, settings) -> None:
    """Session and token stop at once; with the right password they read reason, end and where to answer."""
    settings.WIKI_CONTACT = "office@example.org"
    _, secret = issue_token(ada, "bot")
    assert known_token(secret) is not None
    inside, _ = log_in()
    assert inside.get("/account/").status_code == 200
    office.post("/office/people/Ada/", {"do": "suspend", "until": NEXT_YEAR, "reason": "Was <rude>"})
    assert inside.get("/account/").status_code == 302
    assert known_token(secret) is None
    _, page = log_in()
    assert "Was &lt;rude&gt;" in page
    assert "mailto:office@example.org" in page
    _, page = log_in(password="wrong")
    assert "rude" not in page, "who does not know the password reads nothing of it"
    office.post("/office/people/Ada/", {"do": "lift", "reason": "said sorry"})
    assert log_in()[0].get("/account/").status_code == 200
    assert list(StaffAct.objects.values_list("by", "about", "reason")) == [
        ("Owner", "Ada", "said sorry"), ("Owner", "Ada", "Was <rude>"),
    ]  # fmt: skip


def test_a_suspension_for_three_days_is_read_in_ones_own_time(office: Client, ada: Person) -> None:
    """The length needs no day; the person reads the end in the zone that they have chosen."""
    Person.objects.filter(pk=ada.pk).update(zone="Asia/Tokyo")
    office.post("/office/people/Ada/", {"do": "suspend", "days": "3", "reason": "rude"})
    ada.refresh_from_db()
    assert ada.suspended_until is not None
    assert abs(ada.suspended_until - timezone.now() - timedelta(days=3)) < timedelta(minutes=1)
    there = ada.suspended_until.astimezone(ZoneInfo("Asia/Tokyo"))
    _, page = log_in()
    assert f"That is {there:%A %d %B, %H:%M} in Asia/Tokyo." in page
    assert office.post("/office/people/Ada/", {"do": "suspend", "days": "2", "reason": "x"}).status_code == 422


def suspended(office: Client) -> tuple[Client, str]:
    """Suspend Ada. Return her browser, and the token of the page that she sees at log-in."""
    office.post("/office/people/Ada/", {"do": "suspend", "until": NEXT_YEAR, "reason": "rude"})
    client, page = log_in()
    (token,) = re.findall(r'name="token" value="([^"]+)"', page)
    return client, token


def reply(client: Client, token: str, text: str) -> tuple[int, str]:
    answer = client.post("/accounts/suspended/", {"token": token, "reply": text})
    return answer.status_code, answer.content.decode()


def test_a_suspended_person_replies_and_staff_reads_it(office: Client, ada: Person) -> None:
    """It waits in the Office until it is marked as read. Then they can write again."""
    client, token = suspended(office)
    status, page = reply(client, token, "It was <my> brother.\r\nSorry!")
    assert (status, "It was &lt;my&gt; brother.<br>Sorry!" in page) == (403, True)
    status, page = reply(client, token, "And another thing")
    assert (status, "have not read your last reply yet" in page) == (422, True)
    assert "Replies of suspended people" in office.get("/office/").content.decode()
    assert "It was &lt;my&gt; brother." in office.get("/office/people/Ada/").content.decode()
    office.post("/office/people/Ada/", {"do": "read-reply", "reason": "we talk on Discord"})
    assert "Replies of suspended people" not in office.get("/office/").content.decode()
    assert not Person.objects.get(pk=ada.pk).is_active
    again = office.post("/office/people/Ada/", {"do": "read-reply", "reason": "twice"})
    assert (again.status_code, "There is no reply waiting." in again.content.decode()) == (422, True)
    assert "They have read it" in log_in()[1]
    assert reply(client, token, "Thank you")[0] == 403
    assert Person.objects.get(pk=ada.pk).suspended_reply == "Thank you"
    assert StaffAct.objects.filter(did="read the reply of Ada to the suspension").count() == 1


def test_a_reply_is_answered_and_the_answer_goes_with_the_suspension(office: Client, ada: Person) -> None:
    """The person reads it at log-in, and it is in the log; a next reply replaces it, and the end removes it."""
    client, token = suspended(office)
    assert "Answer their reply" not in office.get("/office/people/Ada/").content.decode()
    reply(client, token, "May I come back on Thursday?")
    page = office.get("/office/people/Ada/").content.decode()
    assert "Answer their reply" in page
    assert "Answer (they read it at log-in)" in page
    office.post("/office/people/Ada/", {"do": "answer-reply", "reason": "Yes, <if> you say sorry."})
    assert "They answered: Yes, &lt;if&gt; you say sorry." in log_in()[1]
    assert "Replies of suspended people" not in office.get("/office/").content.decode()
    line = StaffAct.objects.get(did="answered the reply of Ada to the suspension")
    assert line.reason == "Yes, <if> you say sorry."
    assert office.post("/office/people/Ada/", {"do": "answer-reply", "reason": "twice"}).status_code == 422
    reply(client, token, "Sorry!")
    assert "They answer" not in log_in()[1]
    office.post("/office/people/Ada/", {"do": "answer-reply", "reason": "Thank you."})
    office.post("/office/people/Ada/", {"do": "lift", "reason": "said sorry"})
    ada.refresh_from_db()
    assert ada.suspended_answer == ""


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 1001, "x" * 10**5, "a\x00b", "\u202e"])
def test_a_reply_that_cannot_be_read_is_refused(office: Client, ada: Person, text: str) -> None:
    client, token = suspended(office)
    assert reply(client, token, text)[0] == 422
    assert Person.objects.get(pk=ada.pk).suspended_reply_at is None


def test_only_who_knows_the_password_of_a_suspended_account_replies(office: Client, ada: Person) -> None:
    """Not with a made-up token, an old one, or one from a suspension that is over."""
    client, token = suspended(office)
    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        assert reply(client, token, "late")[0] == 302
    for made_up in ("", token[:-1], signing.dumps(ada.pk), "x" * 10**5):
        assert reply(client, made_up, "forged")[0] == 302
    office.post("/office/people/Ada/", {"do": "lift", "reason": "said sorry"})
    assert reply(client, token, "over")[0] == 302
    ada.refresh_from_db()
    assert (ada.suspended_reply, ada.suspended_reply_at) == ("", None)


def test_what_a_person_replied_goes_with_the_suspension(office: Client, ada: Person) -> None:
    """When it ends, and when the account is closed. A changed suspension answers it."""
    client, token = suspended(office)
    reply(client, token, "Please")
    office.post("/office/people/Ada/", {"do": "suspend", "until": NEXT_YEAR, "reason": "still"})
    ada.refresh_from_db()
    assert (ada.suspended_reply, ada.suspended_reply_at) == ("Please", None)
    office.post("/office/people/Ada/", {"do": "close", "name": "Ada", "reason": "asked for it", "players": "leave"})
    ada.refresh_from_db()
    assert ada.suspended_reply == ""


def test_a_suspension_ends_by_itself(office: Client, ada: Person) -> None:
    """By the worker, or at the log-in after its end."""
    for end in (lift_expired, log_in):
        office.post("/office/people/Ada/", {"do": "suspend", "until": NEXT_YEAR, "reason": "rude"})
        assert lift_expired() == 0
        Person.objects.filter(pk=ada.pk).update(suspended_until=timezone.now())
        end()
        assert log_in()[0].get("/account/").status_code == 200


@pytest.mark.parametrize("until", ["2001-01-01", "soon", "", "2024-02-31", "9" * 400])
def test_a_suspension_needs_a_day_to_come(office: Client, ada: Person, until: str) -> None:
    """A refusal with what was wrong; nothing has changed."""
    answer = office.post("/office/people/Ada/", {"do": "suspend", "until": until, "reason": "rude"})
    assert answer.status_code == 422
    assert Person.objects.get(pk=ada.pk).is_active


def test_a_suspension_ends_with_the_keepers_own_day(office: Client, owner: Person, ada: Person) -> None:
    """The form begins with their zone. A day begins there earlier or later than in UTC."""
    Person.objects.filter(pk=owner.pk).update(zone="Asia/Tokyo")
    page = office.get("/office/people/Ada/").content.decode()
    assert '<option value="Asia/Tokyo" selected>' in page
    form = {"do": "suspend", "until": NEXT_YEAR, "reason": "rude"}
    assert office.post("/office/people/Ada/", {**form, "zone": "Mars/Base"}).status_code == 422
    day = datetime.fromisoformat(NEXT_YEAR).replace(tzinfo=UTC)
    for zone, before in (
        ("Asia/Tokyo", timedelta(hours=9)),
        ("UTC", timedelta()),
        ("America/Lima", timedelta(hours=-5)),
    ):
        assert office.post("/office/people/Ada/", {**form, "zone": zone}).status_code == 302
        assert Person.objects.get(pk=ada.pk).suspended_until == day - before
    low = {**form, "until": "0001-01-01", "zone": "Asia/Tokyo"}
    assert office.post("/office/people/Ada/", low).status_code == 422


def test_changing_a_suspension_begins_with_what_it_is(office: Client, owner: Person, ada: Person) -> None:
    """The form has its day, as it begins in the keeper's zone, and its reason."""
    Person.objects.filter(pk=owner.pk).update(zone="Asia/Tokyo")
    form = {"do": "suspend", "until": NEXT_YEAR, "zone": "Asia/Tokyo", "reason": "Was <rude>"}
    office.post("/office/people/Ada/", form)
    page = office.get("/office/people/Ada/").content.decode()
    assert f'name="until" value="{NEXT_YEAR}"' in page
    assert 'value="Was &lt;rude&gt;"' in page
    Person.objects.filter(pk=owner.pk).update(zone="America/Lima")
    assert f'name="until" value="{NEXT_YEAR}"' in office.get("/office/people/Ada/").content.decode()
    Person.objects.filter(pk=owner.pk).update(zone="Pacific/Kiritimati")
    day_after = (datetime.fromisoformat(NEXT_YEAR) + timedelta(days=1)).date().isoformat()
    assert f'name="until" value="{day_after}"' in office.get("/office/people/Ada/").content.decode()


def test_every_deed_needs_a_reason(office: Client, ada: Person) -> None:
    """Without one nothing is done or logged."""
    answer = office.post("/office/people/Ada/", {"do": "suspend", "until": NEXT_YEAR, "reason": " "})
    assert (answer.status_code, StaffAct.objects.count()) == (422, 0)
    assert Person.objects.get(pk=ada.pk).is_active


def test_closing_leaves_games_and_keeps_the_name(office: Client, hall: Hall) -> None:
    """Tokens are gone, the player has left, and nobody else gets the name."""
    hall.join("Ada")
    ada = Person.objects.get(username="Ada")
    issue_token(ada, "bot")
    page = office.get("/office/people/Ada/").content.decode()
    assert 'name="players" value="stay"' in page
    assert "Everything they own there is destroyed" in page
    assert 'name="players"' not in office.get("/office/people/Owner/").content.decode()
    wrong = office.post("/office/people/Ada/", {"do": "close", "name": "Adam", "reason": "asked", "players": "leave"})
    assert wrong.status_code == 422
    office.post("/office/people/Ada/", {"do": "close", "name": "Ada", "reason": "asked for it", "players": "leave"})
    ada.refresh_from_db()
    assert ada.closed_at is not None
    assert not ApiToken.objects.filter(person=ada).exists()
    assert Player.objects.get(cycle=hall.cycle, name="Ada").left_at is not None
    taken = Client().post("/accounts/signup/", {"username": "ada", "password1": PASSWORD, "password2": PASSWORD})
    assert taken.status_code != 302
    again = office.post("/office/people/Ada/", {"do": "close", "name": "Ada", "reason": "again"})
    assert "closed" in again.content.decode()


def test_people_hear_of_roles_and_of_the_end_of_a_suspension(office: Client, ada: Person) -> None:
    """Not of a suspension, which they read at log-in, and nobody of what they do to themselves."""
    address = "/office/people/Ada/"
    office.post(address, {"do": "suspend", "until": NEXT_YEAR, "reason": "rude"})
    office.post(address, {"do": "lift", "reason": "sorry"})
    office.post(address, {"do": "roles", "roles": "moderator", "reason": "to help"})
    office.post(address, {"do": "roles", "reason": "done"})
    office.post("/office/people/Owner/", {"do": "roles", "roles": ["owner", "moderator"], "reason": "for the record"})
    assert StaffAct.objects.count() == 5
    assert [(each.person, each.text) for each in Notice.objects.order_by("pk")] == [
        (ada, "Owner has ended your suspension: sorry"),
        (ada, "Owner has given you a role: to help"),
        (ada, "Owner has taken all roles from you: done"),
    ]


def test_a_day_in_another_zone_is_said_there_too(office: Client, ada: Person) -> None:
    answer = office.post(
        "/office/people/Ada/",
        {"do": "suspend", "until": NEXT_YEAR, "zone": "Europe/Berlin", "reason": "rude"},
        follow=True,
    )
    assert f"when {NEXT_YEAR} begins in Europe/Berlin" in answer.content.decode()


@pytest.mark.parametrize(
    "deed",
    [{"do": "close", "name": "Owner"}, {"do": "roles"}, {"do": "roles", "roles": "moderator"},
     {"do": "suspend", "until": NEXT_YEAR}],
)  # fmt: skip
def test_the_last_owner_stays(office: Client, owner: Person, deed: dict[str, str]) -> None:
    """Neither closed, demoted nor suspended, by themselves."""
    assert office.post("/office/people/Owner/", {"reason": "tired", **deed}).status_code == 422
    owner.refresh_from_db()
    assert (owner.is_superuser, owner.is_active, owner.closed_at) == (True, True, None)


def test_an_owner_may_go_after_another_came(office: Client, owner: Person, ada: Person) -> None:
    """Two owners: one of them gives up the role, and then the other cannot."""
    office.post("/office/people/Ada/", {"do": "roles", "roles": "owner", "name": "Ada", "reason": "to help"})
    assert office.post("/office/people/Owner/", {"do": "roles", "reason": "tired"}).status_code == 302
    owner.refresh_from_db()
    assert not owner.is_superuser
    hers = browser_of(Person.objects.get(pk=ada.pk))
    assert hers.post("/office/people/Ada/", {"do": "roles", "reason": "tired"}).status_code == 422


def test_a_link_for_a_new_password_works_once(office: Client, ada: Person) -> None:
    """It is in the answer only: neither in the log nor on the page later."""
    page = office.post("/office/people/Ada/", {"do": "reset", "reason": "forgot it"}).content.decode()
    found = re.search(r"http://testserver(/accounts/password/reset/key/[^<\s]+)", page)
    assert found is not None
    assert found[1] not in office.get("/office/people/Ada/").content.decode()
    assert not StaffAct.objects.filter(did__contains="key").exists()
    visitor = Client()
    form = visitor.get(found[1], follow=True)
    new = {"password1": "another-long-word-2", "password2": "another-long-word-2"}
    visitor.post(form.redirect_chain[-1][0], new)
    assert log_in(password="another-long-word-2")[0].get("/account/").status_code == 200
    assert "another-long" not in Client().get(found[1], follow=True).content.decode()
    assert not Person.objects.get(pk=ada.pk).check_password(PASSWORD)


def test_no_link_is_offered_to_a_suspended_account(office: Client, ada: Person) -> None:
    """The form says so before it is filled in: it is not there."""
    assert 'id="reset"' in office.get("/office/people/Ada/").content.decode()
    office.post("/office/people/Ada/", {"do": "suspend", "days": "3", "reason": "rude"})
    assert 'id="reset"' not in office.get("/office/people/Ada/").content.decode()
    answer = office.post("/office/people/Ada/", {"do": "reset", "reason": "forgot it"})
    assert (answer.status_code, "End the suspension first." in answer.content.decode()) == (422, True)


@pytest.mark.parametrize(
    "form",
    [
        {"do": "suspend", "days": "3"},
        {"do": "display", "display_name": "Ada L."},
        {"do": "roles", "roles": "moderator"},
    ],
)
def test_what_cannot_be_logged_is_not_done(
    office: Client, ada: Person, monkeypatch: pytest.MonkeyPatch, form: dict[str, str]
) -> None:
    def fail(*args: object, **rest: object) -> None:
        raise RuntimeError("the log is full")

    monkeypatch.setattr("nomic.office.accounts.account_actions.log_staff_act", fail)
    before = Person.objects.filter(pk=ada.pk).values().get()
    with pytest.raises(RuntimeError, match="the log is full"):
        office.post("/office/people/Ada/", form | {"reason": "because"})
    assert Person.objects.filter(pk=ada.pk).values().get() == before


def test_a_mail_address_that_somebody_has_is_refused(office: Client, ada: Person) -> None:
    """One account per address; a new one replaces the others and is confirmed."""
    Person.objects.create_user("Ben", password=PASSWORD)
    assert (
        office.post("/office/people/Ada/", {"do": "mail", "email": "a@example.org", "reason": "x"}).status_code == 302
    )
    for address in ("A@example.org", "no address", ""):
        answer = office.post("/office/people/Ben/", {"do": "mail", "email": address, "reason": "x"})
        assert answer.status_code == 422, address
    assert Person.objects.get(pk=ada.pk).email == "a@example.org"


def test_a_display_name_stands_beside_the_name(office: Client, ada: Person) -> None:
    """The name of the journals stays. Nobody is called like somebody else."""
    office.post("/office/people/Ada/", {"do": "display", "display_name": "Ada L.", "reason": "asked"})
    ada.refresh_from_db()
    assert (ada.username, ada.display_name) == ("Ada", "Ada L.")
    assert "(Ada L.)" in office.get("/office/people/?q=ad").content.decode()
    for name in ("0wner", "<b>"):
        refused = office.post("/office/people/Ada/", {"do": "display", "display_name": name, "reason": "asked"})
        assert refused.status_code == 422, name


def test_the_log_keeps_what_a_suspended_person_replied(office: Client, ada: Person) -> None:
    """After the suspension, too: all of it, and who wrote it. A reply that was not taken is not there."""
    client, token = suspended(office)
    long = "It was my brother. " * 52
    reply(client, token, long)
    reply(client, token, "A second one that is not taken")
    office.post("/office/people/Ada/", {"do": "lift", "reason": "said sorry"})
    kept = StaffAct.objects.get(did="replied to the suspension")
    assert (kept.by, kept.about, kept.reason) == ("Ada", "Ada", long.strip())
    assert long.strip() in office.get("/office/people/Ada/").content.decode()
    assert "It was my brother." in office.get("/office/log/?by=Ada").content.decode()


def test_an_owner_downloads_the_data_of_a_person_who_asked(office: Client, cast: Hall) -> None:
    """With a reason, a line in the log and a notice; without what only the player may know of a game that runs."""
    ada = Person.objects.get(username="ada")
    Draft.objects.create(
        cycle=cast.cycle, person=ada, code="d", title="Secret plan", writer="w", saved_at=timezone.now()
    )
    Comment.objects.create(cycle=cast.cycle, topic="hall", person=ada, author="ada", key="k", text="Xyzzy")
    Notice.objects.create(person=ada, cycle=cast.cycle, kind="turn", text="Your hand: Rook", created_at=timezone.now())
    Notice.objects.create(person=ada, kind="about-you", text="Welcome here", created_at=timezone.now())
    assert office.post("/office/people/ada/", {"do": "export", "reason": ""}).status_code == 422
    assert not StaffAct.objects.filter(about="ada").exists()
    answer = office.post("/office/people/ada/", {"do": "export", "reason": "asked by mail"})
    assert answer["Content-Disposition"].startswith("attachment")
    data = json.loads(b"".join(answer.streaming_content))
    assert data["account"]["name"] == "ada"
    assert [each["action"] for each in data["acts"]] == ["join"]
    assert [each["text"] for each in data["comments"]] == ["Xyzzy"]
    assert data["drafts"] == []
    assert [each["text"] for each in data["notices"] if "downloaded" not in each["text"]] == ["Welcome here"]
    assert StaffAct.objects.get(about="ada").did == "downloaded the data of ada"
    assert Notice.objects.filter(person=ada, text__contains="has downloaded your data").count() == 1
    Cycle.objects.filter(pk=cast.pk).update(status=Status.ENDED)
    answer = office.post("/office/people/ada/", {"do": "export", "reason": "asked by mail"})
    assert json.loads(b"".join(answer.streaming_content))["drafts"][0]["title"] == "Secret plan"


# Rows that name a person and are not in their file, and why.
NOT_IN_THE_FILE = {
    "admin.LogEntry": "the work of staff, as is what follows",
    "wiki.Answer": "",
    "wiki.EditorMessage": "",
    "nomic_discord.Channel": "",
    "notices.Delivery": "a mail on its way; the notice is there",
    "nomic_discord.LinkCode": "a code of a few minutes, as a hash",
    "nomic_discord.Reaction": "a vote on its way; the act is there",
}


def test_all_rows_about_a_person_are_in_their_file(cast: Hall) -> None:
    """Each table with a person in it is read for it, or listed here with the reason; earlier texts of comments, too."""
    ada = Person.objects.get(username="ada")
    comment = Comment.objects.create(cycle=cast.cycle, topic="hall", person=ada, author="ada", key="k", text="Now")
    EarlierText.objects.create(comment=comment, text="Once", until=timezone.now())
    with CaptureQueriesContext(connection) as queries:
        data = json.loads("".join(own_data(ada)))
    read = " ".join(query["sql"] for query in queries)
    named = {model for model in apps.get_models() for field in model._meta.fields if field.related_model is Person}
    unread = {model._meta.label for model in named if f'"{model._meta.db_table}"' not in read}
    assert unread - {"accounts.Person"} == NOT_IN_THE_FILE.keys()
    assert [(each["comment"], each["text"]) for each in data["earlier_texts"]] == [(comment.pk, "Once")]
    assert "secret" not in json.dumps(data).lower()


def test_where_notices_go_is_in_ones_own_file_alone(cast: Hall) -> None:
    """Whoever knows the address of a webhook or a browser can send to it."""
    ada = Person.objects.get(username="ada")
    for whose in ({"person": ada}, {"browser_of": ada}):
        Webhook.objects.create(channel="plain", url=f"https://hooks.example/{next(iter(whose))}", **whose)
    assert "".join(own_data(ada)).count("https://hooks.example/") == 2
    for_staff = "".join(own_data(ada, by_staff=True))
    assert "https://hooks.example/" not in for_staff
    assert len(json.loads(for_staff)["notices_sent_to"]) == 2


def test_sealed_values_of_a_game_that_runs_are_not_in_the_file_for_staff(cast: Hall) -> None:
    """The person's own file has them."""
    entry = cast.entries("join")[0]
    Entry.objects.filter(pk=entry.pk).update(sealed={"votes": {"value": "for", "salt": "s"}})
    ada = Person.objects.get(username=entry.actor)
    assert '"votes": "for"' in "".join(own_data(ada))
    assert '"votes": "for"' not in "".join(own_data(ada, by_staff=True))
    own = browser_of(ada)
    assert b'"votes": "for"' in b"".join(own.get("/account/export/").streaming_content)


def test_where_somebody_logged_in_from_is_for_owners_and_for_ninety_days(office: Client, ada: Person) -> None:
    """Moderators see nothing of it; it goes with time, and with the account."""
    browser = Client(REMOTE_ADDR="198.51.100.7", HTTP_USER_AGENT="Netscape <4>")
    browser.post("/accounts/login/", {"login": "Ada", "password": PASSWORD})
    page = office.get("/office/people/Ada/").content.decode()
    assert "198.51.100.7" in page
    assert "Netscape &lt;4&gt;" in page
    mo = Person.objects.create_user("Mo", password=PASSWORD)
    give_roles(mo, {"moderator", "game-keeper", "wiki-keeper"})
    client = browser_of(mo)
    assert "198.51.100.7" not in client.get("/office/people/Ada/").content.decode()
    own = b"".join(browser.get("/account/export/").streaming_content)
    assert json.loads(own)["signed_in"][0]["ip_address"] == "198.51.100.7"
    with time_machine.travel(timezone.now() + timedelta(days=89)):
        look_around()
        assert AccessLog.objects.filter(username="Ada").count() == 1
    with time_machine.travel(timezone.now() + timedelta(days=91)):
        assert "198.51.100.7" not in office.get("/office/people/Ada/").content.decode()
        look_around()
    assert not AccessLog.objects.filter(username="Ada").exists()
    browser.post("/accounts/login/", {"login": "Ada", "password": "wrong"})
    AccessLog.objects.create(username="Ada", ip_address="198.51.100.8", user_agent="x", path_info="/", http_accept="x")
    delete_account(ada, leaves=True)
    assert not AccessLog.objects.filter(username="Ada").exists()
    assert not AccessAttempt.objects.filter(username="Ada").exists()
