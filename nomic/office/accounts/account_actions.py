"""Actions that staff can take on accounts: required duties, texts, log lines, and reasons for refusal."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from allauth.account.forms import EmailAwarePasswordResetTokenGenerator
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_date

from nomic.accounts.admin_permission import would_leave_none
from nomic.accounts.lifecycle.account_deletion import NotClosed, delete_account, games_of
from nomic.accounts.lifecycle.suspension import CannotSuspend, lift_suspension, reply_is_read, suspend_account
from nomic.accounts.lookalikes import folded_name
from nomic.accounts.looks.display_names import set_display_name
from nomic.accounts.models import Person
from nomic.accounts.name_rules import tidy_name
from nomic.accounts.roles import ROLES, Duty, give_roles, has_duty, roles_of
from nomic.accounts.time_zones import zones
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import BadArguments, NotCurrent, Refusal
from nomic.cycles.models import Cycle, Status
from nomic.law.schema.text_types import clean_line
from nomic.notices.kinds import Heading, NoticeKind
from nomic.notices.notify import notify_people
from nomic.office.accounts.merging import CannotMerge, Moving, merge_accounts, preview_merge
from nomic.office.view_as.journal_entry import SEE
from nomic.office.write_staff_log import instant_in_words, log_staff_act
from nomic.players.models import Player

ABOUT_YOU = NoticeKind("about-you", "Staff change your roles, lift your suspension, or look as you", Heading.ACCOUNT)
MAX_REASON = 500  # characters
SUSPENDED_FOR = {"1": "1 day", "3": "3 days", "7": "1 week", "30": "30 days"}
Typed = Mapping[str, str]


class NotDone(Exception):
    """Raised if the action was refused and nothing has changed. The message gives the reason."""


@dataclass(frozen=True, slots=True)
class StaffAction:
    """An action of staff on an account.

    `run(by, person, typed)` performs it and returns the line for the log. `effect` describes the consequences, and is
    shown beforehand.
    """

    name: str
    title: str
    button: str
    effect: str
    duty: Duty
    run: Callable[[Person, Person, Typed], str]
    is_dangerous: bool = False
    # Returns what the person reads in a notice, from the line for the log. Without it they get none.
    news: Callable[[str], str] | None = None


def staff_actions_for(by: Person, person: Person) -> list[StaffAction]:
    """Return the actions that a member of staff can take on an account now."""
    return [action for action in STAFF_ACTIONS.values() if refusal(by, person, action) == ""]


def refusal(by: Person, person: Person, action: StaffAction) -> str:
    """Return why a member of staff cannot take an action on an account, or "" if they can."""
    if not has_duty(by, action.duty):
        return "Your role does not include this."
    if person.closed_at is not None:
        return "This account is closed. Only its name is left."
    if person.is_guest:
        return "This is a guest without an account."
    if not by.is_superuser and (person.is_staff or person.is_superuser):
        return "Only an owner can do this to a member of staff."
    if action.name == "suspend" and by.pk == person.pk:
        return "You cannot suspend yourself."
    if action.name == "view" and by.pk == person.pk:
        return "You see your own games as yourself."
    if action.name == "view" and not games_to_see(person).exists():
        return f"{person.username} plays in no game that runs."
    if action.name == "export" and by.pk == person.pk:
        return "You download your own data on your account page."
    if action.name in ("answer-reply", "read-reply") and person.suspended_reply_at is None:
        return "No reply waits."
    if action.name == "lift" and person.suspended_until is None:
        return "This account is not suspended."
    return ""


def take_action(by: Person, person: Person, name: str, typed: Typed) -> str:
    """Take an action on an account and log it. Return what was done, in the past tense.

    Raises NotDone if the action is unknown or impossible, or if the reason is missing.
    """
    action = STAFF_ACTIONS.get(name)
    if action is None:
        raise NotDone("There is no such button.")
    if why := refusal(by, person, action):
        raise NotDone(why)
    reason = _line(typed.get("reason", ""), MAX_REASON)
    if not reason:
        raise NotDone("Give a reason. It is kept in the log of staff.")
    try:
        did = action.run(by, person, {**typed, "reason": reason})
    except (NotClosed, CannotSuspend, CannotMerge) as error:
        raise NotDone(f"{error}") from None
    with transaction.atomic():
        log_staff_act(
            by, did, about=person.username, reason=reason, link=reverse("office:person", args=[person.username])
        )
        if action.news is not None and by.pk != person.pk:
            notify_people(
                [person], ABOUT_YOU.name, f"{by} {action.news(did.removesuffix(f' as {person.username}'))}: {reason}"
            )
    return did


def merge_preview(by: Person, person: Person, typed: Typed) -> tuple[Person, list[Moving]]:
    """Return the account that would remain after a merge, and what would move or be deleted.

    Raises NotDone if the accounts cannot be merged.
    """
    if why := refusal(by, person, STAFF_ACTIONS["merge"]):
        raise NotDone(why)
    into = _into(by, typed)
    try:
        return into, preview_merge(person, into, leaves=typed.get("players") == "leave")
    except CannotMerge as error:
        raise NotDone(f"{error}") from None


def _into(by: Person, typed: Typed) -> Person:
    """Return the account that the typed name denotes, into which to merge. Raises NotDone if there is none."""
    name = folded_name(tidy_name(typed.get("into", "")[:100]))
    found = Person.objects.filter(folded=name, is_guest=False).first()
    if found is None:
        raise NotDone("There is no account of that name. Write the name of the account that is kept.")
    if why := refusal(by, found, STAFF_ACTIONS["merge"]):
        raise NotDone(f"{found}: {why}")
    return found


def reset_link(person: Person) -> str:
    """Return a path at which a new password can be chosen once, by anybody who knows the path."""
    key = EmailAwarePasswordResetTokenGenerator().make_token(person)
    return reverse("account_reset_password_from_key", args=[user_pk_to_url_str(person), key])


def _line(typed: str, most: int) -> str:
    if not typed.strip():
        return ""
    try:
        line: str = clean_line(typed[: most + 1])
    except ValueError:
        raise NotDone("Write it in one line, with ordinary characters.") from None
    if len(line) > most:
        raise NotDone(f"Write at most {most} characters.")
    return line


def _suspend(by: Person, person: Person, typed: Typed) -> str:
    if typed.get("days", "") in SUSPENDED_FOR:
        until = timezone.now() + timedelta(days=int(typed["days"]))
        suspend_account(person, until, typed["reason"])
        return f"suspended {person.username} until {instant_in_words(until)}"
    try:
        day = parse_date(typed.get("until", "")[:10])
    except ValueError:
        day = None
    if day is None:
        raise NotDone("Choose the day on which the suspension ends.")
    zone = typed.get("zone", "") or "UTC"
    if zone not in zones():
        raise NotDone("Choose a time zone from the list.")
    try:
        until = datetime.combine(day, time(), ZoneInfo(zone)).astimezone(UTC)
    except OverflowError:
        raise NotDone("Choose a day in the future.") from None
    suspend_account(person, until, typed["reason"])
    there = "" if zone == "UTC" else f", when {day.isoformat()} begins in {zone}"
    return f"suspended {person.username} until {instant_in_words(until)}{there}"


def first_day(at: datetime, zone: str) -> str:
    """Return the first day in this zone that begins at the instant or later, as in a form: "2030-01-31"."""
    local = at.astimezone(ZoneInfo(zone if zone in zones() else "UTC"))
    day = local.date()
    return (day if local.time() == time() else day + timedelta(days=1)).isoformat()


def _lift(by: Person, person: Person, typed: Typed) -> str:
    lift_suspension(person)
    return f"ended the suspension of {person.username}"


def _close(by: Person, person: Person, typed: Typed) -> str:
    if tidy_name(typed.get("name", "")[:100]) != person.username:
        raise NotDone(f"To close the account, type its name: {person.username}.")
    choice = typed.get("players", "")
    if choice not in ("leave", "stay") and games_of(person):
        raise NotDone("Choose whether they leave their games or stay in them.")
    delete_account(person, leaves=choice == "leave")
    return f"closed the account of {person.username}"


def _merge(by: Person, person: Person, typed: Typed) -> str:
    into = _into(by, typed)
    if tidy_name(typed.get("name", "")[:100]) != person.username:
        raise NotDone(f"To merge the account, type its name: {person.username}.")
    merge_accounts(person, into, leaves=typed.get("players") == "leave")
    did = f"merged {person.username} into {into.username}"
    log_staff_act(
        by, did, about=into.username, reason=typed["reason"], link=reverse("office:person", args=[into.username])
    )
    return did


def _reset(by: Person, person: Person, typed: Typed) -> str:
    if not person.is_active:
        raise NotDone("This account is suspended. End the suspension first.")
    return f"made a link with which {person.username} can choose a new password"


def _set_mail(by: Person, person: Person, typed: Typed) -> str:
    address = typed.get("email", "").strip()[:255]
    try:
        validate_email(address)
    except ValidationError:
        raise NotDone("That is no mail address. One looks like ada@example.org.") from None
    if EmailAddress.objects.filter(email__iexact=address, verified=True).exclude(user=person).exists():
        raise NotDone("Somebody else uses this mail address.")
    with transaction.atomic():
        EmailAddress.objects.filter(user=person).delete()
        EmailAddress.objects.create(user=person, email=address.lower(), verified=True, primary=True)
        Person.objects.filter(pk=person.pk).update(email=address.lower())
    return f"set the mail address of {person.username}"


def _set_display_name(by: Person, person: Person, typed: Typed) -> str:
    try:
        name = set_display_name(person, typed.get("display_name", ""))
    except ValidationError as error:
        raise NotDone(" ".join(error.messages)) from None
    return f"set the display name of {person.username} to “{name}”" if name else f"removed {person.username}'s name"


def _export(by: Person, person: Person, typed: Typed) -> str:
    """Return the line for the log. The caller sends the file."""
    return f"downloaded the data of {person.username}"


def _read_reply(by: Person, person: Person, typed: Typed) -> str:
    if not reply_is_read(person):
        raise NotDone("No reply waits.")
    return f"read the reply of {person.username} to the suspension"


def _answer_reply(by: Person, person: Person, typed: Typed) -> str:
    """Send the typed reason as the answer, so that the log of staff keeps it. Return the line for the log."""
    if not reply_is_read(person, typed["reason"]):
        raise NotDone("No reply waits.")
    return f"answered the reply of {person.username} to the suspension"


def _see(by: Person, person: Person, typed: Typed) -> str:
    """Record in a game's journal that a keeper views the game as one of its players.

    Return the line for the log; the caller begins the view in the session. Raises NotDone if no game was chosen, the
    box was not ticked, or the game refuses.
    """
    cycle = game_to_see(person, typed)
    if typed.get("read") != "yes":
        raise NotDone("Read what it means, and tick the box below it.")
    fields = {"player": person.username, "reason": typed["reason"]}
    try:
        perform(cycle.slug, Actor.person(by), SEE, fields, is_form=True)
    except BadArguments as refused:
        raise NotDone(" ".join(f"{each.detail[:1].upper()}{each.detail[1:]}." for each in refused.errors)) from None
    except (Refusal, NotCurrent) as refused:
        raise NotDone(refused.detail) from None
    return f"began to see {cycle.title} as {person.username}"


def game_to_see(person: Person, typed: Typed) -> Cycle:
    """Return the chosen game in which the person plays. Raises NotDone if none was chosen."""
    found = games_to_see(person).filter(slug=typed.get("game", "")[:80]).first()
    if found is None:
        raise NotDone(f"Choose a game in which {person.username} plays.")
    return found


def seats_of(person: Person) -> QuerySet[Player]:
    """Return the players of this person in running games, with their games."""
    running = Player.objects.filter(person=person, left_at=None, cycle__fork_of=None, cycle__status=Status.RUNNING)
    return running.select_related("cycle").order_by("cycle__title", "pk")


def games_to_see(person: Person) -> QuerySet[Cycle]:
    """Return the running real games in which a keeper can take this person's view."""
    runs = Cycle.objects.filter(fork_of=None, practice=False, status=Status.RUNNING, starts_at__lte=timezone.now())
    return runs.filter(players__person=person.pk, players__left_at=None).order_by("title", "pk")


