"""Nouns for the names that events provide. A higher layer registers them, because effects do not import apps."""

from collections.abc import Callable, Mapping

from nomic.effects.prose.context import Context, Meant

_callers: list[Callable[[str], Mapping[str, Meant]]] = []


def register_given(call: Callable[[str], Mapping[str, Meant]]) -> None:
    """Register a function that returns the nouns for the names of an event.

    Its argument is the event's word in the law.
    """
    if call not in _callers:
        _callers.append(call)


def knowing_event(word: str, context: Context) -> Context:
    """Return the context extended by the names that an event provides, which shadow equal names."""
    for call in _callers:
        for name, meant in call(word).items():
            context = context.knowing(name, meant)
    return context
