"""A person's changes of a wiki page as HTML: each changed place with its removed and added words."""

import html
from dataclasses import dataclass, field

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from nomic.law.diff.law_differences import Words, word_difference
from nomic.wikitext.myers import ComparisonBudget

CUT = "… (cut here)"
TAGS = {"same": "{}", "removed": "<del>{}</del>", "added": "<ins>{}</ins>"}


@dataclass(slots=True)
class _Place:
    """A changed place: the lines that were removed, and those that were added."""

    was: list[str] = field(default_factory=list)
    now: list[str] = field(default_factory=list)


def changed_places(difference: str) -> SafeString:
    """Return a stored difference (`nomic/wiki/publishing/markers.py`) as HTML, one block for each changed place."""
    places = [_Place()]
    cut = difference.endswith(f"\n{CUT}")
    for line in difference.removesuffix(f"\n{CUT}").split("\n")[2:]:
        if line.startswith("-"):
            if places[-1].now:
                places.append(_Place())
            places[-1].was.append(line[1:])
        elif line.startswith("+"):
            places[-1].now.append(line[1:])
        elif places[-1].was or places[-1].now:
            places.append(_Place())
    budget = ComparisonBudget()
    shown = [(_words(place, budget),) for place in places if place.was or place.now]
    blocks = format_html_join("\n", '<div class="words">{}</div>', shown)
    return format_html("{}<p>There is more than fits here.</p>", blocks) if cut else blocks


def _words(place: _Place, budget: ComparisonBudget) -> SafeString:
    was, now = ("\n".join(map(html.unescape, lines)) for lines in (place.was, place.now))
    return format_html_join("", "{}", ((_marked(each),) for each in word_difference(was, now, budget)))


def _marked(words: Words) -> SafeString:
    return format_html(TAGS[words.kind], words.text)
