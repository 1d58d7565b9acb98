"""The log of everything that staff do: in the Office, in games, and in Django's admin, the newest first."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import CharField, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Cast
from django.urls import reverse

from nomic.accounts.models import Person
from nomic.comments.models import Comment
from nomic.comments.moderation import COMMENT_OF
from nomic.comments.notify import address_of
from nomic.comments.topics import subject_of
from nomic.cycles.actions.registry import all_actions
from nomic.cycles.models import Cycle, Entry
from nomic.effects.prose.english_grammar import sentences
from nomic.office.models import StaffAct
from nomic.office.recorded_at import RecordedTimes

MAX_GAMES = 500  # newest games whose journals are looked through
MAX_OUT_OF_ORDER = 5_000  # newest acts of staff in games for practice, and in games whose journal was rewritten
MAX_TAKEN_BACK = 100  # acts that were taken back; each replaced history has its own copy of one
MAX_WORDS = 300  # characters of an act's sentences
ONE_ACT = timedelta(seconds=2)  # within which equal lines are about one act
OF_A_GAME = re.compile(r"/(?:office/cycles|c)/([^/]+)/")  # how the address of a game's page begins
ADMIN_ACTIONS = "admin"  # channel
STAFF_CHANNELS = (ADMIN_ACTIONS, "corrections")  # what admins do there is in the log
TIME_OUT, TIME_OUT_ENDED = "Time-out of ", "Time-out ended"  # how lines of moderators begin
MODERATED = {
    "Hidden": "hid",
    "Shown again": "showed again",
    "Report dismissed": "dismissed the reports of",
    "Let a reported comment be": "dismissed the reports of",  # in logs from before 1.1
    TIME_OUT_ENDED: "ended the time-out of",
}
REPLACED = Q(fork_of__isnull=False, slug__contains="~")  # histories that a correction has replaced


@dataclass(frozen=True, slots=True)
class DoneByStaff:
    """An act of a member of staff: when, by whom, what in the past tense, the reason and the page, if there are any."""

    at: datetime
    by: str
    did: str
    reason: str = ""
    link: str = ""


def acts_of_staff(
    most: int,
    *,
    by: str = "",
    game: Cycle | None = None,
    since: datetime | None = None,
    before: datetime | None = None,
) -> list[DoneByStaff]:
    """Return the newest acts of staff from `since` on and before `before`, at most `most`.

    `by` limits them to those by one member of staff or about one account, also as a player, and `game` to those in or
    about one game. Each has the time at which it was done, not that on a game's clock.
    """
    found = [
        *_in_the_office(by, game, before, most),
        *_in_games(by, game, before, most),
        *_taken_back(by, game, before),
        *_in_the_admin(by, game, before, most),
    ]
    newest = sorted(found, key=lambda each: each.at, reverse=True)[:most]
    return _with_links_that_lead(each for each in newest if since is None or each.at >= since)


def _with_links_that_lead(acts: Iterable[DoneByStaff]) -> list[DoneByStaff]:
    """Return the acts, without links to games that have been deleted."""
    found = list(acts)
    games = {each.link: match[1] for each in found if (match := OF_A_GAME.match(each.link))}
    there = set(Cycle.objects.filter(slug__in=set(games.values())).values_list("slug", flat=True)) if games else set()
    return [replace(each, link="") if games.get(each.link, "") not in {"", *there} else each for each in found]


def _in_the_office(by: str, game: Cycle | None, before: datetime | None, most: int) -> Iterator[DoneByStaff]:
    rows = StaffAct.objects.order_by("-at", "-pk")
    if by:
        rows = rows.filter(Q(by=by) | Q(about=by))
    if game is not None:
        rows = rows.filter(Q(link__contains=f"/cycles/{game.slug}/") | Q(link__contains=f"/c/{game.slug}/"))
    if before is not None:
        rows = rows.filter(at__lt=before)
    last: StaffAct | None = None
    for act in rows[: 2 * most]:
        # A merge has a line about each of the two accounts.
        if (
            last is None
            or (act.by, act.did, act.reason) != (last.by, last.did, last.reason)
            or last.at - act.at > ONE_ACT
        ):
            yield DoneByStaff(act.at, act.by, act.did, act.reason, act.link)
        last = act


def _in_games(by: str, game: Cycle | None, before: datetime | None, most: int) -> Iterator[DoneByStaff]:
    games = [game] if game is not None else list(Cycle.objects.filter(fork_of=None).order_by("-pk")[:MAX_GAMES])
    actions = _actions(*STAFF_CHANNELS)
    times = RecordedTimes(games, actions)
    # The instants of entries are in order only by the world's clock and in journals that were never rewritten.
    otherwise = {*times.rewritten, *(each.pk for each in games if each.practice)}
    entries = _limited(Entry.objects.filter(action__in=actions), by).select_related("cycle")
    in_order = entries.filter(cycle__in=[each.pk for each in games if each.pk not in otherwise])
    if before is not None:
        in_order = in_order.filter(at__lt=before)
    others = entries.filter(cycle__in=otherwise).order_by("-pk")[:MAX_OUT_OF_ORDER]
    for entry in (*in_order.order_by("-at", "-pk")[:most], *others):
        at = times.of(entry)
        if before is None or at < before:
            link = reverse("web:entry", args=[entry.cycle.slug, entry.seq])
            yield DoneByStaff(at, entry.actor, *_said(entry.cycle, entry), link)


def _taken_back(by: str, game: Cycle | None, before: datetime | None) -> list[DoneByStaff]:
    """Return the newest acts of admins that a correction has removed from the journal, from the replaced history."""
    same = Entry.objects.filter(cycle=OuterRef("cycle__fork_of"), key=OuterRef("key"))
    replaced = Cycle.objects.filter(REPLACED, pk=OuterRef("cycle"))
    gone = _limited(Entry.objects.filter(action__in=_actions(ADMIN_ACTIONS)), by)
    if before is not None:
        gone = gone.filter(at__lt=before)
    gone = gone.filter(Exists(replaced if game is None else replaced.filter(fork_of=game)), ~Exists(same))
    found: dict[str, DoneByStaff] = {}
    for entry in gone.select_related("cycle__fork_of").order_by("-pk")[:MAX_TAKEN_BACK]:
        cycle = entry.cycle.fork_of
        if cycle is not None:
            head = entry.cycle.slug.rpartition("~")[2]
            link = f"{reverse('web:history', args=[cycle.slug, head])}?after={entry.seq - 1}"
            did, reason = _said(cycle, entry)
            reason = "; ".join(filter(None, (reason, "taken back by a correction")))
            act = DoneByStaff(entry.at, entry.actor, did, reason, link)
            found.setdefault(entry.key, act)
    return list(found.values())


def _in_the_admin(by: str, game: Cycle | None, before: datetime | None, most: int) -> Iterator[DoneByStaff]:
    """Yield what was done in Django's admin and by moderators. If `game` is given, only its moderated comments."""
    lines = LogEntry.objects.select_related("user").order_by("-action_time")
    on_comment = Q(content_type=ContentType.objects.get_for_model(Comment))
    if by:
        account = Person.objects.filter(username=by).annotate(as_text=Cast("pk", CharField())).values("as_text")
        on_account = Q(content_type=ContentType.objects.get_for_model(Person), object_id__in=account)
        of_theirs = on_comment & Q(object_repr__startswith=f"{COMMENT_OF}{by} in ")
        lines = lines.filter(Q(user__username=by) | on_account | of_theirs)
    if game is not None:
        there = Comment.objects.filter(cycle=game).annotate(as_text=Cast("pk", CharField())).values("as_text")
        lines = lines.filter(on_comment, object_id__in=there)
    if before is not None:
        lines = lines.filter(action_time__lt=before)
    found = list(lines[:most])
    links = _addresses([int(line.object_id or 0) for line in found if line.object_repr.startswith(COMMENT_OF)])
    for line in found:
        is_by_form = not line.change_message or line.change_message.startswith("[")  # as the admin's own forms write it
        did, reason = f"in the admin, {line.object_repr}: {line.get_change_message()}", ""
        if not is_by_form:
            did, reason = _moderated(line.object_repr, line.change_message)
        link = links.get(line.object_id or "", "") if line.object_repr.startswith(COMMENT_OF) else ""
        yield DoneByStaff(line.action_time, line.user.get_username(), did, reason, link)


