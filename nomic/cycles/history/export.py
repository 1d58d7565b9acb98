"""Export of a cycle's proof: the whole journal with everything that `verify_draws.py` needs to check it.

The proof is a JSON document with one entry per line, in the form that is digested. It is read from the database and
sent in chunks, and can be checked line by line.
"""

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet
from django.http import StreamingHttpResponse

from nomic.chance.draw_scheme import SCHEME as DRAW_SCHEME
from nomic.cycles.history.rewrite import replaced_by
from nomic.cycles.journal import hash_chain
from nomic.cycles.models import Cycle, Entry, ForkSeed, PhaseSeed
from nomic.law.models import law_at

AT_ONCE = 100  # entries per chunk


def proof(cycle: Cycle) -> Iterator[str]:
    """Yield the proof document in chunks of text, up to the entry that is newest in this row of the cycle."""
    first = hash_chain.first_link(law_at(cycle.book_id, 0).document, cycle.starts_at)
    yield f'{hash_chain.written(_heading(cycle, first))[:-1]},"entries":[\n'
    before = hash_chain.digest(first)
    for start in range(0, cycle.seq, AT_ONCE):
        lines = []
        for entry in _entries(cycle, start):
            lines.append(hash_chain.written(hash_chain.link_of(entry, entry.draws, before)))
            before = entry.digest
        is_last = start + AT_ONCE >= cycle.seq
        yield ",\n".join(lines) + ("\n]}\n" if is_last else ",\n")


def as_response(cycle: Cycle) -> StreamingHttpResponse:
    """Return the proof as a download. At most one chunk is in memory at a time."""
    response = StreamingHttpResponse(proof(cycle), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="draws-{cycle.slug}.json"'
    return response


def _entries(cycle: Cycle, start: int) -> list[Entry]:
    end = min(start + AT_ONCE, cycle.seq)
    return list(_with_draws().filter(cycle=cycle, seq__gt=start, seq__lte=end).order_by("seq"))


def _with_draws() -> QuerySet[Entry]:
    return Entry.objects.whole().defer("moved")


def _links(kept: Cycle, first: int, start: str) -> list[dict[str, Any]]:
    """Return the hash-chain links of a replaced history from entry `first` on, where the rewrite began.

    Returns at least the last link. `start` is the digest of the first link, before the first entry.
    """
    first = min(first, kept.seq)
    entries = _with_draws().filter(cycle=kept, seq__gte=first - 1).order_by("seq")
    before, links = start, []
    for entry in entries:
        if entry.seq >= first:
            links.append(hash_chain.link_of(entry, entry.draws, before))
        before = entry.digest
    return links


def _heading(cycle: Cycle, first: dict[str, Any]) -> dict[str, Any]:
    # The cycle may go on during this export. So it has the seeds that the exported entries announce, and only those
    # that they make public.
    replaced = [_links(*each, hash_chain.digest(first)) for each in replaced_by(cycle)]
    rows = PhaseSeed.objects.filter(cycle=cycle, phase__lte=cycle.phase + 1, since__lte=cycle.seq)
    seeds = list(rows.order_by("phase", "since"))
    running = cycle.phase if cycle.is_running else cycle.phase + 1
    secret = {seed.phase: seed.pk for seed in seeds if seed.phase >= running}.values()  # the newest of each phase
    forks = [
        {"commitment": each.commitment, "seed": each.seed}
        for each in ForkSeed.objects.filter(cycle=cycle, revealed_at__isnull=False)
    ]
    return {
        "cycle": cycle.slug,
        "scheme": hash_chain.SCHEME,
        "draw_scheme": DRAW_SCHEME,
        "first": first,
        "head": {"seq": cycle.seq, "digest": cycle.head},
        **({"replaced": replaced} if replaced else {}),
        **({"forks": forks} if forks else {}),
        "phases": [
            {
                "phase": seed.phase,
                "commitment": seed.commitment,
                "seed": None if seed.pk in secret else seed.public_seed,
            }
            for seed in seeds
        ],
    }
