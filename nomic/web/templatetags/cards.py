"""Template tags for cards: drawings, faces with actions, and rulings."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString

from nomic.court.search import beside_face
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Action
from nomic.cycles.models import Cycle
from nomic.inventory.card_views import SPECIES, Face, face_of_species
from nomic.law.diff.law_differences import Differences
from nomic.law.document import sections
from nomic.law.labels.value_labels import path_of
from nomic.players.player_tasks import Waiting
from nomic.web.forms import redirects as forms_redirects
from nomic.web.pictures.act_picture import act_drawing, act_picture, pictures
from nomic.web.pictures.card_art import card_art, suit_shape
from nomic.web.pictures.game_picture import game_picture

register = template.Library()

register.simple_tag(card_art, name="card_art")
register.simple_tag(game_picture)
register.simple_tag(act_picture)
register.simple_tag(act_drawing, name="drawn_act")
register.simple_tag(suit_shape)


@register.simple_tag(takes_context=True)
def picture_of_cycle(context: template.Context, cycle: Cycle) -> SafeString:
    """Return the picture of a cycle's game, or "" if the page does not know the game."""
    game = (context.get("game_of") or {}).get(cycle.pk)
    return game_picture(game.name, game.title) if game is not None else SafeString("")


ENTRY_DEPTH = 2  # parts of the path of an entry: its section and its name
# The kinds of tasks whose picture is that of another act.
TASKS = {
    "election": "vote",
    "confidence": "vote",
    "trade": "gift",
    "counter-offer": "gift",
    "suggestion": "submit-proposal",
}


@register.simple_tag(takes_context=True)
def task_picture(context: template.Context, item: Waiting) -> SafeString:
    """Return the picture of what a task is about: a vote, a trade, a duel; otherwise its game's picture."""
    name = TASKS.get(item.kind.name, item.kind.name)
    return act_drawing(name, "") if name in pictures() else picture_of_cycle(context, item.task.cycle)


@register.inclusion_tag("components/card.html", takes_context=True)
def card(context: template.Context, face: Face, acts: Sequence[Action] = (), can_change: bool = True) -> dict[str, Any]:
    """Return the template context of a card's drawing. `acts` are the actions of its owner.

    If `can_change` is set, players see links that propose a change of its species and modifiers.
    """
    ctx = context.get("ctx")
    is_law = can_change and ctx is not None and face.name in ctx.law.document.get("cards", {})
    return {
        "face": face,
        "acts": acts,
        "ctx": ctx,
        "cycle": context["cycle"],
        "here": forms_redirects.from_here(context["request"]),
        "me": context.get("me"),
        "place": sections.pointer("cards", face.name) if is_law else "",
    }


@register.simple_tag(takes_context=True)
def proposed_cards(context: template.Context, change: Differences) -> dict[str, Face]:
    """Return the views of the cards that a change of the law adds, by JSON pointer.

    Empty if the law would be invalid with all that the change adds. It is checked once, however many cards there are.
    """
    ctx = context.get("ctx")
    added = {tuple(path_of(each.path)): each.new for each in change.values if each.kind == "created"}
    entries = {path: new for path, new in added.items() if len(path) == ENTRY_DEPTH}
    cards = [sections.pointer(*path) for path in entries if path[0] == SPECIES]
    if ctx is None or not cards:
        return {}
    document = dict(ctx.law.document)
    for (section, name), new in entries.items():
        document[section] = {**document.get(section, {}), name: new}
    if sections.flaws_of(document):
        return {}
    law = sections.Law(document)
    return {path: face for path in cards if (face := face_of_species(law, path)) is not None}


@register.simple_tag(takes_context=True)
def rulings_on(context: template.Context, face: Face) -> str:
    """Return HTML with the rulings that name a card or one of its modifiers, or "" if there are none."""
    ctx: ReadContext | None = context.get("ctx")
    found = [] if ctx is None else beside_face(ctx, face)
    if ctx is None or not found:
        return ""
    shown = {"beside": found, "cycle": ctx.cycle}
    return get_template("components/rulings_on_card.html").render(shown)
