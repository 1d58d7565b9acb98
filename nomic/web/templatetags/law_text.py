"""Template tags that show rules, values of the law and wikitext as HTML."""

from dataclasses import astuple, replace
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from nomic.court import references
from nomic.law.diff.law_differences import RuleChange, shares_much
from nomic.law.document import sections
from nomic.law.document.entries import entry_as_yaml
from nomic.law.document.sections import Law
from nomic.law.labels.explanations import Explanation
from nomic.law.rules.interpolation import Filled
from nomic.law.rules.placeholders import fits_a_sentence, value_in_words
from nomic.outage_tolerant_cache import cached_for_a_day
from nomic.web.rendering.number_links_html import clause_html
from nomic.web.rendering.redline import marked
from nomic.web.rendering.rule_html import filled_html
from nomic.web.rendering.wiki_difference import changed_places
from nomic.web.rendering.wikitext_html import to_html
from nomic.wikitext.anchors import with_plain_links

register = template.Library()


@register.simple_tag
def rule_heading(rule: dict[str, Any]) -> SafeString:
    """Return the heading of a rule as HTML. Its level follows from the rule's depth."""
    return format_html(
        '<h{0}><span class="rule-number">{1}</span> <span>{2}</span> '
        '<a class="anchor" href="#{3}" aria-label="Link to {2}">§</a></h{0}>',
        min(rule["depth"] + 1, 6),
        rule["number"],
        rule["title"],
        rule["anchor"],
    )


@register.simple_tag
def law_value(value: Any) -> SafeString | str:
    """Return a value of the law as text, or as preformatted text if it is too large for a sentence."""
    if fits_a_sentence(value):
        return value_in_words(value)
    return format_html('<pre tabindex="0">{}</pre>', entry_as_yaml(value))


@register.filter
def pointer(name: str) -> str:
    """Return a name escaped as a segment of a JSON pointer."""
    return sections.pointer(name)[1:]


@register.filter
def in_plain_words(text: str, law: Law) -> str:
    """Return a text of the court in which references, such as JSON pointers, are spelled out."""
    return references.in_plain_words(law, text)


@register.filter
def changed_on_wiki(difference: str) -> SafeString:
    """Return the stored difference of a wiki page as HTML, with removed and added words."""
    return changed_places(difference)


@register.filter
def wikitext(text: str) -> SafeString:
    """Return wikitext as HTML, cached by its text."""
    return cached_for_a_day("wikitext-3", text, lambda: to_html(text))


@register.filter
def filled_rule(rule: Filled) -> SafeString:
    """Return the text of a rule in a diff as HTML, with links to rules as words. Cached by text and tables."""
    made_of = [rule.text, [astuple(table) for table in rule.tables]]
    return cached_for_a_day(
        "filled-rule-2", made_of, lambda: filled_html(replace(rule, text=with_plain_links(rule.text)))
    )


@register.simple_tag
def marked_rule(change: RuleChange) -> SafeString:
    """Return an amended rule as HTML, with its changes marked.

    Returns "" if either version cannot be read, or if hardly a word is the same.
    """
    if change.reads is None or change.used_to_read is None:
        return SafeString()
    was, now = filled_rule(change.used_to_read), filled_rule(change.reads)
    return cached_for_a_day("marked-rule-1", [was, now], lambda: marked(was, now))


@register.simple_tag
def marked_effect(effect: Explanation) -> SafeString:
    """Return the changed sentences of an effect as HTML, in which only the words that differ are marked.

    Returns "" if there are none before or after the change, or if they share too little to be read together.
    """
    was, now = "\n".join(effect.gone), "\n".join(effect.new)
    if not (was and now) or not shares_much(was, now):
        return SafeString()
    return marked(*("\n".join(map(clause_html, each)) for each in (effect.gone, effect.new)))
