"""The draws and seals of a cycle as anybody may have them: with the seeds and values that are public, never others."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from nomic.chance.draws import SCHEME, Drawn
from nomic.cycles.commitments import opened
from nomic.cycles.domain.events import OwnDice
from nomic.cycles.models import Cycle, Entry, ForkSeed, PhaseSeed


def seeds_of_draws(cycle: Cycle, entries: Iterable[Entry]) -> dict[int, PhaseSeed | ForkSeed | None]:
    """By which seed each of these entries drew, by its primary key: its phase's, or a correction's that brought it.

    Of several seeds of a phase it is the newest that an earlier entry brought. What an entry tells is asked of those of
    corrected cycles alone.
    """
    entries = list(entries)
    phases = defaultdict[int, list[PhaseSeed]](list)
    for seed in PhaseSeed.objects.filter(cycle=cycle).order_by("-since"):
        phases[seed.phase].append(seed)
    forks = {seed.commitment: seed for seed in ForkSeed.objects.filter(cycle=cycle)}
    told = Entry.objects.filter(pk__in=[entry.pk for entry in entries]) if forks else ()
    own = {entry.pk: forks.get(told.commitment) for entry in told for told in OwnDice.among(entry.events)}
    theirs = {
        entry.pk: next((seed for seed in phases[entry.phase] if seed.since < entry.seq), None) for entry in entries
    }
    return theirs | own


def end_of_piece(cycle: Cycle, phase: int, since: int, most: int) -> int | None:
    """The number of the last of so many entries of a phase after `since`; None where there are no more than that."""
    entries = Entry.objects.filter(cycle=cycle, phase=phase, seq__gt=since).order_by("seq")
    numbers = list(entries.values_list("seq", flat=True)[most - 1 : most + 1])
    return numbers[0] if len(numbers) == 2 else None


def draws_of_phase(cycle: Cycle, phase: int, since: int = 0, until: int | None = None) -> dict[str, Any]:
    """The draws of one phase with its commitments, and its seeds once they are public, as JSON data.

    And what its entries keep sealed, with value and salt where those have been unsealed. All of it, or what stands
    after the entry numbered `since`, up to that numbered `until`.
    """
    seeds = PhaseSeed.objects.filter(cycle=cycle, phase=phase)
    entries = Entry.objects.filter(cycle=cycle, phase=phase, seq__gt=since)
    drew = that_drew(cycle).filter(phase=phase, seq__gt=since)
    if until is not None:
        entries, drew = entries.filter(seq__lte=until), drew.filter(seq__lte=until)
    sealing = entries.filter(sealed__isnull=False).order_by("seq")
    drew = drew.order_by("seq")
    return {
        "cycle": cycle.slug,
        "scheme": SCHEME,
        "phases": [
            {"phase": seed.phase, "since": seed.since, "commitment": seed.commitment, "seed": seed.public_seed}
            for seed in seeds
        ],
        "draws": [draw_data(entry, drawn) for entry in drew.iterator(chunk_size=200) for drawn in entry.draws],
        "seals": seals_data(list(sealing)),
    }


def that_drew(cycle: Cycle) -> QuerySet[Entry]:
    """The entries of a cycle that drew, with their draws, but not with what they tell: of many that would be much."""
    drew = Entry.objects.whole().filter(cycle=cycle, draws__isnull=False)
    return drew.defer("args", "sealed", "words", "events", "moved")


def seals_data(entries: list[Entry]) -> list[dict[str, Any]]:
    """Every argument that these entries seal, with its commitment; value and salt are None while it is closed."""
    public = opened(entries)
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


def draw_data(entry: Entry, drawn: Drawn) -> dict[str, Any]:
    """One draw of an entry as JSON data."""
    return {
        "entry": entry.key,
        "seq": entry.seq,
        "phase": entry.phase,
        "label": drawn.label,
        "index": drawn.index,
        "sides": drawn.sides,
        "value": drawn.value,
        "purpose": drawn.purpose,
    }
