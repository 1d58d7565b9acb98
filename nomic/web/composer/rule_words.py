"""The words of a rule as its editor shows them: with the numbers of the law, not with the placeholders of these.

The source of a rule says `It costs {{law|/rules/fusion/clauses/fuse/costs|items}}.`, and its editor "It costs 9
Vertebrae." An author who writes 8 there changes the number in the law, and the placeholder stays.
"""

from collections.abc import Mapping
from typing import NamedTuple

from nomic.law.document.sections import Law
from nomic.web.composer.orders.changes.rewrite_keeping_numbers import with_numbers
from nomic.web.composer.orders.changes.shown_words import (
    CannotEdit,
    FilledSpan,
    changed_spans,
    shown,
    value_meant,
    values_of_all,
)


class EditedRule(NamedTuple):
    """The source of an edited rule, and the changed numbers of the law as typed, by their paths."""

    body: str
    values: Mapping[str, str]


def words_to_edit(law: Law, body: str) -> str:
    """Return the source of a rule with the values of the law filled in. Tables and wikitext remain."""
    return shown(law, body, keeps_marks=True).text


def edited_rule(law: Law, body: str, typed: str) -> EditedRule:
    """Return the source of a rule after an author has edited its words in the editor.

    A text that has placeholders of the source itself is taken as source. Words that replace a number of the law, and
    give no other one, become words of the rule. Raises CannotEdit if a number occurs several times, and the new words
    disagree.
    """
    page = shown(law, body, keeps_marks=True)
    new = typed.replace("\r\n", "\n")
    if any(made.placeholder[0] in new for made in page.made):
        return EditedRule(new, {})
    meant: dict[FilledSpan, Mapping[str, str]] = {made: {} for made in page.made}
    for begin, end, words in reversed([*changed_spans(page, (0, len(page.text)), new)]):
        low, high = page.in_source(begin, end)
        made = [each for each in page.made if each.begin < end and each.end > begin]
        values = _whole_value_meant(law, made, (begin, end), words)
        if values is not None:
            meant[made[0]] = values
            continue
        said = _with_kept_numbers(law, body[low:high], words) if made and words else EditedRule(words, {})
        body = f"{body[:low]}{said.body}{body[high:]}"
        for each in made:
            kept = {path: number for path, number in said.values.items() if _is_of(path, each)}
            if each.placeholder[0] in said.body:
                meant[each] = kept
            else:
                del meant[each]
    return EditedRule(body, values_of_all(page, [*meant.items()]))


def _whole_value_meant(law: Law, made: list[FilledSpan], span: tuple[int, int], words: str) -> Mapping[str, str] | None:
    """Return the values that the new words of one placeholder give, or None if more or less than it was edited."""
    if len(made) != 1 or (made[0].begin, made[0].end) != span:
        return None
    return value_meant(law, made[0].placeholder, words)


def _with_kept_numbers(law: Law, source: str, words: str) -> EditedRule:
    """Return new words with the placeholders of the source that they replace, if they still have such numbers."""
    try:
        kept = with_numbers(law, source, words)
    except CannotEdit:
        return EditedRule(words, {})
    return EditedRule(kept.words, kept.values)


def _is_of(path: str, made: FilledSpan) -> bool:
    return f"{path}/".startswith(f"{made.placeholder['what'].strip()}/")
