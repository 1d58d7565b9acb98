"""A change of the law in a sentence or a few, for readers who do not know the law."""

import re
from collections.abc import Iterator, Sequence
from textwrap import shorten

from nomic.law.diff.law_differences import Differences, RuleChange, ValueChange
from nomic.law.diff.new_pieces import new_pieces
from nomic.law.diff.short_difference import changed_words
from nomic.law.labels.explanations import Explanation
from nomic.law.labels.indented_outline import in_one_line
from nomic.law.labels.value_sentence import change_in_words

NUMBER = re.compile(r"\d")
MAX_LENGTH = 240  # characters of a single change
MAX_TOLD = 4  # of several changes
MAX_LENGTH_OF_ONE = 160  # characters of each of several changes
MAX_VALUE_LENGTH = 60  # characters of a value that is quoted
MAX_BEFORE_LENGTH = 20  # characters of words that are told beside those that replace them
SHOWN_UNDER = "/belongs/"
WORDS_ONLY = "Changes nothing by itself: it is only text."


def summarise_change(change: Differences | None, once: Sequence[str] = ()) -> str:
    """Return a sentence for each change and the number of those left out, or `WORDS_ONLY` if there is none.

    `once` holds the sentences about a proposal's one-time effect. Automatic effects come first, then values, then the
    texts of rules. Values that are part of an explained effect are not counted again.
    """
    changes = [*_once(once), *(_changes(change) if change is not None else ())]
    if not changes:
        return WORDS_ONLY
    room = MAX_LENGTH if len(changes) == 1 else MAX_LENGTH_OF_ONE
    told = [_ended(_cut(each, room)) for each in changes[:MAX_TOLD]]
    others = len(changes) - len(told)
    more = [f"Plus {others} more {'change' if others == 1 else 'changes'}."] if others else []
    return " ".join([*told, *more])


def says_all(change: Differences | None, once: Sequence[str] = ()) -> bool:
    """Return whether `summarise_change` is complete: it states a single change in full, with the old values."""
    changes = [*_once(once), *(_changes(change) if change is not None else ())]
    if len(changes) != 1 or len(changes[0]) > MAX_LENGTH:
        return False
    return change is None or all(value.explained or _change(value)[1] in changes[0] for value in change.values)


def _once(sentences: Sequence[str]) -> Iterator[str]:
    if sentences:
        yield f"Once, when it passes: {in_one_line(sentences)}"


def _changes(change: Differences) -> Iterator[str]:
    """Yield each change as a sentence. A new or amended rule with explained clauses counts once for each clause."""
    rules = {rule.id: rule for rule in change.rules}
    kinds = {value.path: value.kind for value in change.values}
    shown: set[str] = set()
    is_all = not change.effects and all(value.path.startswith(SHOWN_UNDER) for value in change.values)
    own = () if is_all else (SHOWN_UNDER,)  # under which rule something is shown says little beside what it does
    for effect in change.effects:
        rule = rules.get(_rule_of(effect))
        shown.update({effect.path} if rule is None else {rule.id})
        yield _effect(effect, rule, kinds.get(effect.path, "changed"))
    for value in change.values:
        if not value.explained and value.path not in shown and not value.path.startswith(("/rules/", *own)):
            yield _value(value)
    for rule in change.rules:
        if rule.id not in shown:
            yield _rule(rule)
    if not change.effects and not change.rules:
        yield from (_value(value) for value in change.values if value.path.startswith("/rules/"))


def _rule_of(effect: Explanation) -> str:
    """Return the id of the rule whose clause is explained, or "" if the entry is not a clause."""
    _, section, name, *_ = *effect.path.split("/"), "", ""
    return name.replace("~1", "/").replace("~0", "~") if section == "rules" else ""


