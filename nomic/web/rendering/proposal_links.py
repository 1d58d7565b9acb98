"""Links proposals that sentences of the journal mention by number."""

import re
from collections.abc import Iterable, Mapping

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from nomic.cycles.models import Cycle
from nomic.proposals.models import Proposal

# In HTML, where the title may follow already: "proposal 3, Lamps". Numbers of a real proposal are short.
NAMED = re.compile(r"\b([Pp]roposal (\d{1,6}))\b(, )?")


def titles_in(cycle: Cycle, sentences: Iterable[str]) -> dict[int, str]:
    """Return the titles of the proposals that sentences mention, by number. Sends at most one query."""
    numbers = {int(number) for sentence in sentences for _, number, _ in NAMED.findall(sentence)}
    if not numbers:
        return {}
    found = Proposal.objects.filter(cycle=cycle, number__in=numbers).order_by()
    return dict(found.values_list("number", "title"))


def with_links(html: str, slug: str, titles: Mapping[int, str]) -> SafeString:
    """Return a sentence as HTML in which each of these proposals is a link.

    The link includes the title unless the sentence continues with it.
    """

    def linked(found: re.Match[str]) -> str:
        words, number, follows = found[1], int(found[2]), found[3] or ""
        if number not in titles:
            return found[0]
        address = reverse("web:proposal", args=[slug, number])
        title = "" if follows else format_html(" ({})", titles[number])
        return format_html('<a href="{}">{}</a>{}{}', address, words, title, follows)

    return mark_safe(NAMED.sub(linked, html))  # noqa: S308 (the sentence is HTML, and the rest is escaped)
