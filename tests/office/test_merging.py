"""Merging two accounts of one person: what moves, what stays, what is refused, and that no table is forgotten."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.test import Client
from django.utils import timezone

from nomic.accounts.looks.display_names import set_display_name
from nomic.accounts.models import ApiToken, Person
from nomic.accounts.tokens import issue_token
from nomic.comments.models import Mute, TimeOut
from nomic.cycles.models import Cycle, Entry, Status
from nomic.notices.models import Notice
from nomic.office.merging import FATES, CannotMerge, Fate, check_merge, merge, preview, references
from nomic.office.models import StaffAct
from nomic.players.models import Player
from nomic.web.people.fame import hall_of_fame
from tests.admin.conftest import full_hall, keeper, lanterns
from tests.support.hall import Hall

__all__ = ["full_hall", "keeper", "lanterns"]


@pytest.fixture
def ada(db: None) -> Person:
    """The account that is kept."""
    return Person.objects.create_user("Ada")


@pytest.fixture
def ben(db: None) -> Person:
    """The account that is merged."""
    return Person.objects.create_user("Ben", password="quite-a-long-word-1")


@pytest.fixture
def office(db: None) -> Client:
    """An owner's browser."""
    client = Client()
    client.force_login(Person.objects.create_user("Owner", is_superuser=True, is_staff=True))
    return client


def joined(cycle: Cycle, person: Person, name: str) -> Player:
    return Player.objects.create(
        cycle=cycle, name=name, person=person, joined_at=cycle.created_at, joined_phase=cycle.phase
    )


def test_every_table_that_refers_to_an_account_is_decided_about() -> None:
    """A new table needs a line in FATES, and an old one leaves none behind."""
    assert set(references()) == set(FATES)


def test_rows_of_every_table_follow_their_fate(full_hall: Hall) -> None:
    """Whatever there is of an account is at the other one afterwards, or deleted, or stays."""
    Cycle.objects.update(status=Status.ENDED)
    gone, kept = Person.objects.create_user("Old name"), Person.objects.create_user("New name")
    pointed = {}
    for label, (model, field) in references().items():
        row = model._default_manager.exclude(**{field: None}).order_by("pk").first()
        if row is not None and label != "accounts.Person.merged_into":
            model._default_manager.filter(pk=row.pk).update(**{field: gone.pk})
            pointed[label] = row.pk
    Person.objects.create_user("Older name")
    Person.objects.filter(username="Older name").update(merged_into=gone)
    filled = {label for label in pointed if FATES[label] == Fate.MOVES}
    assert {"players.Player.person", "notices.Notice.person", "comments.Comment.person"} <= filled
    merge(gone, kept)
    for label, (model, field) in references().items():
        if label not in pointed:
            continue
        left = model._default_manager.filter(pk=pointed[label]).values_list(field, flat=True).first()
        expected = {Fate.MOVES: kept.pk, Fate.STAYS: gone.pk, Fate.GOES: None}[FATES[label]]
        assert left == expected, label
    assert Person.objects.get(username="Older name").merged_into_id == kept.pk
    assert kept.names() == ["New name", "Old name", "Older name"]


def test_log_ins_and_addresses_move(ada: Person, ben: Person) -> None:
    """The kept account has one main address. Nobody logs in to the merged one, and its bots stop."""
    EmailAddress.objects.create(user=ada, email="a@example.org", primary=True, verified=True)
    EmailAddress.objects.create(user=ben, email="b@example.org", primary=True, verified=True)
    SocialAccount.objects.create(user=ben, provider="github", uid="7")
    issue_token(ben, "bot")
    merge(ben, ada)
    assert set(EmailAddress.objects.values_list("user", "email", "primary")) == {
        (ada.pk, "a@example.org", True),
        (ada.pk, "b@example.org", False),
    }
    assert SocialAccount.objects.get().user_id == ada.pk
    assert not ApiToken.objects.exists()
    ben.refresh_from_db()
    assert (ben.is_active, ben.has_usable_password(), ben.merged_into_id, ben.email) == (False, False, ada.pk, "")
    with pytest.raises(CannotMerge):
        merge(ben, ada)
    with pytest.raises(CannotMerge):
        merge(ada, ben)


def test_what_both_have_is_there_once(ada: Person, ben: Person) -> None:
    """Nobody mutes themselves, and the longer time-out remains."""
    cy = Person.objects.create_user("Cy")
    for person, other in ((ada, cy), (ben, cy), (ada, ben), (ben, ada), (cy, ada), (cy, ben)):
        Mute.objects.create(person=person, other=other)
    soon, later = timezone.now() + timedelta(hours=1), timezone.now() + timedelta(days=3)
    TimeOut.objects.create(person=ada, until=soon, by="Keeper", because="loud")
    TimeOut.objects.create(person=ben, until=later, by="Keeper", because="rude")
    merge(ben, ada)
    assert set(Mute.objects.values_list("person__username", "other__username")) == {("Ada", "Cy"), ("Cy", "Ada")}
    assert list(TimeOut.objects.values_list("person__username", "until")) == [("Ada", later)]


