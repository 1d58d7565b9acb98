"""What reads well and would still come to nothing: effects that do nothing, and what is waited for in vain."""

from collections.abc import Iterator

from nomic.effects.checking.placing import Moment
from nomic.effects.language.nodes import Effect, Expression, Operation, head_of
from nomic.effects.language.operations import (
    ActAs,
    Add,
    ChangeCards,
    Choose,
    Destroy,
    Finish,
    Grant,
    Let,
    Move,
    Offer,
    Play,
    Revoke,
    Swap,
    Take,
    Turn,
    Wait,
)
from nomic.effects.language.reading import EffectFlaw
from nomic.effects.language.values import Literal, Ref
from nomic.effects.language.walking import children, lists, walk

_DEEDS = (Take, Move, Swap, Destroy, Add, ChangeCards, Grant, Revoke, Turn, Finish, Play, ActAs)
_NEEDS_THE_PLAY = (Play, ActAs)
_WITH_A_CARD = ("played", "destroyed")


def comes_to_nothing(effect: Effect, moment: Moment) -> Iterator[EffectFlaw]:
    """A flaw for each part of an effect that can never do anything, or for the whole."""
    for path, node in walk(effect):
        if isinstance(node, Wait):
            yield from _vain_wait(path, node)
        elif isinstance(node, ChangeCards) and not _changes(node):
            yield EffectFlaw(path, "this changes nothing about the cards")
    yield from _too_late(effect, "")
    if moment == "end":
        late = (path for path, node in walk(effect) if isinstance(node, Play))
        yield from (EffectFlaw(path, "'play' cannot stand where a play ends: nothing follows it") for path in late)


def does_something(effect: Effect) -> bool:
    """Whether anything in an effect, if only under some condition, does something."""
    return any(_is_deed(node) for _, node in walk(effect))


def _is_deed(node: object) -> bool:
    if isinstance(node, Let):
        return node.let in node.scope  # what a hook hands on, as what a die shows
    if not isinstance(node, _DEEDS):
        return False
    number = node.take if isinstance(node, Take) else getattr(node, "n", None)
    return not (isinstance(number, Literal) and number.source == 0)


def _changes(change: ChangeCards) -> bool:
    how = (change.gain, change.lose, change.shift, change.tick, change.become, change.collections)
    return any(bool(part) if not isinstance(part, Expression) else True for part in how)


# ── waiting


def _vain_wait(path: str, wait: Wait) -> Iterator[EffectFlaw]:
    if wait.wait == "drawing" and not wait.instead:
        yield EffectFlaw(f"{path}/wait", "a draw can only be replaced: say instead too")
    if wait.instead and wait.wait != "drawing":
        yield EffectFlaw(f"{path}/instead", "only a draw can be replaced")
    if wait.where is not None and wait.wait not in _WITH_A_CARD:
        yield EffectFlaw(f"{path}/where", f"no card is known yet by {wait.wait!r}")
    for below, node in _below(wait, path):
        if isinstance(node, _NEEDS_THE_PLAY):
            yield EffectFlaw(below, f"{head_of(type(node))!r} cannot wait: the play is over by then")
        elif _is_card_of_event(node) and wait.wait not in _WITH_A_CARD:
            yield EffectFlaw(below, f"there is no card in {wait.wait!r}")


def _is_card_of_event(node: object) -> bool:
    return isinstance(node, Ref) and (node.name, node.part) == ("event", "card")


def _below(wait: Wait, path: str) -> Iterator[tuple[str, object]]:
    """What is done when the event comes; what another one waits for is its own matter."""
    waiting = list(children(wait, path))
    while waiting:
        below, node = waiting.pop()
        yield below, node
        if not isinstance(node, Wait):
            waiting += children(node, below)


# ── what is owed


def _too_late(effect: Effect, path: str) -> Iterator[EffectFlaw]:
    """What comes after another's choice in its list is done when that is made, the play being over by then (R41)."""
    is_owed = False
    for place, step in enumerate(effect):
        here = f"{path}/{place}"
        for below, node in walk(step, here) if is_owed else ():
            if isinstance(node, _NEEDS_THE_PLAY):
                yield EffectFlaw(below, f"{head_of(type(node))!r} cannot follow another's choice: the play goes on")
        is_owed = is_owed or _asks_another(step)
        if not is_owed:
            for below, inner in lists(step, here):
                yield from _too_late(inner, below)


def _asks_another(step: Operation) -> bool:
    """Whether somebody else than whoever plays may be asked."""
    if not isinstance(step, Choose | Offer):
        return False
    who = step.by if isinstance(step, Choose) else step.who
    return isinstance(who, Expression) and not (isinstance(who, Ref) and who.name == "me")
