"""Names of the events that effects can wait for, and the names that each event provides.

Apps declare events. Effects must not import apps, so a higher layer registers the events here.
"""

from collections import ChainMap
from collections.abc import Callable, Collection, Mapping

from nomic.effects.language.nodes.base import Scope

# Names of calendar events in deferred effects.
PHASE_ENDS = "phase-ends"
DAY_BEGINS = "day-begins"
WEEK_BEGINS = "week-begins"
WEEK_ENDS = "week-ends"
OTHER_NAMES: Mapping[str, str] = {"phase-begins": "phase-began"}

# An act of a player. What waits for it names the action.
DOES = "does"

Gone = Mapping[str, frozenset[str]]

_scopes: list[Callable[[], Mapping[str, Scope]]] = []
_descriptions: list[Callable[[], Mapping[str, str]]] = []
_gone: list[Callable[[], Gone]] = []
_topics: list[Callable[[], Mapping[str, str]]] = []


def register_events(
    *,
    scopes: Callable[[], Mapping[str, Scope]],
    descriptions: Callable[[], Mapping[str, str]],
    gone: Callable[[], Gone],
    topics: Callable[[], Mapping[str, str]],
) -> None:
    """Register functions that describe the events.

    `scopes()` returns the names that each kind of event provides, with their kinds. `descriptions()` returns each event
    as a clause after "whenever": "a player joins". `gone()` returns, for each event, the names whose values can never
    be used. `topics()` returns the topic of each event, such as "Players". Menus list the topics in this order.
    """
    if scopes not in _scopes:
        _scopes.append(scopes)
        _descriptions.append(descriptions)
        _gone.append(gone)
        _topics.append(topics)


def event_named(word: str) -> str:
    """Return the kind of event that a word of the law denotes. Some events have several words."""
    return OTHER_NAMES.get(word, word)


def act_event(action: str) -> str:
    """Return the kind of event of a player performing an action, in the form in which deferred effects store it."""
    return f"{DOES} {action}"


def scope_of_event(word: str) -> Scope | None:
    """Return the names that the event with this word provides, with their kinds, or None if there is no such event."""
    return next((known[event_named(word)] for known in _known() if event_named(word) in known), None)


def gone_at(word: str) -> frozenset[str]:
    """Return the names of this event whose values an effect can never use."""
    return frozenset().union(*(known().get(event_named(word), frozenset()) for known in _gone))


def event_in_words(word: str) -> str:
    """Return the event with this word as a clause after "whenever", such as "a player joins"."""
    return _in_words(word, _described())


def _in_words(word: str, described: Mapping[str, str]) -> str:
    kind = event_named(word)
    if kind.startswith(act_event("")):
        return f"somebody uses “{kind.removeprefix(act_event(''))}”"
    return described.get(kind, f"“{word}”")


def _described() -> Mapping[str, str]:
    """Return each event in words, by its kind. The words that were registered first win."""
    return ChainMap(*(dict(read()) for read in _descriptions))


def words_for_events(among: Collection[str] | None = None) -> list[str]:
    """Return all words for events, sorted. If `among` is given, return only the words for these kinds of events."""
    kinds = {kind for known in _known() for kind in known if among is None or kind in among} - {DOES}
    return sorted(kinds | {word for word, kind in OTHER_NAMES.items() if kind in kinds})


Topics = list[tuple[str, list[tuple[str, str]]]]


def events_by_topic(among: Collection[str] | None = None) -> Topics:
    """Return the events for a menu: pairs of a topic and its events, each as its word and its meaning.

    Each meaning is listed once. If `among` is given, only these kinds of events are listed.
    """
    found: dict[str, dict[str, str]] = {topic: {} for read in _topics for topic in read().values()}
    topic_of = {kind: topic for read in _topics for kind, topic in read().items()}
    described = _described()
    for word in reversed(words_for_events(among)):
        found.setdefault(topic_of.get(event_named(word), ""), {})[_in_words(word, described)] = word
    return [(topic, [(word, said) for said, word in sorted(words.items())]) for topic, words in found.items() if words]


def with_word(topics: Topics, chosen: str) -> Topics:
    """Return a menu of events in which the event of the word `chosen` is listed under exactly this word.

    The menu may list the event under another of its words.
    """
    kind = event_named(chosen)
    return [
        (topic, [(chosen if event_named(word) == kind else word, said) for word, said in events])
        for topic, events in topics
    ]


def _known() -> list[Mapping[str, Scope]]:
    return [read() for read in _scopes]
