"""Links on pages that show a piece of the law, to propose a change of it."""

from functools import lru_cache

from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from nomic.clauses.clause_index import clauses_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Action
from nomic.law.document.sections import Law, pointer
from nomic.law.rules.reference import named_in

MAX_KNOWN = 2048  # cached links: each page of a cycle has some fifty


def composer_of(ctx: ReadContext) -> str:
    """Return the composer's address, or "" if the actor cannot propose."""
    if not ctx.actor.name or not ctx.cycle.is_running:
        return ""
    return ctx.recall("the composer", lambda: reverse("web:compose", args=[ctx.cycle.slug]))


@lru_cache(MAX_KNOWN)
def way_to_change(composer: str, place: str, words: str, *, quietly: bool = False) -> SafeString:
    """Return a link to the page that changes the piece at a JSON pointer. `words` names the piece.

    If `quietly` is set, it is a pen icon, for pages with many links. The tooltip and the accessible text are the link's
    words.
    """
    address = address_to_change_value(composer, place)
    if quietly:
        said = f"Propose a change of {words}"
        return format_html('<a class="pen" href="{}" title="{}"><span>{}</span></a>', address, said, said)
    return format_html(
        '<a class="propose small" href="{}">Propose a change<span class="visually-hidden"> of {}</span></a>',
        address,
        words,
    )


@lru_cache(MAX_KNOWN)
def way_to_change_value(composer: str, place: str, words: str) -> SafeString:
    """Return a link to the page that changes the value at a JSON pointer. `composer` is the composer's address."""
    return format_html(
        '<a class="propose small" href="{}">Change<span class="visually-hidden"> {}</span></a>',
        address_to_change_value(composer, place),
        words,
    )


def address_to_change_value(composer: str, place: str) -> str:
    """Return the address of the page for editing a place of the law: a value, or the numbers in a piece."""
    return f"{composer.removesuffix('compose/')}change/?{urlencode({'at': place})}"


def place_of_action(law: Law, action: Action) -> str:
    """Return the JSON pointer of the clause that defines an action, otherwise of its rule, or "" without a rule."""
    clause = clauses_of(law).actions.get(action.name)
    return clause.path if clause is not None else place_of_rule(law, action.rule)


def place_of_rule(law: Law, name: str) -> str:
    """Return the JSON pointer of a rule that code names, such as "Card gifting (R23)".

    "" if the law has no such rule.
    """
    id_ = named_in(law, name).at if name else ""
    return pointer("rules", id_) if id_ else ""
