"""Forms for the mail server, the wiki and Discord. Only owners may use them; changes are logged with a reason.

Passwords and tokens are never shown. A stored password is kept only while server and account stay the same. Otherwise
anybody who changes the address could have the password sent to their own server.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar
from urllib.parse import urlsplit

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator, RegexValidator
from django.db import transaction
from django.urls import reverse

from nomic.accounts.models import Person
from nomic.accounts.roles import Duty, has_duty
from nomic.connections.discord_application import (
    DISCORD,
    discord_application,
    parse_public_key,
    set_discord_application,
)
from nomic.connections.mail_server import MAIL, MailServer, mail_server, set_mail_server
from nomic.connections.publishing_account import WIKI, set_wiki_account, wiki_account
from nomic.connections.store import clear_cache, remove_connection
from nomic.office.cycles.opening import NotDone, reason_in
from nomic.office.models import MAX_REASON
from nomic.office.write_staff_log import log_staff_act
from nomic.wiki.publishing.circuit_breaker import resume_publishing
from nomic.wiki.sites.mediawiki_site import place_of
from nomic.wiki.switch_wiki import begin_on_another_wiki

CURRENT: Mapping[str, Callable[[], Any]] = {MAIL: mail_server, WIKI: wiki_account, DISCORD: discord_application}
NAMES = {MAIL: "the mail server", WIKI: "the wiki", DISCORD: "the application on Discord"}
TYPE_ONE = "Type the password."
OPERATORS = "Type it once: what the operators have set is not copied."
TYPE_IT = "Type the password. The stored one belongs to another server or account."
LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?"  # of a host's name, between its dots
is_host = RegexValidator(rf"^(?:{LABEL}\.)*{LABEL}\Z", "This is not the name of a server.")


class ConnectionForm(forms.Form):
    """Form for a connection with a password and a reason. `connection` is its name.

    The password may be left empty while the fields named in `account` are unchanged. A connection whose last field of
    `account` is empty has no password; `has_account` says that this field is never empty.
    """

    connection: ClassVar[str]
    account: ClassVar[tuple[str, ...]]
    has_account: ClassVar[bool] = True
    keeps: ClassVar[str] = "Leave it empty to keep the password, if server and account stay the same."
    password = forms.CharField(
        max_length=500, required=False, strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )  # fmt: skip
    reason = forms.CharField(label="Reason (other staff can read it)", max_length=MAX_REASON)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        now, password = CURRENT[self.connection](), self.fields["password"]
        is_kept = bool(now.password) and now.is_by_form and not now.is_lost
        is_operators = bool(now.password) and not now.is_by_form
        said = [str(password.help_text), self.keeps if is_kept else OPERATORS if is_operators else ""]
        password.help_text = " ".join(words for words in said if words)
        if self.has_account and not is_kept:
            password.required = password.widget.is_required = True
            password.error_messages["required"] = OPERATORS if is_operators else TYPE_ONE

    def clean(self) -> dict[str, Any]:
        """Fill in the stored password if none was typed. Raises ValidationError if it must be typed again."""
        data: dict[str, Any] = super().clean() or {}
        now = CURRENT[self.connection]()
        if not data.get("password") and not self.errors and data.get(self.account[-1]):
            is_same = all(getattr(now, field) == data.get(field) for field in self.account)
            if now.password and not now.is_by_form:
                raise ValidationError({"password": OPERATORS})
            if not now.is_by_form or now.is_lost or not is_same:
                raise ValidationError({"password": TYPE_IT if now.password else TYPE_ONE})
            data["password"] = now.password
        return data


class MailForm(ConnectionForm):
    """Form for the mail server (SMTP)."""

    connection = MAIL
    account = ("host", "port", "security", "user")
    has_account = False  # Some servers need none.
    host = forms.CharField(label="Server", max_length=253, validators=[is_host], help_text="Such as smtp.example.org.")
    port = forms.IntegerField(min_value=1, max_value=65_535, initial=587)
    security = forms.ChoiceField(
        label="Encryption",
        choices=[
            ("starttls", "STARTTLS (usually on port 587)"),
            ("tls", "TLS (usually on port 465)"),
            ("none", "none, without an account"),
        ],
    )
    user = forms.CharField(label="Account", max_length=253, required=False, help_text="Empty if it needs none.")
    sender = forms.CharField(label="Emails come from", max_length=253, validators=[EmailValidator()])
    field_order = ("host", "port", "security", "user", "password", "sender", "reason")

    def clean(self) -> dict[str, Any]:
        """Refuse a password that would be sent unencrypted, and texts that Python's SMTP client cannot send."""
        data = super().clean()
        for name in ("user", "password"):
            if not data.get(name, "").isascii():
                raise ValidationError({name: "Mail servers take only ASCII characters: no é, ß or emoji."})
        if data.get("security") == "none" and data.get("user"):
            raise ValidationError(
                {"security": "An account needs encryption. Without it the password could be read on the way."}
            )
        return data

    def save(self) -> str:
        """Store the mail server. Return its name for the log."""
        data = {name: value for name, value in self.cleaned_data.items() if name != "reason"}
        set_mail_server(MailServer(**data))
        return f"{data['host']}:{data['port']}"


