"""Setting the mail server and the wiki by form: for owners, with a reason, logged. Passwords are never shown.

A stored password stays only while the server and the account stay the same. Otherwise whoever changes the address could
have it sent to a server of theirs.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator, RegexValidator
from django.urls import reverse

from nomic.accounts.models import Person
from nomic.accounts.roles import Duty, may
from nomic.connections.mail import MAIL, MailServer, mail_server, set_mail_server
from nomic.connections.store import clear_cache, remove
from nomic.connections.wiki import WIKI, set_wiki_account, wiki_account
from nomic.office.games.cycles import NotDone, reason_in
from nomic.office.log import record
from nomic.office.models import MAX_REASON
from nomic.wiki.another_wiki import begin_on_another_wiki
from nomic.wiki.publishing.circuit_breaker import resume
from nomic.wiki.sites.mediawiki_site import place_of

Typed = Mapping[str, str]
NAMES = {MAIL: "the mail server", WIKI: "the wiki"}
AGAIN = "Leave it empty to keep the password, if server and account stay the same."
TYPE_IT = "Type the password. The stored one belongs to another server or account."
LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?"  # of a host's name, between its dots
is_host = RegexValidator(rf"^(?:{LABEL}\.)*{LABEL}\Z", "This is no name of a server.")


class ConnectionForm(forms.Form):
    """A connection with a password and a reason. Subclasses say whether the account stays the same, and save."""

    password = forms.CharField(
        max_length=500, required=False, strip=False, help_text=AGAIN,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )  # fmt: skip
    reason = forms.CharField(label="Reason (other staff can read it)", max_length=MAX_REASON)

    def clean(self) -> dict[str, Any]:
        """Put the password that counts into the data."""
        data: dict[str, Any] = super().clean() or {}
        now = self.current()
        if not data.get("password") and not self.errors and data.get("user"):
            if not now.is_by_form or now.is_lost or not self.is_same(now, data):
                raise ValidationError({"password": TYPE_IT if now.password else "Type the password."})
            data["password"] = now.password
        return data

    @staticmethod
    def current() -> Any:
        """Return the connection that counts now."""
        raise NotImplementedError

    @staticmethod
    def is_same(now: Any, data: Mapping[str, Any]) -> bool:
        """Return whether the password would be sent to the same server, for the same account, and as safely."""
        raise NotImplementedError

    def save(self) -> str:
        """Store the connection. Returns how to call it in the log."""
        raise NotImplementedError


class MailForm(ConnectionForm):
    """The mail server, by SMTP."""

    host = forms.CharField(label="Server", max_length=253, validators=[is_host], help_text="Such as smtp.example.org.")
    port = forms.IntegerField(min_value=1, max_value=65_535, initial=587)
    security = forms.ChoiceField(
        label="Encryption",
        choices=[
            ("starttls", "STARTTLS (usual at port 587)"),
            ("tls", "TLS (usual at port 465)"),
            ("none", "none, without an account"),
        ],
    )
    user = forms.CharField(label="Account", max_length=253, required=False, help_text="Empty if it needs none.")
    sender = forms.CharField(label="Mails come from", max_length=253, validators=[EmailValidator()])
    field_order = ("host", "port", "security", "user", "password", "sender", "reason")

    def clean(self) -> dict[str, Any]:
        """Refuse to send a password that everybody on the way could read, or that Python's SMTP client cannot send."""
        data = super().clean()
        for name in ("user", "password"):
            if not data.get(name, "").isascii():
                raise ValidationError({name: "To a mail server only ASCII characters can be sent: no é, ß or emoji."})
        if data.get("security") == "none" and data.get("user"):
            raise ValidationError({"security": "An account needs encryption: its password could be read on the way."})
        return data

    @staticmethod
    def current() -> MailServer:
        """Return the mail server that counts now."""
        return mail_server()

    @staticmethod
    def is_same(now: MailServer, data: Mapping[str, Any]) -> bool:
        """Compare server, port, encryption and account."""
        return all(getattr(now, name) == data.get(name) for name in ("host", "port", "security", "user"))

    def save(self) -> str:
        """Store the mail server."""
        data = {name: value for name, value in self.cleaned_data.items() if name != "reason"}
        set_mail_server(MailServer(**data))
        return f"{data['host']}:{data['port']}"


