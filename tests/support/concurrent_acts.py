"""A program whose threads act in the cycles of one database at the same time, each over its own connection.

`python -m tests.support.concurrent_acts` works in the database of DATABASE_URL and prints the results as JSON.
It is a process of its own because threads that write at once cannot share the tests' database.
"""

import json
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import django

PATIENCE = 60  # seconds until a thread that hangs is a failure


def set_up() -> None:
    """Five cycles with ada and bob, ada with 60 Vertebrae; "old" is four weeks behind its clock."""
    from django.core.management import call_command

    from nomic.accounts.models import Person
    from nomic.cycles.commands.perform import perform
    from nomic.cycles.creation import create_cycle
    from nomic.cycles.models import Cycle

    call_command("migrate", verbosity=0)
    for name in ("ada", "bob", "keeper"):
        Person.objects.create(username=name, is_staff=name == "keeper", is_superuser=name == "keeper")
    for slug in ("spend", "key", "old", "other", "tried"):
        create_cycle("cycle-16", slug=slug)
        for name in ("ada", "bob"):
            perform(slug, actor(name), "join", {})
        args = {"player": "ada", "item": "Vertebra", "count": 40, "reason": "for the race"}
        perform(slug, actor("keeper"), "correct-grant", args)
    Cycle.objects.filter(slug="old").update(clock_offset=timedelta(days=28))


def actor(name: str) -> Any:
    from nomic.accounts.models import Person
    from nomic.cycles.domain.actor import Actor

    return Actor.person(Person.objects.get(username=name))


def buy(slug: str, times: int, key: str | None = None) -> dict[str, list[Any]]:
    """Ada buys a pack for 5 Vertebrae, so many times; with a key, always under the same."""
    from nomic.cycles.commands.perform import perform
    from nomic.cycles.domain.exceptions import Refused

    result: dict[str, list[Any]] = {"accepted": [], "refused": []}
    for _ in range(times):
        try:
            performed = perform(slug, actor("ada"), "buy", {"offer": "Already-opened Pack"}, idempotency_key=key)
            result["accepted"].append(performed.entry.seq)
        except Refused as no:
            result["refused"].append(no.code)
    return result


def side_by_side(*jobs: Callable[[], Any]) -> list[Any]:
    """What the jobs give, all begun at the same moment in threads of their own."""
    from django.db import connection

    gate = threading.Barrier(len(jobs))

    def run(job: Callable[[], Any]) -> Any:
        try:
            gate.wait(PATIENCE)
            return job()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as threads:
        return [each.result(PATIENCE) for each in [threads.submit(run, job) for job in jobs]]


def one_cycle_is_held() -> dict[str, Any]:
    """A thread holds the lock of one cycle; ada acts in another, and in that one. On PostgreSQL."""
    from django.db import connection, transaction

    from nomic.cycles.journal.append import lock_cycle

    held, release = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            lock_cycle("spend")
            held.set()
            release.wait(PATIENCE)
        connection.close()

    def act(slug: str) -> dict[str, list[Any]]:
        try:
            return buy(slug, 1)
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as threads:
        holder = threads.submit(hold)
        held.wait(PATIENCE)
        try:
            elsewhere = threads.submit(act, "other").result(PATIENCE)
            here = threads.submit(act, "spend")
            give_up = time.monotonic() + PATIENCE
            while not (waiting := locks_waited_for()) and time.monotonic() < give_up:
                time.sleep(0.01)
            done_early = here.done()
        finally:
            release.set()
        holder.result(PATIENCE)
        afterwards = here.result(PATIENCE)
    return {"elsewhere": elsewhere, "waiting": waiting, "done_early": done_early, "afterwards": afterwards}


def the_very_act_came_first(slug: str, key: str) -> dict[str, Any]:
    """Another process has performed an act, and not committed, while the same comes here again. On PostgreSQL.

    What it sends is not seen by who asks before the lock is free.
    """
    from django.db import connection, transaction

    from nomic.cycles.actions.registry import action_named
    from nomic.cycles.commands.idempotency import IdempotentRequest
    from nomic.cycles.commands.perform import perform
    from nomic.cycles.models import Cycle
    from tests.support.perform_directly import perform_alone

    action, given = action_named("buy"), {"offer": "Already-opened Pack"}

    def again() -> Any:
        try:
            return perform(slug, actor("ada"), "buy", given, idempotency_key=key)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            first = perform_alone(IdempotentRequest(slug, actor("ada"), action, action.read(given), key))
            second = threads.submit(again)
            give_up = time.monotonic() + PATIENCE
            while not (waiting := locks_waited_for()) and time.monotonic() < give_up:
                time.sleep(0.01)
        answer = second.result(PATIENCE)
    assert first is not None
    seqs = first.entry.seq, answer.entry.seq, Cycle.objects.get(slug=slug).seq
    return {"waiting": waiting, "again": answer.is_repeated, "seqs": seqs}


