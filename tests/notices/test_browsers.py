"""Notices in browsers: a stand-in push service passes them on, and only the browser can read them."""

import json
import time
from base64 import urlsafe_b64encode
from typing import Any

import http_ece
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core.exceptions import ValidationError
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from nomic.notices.delivery import push
from nomic.notices.delivery.outbox import deliver_due
from nomic.notices.models import Delivery, State, Webhook
from nomic.notices.notify import notify_people
from nomic.notices.preferences import set_muted
from nomic.notices.push_browsers import MAX_BROWSERS, add_browser, browsers_of
from tests.notices.conftest import BELL, person
from tests.support.hall import Hall
from tests.support.signed_in import browser_of
from tests.support.webhook_server import Receiver, answering, receiver

__all__ = ["receiver"]

PUBLIC = "https://push.example/send/Secret-1234"


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class Browser:
    """A browser with a key and a secret of its own."""

    def __init__(self, url: str = PUBLIC) -> None:
        self.url = url
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = b"sixteen bytes, 1"
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = {"endpoint": url, "p256dh": encoded(point), "auth": encoded(self.secret)}

    def add(self, name: str) -> Webhook:
        return add_browser(person(name), *self.subscription.values())

    def read(self, body: bytes) -> dict[str, str]:
        """What the service worker is given."""
        content = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        found: dict[str, str] = json.loads(content)
        return found


def test_a_notice_is_sent_so_that_only_the_browser_can_read_it(cast: Hall, receiver: Receiver) -> None:
    """And signed: the push service knows this site by the key that the browser subscribed with."""
    browser = Browser(receiver.url)
    browser.add("ada")
    notify_people([person("ada"), person("bob")], BELL.name, "Ding: é🂡.", "/c/hall/")
    assert deliver_due() == 1
    (body,), (headers,) = receiver.bodies, receiver.headers
    assert b"Ding" not in body
    assert browser.read(body) == {"title": "Infinite Nomic", "body": "Ding: é🂡.", "link": "/c/hall/"}
    assert (headers["Content-Encoding"], headers["TTL"]) == ("aes128gcm", "86400")
    kind, _, parts = headers["Authorization"].partition(" ")
    token, key = (part.strip()[2:] for part in parts.split(","))
    assert (kind, key) == ("vapid", push.public_key())
    site = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), push._decoded(key))
    claims = jwt.decode(token, site, algorithms=["ES256"], audience=f"http://127.0.0.1:{receiver.port}")
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600
    assert claims["sub"].startswith(("https://", "mailto:"))


def test_several_are_one_message_and_long_ones_are_cut(cast: Hall, receiver: Receiver) -> None:
    browser = Browser(receiver.url)
    browser.add("ada")
    for text in ("One.", "🂡" * 400, "🂡" * 400):
        notify_people([person("ada")], BELL.name, text, "/c/hall/")
    while deliver_due():
        pass
    told = [browser.read(body) for body in receiver.bodies]
    assert told[0]["title"] == "Infinite Nomic: 3 notifications"
    assert told[0]["body"].startswith("One.\n🂡")
    assert told[0]["link"] == "/notices/"
    assert all(len(body) < 4096 for body in receiver.bodies)


@given(texts=st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=500), min_size=1, max_size=20))
def test_any_message_fits(texts: list[str]) -> None:
    """A push service need not take more than 4,096 bytes; 103 of them are the encryption's."""
    assert len(push.message([Delivery(text=text, link="/c/hall/" + 290 * "x") for text in texts])) <= 3993


@pytest.mark.parametrize("status", [403, 404, 410])
def test_a_browser_that_is_gone_is_forgotten(cast: Hall, receiver: Receiver, status: int) -> None:
    """Its owner has switched it off there, or this site has another key."""
    Browser(receiver.url).add("ada")
    receiver.behave(answering(status))
    notify_people([person("ada")], BELL.name, "Ding.")
    deliver_due()
    assert browsers_of(person("ada")) == []
    assert not Delivery.objects.exists()
    assert deliver_due() == 0


def test_trouble_is_tried_again_and_told(cast: Hall, receiver: Receiver) -> None:
    Browser(receiver.url).add("ada")
    receiver.behave(answering(429, Retry_After="60"), answering(201))
    notify_people([person("ada")], BELL.name, "Ding.")
    deliver_due()
    (row,) = browsers_of(person("ada"))
    assert row.trouble == "it asks for fewer messages"
    Delivery.objects.update(next_at=row.failing_since)
    Webhook.objects.update(quiet_until=None)
    deliver_due()
    assert Delivery.objects.get().state == State.SENT
    assert browsers_of(person("ada"))[0].trouble == ""


