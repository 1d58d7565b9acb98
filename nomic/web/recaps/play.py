"""The play of a phase: the act that won a match, or after which a player gained or a value moved most."""

from collections.abc import Iterable

from nomic.cycles.models import Entry

JOINING = frozenset({"joined", "outfitted"})  # what a player starts with is no play


def play_of(acted: Iterable[Entry]) -> Entry | None:
    """Return the play among acts of players: a won match first, then the greatest change, then the earliest act.

    Returns None if no act won a match, and nobody gained and no value moved by an act.
    """
    play = max(acted, key=lambda entry: (*_weight(entry), -entry.seq), default=None)
    return play if play is not None and any(_weight(play)) and play.words else None


def _weight(entry: Entry) -> tuple[bool, float]:
    """Return whether the act won a match, and its greatest gain of an item or move of a value."""
    kinds = {event.get("kind") for event in entry.events}
    if kinds & JOINING:
        return False, 0
    won = any(event.get("kind") == "match-over" and event.get("winners") for event in entry.events)
    return won, max(map(_change, entry.events), default=0)


def _change(event: dict[str, object]) -> float:
    if event.get("kind") == "item-gained":
        return _number(event.get("n"))
    if event.get("kind") == "value-moved":
        return abs(_number(event.get("now")) - _number(event.get("before")))
    return 0


def _number(value: object) -> float:
    return value if isinstance(value, int | float) else 0