class WikiForm(ConnectionForm):
    """The wiki's address and a bot password."""

    url = forms.CharField(
        label="Address", max_length=500, help_text="The folder of api.php, such as https://wiki.example.org/w/."
    )
    user = forms.CharField(
        label="Account", max_length=255, help_text="A bot password's name, such as Bot@nomic (Special:BotPasswords)."
    )
    field_order = ("url", "user", "password", "reason")

    def clean_url(self) -> str:
        """Refuse what is no address of a server."""
        url: str = self.cleaned_data["url"]
        try:
            parts = urlsplit(url)
            _ = parts.port
        except ValueError:
            raise ValidationError("This is no address.") from None
        if parts.scheme not in ("http", "https") or "@" in parts.netloc or parts.query or parts.fragment:
            raise ValidationError("Give an address like https://wiki.example.org/w/, and nothing after it.")
        is_host(parts.hostname or "")
        return url

    @staticmethod
    def current() -> Any:
        """Return the wiki that counts now."""
        return wiki_account()

    @staticmethod
    def is_same(now: Any, data: Mapping[str, Any]) -> bool:
        """Compare address and account."""
        return bool(now.url == data.get("url") and now.user == data.get("user"))

    def save(self) -> str:
        """Store the account, and try to publish with it at once."""
        data, before = self.cleaned_data, wiki_account().url
        set_wiki_account(data["url"], data["user"], data["password"])
        _publish_to_it(before)
        return f"{data['url']} as {data['user']}"


FORMS: Mapping[str, type[ConnectionForm]] = {MAIL: MailForm, WIKI: WikiForm}


def form_of(name: str, typed: Mapping[str, Any] | None = None) -> ConnectionForm:
    """Return the form of "mail" or "wiki", with what was typed, or else with what counts now."""
    if typed is not None:
        return FORMS[name](typed, prefix=name)
    clear_cache()
    now = FORMS[name].current()
    known = {field: getattr(now, field, "") for field in FORMS[name].base_fields if field != "password"}
    if name == MAIL and not now.host:
        known |= {"port": 587, "security": "starttls", "sender": "", "user": ""}
    return FORMS[name](initial=known, prefix=name)


def save(by: Person, form: ConnectionForm, name: str) -> str:
    """Store a valid form, and log it. Returns a sentence. Raises NotDone."""
    _check(by)
    if not form.is_valid():
        raise NotDone("Nothing was saved. Look at the fields below.")
    where = form.save()
    _log(by, f"set {NAMES[name]}: {where}", form.cleaned_data["reason"])
    return f"Saved. Now press the test of {NAMES[name]}."


def back(by: Person, name: str, reason: str) -> str:
    """Return to the settings of the machine, and log it. Returns a sentence. Raises NotDone."""
    _check(by)
    why = reason_in({"reason": reason})
    before = wiki_account().url
    if not remove(name):
        raise NotDone(f"{NAMES[name].capitalize()} is not set here.")
    if name == WIKI:
        _publish_to_it(before)
    _log(by, f"let the machine's settings of {NAMES[name]} count again", why)
    return f"What the operators have set for {NAMES[name]} counts again."


def _publish_to_it(before: str) -> None:
    """Publish at once to the wiki that counts now. `before` is the address of the one before."""
    if place_of(before) != place_of(wiki_account().url):
        begin_on_another_wiki()
    resume()


def _check(by: Person) -> None:
    if not may(by, Duty.CONNECTIONS):
        raise NotDone("Your role does not include this.")


def _log(by: Person, did: str, reason: str) -> None:
    record(by, did, reason=reason, link=reverse("office:connections"))
