"""The state of clauses, as part of the cycle's digest."""

import hmac
from typing import Any

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.models import AskedPlayer, DeferredEffect, Failures, KeptValue, PendingQuestion
from nomic.cycles.models import Cycle
from nomic.cycles.state_digest import canonical_json, row_as_json
from nomic.db import Prepared

_values = Prepared(
    lambda cycle: (
        KeptValue.objects.filter(cycle_id=cycle)
        .order_by("name", "holder", "key")
        .values_list("name", "holder", "key", "number", "members", "revealed")
    ),
    int,
)
_later = Prepared(lambda cycle: DeferredEffect.objects.filter(cycle_id=cycle).order_by("seq", "place"), int)
_failures = Prepared(
    lambda cycle: Failures.objects.filter(cycle_id=cycle).order_by("clause").values_list("clause", "times"),
    int,
)
_pending = Prepared(lambda cycle: PendingQuestion.objects.filter(cycle_id=cycle).order_by("seq", "place"), int)
_asked = Prepared(
    lambda cycle: (
        AskedPlayer.objects.filter(question__cycle_id=cycle)
        .order_by("question__seq", "question__place", "player")
        .values_list("question__code", "player", "answer", "entry__key")
    ),
    int,
)


def clause_state(cycle: Cycle) -> dict[str, Any]:
    """Return changed values, deferred effects, pending questions and failures of clauses, for the digest.

    Of a sealed answer only its existence is included, because its entry holds the commitment. Secrets and the
    remainders of effects after questions are included as a keyed hash. The key differs after every entry, so nobody can
    guess one of few possible values, or see whether a value has changed.
    """
    kept = clauses_of(cycle.law).values.values()
    secret = {placed.clause.value for placed in kept if placed.clause.is_secret}
    values = _values.all(cycle.pk)
    return {
        "questions": [
            [
                *row_as_json(row, "code rule clause title me several sealed seq place"),
                _sealed(cycle, row.frames),
                *row_as_json(row, "asked_at due_at"),
            ]
            for row in _pending.all(cycle.pk)
        ],
        "asked": [list(row) for row in _asked.all(cycle.pk)],
        "values": [
            [name, who, *([key] if key else []), members or number]
            for name, who, key, number, members, _ in values
            if name not in secret
        ],
        "later": [_as_json(cycle, row) for row in _later.all(cycle.pk)],
        "failures": [list(row) for row in _failures.all(cycle.pk)],
        **({"secrets": _sealed(cycle, [_secret(row) for row in values if row[0] in secret])} if secret else {}),
    }


def _secret(row: tuple[Any, ...]) -> list[Any]:
    """Return a row of a secret value without its key if that is empty."""
    name, who, key, *content = row
    return [name, who, *([key] if key else []), *content]


def _sealed(cycle: Cycle, data: Any) -> str:
    return hmac.new(cycle.own_seed.encode(), canonical_json([cycle.seq, data]).encode(), "sha256").hexdigest()


def _as_json(cycle: Cycle, row: DeferredEffect) -> list[Any]:
    at, began = (None if each is None else each.isoformat() for each in (row.at, row.began))
    when = [at, began, row.event, row.phase, row.ends]
    what = [row.rule, row.clause, row.title, row.me, row.text, row.scope, _sealed(cycle, row.names), row.hidden]
    return [row.code, row.seq, row.place, *when, *what]
