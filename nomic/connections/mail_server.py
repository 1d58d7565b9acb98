"""The mail server, and the mail backend that sends through it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from smtplib import SMTPException
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend
from django.utils.module_loading import import_string

from nomic.connections.store import store_connection, stored_connection

MAIL = "mail"
WRITES_ONLY = ("console", "file", "dummy", "locmem")  # mail backends that send nothing


@dataclass(frozen=True, slots=True)
class MailServer:
    """A mail server. Without a host no mail is sent.

    `security` is "starttls", "tls" (encrypted from the first byte) or "none". `sender` is the address that mails come
    from. `is_by_form` is true if an owner set the server in the office, `is_lost` if its password must be retyped.
    """

    host: str
    port: int
    security: str
    user: str
    password: str = field(repr=False)
    sender: str
    is_by_form: bool = False
    is_lost: bool = False


def mail_server() -> MailServer:
    """Return the mail server set by form, otherwise the one from EMAIL_URL."""
    found = stored_connection(MAIL)
    if found is not None:
        return MailServer(**found.values, password=found.secret, is_by_form=True, is_lost=found.is_lost)
    is_smtp = settings.MAIL_BACKEND.rsplit(".", 2)[-2] not in WRITES_ONLY
    security = "starttls" if settings.EMAIL_USE_TLS else "tls" if settings.EMAIL_USE_SSL else "none"
    host = settings.EMAIL_HOST or "" if is_smtp else ""
    return MailServer(
        host, settings.EMAIL_PORT or 25, security, settings.EMAIL_HOST_USER or "", settings.EMAIL_HOST_PASSWORD or "",
        settings.DEFAULT_FROM_EMAIL,
    )  # fmt: skip


def set_mail_server(server: MailServer) -> None:
    """Store the mail server through which mails are sent from now on."""
    values = {name: getattr(server, name) for name in ("host", "port", "security", "user", "sender")}
    store_connection(MAIL, values, server.password)


def mail_backend(fail_silently: bool = False, **options: Any) -> BaseEmailBackend:
    """Return the mail backend. Django calls this as EMAIL_BACKEND."""
    server = mail_server()
    if not server.is_by_form:
        made: BaseEmailBackend = import_string(settings.MAIL_BACKEND)(fail_silently=fail_silently, **options)
        return made
    return _ServerSetByForm(server, fail_silently)


class _ServerSetByForm(EmailBackend):
    def __init__(self, server: MailServer, fail_silently: bool) -> None:
        super().__init__(
            server.host, server.port, server.user, server.password, fail_silently=fail_silently,
            use_tls=server.security == "starttls", use_ssl=server.security == "tls", timeout=settings.EMAIL_TIMEOUT,
        )  # fmt: skip
        self._sender = server.sender

    def open(self) -> bool | None:
        """Connect and log in. Return whether the connection is new, or None if it failed silently.

        Raises OSError or SMTPException if the server does not answer or refuses.
        """
        try:
            return super().open()
        except UnicodeError:  # of a name or a password that smtplib cannot encode; the error holds the password
            raise SMTPException(
                "the server's name, the account or the password contains characters that cannot be sent"
            ) from None

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Send these mails, and return their number. Mails from the site get the sender that was set by form."""
        for message in email_messages:
            if message.from_email == settings.DEFAULT_FROM_EMAIL:
                message.from_email = self._sender
        return super().send_messages(email_messages) or 0