class WikiForm(ConnectionForm):
    """Form for the wiki's address and a bot password."""

    connection = WIKI
    account = ("url", "user")
    url = forms.CharField(
        label="Address", max_length=500, help_text="The folder of api.php, such as https://wiki.example.org/w/."
    )
    user = forms.CharField(
        label="Account", max_length=255, help_text="A bot password's name, such as Bot@nomic (Special:BotPasswords)."
    )
    field_order = ("url", "user", "password", "reason")

    def clean_url(self) -> str:
        """Return the address. Raises ValidationError if it is not the address of a server."""
        url: str = self.cleaned_data["url"]
        try:
            parts = urlsplit(url)
            _ = parts.port
        except ValueError:
            raise ValidationError("This is not an address.") from None
        if parts.scheme not in ("http", "https") or "@" in parts.netloc or parts.query or parts.fragment:
            raise ValidationError("Give an address like https://wiki.example.org/w/, and nothing after it.")
        is_host(parts.hostname or "")
        return url

    def save(self) -> str:
        """Store the account, and try to publish with it at once. Return its name for the log."""
        data, before = self.cleaned_data, wiki_account(fresh=True).url
        set_wiki_account(data["url"], data["user"], data["password"])
        _publish_to_it(before)
        return f"{data['url']} as {data['user']}"


class DiscordForm(ConnectionForm):
    """Form for the application on Discord: its number and public key, and its bot's token."""

    connection = DISCORD
    account = ("number",)
    keeps = "Leave it empty to keep the token, if the application stays the same."
    number = forms.CharField(
        label="Application ID", validators=[RegexValidator(r"^[0-9]{1,20}\Z", "An application ID has only digits.")],
        help_text="On discord.com/developers/applications, General Information.",
    )  # fmt: skip
    public_key = forms.CharField(
        label="Public key", max_length=100, help_text="On the same page: 64 digits and letters."
    )
    password = forms.CharField(
        label="Token",
        max_length=500,
        required=False,
        validators=[RegexValidator(r"^[!-~]*\Z", "This is not a token.")],
        help_text="On the page Bot: Reset Token.",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )  # fmt: skip
    field_order = ("number", "public_key", "password", "reason")

    def clean_public_key(self) -> str:
        """Return the key in small letters. Raises ValidationError if it is not a public key."""
        digits: str = self.cleaned_data["public_key"].lower()
        try:
            parse_public_key(digits)
        except ValueError:
            raise ValidationError("This is not a public key: it has 64 digits and letters from a to f.") from None
        return digits

    def save(self) -> str:
        """Store the application. Return its number for the log."""
        data = self.cleaned_data
        set_discord_application(data["number"], data["public_key"], data["password"])
        return f"{data['number']}"


AnyForm = MailForm | WikiForm | DiscordForm
FORMS: Mapping[str, type[MailForm] | type[WikiForm] | type[DiscordForm]] = {
    MAIL: MailForm,
    WIKI: WikiForm,
    DISCORD: DiscordForm,
}


def form_of(name: str, typed: Mapping[str, Any] | None = None) -> AnyForm:
    """Return the form of a connection with the typed values, by default with the current ones."""
    clear_cache()  # so that it is compared with what another process has just saved
    if typed is not None:
        return FORMS[name](typed, prefix=name)
    now = CURRENT[name]()
    known = {field: getattr(now, field, "") for field in FORMS[name].base_fields if field != "password"}
    if not known.get("host", True):
        known |= {"port": 587, "security": "starttls", "sender": "", "user": ""}
    return FORMS[name](initial=known, prefix=name)


def save_connection_form(by: Person, form: AnyForm, name: str) -> str:
    """Store a valid form, and log it. Return a message.

    Raises NotDone if the form is invalid or not for this person.
    """
    _check(by)
    if not form.is_valid():
        wrong = " ".join(f"{form[name].label}: {form.errors[name][0]}" for name in form.errors if name in form.fields)
        raise NotDone(f"Nothing was saved. {wrong}")
    with transaction.atomic():
        where = form.save()
        _log(by, f"set {NAMES[name]}: {where}", form.cleaned_data["reason"])
    return f"Saved. Now run the test for {NAMES[name]}."


def restore_environment_settings(by: Person, name: str, reason: str) -> str:
    """Restore the settings from the environment, and log it. Return a message.

    Raises NotDone if they are already in force, if no reason is given, or if the person lacks the duty.
    """
    _check(by)
    why = reason_in({"reason": reason})
    before = wiki_account(fresh=True).url
    with transaction.atomic():
        if not remove_connection(name):
            raise NotDone(f"{NAMES[name].capitalize()} is not set here.")
        if name == WIKI:
            _publish_to_it(before)
        _log(by, f"went back to the operators' settings of {NAMES[name]}", why)
    return f"The operators' settings of {NAMES[name]} are used again."


def _publish_to_it(before: str) -> None:
    """Publish at once to the present wiki. `before` is the address of the previous one."""
    if place_of(before) != place_of(wiki_account().url):
        begin_on_another_wiki()
    resume_publishing()


def _check(by: Person) -> None:
    if not has_duty(by, Duty.CONNECTIONS):
        raise NotDone("Your role does not include this.")


def _log(by: Person, did: str, reason: str) -> None:
    log_staff_act(by, did, reason=reason, link=reverse("office:connections"))
