"""Effects and conditions in sections of the law: their JSON types, and cached checks.

The flaws of a piece depend only on the piece and on the names of the law. Whether the law has the names that the piece
uses is looked up each time. The rest is cached, because few amendments change what it depends on.
"""

import json
from collections import deque
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from nomic.effects.checking.find_flaws import Checked, check_parsed, relevant_vocabulary
from nomic.effects.checking.piece_places import Noted, note_place
from nomic.effects.language.allowed_moments import Moment
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.node_traversal import Piece
from nomic.effects.language.nodes.base import Extent, Kind, Scope, Sizes
from nomic.effects.language.parser import read_condition, read_effect, read_value
from nomic.effects.language.vocabulary import OutcomeWork, Vocabulary
from nomic.effects.prose.context import NameMeaning
from nomic.law.document.sections import Flaw
from nomic.law.schema.json_reader import Json

# The format marks in a schema which fields contain the language.
ConditionJson = Annotated[dict[str, Any], Field(json_schema_extra={"format": "condition"})]
# A condition, or a name whose value is true or false: `$first`.
TruthJson = ConditionJson | Annotated[str, StringConstraints(pattern=r"^\$[a-z][a-z0-9_]{0,30}$")]
ValueJson = Annotated[dict[str, Any], Field(json_schema_extra={"format": "value"})]  # a computed value
EffectJson = Annotated[list[dict[str, Any]], Field(max_length=100, json_schema_extra={"format": "effect"})]


Called = Mapping[str, NameMeaning]

EFFECT, CONDITION = "an effect", "a condition"  # or the kind of a value
KNOWN = 4_000  # cached pieces


class _Decisive:
    """The part of a vocabulary on which the checks depend, as a cache key shared by all laws in which it is equal."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary


_known: deque[tuple[Vocabulary, _Decisive]] = deque(maxlen=16)  # of the laws that were checked last


def condition_flaws(
    path: str,
    raw: TruthJson | None,
    scope: Scope,
    known: Vocabulary,
    moment: Moment = "legality",
    called: Called | None = None,
) -> Iterator[Flaw]:
    """Yield the flaws of a condition at `path`. `called` holds the nouns that sentences use for the names in scope."""
    note_place(path, Noted("truth", scope, known, moment, called=called or {}))
    if raw is not None:
        yield from _flaws(path, CONDITION, raw, scope, known, moment)


def effect_flaws(
    path: str,
    raw: EffectJson,
    scope: Scope,
    known: Vocabulary,
    moment: Moment,
    times: int = 1,
    given: Sizes | None = None,
    called: Called | None = None,
) -> Iterator[Flaw]:
    """Yield the flaws of an effect at `path` that one journal entry may run `times` times.

    `given` holds the sizes of the names in scope, `called` the nouns that sentences use for them.
    """
    note_place(path, Noted(None, scope, known, moment, times, given, called=called or {}))
    if raw:
        yield from _flaws(path, EFFECT, raw, scope, known, moment, times, given)


def value_flaws(
    path: str,
    raw: Json,
    kind: Kind,
    scope: Scope,
    known: Vocabulary,
    moment: Moment = "legality",
    called: Called | None = None,
) -> Iterator[Flaw]:
    """Yield the flaws of the value `raw` at `path`, which must be of kind `kind`; nothing if `raw` is None.

    It may use the names in `scope`, and is evaluated at `moment`. `called` maps them to nouns for messages and editors.
    """
    note_place(path, Noted(kind, scope, known, moment, called=called or {}))
    if raw is not None:
        yield from _flaws(path, kind, raw, scope, known, moment)


def _flaws(
    path: str,
    what: str,
    raw: Json,
    scope: Scope,
    known: Vocabulary,
    moment: Moment,
    times: int = 1,
    given: Sizes | None = None,
) -> Iterator[Flaw]:
    sizes = None if given is None else tuple(sorted(given.items()))
    names = tuple(sorted(scope.items()))
    found = _checked(what, json.dumps(raw), names, _decisive_part(known), moment, times, sizes)
    for flaw in found.flaws(known):
        yield Flaw(f"{path}{flaw.path}", flaw.detail)


def _decisive_part(known: Vocabulary) -> _Decisive:
    for vocabulary, part in _known:
        if vocabulary is known:
            return part
    new = relevant_vocabulary(known)
    part = _shared_part(
        tuple(sorted(new.collections.items())),
        new.secrets,
        tuple(sorted(new.pools.items())),
        new.rolled_for,
        new.there_are,
    )
    _known.append((known, part))
    return part


@lru_cache(maxsize=256)  # tables of several laws take turns, and each law has a few vocabularies
def _shared_part(
    collections: tuple[tuple[str, tuple[str, ...]], ...],
    secrets: frozenset[str],
    pools: tuple[tuple[str, OutcomeWork], ...],
    rolled_for: int,
    there_are: frozenset[str],
) -> _Decisive:
    return _Decisive(
        Vocabulary(
            collections=dict(collections),
            secrets=secrets,
            pools=dict(pools),
            rolled_for=rolled_for,
            there_are=there_are,
        )
    )


@lru_cache(maxsize=KNOWN)
def _checked(
    what: str,
    raw: str,
    scope: tuple[tuple[str, Kind], ...],
    part: _Decisive,
    moment: Moment,
    times: int,
    given: tuple[tuple[str, Extent], ...] | None,
) -> Checked:
    """Return what the checks of a piece find, cached by the piece's JSON text."""
    try:
        piece = _read(what, json.loads(raw), dict(scope))
    except EffectFlaw as flaw:
        return Checked((), (EffectFlaw(flaw.path, flaw.detail),))
    return check_parsed(piece, part.vocabulary, moment, times, None if given is None else dict(given))


def _read(what: str, raw: Json, scope: Scope) -> Piece:
    if what == EFFECT:
        return read_effect(raw, scope)
    if what == CONDITION:
        return read_condition(raw, scope)
    value = read_value(raw, scope)
    if value.kind != what:
        raise EffectFlaw("", f"a value of the kind {what} needed here, not of {value.kind}")
    return value
