"""What of this room's tables is a cycle's state."""

import hmac
from collections.abc import Collection
from typing import Any

from nomic.clauses.law import clauses_of
from nomic.clauses.models import AskedPlayer, Failures, KeptForLater, KeptValue, PendingQuestion
from nomic.cycles.digest import canonical
from nomic.cycles.models import Cycle


def clause_state(cycle: Cycle) -> dict[str, Any]:
    """Values that are not what they start from, what is kept for later and asked, which clause has failed in a row.

    Of an answer under seal only that there is one: its entry has the commitment. Secrets stand there as a keyed hash,
    another one after every entry, and so does what goes on after a question: of the few values that there can be,
    nobody can find the right one by trying, nor see when any has changed.
    """
    kept = clauses_of(cycle.law).values.values()
    secret = {placed.clause.value for placed in kept if placed.clause.is_secret}
    values = KeptValue.objects.filter(cycle=cycle).order_by("name", "holder")
    open_ones = values.exclude(name__in=secret)
    later = KeptForLater.objects.filter(cycle=cycle).order_by("seq", "place")
    failures = Failures.objects.filter(cycle=cycle).order_by("clause")
    pending = PendingQuestion.objects.filter(cycle=cycle).order_by("seq", "place")
    of = ("code", "rule", "clause", "title", "me", "prompt", "several", "sealed", "seq", "place")
    asked = AskedPlayer.objects.filter(question__cycle=cycle).order_by("question__seq", "question__place", "player")
    return {
        "questions": [
            [
                *(getattr(row, name) for name in of),
                _sealed(cycle, row.frames),
                row.asked_at.isoformat(),
                row.due_at.isoformat(),
            ]
            for row in pending
        ],
        "asked": [list(row) for row in asked.values_list("question__code", "player", "answer", "entry__key")],
        "values": [
            [name, holder, members or number]
            for name, holder, number, members in open_ones.values_list("name", "holder", "number", "members")
        ],
        "later": [_as_json(cycle, row) for row in later],
        "failures": [list(row) for row in failures.values_list("clause", "times", "reason")],
        **({"secrets": _secrets(cycle, secret)} if secret else {}),
    }


def _secrets(cycle: Cycle, secret: Collection[str]) -> str:
    rows = KeptValue.objects.filter(cycle=cycle, name__in=secret).order_by("name", "holder")
    return _sealed(cycle, list(rows.values_list("name", "holder", "number", "members", "revealed")))


def _sealed(cycle: Cycle, data: Any) -> str:
    return hmac.new(cycle.own_seed.encode(), canonical([cycle.seq, data]).encode(), "sha256").hexdigest()


def _as_json(cycle: Cycle, row: KeptForLater) -> list[Any]:
    at, began = (None if each is None else each.isoformat() for each in (row.at, row.began))
    when = [at, began, row.event, row.phase, row.ends]
    what = [row.rule, row.clause, row.title, row.me, row.text, row.scope, _sealed(cycle, row.names), row.hidden]
    return [row.code, row.seq, row.place, *when, *what]
