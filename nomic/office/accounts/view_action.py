"""The action of staff that views a game as one of its players, and the games that can be viewed."""

from django.db.models import QuerySet
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.accounts.roles import Duty
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import BadArguments, NotCurrent, Refusal
from nomic.cycles.models import Cycle, Status
from nomic.office.accounts.staff_action import ActionRefused, FormData, Outcome, StaffAction
from nomic.office.view_as.journal_entry import SEE
from nomic.players.models import Player


def seats_of(person: Person) -> QuerySet[Player]:
    """Return the person's players in running games, with their games."""
    running = Player.objects.filter(person=person, left_at=None, cycle__fork_of=None, cycle__status=Status.RUNNING)
    return running.select_related("cycle").order_by("cycle__title", "pk")


def viewable_games(person: Person) -> QuerySet[Cycle]:
    """Return the games that a keeper can view as this person: all that run, except practice games."""
    runs = Cycle.objects.filter(fork_of=None, practice=False, status=Status.RUNNING, starts_at__lte=timezone.now())
    return runs.filter(players__person=person.pk, players__left_at=None).order_by("title", "pk")


def chosen_game(person: Person, form: FormData) -> Cycle:
    """Return the chosen game in which the person plays. Raises ActionRefused if none was chosen."""
    found = viewable_games(person).filter(slug=form.get("game", "")[:80]).first()
    if found is None:
        raise ActionRefused(f"Choose a game in which {person.username} plays.")
    return found


def _view(staff: Person, person: Person, form: FormData) -> Outcome:
    """Record in a game's journal that a keeper views the game as one of its players.

    Raises ActionRefused if no game was chosen, the box was not ticked, or the game refuses.
    """
    cycle = chosen_game(person, form)
    if form.get("read") != "yes":
        raise ActionRefused("Read what it means, and tick the box below it.")
    fields = {"player": person.username, "reason": form["reason"]}
    try:
        perform(cycle.slug, Actor.person(staff), SEE, fields, is_form=True)
    except BadArguments as refused:
        problems = (f"{each.detail[:1].upper()}{each.detail[1:]}." for each in refused.errors)
        raise ActionRefused(" ".join(problems)) from None
    except (Refusal, NotCurrent) as refused:
        raise ActionRefused(refused.detail) from None
    began = f"started to view {cycle.title}"
    return Outcome(f"{began} as {person.username}", f"{began} as you do, to help you")


def _objection(staff: Person, person: Person) -> str:
    if staff.pk == person.pk:
        return "You already see your own games."
    return "" if viewable_games(person).exists() else f"{person.username} plays in no running game."


VIEW = StaffAction(
    "view",
    "See a game as they do",
    "See it",
    "You see pages of one game as they do, to help them: their hand, sealed votes and whatever else is secret. "
    "You can do nothing. It ends after 15 minutes. Everybody reads in the game's journal that you did it, "
    "for whom and why. You can never join that game afterwards. If you play in it, you cannot do this.",
    Duty.GAMES,
    _view,
    _objection,
    is_atomic=False,
)
