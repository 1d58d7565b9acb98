"""Changes of the law in wikitext: text of rules and values before and after, additions and removals."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from nomic.law.diff.law_differences import Differences, RuleChange, Words
from nomic.law.diff.summary import rule_sentence
from nomic.law.document.sections import Law
from nomic.law.labels.explanations import Explanation
from nomic.law.labels.indented_outline import with_dashes
from nomic.wiki.pages.ruleset import body_of
from nomic.wikitext.escape import LINE_BREAKS, Wikitext, inline
from nomic.wikitext.wiki_writer import rule_wikitext

MAX_SAME = 300  # characters between two changes that are shown in full
AROUND = 100  # characters shown before and after a change if a longer unchanged run is cut
MAX_PER_RULE = 20_000  # characters of what changed in one rule
MAX_PER_VALUE = 1_000
SHORTER = "…"
PAGE = {"added": ("<ins>", "</ins>"), "removed": ("<del>", "</del>"), "same": ("", "")}


@dataclass(frozen=True, slots=True)
class DescribedChange:
    """One change: a sentence about it, and its words before and after. `is_cut` is true if some words are left out."""

    sentence: str
    words: Wikitext
    is_cut: bool = False


def rule_changes(found: Differences, after: Law | None) -> list[DescribedChange]:
    """Return the change of each rule, in the ruleset's order.

    `after` is the law after the change, from which new rules are rendered.
    """
    return [_rule(change, after) for change in found.rules]


def _rule(change: RuleChange, after: Law | None) -> DescribedChange:
    is_cut = sum(len(run.text) for run in change.body if run.kind != "same") > MAX_PER_RULE
    if change.kind == "created":
        words = _as_it_reads("".join(run.text for run in change.body)[:MAX_PER_RULE], after)
        words = Wikitext(f"\n{words}\n") if words else words
    else:
        words = words_in_wikitext(change.body)
    return DescribedChange(rule_sentence(change), words, is_cut)


def _as_it_reads(body: str, law: Law | None) -> Wikitext:
    """Return a rule's body with values of the law filled in.

    A table is replaced with its caption and a note.
    """
    if law is None:
        return rule_wikitext(body)
    return body_of(law, body, lambda table: inline(f"(a table of the law: {table.caption})"))


def words_in_wikitext(runs: Iterable[Words]) -> Wikitext:
    """Mark added words as `<ins>` and removed ones as `<del>`, with markup as typed.

    Long unchanged runs are shortened.
    """
    parts, room = [], MAX_PER_RULE
    for run in runs:
        text = run.text
        if run.kind == "same" and len(text) > MAX_SAME:
            first, last = text[:AROUND].rpartition(" ")[0], text[-AROUND:].partition(" ")[2]
            text = f"{first or text[:AROUND]} {SHORTER} {last or text[-AROUND:]}"
        if room <= 0:
            parts.append(SHORTER)
            break
        begin, end = PAGE[run.kind]
        parts.append("<br />".join(f"{begin}{line}{end}" if line else "" for line in _lines(text[:room])))
        room -= len(text)
    return Wikitext("".join(parts))


def _lines(text: str) -> list[str]:
    """Return the lines as wikitext of plain words. White space at the edges of a line becomes a blank."""
    return [
        " " * bool(re.match(r"\s", line)) + inline(line) + " " * bool(line.strip() and re.search(r"\s\Z", line))
        for line in LINE_BREAKS.split(text)
    ]


def effect_changes(found: Differences) -> list[DescribedChange]:
    """Return the entries of the law whose effect changed, with the sentences before and after."""
    return [_effect(effect) for effect in found.effects]


def _effect(effect: Explanation) -> DescribedChange:
    before, after = (with_dashes(sentences) for sentences in (effect.gone, effect.new))
    runs = [Words("removed", before)] * bool(before) + [Words("added", f" {after}" if before else after)] * bool(after)
    name = _capital(effect.name)
    sentence = f"{name}:" if effect.after else f"{name} no longer does anything."
    return DescribedChange(sentence, words_in_wikitext(runs), len(before) + len(after) > MAX_PER_RULE)


@dataclass(frozen=True, slots=True)
class ToldValue:
    """A changed value, as text before and after the change."""

    name: str
    before: str
    after: str


def value_changes(found: Differences) -> list[ToldValue]:
    """Return each changed value that is not already explained by a changed effect. A dash replaces a missing value."""
    return [
        ToldValue(_capital(change.name), _shortened(change.before) or "–", _shortened(change.after) or "–")
        for change in found.values
        if not change.explained
    ]


def _shortened(words: str) -> str:
    return words if len(words) <= MAX_PER_VALUE else f"{words[:MAX_PER_VALUE]} {SHORTER} (longer)"


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
