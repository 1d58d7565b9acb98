"""Replies of suspended people to staff.

Suspended people cannot log in. A signed token from the log-in page identifies the author of a reply.
"""

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from nomic.accounts.allauth_adapter import suspended_page
from nomic.accounts.lifecycle.suspension import MAX_REPLY, CannotReply, reply_to_staff, who_replies
from nomic.law.schema.text_types import clean_text
from nomic.office.write_staff_log import log_staff_act

MAX_TOKEN = 200  # characters
READ = 2 * MAX_REPLY  # characters that are looked at: line breaks can take two


@require_POST
def suspended_reply(request: HttpRequest) -> HttpResponse:
    """Store a reply, and show the page again.

    Without a valid token, the person has to log in again first. The reply is also stored in the log of staff, because
    the account keeps it only until the suspension ends.
    """
    person = who_replies(request.POST.get("token", "")[:MAX_TOKEN])
    if person is None:
        messages.info(request, "Log in again, then send your reply.")
        return redirect("account_login")
    try:
        text = clean_text(request.POST.get("reply", "")[:READ]).strip()
        with transaction.atomic():
            reply_to_staff(person, text)
            link = reverse("office:person", args=[person.username])
            log_staff_act(person, "replied to the suspension", about=person.username, reason=text, link=link)
    except CannotReply as refused:
        return suspended_page(request, person, str(refused))
    except ValueError:
        return suspended_page(request, person, "Use ordinary characters.")
    person.refresh_from_db()
    return suspended_page(request, person)
