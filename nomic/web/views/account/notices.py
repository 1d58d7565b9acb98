"""Notices: the visitor's list, and the settings for how they are sent."""

import re
from itertools import groupby
from operator import attrgetter
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from nomic.accounts.confirmed_emails import has_confirmed
from nomic.accounts.models import Person
from nomic.cycles.schedule.settle import settle_some
from nomic.cycles.visibility import readable
from nomic.notices.delivery.mail import person_of_token
from nomic.notices.delivery.push import public_key
from nomic.notices.kinds import Heading, NoticeKind, sent_kinds
from nomic.notices.models import Digest, Notice, NoticeSettings, Webhook
from nomic.notices.notify import mark_read, unread_count
from nomic.notices.preferences import no_more_mails, set_digest, set_muted, set_wishes, wishes_of
from nomic.notices.push_browsers import add_browser, browsers_of, remove_browser
from nomic.notices.webhook_settings import masked_address, remove_webhook, send_test, set_webhook, switch_on, webhook_of
from nomic.web.forms.redirects import local_path, redirect_back

NOTICES_A_PAGE = 30
ROW_NUMBER = re.compile(r"[0-9]{1,15}")
BROWSER = "browser"  # in the session: the browser that gets messages while its user is signed in


def visitor(request: HttpRequest) -> Person:
    """Return the signed-in visitor. Only for views that require a log-in."""
    return cast(Person, request.user)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def notices(request: HttpRequest) -> HttpResponse:
    """Show the visitor's notices, the newest first. A form marks one or all as read, or mutes a kind."""
    person = visitor(request)
    if request.method == "POST":
        chosen = request.POST.get("read", "")
        if chosen == "all":
            mark_read(person)
        elif ROW_NUMBER.fullmatch(chosen):
            mark_read(person, [int(chosen)])
        elif request.POST.get("mute"):
            _mute(request, person, request.POST["mute"])
        return redirect_back(request, request.path)
    settle_some()  # due events may bring notices for the visitor
    found = Notice.objects.filter(readable("cycle__"), person=person).select_related("cycle")
    page = Paginator(found, NOTICES_A_PAGE).get_page(request.GET.get("page"))
    muted = wishes_of(person).muted_kinds
    kinds = {kind.name: kind.title for kind in sent_kinds(person) if kind.name not in muted}
    shown = [(row, kinds.get(row.kind, "")) for row in page]
    return render(request, "web/notices.html", {"page": page, "shown": shown, "unread": unread_count(person)})


def _mute(request: HttpRequest, person: Person, kind: str) -> None:
    """Mute a kind of notices, and say on the next page how to undo this. Unknown kinds are ignored."""
    titles = {each.name: each.title for each in sent_kinds(person)}
    if kind in titles:
        set_muted(person, kind, muted=True)
        messages.success(request, f"Muted: “{titles[kind]}”. Undo this under “Choose what is sent to you”.")


@login_required
@require_safe
def notice(request: HttpRequest, pk: int) -> HttpResponse:
    """Mark a notice as read, and redirect to its subject."""
    person = visitor(request)
    row = Notice.objects.filter(readable("cycle__"), person=person, pk=pk).first() if pk < 2**63 else None
    if row is None:
        raise Http404("You have no such notification.")
    mark_read(person, [row.pk])
    return HttpResponseRedirect(local_path(request, row.link) or "/notices/")


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def notice_settings(request: HttpRequest) -> HttpResponse:
    """Show and save the settings for sending notices by e-mail, to a webhook, and to browsers."""
    person = visitor(request)
    error = ""
    if request.method == "POST":
        try:
            done = change_settings(request, person)
        except ValidationError as problem:
            error = " ".join(problem.messages)
        else:
            messages.success(request, done)
            return redirect("web:notice-settings")
    wishes, hook, browsers = wishes_of(person), webhook_of(person), browsers_of(person)
    this = request.session.get(BROWSER)
    context = {
        "wishes": wishes,
        "confirmed": has_confirmed(person),
        "headings": _headings(person, wishes),
        "muted": wishes.muted_kinds,
        "digests": Digest.choices,
        "hook": hook,
        "masked_address": masked_address(hook) if hook is not None else "",
        "browsers": browsers,
        "this_browser": this,
        "is_added": this in [each.pk for each in browsers],
        "push_key": public_key(),
        "errors": {_panel_of(request): error},
    }
    return render(request, "web/notice_settings.html", context, status=422 if error else 200)


