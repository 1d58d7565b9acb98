"""Players of *The Ministry of Lamps*: plain functions that wish for something to do, by character."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from nomic.clauses.handlers.answers import find_asked
from nomic.clauses.handlers.resume_after_questions import question_now
from nomic.clauses.models import PendingQuestion
from nomic.clauses.views.questions.open_questions import questions_of_player
from nomic.cycles.actions.registry import Action
from nomic.cycles.domain.exceptions import BadArguments, Failed, Refused
from nomic.proposals.models import Proposal, ProposalStatus
from tests.support.hall import Hall

Wish = tuple[str, dict[str, Any]]
MAX_ACTS = 4  # of one player in a day


@dataclass(frozen=True)
class Seat:
    """A player of a character, with luck of their own in what they choose."""

    hall: Hall
    name: str
    luck: random.Random

    def has(self, item: str) -> int:
        return self.hall.has(self.name, item)

    def one_of(self, action: Action, argument: str) -> Any:
        """One of what can be said there now; None where nothing can."""
        listed = {} if action.choices is None else action.choices(self.hall.read_context(self.name))
        found = [choice.value for choice in listed.get(argument, ())]
        return self.luck.choice(found) if found else None


Character = Callable[[Seat, Mapping[str, Action]], Iterator[Wish]]


def keeper(seat: Seat, can: Mapping[str, Action]) -> Iterator[Wish]:
    """Lights lamps, and whatever it takes."""
    for flasks in (6, 4, 2):
        yield "harvest", {"flasks": flasks}
    if seat.has("Oil") > 2:
        yield "light-lamp", {}
    if not seat.has("Wick"):
        yield "buy-wick", {}
    yield "light-lamp", {}
    yield "borrow-coins", {"coins": 8}
    yield "pay-debt", {}


def trader(seat: Seat, can: Mapping[str, Action]) -> Iterator[Wish]:
    """Sells what grows, walks at night, and lights a lamp now and then."""
    for flasks in (5, 3, 1):
        yield "harvest", {"flasks": flasks}
    if seat.has("Oil") > 3:
        yield "sell-oil", {"flasks": 2}
    yield "walk-rounds", {}
    yield "light-lamp", {}
    if seat.has("Coin") > 6:
        yield "buy-wick", {}
    yield "pay-debt", {}


def gambler(seat: Seat, can: Mapping[str, Action]) -> Iterator[Wish]:
    """Searches, walks, looks again, watches."""
    if "search-street" in can:
        yield "search-street", {"street": seat.one_of(can["search-street"], "street")}
    if "look-again" in can:
        yield "look-again", {"act": seat.one_of(can["look-again"], "act")}
    yield "walk-rounds", {}
    yield "keep-watch", {}
    yield "borrow-coins", {"coins": seat.luck.randint(1, 10)}
    yield "borrow-lantern", {}
    yield "harvest", {"flasks": 2}
    yield "light-lamp", {}


def politician(seat: Seat, can: Mapping[str, Action]) -> Iterator[Wish]:
    """Proposes, talks, is kind, and holds offices."""
    if "submit-proposal" in can and seat.hall.cycle.phase >= 1:
        yield from _proposals(seat)
    yield "light-lamp", {}
    yield "harvest", {"flasks": 3}
    if "pour-tea" in can:
        yield "pour-tea", {"guests": [seat.one_of(can["pour-tea"], "guests")]}
    if "hand-over" in can and seat.luck.random() < 0.3:
        said = {argument: seat.one_of(can["hand-over"], argument) for argument in ("what", "to")}
        yield "hand-over", said
    if seat.luck.random() < 0.2:
        yield "pin-notice", {"words": "Vote for light."}


CHARACTERS: Mapping[str, Character] = {"ada": keeper, "bob": trader, "eve": gambler, "fay": politician}
CHEAPER = {"op": "replace", "path": "/rules/counter/clauses/buy/costs/Coin", "value": 1}
SOONER = {"op": "replace", "path": "/rules/ends/clauses/lit/wins/all/0/is/2", "value": 7}
CAT = {
    "op": "add",
    "path": "/rules/cat",
    "value": {
        "title": "A cat on the wall",
        "parent": "rounds",
        "body": "It looks at you. Somebody's Coin is under its paw.",
        "clauses": {
            "cat": {"outcome": "A cat on the wall", "of": "night rounds", "do": [{"grant": "Coin", "to": "$me"}]}
        },
    },
}


def _proposals(seat: Seat) -> Iterator[Wish]:
    """Wicks for a Coin, a cat, and an end that comes sooner: each proposed until it is law."""
    law = [row.title for row in Proposal.objects.filter(cycle=seat.hall.pk).exclude(status=ProposalStatus.FAILED)]
    for title, change in (("Cheap wicks", CHEAPER), ("A cat", CAT), ("Seven lamps", SOONER)):
        if title not in law:
            yield "submit-proposal", {"title": title, "text": "Words.", "amendments": [change]}
            return


# ── a day of theirs


def spend_day(seat: Seat, character: Character) -> list[str]:
    """Answer what is asked, vote, do what one's office is for, and then what one likes. What was done, by name."""
    done = [*_answers(seat), *_votes(seat)]
    can = {name: each.action for name, each in seat.hall.can(seat.name).items() if each.available}
    acted = 0
    for action, args in (*_of_offices(seat, can), *character(seat, can)):
        if action in can and None not in args.values() and acted < MAX_ACTS and seat.hall.cycle.is_running:
            try:
                seat.hall.do(seat.name, action, **args)
            except (Refused, BadArguments, Failed):
                continue  # what was done before has used up what this takes
            done.append(action)
            acted += 1
    return done


def _of_offices(seat: Seat, can: Mapping[str, Action]) -> Iterator[Wish]:
    yield "pay-wages", {}
    yield "water-garden", {}
    if "light-for" in can:
        yield "light-for", {"to": seat.one_of(can["light-for"], "to")}


def _answers(seat: Seat) -> Iterator[str]:
    for shown in questions_of_player(seat.hall.cycle, seat.name):
        row = PendingQuestion.objects.get(cycle=seat.hall.pk, code=shown.code)
        ctx = seat.hall.read_context(seat.name)
        question = question_now(ctx, find_asked(ctx, row.code, seat.name).question, seat.name)
        if question is None or seat.luck.random() < 0.1:
            continue  # forgotten
        count = seat.luck.randint(question.least, question.most)
        chosen = seat.luck.sample([option.value for option in question.options], count)
        seat.hall.do(seat.name, "answer", question=row.code, answer=chosen)
        yield "answer"


def _votes(seat: Seat) -> Iterator[str]:
    for row in Proposal.objects.filter(cycle=seat.hall.pk, status=ProposalStatus.OPEN).order_by("number"):
        if not row.votes.filter(name=seat.name).exists():
            seat.hall.vote(row.code, **{seat.name: seat.luck.choice(["for", "for", "for", "against"])})
            yield "vote"
