"""Replies of suspended people to staff. They cannot log in, so a signed token from the log-in page says who replies."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from nomic.accounts.adapter import suspended_page
from nomic.accounts.lifecycle.suspension import MAX_REPLY, CannotReply, reply, who_replies
from nomic.law.schema.text_types import clean_text

MAX_TOKEN = 200  # characters
READ = 2 * MAX_REPLY  # characters that are looked at: line breaks can take two


@require_POST
def suspended_reply(request: HttpRequest) -> HttpResponse:
    """Store a reply, and show the page again. Without a valid token, the person has to log in again first."""
    person = who_replies(request.POST.get("token", "")[:MAX_TOKEN])
    if person is None:
        messages.info(request, "Log in again, then send your reply.")
        return redirect("account_login")
    try:
        reply(person, clean_text(request.POST.get("reply", "")[:READ]).strip())
    except CannotReply as refused:
        return suspended_page(request, person, str(refused))
    except ValueError:
        return suspended_page(request, person, "Use ordinary characters.")
    person.refresh_from_db()
    return suspended_page(request, person)
