"""Sentences that ask for a recipe in plain words: "Every player gains 2 Coins whenever a phase begins".

A recipe file lists the forms of such sentences. In a form, `(a|b)` is an alternative, `[a]` is optional, commas are
optional, and `<name>` is the answer to a question. `{pays}` is one of the recurring parts in `PARTS`. The kind of
question determines which words match its answer. For a number of hours, days or weeks, `<name|time>` is a length of
time in any of these units. `<name|over>` and `<name|under>` are a bound that is one more or one less than the number.
`<name|maybe>` may be missing from the sentence.

An answer may occur several times. All that the sentence has must agree, and at least one must be there unless the form
says what it is otherwise.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law
from nomic.law.rules.value_formats import WORDS
from nomic.recipes.catalogue import Listed, recipes
from nomic.recipes.drafting import asked_under
from nomic.recipes.pattern_parts import PARTS, with_own_parts
from nomic.recipes.questions import Amount, AnyQuestion, ChoiceQuestion, EntryQuestion, ItemQuestion, NameQuestion
from nomic.recipes.schema import Sentence

LONGEST = 300  # characters of a sentence that is compared
REMEMBERED = 4_000  # sentences whose forms are known; a page reads its text several times
_TOKEN = re.compile(
    r"<(?P<name>[a-z_]+)(?:\|(?P<how>time|over|under|maybe))?>|\{(?P<part>[a-z_]+)\}|(?P<sign>[()\[\]|,])|"
    r"(?P<word>[^\s()\[\]|,<>{}]+)"
)
_SIGNS = {"(": "(?:", ")": ")", "[": "(?:", "]": ")?", "|": "|", ",": "(?: ,)?"}
_SHIFT = {"over": 1, "under": -1}
_AGAIN_MARK = "__"  # between the name of an answer and the number of its occurrence in a form
A_NUMBER = rf"\d{{1,6}}|an?|{'|'.join(WORDS)}"
_HOURS: Mapping[str, int] = {"hour": 1, "day": 24, "week": 7 * 24}
_A_TIME = rf"(?:(?:{A_NUMBER}) )?(?:{'|'.join(_HOURS)})s?"  # "every week" has no number
# What follows an amount without a noun, and is no item: "pays 3 each", "pays 3 when a phase ends".
_NO_ITEM = (
    r"(?!(?:of|each|apiece|per|at|when|whenever|every|to|into|from|for|in|on|and|but|if|an?|the|or|who|that|which|with|"
    r"once|as|by|after|votes?|voters?|more|fewer|less|only|extra|additional)\b)"
)
_AN_ITEM = _NO_ITEM + r"[^\W\d_][\w'’-]{0,30}(?: [\w'’-]{1,30}){0,3}?"
_A_NAME = r"(?:the )?(?-i:[A-Z])[\w'’-]{0,30}(?: (?-i:[A-Z])[\w'’-]{0,30}){0,3}"
_PAUSES = re.compile(r"[;:–—]|\(|\)| - ")
_GOES_ON = re.compile(r"\.(?= (?:it|they|its|their|the [\w’-]{2,20} sells? (?:it|them))\b)", re.IGNORECASE)
_QUOTES = re.compile(r"'''|[“”\"*]|(?<!\w)['‘]|['’](?!\w)")
_EACH = r"(?:an?|each|every|any|the)(?: (?:new|next))?"
_AGAIN = r"(?:when|whenever|each time|every time|as soon as|once)"


def _at(unit: str, daily: str = "", *, plain: bool = True) -> str:
    """Return the pattern of phrases for the beginning of every phase, week or day.

    If `plain` is set, "each phase" is the beginning of each.
    """
    begins = rf"{_AGAIN} {_EACH} {unit} (?:begins|starts)|(?:at|on|with) the (?:start|beginning) of {_EACH} {unit}"
    often = rf"(?:in |on |at )?(?:each|every) {unit}|(?:once )?(?:an?|per|each|every) {unit}"
    return "|".join(filter(None, [begins, often if plain else "", daily]))


def _at_the_end(unit: str) -> str:
    """Return the pattern of phrases for the end of every phase or week."""
    return (
        rf"{_AGAIN} {_EACH} {unit} (?:ends|is over|finishes|closes|comes to an end)|"
        rf"(?:at|by|on|with) (?:the|each|every) (?:end|close) of {_EACH} {unit}|"
        rf"(?:at|by|on) {_EACH} {unit}(?:['’]s)? end|(?:each|every) {unit}(?:['’]s)? end|after (?:each|every|a) {unit}"
    )


# What people write for an answer to a choice, by the name of the answer.
PHRASES: Mapping[str, str] = {
    "phase-began": _at("phase"),
    "week-begins": _at("week", "weekly"),
    "day-begins": _at("day", "daily"),
    "phase-ends": _at_the_end("phase"),
    "week-ends": _at_the_end("week"),
    "chest": r"(?:into|to|in) (?:the|a|our) (?:common )?(?:chest|treasury)",
    "nowhere": r"(?:to|into) nowhere|out of the game",
    "all": (
        r"(?:all(?: of)?(?: the)?|every|each)(?: of the)? (?:players?|members?)|(?:the )?(?:players|members)|"
        r"everybody|everyone"
    ),
    "active": r"(?:(?:all(?: of)?(?: the)?|every|each|the) )?active players?",
    "reputable": r"(?:(?:all(?: of)?(?: the)?|every|each|the) )?reputable players?",
    "third": "(?:a|one|1) third",
    "half": "(?:a |one )?half",
    "two": "(?:two|2)[ -]thirds",
    "duel": "duels?",
    "battle": "battles?",
    "any": "(?:match(?:es)?|games?)",
    "cards": "cards",
    "proposals": "proposals",
    "matches": "(?:matches|games|duels and battles)",
    "trades": "trades",
    **{unit: unit for unit in ("phase", "week", "day")},
}


@dataclass(frozen=True, slots=True)
class RecipeMatch:
    """A recipe that a sentence asks for, with its answers. `open` holds the questions that it leaves to its author."""

    listed: Listed
    answers: Mapping[str, str]
    open: tuple[str, ...] = ()


def is_asked_for(words: str) -> bool:
    """Return whether a sentence matches a form of any recipe, regardless of the law."""
    return bool(_matches(words))


def recipes_asked_for(words: str) -> tuple[Listed, ...]:
    """Return the recipes with a form that fits a sentence, regardless of the law."""
    return tuple(listed for listed, _, _ in _matches(words))


def asked_for(words: str, law: Law) -> RecipeMatch | None:
    """Return the recipe that a sentence asks for under a law, or None. A recipe without open questions is preferred."""
    found = [asked for each in _matches(words) if (asked := _asked(*each, law)) is not None]
    return min(found, key=lambda asked: bool(asked.open), default=None)


def _asked(listed: Listed, sentence: Sentence, said: Mapping[str, frozenset[str]], law: Law) -> RecipeMatch | None:
    """Return the recipe with the answers that a sentence gives, or None if one of them is not valid under the law."""
    if listed.why_not(law):
        return None
    answers: dict[str, str] = dict(sentence.with_)
    left: list[str] = []
    for asked in asked_under(listed, law):
        if asked.name in {*sentence.open} - said.keys() and not _fills_itself(asked.question, law):
            left.append(asked.name)
        given = {_answer(asked.question, law, words) for words in said.get(asked.name, ())}
        if not given:
            continue
        if len(given) > 1 or None in given:
            return None
        answer = given.pop()
        if answer is _SEVERAL_FIT:
            left.append(asked.name)
        elif isinstance(answer, _New) and isinstance(asked.question, ItemQuestion):
            answers |= {asked.name: "", asked.question.named: answer.name}
            left += [] if asked.name in sentence.new else [asked.name]
        elif isinstance(answer, str):
            answers[asked.name] = answer
    return RecipeMatch(listed, answers, tuple(left))


def _fills_itself(question: AnyQuestion, law: Law) -> bool:
    """Return whether the law has only one answer that is likely: its only currency."""
    if not isinstance(question, ItemQuestion):
        return False
    known = items_of(law)
    fitting = [choice.value for choice in question.choices(law) if choice.value]
    return sum(known[name].kind == question.prefers for name in fitting) == 1


@lru_cache(maxsize=REMEMBERED)
def _matches(words: str) -> tuple[tuple[Listed, Sentence, Mapping[str, frozenset[str]]], ...]:
    """Return the recipes with their forms that fit a sentence, and the words for each answer."""
    spoken = _PAUSES.sub(",", _GOES_ON.sub(",", _QUOTES.sub("", words))).replace(",", " , ")
    plain = " ".join(spoken.split()).strip(" .!,")
    if len(plain) > LONGEST:
        return ()
    known = frozenset(plain.casefold().split())
    return tuple(
        (form.listed, form.sentence, said)
        for form in _forms()
        if form.literals <= known
        and (found := form.pattern.fullmatch(f" {plain}")) is not None
        and (said := form.said(found)) is not None
    )


@dataclass(frozen=True, slots=True)
class _Form:
    """A compiled form. `literals` are words that every sentence of this form has."""

    listed: Listed
    sentence: Sentence
    pattern: re.Pattern[str]
    literals: frozenset[str]
    names: frozenset[str]

    def said(self, found: re.Match[str]) -> Mapping[str, frozenset[str]] | None:
        """Return the words for each answer, or None if the sentence lacks one that the form needs."""
        said: dict[str, set[str]] = {}
        for group, words in found.groupdict().items():
            if words is not None:
                name, _, how = group.partition(_AGAIN_MARK)
                shift = _SHIFT.get(how.rstrip("0123456789"), 0)
                said.setdefault(name, set()).add(f"{int(figure(words.casefold())) + shift}" if shift else words)
        if self.names - said.keys() - self.sentence.with_.keys() - {*self.sentence.open}:
            return None
        return {name: frozenset(each) for name, each in said.items()}


@cache
def _forms() -> tuple[_Form, ...]:
    """Return the compiled forms of all recipes."""
    return tuple(_compiled(listed, sentence) for listed in recipes().values() for sentence in listed.recipe.sentences)


def _compiled(listed: Listed, sentence: Sentence) -> _Form:
    """Compile a form. The pattern expects a space before each word and each comma."""
    recipe = listed.recipe
    names: list[str] = []
    needed: set[str] = set()
    literals: set[str] = set()
    depth = 0
    pieces: list[str] = []
    for token in _TOKEN.finditer(with_own_parts(sentence.says, recipe.parts)):
        if name := token["name"]:
            words = _A_TIME if token["how"] == "time" else _words_for(recipe.questions[name])
            how = token["how"] if token["how"] in _SHIFT else ""
            names.append(name)
            needed |= set() if token["how"] == "maybe" else {name}
            pieces.append(f" (?P<{name}{_AGAIN_MARK}{how}{len(names)}>{words})")
        elif token["part"]:
            pieces.append(f"(?: (?:{PARTS[token['part']]}))")
        elif sign := token["sign"]:
            depth += (sign in "([") - (sign in ")]")
            pieces.append(_SIGNS[sign])
        else:
            pieces.append(f" {re.escape(token['word'])}")
            if not depth:
                literals.add(token["word"].casefold())
    pattern = re.compile("".join(pieces), re.IGNORECASE)
    return _Form(listed, sentence, pattern, frozenset(literals), frozenset(needed))


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


@dataclass(frozen=True, slots=True)
class _New:
    """The name of something that the law does not have yet, as an answer."""

    name: str


_SEVERAL_FIT = object()  # the answer for words such as "a pack" under a law with several kinds of packs


def _answer(question: AnyQuestion, law: Law, said: str) -> object:
    """Return the form's value for an answer as text under a law, or None if the words are not a valid answer."""
    plain = said.casefold()
    match question:
        case Amount():
            return _amount(question, plain)
        case NameQuestion():
            return said
        case ChoiceQuestion():
            names = (each.value for each in question.choices(law) if re.fullmatch(PHRASES.get(each.value, ""), plain))
            return next(names, None)
        case EntryQuestion():
            return next((each.value for each in question.choices(law) if each.value.casefold() == plain), None)
        case ItemQuestion():
            return _item(question, law, said)
    return None


def _item(question: ItemQuestion, law: Law, said: str) -> object:
    """Return the answer for an item by its name or its plural, or for a new one if the question can name it."""
    known, plain = items_of(law), said.casefold()
    choices = [choice.value for choice in question.choices(law) if choice.value]
    for name in choices:
        if plain in (name.casefold(), known[name].plural.casefold()):
            return name
    packs = [name for name in choices if known[name].kind == "pack"]
    if plain in ("pack", "packs") and packs:
        return packs[0] if len(packs) == 1 else _SEVERAL_FIT
    if any(plain in (name.casefold(), item.plural.casefold()) for name, item in known.items()):
        return None
    if question.new and plain in (question.new, f"{question.new}s"):
        return ""
    return _New(singular(said)) if question.named and said[:1].isupper() else None


def singular(said: str) -> str:
    """Return the singular of a new name, by the rules that `plural` follows."""
    for ending, instead in (("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("sses", "ss")):
        if said.endswith(ending) and len(said) > len(ending) + 1:
            return said.removesuffix(ending) + instead
    return said if said.endswith("ss") or not said.endswith("s") else said.removesuffix("s")


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
