"""Telling people: who is told, what goes out because of it, and who is told nothing."""

import pytest
from django.db import transaction

from nomic.accounts.lifecycle.account_deletion import delete_account
from nomic.cycles.actions import registry as actions
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import Action, NoArgs
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.history.replay import discard_fork, replay_journal
from nomic.notices.kinds import TURN
from nomic.notices.models import Delivery, Notice, NoticeSettings, State, Webhook
from nomic.notices.notify import mark_read, notify, notify_people, unread_count
from tests.notices.conftest import BELL, mailable, person, texts
from tests.support.hall import Hall, OpenCycle

HOOK = "https://hooks.example/1/secret"


@pytest.fixture
def ring(monkeypatch: pytest.MonkeyPatch) -> str:
    """An action that tells everybody who plays, and is then refused where ada does it."""

    def run(act: ActionContext, args: NoArgs) -> None:
        notify(act, ("ada", "bob"), BELL.name, f"{act.actor.name} rings.", "/c/hall/")
        if act.actor.name == "ada":
            raise Refused("hoarse", "The bell has no tongue.", "Bells")

    monkeypatch.setattr(actions, "_actions", dict(actions._actions))
    actions.register_actions(
        Action(name="ring", channel="game-actions", title="Ring", summary="Ring.", rule="R", args=NoArgs, run=run)
    )
    return "ring"


def wants(
    name: str, *, email: str = "", webhook: str = "", by_email: bool = True, unsent: tuple[str, ...] = ()
) -> None:
    """Somebody has an address, a webhook, and wishes."""
    them = mailable(name, email)
    if webhook:
        Webhook.objects.create(person=them, url=webhook)
    NoticeSettings.objects.create(person=them, by_email=by_email, unsent_kinds=list(unsent))


def test_an_act_tells_the_players_it_names(cast: Hall, ring: str) -> None:
    """Those named and nobody else; unread, with a link, and of this cycle."""
    cast.do("eve", ring)
    assert texts("ada") == texts("bob") == ["eve rings."]
    assert texts("eve") == []
    notice = Notice.objects.get(person__username="ada")
    assert (notice.kind, notice.link, notice.cycle_id, notice.read_at) == ("bell", "/c/hall/", cast.pk, None)
    assert unread_count(person("ada")) == 1


def test_a_refused_act_tells_nobody(cast: Hall, ring: str) -> None:
    """What it told is rolled back with it."""
    wants("bob", webhook=HOOK)
    cast.refused("ada", ring, "hoarse")
    assert Notice.objects.count() == Delivery.objects.count() == 0


def test_a_replay_tells_nobody(cast: Hall, ring: str) -> None:
    """The journal replays to the same state, and nobody hears of it a second time."""
    wants("bob", email="bob@example.org", webhook=HOOK)
    cast.do("eve", ring)
    before = Notice.objects.count(), Delivery.objects.count()
    replayed = replay_journal(cast.cycle)
    assert replayed.same
    assert (Notice.objects.count(), Delivery.objects.count()) == before == (2, 2)
    discard_fork(replayed.fork)


def test_who_has_left_or_has_no_account_is_not_told(cast: Hall) -> None:
    """Nor is a name that nobody plays under, nor somebody who is locked out."""
    cast.do("eve", "leave")
    cast.join("zoe", "yan")
    delete_account(person("zoe"), leaves=False)
    locked = person("yan")
    locked.is_active = False
    locked.save()
    with transaction.atomic():
        told = notify(cast.read_context("ada"), ["ada", "ada", "eve", "zoe", "yan", "nobody"], BELL.name, "Ding.")
    assert told == 1
    assert list(Notice.objects.values_list("person__username", flat=True)) == ["ada"]


def test_a_kind_that_nobody_declared_is_an_error(cast: Hall) -> None:
    with pytest.raises(KeyError), transaction.atomic():
        notify(cast.read_context("ada"), ["ada"], "unheard-of", "Ding.")
    assert Notice.objects.count() == 0


def test_a_text_is_one_line_of_bounded_length(cast: Hall) -> None:
    """Line breaks become spaces, what is too long ends in an ellipsis, and a link too long for a link is left out."""
    notify_people([person("ada")], BELL.name, "a\nb\t c" + "x" * 600, "/" + "y" * 400)
    notice = Notice.objects.get()
    assert notice.text.startswith("a b cxxx")
    assert len(notice.text) == 500
    assert notice.text.endswith("…")
    assert notice.link == ""


