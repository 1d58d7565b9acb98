"""Pausing publishing to the wiki by form, with a reason and an end, and resuming it. Both are logged."""

from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.accounts.roles import Duty, has_duty
from nomic.office.concerns import CheckContext, Concern, ConcernKind
from nomic.office.cycles.opening import NotDone, reason_in
from nomic.office.write_staff_log import log_staff_act
from nomic.wiki.publishing import pause as publishing
from nomic.wiki.publishing.circuit_breaker import publishing_state

Typed = Mapping[str, str]
LASTS = {"1": "an hour", "6": "six hours", "24": "a day", "72": "three days"}  # hours


def pause(by: Person, typed: Typed) -> str:
    """Pause publishing for the typed number of hours, and log it. Return a message.

    Raises NotDone if no duration was chosen or no reason is given.
    """
    hours, reason = typed["hours"], reason_in(typed)
    if hours not in LASTS:
        raise NotDone("Choose how long publishing pauses.")
    publishing.pause(timezone.now() + timedelta(hours=int(hours)), reason)
    log_staff_act(
        by, f"paused publishing to the wiki for {LASTS[hours]}", reason=reason, link=reverse("office:connections")
    )
    return f"Nothing is published to the wiki for {LASTS[hours]}. Then it resumes automatically."


def go_on(by: Person, typed: Typed) -> str:
    """End the pause, log it, and return a message. Raises NotDone without a pause or a reason."""
    reason = reason_in(typed)
    if not publishing.go_on():
        raise NotDone("Publishing is not paused.")
    log_staff_act(by, "let publishing to the wiki go on", reason=reason, link=reverse("office:connections"))
    return "Publishing goes on. What has changed meanwhile follows in a few minutes."


ACTIONS: Mapping[str, Callable[[Person, Typed], str]] = {"pause": pause, "go-on": go_on}


def do(by: Person, name: str, typed: Typed) -> str:
    """Pause or resume publishing. Return a message.

    Raises NotDone if the person may not, or as `pause` and `go_on` do.
    """
    if name not in ACTIONS:
        raise NotDone("There is no such button.")
    if not has_duty(by, Duty.WIKI):
        raise NotDone("Your role does not include this.")
    return ACTIONS[name](by, typed)


def paused(look: CheckContext) -> Iterator[Concern]:
    """Yield a concern if publishing is paused now."""
    publisher = publishing_state()
    if publisher.paused_until is not None and publisher.paused_until > look.now:
        until = f"{publisher.paused_until:%A %d %B, %H:%M} UTC"
        yield Concern(f"Until {until}: {publisher.paused_why}", f"{reverse('office:connections')}#wiki")


KIND = ConcernKind(
    "publishing-paused",
    "Publishing to the wiki is paused",
    "See the pause",
    "Opens the page where you can resume it earlier. It resumes automatically.",
    False,
    paused,
)