def _effect(effect: Explanation, rule: RuleChange | None, kind: str) -> str:
    """Return the change of an entry's effect as a sentence. `kind` is that of the entry's own change."""
    if not effect.after and rule is not None and rule.kind == "repealed":
        return f"Removes the rule {_quoted_title(rule.title)}, which had an effect"
    if rule is not None and rule.kind == "created":
        return f"New rule {_quoted_title(rule.title)}: {in_one_line(effect.acting_first)}"
    if kind == "repealed":
        return f"Removes {effect.name}"
    if kind == "created":
        return f"Adds {effect.name}: {in_one_line(effect.acting_first)}"
    name = effect.name if rule is None else f"the rule {_quoted_title(rule.title)}"
    begin = f"{name[:1].upper()}{name[1:]}"
    if not effect.after:
        return f"{begin} no longer does anything"
    if changed := new_pieces(effect.before, effect.acting_first):
        return f"{begin}: {_with_former(effect, changed)}"
    if gone := new_pieces(effect.after, effect.before, with_first=False):
        return f"{begin} loses this: {in_one_line(gone)}"
    return f"What {name} does stays the same, in a different order"


def _with_former(effect: Explanation, changed: Sequence[str]) -> str:
    """Return changed sentences in one line: "Pay 7 Vertebrae (before: 9)" if only a number or a few words differ.

    The former words stand right after those that replace them if another number follows, which they could belong to.
    """
    said = in_one_line(changed)
    former = new_pieces(effect.after, effect.before)
    places = changed_words(former[0], changed[0]) if len(former) == len(changed) == 1 else []
    if (
        said.endswith("…")
        or len(places) != 1
        or not all(words and len(words) <= MAX_BEFORE_LENGTH for words in places[0])
    ):
        return said
    gone, came = places[0]
    begin, found, rest = said.removesuffix(".").rpartition(came)
    if not found or came in begin:
        return said
    return f"{begin}{came} (before: {gone}){rest}" if NUMBER.search(rest) else f"{begin}{came}{rest} (before: {gone})"


def _value(value: ValueChange) -> str:
    if value.kind == "created":
        return f"Adds {value.name}{_quoted(value.after)}"
    if value.kind == "repealed":
        return f"Removes {value.name}"
    if value.after.endswith("."):  # in sentences, and those before the change are in the differences
        return f"Changes {value.name}: {in_one_line(new_pieces([value.before], [value.after]) or [value.after])}"
    if max(len(value.before), len(value.after)) > MAX_VALUE_LENGTH or not (value.before and value.after):
        return f"Changes {value.whole or value.name}"
    changed, how = _change(value)
    return f"Changes {changed} {how}"


def _change(value: ValueChange) -> tuple[str, str]:
    return change_in_words(value.name, value.before.removesuffix("."), value.after)


def _quoted(value: str) -> str:
    return f": {value}" if value and len(value) <= MAX_VALUE_LENGTH else ""


def _rule(rule: RuleChange) -> str:
    if rule.kind == "created":
        return f"Adds the rule {_quoted_title(rule.title)}, which is only text"
    if rule.kind == "repealed":
        return f"Removes the rule {_quoted_title(rule.title)}"
    if rule.stays:
        return f"Changes the words of the rule {_quoted_title(rule.title)}, but not what it does"
    if rule.body:
        return f"Changes the words of the rule {_quoted_title(rule.title)}"
    if rule.renamed_from is not None:
        return f"Renames the rule {_quoted_title(rule.renamed_from)} to {_quoted_title(rule.title)}"
    if rule.moved is not None or rule.reordered:
        return f"Moves the rule {_quoted_title(rule.title)} to another place"
    return f"Changes what the rule {_quoted_title(rule.title)} does"


def _quoted_title(title: str) -> str:
    """Return a rule's title in quotation marks. Those within it become single ones."""
    return f"“{title.replace('“', '‘').replace('”', '’')}”"


def _cut(text: str, room: int) -> str:
    """Return at most `room` characters of a text, up to the end of a sentence or item if one is complete."""
    short = shorten(text, room, placeholder=" …")
    end = max(short.rfind(". "), short.rfind("; "))
    return f"{short[: end + 1]} …" if short.endswith(" …") and end > 0 else short


def _ended(text: str) -> str:
    return text if text.endswith((".", "…", "!", "?")) else f"{text}."
