"""Template tags for names of rules, which link to the rule in the current ruleset or to the ruling."""

import re
from collections.abc import Sequence

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import Refusal
from nomic.law.rules.reference import RuleRef, named_in
from nomic.law.rules.rulings import CITED, Ruling, ruling_numbers
from nomic.web.hooks.refusal_suggestions import WayOut
from nomic.web.hooks.refusal_suggestions import ways_out as find_ways_out
from nomic.web.rendering.number_links_html import clause_html, html_with_lists
from nomic.wikitext.html_writer import rule_anchor

register = template.Library()

ID_AT_END = re.compile(r" \([0-9a-f]{8}\)\Z")
ITALIC = re.compile(r"\*([^*]+)\*")
# The short names of games in `docs/rulings.md`.
GAMES = {
    "C16": "the Gilded Hall",
    "DRAFT": "Exoptwosis",
    "KB": "Knucklebones",
    "TET": "Tetromic",
    "DUN": "Dungeon",
}
SHORT = re.compile(rf"\b({'|'.join(GAMES)})\b")


@register.filter
def without_id(name: str) -> str:
    """Return the name of a compared object, without the id of its entry."""
    return ID_AT_END.sub("", name)


@register.simple_tag(takes_context=True)
def rule_name(context: template.Context, name: str) -> SafeString:
    """Return the name of a rule as HTML, such as "Card gifting (R23)", or "" if the name is empty.

    A rule of the cycle's ruleset has its current title and a link to its text. Numbers of rulings link to the rulings.
    """
    if not name:
        return SafeString("")
    ctx = context.get("ctx")
    if not isinstance(ctx, ReadContext):
        return _named(None, name)
    at = name.at if isinstance(name, RuleRef) else ""
    return ctx.law.once(("rule's name", ctx.cycle.slug, name, at), lambda: _named(ctx, name))


def _named(ctx: ReadContext | None, name: str) -> SafeString:
    named = RuleRef("", name) if ctx is None else named_in(ctx.law, name)
    title, bracket, rest = named.partition(" (")
    linked = with_rulings(title) if ctx is None or not named.at else _link_to_rule(ctx, named.at, title)
    said = format_html("{}{}{}", linked, bracket, with_rulings(rest))
    return format_html('<span class="rule-name">{}</span>', said)


@register.filter
def without_rulings(name: str) -> str:
    """Return a rule's name without the numbers of rulings, for pages that newcomers read."""
    title = name.partition(" (")[0]
    return RuleRef(name.at, title) if isinstance(name, RuleRef) else title


@register.simple_tag(takes_context=True)
def rule_in_force(context: template.Context, name: str, id_: str = "") -> SafeString:
    """Return a rule's current title as HTML, given its stored name and id."""
    return rule_name(context, RuleRef(id_, name) if id_ and name else name)


@register.simple_tag(takes_context=True)
def ways_out(context: template.Context, refused: Refusal | None) -> Sequence[WayOut]:
    """Return links to pages on which the visitor can get what a refusal says is missing."""
    ctx = context.get("ctx")
    return find_ways_out(ctx, refused) if isinstance(ctx, ReadContext) else ()


@register.simple_tag
def clause_text(sentence: str) -> SafeString:
    """Return a sentence of a clause as HTML. Sentences that are HTML already are returned unchanged."""
    return sentence if isinstance(sentence, SafeString) else clause_html(sentence)


@register.filter
def with_lists(sentence: str) -> SafeString:
    """Return a sentence with the lists below it as HTML."""
    return html_with_lists(sentence)


@register.simple_tag
def ruling_text(ruling: Ruling) -> SafeString:
    """Return the text of a ruling as HTML, with names of games spelled out and links to the rulings that it cites."""
    text = with_rulings(SHORT.sub(lambda short: GAMES[short[0]], ruling.text))
    return mark_safe(ITALIC.sub(r"<em>\1</em>", text))  # noqa: S308  # escaped by with_rulings


def with_rulings(text: str) -> SafeString:
    """Return a text as HTML in which the numbers of known rulings are links."""
    pieces: list[tuple[SafeString | str]] = []
    done = 0
    for cited in CITED.finditer(text):
        if cited[0] in ruling_numbers():
            pieces += [(text[done : cited.start()],), (_link_to_ruling(cited[0]),)]
            done = cited.end()
    return format_html_join("", "{}", [*pieces, (text[done:],)])


def _link_to_ruling(number: str) -> SafeString:
    return format_html('<a href="{}#{}">{}</a>', reverse("web:rulings"), number, number)


def _link_to_rule(ctx: ReadContext, id_: str, title: str) -> SafeString:
    address = reverse("web:ruleset", args=[ctx.cycle.slug])
    return format_html('<a href="{}#{}">{}</a>', address, rule_anchor(id_), conditional_escape(title))


@register.filter
def of_key(found: dict[object, object], key: object) -> object:
    """Return the value under a key of a dictionary, or "" if the key is missing."""
    return found.get(key, "")
