"""Buttons below messages. Each performs an action with fixed arguments for any person who presses it and may act.

Each kind of thing that waits for players declares its buttons once. They are removed when it no longer waits.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

from django.db.models import F

from nomic.clauses.events import QuestionAsked
from nomic.clauses.models import PendingQuestion
from nomic.cycles.models import Cycle, Entry, Status
from nomic.discord.models import MAX_SUBJECT_LENGTH, Post
from nomic.discord.protocol.replies import BUTTON, ROW, cut_to_length
from nomic.matches.events import MatchOpened, MatchStepped
from nomic.matches.models import Match, MatchStatus
from nomic.proposals.models import Proposal, ProposalStatus
from nomic.trades.models import Trade, TradeStatus

PRESS = "press"  # begins the id of a button
# In place of an action: the button opens the menu of the moves that can be made in a match, or of a rule's question.
MOVES, ANSWERS = "", "?"
MAX_LABEL = 80
MAX_WATCHED = 500  # messages whose buttons are looked at in one run
GREY, GREEN, RED = 2, 3, 4


class Button(TypedDict):
    """A button: its label and style, and the action that it performs, with its arguments."""

    label: str
    style: int
    action: str
    args: dict[str, Any]


Data = Mapping[str, Any]  # of an event


@dataclass(frozen=True, slots=True)
class Ask:
    """A kind of thing that waits for players' acts, with its name and the kinds of events that begin it.

    `reference` returns a text that identifies the thing in an event, or "" if it has no buttons. `waiting` filters
    references by whether their things still wait in a cycle. `buttons` returns the buttons for a reference.
    """

    name: str
    begins: tuple[str, ...]
    reference: Callable[[Data], str]
    waiting: Callable[[Cycle, Collection[str]], set[str]]
    buttons: Callable[[str], list[Button]]


_asks: dict[str, Ask] = {}


def register(*asks: Ask) -> None:
    """Register kinds of things that wait for players. Raises ValueError if a name is taken."""
    for ask in asks:
        if _asks.setdefault(ask.name, ask) != ask:
            raise ValueError(f"two kinds of buttons are called {ask.name!r}")


def asked_by(cycle: Cycle, entry: Entry) -> tuple[str, list[Button]]:
    """Return the subject of an entry that waits for players, and its buttons. Both are empty if nothing waits."""
    for event in entry.events:
        for ask in _asks.values():
            reference = ask.reference(event) if event["kind"] in ask.begins else ""
            subject = f"{ask.name} {reference}"
            if reference and len(subject) <= MAX_SUBJECT_LENGTH and _still_waiting(ask, cycle, [reference]):
                return subject, ask.buttons(reference)
    return "", []


def remove_idle_buttons() -> int:
    """Remove the buttons of messages whose subjects no longer wait. Return the number of messages."""
    rows = Post.objects.filter(ended_at=None, channel__stopped_at=None).exclude(subject="")
    by_kind: dict[tuple[Cycle, str], dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for post in rows.select_related("channel__cycle").order_by("changed_at", "pk")[:MAX_WATCHED]:
        name, _, reference = post.subject.partition(" ")
        by_kind[post.channel.cycle, name][reference].append(post.pk)
    idle: list[int] = []
    for (cycle, name), posts in by_kind.items():
        waiting = _still_waiting(_asks[name], cycle, posts) if name in _asks else set()
        idle += [pk for reference, pks in posts.items() if reference not in waiting for pk in pks]
    return Post.objects.filter(pk__in=idle).update(subject="", buttons=[], version=F("version") + 1) if idle else 0


def _still_waiting(ask: Ask, cycle: Cycle, references: Collection[str]) -> set[str]:
    return ask.waiting(cycle, list(references)) if cycle.status == Status.RUNNING else set()


def rows_of(post: Post) -> list[dict[str, Any]]:
    """Return a message's buttons as rows of components for Discord."""
    shown = [
        {
            "type": BUTTON,
            "style": button["style"],
            "label": cut_to_length(button["label"], MAX_LABEL),
            "custom_id": f"{PRESS}|{post.pk}|{number}",
        }
        for number, button in enumerate(post.buttons)
    ]
    return [{"type": ROW, "components": shown}] if shown else []


