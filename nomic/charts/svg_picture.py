"""A self-contained SVG picture, which follows the reader's light or dark mode."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

WIDTH = 960
MARGIN = 32
STYLE = """
:root { --page: #fcfcfa; --ink: #1c1b19; --soft: #6a675f; --line: #dddad1; --bar: #2f6fb3; --other: #c98a1b; }
@media (prefers-color-scheme: dark) {
  :root { --page: #191817; --ink: #f0eee8; --soft: #a5a196; --line: #3a3833; --bar: #6ea8e0; --other: #e0ae57; }
}
text { font: 12px system-ui, sans-serif; fill: var(--ink); }
.title { font-size: 20px; font-weight: 600; }
.head { font-size: 14px; font-weight: 600; }
.soft { fill: var(--soft); }
.number { font-variant-numeric: tabular-nums; }
.end { text-anchor: end; }
.middle { text-anchor: middle; }
.page { fill: var(--page); }
.bar { fill: var(--bar); }
.other { fill: var(--other); }
.line { stroke: var(--line); }
.path { fill: none; stroke: var(--bar); stroke-width: 1.6; }
.expected { stroke: var(--soft); stroke-dasharray: 4 3; }
"""


class Picture:
    """Builder of an SVG picture, to which shapes are added from top to bottom."""

    def __init__(self) -> None:
        self._shapes: list[str] = []

    def text(self, x: float, y: float, words: str, *classes: str) -> None:
        """Add text with its baseline start at (x, y)."""
        self._shapes.append(f'<text x="{x:g}" y="{y:g}"{_classes(classes)}>{escape(words)}</text>')

    def bar(self, x: float, y: float, width: float, height: float, tooltip: str, *classes: str) -> None:
        """Add a bar with a tooltip."""
        place = f'x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{max(height, 0):.1f}"'
        shape = f'<rect {place} rx="1.5"{_classes(classes)}><title>{escape(tooltip)}</title></rect>'
        self._shapes.append(shape)

    def dot(self, x: float, y: float, tooltip: str, *classes: str) -> None:
        """Add a dot with a tooltip."""
        self._shapes.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"{_classes(classes)}><title>{escape(tooltip)}</title></circle>'
        )

    def line(self, x1: float, y1: float, x2: float, y2: float, *classes: str) -> None:
        """Add a straight line."""
        self._shapes.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"{_classes(classes)}/>')

    def path(self, points: Sequence[tuple[float, float]], tooltip: str) -> None:
        """Add a line through the points, with a tooltip."""
        joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self._shapes.append(f'<polyline class="path" points="{joined}"><title>{escape(tooltip)}</title></polyline>')

    def svg(self, height: float, title: str) -> str:
        """Return the SVG document as text."""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" role="img">'
        page = f'<rect class="page" width="{WIDTH}" height="{height:g}"/>'
        return "\n".join(
            [head, f"<title>{escape(title)}</title><style>{STYLE}</style>", page, *self._shapes, "</svg>\n"]
        )


def _classes(classes: Sequence[str]) -> str:
    return f' class="{" ".join(classes)}"' if classes else ""
