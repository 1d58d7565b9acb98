"""Panels that games add to the host's pages of a cycle. A game's app registers its panels."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from nomic.cycles.actions.context import ReadContext

Draw = Callable[[ReadContext], dict[str, Any] | None]


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel for the pages "hall" or "matches".

    `draw` returns the template's context, or None if this visitor sees no panel now.
    """

    template: str
    draw: Draw
    pages: frozenset[str] = frozenset({"matches"})


_panels: list[Panel] = []


def add_panel(panel: Panel) -> None:
    """Register a panel for one of the host's pages of a cycle."""
    if panel not in _panels:
        _panels.append(panel)


def panels_on(page: str, request: HttpRequest, ctx: ReadContext) -> list[SafeString]:
    """Return the panels of games on that page, rendered."""
    drawn = [(panel.template, panel.draw(ctx)) for panel in _panels if page in panel.pages]
    return [
        render_to_string(template, {"cycle": ctx.cycle, "now": ctx.at, **context}, request)
        for template, context in drawn
        if context is not None
    ]
