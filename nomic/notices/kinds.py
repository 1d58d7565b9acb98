"""The kinds of notices, which the apps declare.

People choose which kinds they also get by e-mail or webhook. A new kind is one `NoticeKind` that its app declares. A
system check reports kinds that are used but not declared.
"""

from dataclasses import dataclass

from django.core.checks import CheckMessage, Error


@dataclass(frozen=True, slots=True)
class NoticeKind:
    """A kind of notice: its name, and its title on the settings page."""

    name: str
    title: str
    is_sent: bool = True  # whether it may be sent outside the site
    # Whether the owner of a practice cycle who plays with bots alone has seen what it is about: they moved the clock.
    is_seen_alone: bool = False

    def __post_init__(self) -> None:
        if not 0 < len(self.name) <= 40:
            raise ValueError(f"the name of a kind has 1 to 40 characters, not {self.name!r}")
        if not self.title:
            raise ValueError(f"the kind of notices {self.name!r} has no title, which the page of settings displays")
        _made.append(self)


_made: list[NoticeKind] = []
_kinds: dict[str, NoticeKind] = {}


def declare(kind: NoticeKind) -> None:
    """Register a kind of notices. Raises ValueError if its name is taken."""
    if _kinds.setdefault(kind.name, kind) != kind:
        raise ValueError(f"two kinds of notices are called {kind.name!r}")


def flaws(app_configs: object, **options: object) -> list[CheckMessage]:
    """System check: return an error for each kind of notice that a module creates and no app declares."""
    left_out = dict.fromkeys(kind.name for kind in _made if _kinds.get(kind.name) != kind)
    says = "no app declares the kind of notices {!r}: call nomic.notices.kinds.declare in its ready()"
    return [Error(says.format(name), id="notices.E001") for name in left_out]


def kind_named(name: str) -> NoticeKind:
    """Return the kind with this name. Raises KeyError if no app has declared it."""
    return _kinds[name]


def sent_kinds() -> list[NoticeKind]:
    """Return the kinds that can be sent outside the site, sorted by title."""
    return sorted((kind for kind in _kinds.values() if kind.is_sent), key=lambda kind: kind.title)


TURN = NoticeKind("turn", "A game waits for you", is_seen_alone=True)
REMINDER = NoticeKind("reminder", "Your time in a game is nearly up", is_seen_alone=True)
STANDSTILL = NoticeKind("standstill", "A game of yours repeats itself and may be ended", is_seen_alone=True)
RECAP = NoticeKind("recap", "A phase is over, and its recap is ready", is_seen_alone=True)
ENDED = NoticeKind("cycle-ended", "A cycle that you play in has ended")
TROUBLE = NoticeKind("trouble", "One of your webhooks was switched off", is_sent=False)
