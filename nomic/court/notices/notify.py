"""Notices about the court: sent to the Judge, the author of a request, the admins, or all players."""

from collections.abc import Mapping
from operator import attrgetter

from nomic.accounts.admin_permission import admins
from nomic.accounts.models import Person
from nomic.court.events import ConfidenceOpened, JudgeNamed, RequestFiled, RulingGiven, RulingOverturned
from nomic.court.models import Request, Ruling
from nomic.court.office import judge_now
from nomic.cycles.actions.context import ActionContext
from nomic.notices.kinds import Heading, NoticeKind
from nomic.notices.notify import notify_each, notify_people
from nomic.notices.pages_with_tasks import pages_of_tasks
from nomic.players.models import Player
from nomic.proposals.events import ProposalNeedsHand

REQUEST = NoticeKind(
    "request-filed", "Somebody files a request for justice, in a game you judge", Heading.LAW, open_pages=pages_of_tasks
)
RULING = NoticeKind("ruling", "The Judge rules on a request of yours, or that ruling is overturned", Heading.LAW)
CONFIDENCE = NoticeKind(
    "confidence", "A vote of confidence on a ruling begins, in a game you play", Heading.LAW, open_pages=pages_of_tasks
)
JUDGE = NoticeKind("judge", "Somebody else becomes the Judge, in a game you play", Heading.LAW)
BY_HAND = NoticeKind(
    "by-hand",
    "A proposal is waiting to be carried out by hand, in a game you judge or keep",
    Heading.LAW,
    open_pages=pages_of_tasks,
)
KINDS = (REQUEST, RULING, CONFIDENCE, JUDGE, BY_HAND)


def _court(act: ActionContext) -> str:
    return f"/c/{act.cycle.slug}/court/"


def _notify_person(act: ActionContext, name: str, kind: NoticeKind, text: str, link: str) -> None:
    """Notify a person, who need not be a player (R14, R100). Forks send no notices."""
    if act.cycle.fork_of_id is None and name and name != act.actor.name:
        people = list(Person.objects.filter(username=name, is_active=True))
        notify_people(people, kind.name, f"{act.cycle.title}: {text}", link, act.cycle)


def _notify_players(
    act: ActionContext, kind: NoticeKind, text: str, link: str, texts: Mapping[str, str] | None = None
) -> None:
    """Notify all players except the actor. `texts` replaces `text` for some players, by name. Forks send no notices."""
    if act.cycle.fork_of_id is None:
        playing = Player.objects.filter(cycle=act.cycle, left_at=None).exclude(name=act.actor.name)
        names = list(playing.values_list("name", flat=True))
        said = {name: f"{act.cycle.title}: {(texts or {}).get(name, text)}" for name in names}
        notify_each(act, said, kind.name, link)


def notify_of_request(act: ActionContext, filed: RequestFiled) -> None:
    """Notify the Judge of a new request."""
    text = f"{act.actor.name} asks the Judge: {filed.title}"
    _notify_person(act, judge_now(act), REQUEST, text, f"{_court(act)}{filed.number}/")


def notify_of_ruling(act: ActionContext, given: RulingGiven) -> None:
    """Notify the author of a request that the Judge has ruled on it."""
    request = Request.objects.get(cycle=act.cycle, number=given.request)
    found = f": {given.verdict}" if given.verdict else ""
    text = f"{act.actor.name} has ruled on your request {request.number}, {request.title}{found}"
    _notify_person(act, request.author, RULING, text, f"{_court(act)}{request.number}/")


def notify_of_overturned(act: ActionContext, overturned: RulingOverturned) -> None:
    """Notify the author of the request, and the Judge, who has to rule again."""
    ruling = Ruling.objects.select_related("request").get(cycle=act.cycle, code=overturned.ruling)
    link = f"{_court(act)}{overturned.request}/"
    text = f"the ruling on request {overturned.request}, {ruling.request.title}, is overturned. The Judge rules again"
    for name in dict.fromkeys([ruling.request.author, judge_now(act)]):
        _notify_person(act, name, RULING if name == ruling.request.author else REQUEST, text, link)


def notify_of_confidence(act: ActionContext, opened: ConfidenceOpened) -> None:
    """Notify all players of a vote of confidence, because each of them can vote."""
    text = f"{act.actor.name} opens the vote of confidence on ruling {opened.number}"
    _notify_players(act, CONFIDENCE, text, f"{_court(act)}{opened.request}/")


def notify_of_judge(act: ActionContext, named: JudgeNamed) -> None:
    """Notify all players of a new Judge."""
    text = f"{named.name} is the Judge now" if named.name else "there is no Judge now"
    _notify_players(act, JUDGE, text, _court(act), {named.name: "you are the Judge now"})


def notify_of_proposal(act: ActionContext, waits: ProposalNeedsHand) -> None:
    """Notify the Judge and the admins of a proposal that waits for enactment by hand (R13)."""
    if act.cycle.fork_of_id is not None:
        return
    text = f"{act.cycle.title}: proposal {waits.number} is waiting to be carried out by hand"
    link = f"/c/{act.cycle.slug}/proposals/{waits.number}/"
    judge = Person.objects.filter(is_active=True, username=judge_now(act))
    people = dict.fromkeys([*admins(), *judge])
    notify_people(sorted(people, key=attrgetter("pk")), BY_HAND.name, text, link, act.cycle)
