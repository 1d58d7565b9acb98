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
_ARTICLES = ("a", "an")
_CALLED = re.compile(
    r"(?:called|named|title|titled|office)(?: of)?(?: the)? [“”\"']*"
    r"(?P<name>(?:[A-Z][\w’'-]*)(?: [A-Z][\w’'-]*)*)"
)


def guessed_answers(listed: Listed, words: str, law: Law) -> dict[str, str]:
    """Return answers for the questions that the words seem to answer. All are valid under the law."""
    said = " ".join(words[:LONGEST].split())
    numbers = [figure(found[0].casefold()) for found in _NUMBER.finditer(said) if found[0].casefold() not in _ARTICLES]
    items = [*_items_in(said, law)]
    answers: dict[str, str] = {}
    for name, question in listed.recipe.questions.items():
        answer = _guess(question, said, law, numbers, items)
        if answer is not None:
            answers[name] = answer
    return answers


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
            return next((name for name in question.of if _is_said(name, said)), None)
        case NameQuestion() if found := _CALLED.search(said):
            return found["name"][: question.most]
    return None


def _is_said(name: str, said: str) -> bool:
    phrase = PHRASES.get(name)
    return phrase is not None and re.search(rf"(?<!\w)(?:{phrase})(?!\w)", said, re.IGNORECASE) is not None


def _items_in(said: str, law: Law) -> Iterator[str]:
    """Yield the items of the law that the words name, in their order."""
    found = [
        (place.start(), name)
        for name, item in items_of(law).items()
        for word in {name, item.plural}
        if (place := re.search(rf"(?<!\w){re.escape(word)}(?!\w)", said, re.IGNORECASE)) is not None
    ]
    yield from dict.fromkeys(name for _, name in sorted(found))
