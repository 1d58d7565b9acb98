"""The part of a soak test that runs inside the sandbox: creates the clients' cycles, and checks the result."""

import time
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
from allauth.account.models import EmailAddress
from django.utils import timezone
from msgspec import Struct

from nomic.accounts.models import Person
from nomic.accounts.tokens import issue_token
from nomic.bench.harness.fixtures import KEEPER, TEMPLATE, add_player, keeper
from nomic.bench.scenarios.clauses import BELL
from nomic.clauses.handlers.triggers import BY_RULE
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import create_cycle
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.schedule.phases import BEGIN_PHASE
from nomic.cycles.schedule.settle import settle_all
from nomic.notices.models import Delivery, State, Webhook
from nomic.proposals.models import Proposal, ProposalStatus
from nomic.proposals.submission import CLOSE_VOTING
from nomic.reliability.integrity import Finding, findings_of_the_house, integrity_violations
from nomic.reliability.soak.client import Done
from nomic.reliability.wiki_check import pages_that_differ
from nomic.wiki.models import WikiPage
from nomic.wiki.sites.from_settings import site_from_settings

CATCH_UP = 180.0  # seconds for notices and pages to be delivered once everything runs again
SHORT = timedelta(minutes=2)


# Whatever is killed, a rule must change two values exactly once after each purchase, and another rule must react.
BELLS: dict[str, Any] = {
    "title": "Bells",
    "body": "",
    "place": 900,
    "clauses": {
        **BELL,
        "tide": {
            "when": "value-changed",
            "if": {"is": ["$value", "equals", "Lamps lit"]},
            "do": [{"raise": "The Well", "by": -1}],
        },
    },
}


class Seat(Struct, frozen=True):
    """A player of the test: the token, the cycles, and the cycles whose clocks the player may advance."""

    name: str
    token: str
    cycles: list[str]
    owned: list[str]


class Opened(Struct, frozen=True):
    """The initial situation: the clients, and the number of each cycle's newest entry."""

    seats: list[Seat]
    seqs: dict[str, int]


def create_practice_cycles(cycles: int, clients: int) -> Opened:
    """Create practice cycles, whose owners advance the clocks. Every client plays in all cycles."""
    names = [f"Guest-{number}" for number in range(clients)]
    slugs = [f"soak-{number}" for number in range(cycles)]
    owners = {slug: names[number % clients] for number, slug in enumerate(slugs)}
    keeper()
    for slug in slugs:
        create_cycle(
            TEMPLATE,
            slug=slug,
            title=slug,
            practice=True,
            owner_name=owners[slug],
            published=True,
            more_rules={"bells": BELLS},
        )
        perform(slug, keeper(), "join", {})
        for title in ("A thought", "Another thought", "A last thought"):
            perform(slug, keeper(), "submit-proposal", {"title": title, "text": "Why not?"})
        for name in names:
            add_player(slug, name, money=10_000)
    for person in Person.objects.filter(username__in=names):
        person.email = f"{person.pk}@example.org"  # they get notifications by mail
        person.save(update_fields=["email"])
        EmailAddress.objects.create(user=person, email=person.email, primary=True, verified=True)
    seats = [
        Seat(
            name,
            issue_token(Person.objects.get(username=name), "soak")[1],
            slugs,
            [slug for slug, owner in owners.items() if owner == name],
        )
        for name in names
    ]
    return Opened(seats, dict(Cycle.objects.values_list("slug", "seq")))


def recorded(folder: Path) -> list[Done]:
    """Return the outcomes that the clients recorded in a folder."""
    lines = [line for file in sorted(folder.glob("*.jsonl")) for line in file.read_bytes().splitlines()]
    return [msgspec.json.decode(line, type=Done) for line in lines]


def summary(given: list[Done]) -> dict[str, Any]:
    """Summarize the answers for the report."""
    return {
        "acts": sum(200 <= each.status < 300 for each in given),
        "refused": sum(400 <= each.status < 500 for each in given),
        "sent again": sum(each.tries > 1 for each in given),
        "deadlines done": Entry.objects.filter(cycle__fork_of=None, actor_kind="system").count(),
        "mails sent": Delivery.objects.filter(state=State.SENT).count(),
        "pages": WikiPage.objects.count(),
        "by action": dict(Counter(each.action for each in given if 200 <= each.status < 300)),
    }


def caught_up(seconds: float = CATCH_UP) -> float:
    """Wait until all notices are delivered and all pages are published, or until `seconds` have passed.

    Returns the number of seconds waited.
    """
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        if not _behind():
            break
        time.sleep(0.5)
    return time.monotonic() - began


