"""Another title for a game: an action of admins, and the form of the office for it.

A game's title is part of its law, so a new title is a revision. A game that has not begun takes no acts: its journal is
written again, as for another beginning.
"""

from collections.abc import Callable, Mapping

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from pydantic import Field

from nomic.accounts.models import Person
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import BadArguments, Refusal
from nomic.cycles.journal.append import lock_cycle
from nomic.cycles.law_changes import enact
from nomic.cycles.models import Cycle
from nomic.inventory.admin_actions import Reason, record_correction
from nomic.law.document.sections import LawInvalid
from nomic.law.schema.text_types import LawTitle, clean_line
from nomic.office.cycles.new_beginning import begin_again
from nomic.office.cycles.opening import MAX_TITLE, NotDone, reason_in, why_not_deleted
from nomic.office.write_staff_log import log_staff_act
from nomic.wiki.mark_stale import mark_stale
from nomic.wiki.models import PageKind

CHANGE_TITLE = "change-title"
Typed = Mapping[str, str]


class ChangeTitleArgs(Args):
    """Arguments for changing the title of a game: the new title, and the reason."""

    title: LawTitle = Field(min_length=1)
    reason: Reason


def change_title(act: ActionContext, args: ChangeTitleArgs) -> None:
    """Amend the title in the law. Raises BadArguments if it is the title already."""
    before = act.cycle.title
    if args.title == before:
        raise BadArguments.on("title", "that is its title already")
    enact(act, [{"op": "replace", "path": "/cycle/title", "value": args.title}], f"another title: {args.reason}")
    record_correction(act, f"{before} is called {args.title} from now on", args.reason)


def change_by_form(by: Person, cycle: Cycle, typed: Typed) -> str:
    """Give a game the typed title, and log it. Return a message.

    Raises NotDone if the title is invalid or refused, or no reason is given.
    """
    title, reason = typed["title"].strip(), reason_in(typed)
    if not title or len(title) > MAX_TITLE:
        raise NotDone(f"Give the game a title of at most {MAX_TITLE} characters.")
    if timezone.now() < cycle.starts_at:
        _change_before_beginning(by, cycle.slug, title, reason)
    else:
        try:
            perform(cycle.slug, Actor.person(by), CHANGE_TITLE, {"title": title, "reason": reason}, is_form=True)
        except BadArguments as refused:
            raise NotDone(" ".join(f"{each.detail[:1].upper()}{each.detail[1:]}." for each in refused.errors)) from None
        except Refusal as refused:
            raise NotDone(refused.detail) from None
    return f"{cycle.title} is called {title} now."


def _change_before_beginning(by: Person, slug: str, title: str, reason: str) -> None:
    try:
        title = clean_line(title)
    except ValueError:
        raise NotDone("Write the title in one line, with ordinary characters.") from None
    with transaction.atomic():
        row = lock_cycle(slug)
        if why := why_not_deleted(row):
            raise NotDone(why)
        before = row.title
        if title == before:
            raise NotDone("That is its title already.")
        try:
            begin_again(row, row.starts_at, title)
        except LawInvalid:
            raise NotDone("Write the title in one line, with ordinary characters.") from None
        mark_stale(row.pk, [PageKind.MAIN])
        link = reverse("web:hall", args=[row.slug])
        log_staff_act(by, f"changed the title of {before} to {title}", reason=reason, link=link)


FORMS: Mapping[str, Callable[[Person, Cycle, Typed], str]] = {"title": change_by_form}

ACTIONS = (
    Action(
        name=CHANGE_TITLE,
        channel="admin",
        title="Correct: change the title",
        summary_phrases=("the title changed by an admin", "the title changed {count} times by admins"),
        summary="Give the game another title. Its address stays.",
        rule="Corrections",
        args=ChangeTitleArgs,
        run=change_title,
        after_end=True,
        page=lambda cycle: f"{reverse('office:cycle', args=[cycle.slug])}#title",
    ),
)