def _moderated(subject: str, words: str) -> tuple[str, str]:
    """Return an action of a moderator on a comment or a person, in the past tense, and its reason."""
    what, _, reason = words.partition(": ")
    if what in MODERATED and (subject.startswith(COMMENT_OF) or what == TIME_OUT_ENDED):
        return f"{MODERATED[what]} {subject}", reason
    if what.startswith(TIME_OUT):
        return f"gave {subject} a time-out of {what.removeprefix(TIME_OUT)}", reason
    return f"moderated {subject}: {words}", ""


def _addresses(comments: list[int]) -> dict[str, str]:
    """Return the paths of comments (primary keys) that still have a page, by key."""
    rows = Comment.objects.filter(pk__in=comments).select_related("cycle") if comments else ()
    found = ((row, subject_of(row.cycle, row.topic)) for row in rows)
    return {str(row.pk): address_of(row.cycle, subject, row) for row, subject in found if subject is not None}


def _limited(entries: QuerySet[Entry], by: str) -> QuerySet[Entry]:
    """Return the entries of admins, with `by` only those by this admin or about this player."""
    found = entries.filter(actor_kind="admin")
    if not by:
        return found
    name = json.dumps(by, ensure_ascii=False)  # as the stored texts have it
    return found.filter(Q(actor=by) | Q(args__contains=name) | Q(moved__contains=name))


def games_of_staff() -> QuerySet[Cycle]:
    """Return the games that the log can be limited to, the newest first: practice cycles only if staff acted there."""
    acts = Entry.objects.filter(cycle=OuterRef("pk"), actor_kind="admin", action__in=_actions(*STAFF_CHANNELS))
    return Cycle.objects.filter(Q(practice=False) | Exists(acts), fork_of=None).order_by("practice", "-pk")


def _actions(*channels: str) -> list[str]:
    return [action.name for action in all_actions() if action.channel in channels]


def _said(cycle: Cycle, entry: Entry) -> tuple[str, str]:
    """Return an entry's words and its reason.

    The words are without the name of the actor, which begins the line, and without a reason in brackets.
    """
    words = sentences(entry.words).removeprefix(f"Correction by {entry.actor}: ").removeprefix(f"{entry.actor} ")
    reason = entry.args.get("reason", "")
    without = words
    if isinstance(reason, str) and reason:
        for said in dict.fromkeys((reason, reason.rstrip("."))):
            without = without.replace(f" ({said})", "", 1)
    return f"in {cycle.title}: {without[:MAX_WORDS]}", reason if without != words else ""