def a_law_is_tried_out() -> dict[str, Any]:
    """Bob's proposal is tried out for as long as ada acts, in another cycle and in that one; then its law changes."""
    from django.db import connection, transaction

    from nomic.cycles.actions.context import ActionContext
    from nomic.cycles.actions.registry import action_named
    from nomic.cycles.commands.perform import perform
    from nomic.cycles.journal.append import lock_cycle, save_cycle
    from nomic.cycles.law_changes import enact
    from nomic.cycles.models import Cycle
    from nomic.law.trials.registry import register_trial
    from nomic.proposals.models import Proposal

    tried, release = threading.Event(), threading.Event()
    revisions = []

    def slow(old: Any, new: Any) -> Any:
        revisions.append(old.number)
        tried.set()
        release.wait(PATIENCE)
        yield from ()

    def submit() -> Any:
        change = {"op": "replace", "path": "/shop/offers/Chip/costs/Vertebra", "value": 30}
        args = {"title": "A change", "amendments": [change]}
        return perform("tried", actor("bob"), "submit-proposal", args, idempotency_key="once")

    def propose() -> int:
        try:
            return submit().entry.seq
        finally:
            connection.close()

    register_trial(slow)
    with ThreadPoolExecutor(1) as threads:
        submitted = threads.submit(propose)
        tried.wait(PATIENCE)
        try:
            meanwhile = {slug: buy(slug, 1) for slug in ("other", "tried")}
            with transaction.atomic():
                cycle = lock_cycle("tried")
                act = ActionContext(cycle, action_named("begin-cycle"), actor("keeper"), cycle.now(), "0" * 32)
                enact(act, [{"op": "replace", "path": "/cycle/summary", "value": "Another law."}], "for the race")
                save_cycle(cycle)
            early = submitted.done()
        finally:
            release.set()
        seq = submitted.result(PATIENCE)
    proposal = Proposal.objects.get(cycle__slug="tried")
    again = submit()
    return {
        "meanwhile": meanwhile,
        "early": early,
        "tried": revisions,
        "written against": proposal.base_revision,
        "in force": Cycle.objects.get(slug="tried").revision,
        "again": [again.is_repeated, again.entry.seq == seq],
    }


def locks_waited_for() -> int:
    """How many connections of PostgreSQL wait for a lock."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted")
        return int(cursor.fetchone()[0])


def look(slug: str) -> dict[str, Any]:
    """What there is in the end, and whether it is sound."""
    from nomic.cycles.history.replay import discard_fork, replay_journal
    from nomic.cycles.models import Cycle, Entry
    from nomic.inventory.ledger import discrepancies
    from nomic.inventory.models import Balance

    cycle = Cycle.objects.get(slug=slug)
    replayed = replay_journal(cycle)
    discard_fork(replayed.fork)
    entries = Entry.objects.filter(cycle=cycle).order_by("seq")
    return {
        "seqs": list(entries.values_list("seq", flat=True)),
        "seq": cycle.seq,
        "phase": cycle.phase,
        "actions": list(entries.values_list("action", flat=True)),
        "discrepancies": discrepancies(cycle.pk),
        "difference": replayed.difference,
        "ada": dict(Balance.objects.filter(cycle=cycle, holder="ada").order_by().values_list("item", "amount")),
    }


def main() -> None:
    from django.db import connection

    from nomic.cycles.schedule.settle import settle

    set_up()
    found: dict[str, Any] = {
        "spend": side_by_side(*[lambda: buy("spend", 8)] * 4),
        "key": side_by_side(*[lambda: buy("key", 2, "the same")] * 4),
        "old": side_by_side(lambda: settle("old"), lambda: buy("old", 3), lambda: settle("old"), lambda: buy("old", 3)),
    }
    found["tried"] = a_law_is_tried_out()
    found |= {f"{slug} after": look(slug) for slug in ("spend", "key", "old")}
    if connection.vendor == "postgresql":
        found["held"] = one_cycle_is_held()
        found["the same, allowed"] = the_very_act_came_first("other", "first") | {"more": buy("other", 8)}
        found["the same, refused"] = the_very_act_came_first("other", "second") | {"more": buy("other", 1)}
    print(json.dumps(found))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nomic.config.settings")
    django.setup()
    main()
