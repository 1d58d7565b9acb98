"""Template tags of the composer: errors at fields, links that open the composer, and blocks."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.runtime.world.world_for_law import hall_seen
from nomic.cycles.actions.registry import Action
from nomic.effects.blocks import json_editing
from nomic.effects.blocks.gaps import Gap
from nomic.effects.language.event_names import DOES, Topics, event_in_words, with_word
from nomic.forms.list_rows import KINDS, Rows
from nomic.forms.schema_forms import Input
from nomic.law.document.sections import pointer
from nomic.law.labels.value_labels import words_at
from nomic.law.search.values import is_a_number, value_or_none
from nomic.web.composer import block_fields
from nomic.web.composer.block_fields import ENTRY, ONCE
from nomic.web.composer.field_errors import AMENDMENTS
from nomic.web.composer.row_suggestions import rows_at, suggested_at
from nomic.web.links.edit_links import (
    address_to_change_value,
    composer_of,
    place_of_action,
    place_of_rule,
    way_to_change,
    way_to_change_value,
)
from nomic.web.rendering import block_editor_assets

FILL_IN = "Fill this in."
WORTH_FOLDING = 2  # inputs that may be left empty, or are seldom used
# Keys of an entry, and of anything within it, that few people change: its short sentence, its name for programs, and
# its place among others.
SELDOM_AT_TOP = frozenset(("says", "called"))
SELDOM = frozenset(("place",))
# Keys that many people fill, though they may be left empty: the phases in which something holds.
OFTEN = frozenset(("in",))
register = template.Library()


@register.simple_tag(takes_context=True)
def wrong_with(context: template.Context, field: str, whole: bool = False) -> list[str]:
    """Return the errors of a field as text, from the last step and from the draft.

    If `whole` is set, errors of the field's parts are left out, because the parts  have fields of their own.
    """
    step = context["draft"].wrong_step
    said = [f"{step}"] if step is not None and step.field == field else []
    for error in context["placed_errors"]:
        if error.at == field and not (whole and (error.path or error.within)):
            detail = error.detail
            said.append(f"{error.place}: {detail}" if error.path else f"{detail[:1].upper()}{detail[1:]}")
    return said


@register.simple_tag(takes_context=True)
def wrong_at(context: template.Context, field: str, help_id: str = "") -> SafeString:
    """Return attributes of an input that link it to its errors and its help for screen readers."""
    wrong = bool(wrong_with(context, field))
    described = " ".join([help_id] * bool(help_id) + [f"{field}-wrong"] * wrong)
    invalid = mark_safe(' aria-invalid="true"') if wrong else ""
    return format_html("{}{}", invalid, format_html(' aria-describedby="{}"', described) if described else "")


@register.simple_tag(takes_context=True)
def propose_change(context: template.Context, place: str, words: str, quietly: bool = False) -> SafeString | str:
    """Return a link to the composer for a piece of the law, or "" if the visitor cannot propose or `place` is empty.

    `place` is the piece's JSON pointer, and `words` names it. If `quietly` is set, the link is a pen icon.
    """
    composer = composer_of(context["ctx"]) if context.get("me") is not None else ""
    return way_to_change(composer, place, words, quietly=quietly) if composer and place else ""


@register.simple_tag(takes_context=True)
def change_value(context: template.Context, place: str, words: str) -> SafeString | str:
    """Return a link to the page that changes the number at a JSON pointer, or to the composer for any other piece."""
    value = value_or_none(context["ctx"].law, place)
    if value is None or not is_a_number(value.value):
        return propose_change(context, place, words)
    composer = composer_of(context["ctx"]) if context.get("me") is not None else ""
    return way_to_change_value(composer, value.path, words) if composer else ""


@register.simple_tag(takes_context=True)
def propose_change_of_rule(context: template.Context, name: str) -> SafeString | str:
    """Return a link to the composer for a rule named in code, such as "Trading (R21)". See `propose_change`."""
    place = place_of_rule(context["ctx"].law, name)
    return propose_change(context, place, name.partition(" (")[0])


@register.simple_tag(takes_context=True)
def propose_change_of_action(context: template.Context, action: Action) -> SafeString | str:
    """Return a pen icon that opens the composer for the clause that defines an action, otherwise for its rule."""
    return propose_change(context, place_of_action(context["ctx"].law, action), action.title, quietly=True)


@register.simple_tag(takes_context=True)
def propose_change_of_entry(context: template.Context, section: str, name: str = "") -> SafeString | str:
    """Return a link to the composer for an entry of a section, or for the section, or "" if the law lacks it."""
    law = context["ctx"].law
    held = law.document.get(section)
    if held is None or (name and name not in held):
        return ""
    place = pointer(section, name) if name else pointer(section)
    return propose_change(context, place, words_at(law.document, place))


@register.simple_tag(takes_context=True)
def propose_change_of_class(context: template.Context, name: str) -> SafeString | str:
    """Return a link to the page that changes how proposals of a class pass, or "" if the law has no such class."""
    placed = clauses_of(context["ctx"].law).classes.get(name)
    composer = composer_of(context["ctx"]) if context.get("me") is not None else ""
    if placed is None or not composer:
        return ""
    words = f"Change how {placed.clause.class_} proposals pass"
    return format_html('<a class="small" href="{}">{}</a>', address_to_change_value(composer, placed.path), words)


@register.simple_tag(takes_context=True)
def wrong_within(context: template.Context, path: str) -> list[str]:
    """Return the errors of the open entry at this place or inside it."""
    place = f"{context['open_entry']['path']}{path}"
    return [
        error.detail
        for error in context["placed_errors"]
        if f"{error.path}/".startswith(f"{place}/") or f"{error.within}/".startswith(f"{path}/")
    ]


@register.simple_tag(takes_context=True)
def wrong_in_input(context: template.Context, shown: Input) -> list[str]:
    """Return the errors at an input or inside it. An input that may not be empty and is has only that error."""
    wrong = wrong_within(context, shown.path)
    return [FILL_IN] if wrong and shown.kind != "blocks" and not shown.value.strip() else wrong


@register.simple_tag(takes_context=True)
def empty_inputs(context: template.Context, inputs: tuple[Input, ...]) -> dict[str, Any]:
    """Return the inputs that are folded, because they are absent or seldom used, and the others.

    Nothing is folded if there are too few of them. The fold is open if one of them has an error or an open menu of
    blocks.
    """
    empty = tuple(each for each in inputs if (each.is_absent and not _is_frequent(each)) or _is_seldom(each))
    if len(empty) < WORTH_FOLDING:
        return {"inputs": (), "others": inputs}
    pieces = [blocks_at(context, each.path) for each in empty if each.kind == "blocks"]
    return {
        "inputs": empty,
        "others": tuple(each for each in inputs if each not in empty),
        "labels": ", ".join(each.label for each in empty),
        "is_open": any(wrong_within(context, each.path) for each in empty)
        or any(gap.menu for piece in pieces if piece for gap in piece["gap"].walk()),
    }


def _is_frequent(shown: Input) -> bool:
    return len(shown.place) == 1 and shown.label_of_key in OFTEN


def _is_seldom(shown: Input) -> bool:
    return shown.label_of_key in SELDOM or (len(shown.place) == 1 and shown.label_of_key in SELDOM_AT_TOP)


@register.simple_tag(takes_context=True)
def is_unfolded(context: template.Context, shown: Input) -> bool:
    """Return whether the inputs below this one are shown unfolded.

    A complete entry of a list or map is folded, unless the last step was inside it or it has an error.
    """
    if wrong_within(context, shown.path):
        return True
    if not (shown.key_name or shown.is_element):
        return shown.is_open
    whose, place = context["focus"]
    is_within = f"{place}/".startswith(f"{shown.path}/")
    is_new = place == shown.path.rpartition("/")[0]  # what is put where nothing was
    return (whose == ENTRY and (is_within or is_new)) or any(
        each.value == "" and not each.inputs and not each.is_absent for each in shown.inputs
    )


@register.simple_tag
def is_folded_piece(shown: Input, gap: Gap) -> bool:
    """Return whether a piece is folded: it may be left empty and is, or it is a single word or number."""
    return shown.is_absent or gap.is_leaf or (gap.is_empty and shown.can_go)


@register.simple_tag(takes_context=True)
def has_focus(context: template.Context, path: str) -> bool:
    """Return whether the last step was in the input at this place, so that it stays open."""
    whose, place = context["focus"]
    return whose == ENTRY and f"{place}/".startswith(f"{path}/")


@register.simple_tag(takes_context=True)
def wrong_in_change(context: template.Context, path: str) -> list[str]:
    """Return the errors at or inside the place of an added change, except those shown by the open editor."""
    found = [error for error in context["placed_errors"] if error.at == AMENDMENTS and error.path and path]
    return [error.detail for error in found if f"{error.path}/".startswith(f"{path}/")]


@register.simple_tag(takes_context=True)
def wrong_exactly_at(context: template.Context, path: str) -> list[str]:
    """Return the errors of the open entry at exactly this place."""
    place = f"{context['open_entry']['path']}{path}"
    return [
        error.detail for error in context["placed_errors"] if error.path == place or (path and error.within == path)
    ]


@register.simple_tag(takes_context=True)
def blocks_at(context: template.Context, place: str, whose: str = ENTRY) -> dict[str, Any] | None:
    """Return the blocks of a piece with its sentences, owner and workspace, or None if the piece is shown as data."""
    found = context["once"] if whose == ONCE else context["open_entry"].get("blocks")
    gap = None if found is None else found.gaps.get(place)
    if found is None or gap is None:
        return None
    return {"gap": gap, "said": found.said[place], "whose": whose, "workspace": found.workspaces[place]}


@register.simple_tag
def block_editor(piece: dict[str, Any]) -> dict[str, str] | None:
    """Return the block editor's data for a piece of the effect language, or None if the editor is not installed."""
    if not block_editor_assets.is_installed():
        return None
    field = block_fields.workspace_field(piece["whose"], piece["gap"].place)
    data, wrong = block_editor_assets.data_of(piece["workspace"]), block_editor_assets.flaws_of(piece["gap"])
    return {**block_editor_assets.addresses(), "field": field, "data": data, "wrong": wrong}


