"""Labels for people in place of the codes that identify things in the journal."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TypeVar, cast

from nomic.clauses.models import QuestionPrompt
from nomic.cycles.models import ALPHABET, Cycle

Labels = Callable[[Cycle, Collection[str]], Mapping[str, str]]

T = TypeVar("T", bound=int | tuple[str, ...])
LIKE_A_CODE = re.compile(f"[{ALPHABET}]{{8}}")

_sources: list[Labels] = []


def register_labels(source: Labels) -> None:
    """Register `source(cycle, codes)`, which returns the labels of those codes that belong to its own objects, by code.

    A label fits within a sentence: "proposal 12, Lamps". Registering the same source again has no effect.
    """
    if source not in _sources:
        _sources.append(source)


def labels_of(cycle: Cycle, texts: Iterable[object]) -> Mapping[str, str]:
    """Return labels by code, for those texts that are codes of objects in the cycle.

    Sends no query if no text looks like a code, otherwise at most one for each source.
    """
    codes = {text for text in texts if isinstance(text, str) and LIKE_A_CODE.fullmatch(text)}
    found: dict[str, str] = {}
    for source in _sources:
        if not codes:
            break
        found |= source(cycle, codes)
        codes -= found.keys()
    return found


def with_labels(kept: T, labels: Mapping[str, str]) -> T:
    """Return the content of a value, with labels in place of codes."""
    if not labels or not isinstance(kept, tuple):
        return kept
    return cast(T, tuple(labels.get(str(each), str(each)) for each in kept))


def question_labels(cycle: Cycle, codes: Collection[str]) -> Mapping[str, str]:
    """Return labels of questions, open or closed, by code."""
    found = QuestionPrompt.objects.filter(cycle=cycle, code__in=codes).values_list("code", "prompt")
    return {code: f"the question “{prompt}”" for code, prompt in found}
