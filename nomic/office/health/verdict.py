"""The verdict on the site's health, for the office, /healthz, metrics and mail to staff."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.utils import timezone

from nomic.office.concerns import MAX_SHOWN, CheckContext, Concern, ConcernKind, concern_kinds


@dataclass(frozen=True, slots=True)
class KindWithConcerns:
    """A kind with its current concerns, at most `MAX_SHOWN`. `more` is true if there are others."""

    kind: ConcernKind
    things: list[Concern]
    more: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """All concerns that currently need the attention of staff, by kind. Kinds without concerns are left out."""

    wrong: list[KindWithConcerns]
    waiting: list[KindWithConcerns]

    @property
    def is_all_right(self) -> bool:
        """True if nothing is wrong. Concerns that merely wait for somebody do not count."""
        return not self.wrong

    @property
    def words(self) -> str:
        """The verdict in a sentence."""
        if self.is_all_right:
            return "Everything is all right."
        return f"Something is wrong: {', '.join(found.kind.title.lower() for found in self.wrong)}."

    def as_json(self) -> dict[str, Any]:
        """Return the verdict for monitoring: only names of kinds and numbers, because anybody may read /healthz."""
        return {"all right": self.is_all_right, "wrong": {found.kind.name: len(found.things) for found in self.wrong}}


def verdict(services: Mapping[str, bool] | None = None) -> Verdict:
    """Return everything that currently needs the attention of staff.

    `services` maps each service to whether it responds. Services that it lacks are left out.
    """
    look = CheckContext(timezone.now(), services or {})
    found = [each for each in (_found(kind, look) for kind in concern_kinds()) if each.things]
    return Verdict(
        [each for each in found if each.kind.is_wrong],
        [each for each in found if not each.kind.is_wrong],
    )


def for_health(services: Mapping[str, bool]) -> dict[str, Any]:
    """Return the verdict for /healthz."""
    return verdict(services).as_json()


def _found(kind: ConcernKind, look: CheckContext) -> KindWithConcerns:
    things = list(islice(kind.find(look), MAX_SHOWN + 1))
    return KindWithConcerns(kind, things[:MAX_SHOWN], len(things) > MAX_SHOWN)
