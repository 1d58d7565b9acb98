"""The page of the whole log of staff, by person, by game and by day."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.timezone import is_aware
from django.views.decorators.http import require_safe

from nomic.accounts.models import Person
from nomic.accounts.roles import Duty
from nomic.cycles.models import Cycle
from nomic.office.access import for_duty, with_open_links
from nomic.office.csv_download import table_file, wants_table, zone_of
from nomic.office.read_staff_log import DoneByStaff, acts_of_staff, games_of_staff

A_PAGE = 50
MAX_ROWS = 5_000  # of a table, the newest
DAY = timedelta(days=1)
A_WEEK = timedelta(days=7)
YEARS = range(1970, 9000)  # years in which every day has a beginning in every time zone
MAX_GAMES = 200  # that can be chosen
MAX_NAME = 80  # characters of what is asked


@require_safe
@for_duty(Duty.LOOK)
def log(request: HttpRequest) -> HttpResponse:
    """Show what staff did, the newest first.

    `by` is the name of the member of staff or of the account concerned, `game` a slug. `first` and `last` are days in
    the reader's time zone, and `before` is the instant of the last act shown. Parameters that name nothing are ignored.
    """
    by, slug = (request.GET.get(name, "").replace("\x00", "").strip()[:MAX_NAME] for name in ("by", "game"))
    known = Person.objects.filter(username__iexact=by).values_list("username", flat=True).first() if by else None
    by = known or by
    game = Cycle.objects.filter(slug=slug, fork_of=None).first() if slug else None
    zone = request.user.zone  # type: ignore[union-attr]  # a Person, because visitors are refused
    first, last = (_day(request.GET.get(name, "")) for name in ("first", "last"))
    ends = [
        _instant(request.GET.get("before", "")),
        _midnight(last + DAY, zone) if last is not None else None,
    ]
    is_table = wants_table(request)
    acts = acts_of_staff(
        MAX_ROWS if is_table else A_PAGE + 1,
        by=by,
        game=game,
        since=None if first is None else _midnight(first, zone),
        before=min((end for end in ends if end is not None), default=None),
    )
    if is_table:
        return _table(acts, zone_of(request))
    context = {
        "acts": with_open_links(request.user, acts[:A_PAGE]),
        "earlier": acts[A_PAGE - 1].at.isoformat() if len(acts) > A_PAGE else "",
        "by": by,
        "is_unknown": bool(by) and known is None,
        "first": "" if first is None else first.isoformat(),
        "last": "" if last is None else last.isoformat(),
        "staff": Person.objects.filter(is_staff=True).order_by("username")[:MAX_GAMES],
        "game": game,
        "games": games_of_staff()[:MAX_GAMES],
        "a_week_ago": (timezone.now().astimezone(ZoneInfo(zone or "UTC")) - A_WEEK).date().isoformat(),
    }
    return render(request, "office/log.html", context)


def _table(acts: Sequence[DoneByStaff], zone: str) -> HttpResponse:
    head = (f"When ({zone})", "Who", "What", "Reason", "Page")
    return table_file("staff-log", head, ((act.at, act.by, act.did, act.reason, act.link) for act in acts), zone)


def _day(typed: str) -> date | None:
    """Return the day in a query parameter, or None if it is invalid."""
    try:
        found = parse_date(typed[:MAX_NAME])
    except ValueError:
        return None
    return found if found is not None and found.year in YEARS else None


def _midnight(day: date, zone: str) -> datetime:
    """Return the beginning of a day in a time zone; in UTC if none is named."""
    return datetime.combine(day, time(), ZoneInfo(zone or "UTC"))


def _instant(typed: str) -> datetime | None:
    """Return the instant in a query parameter, or None if it is invalid."""
    try:
        found = parse_datetime(typed[:MAX_NAME])
    except ValueError:
        return None
    return found if found is not None and is_aware(found) and found.year in YEARS else None
