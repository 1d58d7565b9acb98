"""Players' tasks from rules: questions to answer, and elections in which they have not voted."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.urls import reverse

from nomic.clauses.clause_index import clauses_of, name_of_action
from nomic.clauses.models import DeferredEffect, KeptValue, PendingQuestion
from nomic.clauses.offices.expanded_names import Names
from nomic.clauses.runtime.world.world_for_law import hall_apart
from nomic.clauses.schema.value_kinds import Kept, as_texts
from nomic.clauses.store.values import THE_CYCLE, from_columns
from nomic.clauses.views.questions.reminder_clocks import waiting_questions
from nomic.cycles.actions.context import ReadContext
from nomic.effects.language.parser import read_condition
from nomic.effects.prose.english_grammar import listed
from nomic.effects.running.interpreter import TooLong
from nomic.law.document.sections import Law
from nomic.players.lookup import player_or_none
from nomic.players.player_tasks import PlayerQuery, Task, TaskLookup, Urgency, WaitingKind

MAX_NAMED = 5  # candidates in one sentence

_questions = PlayerQuery(
    lambda cycles, name: (
        PendingQuestion.objects.filter(cycle_id__in=cycles, asked__player=name, asked__entry=None)
        .order_by("due_at", "pk")
        .values_list("cycle_id", "code", "prompt", "asked_at", "due_at")
    )
)
_of_elections = PlayerQuery(
    lambda cycles, name: (
        KeptValue.objects.filter(cycle_id__in=cycles, holder__in=[THE_CYCLE, name], key="")
        .filter(Q(name__startswith="Election of ") | Q(name__startswith="Candidates for ") | Q(holder=name))
        .order_by()
        .values_list("cycle_id", "name", "holder", "number", "members")
    )
)


def questions(asked: TaskLookup) -> Iterator[Task]:
    """Yield a task for each rule's question that the player has not answered."""
    for pk, code, prompt, asked_at, due_at in _questions.all(asked):
        cycle = asked.cycle(pk)
        link, args = reverse("web:question", args=[cycle.slug, code]), {"question": code}
        yield Task(cycle, code, prompt, link, asked_at, due_at, "answer", args)


@dataclass(frozen=True, slots=True)
class _Ballot:
    """An office with an election, and the names of its voting action."""

    office: Names
    action: str
    key: str


def _ballots(law: Law) -> list[_Ballot]:
    """Return the offices that are filled by election. Computed once per law."""
    return law.once("ballots of offices", lambda: list(_find_ballots(law)))


def _find_ballots(law: Law) -> Iterator[_Ballot]:
    actions = {placed.key: placed for placed in clauses_of(law).actions.values()}
    for placed in (each for filed in clauses_of(law).by_kind["office"].values() for each in filed):
        vote = actions.get(f"{placed.key}_vote")
        if placed.clause.filled_by.election is not None and vote is not None:
            yield _Ballot(Names(placed.clause), name_of_action(vote), placed.key)


def elections(asked: TaskLookup) -> list[Task]:
    """Return a task for each running election in which the player can vote and has not.

    No query is sent if no law has elections.
    """
    with_elections = {pk: offices for pk, ctx in asked.contexts.items() if (offices := _ballots(ctx.law))}
    contents: dict[tuple[int, str, str], Kept] = {
        (pk, name, holder): from_columns(number, members)
        for pk, name, holder, number, members in (_of_elections.all(asked, with_elections) if with_elections else ())
    }
    found: list[tuple[ReadContext, _Ballot, Sequence[str]]] = []
    for pk, ballots in with_elections.items():
        for ballot in ballots:
            office, ctx = ballot.office, asked.contexts[pk]
            candidates = as_texts(contents.get((pk, office.candidates, THE_CYCLE), ()))
            has_voted = any(contents.get((pk, name, asked.player)) for name in _votes_of(office))
            is_running = bool(contents.get((pk, office.running, THE_CYCLE)))
            if is_running and candidates and not has_voted and _counts(ctx, ballot):
                found.append((ctx, ballot, candidates))
    ends = _ends_of({ctx.cycle.pk for ctx, _, _ in found}) if found else {}
    return [_election(ctx, ballot, names, ends) for ctx, ballot, names in found]


def _votes_of(office: Names) -> tuple[str, ...]:
    return office.ballots, office.against, office.unclear


def _counts(ctx: ReadContext, ballot: _Ballot) -> bool:
    """Return whether the actor plays and their vote would count. If the evaluation takes too many steps, assume so."""
    if player_or_none(ctx) is None:
        return False
    election = ballot.office.clause.filled_by.election
    if election is None or election.votes is None:
        return True
    me = (ctx.actor.name,)
    try:
        return bool(read_condition(election.votes, {"it": "players"}).value(hall_apart(ctx).run(*me, ""), {"it": me}))
    except TooLong:
        return True


def _ends_of(cycles: Collection[int]) -> dict[tuple[int, str], datetime]:
    """Return the due times of deferred effects of these cycles, by cycle and clause."""
    rows = DeferredEffect.objects.filter(cycle_id__in=cycles, ends="", at__isnull=False, hidden=False)
    found = rows.order_by("-at").values_list("cycle_id", "clause", "at")
    return {(pk, clause): at for pk, clause, at in found if at is not None}


def _election(
    ctx: ReadContext, ballot: _Ballot, candidates: Sequence[str], ends: Mapping[tuple[int, str], datetime]
) -> Task:
    cycle, stand = ctx.cycle, "stands" if len(candidates) == 1 else "stand"
    return Task(
        cycle,
        ballot.key,
        f"Vote for {ballot.office.office}: {listed(list(candidates)[:MAX_NAMED])} {stand}",
        reverse("web:act", args=[cycle.slug, ballot.action]),
        due_at=ends.get((cycle.pk, f"{ballot.key}_stand")),
        action=ballot.action,
    )


QUESTION = WaitingKind("question", "Questions of rules", Urgency.OTHERS_WAIT, questions, clocks=waiting_questions)
ELECTION = WaitingKind("election", "Elections", Urgency.ENDS, elections, ends="counted", button="Vote")
KINDS = (QUESTION, ELECTION)
