"""The kinds of notices. Each room declares its own; people choose which kinds are also sent to them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NoticeKind:
    """A kind of notice: its name, and its title on the page of settings."""

    name: str
    title: str
    is_sent: bool = True  # whether it may be sent outside the site

    def __post_init__(self) -> None:
        if not 0 < len(self.name) <= 40:
            raise ValueError(f"the name of a kind has 1 to 40 characters, not {self.name!r}")


_kinds: dict[str, NoticeKind] = {}


def declare(kind: NoticeKind) -> None:
    """Register a kind."""
    _kinds[kind.name] = kind


def kind_named(name: str) -> NoticeKind:
    """Return the kind of that name. Raises KeyError if no room has declared it."""
    return _kinds[name]


def sent_kinds() -> list[NoticeKind]:
    """Return the kinds that can be sent, by title."""
    return sorted((kind for kind in _kinds.values() if kind.is_sent), key=lambda kind: kind.title)


TURN = NoticeKind("turn", "A game waits for you")
REMINDER = NoticeKind("reminder", "Your time in a game is nearly up")
STANDSTILL = NoticeKind("standstill", "A game of yours repeats itself and may be ended")
TROUBLE = NoticeKind("trouble", "A webhook of yours was switched off", is_sent=False)
