"""Accessibility violations that axe finds on a page."""

from functools import cache
from typing import Any

from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Page

GRAVE = ("serious", "critical")
CONTRAST = {"type": "rule", "values": ["color-contrast"]}


@cache
def _axe() -> str:
    return AXE_FILE_PATH.read_text(encoding="utf-8")


def violations(page: Page, *, only: dict[str, Any] | None = None) -> list[str]:
    """Return each serious or critical violation on the page: the rule, and the elements that violate it.

    `only` limits the rules, as axe's option `runOnly` does.
    """
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_axe())
    options: dict[str, Any] = {"resultTypes": ["violations"], **({"runOnly": only} if only else {})}
    found = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{violation['id']} ({violation['help']}): {node['html'][:160]} {node['failureSummary']}"
        for violation in found["violations"]
        if violation["impact"] in GRAVE
        for node in violation["nodes"][:5]
    ]
