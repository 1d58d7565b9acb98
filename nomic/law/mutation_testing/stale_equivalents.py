"""Check of the lists of equivalent mutants, which are changes without an effect that no test can detect."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from nomic.law.mutation_testing.function_mutants import CodeMutant, code_mutants_of
from nomic.law.mutation_testing.law_mutants import Mutant, mutants_of


def stale_equivalents(document: Mapping[str, Any], keys: Iterable[str]) -> Iterator[str]:
    """Yield the keys that do not name exactly one mutant, because the law or the function has changed since."""
    for key in keys:
        if sum(mutant.key == key for mutant in _near(document, key)) != 1:
            yield key


def _near(document: Mapping[str, Any], key: str) -> Iterable[Mutant | CodeMutant]:
    """Return the mutants of the place or function that a key names, or none if it no longer exists."""
    place = key.partition(": ")[0]
    if place.startswith("/"):
        return mutants_of(document, words=True, at=place)
    try:
        return list(code_mutants_of([place]))
    except (ImportError, KeyError):
        return []
