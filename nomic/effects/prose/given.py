"""What the names that an event gives are called in sentences: the room above says so, for effects know no rooms."""

from collections.abc import Callable, Mapping

from nomic.effects.prose.context import Context, Meant

_callers: list[Callable[[str], Mapping[str, Meant]]] = []


def register_given(call: Callable[[str], Mapping[str, Meant]]) -> None:
    """`call(word)` gives what the names of the event are called that a word of the law means."""
    if call not in _callers:
        _callers.append(call)


def knowing_event(word: str, context: Context) -> Context:
    """With the names that an event gives, in place of others that are called the same."""
    for call in _callers:
        for name, meant in call(word).items():
            context = context.knowing(name, meant)
    return context