def _behind() -> bool:
    stale = WikiPage.objects.filter(stale_since__isnull=False) | WikiPage.objects.filter(claimed_at__isnull=False)
    waiting = Delivery.objects.filter(state__in=[State.WAITING, State.SENDING], next_at__lt=timezone.now())
    return stale.exists() or waiting.exists()


def violations(given: list[Done], before: Opened, late: float) -> Iterator[Finding]:
    """Yield the violations after all clients have left and the programs have been stopped."""
    yield from _behind_still(late)
    settle_all()
    for cycle in Cycle.objects.filter(fork_of=None).order_by("slug"):
        yield from (Finding(cycle.slug, "acts", what) for what in _acts(cycle, given, before))
        yield from (Finding(cycle.slug, "due", what) for what in _done_otherwise_than_once(cycle))
        yield from integrity_violations(cycle, grace=SHORT)
    yield from findings_of_the_house(SHORT)


def _behind_still(late: float) -> Iterator[Finding]:
    if _behind():
        yield Finding("", "wiki", f"notices or pages were still waiting after {late:.0f} s")
        return
    for cycle in Cycle.objects.filter(fork_of=None, published=True).order_by("slug"):
        yield from (Finding(cycle.slug, "wiki", each) for each in pages_that_differ(cycle, site_from_settings()))
    for delivery in Delivery.objects.filter(state=State.FAILED):
        yield Finding("", "notices", f"{delivery}: {delivery.trouble}")
    for hook in Webhook.objects.filter(stopped_at__isnull=False):
        yield Finding("", "notices", f"{hook} was stopped: {hook.trouble}")


def _acts(cycle: Cycle, given: list[Done], before: Opened) -> Iterator[str]:
    """Yield a description of each violation by the clients' acts.

    Every act must be answered without a fault. Acknowledged acts and journal entries must correspond one to one.
    """
    acted = Entry.objects.filter(cycle=cycle, seq__gt=before.seqs[cycle.slug]).exclude(actor_kind="system")
    there = {entry.key: entry for entry in acted}
    answered: set[str] = set()
    for done in given:
        if done.cycle != cycle.slug:
            continue
        yield from (f"{done.action} of {done.actor}: {fault}" for fault in done.faults if not fault.startswith("503"))
        if done.status in (0, 401, 403, 404) or done.status >= 500:
            yield f"{done.action} of {done.actor} was answered with {done.status} after {done.tries} tries"
        if not 200 <= done.status < 300:
            continue
        entry = there.get(done.entry)
        if entry is None or (entry.seq, entry.actor, entry.action) != (done.seq, done.actor, done.action):
            yield f"{done.action} of {done.actor} was accepted as entry {done.seq}, which is {entry or 'missing'}"
        if done.entry in answered:
            yield f"entry {done.seq} answered two acts of {done.actor}"
        answered.add(done.entry)
    for key, entry in there.items():
        if key not in answered and entry.failure is None and entry.actor != KEEPER:
            yield f"{entry} of {entry.actor} is in the journal, and was never acknowledged"


def _done_otherwise_than_once(cycle: Cycle) -> Iterator[str]:
    """Yield descriptions of everything that did not happen exactly once.

    For example, every phase up to the current one must have begun once, and every proposal's votes must have been
    counted once.
    """
    counted = _said_in_entries(cycle, CLOSE_VOTING, "proposal")
    uncounted = (ProposalStatus.WITHDRAWN, ProposalStatus.EDITED)
    over = Proposal.objects.filter(cycle=cycle, ends_at__lte=cycle.now()).exclude(status__in=uncounted)
    begun = _said_in_entries(cycle, BEGIN_PHASE, "phase")
    bought = Entry.objects.filter(cycle=cycle, action="buy").values_list("key", flat=True)
    by_rules = Entry.objects.filter(cycle=cycle, action=BY_RULE).values_list("args", flat=True)
    rung = [args["entry"] for args in by_rules if args["clause"] == "bells_bell"]
    pairs = (
        ("phases that began", begun, range(1, cycle.phase + 1)),
        ("votes that were counted", counted, over.values_list("code", flat=True)),
        ("purchases after which the bell was rung", rung, bought),
    )
    for name, done, due in pairs:
        times, wanted = Counter(done), Counter(due)
        for which in sorted(times.keys() | wanted.keys(), key=str):
            if times[which] != wanted[which]:
                yield f"of the {name}, {which} is there {times[which]} times, and is to be {wanted[which]} times"


def _said_in_entries(cycle: Cycle, action: str, name: str) -> list[Any]:
    """Return one argument of each entry of an action.

    All arguments are read, because SQLite converts a single code of digits to a number.
    """
    entries = Entry.objects.filter(cycle=cycle, action=action)
    return [args[name] for args in entries.values_list("args", flat=True)]
