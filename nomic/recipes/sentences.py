"""Sentences that ask for a recipe in plain words: "Every player gains 2 Coins whenever a phase begins".

A recipe file lists the forms of such sentences. In a form, `(a|b)` is an alternative, `[a]` is optional, commas are
optional, and `<name>` is the answer to a question. The kind of question determines which words match its answer. For
a number of hours, days or weeks, `<name|time>` is a length of time in any of these units.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law
from nomic.law.rules.value_formats import WORDS
from nomic.recipes.catalogue import Listed, recipes
from nomic.recipes.drafting import asked_under
from nomic.recipes.questions import Amount, AnyQuestion, ChoiceQuestion, ItemQuestion, NameQuestion
from nomic.recipes.schema import Recipe

LONGEST = 300  # characters of a sentence that is compared
_TOKEN = re.compile(r"<(?P<name>[a-z_]+)(?P<time>\|time)?>|(?P<sign>[()\[\]|,])|(?P<word>[^\s()\[\]|,<>]+)")
_SIGNS = {"(": "(?:", ")": ")", "[": "(?:", "]": ")?", "|": "|", ",": "(?: ,)?"}
A_NUMBER = rf"\d{{1,6}}|an?|{'|'.join(WORDS)}"
_HOURS: Mapping[str, int] = {"hour": 1, "day": 24, "week": 7 * 24}
_A_TIME = rf"(?:(?:{A_NUMBER}) )?(?:{'|'.join(_HOURS)})s?"  # "every week" has no number
_AN_ITEM = r"[^\W\d_][\w'’-]{0,30}(?: [\w'’-]{1,30}){0,3}?"
_A_NAME = r"(?-i:[A-Z])[\w'’-]{0,30}(?: (?-i:[A-Z])[\w'’-]{0,30}){0,3}"
_QUOTES = re.compile(r"'''|[“”\"*]|(?<!\w)['‘]|['’](?!\w)")
_EACH = r"(?:an?|each|every|the)(?: (?:new|next))?"
_AGAIN = r"(?:when|whenever|each time|every time|as soon as)"


def _at(unit: str) -> str:
    """Return the pattern of phrases for the beginning of every phase, week or day."""
    return (
        rf"{_AGAIN} {_EACH} {unit} (?:begins|starts)|at the (?:start|beginning) of {_EACH} {unit}|"
        rf"(?:each|every) {unit}|(?:once )?(?:an?|per) {unit}"
    )


# What people write for an answer to a choice, by the name of the answer.
PHRASES: Mapping[str, str] = {
    "phase-began": _at("phase"),
    "week-begins": _at("week"),
    "day-begins": _at("day"),
    "phase-ends": rf"{_AGAIN} {_EACH} phase ends|at (?:the end of {_EACH} phase|{_EACH} phase['’]s end)",
    "all": (
        r"(?:all(?: of)?(?: the)?|every|each)(?: of the)? (?:players?|members?)|(?:the )?(?:players|members)|"
        r"everybody|everyone"
    ),
    "active": r"(?:(?:all(?: of)?(?: the)?|every|each|the) )?active players?",
    "reputable": r"(?:(?:all(?: of)?(?: the)?|every|each|the) )?reputable players?",
    "third": "(?:a|one|1) third",
    "half": "(?:a |one )?half",
    "two": "(?:two|2)[ -]thirds",
    **{unit: unit for unit in ("phase", "week", "day")},
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A recipe that a sentence asks for, with its answers."""

    listed: Listed
    answers: Mapping[str, str]


def is_asked_for(words: str) -> bool:
    """Return whether a sentence matches a form of any recipe, regardless of the law."""
    return next(_matches(words), None) is not None


def asked_for(words: str, law: Law) -> Asked | None:
    """Return the recipe that a sentence asks for under a law, or None."""
    for listed, found, given in _matches(words):
        if listed.why_not(law):
            continue
        answers = dict(given)
        for asked in asked_under(listed, law):
            said = found.groupdict().get(asked.name)
            if said is None:
                continue
            answer = _answer(asked.question, law, said)
            if answer is None:
                break
            answers[asked.name] = answer
        else:
            return Asked(listed, answers)
    return None


def _matches(words: str) -> Iterator[tuple[Listed, re.Match[str], Mapping[str, str]]]:
    plain = " ".join(_QUOTES.sub("", words).replace(",", " , ").split()).rstrip(" .!;:")
    if len(plain) > LONGEST:
        return
    for listed, form, given in _forms():
        if (found := form.fullmatch(f" {plain}")) is not None:
            yield listed, found, given


@cache
def _forms() -> tuple[tuple[Listed, re.Pattern[str], Mapping[str, str]], ...]:
    """Return the compiled forms of all recipes, with the answers that each form implies."""
    return tuple(
        (listed, _compiled(listed.recipe, sentence.says), sentence.with_)
        for listed in recipes().values()
        for sentence in listed.recipe.sentences
    )


def _compiled(recipe: Recipe, form: str) -> re.Pattern[str]:
    """Compile a form. The pattern expects a space before each word and each comma."""

    def pattern(token: re.Match[str]) -> str:
        if token["name"]:
            words = _A_TIME if token["time"] else _words_for(recipe.questions[token["name"]])
            return f" (?P<{token['name']}>{words})"
        return _SIGNS[token["sign"]] if token["sign"] else f" {re.escape(token['word'])}"

    return re.compile("".join(map(pattern, _TOKEN.finditer(form))), re.IGNORECASE)


def _words_for(question: AnyQuestion) -> str:
    """Return the pattern of an answer in a sentence. For an item it is generic, because the items depend on the law."""
    match question:
        case Amount():
            return A_NUMBER
        case NameQuestion():
            return _A_NAME
        case ChoiceQuestion():
            return "|".join(PHRASES[name] for name in question.of if name in PHRASES)
    return _AN_ITEM


def _answer(question: AnyQuestion, law: Law, said: str) -> str | None:
    """Return the form's value for an answer as text under a law, or None if the words are no valid answer."""
    plain = said.casefold()
    match question:
        case Amount():
            return _amount(question, plain)
        case NameQuestion():
            return said
        case ChoiceQuestion():
            names = (name for name in question.of if re.fullmatch(PHRASES.get(name, ""), plain))
            return next(names, None)
        case ItemQuestion():
            known = items_of(law)
            for choice in question.choices(law):
                if choice.value and plain in (choice.value.casefold(), known[choice.value].plural.casefold()):
                    return choice.value
            return "" if question.new and plain in (question.new, f"{question.new}s") else None
    return None


def _amount(question: Amount, said: str) -> str | None:
    """Return a number, or a length of time in the unit of the question. None for half a unit."""
    *number, unit = said.split()
    if (hours := _HOURS.get(unit.removesuffix("s"))) is None:
        return figure(said)
    hours *= int(figure(number[0]) if number else 1)
    whole, rest = divmod(hours, _HOURS[question.unit.removesuffix("s")])
    return None if rest else f"{whole}"


def figure(said: str) -> str:
    """Return the digits of a number that `A_NUMBER` matches."""
    return "1" if said in ("a", "an") else f"{WORDS.index(said)}" if said in WORDS else said
