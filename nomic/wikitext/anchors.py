"""Targets of links within a set of rules."""

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Anchors:
    """Link targets within the ruleset: `[[#Card gifting]]` by title, or `[[#card-gifting]]` by id."""

    places: tuple[tuple[str, str], ...] = ()

    @cached_property
    def _ids(self) -> dict[str, str]:
        return dict(reversed(self.places))

    def rule_at(self, target: str) -> str | None:
        """Return the id of the rule that a link's target names, or None."""
        if not target.startswith("#"):
            return None
        return self._ids.get(" ".join(target[1:].replace("_", " ").casefold().split()))


NO_ANCHORS = Anchors()
