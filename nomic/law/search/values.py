"""Search for a value of the law by its name, its unit, its current value or the rule that quotes it.

Players who want to change a price do not know its path. The index is built once per law. A search looks up words in the
index instead of visiting every value.
"""

import math
import re
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from nomic.law.document.entries import PLACE, place_of
from nomic.law.document.sections import Law, pointer, registered_sections, value_at
from nomic.law.labels.value_labels import (
    ValueName,
    counted,
    in_unit,
    name_of,
    path_of,
    place_in,
    unit_in_words,
    value_text,
)
from nomic.law.rules.placeholders import PLACEHOLDER, shown_instead
from nomic.law.rules.rule_of_place import rule_at
from nomic.law.rules.tree import in_order
from nomic.law.schema.json_reader import Json

Path = tuple[str | int, ...]
CLAUSES = "clauses"
CLAUSE_PARTS, SETTING_PARTS = 3, 5  # of the path of a clause within the rules, and of a setting such as lasts/phases

MAX_FOUND = 12  # values that a search returns; the rest is only counted
MAX_WORDS = 12  # of a search
MAX_TYPED = 200  # characters of a search
MAX_SAID = 200  # characters of a listed value
MAX_ALIKE = 200  # words of the index that begin with a word of the search
MIN_BEGINNING_LENGTH = 3  # letters of a word that is not typed to its end
WORD = re.compile(r"[a-z0-9]+")
# Stop words.
SAYS_NOTHING = (
    "a an and any as at be by can change do does for from have how i in into is it its let make may my new of on one "
    "or set that the their them there they this to value was we what when where which who with you your"
)
GLUE = frozenset(SAYS_NOTHING.split())
ENDINGS = ("ies", "ing", "ae", "ed", "es", "s", "e")
# Weights by the place of a word.
IN_NAME, IN_ALSO, AROUND = 3.0, 2.0, 1.0
BENEATH = 0.5  # for values within an effect, because few people search for a part before the whole
WORTH_SHOWING = 0.6  # of the best score


@dataclass(frozen=True, slots=True)
class LawValue:
    """A scalar value of the law: its place, label, current value, and the rules that quote it."""

    path: str
    words: str
    section: str
    value: Json
    said: str
    unit: str
    rules: tuple[str, ...]

    @property
    def is_words_only(self) -> bool:
        """True if the value is a text that only describes other values, such as a clause's short sentence."""
        return self.path.endswith("/says")

    @property
    def differs_from_typed(self) -> bool:
        """True if the formatted value differs from the text that a user would type for it."""
        return self.said != in_unit(self.value, "")


@dataclass(frozen=True, slots=True)
class FoundValues:
    """The results of a search, the best first. `more` is the number of results left out."""

    values: list[LawValue]
    more: int = 0


@dataclass(frozen=True, slots=True)
class _Index:
    values: list[LawValue]
    places: Mapping[str, Mapping[int, float]]  # by stem: the values, and the weight of the word there
    stems: list[str]  # sorted
    by_name: Mapping[str, int]


def is_a_number(value: Json) -> bool:
    """Return whether a value is a number. Booleans are not."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def values_of(law: Law) -> list[LawValue]:
    """Return every scalar value of a law except the texts of rules, in reading order.

    Short lists count as scalars.
    """
    return _index(law).values


def value_or_none(law: Law, name: str) -> LawValue | None:
    """Return the value with that label or at that JSON pointer, or None."""
    if name.startswith("/"):
        return _value_at(law, name)
    index = _index(law)
    place = index.by_name.get(" ".join(name.split()))
    return None if place is None else index.values[place]


def _value_at(law: Law, where: str) -> LawValue | None:
    """Return the scalar value at a JSON pointer without building the index, or None."""
    path = place_in(law.document, where)
    if (path[0] == "rules" and path[2:3] != (CLAUSES,)) or PLACE in path[1:]:
        return None
    try:
        content = value_at(law.document, where)
    except LookupError:
        return None
    if [found for found, _ in _leaves(path, content)] != [path]:
        return None
    return _value(law, path, content, name_of(law.document, path))


def find_values(law: Law, typed: str) -> FoundValues:
    """Return at most twelve values that match a search. A value whose label equals the search comes first.

    Values rank above texts that describe them, rare words above common ones, and words of the label above words of its
    surroundings. Endings and accents are ignored, and so are words with which no word of the index begins.
    """
    index = _index(law)
    points: dict[int, float] = defaultdict(float)
    for stem in stems_of(typed[:MAX_TYPED])[:MAX_WORDS]:
        found = _alike(index, stem)
        worth = math.log(1 + len(index.values) / (1 + len(found)))
        for place, says in found.items():
            points[place] += says * worth
    best = max((worth for place, worth in points.items() if not index.values[place].is_words_only), default=0)
    exactly = index.by_name.get(" ".join(typed[:MAX_TYPED].split()))
    if exactly is not None:
        points[exactly] = math.inf
    ranked = sorted(
        (place for place in points if points[place] >= WORTH_SHOWING * best),
        key=lambda place: (-points[place], not _is_of_the_default(law, index.values[place]), place),
    )
    shown = sorted(ranked[:MAX_FOUND], key=lambda place: place != exactly and index.values[place].is_words_only)
    return FoundValues([index.values[place] for place in shown], max(0, len(ranked) - MAX_FOUND))


def find_with_every_word(law: Law, typed: str) -> list[LawValue]:
    """Return the values that contain every word of a search except its numbers, the best match first.

    The words of a value are those of its label, its section, its rules, and its current value.
    """
    index = _index(law)
    stems = [stem for stem in stems_of(typed[:MAX_TYPED])[:MAX_WORDS] if not stem[0].isdecimal()]
    having = [_alike(index, stem).keys() for stem in stems]
    paths = {index.values[place].path for place in set.intersection(*map(set, having))} if having else set()
    return [value for value in find_values(law, typed).values if value.path in paths]


def _is_of_the_default(law: Law, value: LawValue) -> bool:
    """Return whether a value is a setting of the law's default clause of its kind, such as the usual vote."""
    first, *rest = path_of(value.path)
    if first != "rules" or len(rest) != SETTING_PARTS or not is_a_number(value.value):
        return False
    clause = value_at(law.document, pointer(first, *rest[:CLAUSE_PARTS]))
    return isinstance(clause, dict) and clause.get("default") is True