@register.filter
def sent_as(gap: Gap, whose: str) -> str:
    """Return the name of a gap's form field. The name begins with `whose`, the owner of the blocks."""
    return f"{whose}:{json_editing.name_of(gap.sort, gap.place)}"


@register.simple_tag(takes_context=True)
def names_that_fit(context: template.Context) -> list[tuple[str, tuple[str, ...]]]:
    """Return the names of the law that fit into the page's gaps, by kind, for lists of suggestions."""
    shown = (context["once"], (context["open_entry"] or {}).get("blocks"))
    return sorted({kind: names for each in shown if each for kind, names in each.names.items()}.items())


@register.simple_tag(takes_context=True)
def rows_of_list(context: template.Context, shown: Input) -> Rows | None:
    """Return the rows of an input that holds a list, or None for other inputs."""
    draft, law = context["draft"], context["ctx"].law
    return rows_at(draft.law(law), shown, draft.more_row) if shown.kind in KINDS else None


@register.simple_tag(takes_context=True)
def suggested_names(context: template.Context, shown: Input) -> tuple[tuple[str, str], ...]:
    """Return names of the law and of players that fit into a text input, each with a description."""
    if not shown.names:
        return ()
    ctx = context["ctx"]
    return suggested_at(context["draft"].law(ctx.law), shown, hall_seen(ctx).players("players"))


