"""Finds the number of the law that a sentence gives in words of its own: "New players become reputable after 5 days".

Such a sentence has one number, and all its words are those of the value's name or of the law's sentence that shows it.
"""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, pairwise

from nomic.law.document.sections import Law
from nomic.law.labels.value_labels import name_of, path_of, place_in
from nomic.law.rules.placeholders import PLACEHOLDER
from nomic.law.search.values import LawValue, is_a_number, stems_of, value_or_none
from nomic.web.composer.orders.names_and_numbers.number_words import NUMBER, TIME, in_figures
from nomic.web.composer.orders.names_and_numbers.value_lookup import MAX_TOLD, as_form_input, is_now
from nomic.web.composer.orders.places_in_text import sentence_spans
from nomic.web.typed_amendments import CannotBuild, Operation, change_value

LONGEST = 200  # characters of a sentence that is compared
FEWEST = 2  # words that a sentence shares with the value it gives
_TIMES = ("hours", "minutes")  # endings of the names of lengths of time
_TOLD = re.compile(
    rf"(?<![\w.,-])(?P<n>{NUMBER}|an?(?= {TIME}\b)) (?:(?:other|different|full|whole) )?(?P<noun>[a-z]{{3,20}}|"
    r"(?-i:[A-Z])[a-z]{2,20})(?![\w-])",
    re.IGNORECASE,
)
_IS_TIME = re.compile(TIME, re.IGNORECASE)
_INSTEAD = re.compile(rf",? (?:instead of|rather than|not)(?: after| within)? (?P<old>(?:{NUMBER}|an?)(?: {TIME})?)$")
_SAYS_SO = re.compile(
    r"\b(?:is|are|be|becomes?|takes?|needs?|requires?|lasts?|has|have|may|can|must|shall|joins?|ends?|begins?|"
    r"stays?|remains?|lapses?|expires?)\b",
    re.IGNORECASE,
)
# What the number is not to be, when it is not, or what is only told.
_OTHERWISE = re.compile(
    r"\b(?:no longer|not|never|none|nobody|without|unless|if|except|until|because|than|and|or|but|per|each|every|was|"
    r"were|had|did|would|could|might|this|that|these|those|we|us|our|my|I)\b|n['’]t\b|\?"
)
_MOST, _LEAST = (
    re.compile(words, re.IGNORECASE)
    for words in (
        r"\b(?:at most|no more than|up to|most|within)\b",
        r"\b(?:at least|no fewer than|least|fewest|needs?|requires?)\b",
    )
)
LONGEST_BOUND = 14  # characters before a number: "at most", "no more than"
_OF_A_VOTE = "passes"  # the setting of a class that says which votes are enough: more than a number
_PEOPLE = re.compile(r"\b(?:people|persons)\b", re.IGNORECASE)
_ONE = re.compile(r"\bone(?= (?:needs?|must|can|may|has to|gets?|gains?)\b)", re.IGNORECASE)
_COUNT = re.compile(r"(?P<n>\d{1,9}) (?P<noun>[^\W\d_][^\d%]{1,40})")
_OF_UNIT = re.compile(r" *of (?P<noun>[\w ]{1,40})", re.IGNORECASE)  # "|of member" in a rule's text
_NEXT_WORD = re.compile(r"\A ([A-Za-z]+)")
_WORD = re.compile(r"[\w’'-]+")
# Words that may be missing from what the law says, and of these the ones that are no sign of the value either.
_SIGNIFY_NOTHING = frozenset(
    stems_of(
        "now player players newcomer newcomers participant you they has have been least most more only exactly order "
        "everybody everyone anybody anyone get gets new are once"
    )
)
_NEED_NOT_BE_SAID = _SIGNIFY_NOTHING | {*stems_of("become becomes becoming take takes need needs require requires")}

