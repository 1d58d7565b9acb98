"""The record of a cycle's chance, as anybody can take it away and verify it (idea 5, R17)."""

from typing import Any

from nomic.chance.draws import SCHEME
from nomic.cycles.models import Cycle, Draw, PhaseSeed


def draws_export(cycle: Cycle) -> dict[str, Any]:
    """Every commitment, every seed that may be known, every draw: what static/verify_draws.py reads.

    Two queries however many draws there are; the seed of a phase that has not ended is None.
    """
    seeds = PhaseSeed.objects.filter(cycle=cycle).order_by("phase")
    draws = (
        Draw.objects.filter(entry__cycle=cycle)
        .order_by("entry__seq", "place")
        .values_list(
            "entry__key", "entry__seq", "entry__phase", "label", "index", "sides", "value", "purpose", named=True
        )
    )
    return {
        "cycle": cycle.slug,
        "scheme": SCHEME,
        "phases": [{"phase": row.phase, "commitment": row.commitment, "seed": row.public_seed} for row in seeds],
        "draws": [
            {
                "entry": row.entry__key,
                "seq": row.entry__seq,
                "phase": row.entry__phase,
                "label": row.label,
                "index": row.index,
                "sides": int(row.sides),
                "value": int(row.value),
                "purpose": row.purpose,
            }
            for row in draws
        ],
    }