# ── what waits under every law


def _proposals(status: ProposalStatus) -> Callable[[Cycle, Collection[str]], set[str]]:
    return lambda cycle, codes: set(
        Proposal.objects.filter(cycle=cycle, code__in=codes, status=status).values_list("code", flat=True)
    )


def _vote(code: str) -> list[Button]:
    return [
        {"label": "For", "style": GREEN, "action": "vote", "args": {"proposal": code, "vote": "for"}},
        {"label": "Against", "style": RED, "action": "vote", "args": {"proposal": code, "vote": "against"}},
    ]


def _second(code: str) -> list[Button]:
    return [{"label": "Second it", "style": GREEN, "action": "second-proposal", "args": {"proposal": code}}]


def _offer(event: Data) -> str:
    """Return the code and version of a trade with a certain player, or "" for an offer to anybody."""
    return f"{event['trade']} {event.get('version', 1)}" if event["partner"] else ""


def _offers(cycle: Cycle, references: Collection[str]) -> set[str]:
    codes = [reference.partition(" ")[0] for reference in references]
    rows = Trade.objects.filter(cycle=cycle, code__in=codes, status=TradeStatus.OPEN)
    return {f"{code} {version}" for code, version in rows.values_list("code", "version")}


def _consent(reference: str) -> list[Button]:
    code, _, version = reference.partition(" ")
    args = {"trade": code, "version": int(version)}
    return [
        {"label": "Consent", "style": GREEN, "action": "consent-trade", "args": args},
        {"label": "Decline", "style": GREY, "action": "withdraw-trade", "args": {"trade": code}},
    ]


OPENED = "opened"  # in place of a turn: a match that began when it was opened


def _turn(event: Data) -> str:
    """Return the code of a match and the number of the turn that begins, or "" if none begins.

    A match that was opened, or has begun without a turn, has a mark in place of the number.
    """
    if event["kind"] == MatchOpened.kind():
        return f"{event['match']} {OPENED}"
    turns = [each["facts"].get("number", 0) for each in event["events"] if each["kind"] == "turn"]
    begins = any(each["kind"] == "begun" for each in event["events"])
    return f"{event['match']} {turns[-1]}" if turns else f"{event['match']} 0" if begins else ""


def _turns(cycle: Cycle, references: Collection[str]) -> set[str]:
    codes = [reference.partition(" ")[0] for reference in references]
    rows = Match.objects.filter(cycle=cycle, code__in=codes, status=MatchStatus.RUNNING)
    found = set()
    for code, turn, opened, started in rows.values_list("code", "turn", "opened_seq", "started_seq"):
        found |= {f"{code} {turn}"} | ({f"{code} {OPENED}"} if opened == started and not turn else set())
    return found


def _moves(reference: str) -> list[Button]:
    match = reference.partition(" ")[0]
    return [{"label": "Your moves", "style": GREY, "action": MOVES, "args": {"match": match}}]


def _questions(cycle: Cycle, codes: Collection[str]) -> set[str]:
    return set(PendingQuestion.objects.filter(cycle=cycle, code__in=codes).values_list("code", flat=True))


def _answers(code: str) -> list[Button]:
    return [{"label": "Answer", "style": GREEN, "action": ANSWERS, "args": {"question": code}}]


ASKS = (
    Ask("turn", (MatchOpened.kind(), MatchStepped.kind()), _turn, _turns, _moves),
    Ask(
        "vote",
        ("proposal-submitted", "proposal-opened"),
        lambda event: str(event["proposal"]),
        _proposals(ProposalStatus.OPEN),
        _vote,
    ),
    Ask(
        "second",
        ("proposal-submitted",),
        lambda event: str(event["proposal"]),
        _proposals(ProposalStatus.WAITING),
        _second,
    ),
    Ask("question", (QuestionAsked.kind(),), lambda event: str(event["question"]), _questions, _answers),
    Ask("trade", ("trade-offered", "trade-countered"), _offer, _offers, _consent),
)
