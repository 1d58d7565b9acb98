"""Ways out of a refusal: pages on which one gets what is missing, such as the shop for somebody with too few cards."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import Refusal, Refused


@dataclass(frozen=True, slots=True)
class WayOut:
    """A link, and what one does on its page: "Buy a pack"."""

    label: str
    address: str


# Returns what helps the visitor now against a refusal with a certain code.
Find = Callable[[ReadContext], Sequence[WayOut]]
_finds: dict[str, Find] = {}


def help_with(code: str, find: Find) -> None:
    """Register what helps against the refusals with a code."""
    _finds[code] = find


def ways_out(moment: ReadContext, refused: Refusal | None) -> Sequence[WayOut]:
    """Return what helps against a refusal, the best first. Often that is nothing."""
    find = _finds.get(refused.code) if isinstance(refused, Refused) else None
    return () if find is None else find(moment)
