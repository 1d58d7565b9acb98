"""The kinds of notices, which the apps declare.

People choose which kinds they also get by e-mail or webhook. A new kind is one `NoticeKind` that its app declares. A
system check reports kinds that are used but not declared.
"""

from dataclasses import dataclass
from enum import StrEnum

from django.core.checks import CheckMessage, Error

from nomic.accounts.models import Person
from nomic.accounts.roles import Duty, has_duty
from nomic.notices.pages_with_tasks import FindPages, pages_to_vote_on


class Heading(StrEnum):
    """A heading for kinds of notices on the settings page, in the order there."""

    GAMES = "Your games"
    LAW = "Votes, rules and the Court"
    TRADES = "Trades"
    TALK = "Talk"
    ACCOUNT = "Your account"
    STAFF = "For staff"


@dataclass(frozen=True, slots=True)
class NoticeKind:
    """A kind of notice: its name, and its title and heading on the settings page. Only staff see `Heading.STAFF`."""

    name: str
    title: str
    heading: Heading
    is_sent: bool = True  # whether it may be sent outside the site
    # Whether the owner of a practice cycle who plays with bots alone has seen what it is about: they moved the clock.
    is_seen_alone: bool = False
    # On which pages the recipient is still asked for something: a notice that leads elsewhere is read by itself. None
    # for a kind that asks for nothing and waits to be read.
    open_pages: FindPages | None = None

    def __post_init__(self) -> None:
        if not 0 < len(self.name) <= 40:
            raise ValueError(f"the name of a kind has 1 to 40 characters, not {self.name!r}")
        if not self.title:
            raise ValueError(f"the kind of notices {self.name!r} has no title, which the page of settings displays")
        _made.append(self)


_made: list[NoticeKind] = []
_kinds: dict[str, NoticeKind] = {}


def register_notice_kind(kind: NoticeKind) -> None:
    """Register a kind of notices. Raises ValueError if its name is taken."""
    if _kinds.setdefault(kind.name, kind) != kind:
        raise ValueError(f"two kinds of notices are called {kind.name!r}")


def flaws(app_configs: object, **options: object) -> list[CheckMessage]:
    """System check: return an error for each kind of notice that a module creates and no app declares."""
    left_out = dict.fromkeys(kind.name for kind in _made if _kinds.get(kind.name) != kind)
    says = "no app declares the kind of notices {!r}: call nomic.notices.kinds.register_notice_kind in its ready()"
    return [Error(says.format(name), id="notices.E001") for name in left_out]


def kind_named(name: str) -> NoticeKind:
    """Return the kind with this name. Raises KeyError if no app has declared it."""
    return _kinds[name]


def asking_kinds() -> dict[str, FindPages]:
    """Return the kinds that ask for something, by name, each with the function that finds the pages that still do."""
    return {name: kind.open_pages for name, kind in _kinds.items() if kind.open_pages is not None}


def sent_kinds(person: Person) -> list[NoticeKind]:
    """Return the kinds that can be sent to a person outside the site, by heading, then by title."""
    headings = [each for each in Heading if each is not Heading.STAFF or has_duty(person, Duty.LOOK)]
    found = (kind for kind in _kinds.values() if kind.is_sent and kind.heading in headings)
    return sorted(found, key=lambda kind: (headings.index(kind.heading), kind.title))


TURN = NoticeKind("turn", "A game waits for you", Heading.GAMES, is_seen_alone=True)
REMINDER = NoticeKind("reminder", "Your time in a game is nearly up", Heading.GAMES, is_seen_alone=True)
RECAP = NoticeKind("recap", "A phase is over, and its recap is ready", Heading.GAMES, is_seen_alone=True)
PROPOSED = NoticeKind(
    "proposed",
    "Somebody proposes a change to the rules",
    Heading.LAW,
    is_seen_alone=True,
    open_pages=pages_to_vote_on,
)
ENDED = NoticeKind("cycle-ended", "A cycle that you play in has ended", Heading.GAMES)
TROUBLE = NoticeKind("trouble", "One of your webhooks was switched off", Heading.ACCOUNT, is_sent=False)
