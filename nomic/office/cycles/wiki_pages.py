"""The kinds of pages that a game has on the wiki, set by form and logged."""

from collections.abc import Callable, Mapping

from django.db import transaction
from django.urls import reverse

from nomic.accounts.models import Person
from nomic.cycles.journal.append import lock_cycle
from nomic.cycles.models import Cycle
from nomic.effects.prose.english_grammar import listed
from nomic.office.cycles.opening import NotDone, reason_in
from nomic.office.write_staff_log import log_staff_act
from nomic.wiki.cycle_pages import set_published_kinds
from nomic.wiki.pages.layout.switched_off_pages import OPTIONAL, withheld_kinds

Typed = Mapping[str, str]


def page_kinds(cycle: Cycle) -> list[tuple[str, str, bool]]:
    """Return the optional kinds of pages, each with its description and whether it is published."""
    off = withheld_kinds(cycle.pk)
    return [(kind.value, words, kind not in off) for kind, words in OPTIONAL.items()]


def set_kinds(by: Person, cycle: Cycle, typed: Typed) -> str:
    """Publish exactly the ticked optional kinds of wiki pages, and log it. Return a message.

    Raises NotDone if that changes nothing, a kind is unknown, or no reason is given.
    """
    kinds, reason = typed["kinds"].split(), reason_in(typed)
    if not set(kinds) <= {kind.value for kind in OPTIONAL}:
        raise NotDone("There is no such kind of page.")
    with transaction.atomic():
        locked = lock_cycle(cycle.slug)
        if not set_published_kinds(locked, kinds):
            raise NotDone("That is already the case.")
        words = listed([OPTIONAL[kind] for kind in OPTIONAL if kind in kinds]) or "none of the optional pages"
        log_staff_act(
            by,
            f"chose the wiki pages of {cycle.title}: {words}",
            reason=reason,
            link=reverse("web:hall", args=[cycle.slug]),
        )
    return "The wiki follows in a few minutes."


ACTIONS: Mapping[str, Callable[[Person, Cycle, Typed], str]] = {"wiki-pages": set_kinds}
