"""Merging two accounts of one person: what moves, what stays, and what is refused."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.test import Client
from django.utils import timezone

from nomic.accounts.looks.display_names import set_display_name
from nomic.accounts.models import ApiToken, Person
from nomic.accounts.tokens import issue_token
from nomic.comments.mentions import players_named, with_links
from nomic.comments.models import Mute, TimeOut
from nomic.comments.post import post_comment
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle, Entry, Status
from nomic.notices.models import Notice
from nomic.office.accounts.merging import CannotMerge, Fate, check_merge, merge_accounts, preview_merge
from nomic.office.models import StaffAct
from nomic.players.models import Player
from nomic.web.people.hall_of_fame import hall_of_fame
from tests.support.hall import Hall
from tests.support.signed_in import browser_of


@pytest.fixture
def nora(db: None) -> Person:
    """The account that is kept."""
    return Person.objects.create_user("Nora")


@pytest.fixture
def otto(db: None) -> Person:
    """The account that is merged."""
    return Person.objects.create_user("Otto", password="quite-a-long-word-1")


@pytest.fixture
def office(db: None) -> Client:
    """An owner's browser."""
    return browser_of(Person.objects.create_user("Owner", is_superuser=True, is_staff=True))


def joined(cycle: Cycle, person: Person, name: str) -> Player:
    return Player.objects.create(
        cycle=cycle, name=name, person=person, joined_at=cycle.created_at, joined_phase=cycle.phase
    )


def test_log_ins_and_addresses_move(nora: Person, otto: Person) -> None:
    """The kept account has one main address. Nobody logs in to the merged one, and its bots stop."""
    EmailAddress.objects.create(user=nora, email="a@example.org", primary=True, verified=True)
    EmailAddress.objects.create(user=otto, email="b@example.org", primary=True, verified=True)
    SocialAccount.objects.create(user=otto, provider="github", uid="7")
    issue_token(otto, "bot")
    merge_accounts(otto, nora)
    assert set(EmailAddress.objects.values_list("user", "email", "primary")) == {
        (nora.pk, "a@example.org", True),
        (nora.pk, "b@example.org", False),
    }
    assert SocialAccount.objects.get().user_id == nora.pk
    assert not ApiToken.objects.exists()
    otto.refresh_from_db()
    assert (otto.is_active, otto.has_usable_password(), otto.merged_into_id, otto.email) == (False, False, nora.pk, "")
    with pytest.raises(CannotMerge):
        merge_accounts(otto, nora)
    with pytest.raises(CannotMerge):
        merge_accounts(nora, otto)


def test_what_both_have_is_there_once(nora: Person, otto: Person) -> None:
    """Nobody mutes themselves, and the longer time-out remains."""
    cy = Person.objects.create_user("Cy")
    for person, other in ((nora, cy), (otto, cy), (nora, otto), (otto, nora), (cy, nora), (cy, otto)):
        Mute.objects.create(person=person, other=other)
    soon, later = timezone.now() + timedelta(hours=1), timezone.now() + timedelta(days=3)
    TimeOut.objects.create(person=nora, until=soon, by="Keeper", because="loud")
    TimeOut.objects.create(person=otto, until=later, by="Keeper", because="rude")
    merge_accounts(otto, nora)
    assert set(Mute.objects.values_list("person__username", "other__username")) == {("Nora", "Cy"), ("Cy", "Nora")}
    assert list(TimeOut.objects.values_list("person__username", "until")) == [("Nora", later)]


def test_an_account_that_plays_is_not_merged(cast: Hall, nora: Person, otto: Person) -> None:
    """It is said whether both play, or one. Practice does not count, and the cycle's end lifts it."""
    Cycle.objects.filter(pk=cast.pk).update(practice=False)
    row = joined(cast.cycle, otto, "Otto")
    with pytest.raises(CannotMerge, match="or merge when Cycle 16 has ended"):
        check_merge(otto, nora)
    check_merge(nora, otto)  # Otto plays on as Otto
    other = joined(cast.cycle, nora, "Nora")
    for gone, kept in ((nora, otto), (otto, nora)):
        with pytest.raises(CannotMerge, match="both play in Cycle 16"):
            merge_accounts(gone, kept)
    Player.objects.filter(pk=other.pk).update(left_at=timezone.now())
    with pytest.raises(CannotMerge):
        merge_accounts(otto, nora)
    assert Player.objects.get(pk=row.pk).person_id == otto.pk
    Cycle.objects.filter(pk=cast.pk).update(status=Status.ENDED)
    merge_accounts(otto, nora)
    assert Player.objects.get(pk=row.pk).person_id == nora.pk


