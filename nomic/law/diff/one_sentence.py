"""A change of the law in one sentence, for readers who do not know the law."""

from collections.abc import Iterator, Sequence
from textwrap import shorten

from nomic.law.diff.law_differences import Differences, RuleChange, ValueChange
from nomic.law.labels.explanations import Explanation
from nomic.law.labels.indented_outline import in_one_line
from nomic.law.labels.value_sentence import change_in_words

MAX_LENGTH = 240  # characters of the change that is named first
MAX_VALUE_LENGTH = 60  # characters of a value that is quoted
WORDS_ONLY = "Changes nothing by itself: it is words only."


def in_one_sentence(change: Differences | None, once: Sequence[str] = ()) -> str:
    """Return a sentence with the most important change and the number of others, or `WORDS_ONLY` if there is none.

    `once` holds the sentences about a proposal's one-time effect. Automatic effects come first, then values, then the
    texts of rules. Values that are part of an explained effect are not counted again.
    """
    changes = [*_once(once), *(_changes(change) if change is not None else ())]
    if not changes:
        return WORDS_ONLY
    first, others = _ended(_cut(changes[0])), len(changes) - 1
    if not others:
        return first
    return f"{first} Plus {others} more {'change' if others == 1 else 'changes'}."


def says_all(change: Differences | None, once: Sequence[str] = ()) -> bool:
    """Return whether `in_one_sentence` is complete: it states a single change in full, with the old values."""
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
    new = {value.path for value in change.values if value.kind == "created"}
    shown: set[str] = set()
    for effect in change.effects:
        rule = rules.get(_rule_of(effect))
        shown.update({effect.path} if rule is None else {rule.id})
        yield _effect(effect, rule, is_new=effect.path in new)
    for value in change.values:
        if not value.explained and value.path not in shown and not value.path.startswith("/rules/"):
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


def _effect(effect: Explanation, rule: RuleChange | None, *, is_new: bool) -> str:
    name = f"{effect.name[:1].upper()}{effect.name[1:]}"
    if not effect.after and rule is not None and rule.kind == "repealed":
        return f"Removes the rule “{rule.title}”, which did something"
    if not effect.after:
        return f"{name} no longer does anything"
    if rule is not None and rule.kind == "created":
        return f"New rule “{rule.title}”: {in_one_line(effect.acting_first)}"
    return f"{f'Adds {effect.name}' if is_new else name}: {in_one_line(effect.acting_first)}"


def _value(value: ValueChange) -> str:
    if value.kind == "created":
        return f"Adds {value.name}{_quoted(value.after)}"
    if value.kind == "repealed":
        return f"Removes {value.name}"
    name = f"{value.name[:1].upper()}{value.name[1:]}"
    if isinstance(value.new, str) and value.after.endswith("."):
        return f"{name} changes: {value.after}"  # a sentence, and the one before it is in the differences
    if max(len(value.before), len(value.after)) > MAX_VALUE_LENGTH or not (value.before and value.after):
        return f"{name} changes"
    changed, how = _change(value)
    return f"{changed[:1].upper()}{changed[1:]} changes {how}"


def _change(value: ValueChange) -> tuple[str, str]:
    return change_in_words(value.name, value.before.removesuffix("."), value.after)


def _quoted(value: str) -> str:
    return f": {value}" if value and len(value) <= MAX_VALUE_LENGTH else ""


def _rule(rule: RuleChange) -> str:
    if rule.kind == "created":
        return f"Adds the rule “{rule.title}”, which is words only"
    if rule.kind == "repealed":
        return f"Removes the rule “{rule.title}”"
    if rule.stays:
        return f"Changes the words of the rule “{rule.title}”, but not what it does"
    if rule.body:
        return f"Changes the words of the rule “{rule.title}”"
    if rule.renamed_from is not None:
        return f"Renames the rule “{rule.renamed_from}” to “{rule.title}”"
    if rule.moved is not None or rule.reordered:
        return f"Moves the rule “{rule.title}” to another place"
    return f"Changes what the rule “{rule.title}” does"


def _cut(text: str) -> str:
    """Return at most `MAX_LENGTH` characters of a text, up to the end of a sentence or item if one is complete."""
    short = shorten(text, MAX_LENGTH, placeholder=" …")
    end = max(short.rfind(". "), short.rfind("; "))
    return f"{short[: end + 1]} …" if short.endswith(" …") and end > 0 else short


def _ended(text: str) -> str:
    return text if text.endswith((".", "…", "!", "?")) else f"{text}."
