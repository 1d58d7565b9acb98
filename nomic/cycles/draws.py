"""The draws and seals of a cycle as anybody may have them: with the seeds and values that are public, never others."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from nomic.chance.draws import SCHEME
from nomic.cycles.events import OwnDice
from nomic.cycles.models import Cycle, Draw, Entry, ForkSeed, PhaseSeed
from nomic.cycles.seals import opened


def seeds_of_draws(cycle: Cycle, draws: Sequence[Draw]) -> dict[int, PhaseSeed | ForkSeed | None]:
    """By which seed each of these draws was made, by its primary key: its phase's, or a correction's that brought it.

    What an entry tells is asked of those of corrected cycles alone.
    """
    phases = {seed.phase: seed for seed in PhaseSeed.objects.filter(cycle=cycle)}
    forks = {seed.commitment: seed for seed in ForkSeed.objects.filter(cycle=cycle)}
    told = Entry.objects.filter(pk__in={draw.entry_id for draw in draws}) if forks else ()
    own = {entry.pk: forks.get(told.commitment) for entry in told for told in OwnDice.among(entry.events)}
    return {draw.pk: own.get(draw.entry_id, phases.get(draw.entry.phase)) for draw in draws}


def end_of_piece(cycle: Cycle, phase: int, since: int, most: int) -> int | None:
    """The number of the last of so many entries of a phase after `since`; None where there are no more than that."""
    entries = Entry.objects.filter(cycle=cycle, phase=phase, seq__gt=since).order_by("seq")
    numbers = list(entries.values_list("seq", flat=True)[most - 1 : most + 1])
    return numbers[0] if len(numbers) == 2 else None


def draws_of_phase(cycle: Cycle, phase: int, since: int = 0, until: int | None = None) -> dict[str, Any]:
    """The draws of one phase with its commitment, and its seed once that is public, as JSON data.

    And what its entries keep sealed, with value and salt where those have been unsealed. All of it, or what stands
    after the entry numbered `since`, up to that numbered `until`.
    """
    seeds = PhaseSeed.objects.filter(cycle=cycle, phase=phase)
    entries = Entry.objects.filter(cycle=cycle, phase=phase, seq__gt=since)
    draws = draws_of(cycle).filter(entry__phase=phase, entry__seq__gt=since)
    if until is not None:
        entries, draws = entries.filter(seq__lte=until), draws.filter(entry__seq__lte=until)
    sealing = entries.exclude(sealed={}).order_by("seq")
    draws = draws.order_by("entry__seq", "place")
    return {
        "cycle": cycle.slug,
        "scheme": SCHEME,
        "phases": [{"phase": seed.phase, "commitment": seed.commitment, "seed": seed.public_seed} for seed in seeds],
        "draws": [draw_data(draw) for draw in draws.iterator(chunk_size=2000)],
        "seals": seals_data(list(sealing)),
    }


def draws_of(cycle: Cycle) -> QuerySet[Draw]:
    """All draws of a cycle, each with its entry, but not with what that tells: of many draws, that would be much."""
    draws = Draw.objects.filter(entry__cycle=cycle).select_related("entry")
    return draws.defer("entry__args", "entry__sealed", "entry__words", "entry__events")


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


def draw_data(draw: Draw) -> dict[str, Any]:
    """One draw as JSON data; its entry is loaded."""
    return {
        "entry": draw.entry.key,
        "seq": draw.entry.seq,
        "phase": draw.entry.phase,
        "label": draw.label,
        "index": draw.index,
        "sides": int(draw.sides),
        "value": int(draw.value),
        "purpose": draw.purpose,
    }
