"""Sentences about what a collection has: "Add Silvery to the collection Basic", "Torn leaves the collection Common"."""

import re
from collections.abc import Mapping
from typing import Any

from nomic.effects.prose.english_grammar import listed
from nomic.law.document.sections import Law, pointer
from nomic.recipes.plain_rules.draft_rule import LONGEST, bare_sentence
from nomic.web.composer.orders.changes.drafted_law import NotPlaced
from nomic.web.typed_amendments import Operation, replaced

_NAME = r"[\w’' -]{2,40}?"
_WHAT = rf"(?:the )?(?:(?:modifiers?|elements?|entry|entries) )?(?P<what>{_NAME}(?:(?:, and |, | and ){_NAME}){{0,5}})"
_IN = (
    r"(?:the )?(?:(?:elements|list|modifiers) (?:of|in) )?(?:the )?"
    r"(?:collection (?P<after><known>)|(?P<before><known>) collection)"
)
_FORMS = (
    (True, rf"(?:add|append|put|include) {_WHAT} (?:to|in|into) {_IN}"),
    (
        True,
        rf"{_IN} (?:(?:now|also|should|shall|will) )*(?:contains?|includes?|gains?|gets?) {_WHAT}(?: too| as well)?",
    ),
    (True, rf"{_WHAT} (?:(?:now|also|should|shall|will) )*(?:joins?|belongs? to|(?:is|are|be) (?:added to|in)) {_IN}"),
    (False, rf"(?:remove|delete|drop|take|strike) {_WHAT} (?:from|out of) {_IN}"),
    (False, rf"{_IN} (?:no longer (?:contains?|includes?|has)|loses?) {_WHAT}"),
    (False, rf"{_WHAT} (?:leaves?|(?:is|are|be) (?:removed|taken) from|(?:is|are) no longer in) {_IN}"),
)
_BETWEEN = re.compile(r", and |, | and ")


def collections_said(words: str, law: Law) -> list[Operation] | None:
    """Return the amendments for a sentence about the elements of a collection, or None for other sentences.

    The list is empty if the sentence already holds. Raises NotPlaced if an element is unknown, or listed several times.
    """
    collections: Mapping[str, Any] = law.document.get("collections") or {}
    if not collections or len(words) > LONGEST:
        return None
    plain = bare_sentence(words)
    for is_added, form in law.once("sentences about collections", lambda: _compiled(collections)):
        if (found := form.fullmatch(plain)) is not None:
            said_of = found["after"] or found["before"]
            name = next(each for each in collections if each.casefold() == said_of.casefold())
            now = list(collections[name]["elements"])
            said = [_element(law, each, now) for each in _BETWEEN.split(found["what"])]
            new = _with(now, said) if is_added else _without(now, said, name)
            return [] if new == now else replaced(pointer("collections", name, "elements"), now, new)
    return None


def _compiled(collections: Mapping[str, Any]) -> list[tuple[bool, re.Pattern[str]]]:
    known = "|".join(map(re.escape, sorted(collections, key=len, reverse=True)))
    return [(is_added, re.compile(form.replace("<known>", known), re.IGNORECASE)) for is_added, form in _FORMS]


def _element(law: Law, said: str, now: list[str]) -> str:
    known: dict[str, str] = {each.casefold(): each for each in (*(law.document.get("modifiers") or {}), *now)}
    if (element := known.get(said.strip().casefold())) is None:
        raise NotPlaced(f"no modifier is called “{said.strip()}”")
    return element


def _with(now: list[str], said: list[str]) -> list[str]:
    return [*now, *(each for each in said if each not in now)]


def _without(now: list[str], said: list[str], name: str) -> list[str]:
    several = [each for each in said if now.count(each) > 1]
    if several:
        raise NotPlaced(
            f"{listed(several, 'and')} is listed {now.count(several[0])} times in {name}: say below how many to remove"
        )
    return [each for each in now if each not in said]
