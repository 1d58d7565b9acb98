"""Posting to a webhook: what is sent, where it may go, and what an unfriendly other side can do."""

import json
import logging
import socket
import ssl
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from nomic.notices.delivery import webhook_payload, webhooks
from nomic.notices.delivery.webhook_addresses import check_url
from nomic.notices.delivery.webhooks import post
from nomic.outbox.delivery_errors import Fatal, Rejected, Retryable
from nomic.outbox.unreachable import REFUSED, UNKNOWN_NAME
from tests.support.webhook_server import Receiver, answering, dripping, endless, free_port, receiver, saying, silent

__all__ = ["receiver"]

BODY = webhook_payload.payload("Ding.")
Lookup = Callable[..., None]


@pytest.fixture
def leads_to(monkeypatch: pytest.MonkeyPatch) -> Lookup:
    """Names lead to these addresses: `leads_to("10.0.0.1", "1.1.1.1")`."""

    def lead(*addresses: str) -> None:
        def look_up(host: str, port: int, **more: Any) -> list[Any]:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

        monkeypatch.setattr(socket, "getaddrinfo", look_up)

    return lead


@pytest.fixture
def nothing_is_dialled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Where connections were made to; there must be none."""
    dialled: list[str] = []

    def connect(addresses: list[str], port: int) -> socket.socket:
        dialled.extend(addresses)
        raise OSError("no line")

    monkeypatch.setattr(webhooks, "_connect", connect)
    return dialled


def test_a_message_is_posted_as_discord_takes_it(receiver: Receiver) -> None:
    """Words, a name, and no mentions; as JSON to the very path."""
    post(f"{receiver.url}?wait=true", BODY)
    assert receiver.received == [{"content": "Ding.", "username": "Infinite Nomic", "allowed_mentions": {"parse": []}}]
    assert receiver.paths == ["/hooks/Secret-1234?wait=true"]
    assert receiver.headers[0]["Content-Type"] == "application/json"
    assert receiver.headers[0]["Host"] == f"127.0.0.1:{receiver.port}"


@pytest.mark.parametrize("status", [200, 201, 204])
def test_every_success_is_one(receiver: Receiver, status: int) -> None:
    receiver.behave(answering(status))
    post(receiver.url, BODY)


@pytest.mark.parametrize("status", [401, 403, 404, 405, 410])
def test_an_address_that_is_gone_ends_sending(receiver: Receiver, status: int) -> None:
    receiver.behave(answering(status, b"a page full of words"))
    with pytest.raises(Fatal) as caught:
        post(receiver.url, BODY)
    assert caught.value.reason == f"it answered {status}"


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    """Wherever it leads: what is elsewhere would have to be looked at first."""
    receiver.behave(answering(307, Location=f"{receiver.url}/elsewhere"))
    with pytest.raises(Fatal) as caught:
        post(receiver.url, BODY)
    assert caught.value.reason == "it answered 307: it has moved"
    assert receiver.paths == ["/hooks/Secret-1234"]


@pytest.mark.parametrize("status", [400, 413, 422])
def test_a_message_that_is_not_taken_is_given_up(receiver: Receiver, status: int) -> None:
    receiver.behave(answering(status))
    with pytest.raises(Rejected):
        post(receiver.url, BODY)


@pytest.mark.parametrize("status", [408, 500, 502, 503])
def test_trouble_on_the_other_side_is_waited_for(receiver: Receiver, status: int) -> None:
    receiver.behave(answering(status))
    with pytest.raises(Retryable) as caught:
        post(receiver.url, BODY)
    assert caught.value.seconds == 0


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("7", 7), ("2.5", 2.5), ("0", 1), ("-5", 1), ("999999", 3600), ("nan", 0), ("inf", 0), ("soon", 0)],
)
def test_too_many_messages_wait_as_long_as_is_asked(receiver: Receiver, header: str, seconds: float) -> None:
    """Between a second and an hour."""
    receiver.behave(answering(429, Retry_After=header))
    with pytest.raises(Retryable) as caught:
        post(receiver.url, BODY)
    assert caught.value.seconds == seconds


def test_retry_after_can_be_a_date(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    from datetime import UTC, datetime

    monkeypatch.setattr(webhooks, "_now", lambda: datetime(2024, 1, 1, 12, 0, tzinfo=UTC))
    receiver.behave(answering(503, Retry_After="Mon, 01 Jan 2024 12:00:40 GMT"))
    with pytest.raises(Retryable) as caught:
        post(receiver.url, BODY)
    assert caught.value.seconds == 40


def test_nobody_listens(settings: Any) -> None:
    settings.WEBHOOKS_ON_LOOPBACK = True
    with pytest.raises(Retryable) as caught:
        post(f"http://127.0.0.1:{free_port()}/Secret", BODY)
    assert caught.value.reason == f"it could not be reached, {REFUSED}"


@pytest.mark.parametrize("behaviour", [silent, dripping])
def test_an_answer_that_does_not_come_is_cut_off(receiver: Receiver, behaviour: Any, settings: Any) -> None:
    """Whether nothing is said, or something without end."""
    settings.WEBHOOK_SECONDS = 0.3
    receiver.behave(behaviour)
    with pytest.raises(Retryable):
        post(receiver.url, BODY)


def test_a_body_without_end_is_not_read(receiver: Receiver) -> None:
    """The status says all that is asked."""
    receiver.behave(endless)
    post(receiver.url, BODY)


@pytest.mark.parametrize(
    "words",
    [
        b"",
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"HTTP/1.1 abc Secret\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 500 + b"\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",
        b"HTTP/1.1 " + b"9" * 100_000,
        b"\x00\xff" * 1000,
    ],
)
def test_what_is_no_answer_is_trouble(receiver: Receiver, words: bytes) -> None:
    """And its words are nowhere in the reason."""
    receiver.behave(saying(words))
    with pytest.raises(Retryable) as caught:
        post(receiver.url, BODY)
    assert "Secret" not in caught.value.reason
    assert len(caught.value.reason) < 100


def test_nothing_secret_is_logged(receiver: Receiver, caplog: pytest.LogCaptureFixture) -> None:
    """Neither the address nor what was answered, whatever is logged."""
    receiver.behave(
        answering(204), answering(500, b"words of theirs"), saying(b"HTTP/1.1 200 OK\r\nbroken header\r\n\r\n")
    )
    with caplog.at_level(logging.DEBUG):
        post(receiver.url, BODY)
        with pytest.raises(Retryable) as caught:
            post(receiver.url, BODY)
        post(receiver.url, BODY)
    assert "Secret" not in caplog.text
    assert "theirs" not in caplog.text
    assert "Secret" not in str(caught.value)


PRIVATE = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "192.88.99.1",
    "198.18.0.1",
    "::1",
    "::",
    "fe80::1%eth0",
    "fc00::1",
    "fec0::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::7f00:1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001::1",
    "3fff::1",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_a_name_that_leads_into_a_private_network_is_not_dialled(
    leads_to: Lookup, nothing_is_dialled: list[str], address: str
) -> None:
    """Not even where another of its addresses is a public one."""
    leads_to("1.1.1.1", address)
    with pytest.raises(Fatal) as caught:
        post("https://hooks.example/1", BODY)
    assert caught.value.reason == "the address leads into a private network"
    assert nothing_is_dialled == []


def test_a_public_address_is_dialled_as_it_was_looked_at(
    monkeypatch: pytest.MonkeyPatch, nothing_is_dialled: list[str]
) -> None:
    """The name is looked up once: what it leads to a moment later makes no difference."""
    answers = iter([["93.184.215.14", "2606:4700::1"], ["127.0.0.1"]])

    def look_up(host: str, port: int, **more: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in next(answers)]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    with pytest.raises(Retryable):
        post("https://hooks.example/1", BODY)
    assert nothing_is_dialled == ["93.184.215.14", "2606:4700::1"]


def test_a_name_that_leads_nowhere_is_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    def look_up(*args: Any, **more: Any) -> Any:
        raise socket.gaierror("Name or service not known: hooks.example/Secret")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    with pytest.raises(Retryable) as caught:
        post("https://hooks.example/Secret", BODY)
    assert caught.value.reason == f"it could not be reached, {UNKNOWN_NAME}"


def test_a_webhook_of_this_machine_is_none(receiver: Receiver, settings: Any) -> None:
    """Unless the installation says that it may be one."""
    settings.WEBHOOKS_ON_LOOPBACK = False
    with pytest.raises(Fatal):
        post(receiver.url, BODY)
    assert receiver.received == []


def test_tls_is_for_this_very_name(monkeypatch: pytest.MonkeyPatch, receiver: Receiver) -> None:
    """A connection over HTTPS is wrapped for the name, and a server that speaks none is trouble."""
    names: list[str] = []
    wrap = ssl.SSLContext.wrap_socket

    def note(context: ssl.SSLContext, line: socket.socket, **more: Any) -> ssl.SSLSocket:
        names.append(more["server_hostname"])
        assert context.verify_mode is ssl.CERT_REQUIRED
        assert context.check_hostname
        return wrap(context, line, **more)

    monkeypatch.setattr(ssl.SSLContext, "wrap_socket", note)
    monkeypatch.setattr(webhooks, "allowed_addresses", lambda host, port: ["127.0.0.1"])
    with pytest.raises(Retryable) as caught:
        post(f"https://hooks.example:{receiver.port}/1", BODY)
    assert names == ["hooks.example"]
    assert "its certificate is not valid" in caught.value.reason
    assert receiver.received == []


def test_a_handshake_that_does_not_end_is_cut_off(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """TLS drips no longer than an answer may."""
    settings.WEBHOOK_SECONDS = 0.3
    monkeypatch.setattr(webhooks, "allowed_addresses", lambda host, port: ["127.0.0.1"])
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip() -> None:
            line, _ = server.accept()
            with line:
                line.sendall(b"\x16\x03\x03\x40\x00")  # a record of 16 kB begins
                try:
                    while not over.wait(0.05):
                        line.sendall(b"\x00")
                except OSError:
                    pass

        thread = threading.Thread(target=drip, daemon=True)
        thread.start()
        with pytest.raises(Retryable):
            post(f"https://hooks.example:{server.getsockname()[1]}/1", BODY)
        over.set()
        thread.join()


@pytest.mark.parametrize(
    "url",
    [
        "https://discord.com/api/webhooks/1/a-b_c",
        "https://discordapp.com/api/webhooks/1/a-b_c",
        "https://canary.discord.com/api/v10/webhooks/1/a-b_c",
        "https://discord.com.example.org/channels/1/2",
        "https://hooks.example.org:8443/x?y=z",
        "  https://1.1.1.1/x  ",
        "https://[2606:4700::1111]/x",
    ],
)
def test_urls_of_the_open_internet_are_taken(url: str) -> None:
    assert check_url(url) == url.strip()


@pytest.mark.parametrize(
    "url",
    ["https://discord.com/channels/1/2", "https://ptb.discord.com/", "https://discord.com/webhooks/1/a-b_c"],
)
def test_a_link_to_a_channel_is_no_webhook(url: str) -> None:
    """It says where Discord has the address that is meant."""
    with pytest.raises(ValidationError, match="Copy Webhook URL") as caught:
        check_url(url)
    assert caught.value.code == "discord"


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("", "required"),
        ("   ", "required"),
        ("https://hooks.example/" + "x" * 500, "max_length"),
        ("https://hooks.example/ä", "characters"),
        ("https://hooks.example/a b", "characters"),
        ("https://hooks.example/a\r\nHost: x", "characters"),
        ("https://hooks.example\\@10.0.0.1/", "characters"),
        ("https://user@hooks.example/", "userinfo"),
        ("https://user:word@hooks.example/", "userinfo"),
        ("https://hooks.example/#x", "fragment"),
        ("http://hooks.example/", "scheme"),
        ("http://127.0.0.1/", "scheme"),
        ("ftp://hooks.example/", "scheme"),
        ("file:///etc/passwd", "invalid"),
        ("javascript:alert(1)", "invalid"),
        ("hooks.example", "invalid"),
        ("https://", "invalid"),
        ("https://hooks.example:99999/", "invalid"),
        ("https://hooks.example:0/", "invalid"),
        ("https://[::1", "invalid"),
        ("https://localhost/", "address"),
        ("https://intranet/", "address"),
        ("https://printer.local/", "address"),
        ("https://x.localhost./", "address"),
        ("https://metadata.google.internal/", "address"),
        ("https://2130706433/", "address"),
        ("https://0x7f.1/", "address"),
        ("https://127.1/", "address"),
        *(
            (f"https://[{each}]/" if ":" in each else f"https://{each}/", "address")
            for each in PRIVATE
            if "%" not in each
        ),
    ],
)
def test_other_urls_are_refused(url: str, code: str) -> None:
    """With a reason that does not repeat them."""
    with pytest.raises(ValidationError) as caught:
        check_url(url)
    assert caught.value.code == code
    assert "hooks.example" not in str(caught.value)


def test_words_are_shown_as_they_stand() -> None:
    """Nobody is mentioned, nothing is formatted, and no line begins a list or a heading."""
    words = "@everyone **bold** _it_ ~~no~~ `code` ||spoiler|| <@123> [a](https://x.example) # not a title"
    assert webhook_payload.plain(words) == (
        "@\u200beveryone \\*\\*bold\\*\\* \\_it\\_ \\~\\~no\\~\\~ \\`code\\` \\|\\|spoiler\\|\\| \\<@\u200b123\\> "
        "\\[a\\](https://x.example) \\# not a title"
    )
    assert webhook_payload.plain("- one\n- two") == "\\- one - two"
    assert webhook_payload.plain("> a quote") == "\\> a quote"


def test_a_message_leads_to_the_site(settings: Any) -> None:
    settings.SITE_URL = "https://nomic.example"
    assert webhook_payload.message("Ding_dong.", "/c/a_b/") == "Ding\\_dong. <https://nomic.example/c/a_b/>"
    assert webhook_payload.message("Ding.", "") == "Ding."


def test_a_message_has_at_most_2000_characters() -> None:
    """Counted as the other side counts, to whom a die from beyond the sixteen bits is two."""
    assert webhook_payload.content_of(["x" * 2000]) == "x" * 2000
    for long in ("x" * 2001, "🎲" * 1001, "x" * 9000, "x" + "🎲" * 5000):
        cut = webhook_payload.content_of([long])
        assert webhook_payload.length(cut) <= 2000
        assert webhook_payload.length(cut) >= 1999
        assert cut.endswith("…")


def test_as_many_messages_as_fit_go_together() -> None:
    assert webhook_payload.fitting(["x" * 999, "y" * 1000, "z"]) == 2
    assert webhook_payload.fitting(["x" * 1000, "y" * 1000, "z"]) == 1
    assert webhook_payload.fitting(["x" * 5000, "y"]) == 1
    assert webhook_payload.fitting([]) == 0


def test_any_words_make_a_body() -> None:
    """JSON in ASCII, half a surrogate pair too."""
    body = webhook_payload.payload(webhook_payload.content_of(["\ud83d 🝬 ü"]))
    assert body.isascii()
    assert json.loads(body)["content"] == "\ud83d 🝬 ü"
