"""Effects and conditions as the law's sections hold them: JSON, kept as it is written, and what is wrong with it."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from nomic.effects.checking.flaws import flaws_of
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.moments import Moment
from nomic.effects.language.nodes import Kind, Scope, Sizes
from nomic.effects.language.reading import read_condition, read_effect, read_value
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.language.walking import Piece
from nomic.law.json_text import Json
from nomic.law.sections import Flaw

ConditionJson = dict[str, Any]
# A condition, or a name that is true or false: `$first`.
TruthJson = ConditionJson | Annotated[str, StringConstraints(pattern=r"^\$[a-z][a-z0-9_]{0,30}$")]
EffectJson = Annotated[list[dict[str, Any]], Field(max_length=100)]


def condition_flaws(
    path: str, raw: TruthJson | None, scope: Scope, known: Vocabulary, moment: Moment = "legality"
) -> Iterator[Flaw]:
    """What is wrong with a condition that stands at `path`."""
    if raw is not None:
        yield from _flaws(path, lambda: read_condition(raw, scope), known, moment)


def effect_flaws(
    path: str,
    raw: EffectJson,
    scope: Scope,
    known: Vocabulary,
    moment: Moment,
    times: int = 1,
    given: Sizes | None = None,
) -> Iterator[Flaw]:
    """What is wrong with an effect that stands at `path`, and that one entry of the journal may run so many times."""
    if raw:
        yield from _flaws(path, lambda: read_effect(raw, scope), known, moment, times, given)


def value_flaws(
    path: str, raw: Json, kind: Kind, scope: Scope, known: Vocabulary, moment: Moment = "legality"
) -> Iterator[Flaw]:
    """What is wrong with a value of a kind that stands at `path`."""

    def read() -> Piece:
        value = read_value(raw, scope)
        if value.kind != kind:
            raise EffectFlaw("", f"a value of the kind {kind} needed here, not of {value.kind}")
        return value

    yield from _flaws(path, read, known, moment)


def _flaws(
    path: str,
    read: Callable[[], Piece],
    known: Vocabulary,
    moment: Moment,
    times: int = 1,
    given: Sizes | None = None,
) -> Iterator[Flaw]:
    try:
        piece = read()
    except EffectFlaw as flaw:
        yield Flaw(f"{path}{flaw.path}", flaw.detail)
        return
    for found in flaws_of(piece, known, moment, times, given):
        yield Flaw(f"{path}{found.path}", found.detail)
