"""Registry of concerns of staff: each kind of thing that waits for staff or is wrong.

The office's page, /healthz, metrics and mail to staff read it. A new kind is one `ConcernKind`, declared in the
`ready()` of an app.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from nomic.accounts.roles import Duty

MAX_SHOWN = 20  # concerns of a kind that the office shows


@dataclass(frozen=True, slots=True)
class Concern:
    """A matter that waits for staff, or something that is wrong.

    `link` is the page on which to deal with it, if there is one.
    """

    summary: str
    link: str = ""
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class CheckContext:
    """The inputs of all checks: the time, and for each service whether it answers. `services` is empty if unknown."""

    now: datetime
    services: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ConcernKind:
    """A kind of concern. `button` is the text of its button, and `help` says what the button does.

    If `is_wrong` is true, the site is unhealthy while there is one. Otherwise it merely waits for somebody. `find`
    yields the concerns in the order of the page: waiting matters oldest first, failures newest first. Its caller may
    stop after `MAX_SHOWN`. The number of queries is bounded. Only people with the duty can deal with it and get its
    button.
    """

    name: str
    title: str
    button: str
    help: str
    is_wrong: bool
    find: Callable[[CheckContext], Iterable[Concern]]
    duty: Duty = Duty.LOOK


_kinds: dict[str, ConcernKind] = {}


def register(*kinds: ConcernKind) -> None:
    """Register kinds of concerns. Raises ValueError if a name is taken."""
    for kind in kinds:
        if _kinds.setdefault(kind.name, kind) != kind:
            raise ValueError(f"two kinds of things for staff are called {kind.name!r}")


def concern_kinds() -> list[ConcernKind]:
    """Return all kinds, those that are wrong first, each in the order of declaration."""
    return sorted(_kinds.values(), key=lambda kind: not kind.is_wrong)
