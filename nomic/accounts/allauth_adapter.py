"""Adapter with the project's changes to allauth's sign-up and log-in."""

import hashlib
from smtplib import SMTPException
from typing import Any

import structlog
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as allauth_context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib import messages
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from nomic.accounts.lifecycle.suspension import MAX_REPLY, lift_suspension, reply_token
from nomic.accounts.lookalikes import folded_name
from nomic.accounts.models import TAKEN, Person
from nomic.accounts.name_rules import tidy_name
from nomic.accounts.time_zones import local_time
from nomic.outage_tolerant_cache import answer_or
from nomic.ratelimit.counters import count_request

logger = structlog.get_logger(__name__)

MANY_FAILURES = 20  # wrong passwords for one name from all addresses; beyond this each address has one try a minute
REMEMBERED = 600  # seconds
MAX_LOGIN_LENGTH = 254  # characters of an email address
SLOWLY = {"log_in_slowly": "1/m/key"}


def suspended_page(request: HttpRequest, person: Person, error: str = "") -> HttpResponse:
    """Return the page that explains why an account is suspended, until when, and how to reply to staff."""
    context = {
        "person": person,
        "until_there": _in_their_zone(person),
        "contact": settings.WIKI_CONTACT or settings.DEFAULT_FROM_EMAIL,
        "token": reply_token(person),
        "most": MAX_REPLY,
        "typed": request.POST.get("reply", "")[:MAX_REPLY] if error else "",
        "error": error,
    }
    return render(request, "account/suspended.html", context, status=422 if error else 403)


def _in_their_zone(person: Person) -> str:
    """Return when the suspension ends in the person's time zone, or "" if they have chosen none."""
    if not person.zone or person.suspended_until is None:
        return ""
    return f"{local_time(person.suspended_until, person.zone)} in {person.zone}"


class AccountAdapter(DefaultAccountAdapter):
    """allauth's account adapter, with its own rate limit for failed log-ins.

    Wrong passwords lock a name only for the address they came from. If a name fails from many addresses, each address
    gets one try a minute. The first try from any address is always accepted, so nobody can lock out another person.
    """

    def is_safe_url(self, url: str) -> bool:
        """Return whether users may be redirected to this URL. Malformed URLs are never safe."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the tidied name for a new account.

        Raises ValidationError if the name is invalid or resembles an existing one.
        """
        name: str = super().clean_username(tidy_name(username), shallow=True)
        if not shallow:
            Person.objects.refuse_like_another(name)
        return name

    def save_user(self, request: HttpRequest, user: Any, form: Any, commit: bool = True) -> Any:
        """Save a new user.

        If a concurrent sign-up has just taken the name, show the usual error for a taken name.
        """
        try:
            with transaction.atomic():
                return super().save_user(request, user, form, commit)
        except IntegrityError:
            if Person.objects.looking_like(user.username) is None:
                raise
        form.add_error("username", TAKEN)
        raise ImmediateHttpResponse(render(request, "account/signup.html", {"form": form}, status=409))

    def respond_user_inactive(self, request: HttpRequest, user: Any) -> HttpResponse:
        """Show why an account is suspended, until when, and where to answer. The password was right."""
        if user.suspended_until is None:
            usual: HttpResponse = super().respond_user_inactive(request, user)
            return usual
        if user.suspended_until <= timezone.now():
            lift_suspension(user)
            messages.success(request, "Your account is open again. Log in once more.")
            return redirect("account_login")
        return suspended_page(request, user)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        super().pre_authenticate(request, **credentials)
        if answer_or(0, lambda: cache.get(_failures_of(credentials), 0)) < MANY_FAILURES:
            return
        key = self._get_login_attempts_cache_key(request, **credentials)
        if not ratelimit.consume(request, app="nomic", action="log_in_slowly", config=SLOWLY, key=key):
            raise self.validation_error("too_many_login_attempts")

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        super().authentication_failed(request, **credentials)
        count_request(_failures_of(credentials), REMEMBERED)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return the cache key for failed attempts, made from name and address.

        A key from the name alone would let anybody lock out its owner.
        """
        return f"{login_name(request, credentials)}@{ratelimit.get_ip(request)}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail. If the mail server fails, log it and show the user a warning.

        The account exists in any case, and the user can request the mail again.
        """
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException) as error:
            logger.warning("mail_not_sent", mail=template_prefix, error=type(error).__name__)
            messages.warning(allauth_context.request, "The mail could not be sent. Ask for it again later.")


def login_name(request: HttpRequest | None, credentials: dict[str, Any] | None = None) -> str:
    """Return the name or email address used to log in, normalized for case, width and white space.

    Guesses at a name are counted under the form in which it is looked up (`Person.objects.get_by_natural_key`),
    however it is typed. django-axes calls this as well, sometimes without credentials.
    """
    given = credentials or {}
    name = given.get("username") or given.get("email") or ""
    if not name and request is not None:
        name = request.POST.get("login") or request.POST.get("username") or ""
    return folded_name(tidy_name(str(name).replace("\x00", "")).strip())[:MAX_LOGIN_LENGTH]


def _failures_of(credentials: dict[str, Any]) -> str:
    return f"log-in-failures:{hashlib.sha256(login_name(None, credentials).encode()).hexdigest()}"
