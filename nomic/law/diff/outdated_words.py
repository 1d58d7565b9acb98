"""Sentences that a change of the law makes outdated: they mention an old value, and the change does not edit them.

A typical case is a rule that says "Once a phase" above a limit that becomes 2. The results are hints for authors and
voters. Sentences are matched by their words, so a hint can be wrong, and some outdated sentences are missed.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from nomic.law.document.sections import Law, pointer
from nomic.law.labels.explanations import Explanation
from nomic.law.labels.value_labels import name_of
from nomic.law.rules.placeholders import PLACEHOLDER, fill_placeholders
from nomic.law.rules.rule_of_place import rule_at
from nomic.law.rules.sentences import sentences
from nomic.law.rules.tree import rules_of
from nomic.law.rules.value_formats import hours_in_words, minutes_in_words
from nomic.wikitext.anchors import with_plain_links

WRITTEN = ("body", "text", "says")  # the keys under which people write what a rule, an entry or a clause means
NOT_SAID = ("title", "parent", "place")
MAX_CHANGES = 200
MAX_FOUND = 20
MAX_KEPT = 512  # texts whose words are cached
MIN_SHARED = 2  # content words that a sentence shares with the explanation of a clause that it describes
MIN_NAME = 4  # letters of a name in the path of a value that ties a sentence of another rule to this value

_SMALL = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_TIMES = {1: ("once",), 2: ("twice", "double"), 3: ("thrice",)}
_TOKEN = re.compile(r"\d+d\d+|\w+")
# Words that say nothing about what a sentence is about. Texts and explanations of rules have them everywhere.
_NOT_TELLING = frozenset(
    re.findall(
        r"\w+",
        """
    a all also an and any are as at be been but by can cannot each every for from gain gains has have her him his if in
    into is it its may more most must no nobody not number of on one only or other others out own play player players
    proposal proposals rule rules so than that the their them then there these they this those to under until was when
    whenever which who whose with you your
    """,
    )
)


@dataclass(frozen=True, slots=True)
class OutdatedWords:
    """A sentence that may no longer be true: its rule or entry, its place in the law, its text, and the change."""

    rule: str  # the title of the rule, or the label of the entry
    path: str
    sentence: str
    change: str


class _Change(NamedTuple):
    path: tuple[str, ...]
    old: Any
    new: Any


class _Text(NamedTuple):
    """A text written by people: its place, the title of its rule or entry, and the text.

    `is_its_own` is true if the changed value is in that entry or belongs to that rule.
    """

    path: str
    title: str
    text: str
    is_its_own: bool


Find = Callable[[Law, Law], Iterable[OutdatedWords]]
_others: list[Find] = []


def register_outdated(find: Find) -> None:
    """Register a function that yields additional hints for a change from one law to another."""
    if find not in _others:
        _others.append(find)


def outdated_words(old: Law, new: Law, effects: list[Explanation]) -> list[OutdatedWords]:
    """Return the unedited sentences that mention old values.

    `effects` are the entries whose explanations change. At most `MAX_CHANGES` changes are examined, and at most
    `MAX_FOUND` sentences returned.
    """
    if not (old.has("rules") and new.has("rules")):
        return []
    found: dict[tuple[str, str], OutdatedWords] = {}
    unnamed: dict[Explanation, list[_Text]] = {}
    for change in _changes(old, new):
        place = pointer(*change.path)
        if len(found) >= MAX_FOUND:
            break
        texts = list(_texts(old, new, change))
        effect = next((each for each in effects if place.startswith(f"{each.path}/")), None)
        about = content_words(" ".join([*change.path, *_gone(effect)]).replace("-", " "))
        hits = _closest(_naming(texts, change), about)
        for text, sentence in hits:
            found.setdefault((text.path, sentence), _outdated(new, text, sentence, _change_in_words(old, change)))
        if effect is not None and not hits:
            unnamed.setdefault(effect, []).extend(
                text for text in texts if text.is_its_own and not _quotes(text.text, place)
            )
    hinted = {words.path for words in found.values()}
    for effect, texts in unnamed.items():
        for text in dict.fromkeys(text for text in texts if text.path not in hinted):
            every = [(text, sentence) for sentence, _ in _tokens(text.text)]
            for _, sentence in _closest(every, content_words(" ".join(_gone(effect))), at_least=MIN_SHARED)[:1]:
                now = " ".join(effect.new) or "it does less than before."
                found.setdefault((text.path, sentence), _outdated(new, text, sentence, f"{effect.name}: {now}"))
    return [*found.values(), *(words for find in _others for words in find(old, new))][:MAX_FOUND]


def _outdated(law: Law, text: _Text, sentence: str, change: str) -> OutdatedWords:
    """Return a hint about a sentence, in plain text with the values of the new law."""
    read = (
        fill_placeholders(law, sentence, value=str, table=lambda table: table.caption)
        .replace("'''", "")
        .replace("''", "")
    )
    return OutdatedWords(text.title, text.path, with_plain_links(read), change)


def _gone(effect: Explanation | None) -> list[str]:
    """Return the sentences that no longer apply to an entry."""
    return [] if effect is None else [*effect.gone]


def _closest(hits: Iterable[tuple[_Text, str]], about: AbstractSet[str], at_least: int = 0) -> list[tuple[_Text, str]]:
    """Return the sentences that share most words with `about`, and no fewer than `at_least`."""
    rated = [(len(about & content_words(sentence)), (text, sentence)) for text, sentence in hits]
    most = max((shared for shared, _ in rated), default=0)
    return [hit for shared, hit in rated if shared == most >= at_least]


def _changes(old: Law, new: Law) -> Iterator[_Change]:
    """Yield changed and removed values, except maps, lists and texts written by people."""
    count = 0
    stack: list[_Change] = [_Change((), old.document, new.document)]
    while stack:
        path, was, now = change = stack.pop()
        if was == now and type(was) is type(now):
            continue
        if isinstance(was, dict | list):
            then = _parts(now) if type(now) is type(was) else {}
            stack += [_Change((*path, key), part, then.get(key)) for key, part in reversed(_parts(was).items())]
        elif was is not None and path[-1] not in NOT_SAID and not (path[-1] in WRITTEN and isinstance(was, str)):
            yield change
            count += 1
            if count == MAX_CHANGES:
                return


def _parts(value: Any) -> dict[str, Any]:
    """Return the parts of a map sorted by key, or of a list by index."""
    if isinstance(value, dict):
        return {key: value[key] for key in sorted(value)}
    return {str(place): part for place, part in enumerate(value)}


def _texts(old: Law, new: Law, change: _Change) -> Iterator[_Text]:
    """Yield the unedited texts about a changed value: of its entry, of its rule, then of other rules."""
    was, now = old.document, new.document
    for depth, key in enumerate(change.path):
        if not (isinstance(was, dict) and isinstance(now, dict) and key in was and key in now):
            break
        was, now = was[key], now[key]
        if not (isinstance(was, dict) and isinstance(now, dict)):
            break
        for word in WRITTEN:
            text = was.get(word)
            if isinstance(text, str) and text == now.get(word):
                here = change.path[: depth + 1]
                title = now.get("title") if here[0] == "rules" and len(here) == 2 else name_of(new.document, here).words
                yield _Text(pointer(*here), str(title), text, True)
    owner = rule_at(new, pointer(*change.path))
    in_a_rule = change.path[:1] == ("rules",)
    for id_, rule in rules_of(new).items():
        before = rules_of(old).get(id_)
        if before is not None and before.body == rule.body and not (in_a_rule and id_ == owner):
            yield _Text(pointer("rules", id_), rule.title, rule.body, id_ == owner)


def _quotes(text: str, place: str) -> bool:
    """Return whether a text quotes a value, or a list or map that contains it. Such a text changes with the value."""
    return any(place == what or place.startswith(f"{what}/") for what in _quoted_by(text))


@lru_cache(maxsize=MAX_KEPT)
def _quoted_by(text: str) -> frozenset[str]:
    return frozenset(match["what"].strip() for match in PLACEHOLDER.finditer(text) if not match["table"])


def _naming(texts: list[_Text], change: _Change) -> Iterator[tuple[_Text, str]]:
    """Yield the sentences that contain the old value in figures or words.

    In a text of another rule, a sentence must also contain a name from the value's path. The same holds for the number
    one in any text, because "one" is often a pronoun.
    """
    forms, place = _forms(change), pointer(*change.path)
    names = [key.lower() for key in change.path if len(key) >= MIN_NAME and key[0].isupper()]
    for text in texts:
        words = _words_of(text.text)  # most texts are ruled out as a whole
        if not any(f" {form} " in words for form in forms):
            continue
        if not (text.is_its_own or any(f" {name} " in words for name in names)) or _quotes(text.text, place):
            continue
        for sentence, tokens in _tokens(text.text):
            hit = any(f" {form} " in tokens for form in forms)
            named = any(f" {name} " in tokens for name in names)
            if hit and (named or text.is_its_own) and (named or change.old != 1 or " once " in tokens):
                yield text, sentence


def _forms(change: _Change) -> list[str]:
    """Return the ways in which people write the old value of a change, in lower case."""
    value = change.old
    if isinstance(value, bool):
        return []
    if isinstance(value, str):
        return [value.lower()] if re.fullmatch(r"\d+d\d+", value) else []
    if not isinstance(value, int):
        return []
    forms = [str(value), *_TIMES.get(value, ())]
    if 0 < value < len(_SMALL):
        forms.append(_SMALL[value])
    for unit, in_words in (("hour", hours_in_words), ("minute", minutes_in_words)):
        if any(unit in key for key in change.path):
            words = in_words(value)
            number = words.split()[0]
            forms += [words, *(words.replace(number, _SMALL[int(number)]) for _ in " " if int(number) < len(_SMALL))]
            forms += {24: ["a day"], 168: ["a week", "one week"]}.get(value, []) if unit == "hour" else []
    return forms


@lru_cache(maxsize=MAX_KEPT)
def _words_of(text: str) -> str:
    """Return all words of a text in lower case, between single spaces."""
    return "".join(tokens for _, tokens in _tokens(text))


@lru_cache(maxsize=MAX_KEPT)
def _tokens(text: str) -> list[tuple[str, str]]:
    """Return each sentence of a text, and its words in lower case between single spaces. Placeholders are left out."""
    return [
        (sentence, f" {' '.join(_TOKEN.findall(PLACEHOLDER.sub(' ', sentence).lower()))} ")
        for sentence in sentences(text)
    ]


def content_words(text: str) -> set[str]:
    """Return the content words of a text. A final "s" is removed."""
    return {word.removesuffix("s") for word in _TOKEN.findall(text.lower()) if word not in _NOT_TELLING}


def _change_in_words(old: Law, change: _Change) -> str:
    """Return a change as text. A value within an effect is named by its entry alone."""
    name = name_of(old.document, change.path)
    words = name.whole if name.is_declared else name.words.split(" › ")[0]
    return f"{words}: {change.old} → {'nothing' if change.new is None else change.new}"