def _set_roles(by: Person, person: Person, typed: Typed) -> str:
    known = {role.name for role in ROLES}
    chosen = {name for name in typed.get("roles", "").split(",") if name}
    if chosen - known:
        raise NotDone("There is no such role.")
    owner = "owner" in chosen
    if owner and not person.is_superuser and tidy_name(typed.get("name", "")[:100]) != person.username:
        raise NotDone(
            f"An owner can do everything, also take your role. To make one, type its name: {person.username}."
        )
    with transaction.atomic():
        list(Person.objects.select_for_update().filter(is_superuser=True).order_by("pk"))
        row = Person.objects.get(pk=person.pk)
        if row.is_superuser and not owner and would_leave_none([row]):
            raise NotDone("This is the last owner. Make somebody else an owner first.")
        row.is_superuser = owner
        row.save(update_fields=["is_superuser"])
        give_roles(row, chosen - {"owner"})
    titles = [role.title for role in ROLES if role.name in chosen]
    return f"made {row.username} {' and '.join(titles)}" if titles else f"took all roles from {row.username}"


STAFF_ACTIONS: dict[str, StaffAction] = {
    action.name: action
    for action in (
        StaffAction(
            "answer-reply", "Answer their reply", "Send the answer",
            "They read it at log-in, and can write again. The suspension stays as it is.",
            Duty.SUSPEND, _answer_reply,
        ),
        StaffAction(
            "read-reply", "Leave their reply without an answer", "Mark it as read",
            "It no longer waits in the Office, and they can write again. The suspension stays as it is.",
            Duty.SUSPEND, _read_reply,
        ),
        StaffAction(
            "lift", "End the suspension", "End the suspension", "They can log in again at once.", Duty.SUSPEND, _lift,
            news=lambda did: "has ended your suspension",
        ),
        StaffAction(
            "suspend", "Suspend", "Suspend",
            "They are logged out, their bots stop, and at log-in they read the reason, the day, and where to answer. "
            "They stay in their games. To stop only their comments for a while, give them a time-out instead: open "
            "More at one of their comments.",
            Duty.SUSPEND, _suspend,
        ),
        StaffAction(
            "display", "Display name", "Save the display name",
            "It is shown beside the name that journals know, which does not change.", Duty.ACCOUNTS, _set_display_name,
        ),
        StaffAction(
            "mail", "Mail address", "Save the mail address",
            "Mail goes there from now on. All other addresses of the account are removed. Be sure that it is "
            "theirs: anybody who reads mail there can choose a new password.",
            Duty.ACCOUNTS, _set_mail,
        ),
        StaffAction(
            "reset", "New password without mail", "Make a link",
            "You see a link once. Give it to them: with it they choose a new password. Their old one works until then.",
            Duty.ACCOUNTS, _reset,
        ),
        StaffAction(
            "export", "Their data", "Download their data",
            "You get a file with all that this site keeps of them, also what is private. Do it only when they ask for "
            "it, give it to nobody else, and delete your copy. Drafts, notices and sealed values of games that run are "
            "left out. They get a notice with your reason.",
            Duty.ACCOUNTS, _export, news=lambda did: "has downloaded your data, as you asked",
        ),
        StaffAction(
            "view", "See a game as they do", "See it",
            "You see pages of one game as they do, to help them: their hand, sealed votes and what else is secret. "
            "You can do nothing. It ends after 15 minutes. Everybody reads in the game's journal that you did it, "
            "for whom and why. You can never join that game afterwards. If you play in it, you cannot do this.",
            Duty.GAMES, _see, news=lambda did: f"{did} as you do, to help you",
        ),
        StaffAction("roles", "Roles", "Save the roles", "The new roles apply at once.", Duty.ROLES, _set_roles,
            news=lambda did: "has taken all roles from you" if did.startswith("took") else "has given you a role",
        ),
        StaffAction(
            "merge", "Merge into another account of this person", "Merge the accounts",
            "Log-ins, mail addresses, notices, drafts, comments and past cycles move to the account that is kept. "
            "Tokens, the password and settings of this one are deleted. Journals stay as they are; the name leads to "
            "the account that is kept. You see first what moves. It cannot be undone.",
            Duty.ACCOUNTS, _merge, is_dangerous=True,
        ),
        StaffAction(
            "close", "Close this account", "Close the account",
            "This cannot be undone. They are logged out. Password, mail addresses and tokens are removed. The name "
            "stays in journals, and nobody else can take it.",
            Duty.ACCOUNTS, _close, is_dangerous=True,
        ),
    )
}  # fmt: skip


def roles_in_words(person: Any) -> str:
    """Return the titles of a person's roles, or "looks only" for staff without a role."""
    titles = [role.title for role in roles_of(person)]
    return ", ".join(titles) or ("looks only" if person.is_active and person.is_staff else "")
