"""Sentences of a rule's clauses as HTML, in which each number is a link to the page that changes it."""

import re
from dataclasses import replace

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from nomic.clauses.views.explanations import clause_names, explain_clause
from nomic.clauses.views.numbers.in_sentences import NumberSaid, numbers_said
from nomic.clauses.views.numbers.number_labels import full_label
from nomic.law.document.clause_entries import CLAUSES
from nomic.law.document.sections import Law
from nomic.law.labels.indented_outline import outline
from nomic.law.search.values import LawValue, value_or_none
from nomic.web.rendering.rule_html import NUMBER, linked

CALLED = re.compile(r"^([^“]{0,80})(“[^”]{1,120}”)(?=[:, ])")
MAX_LINKED = 60  # numbers of one rule


def clauses_html(law: Law, rule_id: str, composer: str) -> dict[str, SafeString]:
    """Return the sentences of a rule's clauses that contain numbers, as HTML by sentence.

    `composer` is the address for links that propose changes.
    """
    if not law.document["rules"][rule_id].get(CLAUSES):
        return {}
    found: dict[str, SafeString] = {}
    for name in clause_names(law, rule_id):
        said, numbers = explain_clause(law, rule_id, name), numbers_said(law, rule_id, name)
        for count, sentence in enumerate(said):
            marked, values = sentence.replace(NUMBER, ""), list[LawValue]()
            if marked == sentence:
                marked, values = _marked(law, sentence, [each for each in numbers if each.sentence == count])
            if values:
                found[sentence] = linked(str(clause_html(marked)), values, composer)
    return found


def _marked(law: Law, sentence: str, numbers: list[NumberSaid]) -> tuple[str, list[LawValue]]:
    """Return a sentence with a mark around each of its numbers, and the values of these numbers."""
    values: list[LawValue] = []
    text, done = "", 0
    for each in sorted(numbers, key=lambda each: each.begin)[:MAX_LINKED]:
        value = value_or_none(law, each.path)
        if value is None:
            continue
        text += f"{sentence[done : each.begin]}{NUMBER}{len(values)}{NUMBER}{sentence[each.begin : each.end]}{NUMBER}"
        done = each.end
        values.append(replace(value, words=full_label(law, value)))
    return text + sentence[done:], values


def clause_html(sentence: str) -> SafeString:
    """Return a clause's sentence as HTML with a bold name, such as “Explore the Hall”, and nested lists."""
    (_, first), *lines = outline(sentence)
    found = CALLED.match(first)
    if found is None:
        begin = conditional_escape(first)
    else:
        begin = format_html("{}<strong>{}</strong>{}", found[1], found[2], first[found.end() :])
    return format_html("{}{}", begin, _as_lists(lines))


def html_with_lists(sentence: str) -> SafeString:
    """Return a sentence with the lists below it as HTML."""
    (_, first), *lines = outline(sentence)
    return format_html("{}{}", first, _as_lists(lines))


def _as_lists(lines: list[tuple[int, str]]) -> SafeString:
    """Return lines, given with their levels, as nested HTML lists."""
    html, depth = SafeString(""), 0
    for level, words in lines:
        if level > depth:
            html += format_html("{}", mark_safe("<ul><li>" * (level - depth)))  # noqa: S308 - no text of anybody's
        else:
            html += mark_safe("</li></ul>" * (depth - level) + ("</li><li>" if level else "<br>"))  # noqa: S308
        html, depth = html + conditional_escape(words), level
    return html + mark_safe("</li></ul>" * depth)  # noqa: S308 - no text of anybody's
