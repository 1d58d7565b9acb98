"""Guesses the answers to a recipe's questions from words that do not ask for the recipe literally.

The answers are only filled in: the author sees and confirms them.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law
from nomic.recipes.catalogue import Listed
from nomic.recipes.questions import Amount, AnyQuestion, ChoiceQuestion, ItemQuestion, NameQuestion
from nomic.recipes.sentences import A_NUMBER, PHRASES, figure
from nomic.recipes.who_gains_or_loses import Sense, parts_of

LONGEST = 400  # characters of the words that are looked at
_BOUND = re.compile(
    r"(?:(?:(?P<over>more than|over|above|in excess of)|(?P<least>at least)|"
    rf"(?P<under>fewer than|less than|under|below)|"
    rf"(?P<most>at most|no more than|up to)) )?(?<![\w.])(?P<n>{A_NUMBER})(?![\w.])"
    r"(?:(?: [\w’'-]+){0,3}? or (?:(?P<or_more>more)|(?P<or_fewer>fewer|less)))?",
    re.IGNORECASE,
)
# What a bound says about a number, and what else says the same: more than 3 is at least 4.
_RELATIONS = {"over": "more than", "least": "at least", "or_more": "at least", "under": "less than"}
_RELATIONS |= {"most": "at most", "or_fewer": "at most"}
_SAME = {"more than": ("at least", 1), "at least": ("more than", -1), "at most": ("less than", 1)}
# What people write for some answers of a choice, where the words for other answers do not count.
_SAYS = {
    "supporters": re.compile(r"\bvot\w+ (?:for|in favou?r of|yes)\b", re.IGNORECASE),
    "opponents": re.compile(r"\bvot\w+ (?:against|no)\b", re.IGNORECASE),
    "richest": re.compile(r"\b(?:richest|(?:has|have|with) the most)\b", re.IGNORECASE),
    "idle": re.compile(r"\b(?:inactive|idle)\b", re.IGNORECASE),
}
_COUNTED = re.compile(r"How many (?!times)([a-z]+s)\b")
_NOUN = re.compile(r" ([a-z]+?)s?(?!\w)", re.IGNORECASE)
_TIMES = frozenset(("minute", "hour", "day", "week", "month", "phase"))
_ARTICLES = ("a", "an")
_CALLED = re.compile(
    r"(?:called|named|title|titled|office)(?: of)?(?: the)? [“”\"']*"
    r"(?P<name>(?:[A-Z][\w’'-]*)(?: [A-Z][\w’'-]*)*)"
)


@dataclass(frozen=True, slots=True)
class _Number:
    """A number in a sentence: the noun after it in the singular, its bound such as "at least", and its part's sense."""

    figure: str
    noun: str
    relation: str
    sense: Sense

    def answers(self, question: Amount, declared: str, own: str) -> bool:
        """Return whether the number can answer the question for an amount.

        `declared` is the amount's sense in the recipe, and `own` holds the words of the recipe.
        """
        unit, counted = question.unit.rstrip("s"), _COUNTED.match(question.asks)
        if (unit not in ("", "time") or self.noun in _TIMES) and self.noun != unit:
            return False
        if counted and self.noun and self.noun not in own and not counted[1].startswith(self.noun):
            return False
        if declared and not self.sense.fits(declared):
            return False
        return question.least <= int(self.figure) <= question.most


def guessed_answers(listed: Listed, words: str, law: Law) -> dict[str, str] | None:
    """Return answers for the questions that the words seem to answer. All are valid under the law.

    Returns None if the words set a bound that the recipe cannot have, or mention cards and the recipe does not.
    """
    said = " ".join(words[:LONGEST].split())
    numbers = [*_numbers_in(said)]
    items = [*_items_in(said, law)]
    own = f"{listed.recipe.title} {listed.recipe.says} {listed.recipe.also}".casefold()
    if "card" not in own and any(number.noun == "card" for number in numbers):
        return None  # cards are no items
    questions = listed.recipe.questions
    answers: dict[str, str] = {}
    for name, question in questions.items():
        if isinstance(question, Amount) and (who := _decides_who(question, questions)):
            bounds = [each for each in numbers if each.relation]
            numbers = [each for each in numbers if not each.relation]
            if bounds:
                found = _bound(questions[who], bounds[0])
                if found is None:
                    return None
                answers |= {who: found[0], name: found[1]}
    for name, question in questions.items():
        answer = _guess(question, said, law, numbers, items, listed.recipe.senses.get(name, ""), own)
        if answer is not None:
            answers.setdefault(name, answer)
    return answers


def _numbers_in(said: str) -> Iterator[_Number]:
    for part, sense in parts_of(said):
        for found in _BOUND.finditer(part):
            relation = next((says for name, says in _RELATIONS.items() if found[name]), "")
            noun = _NOUN.match(part, found.end("n"))
            if relation or found["n"].casefold() not in _ARTICLES:
                yield _Number(figure(found["n"].casefold()), noun[1].casefold() if noun else "", relation, sense)


def _decides_who(question: Amount, questions: Mapping[str, AnyQuestion]) -> str:
    """Return the question whose answer decides what a bound means, if `question` asks for the bound, else ""."""
    if re.search(r"more than|at least", question.asks, re.IGNORECASE) is None:
        return ""
    return next((name for name, each in questions.items() if _relations(each)), "")


def _relations(question: AnyQuestion) -> dict[str, str]:
    """Return the answers of a question that mean a bound: "Each player with at least a certain number"."""
    labels = question.of.items() if isinstance(question, ChoiceQuestion) else ()
    return {
        says: name
        for name, label in labels
        for says in ("more than", "at least", "less than")
        if f"with {says} " in label
    }


def _bound(question: AnyQuestion, said: _Number) -> tuple[str, str] | None:
    """Return the answers that set this bound: how it is meant, and its number. None if the recipe cannot express it."""
    known = _relations(question)
    if said.relation in known:
        return known[said.relation], said.figure
    other, shift = _SAME.get(said.relation, ("", 0))
    return (known[other], f"{int(said.figure) + shift}") if other in known else None


def _guess(
    question: AnyQuestion, said: str, law: Law, numbers: list[_Number], items: list[str], declared: str, own: str
) -> str | None:
    match question:
        case Amount():
            fitting = next((each for each in numbers if each.answers(question, declared, own)), None)
            if fitting is None:
                return None
            numbers.remove(fitting)
            return fitting.figure
        case ItemQuestion():
            choices = {choice.value for choice in question.choices(law)}
            return next((item for item in items if item in choices), None)
        case ChoiceQuestion():
            names = [choice.value for choice in question.choices(law)]
            certain = [name for name in names if name in _SAYS and _SAYS[name].search(said)]
            if certain:
                return certain[0]
            longest = max(names, key=lambda name: _length_said(name, said), default="")
            return longest if _length_said(longest, said) else None
        case NameQuestion() if found := _CALLED.search(said):
            return found["name"][: question.most]
    return None


def _length_said(name: str, said: str) -> int:
    """Return the length of the longest phrase for this answer of a choice in the words, or 0."""
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
