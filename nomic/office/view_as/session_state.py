"""The state of a view in the keeper's session: as which player, in which game, and until when."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest
from django.middleware.csrf import rotate_token
from django.urls import reverse
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.accounts.roles import Duty, has_duty
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle, Status
from nomic.office.view_as.journal_entry import plays_or_wants_to
from nomic.players.models import Player

KEY = "view-as"
LASTS = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Viewing:
    """A running view: the keeper, the person whose view the keeper has, the game, and when the view ends by itself."""

    keeper: Person
    person: Person
    cycle: Cycle
    until: datetime

    @property
    def now(self) -> datetime:
        """The present time, for pages outside of games."""
        return timezone.now()

    @property
    def hall(self) -> str:
        """The path of the game's first page."""
        return reverse("web:hall", args=[self.cycle.slug])


def start_view(request: HttpRequest, person: Person, cycle: Cycle) -> None:
    """Begin a view in this session. Forms opened before are no longer accepted."""
    until = timezone.now() + LASTS
    request.session[KEY] = {"person": person.pk, "cycle": cycle.pk, "until": until.isoformat()}
    rotate_token(request)


def stop_view(request: HttpRequest) -> bool:
    """End the view of this session. Return whether one was running.

    Forms of its pages are no longer accepted.
    """
    if request.session.pop(KEY, None) is None:
        return False
    rotate_token(request)
    return True


def viewing(request: HttpRequest) -> tuple[Viewing | None, str]:
    """Return the view of this session, or None and the reason why it is over. A view that is over is removed."""
    kept = request.session[KEY]
    found, why = _read(request.user, kept)
    if found is None:
        stop_view(request)
    return found, why


def _read(keeper: Any, kept: dict[str, Any]) -> tuple[Viewing | None, str]:
    until = datetime.fromisoformat(kept["until"])
    if timezone.now() >= until:
        return None, f"It ends automatically after {LASTS.seconds // 60} minutes."
    if not keeper.is_authenticated or not has_duty(keeper, Duty.GAMES):
        return None, "Your role no longer includes it."
    person = Person.objects.filter(pk=kept["person"], closed_at=None).first()
    cycle = Cycle.objects.filter(pk=kept["cycle"], fork_of=None, status=Status.RUNNING).first()
    if person is None or cycle is None:
        return None, "The account is closed, or the game has ended."
    if not Player.objects.filter(cycle=cycle, person=person.pk, left_at=None).exists():
        return None, f"{person.username} no longer plays in {cycle.title}."
    if plays_or_wants_to(ReadContext(cycle, Actor.person(keeper), timezone.now())):
        return None, f"You play in {cycle.title} now, or have asked to join it."
    if person.is_staff and not keeper.is_superuser:
        return None, f"{person.username} is a member of staff now."
    return Viewing(keeper, person, cycle, until), ""
