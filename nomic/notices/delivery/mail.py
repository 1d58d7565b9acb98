"""Mails: plain text, with a link to switch them off without logging in."""

from collections.abc import Sequence
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException, SMTPSenderRefused
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.urls import reverse

from nomic.accounts.confirmed_emails import has_confirmed
from nomic.accounts.models import Person
from nomic.law.schema.text_types import shortened
from nomic.notices.models import Delivery
from nomic.outbox.delivery_errors import Rejected, Retryable
from nomic.outbox.unreachable import why_unreachable

SALT = "nomic.notices.unsubscribe"
MAX_SUBJECT_LENGTH = 120


def mail_for(person: Person, deliveries: Sequence[Delivery]) -> EmailMessage:
    """Return a single mail to the person that contains these notices."""
    count = len(deliveries)
    subject = shortened(deliveries[0].text.partition("\n")[0], MAX_SUBJECT_LENGTH) if count == 1 else f"{count} notices"
    parts = [f"{each.text}\n{settings.SITE_URL}{each.link}" if each.link else each.text for each in deliveries]
    unsubscribe = unsubscribe_address(person)
    end = (
        f"You get this because you have an account at {settings.SITE_URL}\n"
        f"What is sent to you: {settings.SITE_URL}{reverse('web:notice-settings')}\n"
        f"Stop emails: {unsubscribe}"
    )
    return EmailMessage(
        subject=f"[Infinite Nomic] {subject}",
        body="\n\n".join([f"Hello {person.username},", *parts, f"-- \n{end}"]) + "\n",
        to=[person.email],
        headers={
            "List-Unsubscribe": f"<{unsubscribe}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
            # The same id for the same notices, so that a mail that is sent twice because a worker died can be
            # recognised.
            "Message-ID": f"<notices-{deliveries[0].pk}-{count}@{urlsplit(settings.SITE_URL).hostname or 'localhost'}>",
        },
    )


def send(person: Person, deliveries: Sequence[Delivery]) -> None:
    """Send these notices in one e-mail.

    Raises Rejected if the person has no confirmed address or the server refuses it, and Retryable if the server fails.
    """
    if not person.email:
        raise Rejected("there is no address")
    if not has_confirmed(person):
        raise Rejected("the address is not confirmed")
    _hand_over(mail_for(person, deliveries))


def send_test(person: Person) -> None:
    """Send a test mail to a person's address, confirmed or not. Raises the same errors as `send`."""
    subject, body = (
        "[Infinite Nomic] A test",
        f"Hello {person.username},\n\nemail from {settings.SITE_URL} reaches you.\n",
    )
    _hand_over(EmailMessage(subject, body, to=[person.email], headers={"Auto-Submitted": "auto-generated"}))


def _hand_over(message: EmailMessage) -> None:
    """Give a mail to the mail server.

    Raises Rejected if it refuses the address, and Retryable if it fails otherwise.
    """
    try:
        message.send()
    except (SMTPRecipientsRefused, SMTPSenderRefused):
        raise Rejected("the mail server refuses this address") from None
    except SMTPResponseException as error:
        if 500 <= error.smtp_code < 600 and error.smtp_code not in _OUR_OWN:
            raise Rejected(f"the mail server answered {error.smtp_code}") from None
        raise Retryable(f"the mail server answered {error.smtp_code}") from None
    except (OSError, SMTPException) as error:
        raise Retryable(f"the mail server could not be reached, {why_unreachable(error)}") from None
    except ValueError:
        # The address or the subject is invalid in a mail.
        raise Rejected("it cannot be sent as an email") from None


# Status codes about our login, not about the mail.
_OUR_OWN = frozenset((530, 534, 535, 538))


def unsubscribe_address(person: Person) -> str:
    """Return the address at which a person can switch off mails without logging in."""
    token = signing.dumps(person.pk, salt=SALT)
    return f"{settings.SITE_URL}{reverse('web:notices-unsubscribe', args=[token])}"


def person_of_token(token: str) -> Person | None:
    """Return the person whose mails this token switches off, or None for an invalid token."""
    try:
        pk = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    return Person.objects.filter(pk=pk).first() if isinstance(pk, int) else None
