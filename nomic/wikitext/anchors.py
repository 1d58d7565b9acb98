"""Targets of links within a set of rules."""

import re
from dataclasses import dataclass
from functools import cached_property

_LINK = re.compile(r"\[\[#(?P<target>[^\[\]|\n]{1,200})(?:\|(?P<words>[^\[\]\n]{1,200}))?\]\]")


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


def with_plain_links(text: str) -> str:
    """Return wikitext with the words of its links to rules in their place, for pages without these rules."""
    return _LINK.sub(lambda link: (link["words"] or link["target"].replace("_", " ")).strip(), text)
