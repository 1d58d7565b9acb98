"""The front page: the visitor's games and tasks, and the cycles that they may read."""

from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from nomic.accounts.models import Person
from nomic.accounts.previous_visits import since_last_visit
from nomic.accounts.roles import Duty, has_duty
from nomic.cycles.models import Cycle, Status
from nomic.cycles.schedule.settle import cycles_now
from nomic.cycles.visibility import readable
from nomic.law.document.templates import described_templates
from nomic.office.health.attention import attention_of
from nomic.office.health.verdict import verdict
from nomic.players.models import Player
from nomic.web.auth.guests import guest_of
from nomic.web.hooks.front_picture import front_picture
from nomic.web.matches.unfinished import unfinished_matches
from nomic.web.matches.wins_of_player import practice_records
from nomic.web.people.own_games import own_games
from nomic.web.pictures.games_of_cycles import games_of
from nomic.web.recaps.news_since_last_visit import News, cycles_with_news, news_since
from nomic.web.recaps.running_cycles import right_now
from nomic.web.templatetags.visitor import fold_practice
from nomic.web.views.account.task_count import tasks_of

CYCLES_A_PAGE = 30
MAX_PRACTICE = 20
MAX_JOINED = 20


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the readable real cycles, page by page, and the visitor's own practice cycles. All are settled first."""
    cycles = Cycle.objects.filter(readable(), fork_of=None)
    visitor = request.user if request.user.is_authenticated else guest_of(request)
    own = cycles.filter(practice=True).filter(_is_theirs(visitor))
    in_archive = "archive" in request.GET
    tasks = sorted(tasks_of(request), key=lambda item: item.task.cycle.practice)  # games with other people first
    joined = [] if in_archive else cycles_now(_joined(request, cycles))
    practised = cycles_now(own.order_by("-created_at")[:MAX_PRACTICE])
    unfinished = unfinished_matches(visitor, own) if visitor is not None else []
    waiting = frozenset(item.task.cycle.pk for item in fold_practice(tasks).shown)
    games = own_games([*joined, *practised], unfinished, waiting)
    real = cycles.filter(practice=False, archived_at__isnull=not in_archive).order_by("-starts_at", "pk")
    others = real.exclude(pk__in=[cycle.pk for cycle in joined])
    page = Paginator(others, CYCLES_A_PAGE).get_page(request.GET.get("page"))
    first = CYCLES_A_PAGE * (page.number - 1)
    since = since_last_visit(request.user) if request.user.is_authenticated else None
    shown = cycles_now(others[first : first + CYCLES_A_PAGE])
    has_games = bool(tasks or games)
    pictured = [*(item.task.cycle for item in tasks), *(game.cycle for game in games), *shown]
    context = {
        "my_tasks": tasks,
        "office": attention_of(request.user, verdict()) if has_duty(request.user, Duty.LOOK) else None,
        "own_games": games,
        "game_of": games_of(pictured),
        "has_games": has_games,
        "since": since,
        "joined": bool(joined),
        "news": _news(request, since),
        "page": page,
        "in_archive": in_archive,
        "picture": None if has_games else _picture(in_archive=in_archive),
        "has_archive": cycles.filter(practice=False, archived_at__isnull=False).exists(),
        "games": [
            (law, records.get(law.name)) for records in [practice_records(visitor)] for law in described_templates()
        ],
        "cycles": [(cycle, states.get(cycle.pk)) for states in [right_now(shown)] for cycle in shown],
    }
    return render(request, "web/home.html", context)


def _picture(*, in_archive: bool) -> dict[str, Any] | None:
    """Return the rendered picture for newcomers, with its styles and scripts. None for the archive."""
    picture = None if in_archive else front_picture()
    if picture is None:
        return None
    drawn = render_to_string(picture.template, picture.draw())
    return {"drawn": drawn, "styles": picture.styles, "scripts": picture.scripts}


def _news(request: HttpRequest, since: datetime | None) -> list[News]:
    """Return the news of the visitor's cycles since their last visit. Empty without a log-in."""
    if since is None or not request.user.is_authenticated:
        return []
    return news_since(request.user, since, cycles_now(cycles_with_news(request.user, since)))


def _joined(request: HttpRequest, cycles: QuerySet[Cycle]) -> QuerySet[Cycle]:
    """Return the query for the newest running cycles with other people in which the visitor plays."""
    if not request.user.is_authenticated:
        return cycles.none()
    own = Player.objects.filter(person=request.user, left_at=None).values("cycle")
    return cycles.filter(practice=False, status=Status.RUNNING, pk__in=own).order_by("-starts_at", "pk")[:MAX_JOINED]


def _is_theirs(person: Person | None) -> Q:
    """Return the query condition for practice cycles that the visitor, or guest, has opened or plays in."""
    if person is None:
        return Q(pk=None)
    plays_in = Player.objects.filter(person=person, left_at=None).values("cycle")
    return Q(pk__in=plays_in) | Q(owner_name=person.get_username())
