"""The office's start page: what is wrong, what waits, when jobs last ran, and what staff did recently."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.admin.models import LogEntry
from django.db.models import Exists, Max, OuterRef, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from nomic.accounts.roles import Duty, roles_of
from nomic.config.health import services
from nomic.cycles.actions.registry import all_actions
from nomic.cycles.models import Cycle, Entry
from nomic.office.access import for_duty
from nomic.office.health.heartbeats import BACKUP, VERIFY, WORKERS, Run, runs
from nomic.office.health.verdict import verdict
from nomic.office.models import StaffAct

MOST_DONE = 20  # acts of staff
MOST_OF_ALL = 500  # of them if all are asked for
MOST_READ = 100  # of acts that were taken back; each replaced history has its own copy of one
REPLACED = Q(fork_of__isnull=False, slug__contains="~")  # histories that a correction has replaced
ENTRIES_READ = 5000  # newest entries of all journals among which acts of admins are looked for


@dataclass(frozen=True, slots=True)
class Done:
    """An act of a member of staff."""

    at: datetime
    by: str
    did: str
    reason: str = ""
    link: str = ""


@require_safe
@for_duty(Duty.LOOK)
def office(request: HttpRequest) -> HttpResponse:
    """Show the office's start page."""
    most = MOST_OF_ALL if "all" in request.GET else MOST_DONE
    context = {
        "all": most == MOST_OF_ALL,
        "verdict": verdict(services()),
        "runs": _runs(),
        "done": _done_lately(most),
        "roles": roles_of(request.user),
    }
    return render(request, "office/home.html", context)


def _runs() -> list[tuple[str, Run, bool]]:
    """Return the regular jobs in words, each with its last run and whether it is late."""
    found, now = runs(), timezone.now()
    words = {**{name: who[:1].upper() + who[1:] for name, who in WORKERS.items()}}
    words |= {BACKUP: "The last backup", VERIFY: "The nightly check"}
    return [(says, found[name], found[name].is_late(now)) for name, says in words.items()]


def _done_lately(most: int) -> list[Done]:
    """Return the newest acts of staff, at most `most`: in the office, in games, in the admin, and undone ones."""
    found = [Done(act.at, act.by, act.did, act.reason, act.link) for act in StaffAct.objects.all()[:most]]
    newest = Entry.objects.aggregate(pk=Max("pk"))["pk"] or 0
    entries = Entry.objects.filter(pk__gt=newest - ENTRIES_READ, actor_kind="admin", cycle__fork_of=None)
    for entry in entries.select_related("cycle").order_by("-pk")[:most]:
        link = reverse("web:entry", args=[entry.cycle.slug, entry.seq])
        found.append(Done(entry.at, entry.actor, f"in {entry.cycle.title}: {' '.join(entry.words)[:300]}", "", link))
    found += _taken_back()
    for line in LogEntry.objects.select_related("user").order_by("-action_time")[:most]:
        did = f"in the admin, {line.object_repr}: {line.get_change_message()}"
        found.append(Done(line.action_time, line.user.get_username(), did))
    return sorted(found, key=lambda each: each.at, reverse=True)[:most]


def _taken_back() -> list[Done]:
    """Return the newest acts of admins that a correction has removed from the journal, from the replaced history."""
    same = Entry.objects.filter(cycle=OuterRef("cycle__fork_of"), key=OuterRef("key"))
    names = [action.name for action in all_actions() if action.is_admin]
    gone = Entry.objects.filter(action__in=names).filter(
        Exists(Cycle.objects.filter(REPLACED, pk=OuterRef("cycle"))), ~Exists(same)
    )
    found: dict[str, Done] = {}
    for entry in gone.filter(actor_kind="admin").select_related("cycle__fork_of").order_by("-pk")[:MOST_READ]:
        cycle = entry.cycle.fork_of
        if cycle is not None:
            head = entry.cycle.slug.rpartition("~")[2]
            link = f"{reverse('web:history', args=[cycle.slug, head])}?after={entry.seq - 1}"
            did = f"in {cycle.title}: {' '.join(entry.words)[:300]}"
            found.setdefault(entry.key, Done(entry.at, entry.actor, did, "taken back by a correction", link))
    return list(found.values())