@register.simple_tag
def is_one_of(offered: list[tuple[str, str]], word: str) -> bool:
    """Return whether a word is the first of one of the offered pairs."""
    return any(word == each for each, _ in offered)


@register.simple_tag
def offered_events(topics: Topics, chosen: str) -> Topics:
    """Return the events that a menu offers, by topic.

    If the chosen event is new, it comes first, in a group of its own.
    """
    offered = with_word(topics, chosen)
    is_known = not chosen or chosen == DOES or any(is_one_of(events, chosen) for _, events in offered)
    return offered if is_known else [("", [(chosen, event_in_words(chosen))]), *offered]


@register.simple_tag
def has_next(gaps: tuple[Gap, ...], place: int) -> bool:
    """Return whether the list element at an index is followed by another."""
    return place < len(gaps) - 1


@register.simple_tag(takes_context=True)
def focus_at(context: template.Context, gap: Gap, whose: str) -> SafeString:
    """Return HTML attributes that mark a gap with an error, and the gap where editing continues after a step."""
    is_wrong = gap.wrong and (not gap.is_unfilled or context["draft"].errors)
    invalid = mark_safe(' aria-invalid="true"') if is_wrong else ""
    focus = mark_safe(" data-goes-on") if context["focus"] == (whose, gap.place) else ""
    return format_html("{}{}", invalid, focus)
