"""Guesses the answers to a recipe's questions from words that do not ask for it in so many words.

The answers are only filled in: the author sees and confirms them.
"""

import re
from collections.abc import Iterator

from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law
from nomic.recipes.catalogue import Listed
from nomic.recipes.questions import Amount, AnyQuestion, ChoiceQuestion, ItemQuestion, NameQuestion
from nomic.recipes.sentences import A_NUMBER, PHRASES, figure

LONGEST = 400  # characters of the words that are looked at
_NUMBER = re.compile(rf"(?<![\w.])(?:{A_NUMBER})(?![\w.])", re.IGNORECASE)
# "more than 30": what somebody must have, if the recipe asks for that.
_BOUND = re.compile(
    rf"(?:more than|over|above|at least|fewer than|less than|under) (?P<n>{A_NUMBER})(?![\w.])", re.IGNORECASE
)
_ARTICLES = ("a", "an")
_CALLED = re.compile(
    r"(?:called|named|title|titled|office)(?: of)?(?: the)? [“”\"']*"
    r"(?P<name>(?:[A-Z][\w’'-]*)(?: [A-Z][\w’'-]*)*)"
)


def guessed_answers(listed: Listed, words: str, law: Law) -> dict[str, str]:
    """Return answers for the questions that the words seem to answer. All are valid under the law."""
    said = " ".join(words[:LONGEST].split())
    bounds = [figure(found["n"].casefold()) for found in _BOUND.finditer(said)]
    rest = _BOUND.sub("", said)
    numbers = [figure(found[0].casefold()) for found in _NUMBER.finditer(rest) if found[0].casefold() not in _ARTICLES]
    items = [*_items_in(said, law)]
    answers: dict[str, str] = {}
    if not any(_asks_for_a_bound(question) for question in listed.recipe.questions.values()):
        numbers, bounds = [*bounds, *numbers], []
    for name, question in listed.recipe.questions.items():
        answer = _guess(question, said, law, bounds if _asks_for_a_bound(question) else numbers, items)
        if answer is not None:
            answers[name] = answer
    return answers


def _asks_for_a_bound(question: AnyQuestion) -> bool:
    return isinstance(question, Amount) and re.search(r"more than|at least", question.asks, re.IGNORECASE) is not None


def _guess(question: AnyQuestion, said: str, law: Law, numbers: list[str], items: list[str]) -> str | None:
    match question:
        case Amount() if question.unit in ("", "times") or question.unit.rstrip("s") in said.casefold():
            fitting = next((each for each in numbers if question.least <= int(each) <= question.most), None)
            if fitting is not None:
                numbers.remove(fitting)
            return fitting
        case ItemQuestion():
            choices = {choice.value for choice in question.choices(law)}
            return next((item for item in items if item in choices), None)
        case ChoiceQuestion():
            lengths = {choice.value: _length_said(choice.value, said) for choice in question.choices(law)}
            longest = max(lengths, key=lambda name: lengths[name], default="")
            return longest if lengths.get(longest) else None
        case NameQuestion() if found := _CALLED.search(said):
            return found["name"][: question.most]
    return None


def _length_said(name: str, said: str) -> int:
    """Return the length of the longest words for an answer of a choice, or 0."""
    phrase = PHRASES.get(name)
    found = re.finditer(rf"(?<!\w)(?:{phrase})(?!\w)", said, re.IGNORECASE) if phrase else ()
    return max((len(each[0]) for each in found), default=0)


def _items_in(said: str, law: Law) -> Iterator[str]:
    """Yield the items of the law that the words name, in their order."""
    found = [
        (place.start(), name)
        for name, item in items_of(law).items()
        for word in {name, item.plural}
        if (place := re.search(rf"(?<!\w){re.escape(word)}(?!\w)", said, re.IGNORECASE)) is not None
    ]
    yield from dict.fromkeys(name for _, name in sorted(found))
