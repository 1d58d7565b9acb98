"""Template tags that depend on the visitor: theme, unread notices, and packs that a page reveals."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django import template
from django.http import HttpRequest

from nomic.accounts.models import Person
from nomic.cycles.models import Entry
from nomic.notices.notify import unread_count
from nomic.office.health.attention import attention_known
from nomic.players.player_tasks import Waiting
from nomic.web.hooks import redirects
from nomic.web.rendering.themes import theme_of

register = template.Library()

ASKED = re.compile(r" (?:is|are) asked, until [\w :,]{1,60}\.$")


@register.simple_tag(takes_context=True)
def theme(context: template.Context) -> str:
    """Return the theme that the visitor chose."""
    request = context.get("request")
    return theme_of(request) if isinstance(request, HttpRequest) else "auto"


@register.simple_tag(takes_context=True)
def unread_notices(context: template.Context) -> int:
    """Return the number of the visitor's unread notices, up to a hundred. Sends no query for an anonymous visitor."""
    person = getattr(context.get("request"), "user", None)
    return unread_count(person) if isinstance(person, Person) else 0


@register.simple_tag(takes_context=True)
def office_attention(context: template.Context) -> int:
    """Return the last count of problems and open tasks in the office for this member of staff."""
    person = getattr(context.get("request"), "user", None)
    return attention_known(person).total if isinstance(person, Person) else 0


@dataclass(frozen=True, slots=True)
class FoldedTasks:
    """The visitor's tasks: those on the page, and those in practice cycles that are folded into one line."""

    shown: Sequence[Waiting]
    folded: Sequence[Waiting]


@register.simple_tag
def fold_practice(tasks: Sequence[Waiting]) -> FoldedTasks:
    """Fold the tasks of practice cycles if there are several beside others. Otherwise nothing is folded."""
    practice = [each for each in tasks if each.task.cycle.practice]
    real = [each for each in tasks if not each.task.cycle.practice]
    return FoldedTasks(real, practice) if real and len(practice) > 1 else FoldedTasks(tasks, ())


@register.filter
def story_words(entry: Entry) -> list[str]:
    """Return the sentences of an entry, except those that only report who is asked and until when.

    A pending question has its own place on pages. An entry without other sentences keeps them.
    """
    words = [str(each) for each in entry.words]
    return [each for each in words if not ASKED.search(each)] or words


@register.filter
def surprise_in(entry: Entry) -> str:
    """Return the kind of pack that an entry opened, if a separate page reveals the cards. Otherwise return "".

    Returns "something" for an entry with such a page that opened no pack.
    """
    if not redirects.is_revealed(entry.events):
        return ""
    return next((str(event["pack"]) for event in entry.events if "pack" in event), "something")
