"""The actions that staff can take on accounts. Each is logged with its reason."""

from contextlib import nullcontext

from django.db import transaction
from django.urls import reverse

from nomic.accounts.models import Person
from nomic.law.schema.text_types import clean_line
from nomic.notices.kinds import Heading, NoticeKind
from nomic.notices.notify import notify_people
from nomic.office.accounts.merge_and_close import CLOSE, MERGE
from nomic.office.accounts.settings_actions import DISPLAY_NAME, EXPORT, MAIL, RESET, SET_ROLES
from nomic.office.accounts.staff_action import ActionRefused, FormData, StaffAction
from nomic.office.accounts.suspension_actions import ANSWER_REPLY, LIFT, READ_REPLY, SUSPEND
from nomic.office.accounts.view_action import VIEW
from nomic.office.write_staff_log import log_staff_act

ABOUT_YOU = NoticeKind(
    "about-you", "Staff change your roles, lift your suspension, or view the site as you", Heading.ACCOUNT
)
MAX_REASON = 500  # characters
# In the order of their forms on the page of an account.
_ORDERED = (
    ANSWER_REPLY, READ_REPLY, LIFT, SUSPEND, DISPLAY_NAME, MAIL, RESET, EXPORT, VIEW, SET_ROLES, MERGE, CLOSE,
)  # fmt: skip
STAFF_ACTIONS = {action.name: action for action in _ORDERED}


def staff_actions_for(staff: Person, person: Person) -> list[StaffAction]:
    """Return the actions that a member of staff can take on an account now."""
    return [action for action in STAFF_ACTIONS.values() if not action.refusal(staff, person)]


def take_action(staff: Person, person: Person, name: str, form: FormData) -> str:
    """Take an action on an account and log it. Return what was done, in the past tense.

    Raises ActionRefused if the action is unknown or impossible, or if the reason is missing.
    """
    action = STAFF_ACTIONS.get(name)
    if action is None:
        raise ActionRefused("There is no such button.")
    if why := action.refusal(staff, person):
        raise ActionRefused(why)
    reason = _clean_reason(form.get("reason", ""))
    link = reverse("office:person", args=[person.username])
    with transaction.atomic() if action.is_atomic else nullcontext():
        done = action.run(staff, person, {**form, "reason": reason})
        with transaction.atomic():
            log_staff_act(staff, done.log_line, about=person.username, reason=reason, link=link)
            if done.notice and staff.pk != person.pk:
                notify_people([person], ABOUT_YOU.name, f"{staff} {done.notice}: {reason}")
    return done.log_line


def _clean_reason(typed: str) -> str:
    """Return the reason in its stored form. Raises ActionRefused if it is missing, or cannot be stored."""
    if not typed.strip():
        raise ActionRefused("Give a reason. It is kept in the staff log.")
    try:
        line: str = clean_line(typed[: MAX_REASON + 1])
    except ValueError:
        raise ActionRefused("Write it in one line, with ordinary characters.") from None
    if len(line) > MAX_REASON:
        raise ActionRefused(f"Write at most {MAX_REASON} characters.")
    return line