def test_each_browser_gets_it_beside_the_webhook(cast: Hall) -> None:
    """Not kinds that are muted, nor those of others."""
    Webhook.objects.create(person=person("ada"), url="https://hooks.example/1/x")
    for number in range(2):
        Browser(f"{PUBLIC}{number}").add("ada")
    Browser(f"{PUBLIC}-bob").add("bob")
    notify_people([person("ada")], BELL.name, "Ding.")
    assert [row.way for row in Delivery.objects.all()] == ["webhook", "browser", "browser"]
    set_muted(person("ada"), BELL.name, muted=True)
    notify_people([person("ada")], BELL.name, "Dong.")
    assert Delivery.objects.count() == 3


def test_a_browser_is_of_one_person_and_a_person_has_so_many(cast: Hall) -> None:
    browser = Browser()
    browser.add("ada")
    browser.add("ada")
    browser.add("bob")
    assert (len(browsers_of(person("ada"))), len(browsers_of(person("bob")))) == (0, 1)
    for number in range(MAX_BROWSERS + 2):
        Browser(f"{PUBLIC}{number}").add("ada")
    assert [row.url for row in browsers_of(person("ada"))] == [
        f"{PUBLIC}{number}" for number in range(MAX_BROWSERS + 1, 1, -1)
    ]


BAD: list[dict[str, Any]] = [
    {"endpoint": "https://127.0.0.1/x"},
    {"endpoint": "http://push.example/x"},
    {"endpoint": ""},
    {"p256dh": ""},
    {"p256dh": encoded(b"\x04" + 64 * b"\x01")},
    {"p256dh": "é"},
    {"p256dh": 101 * "A"},
    {"auth": encoded(b"too short")},
    {"auth": "A"},
    {"auth": 1000 * "A"},
]


@pytest.mark.parametrize("bad", BAD)
def test_what_is_no_browser_is_refused(cast: Hall, settings: Any, bad: dict[str, Any]) -> None:
    settings.WEBHOOKS_ON_LOOPBACK = False
    with pytest.raises(ValidationError):
        add_browser(person("ada"), *{**Browser().subscription, **bad}.values())
    client = signed_in("ada")
    answer = client.post("/notices/settings/", {"do": "browser", **Browser().subscription, **bad})
    assert answer.status_code == 422
    assert not Webhook.objects.exists()


def signed_in(name: str) -> Client:
    return browser_of(person(name))


def test_the_page_adds_tests_and_removes_a_browser(cast: Hall) -> None:
    """Nobody tests or removes another's."""
    ada, bob, place = signed_in("ada"), signed_in("bob"), "/notices/settings/"
    assert push.public_key() in ada.get(place).content.decode()
    browser = Browser()
    ada.post(place, {"do": "browser", **browser.subscription})
    html = ada.get(place).content.decode()
    assert "This browser<" in html
    assert browser.url not in html
    assert "Another browser<" in signed_in("ada").get(place).content.decode()
    (row,) = browsers_of(person("ada"))
    for do in ("test-browser", "remove-browser"):
        for chosen in (row.pk, "", "x", 10**30):
            assert bob.post(place, {"do": do, "browser": chosen}).status_code == 422
    assert ada.post(place, {"do": "test-browser", "browser": row.pk}).status_code == 302
    assert Delivery.objects.get().way == "browser"
    assert ada.post(place, {"do": "remove-browser", "browser": row.pk}).status_code == 302
    assert browsers_of(person("ada")) == []


def test_signing_out_stops_messages_in_that_browser_only(cast: Hall) -> None:
    """Whoever sits there next reads nothing."""
    ada, place = signed_in("ada"), "/notices/settings/"
    ada.post(place, {"do": "browser", **Browser().subscription})
    signed_in("ada").post(place, {"do": "browser", **Browser(f"{PUBLIC}-phone").subscription})
    ada.post("/accounts/logout/")
    assert [row.url for row in browsers_of(person("ada"))] == [f"{PUBLIC}-phone"]


def test_the_key_is_that_of_the_secret(settings: Any) -> None:
    settings.SECRET_KEY = "one"
    first = push.public_key()
    settings.SECRET_KEY = "another"
    assert push.public_key() != first
    settings.SECRET_KEY = "one"
    assert push.public_key() == first
