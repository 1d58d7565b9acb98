"""The declaration of an action that staff can take on an account."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from nomic.accounts.models import Person
from nomic.accounts.roles import Duty, has_duty

FormData = Mapping[str, str]


class ActionRefused(Exception):
    """Raised if the action was refused and nothing has changed. The message gives the reason."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an action did, in the past tense for the staff log, and what the person reads about it in a notice, if any.

    The name of the member of staff precedes both.
    """

    log_line: str
    notice: str = ""


def no_objection(staff: Person, person: Person) -> str:
    """Return "": the action has no conditions of its own."""
    return ""


@dataclass(frozen=True, slots=True)
class StaffAction:
    """An action of staff on an account.

    `effect` describes the consequences, and is shown beforehand. Some actions only check and are logged, and the view
    that takes them does the rest: sends a file, shows a link, begins a view.

    Arguments:
        run: performs the action for `(staff, person, form)`. Raises ActionRefused.
        objection: returns why the action is impossible now for `(staff, person)`, or "".
        is_atomic: whether the action and its line in the log share a transaction. False for actions that perform acts
            in games, which are committed one by one.
    """

    name: str
    title: str
    button: str
    effect: str
    duty: Duty
    run: Callable[[Person, Person, FormData], Outcome]
    objection: Callable[[Person, Person], str] = no_objection
    is_irreversible: bool = False
    is_atomic: bool = True

    def refusal(self, staff: Person, person: Person) -> str:
        """Return why a member of staff cannot take this action on an account, or "" if they can."""
        if not has_duty(staff, self.duty):
            return "Your role does not include this."
        if person.closed_at is not None:
            return "This account is closed. Only its name is left."
        if person.is_guest:
            return "This is a guest without an account."
        if not staff.is_superuser and (person.is_staff or person.is_superuser):
            return "Only an owner can do this to a member of staff."
        return self.objection(staff, person)
