"""Webhooks of channels in the admin: set by staff, their addresses shown to nobody."""

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle
from nomic.notices.models import Delivery, Webhook
from nomic.notices.notify import notify_people
from nomic.notices.webhook_settings import set_webhook
from tests.admin.conftest import Hall
from tests.support.channel_webhooks import add_channel_webhook

LIST = "/admin/notices/webhook/"
URL = "https://hooks.example/1/Secret-1234"


@pytest.fixture
def hook(hall: Hall, keeper: Person) -> Webhook:
    return add_channel_webhook(hall.cycle, "proposals", URL, keeper)


def test_webhooks_are_added_in_the_office_alone(admin_client: Client, hall: Hall) -> None:
    """There the form asks for a reason, and the log of staff has it."""
    assert admin_client.get(f"{LIST}add/").status_code == 403
    sent = {"cycle": hall.cycle.pk, "channel": "exoptosis", "new_url": URL}
    assert admin_client.post(f"{LIST}add/", sent).status_code == 403
    assert f'"{LIST}add/"' not in admin_client.get(LIST).content.decode()
    assert not Webhook.objects.exists()


@pytest.mark.parametrize("url", ["http://hooks.example/", "https://10.0.0.1/", "words"])
def test_an_address_that_does_not_fit_is_refused(admin_client: Client, hall: Hall, hook: Webhook, url: str) -> None:
    answer = admin_client.post(
        f"{LIST}{hook.pk}/change/", {"cycle": hall.cycle.pk, "channel": "proposals", "new_url": url}
    )
    assert answer.status_code == 200
    assert answer.context["errors"]
    assert Webhook.objects.get().url == URL


def test_the_same_address_is_told_once(admin_client: Client, hall: Hall, hook: Webhook) -> None:
    """A second webhook of the channel to it is refused; one of another channel is not."""
    second = add_channel_webhook(hall.cycle, "exoptosis", URL)
    form = {"cycle": hall.cycle.pk, "channel": "proposals", "new_url": URL}
    assert admin_client.post(f"{LIST}{second.pk}/change/", form).status_code == 200
    assert admin_client.post(f"{LIST}{second.pk}/change/", form | {"channel": ""}).status_code == 302
    assert sorted(Webhook.objects.values_list("channel", flat=True)) == ["", "proposals"]


def test_a_fork_has_no_channels(admin_client: Client, hall: Hall, hook: Webhook) -> None:
    from nomic.cycles.history.replay import replay_journal

    fork = replay_journal(hall.cycle).fork
    answer = admin_client.post(f"{LIST}{hook.pk}/change/", {"cycle": fork.pk, "channel": "", "new_url": ""})
    assert answer.status_code == 200
    assert Webhook.objects.get().cycle_id == hall.cycle.pk
    assert Cycle.objects.filter(pk=fork.pk).exists()


def test_no_page_shows_an_address(admin_client: Client, hook: Webhook) -> None:
    """As much of it as tells it from others, in the list, on its page, where it was changed, and when it is deleted."""
    for path in (LIST, f"{LIST}{hook.pk}/change/", f"{LIST}{hook.pk}/history/", f"{LIST}{hook.pk}/delete/"):
        html = admin_client.get(path).content.decode()
        assert "Secret" not in html, path
    assert "hooks.example/…1234" in admin_client.get(LIST).content.decode()


@pytest.mark.parametrize("query", ["url__startswith=https", "url=x", "url__regex=."])
def test_no_filter_tells_an_address(admin_client: Client, hook: Webhook, query: str) -> None:
    """Nobody can guess at it, one character after the other."""
    assert admin_client.get(f"{LIST}?{query}").status_code == 400


def test_left_empty_the_address_is_kept(admin_client: Client, hall: Hall, hook: Webhook) -> None:
    form = {"cycle": hall.cycle.pk, "channel": "exoptosis", "new_url": ""}
    assert admin_client.post(f"{LIST}{hook.pk}/change/", form).status_code == 302
    hook.refresh_from_db()
    assert (hook.channel, hook.url) == ("exoptosis", URL)


def test_another_address_switches_it_on(admin_client: Client, hall: Hall, hook: Webhook) -> None:
    Webhook.objects.update(stopped_at=hall.cycle.starts_at, trouble="it answered 404")
    form = {"cycle": hall.cycle.pk, "channel": "proposals", "new_url": f"{URL}5"}
    admin_client.post(f"{LIST}{hook.pk}/change/", form)
    hook.refresh_from_db()
    assert (hook.url, hook.stopped_at, hook.trouble) == (f"{URL}5", None, "")


def test_staff_switch_on_and_send_a_test(admin_client: Client, hall: Hall, hook: Webhook) -> None:
    """A second test has to wait."""
    Webhook.objects.update(stopped_at=hall.cycle.starts_at)
    for action, words in (
        ("send_test", "is switched off"),
        ("switch_on", "Switched on."),
        ("send_test", "a test is on its way"),
        ("send_test", "wait a little"),
    ):
        answer = admin_client.post(LIST, {"action": action, "_selected_action": hook.pk}, follow=True)
        assert words in answer.content.decode(), action
    assert Delivery.objects.count() == 1


def test_the_webhooks_of_people_are_their_own_affair(admin_client: Client, hall: Hall, keeper: Person) -> None:
    """Neither listed nor opened, and what they were sent is not shown."""
    hall.do("Ada", "join")
    ada = Person.objects.get(username="Ada")
    own = set_webhook(ada, URL)
    notify_people([ada], "reminder", "Your secret turn.")
    assert "hooks.example" not in admin_client.get(LIST).content.decode()
    assert admin_client.get(f"{LIST}{own.pk}/change/").status_code == 302
    delivery = Delivery.objects.get()
    for path in ("/admin/notices/delivery/", f"/admin/notices/delivery/{delivery.pk}/change/"):
        html = admin_client.get(path).content.decode()
        assert "secret turn" not in html
        assert "Secret" not in html


def test_who_is_no_staff_sees_nothing(client: Client, hook: Webhook) -> None:
    client.force_login(Person.objects.create_user("Zoe"))
    assert client.get(LIST).status_code == 302
    assert client.post(LIST, {"action": "send_test", "_selected_action": hook.pk}).status_code == 302
    assert not Delivery.objects.exists()