@pytest.mark.parametrize("state", ["role", "suspended", "guest", "closed", "same"])
def test_odd_accounts_are_not_merged(nora: Person, otto: Person, state: str) -> None:
    """Each is refused with its reason, and nothing has changed."""
    change = {
        "role": {"is_staff": True},
        "suspended": {"suspended_until": timezone.now(), "is_active": False},
        "guest": {"is_guest": True},
        "closed": {"closed_at": timezone.now()},
        "same": {},
    }[state]
    Person.objects.filter(pk=otto.pk).update(**change)
    otto.refresh_from_db()
    with pytest.raises(CannotMerge):
        merge_accounts(otto, otto if state == "same" else nora)
    assert Person.objects.get(pk=otto.pk).merged_into_id is None


def test_a_keeper_sees_what_moves_and_merges(office: Client, nora: Person, otto: Person) -> None:
    """First a preview, which changes nothing; then, with the name and a reason, the merge, which is in both logs."""
    Notice.objects.create(person=otto, kind="end", text="Cycle 3 is over.", link="/", created_at=timezone.now())
    page = office.post("/office/people/Otto/", {"do": "preview", "into": "NORA"}).content.decode()
    assert "1 notice" in page
    assert 'name="into" value="Nora"' in page
    assert Person.objects.get(pk=otto.pk).merged_into_id is None
    for lacks in ({"name": "Otto", "reason": ""}, {"name": "Nora", "reason": "asked"}, {"into": "Nobody-there"}):
        typed = {"do": "merge", "into": "Nora", "name": "Otto", "reason": "asked", **lacks}
        assert office.post("/office/people/Otto/", typed).status_code == 422, lacks
    for typed in (
        {"do": "preview", "into": ""},
        {"do": "preview", "into": "Otto"},
        {"do": "preview", "into": "x" * 5000},
    ):
        assert office.post("/office/people/Otto/", typed).status_code == 422, typed
    assert not StaffAct.objects.exists()
    typed = {"do": "merge", "into": "Nora", "name": "Otto", "reason": "both are hers"}
    assert office.post("/office/people/Otto/", typed).status_code == 302
    assert Notice.objects.get().person_id == nora.pk
    log = set(StaffAct.objects.values_list("about", "did", "reason"))
    assert log == {(name, "merged Otto into Nora", "both are hers") for name in ("Nora", "Otto")}
    assert "merged into" in office.get("/office/people/Otto/").content.decode()


def test_staff_merge_no_account_of_staff(nora: Person, otto: Person, office: Client) -> None:
    """Only owners do, and people without the duty merge nothing."""
    keeper = Person.objects.create_user("Keeper", is_staff=True)
    client = browser_of(keeper)
    typed = {"do": "merge", "into": "Nora", "name": "Otto", "reason": "x"}
    assert client.post("/office/people/Otto/", typed).status_code == 422
    assert client.post("/office/people/Otto/", {"do": "preview", "into": "Nora"}).status_code == 422
    assert Person.objects.get(pk=otto.pk).merged_into_id is None


