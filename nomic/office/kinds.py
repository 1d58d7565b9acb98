"""What concerns staff: each kind of thing that waits or is wrong is declared once.

The office's page, /healthz, metrics and mail to staff read kinds here. A new kind is one `OfficeKind`, declared by the
`ready()` of an app.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

MOST = 20  # things that the office shows of one kind


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that waits for staff, or is wrong. `link` is the page where it is dealt with, if there is one."""

    says: str
    link: str = ""
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """What kinds need to know: the present, and which services answer (by name; empty if unknown)."""

    now: datetime
    services: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OfficeKind:
    """A kind of things that concern staff: its name, its title, the words on its button, and what the button does.

    If `is_wrong` is true, the site is not all right while there is one. Otherwise it merely waits for somebody. `find`
    yields the things, oldest first, and may be stopped after `MOST`; the number of its queries is bounded.
    """

    name: str
    title: str
    button: str
    help: str
    is_wrong: bool
    find: Callable[[Look], Iterable[Thing]]


_kinds: dict[str, OfficeKind] = {}


def declare(*kinds: OfficeKind) -> None:
    """Register kinds. Raises ValueError if a name is taken."""
    for kind in kinds:
        if _kinds.setdefault(kind.name, kind) != kind:
            raise ValueError(f"two kinds of things for staff are called {kind.name!r}")


def office_kinds() -> list[OfficeKind]:
    """Return all kinds, those that are wrong first, each in the order of declaration."""
    return sorted(_kinds.values(), key=lambda kind: not kind.is_wrong)