_LASTS = frozenset(stems_of("last lasts"))  # many things do
# Words of a phrase that say that it is a number, not of what.
_HOW_MANY = frozenset(
    stems_of(
        "number amount count limit maximum max minimum min cap size total how many much can may per allowed time length"
    )
)
_LIMIT = re.compile(r"\b(?:limit|max(?:imum)?|cap|most)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ShownNumber:
    """A number that a rule shows: stems of its name, sentence and heading, and neighbouring words of the sentence."""

    value: LawValue
    own: frozenset[str]
    core: frozenset[str]  # those of its own name and sentence, without what is around them
    pairs: frozenset[tuple[str, str]]
    counted: frozenset[str]  # stems of what it counts
    unit: str  # what it counts, if the rule's text says so beside the number: "member"
    bound: str  # its name, and the law's words before it, which may say that it is the highest or lowest


@dataclass(frozen=True, slots=True)
class Told:
    """The values that a sentence may state, as typed, and the former value that it names, or ""."""

    values: list[LawValue]
    typed: str
    old: str


def numbers_shown(law: Law) -> list[ShownNumber]:
    """Return the numbers that the texts of a law's rules show, each once."""
    return law.once("numbers that rules show", lambda: [*_numbers(law)])


def number_told(law: Law, words: str) -> Told | None:
    """Return the number that a sentence states for a value, or None if it is about something else."""
    said = _ONE.sub("you", words.strip(" .!"))
    if len(said) > LONGEST:
        return None
    old = _INSTEAD.search(said)
    said = said[: old.start()] if old is not None else said
    numbers = [*_TOLD.finditer(said)]
    if len(numbers) != 1 or _OTHERWISE.search(said) or not _SAYS_SO.search(said):
        return None
    (told,) = numbers
    rest = f"{said[: told.start()]} {said[told.end() :]}"
    if re.search(r"\d", rest):
        return None
    is_time = _IS_TIME.fullmatch(told["noun"]) is not None
    stems, pairs = frozenset(stems_of(rest)) - _SIGNIFY_NOTHING, _pairs(rest)
    noun = frozenset(stems_of(_people(told["noun"])))
    of_its_kind = [
        shown
        for shown in numbers_shown(law)
        if (shown.value.path.endswith(_TIMES) if is_time else noun & shown.counted)
    ]
    rarest = _rarest(law, stems)
    named = [shown for shown in of_its_kind if rarest <= shown.core] or of_its_kind
    found: dict[tuple[int, int], list[LawValue]] = {}  # by how many words and neighbouring words they share
    for shown in named:
        if not (stems - _NEED_NOT_BE_SAID <= shown.own) or _is_bounded(said, shown.bound):
            continue
        shared = stems & shown.own if is_time else (stems & shown.own) | noun
        near = len(pairs & shown.pairs)
        is_of_a_clause = path_of(shown.value.path)[0] == "rules"
        if (len(shared - _LASTS) >= FEWEST + is_of_a_clause or near > FEWEST) and stems & shown.own:
            found.setdefault((len(shared), near), []).append(shown.value)
    if not found:
        return None
    typed = in_figures(f"{told['n']} {told['noun']}") if is_time else in_figures(told["n"])
    most, near = max(found)
    meant = [
        value
        for (shared, pairs), values in found.items()
        if shared == most and pairs + FEWEST > near
        for value in values
    ]
    was = "" if old is None else in_figures(old["old"])
    return Told(meant, typed, f"{was} {told['noun']}" if is_time and was.isdigit() else was)


def _rarest(law: Law, stems: frozenset[str]) -> frozenset[str]:
    """Return the stem that says most of which number a sentence is about: the one that fewest numbers have."""
    counts = law.once(
        "how many numbers have a stem", lambda: Counter(chain(*(each.own for each in numbers_shown(law))))
    )
    known = sorted((counts[stem], stem) for stem in stems - _NEED_NOT_BE_SAID if stem in counts)
    return frozenset(stem for _, stem in known[:1])


def number_named(law: Law, what: str, old: str) -> LawValue | None:
    """Return the number `old` that a rule shows in a sentence with all words of a phrase, or None.

    "The amount of Oil you can sell at a time", which is 5 now. Returns None if several numbers could be meant.
    """
    wanted = frozenset(stems_of(what)) - _SIGNIFY_NOTHING - _HOW_MANY
    if not wanted:
        return None
    shown = numbers_shown(law)
    found = [each for each in shown if wanted <= each.own and is_now(law, each.value, old)]
    if _LIMIT.search(what):
        found = [each for each in found if _MOST.search(each.bound)] or found
    elif _LEAST.search(what):
        found = [each for each in found if not _is_bounded(what, each.bound)]
    found = [each for each in found if each.counted & wanted] or [each for each in found if not each.unit] or found
    return found[0].value if len(found) == 1 else None


def count_alone(law: Law, value: LawValue, text: str) -> str:
    """Return the number in a text such as "4 cards" if these are what the value counts by the words of a rule.

    Returns the text itself if it is something else, or if the value is a length of time.
    """
    found = _COUNT.fullmatch(in_figures(text))
    if found is None or not is_a_number(value.value) or value.path.endswith(_TIMES):
        return text
    shown = numbers_shown(law)
    counted = {stem for each in shown if each.value.path == value.path for stem in each.counted}
    return found["n"] if {*stems_of(found["noun"])} <= counted else text


def number_said(words: str, law: Law) -> list[Operation] | None:
    """Return the amendments for a sentence that states one number of the law, or None for other sentences.

    The list is empty if the law says so already.
    """
    told = number_told(law, words)
    if told is None or len(told.values) != 1 or (told.old and not is_now(law, told.values[0], told.old)):
        return None
    (value,) = told.values
    if is_now(law, value, told.typed):
        return []
    with suppress(CannotBuild):
        return change_value(law, value.path, as_form_input(value, told.typed))
    return None


def doubt_about_number(words: str, law: Law) -> str:
    """Return why a sentence that states a number of the law does not change it, or "" if it states none."""
    told = number_told(law, words)
    if told is None:
        return ""
    if len(told.values) > 1:
        return f"several values could be meant: {'; '.join(value.words for value in told.values[:MAX_TOLD])}"
    return f"{told.values[0].words} is {told.values[0].said} now"


def _numbers(law: Law) -> Iterator[ShownNumber]:
    """Yield the numbers that the texts of rules show, each once."""
    seen: set[str] = set()
    for rule in law.document.get("rules", {}).values():
        body, lead = str(rule["body"]), ""
        for line in body.splitlines():
            lead = lead if line[:1] in ("*", "#") or not line else line
            for begin, end in sentence_spans(line):
                for found in PLACEHOLDER.finditer(line, begin, end):
                    value = None if found["table"] else value_or_none(law, found["what"].strip())
                    if value is None or value.path in seen or not is_a_number(value.value):
                        continue
                    if isinstance(value.value, int | float) and value.value < 0:
                        continue  # the rule shows it without its sign: "N − 4"
                    if _OF_A_VOTE in path_of(value.path):
                        continue
                    seen.add(value.path)
                    name = name_of(law.document, place_in(law.document, value.path))
                    sentence = PLACEHOLDER.sub(" ", line[begin:end])
                    own = f"{value.words} {name.also} {' '.join(path_of(value.path)).replace('_', ' ')} {sentence}"
                    own += f" {rule['title']} {'' if lead == line else PLACEHOLDER.sub(' ', lead)}"
                    before, after = line[begin : found.start()], line[found.end() : end]
                    unit = _OF_UNIT.match(found["form"] or "")
                    counted = f"{value.said} {unit['noun'] if unit else ''} {''.join(_NEXT_WORD.findall(after)[:1])}"
                    yield ShownNumber(
                        value,
                        frozenset(stems_of(own)),
                        frozenset(
                            stems_of(f"{value.words} {' '.join(path_of(value.path)[1:])} {sentence}".replace("_", " "))
                        ),
                        _pairs(sentence),
                        frozenset(stems_of(_people(counted))),
                        unit["noun"] if unit else "",
                        f"{value.words} {path_of(value.path)[-1].replace('_', ' ')} {before[-LONGEST_BOUND:]}",
                    )


def _people(words: str) -> str:
    return _PEOPLE.sub("players", words.replace("participant", "player"))


def _pairs(words: str) -> frozenset[tuple[str, str]]:
    return frozenset(pairwise(word.casefold() for word in _WORD.findall(words)))


def _is_bounded(words: str, bound: str) -> bool:
    """Return whether a sentence gives a highest number where the law has a lowest one, or the other way round."""
    return any(
        one.search(words) is not None and other.search(bound) is not None and one.search(bound) is None
        for one, other in ((_MOST, _LEAST), (_LEAST, _MOST))
    )
