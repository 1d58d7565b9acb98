"""Suggestions after a refusal: pages that help, such as the shop for a player with too few cards."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import Refusal, Refused


@dataclass(frozen=True, slots=True)
class WayOut:
    """A link to a page, and what to do there: "Buy a pack"."""

    label: str
    address: str


# Returns what helps the visitor now against a refusal with a certain code.
Find = Callable[[ReadContext], Sequence[WayOut]]
_finds: dict[str, Find] = {}


def help_with(code: str, find: Find) -> None:
    """Register the suggestions for refusals with this code."""
    _finds[code] = find


def ways_out(ctx: ReadContext, refused: Refusal | None) -> Sequence[WayOut]:
    """Return the suggestions for a refusal, the best first. Often there are none."""
    find = _finds.get(refused.code) if isinstance(refused, Refused) else None
    return () if find is None else find(ctx)
