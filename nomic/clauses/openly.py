"""Entries from before every draw that decides something of a secret was a secret one."""

from nomic.clauses.models import DrawnOpenly
from nomic.cycles.moment import Act


def was_drawn_openly(act: Act) -> bool:
    """Whether an act repeats an entry that shows draws which would be secret now: they fall as they fell."""
    if not act.is_repeated:
        return False
    return act.recall("drawn openly", lambda: DrawnOpenly.objects.filter(key=act.key).exists())
