"""The draws of a cycle as anybody may have them: with the seeds that are public, never with others."""

from typing import Any

from nomic.chance.draws import SCHEME
from nomic.cycles.models import Cycle, Draw, PhaseSeed


def export(cycle: Cycle, phase: int | None = None) -> dict[str, Any]:
    """All draws of a cycle, or those of one phase, with commitments and the seeds revealed so far, as JSON data."""
    seeds = PhaseSeed.objects.filter(cycle=cycle).order_by("phase")
    draws = Draw.objects.filter(entry__cycle=cycle).select_related("entry").order_by("entry__seq", "place")
    if phase is not None:
        seeds, draws = seeds.filter(phase=phase), draws.filter(entry__phase=phase)
    return {
        "cycle": cycle.slug,
        "scheme": SCHEME,
        "phases": [{"phase": seed.phase, "commitment": seed.commitment, "seed": seed.public_seed} for seed in seeds],
        "draws": [draw_data(draw) for draw in draws.iterator(chunk_size=2000)],
    }


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
