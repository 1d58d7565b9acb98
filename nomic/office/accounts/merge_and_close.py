"""Actions of staff that close an account: merge it into another one, or close it."""

from django.urls import reverse

from nomic.accounts.lifecycle.account_deletion import NotClosed, delete_account, games_of
from nomic.accounts.lookalikes import folded_name
from nomic.accounts.models import Person
from nomic.accounts.name_rules import tidy_name
from nomic.accounts.roles import Duty
from nomic.office.accounts.merging import CannotMerge, Moving, merge_accounts, preview_merge
from nomic.office.accounts.staff_action import ActionRefused, FormData, Outcome, StaffAction
from nomic.office.write_staff_log import log_staff_act


def merge_preview(staff: Person, person: Person, form: FormData) -> tuple[Person, list[Moving]]:
    """Return the account that would remain after a merge, and what would move or be deleted.

    Raises ActionRefused if the accounts cannot be merged.
    """
    if why := MERGE.refusal(staff, person):
        raise ActionRefused(why)
    target = _merge_target(staff, form)
    try:
        return target, preview_merge(person, target, leaves=form.get("players") == "leave")
    except CannotMerge as error:
        raise ActionRefused(f"{error}") from None


def _merge_target(staff: Person, form: FormData) -> Person:
    """Return the account with the submitted name, into which to merge. Raises ActionRefused if there is none."""
    name = folded_name(tidy_name(form.get("into", "")[:100]))
    found = Person.objects.filter(folded=name, is_guest=False).first()
    if found is None:
        raise ActionRefused("There is no account with that name. Enter the name of the account to keep.")
    if why := MERGE.refusal(staff, found):
        raise ActionRefused(f"{found}: {why}")
    return found


def _merge(staff: Person, person: Person, form: FormData) -> Outcome:
    target = _merge_target(staff, form)
    if tidy_name(form.get("name", "")[:100]) != person.username:
        raise ActionRefused(f"To merge the account, type its name: {person.username}.")
    try:
        merge_accounts(person, target, leaves=form.get("players") == "leave")
    except CannotMerge as error:
        raise ActionRefused(f"{error}") from None
    line = f"merged {person.username} into {target.username}"
    # A second line in the log, about the account that is kept.
    link = reverse("office:person", args=[target.username])
    log_staff_act(staff, line, about=target.username, reason=form["reason"], link=link)
    return Outcome(line)


def _close(staff: Person, person: Person, form: FormData) -> Outcome:
    if tidy_name(form.get("name", "")[:100]) != person.username:
        raise ActionRefused(f"To close the account, type its name: {person.username}.")
    choice = form.get("players", "")
    if choice not in ("leave", "stay") and games_of(person):
        raise ActionRefused("Choose whether they leave their games or stay in them.")
    try:
        delete_account(person, leaves=choice == "leave")
    except NotClosed as error:
        raise ActionRefused(f"{error}") from None
    return Outcome(f"closed the account of {person.username}")


MERGE = StaffAction(
    "merge",
    "Merge into another account of this person",
    "Merge the accounts",
    "Log-ins, mail addresses, notices, drafts, comments and past cycles move to the account that is kept. "
    "Tokens, the password and settings of this one are deleted. Journals stay as they are; the name leads to "
    "the account that is kept. You see first what moves. It cannot be undone.",
    Duty.ACCOUNTS,
    _merge,
    is_irreversible=True,
    is_atomic=False,
)
CLOSE = StaffAction(
    "close",
    "Close this account",
    "Close the account",
    "This cannot be undone. They are logged out. Password, mail addresses and tokens are removed. The name "
    "stays in journals, and nobody else can take it.",
    Duty.ACCOUNTS,
    _close,
    is_irreversible=True,
    is_atomic=False,
)
