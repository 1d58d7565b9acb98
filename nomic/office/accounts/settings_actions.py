"""Actions of staff on an account's settings: display name, mail address, password, data and roles."""

from allauth.account.forms import EmailAwarePasswordResetTokenGenerator
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.urls import reverse

from nomic.accounts.admin_permission import would_leave_none
from nomic.accounts.looks.display_names import set_display_name
from nomic.accounts.models import Person
from nomic.accounts.name_rules import tidy_name
from nomic.accounts.roles import ROLES, Duty, give_roles, roles_of
from nomic.office.accounts.staff_action import ActionRefused, FormData, Outcome, StaffAction


def reset_link(person: Person) -> str:
    """Return a path at which a new password can be chosen once, by anybody who knows the path."""
    key = EmailAwarePasswordResetTokenGenerator().make_token(person)
    return reverse("account_reset_password_from_key", args=[user_pk_to_url_str(person), key])


def roles_in_words(person: Person) -> str:
    """Return the titles of a person's roles, or "read-only" for staff without a role."""
    titles = [role.title for role in roles_of(person)]
    return ", ".join(titles) or ("read-only" if person.is_active and person.is_staff else "")


def _set_display_name(staff: Person, person: Person, form: FormData) -> Outcome:
    try:
        name = set_display_name(person, form.get("display_name", ""))
    except ValidationError as error:
        raise ActionRefused(" ".join(error.messages)) from None
    if not name:
        return Outcome(f"removed the display name of {person.username}")
    return Outcome(f"set the display name of {person.username} to “{name}”")


def _set_mail(staff: Person, person: Person, form: FormData) -> Outcome:
    address = form.get("email", "").strip()[:255]
    try:
        validate_email(address)
    except ValidationError:
        raise ActionRefused("That is not a mail address. One looks like ada@example.org.") from None
    if EmailAddress.objects.filter(email__iexact=address, verified=True).exclude(user=person).exists():
        raise ActionRefused("Somebody else uses this mail address.")
    with transaction.atomic():
        EmailAddress.objects.filter(user=person).delete()
        EmailAddress.objects.create(user=person, email=address.lower(), verified=True, primary=True)
        Person.objects.filter(pk=person.pk).update(email=address.lower())
    return Outcome(f"set the mail address of {person.username}")


def _reset(staff: Person, person: Person, form: FormData) -> Outcome:
    return Outcome(f"made a link with which {person.username} can choose a new password")


def _export(staff: Person, person: Person, form: FormData) -> Outcome:
    return Outcome(f"downloaded the data of {person.username}", "has downloaded your data, as you asked")


def _set_roles(staff: Person, person: Person, form: FormData) -> Outcome:
    known = {role.name for role in ROLES}
    chosen = {name for name in form.get("roles", "").split(",") if name}
    if chosen - known:
        raise ActionRefused("There is no such role.")
    owner = "owner" in chosen
    if owner and not person.is_superuser and tidy_name(form.get("name", "")[:100]) != person.username:
        raise ActionRefused(
            "An owner can do everything, including taking your role away. To make one, type its name: "
            f"{person.username}."
        )
    with transaction.atomic():
        # Lock all owners. Otherwise two who take each other's role concurrently would leave none.
        list(Person.objects.select_for_update().filter(is_superuser=True).order_by("pk"))
        row = Person.objects.get(pk=person.pk)
        if row.is_superuser and not owner and would_leave_none([row]):
            raise ActionRefused("This is the last owner. Make somebody else an owner first.")
        row.is_superuser = owner
        row.save(update_fields=["is_superuser"])
        give_roles(row, chosen - {"owner"})
    titles = [role.title for role in ROLES if role.name in chosen]
    if not titles:
        return Outcome(f"took all roles from {row.username}", "has taken all roles from you")
    return Outcome(f"made {row.username} {' and '.join(titles)}", "has given you a role")


DISPLAY_NAME = StaffAction(
    "display",
    "Display name",
    "Save the display name",
    "It is shown beside the name that journals know, which does not change.",
    Duty.ACCOUNTS,
    _set_display_name,
)
MAIL = StaffAction(
    "mail",
    "Mail address",
    "Save the mail address",
    "Mail goes there from now on. All other addresses of the account are removed. Be sure that it is "
    "theirs: anybody who reads mail there can choose a new password.",
    Duty.ACCOUNTS,
    _set_mail,
)
RESET = StaffAction(
    "reset",
    "New password without mail",
    "Make a link",
    "You see a link once. Give it to them: with it they choose a new password. Their old one works until then.",
    Duty.ACCOUNTS,
    _reset,
    lambda staff, person: "" if person.is_active else "This account is suspended. End the suspension first.",
)
EXPORT = StaffAction(
    "export",
    "Their data",
    "Download their data",
    "You get a file with everything that this site stores about them, including private data. Do it only when they "
    "ask for it, give it to nobody else, and delete your copy. Drafts, notices and sealed values of running games "
    "are left out. They get a notice with your reason.",
    Duty.ACCOUNTS,
    _export,
    lambda staff, person: "You download your own data on your account page." if staff.pk == person.pk else "",
)
SET_ROLES = StaffAction("roles", "Roles", "Save the roles", "The new roles apply at once.", Duty.ROLES, _set_roles)