def test_the_merged_name_leads_to_the_kept_account(cast: Hall, nora: Person, otto: Person) -> None:
    """One profile has the cycles, wins and titles of both. The journal is not rewritten."""
    Cycle.objects.filter(pk=cast.pk).update(practice=False, status=Status.ENDED, ended_at=timezone.now(), winner="Otto")
    joined(cast.cycle, otto, "Otto")
    before = list(Entry.objects.order_by("pk").values_list("digest", "events"))
    set_display_name(nora, "The Countess")
    assert Client().get("/players/Nora/").status_code == 404
    merge_accounts(otto, nora)
    assert Client().get("/players/otto/").headers["Location"] == "/players/Nora/"
    of_game = Client().get(f"/c/{cast.cycle.slug}/players/Otto/").content.decode()
    assert 'Otto is an earlier name of <a href="/players/Nora/">Nora</a>.' in of_game
    page = Client().get("/players/Nora/").content.decode()
    assert "Also played as Otto." in page
    assert "Won <a" in page
    assert hall_of_fame().cycles_won == [("Nora", 1)]
    assert "(The Countess)" in Client().get("/c/hall/players/Otto/").content.decode()
    assert list(Entry.objects.order_by("pk").values_list("digest", "events")) == before
    with pytest.raises(Exception, match="Choose another name"):
        Person.objects.create_user("Otto")


def test_every_name_of_a_merged_person_is_a_link_in_talk(cast: Hall, nora: Person, otto: Person) -> None:
    """Where the earlier account played, where the kept one does, and where both did; and the person is notified."""
    ended = Cycle.objects.get(pk=cast.pk)
    joined(ended, otto, "Otto")
    player = Player.objects.filter(cycle=ended)
    other = {"cycle": ended, "person": nora, "name": "Nora", "joined_phase": 0, "joined_at": ended.created_at}

    def names() -> dict[str, str]:
        return {key: row.name for key, row in players_named(ended, ["@Otto and @nora, not @Nobody"]).items()}

    assert names() == {"otto": "Otto"}
    player.filter(name="Otto").update(left_at=timezone.now())
    merge_accounts(otto, nora)
    assert names() == {"otto": "Otto", "nora": "Otto"}
    Player.objects.create(**other)
    assert names() == {"otto": "Otto", "nora": "Nora"}
    player.filter(name="Otto").delete()
    assert names() == {"otto": "Nora", "nora": "Nora"}
    page = f"/c/{ended.slug}/players/Nora/"
    assert f'<a href="{page}">@Nora</a>' in with_links("Ask @Otto.", names(), ended)
    post_comment(Person.objects.get(username="ada"), ended, ended, "key", text="@Otto, look!")
    assert Notice.objects.filter(person=nora, kind="mention").count() == 1


def test_preview_counts_what_there_is(nora: Person, otto: Person) -> None:
    """Only kinds with rows are listed, with what happens to them."""
    issue_token(otto, "bot")
    EmailAddress.objects.create(user=otto, email="b@example.org", primary=True)
    found = {(row.what, row.count, row.fate) for row in preview_merge(otto, nora)}
    assert found == {("API tokens", 1, Fate.GOES), ("email addresses", 1, Fate.MOVES)}


def test_a_player_leaves_to_be_merged(cast: Hall, nora: Person, otto: Person, office: Client) -> None:
    """Both play: a keeper lets one leave by an act of the game, sees what happens before, and then merges."""
    Cycle.objects.filter(pk=cast.pk).update(practice=False)
    for person in (nora, otto):
        perform(cast.slug, Actor.person(person), "join", {})
    typed = {"into": "Nora", "name": "Otto", "reason": "both are hers"}
    refused = office.post("/office/people/Otto/", {"do": "preview", **typed}).content.decode()
    assert "Tick that Otto leaves first." in refused
    assert "Otto leaves Cycle 16 first" in refused
    typed["players"] = "leave"
    shown = office.post("/office/people/Otto/", {"do": "preview", **typed}).content.decode()
    assert '<input type="hidden" name="players" value="leave">' in shown
    assert not Entry.objects.filter(cycle=cast.pk, action="leave").exists()
    assert office.post("/office/people/Otto/", {"do": "merge", **typed}).status_code == 302
    assert Entry.objects.get(cycle=cast.pk, action="leave").actor == "Otto"
    playing = Player.objects.filter(cycle=cast.pk, person=nora, left_at=None)
    assert [player.name for player in playing] == ["Nora"]
    cast.is_sound()
