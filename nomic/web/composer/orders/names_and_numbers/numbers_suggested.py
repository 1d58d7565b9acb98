"""Suggests the numbers of the law that a sentence may mean, each as an order that is understood.

"A loan falls due after 10 days" may mean the number of days in “… after 3 days” of the rule Loans.
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from nomic.clauses.views.numbers.number_conversion import as_counted
from nomic.clauses.views.numbers.number_labels import full_label, with_labels_for_lists
from nomic.forms.parse_law_values import BASES
from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law, pointer
from nomic.law.labels.value_labels import name_of, path_of, place_in, unit_of, value_text
from nomic.law.rules.rule_of_place import rule_at
from nomic.law.search.values import LawValue, is_a_number, stems_of, value_or_none, values_of
from nomic.recipes.plain_rules.not_understood.other_wordings import capitalised
from nomic.web.composer.orders.changes.drafted_law import DraftedLaw, NotPlaced
from nomic.web.composer.orders.changes.number_changes import scale, set_value, shift
from nomic.web.composer.orders.names_and_numbers.amounts_said import Amount, amount_said
from nomic.web.composer.orders.names_and_numbers.number_words import share_meant
from nomic.web.composer.orders.names_and_numbers.paraphrased_numbers import numbers_shown
from nomic.web.composer.orders.names_and_numbers.value_lookup import is_now
from nomic.web.composer.values_to_change import values_in_words
from nomic.web.typed_amendments import CannotBuild, Operation

MAX_SUGGESTED = 3
MAX_TRIED = 8  # of the numbers that match best
WORTH_SHOWING = 0.7  # of the best score
LEAST_SHARE = 0.45  # of the weight of the sentence's words that the name of a number must have
UNKNOWN = 0.5  # of the greatest weight, for a word that no number is about
# Words of a change that do not say of what.
_OF_A_CHANGE = frozenset(
    stems_of(
        "change changes raise raised lower lowered reduce reduced increase increased decrease decreased rise rises "
        "rising go goes up down fall falls drop drops become becomes shall should must now today than more less fewer "
        "longer shorter hereby only number amount limit cut short shortened extend extended lengthened all each every "
        "time times per"
    )
)
_ALIKE = dict.fromkeys(stems_of("price prices fee fees cost costs"), "cost")
FEWEST = 2  # words of a sentence that say of which number it is
# Its subject is in an earlier sentence, which may be about anything.
_OF_SOMETHING_NAMED_BEFORE = re.compile(r"(?:it|its|they|their|this|that|these|those)\b", re.IGNORECASE)
_MAY_RECUR = re.compile(
    r"\b(?:if|when|whenever|unless|until|whoever|anyone who|each time|every time)\b|\?", re.IGNORECASE
)
# What was or may be so, and what somebody says of it.
_IS_TOLD = re.compile(
    r"\b(?:was|were|had|used to|ago|last (?:week|time|cycle)|rose|fell|went|would|could|might|because|since|too|"
    r"(?-i:I)|we|us|our|my)\b",
    re.IGNORECASE,
)
_BECOMES = re.compile(
    r"\b(?:becomes?|(?:is|are) (?:now|hereby|to be|set|raised|lowered|reduced|increased|changed|cut)|"
    r"(?:shall|must|should) be|(?:goes|go) (?:up|down)|now)\b",
    re.IGNORECASE,
)
AROUND = 0.6  # of the weight of a stem, if it is not in a number's own names
CLAUSE_DEPTH = 4  # parts of the path of a clause
DICE = re.compile(r"\d{0,3}d\d{1,4}")
_TIMES = ("weeks", "days", "hours", "minutes")  # ends of the paths of lengths of time that name their unit


@dataclass(frozen=True, slots=True)
class SuggestedChange:
    """A change that a sentence may mean: its label, and the order that is understood."""

    label: str
    order: str
    operations: tuple[Operation, ...] = ()


def changes_suggested(words: str, law: Law) -> tuple[SuggestedChange, ...]:
    """Return up to `MAX_SUGGESTED` changes of numbers that a sentence may mean, the likeliest first."""
    amount = amount_said(words)
    if amount is None:
        return ()
    found: list[SuggestedChange] = []
    for value in _meant(law, amount)[:MAX_TRIED]:
        if len(found) < MAX_SUGGESTED and (change := _changed(law, value, amount)) is not None:
            found.append(change)
    return tuple(found)


def change_meant(words: str, law: Law) -> SuggestedChange | None:
    """Return the change that a sentence can only mean, or None if it says no change, or could mean something else.

    All its words are those of one number, and of no other number nearly as much.
    """
    amount = amount_said(words)
    if amount is None or _OF_SOMETHING_NAMED_BEFORE.match(words) is not None or _MAY_RECUR.search(words) is not None:
        return None
    if _IS_TOLD.search(words) is not None:
        return None
    is_given = amount.rest.rstrip(" .").endswith(":")  # "Chance of Holographic: ten percent"
    if not (amount.by or amount.times or amount.old or is_given or _BECOMES.search(amount.rest)):
        return None
    numbers, _ = law.once("numbers and what they are about", lambda: _indexed(law))
    wanted = _stems(amount.rest) - frozenset(stems_of(amount.noun))
    values = _meant(law, amount)
    if len(values) != 1 or len(wanted) < FEWEST:
        return None
    (number,) = (each for each in numbers if each.value.path == values[0].path)
    return _changed(law, values[0], amount) if wanted <= number.own | number.around else None


@dataclass(frozen=True, slots=True)
class _Number:
    """A number or a roll of dice of the law, with the stems of its own names and of what is around it."""

    value: LawValue
    own: frozenset[str]
    around: frozenset[str]
    counts: frozenset[str]  # what it is a number of


def _meant(law: Law, amount: Amount) -> list[LawValue]:
    """Return the numbers of the kind of an amount that the rest of its sentence may be about, the likeliest first."""
    numbers, weights = law.once("numbers and what they are about", lambda: _indexed(law))
    wanted = [stem for stem in _stems(amount.rest) if not stem[0].isdecimal()]
    unknown = UNKNOWN * math.log(1 + len(numbers))
    whole = sum(weights.get(stem, unknown) for stem in wanted)
    counted = frozenset(stems_of(amount.noun)) & _things(law)
    points: dict[str, float] = {}
    for number in numbers:
        if not counted <= number.counts:
            continue
        if _is_of_kind(law, number.value, amount) and not (amount.old and not is_now(law, number.value, amount.old)):
            mine = sum(weights.get(each, 0) * _share(number, each) for each in wanted)
            points[number.value.path] = mine
    best = max(points.values(), default=0)
    if not best or best < LEAST_SHARE * whole:
        return []
    values = {number.value.path: number.value for number in numbers}
    ranked = sorted(points, key=lambda path: -points[path])
    return [values[path] for path in ranked if points[path] >= WORTH_SHOWING * best]


def _things(law: Law) -> frozenset[str]:
    """Return the stems of the names of items, which a number beside such a name counts."""
    names = (name for item in items_of(law).items() for name in (item[0], item[1].plural) if " " not in name)
    return frozenset(stem for name in names for stem in stems_of(name))


def _share(number: _Number, stem: str) -> float:
    return 1 if stem in number.own else AROUND if stem in number.around else 0


def _indexed(law: Law) -> tuple[Sequence[_Number], Mapping[str, float]]:
    """Return the numbers of a law, and the weight of each stem: the rarer, the more."""
    shown = {each.value.path: each.own for each in numbers_shown(law)}
    numbers = [_with_stems(law, value, shown.get(value.path, frozenset())) for value in _numbers(law)]
    counts: dict[str, int] = defaultdict(int)
    for number in numbers:
        for stem in number.own | number.around:
            counts[stem] += 1
    return numbers, {stem: math.log(1 + len(numbers) / count) for stem, count in counts.items()}


def _numbers(law: Law) -> Iterator[LawValue]:
    for value in values_of(law):
        is_count = is_a_number(value.value) and isinstance(value.value, int) and value.value >= 0
        if (is_count or _is_dice(value)) and not value.path.endswith("/place"):
            yield value


def _is_dice(value: LawValue) -> bool:
    return isinstance(value.value, str) and DICE.fullmatch(value.value) is not None


def _with_stems(law: Law, value: LawValue, shown: frozenset[str]) -> _Number:
    name = name_of(law.document, place_in(law.document, value.path))
    path = path_of(value.path)
    rule = rule_at(law, value.path) if law.has("rules") else None
    title = "" if rule is None else str(law.document["rules"][rule]["title"])
    clause = value_or_none(law, pointer(*path[:CLAUSE_DEPTH], "says")) if path[0] == "rules" else None
    around = " ".join([*value.rules, title, *path, "" if clause is None else clause.said])
    counts = frozenset(stems_of(f"{value.said} {value.unit} {path[-1]}"))
    return _Number(value, shown | _stems(f"{value.words} {name.also}"), _stems(around), counts)


def _stems(words: str) -> frozenset[str]:
    return frozenset(_ALIKE.get(stem, stem) for stem in stems_of(words)) - _OF_A_CHANGE


def _is_of_kind(law: Law, value: LawValue, amount: Amount) -> bool:
    """Return whether a value is dice, a length of time or a count, as the amount is. A factor fits all but dice."""
    is_time = unit_of(law, value.path) in BASES or path_of(value.path)[-1] in _TIMES
    if amount.is_dice or _is_dice(value):
        return amount.is_dice and _is_dice(value)
    return amount.times is not None or share_meant(amount.by) is not None or is_time == amount.is_time


def _changed(law: Law, value: LawValue, amount: Amount) -> SuggestedChange | None:
    """Return the change of a value by an amount, or None if the value cannot have it or has it already."""
    name = full_label(law, value)
    try:
        operations = _operations(DraftedLaw(law, law, []), name, amount)
    except (NotPlaced, CannotBuild):
        return None
    new = next((each["value"] for each in operations if each["op"] == "replace" and each["path"] == value.path), None)
    if new is None or (is_a_number(new) and new < 0):
        return None
    after = as_counted(
        law, replace(value, value=new, said=value_text(law, place_in(law.document, value.path), new))
    ).said
    before = as_counted(law, value).said
    (listed,) = with_labels_for_lists(law, [value]) or [value]
    order = values_in_words(name, before, after).rstrip(".")
    return SuggestedChange(f"{capitalised(listed.words)}: {before} → {after}", order, tuple(operations))


def _operations(draft: DraftedLaw, name: str, amount: Amount) -> list[Operation]:
    if amount.times is not None:
        return scale(draft, {"what": name}, amount.times)
    if amount.by:
        return shift(draft, {"what": name, "by": amount.by, **({"less": True} if amount.is_less else {})})
    return set_value(draft, {"what": name, "new": amount.typed})