@pytest.mark.parametrize(
    ("wish", "ways"),
    [
        ({}, []),
        ({"email": "ada@example.org"}, ["email"]),
        ({"email": "ada@example.org", "by_email": False}, []),
        ({"webhook": HOOK}, ["webhook"]),
        ({"email": "ada@example.org", "webhook": HOOK}, ["email", "webhook"]),
        ({"email": "ada@example.org", "webhook": HOOK, "unsent": ("bell",)}, []),
        ({"email": "ada@example.org", "webhook": HOOK, "unsent": ("other",)}, ["email", "webhook"]),
    ],
)
def test_what_is_sent_is_what_somebody_wants(cast: Hall, wish: dict[str, object], ways: list[str]) -> None:
    """Whatever they want sent, the notice is there on the site."""
    wants("ada", **wish)  # type: ignore[arg-type]
    notify_people([person("ada")], BELL.name, "Ding.", "/c/hall/")
    assert texts("ada") == ["Ding."]
    assert [row.way for row in Delivery.objects.all()] == ways
    assert {(row.text, row.link, row.state) for row in Delivery.objects.all()} <= {
        ("Ding.", "/c/hall/", State.WAITING.value)
    }


def test_who_never_chose_gets_mails(cast: Hall) -> None:
    """As far as they gave an address."""
    them = mailable("ada", "ada@example.org")
    notify_people([them, person("bob")], BELL.name, "Ding.")
    assert [row.person_id for row in Delivery.objects.all()] == [them.pk]


def test_an_address_that_nobody_confirmed_gets_no_mails(cast: Hall) -> None:
    """It may be somebody else's; nor does one that was confirmed before another was given."""
    unconfirmed, changed = mailable("ada", "ada@example.org", confirmed=False), mailable("bob", "bob@example.org")
    changed.email = "other@example.org"
    changed.save()
    notify_people([unconfirmed, changed, mailable("eve", "Eve@example.org")], BELL.name, "Ding.")
    assert [row.person_id for row in Delivery.objects.all()] == [person("eve").pk]


def test_nothing_goes_to_a_webhook_that_is_off(cast: Hall) -> None:
    wants("ada", webhook=HOOK)
    Webhook.objects.update(stopped_at=cast.clock.now)
    notify_people([person("ada")], BELL.name, "Ding.")
    assert Delivery.objects.count() == 0
    assert texts("ada") == ["Ding."]


def test_the_number_of_queries_does_not_grow_with_those_told(
    cast: Hall, django_assert_num_queries: "pytest.FixtureRequest"
) -> None:
    cast.join(*(f"guest-{number}" for number in range(12)))
    everybody = ["ada", "bob", "eve", *(f"guest-{number}" for number in range(12))]
    ctx = cast.read_context("ada")
    for names in (everybody[:3], everybody):
        with django_assert_num_queries(4), transaction.atomic(savepoint=False):  # type: ignore[operator]
            notify(ctx, names, BELL.name, "Ding.")


def test_reading_is_ones_own(cast: Hall) -> None:
    """Marking as read counts what was unread, and leaves the notices of others alone, whatever is asked."""
    ada, bob = person("ada"), person("bob")
    for text in ("one", "two", "three"):
        notify_people([ada, bob], BELL.name, text)
    one, two, three = Notice.objects.filter(person=ada).order_by("pk").values_list("pk", flat=True)
    theirs = Notice.objects.filter(person=bob).values_list("pk", flat=True)
    assert mark_read(ada, [one, *theirs]) == 1
    assert mark_read(ada, [one]) == 0
    assert (unread_count(ada), unread_count(bob)) == (2, 3)
    assert mark_read(ada) == 2
    assert mark_read(ada) == 0
    assert (unread_count(ada), unread_count(bob)) == (0, 3)
    assert {two, three} == set(
        Notice.objects.filter(person=ada, read_at__isnull=False).values_list("pk", flat=True)
    ) - {one}


def test_unread_notices_are_counted_up_to_a_hundred(cast: Hall) -> None:
    them = person("ada")
    Notice.objects.bulk_create(Notice(person=them, kind="bell", text=str(number)) for number in range(130))
    assert unread_count(them) == 100


def test_who_plays_alone_with_bots_has_seen_what_their_own_clock_brings(open_cycle: OpenCycle) -> None:
    """It is in the list, read; what others do is new, and so is everything once somebody else plays too."""
    hall = open_cycle(slug="alone", practice=True, owner_name="ada", joined=("ada",))
    hall.do("ada", "seat-bot", bot="Mira")

    def unread(kind: str) -> int:
        Notice.objects.all().delete()
        with transaction.atomic():
            notify(hall.read_context("ada"), ("ada",), kind, "Something happens.")
        assert Notice.objects.count() == 1
        return unread_count(person("ada"))

    assert unread(TURN.name) == 0
    assert unread(BELL.name) == 1
    hall.join("bob")
    assert unread(TURN.name) == 1