def test_an_account_that_plays_is_not_merged(cast: Hall, ada: Person, ben: Person) -> None:
    """It is said whether both play, or one. Practice does not count, and the cycle's end lifts it."""
    Cycle.objects.filter(pk=cast.pk).update(practice=False)
    row = joined(cast.cycle, ben, "Ben")
    with pytest.raises(CannotMerge, match="Merge when Cycle 16 has ended"):
        check_merge(ben, ada)
    check_merge(ada, ben)  # Ben plays on as Ben
    other = joined(cast.cycle, ada, "Ada")
    for gone, kept in ((ada, ben), (ben, ada)):
        with pytest.raises(CannotMerge, match="both play in Cycle 16"):
            merge(gone, kept)
    Player.objects.filter(pk=other.pk).update(left_at=timezone.now())
    with pytest.raises(CannotMerge):
        merge(ben, ada)
    assert Player.objects.get(pk=row.pk).person_id == ben.pk
    Cycle.objects.filter(pk=cast.pk).update(status=Status.ENDED)
    merge(ben, ada)
    assert Player.objects.get(pk=row.pk).person_id == ada.pk


@pytest.mark.parametrize("state", ["role", "suspended", "guest", "closed", "same"])
def test_odd_accounts_are_not_merged(ada: Person, ben: Person, state: str) -> None:
    """Each is refused with its reason, and nothing has changed."""
    change = {
        "role": {"is_staff": True},
        "suspended": {"suspended_until": timezone.now(), "is_active": False},
        "guest": {"is_guest": True},
        "closed": {"closed_at": timezone.now()},
        "same": {},
    }[state]
    Person.objects.filter(pk=ben.pk).update(**change)
    ben.refresh_from_db()
    with pytest.raises(CannotMerge):
        merge(ben, ben if state == "same" else ada)
    assert Person.objects.get(pk=ben.pk).merged_into_id is None


def test_a_keeper_sees_what_moves_and_merges(office: Client, ada: Person, ben: Person) -> None:
    """First a preview, which changes nothing; then, with the name and a reason, the merge, which is in both logs."""
    Notice.objects.create(person=ben, kind="end", text="Cycle 3 is over.", link="/", created_at=timezone.now())
    page = office.post("/office/people/Ben/", {"do": "preview", "into": "ADA"}).content.decode()
    assert "1 notice" in page
    assert 'name="into" value="Ada"' in page
    assert Person.objects.get(pk=ben.pk).merged_into_id is None
    for lacks in ({"name": "Ben", "reason": ""}, {"name": "Ada", "reason": "asked"}, {"into": "Nobody-there"}):
        typed = {"do": "merge", "into": "Ada", "name": "Ben", "reason": "asked", **lacks}
        assert office.post("/office/people/Ben/", typed).status_code == 422, lacks
    for typed in (
        {"do": "preview", "into": ""},
        {"do": "preview", "into": "Ben"},
        {"do": "preview", "into": "x" * 5000},
    ):
        assert office.post("/office/people/Ben/", typed).status_code == 422, typed
    assert not StaffAct.objects.exists()
    typed = {"do": "merge", "into": "Ada", "name": "Ben", "reason": "both are hers"}
    assert office.post("/office/people/Ben/", typed).status_code == 302
    assert Notice.objects.get().person_id == ada.pk
    log = set(StaffAct.objects.values_list("about", "did", "reason"))
    assert log == {(name, "merged Ben into Ada", "both are hers") for name in ("Ada", "Ben")}
    assert "merged into" in office.get("/office/people/Ben/").content.decode()


def test_staff_merge_no_account_of_staff(ada: Person, ben: Person, office: Client) -> None:
    """Only owners do, and people without the duty merge nothing."""
    keeper = Person.objects.create_user("Keeper", is_staff=True)
    client = Client()
    client.force_login(keeper)
    typed = {"do": "merge", "into": "Ada", "name": "Ben", "reason": "x"}
    assert client.post("/office/people/Ben/", typed).status_code == 422
    assert client.post("/office/people/Ben/", {"do": "preview", "into": "Ada"}).status_code == 422
    assert Person.objects.get(pk=ben.pk).merged_into_id is None


def test_the_merged_name_leads_to_the_kept_account(cast: Hall, ada: Person, ben: Person) -> None:
    """One profile has the cycles, wins and titles of both. The journal is not rewritten."""
    Cycle.objects.filter(pk=cast.pk).update(practice=False, status=Status.ENDED, ended_at=timezone.now(), winner="Ben")
    joined(cast.cycle, ben, "Ben")
    before = list(Entry.objects.order_by("pk").values_list("hash", "words"))
    set_display_name(ada, "The Countess")
    assert Client().get("/players/Ada/").status_code == 404
    merge(ben, ada)
    assert Client().get("/players/ben/").headers["Location"] == "/players/Ada/"
    page = Client().get("/players/Ada/").content.decode()
    assert "Also played as Ben." in page
    assert "Won <a" in page
    assert hall_of_fame().cycles_won == [("Ada", 1)]
    assert "(The Countess)" in Client().get("/c/hall/players/Ben/").content.decode()
    assert list(Entry.objects.order_by("pk").values_list("hash", "words")) == before
    with pytest.raises(Exception, match="nobody else gets it"):
        Person.objects.create_user("Ben")


def test_preview_counts_what_there_is(ada: Person, ben: Person) -> None:
    """Only kinds with rows are listed, with what happens to them."""
    issue_token(ben, "bot")
    EmailAddress.objects.create(user=ben, email="b@example.org", primary=True)
    found = {(row.what, row.count, row.fate) for row in preview(ben, ada)}
    assert found == {("API tokens", 1, Fate.GOES), ("email addresses", 1, Fate.MOVES)}
