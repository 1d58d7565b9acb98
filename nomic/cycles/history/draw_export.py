"""Public export of draws and sealed arguments. It contains only public seeds and values."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from nomic.chance.draw_scheme import SCHEME, Drawn
from nomic.cycles.domain.events import MoreDice, OwnDice
from nomic.cycles.models import Cycle, Entry, ForkSeed, PhaseSeed
from nomic.cycles.sealed_arguments import revealed_arguments

SeedOfDraw = PhaseSeed | ForkSeed | None


def draws_with_seeds(cycle: Cycle, entries: Iterable[Entry]) -> dict[int, list[tuple[Drawn, SeedOfDraw]]]:
    """Return each entry's draws with the seeds that they used, keyed by the entry's primary key.

    A draw uses the seed of the entry's phase, or of the rewrite of history that added the entry or the draw. If a phase
    has several seeds, it uses the newest one from an earlier entry. Events are queried only for cycles with such
    rewrites.
    """
    entries = list(entries)
    phases = defaultdict[int, list[PhaseSeed]](list)
    for seed in PhaseSeed.objects.filter(cycle=cycle).order_by("-since"):
        phases[seed.phase].append(seed)
    forks = {seed.commitment: seed for seed in ForkSeed.objects.filter(cycle=cycle)}
    in_question = Entry.objects.filter(pk__in=[entry.pk for entry in entries]) if forks else ()
    own: dict[int, SeedOfDraw] = {}
    more = defaultdict[int, dict[int, SeedOfDraw]](dict)
    for entry in in_question:
        own.update((entry.pk, forks.get(event.commitment)) for event in OwnDice.among(entry.events))
        for event in MoreDice.among(entry.events):
            more[entry.pk].update(dict.fromkeys(event.draws, forks.get(event.commitment)))
    theirs: dict[int, SeedOfDraw] = {
        entry.pk: next((seed for seed in phases[entry.phase] if seed.since < entry.seq), None) for entry in entries
    }
    of_most = theirs | own
    return {
        entry.pk: [(drawn, more[entry.pk].get(place, of_most[entry.pk])) for place, drawn in enumerate(entry.draws)]
        for entry in entries
    }


def end_of_page(cycle: Cycle, phase: int, since: int, most: int) -> int | None:
    """Return the number of the last entry on a page: `most` entries of a phase after number `since`.

    Returns None if no entry follows that page.
    """
    entries = Entry.objects.filter(cycle=cycle, phase=phase, seq__gt=since).order_by("seq")
    numbers = list(entries.values_list("seq", flat=True)[most - 1 : most + 1])
    return numbers[0] if len(numbers) == 2 else None


def draws_of_phase(cycle: Cycle, phase: int, since: int = 0, until: int | None = None) -> dict[str, Any]:
    """Return the draws of one phase with its commitments, and its seeds once they are public, as JSON data.

    Includes the seeds of rewrites by which some of the draws were made, and the sealed arguments of its entries, with
    value and salt if they are revealed. The result covers all entries, or only those numbered above `since` and up to
    `until`.
    """
    seeds = PhaseSeed.objects.filter(cycle=cycle, phase=phase)
    entries = Entry.objects.filter(cycle=cycle, phase=phase, seq__gt=since)
    drew = entries_that_drew(cycle).filter(phase=phase, seq__gt=since)
    if until is not None:
        entries, drew = entries.filter(seq__lte=until), drew.filter(seq__lte=until)
    sealing = entries.filter(sealed__isnull=False).order_by("seq")
    drawing = list(drew.order_by("seq").iterator(chunk_size=200))
    found = draws_with_seeds(cycle, drawing)
    used = {seed for draws in found.values() for _, seed in draws if isinstance(seed, ForkSeed)}
    return {
        "cycle": cycle.slug,
        "scheme": SCHEME,
        "phases": [
            {"phase": seed.phase, "since": seed.since, "commitment": seed.commitment, "seed": seed.public_seed}
            for seed in seeds
        ],
        "forks": [
            {"commitment": seed.commitment, "seed": seed.public_seed}
            for seed in sorted(used, key=lambda each: each.commitment)
        ],
        "draws": [draw_data(entry, drawn, seed) for entry in drawing for drawn, seed in found[entry.pk]],
        "seals": seals_data(list(sealing)),
    }


def entries_that_drew(cycle: Cycle) -> QuerySet[Entry]:
    """Return a query for the entries of a cycle that drew, without their messages and events, which can be large."""
    drew = Entry.objects.whole().filter(cycle=cycle, draws__isnull=False)
    return drew.defer("args", "sealed", "words", "events", "moved")


def seals_data(entries: list[Entry]) -> list[dict[str, Any]]:
    """Return every sealed argument of these entries with its commitment, as JSON data.

    Value and salt are None until the argument is revealed.
    """
    public = revealed_arguments(entries)
    return [
        {
            "entry": entry.key,
            "seq": entry.seq,
            "argument": name,
            "commitment": entry.args[name]["commitment"],
            "value": None,
            "salt": None,
            **public.get(entry.pk, {}).get(name, {}),
        }
        for entry in entries
        for name in sorted(entry.sealed)
    ]


def draw_data(entry: Entry, drawn: Drawn, seed: SeedOfDraw) -> dict[str, Any]:
    """Return one draw of an entry as JSON data, with the commitment of its seed."""
    return {
        "entry": entry.key,
        "seq": entry.seq,
        "phase": entry.phase,
        "label": drawn.label,
        "index": drawn.index,
        "sides": drawn.sides,
        "value": drawn.value,
        "purpose": drawn.purpose,
        "commitment": None if seed is None else seed.commitment,
    }