def _headings(person: Person, wishes: NoticeSettings) -> list[tuple[Heading, list[tuple[NoticeKind, bool]], int]]:
    """Return for each heading its kinds, each with whether it is sent, and how many of them are."""
    found = []
    for heading, kinds in groupby(sent_kinds(person), key=attrgetter("heading")):
        rows = [(kind, kind.name not in wishes.unsent_kinds) for kind in kinds]
        found.append((heading, rows, sum(is_sent for _, is_sent in rows)))
    return found


def _panel_of(request: HttpRequest) -> str:
    """Return the panel that shows the error of the submitted form: "browsers" or "webhook"."""
    return "browsers" if "browser" in request.POST.get("do", "") else "webhook"


def change_settings(request: HttpRequest, person: Person) -> str:
    """Perform one of the forms of the settings.

    Return the result in words. Raises ValidationError if a value is invalid.
    """
    hook = webhook_of(person)
    for name, muted in (("mute", True), ("unmute", False)):
        if request.POST.get(name):
            set_muted(person, request.POST[name], muted=muted)
            return "Your choice is saved."
    match request.POST.get("do"):
        case "wishes":
            # Without a confirmed address the box is disabled, and so not sent: the choice stays for later.
            kept = not has_confirmed(person) and wishes_of(person).by_email
            set_wishes(person, by_email=kept or "by_email" in request.POST, kinds=request.POST.getlist("kind"))
            return "Your choice is saved."
        case "digest":
            set_digest(person, request.POST.get("digest", ""))
            return "Your choice is saved."
        case "webhook":
            set_webhook(person, request.POST.get("url", ""))
            return "The webhook is saved. Send a test to see whether it works."
        case "test" if hook is not None:
            send_test(hook)
            return "A test is on its way."
        case "on" if hook is not None:
            switch_on(hook)
            return "The webhook is switched on."
        case "remove":
            remove_webhook(person)
            return "The webhook is removed."
        case "browser":
            added = add_browser(person, *(request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")))
            request.session[BROWSER] = added.pk
            return "This browser now shows your notifications."
        case "test-browser":
            send_test(_chosen_browser(request, person))
            return "A test is on its way."
        case "remove-browser":
            remove_browser(_chosen_browser(request, person))
            return "That browser no longer shows notifications."
    raise ValidationError("This is not one of the choices.", code="unknown")


def _chosen_browser(request: HttpRequest, person: Person) -> Webhook:
    """Return the visitor's browser that a form names. Raises ValidationError if there is none."""
    chosen = request.POST.get("browser", "")
    for row in browsers_of(person):
        if str(row.pk) == chosen:
            return row
    raise ValidationError("That browser no longer shows notifications.", code="gone")


def forget_browser(request: HttpRequest, **more: object) -> None:
    """Signal receiver: stop messages to the browser in which somebody logs out, because others may use it next."""
    pk = request.session.get(BROWSER)
    for row in Webhook.objects.filter(pk=pk, browser_of__isnull=False) if pk is not None else ():
        remove_browser(row)


# Mail programs send the form by themselves, from elsewhere (RFC 8058). The token authorises them.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Stop e-mails; no login is needed. Only the recipient of an e-mail knows the address with this token."""
    person = person_of_token(token)
    if person is None:
        raise Http404("This link is no longer valid. Change your notifications on your account page.")
    if request.method == "POST":
        no_more_mails(person)
    return render(request, "web/notices_unsubscribe.html", {"person": person, "done": request.method == "POST"})
