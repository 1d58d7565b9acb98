"""Mails go through the server that was set by form: to a real one, by SMTP, from the sender that was set."""

import socketserver
import threading
from collections.abc import Iterator
from smtplib import SMTPException
from typing import Any

import pytest
from django.core.mail import EmailMessage, get_connection, send_mail

from nomic.connections.mail_server import MailServer, mail_backend, set_mail_server
from nomic.connections.store import remove_connection

BACKEND = "nomic.connections.mail_server.mail_backend"


class _Talk(socketserver.StreamRequestHandler):
    """One talk by SMTP, of which the server keeps every line."""

    def handle(self) -> None:
        heard: list[str] = self.server.heard  # type: ignore[attr-defined]
        self.wfile.write(b"220 here\r\n")
        in_text = False
        for line in self.rfile:
            said = line.decode().rstrip("\r\n")
            heard.append(said)
            if in_text:
                in_text = said != "."
                self.wfile.write(b"" if in_text else b"250 taken\r\n")
                continue
            in_text = said == "data"
            self.wfile.write({"data": b"354 go on\r\n", "quit": b"221 bye\r\n"}.get(said, b"250 fine\r\n"))
            if said == "quit":
                return


@pytest.fixture
def server() -> Iterator[Any]:
    """A mail server on this machine."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Talk) as made:
        made.heard = []  # type: ignore[attr-defined]
        threading.Thread(target=made.serve_forever, daemon=True).start()
        yield made
        made.shutdown()


@pytest.mark.usefixtures("db", "socket_enabled")
def test_a_mail_goes_to_the_server_of_the_form(server: Any, settings: Any) -> None:
    """From the form's sender in place of the site's; another sender stays."""
    settings.EMAIL_BACKEND = BACKEND
    port = server.server_address[1]
    set_mail_server(MailServer("127.0.0.1", port, "none", "", "", "hall@example.org"))
    send_mail("Hello", "It arrives.", None, ["ada@example.org"])
    EmailMessage("Two", "x", "other@example.org", ["ada@example.org"]).send()
    assert [line for line in server.heard if line.startswith("mail FROM")] == [
        "mail FROM:<hall@example.org>", "mail FROM:<other@example.org>",
    ]  # fmt: skip
    assert "From: hall@example.org" in server.heard
    assert "It arrives." in server.heard


@pytest.mark.usefixtures("db")
def test_without_a_form_the_settings_count(settings: Any) -> None:
    """With the options that the caller gave."""
    settings.EMAIL_BACKEND, settings.MAIL_BACKEND = BACKEND, "django.core.mail.backends.locmem.EmailBackend"
    assert type(get_connection(fail_silently=True)).__module__ == "django.core.mail.backends.locmem"
    set_mail_server(MailServer("mail.example", 465, "tls", "nomic", "word", "hall@example.org"))
    made: Any = mail_backend()
    assert (made.host, made.port, made.use_ssl, made.use_tls, made.username, made.password, made.timeout) == (
        "mail.example", 465, True, False, "nomic", "word", settings.EMAIL_TIMEOUT,
    )  # fmt: skip
    remove_connection("mail")
    assert type(mail_backend()).__module__ == "django.core.mail.backends.locmem"


@pytest.mark.usefixtures("db")
def test_what_cannot_be_encoded_is_an_error_of_the_server(settings: Any) -> None:
    """Then a mail is tried again later, and somebody who signs up reads a warning."""
    settings.EMAIL_BACKEND = BACKEND
    set_mail_server(MailServer("smtp..example", 587, "none", "", "", "hall@example.org"))
    with pytest.raises(SMTPException):
        send_mail("Hello", "x", None, ["ada@example.org"])