def _alike(index: _Index, stem: str) -> dict[int, float]:
    """Return the values that have this stem, or a stem that begins with it, with their ranking."""
    found = dict(index.places.get(stem, {}))
    if len(stem) < MIN_BEGINNING_LENGTH:
        return found
    first = bisect_left(index.stems, stem)
    for other in index.stems[first : first + MAX_ALIKE]:
        if not other.startswith(stem):
            break
        for place, says in index.places[other].items():
            found[place] = max(found.get(place, 0), says / 2)
    return found


def _index(law: Law) -> _Index:
    return law.once("values by their words", lambda: _made(law))


def _made(law: Law) -> _Index:
    values: list[LawValue] = []
    places: dict[str, dict[int, float]] = defaultdict(dict)
    for path, content in _all_leaves(law):
        name = name_of(law.document, path)
        value = _value(law, path, content, name)
        share = BENEATH if name.rest else 1.0
        mine = rule_at(law, value.path) if law.has("rules") else None
        whose = str(law.document["rules"][mine]["title"]) if mine is not None else ""
        around = " ".join(
            [value.section, value.path, *value.rules, whose, value.said, in_unit(content, ""), value.unit]
        )
        for text, says in ((around, AROUND), (name.also, IN_ALSO), (name.words, IN_NAME)):
            for stem in stems_of(text):
                places[stem][len(values)] = says * share
        values.append(value)
    by_name = {value.words: place for place, value in reversed(list(enumerate(values)))}
    by_name |= {value.path: place for place, value in enumerate(values)}
    return _Index(values, places, sorted(places), by_name)


def _value(law: Law, path: Path, content: Json, name: ValueName) -> LawValue:
    known = registered_sections().get(str(path[0]))
    rules = law.once("rules by the values they quote", lambda: _rules_by_path(law))
    return LawValue(
        pointer(*path),
        name.words,
        known.title if known else str(path[0]),
        content,
        PLACEHOLDER.sub(lambda found: shown_instead(law, found), value_text(law, path, content))[:MAX_SAID],
        unit_in_words(name.unit),
        tuple(sorted({title for place in range(1, len(path)) for title in rules.get(path[: place + 1], ())})),
    )


def _all_leaves(law: Law) -> Iterator[tuple[Path, Json]]:
    """Yield (path, value) for every scalar value of a law's sections and of its rules' clauses.

    The texts of rules are left out.
    """
    for section in sorted(set(law.document) - {"rules", "belongs"}):  # ownership is no value
        yield from _leaves((section,), law.document[section])
    rules = law.document.get("rules", {})
    for rule_id in in_order(rules):
        yield from _leaves(("rules", rule_id, CLAUSES), rules[rule_id].get(CLAUSES) or {})


def _leaves(path: Path, content: Json) -> Iterator[tuple[Path, Json]]:
    if isinstance(content, dict) and content:
        for key in sorted(content, key=lambda key: (place_of(content[key]), key)):
            if key != PLACE:
                yield from _leaves((*path, key), content[key])
    elif isinstance(content, list) and any(isinstance(element, dict | list) for element in content):
        for count, element in enumerate(content):
            yield from _leaves((*path, count), element)
    elif not isinstance(content, dict):
        yield path, content


def _rules_by_path(law: Law) -> dict[Path, set[str]]:
    """Return, by path, the titles of the rules that quote the value at the path."""
    found: dict[Path, set[str]] = defaultdict(set)
    for rule in law.document.get("rules", {}).values():
        for match in PLACEHOLDER.finditer(str(rule.get("body", ""))):
            if not match["table"]:
                path = path_of(match["what"].strip())
                found[tuple(map(counted, path))].add(str(rule.get("title", "")))
    return found


def stems_of(text: str) -> list[str]:
    """Return the distinct stems of a text's words, without stop words, accents, capitals and endings.

    Only Latin letters and digits count. A number and the following word also form one stem, so that "10 chips" ranks
    higher where the two are adjacent.
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    words = WORD.findall(plain)
    stems = [_stem(word) for word in words if word not in GLUE]
    counted = [f"{one}{_stem(other)}" for one, other in pairwise(words) if one.isdecimal() and not other.isdecimal()]
    return list(dict.fromkeys([*counted, *stems]))


@lru_cache(maxsize=4_096)  # the words of some laws
def _stem(word: str) -> str:
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= MIN_BEGINNING_LENGTH:
            return word.removesuffix(ending) + ("y" if ending == "ies" else "a" if ending == "ae" else "")
    return word
