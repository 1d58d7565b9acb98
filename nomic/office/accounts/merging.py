"""Merges two accounts of one person: the rows of one move to the other, and only its name remains.

Journals, rules and votes know players by name and are not rewritten, so nobody else can continue to play under that
name. An account therefore cannot be merged while it plays in a running real cycle, unless staff let it leave its cycles
first. Its name leads to the account that remains. A merge cannot be undone.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from allauth.account.models import EmailAddress
from django.db import IntegrityError, models, transaction

from nomic.accounts.lifecycle.account_deletion import NotClosed, delete_account_data, leave_games
from nomic.accounts.looks.change_signals import looks_changed
from nomic.accounts.models import Person
from nomic.comments.models import Mute, TimeOut
from nomic.cycles.models import Status
from nomic.office.view_as.journal_entry import view_of
from nomic.players.models import Player


class CannotMerge(Exception):
    """Raised if the accounts cannot be merged. Nothing has changed, and the message gives the reason."""


class Fate(StrEnum):
    """The treatment of a table's rows that refer to the merged account."""

    MOVES = "moves"  # A row that the other account has already, such as a vote of both, is deleted.
    STAYS = "stays"
    GOES = "is deleted"


# Every reference to an account, by model and field. Roles are not moved: an account with a role is not merged.
FATES: dict[str, Fate] = {
    "account.EmailAddress.user": Fate.MOVES,
    "accounts.ApiToken.person": Fate.GOES,
    "accounts.Person.merged_into": Fate.MOVES,
    "accounts.Person_groups.person": Fate.GOES,
    "accounts.Person_user_permissions.person": Fate.GOES,
    "admin.LogEntry.user": Fate.STAYS,
    "comments.Comment.person": Fate.MOVES,
    "comments.Following.person": Fate.MOVES,
    "comments.Mute.other": Fate.MOVES,
    "comments.Mute.person": Fate.MOVES,
    "comments.Report.person": Fate.MOVES,
    "comments.TimeOut.person": Fate.MOVES,
    "forecast.Simulation.person": Fate.MOVES,
    "nomic_discord.Channel.added_by": Fate.MOVES,
    "nomic_discord.DiscordLink.person": Fate.MOVES,
    "nomic_discord.LinkCode.person": Fate.GOES,
    "nomic_discord.Reaction.person": Fate.MOVES,
    "notices.Delivery.person": Fate.MOVES,
    "notices.Notice.person": Fate.MOVES,
    "notices.NoticeSettings.person": Fate.GOES,
    "notices.Webhook.added_by": Fate.MOVES,
    "notices.Webhook.browser_of": Fate.MOVES,
    "notices.Webhook.person": Fate.GOES,
    "players.JoinRequest.person": Fate.MOVES,
    "players.Player.person": Fate.MOVES,
    "proposals.Draft.person": Fate.MOVES,
    "proposals.Suggestion.person": Fate.MOVES,
    "socialaccount.SocialAccount.user": Fate.MOVES,
    "wiki.Answer.by": Fate.MOVES,
    "wiki.EditorMessage.by": Fate.MOVES,
}


@dataclass(frozen=True, slots=True)
class Moving:
    """What a merge does with the rows of one kind: their name, their number, and their fate."""

    what: str
    count: int
    fate: Fate


def references() -> dict[str, tuple[type[models.Model], str]]:
    """Return every foreign key to an account as model and field name, by "app.Model.field"."""
    relations = [
        each for each in Person._meta.get_fields(include_hidden=True) if isinstance(each, models.ForeignObjectRel)
    ]
    keys = [(each.related_model, each.field.name) for each in relations if each.one_to_many or each.one_to_one]
    return {f"{model._meta.label}.{name}": (model, name) for model, name in keys if isinstance(model, type)}


def check_merge(source: Person, target: Person, *, leaves: bool = False) -> None:
    """Raise CannotMerge if `source` cannot be merged into `target`. If `leaves` is set, it leaves its cycles first."""
    if source.pk == target.pk:
        raise CannotMerge("That is the same account.")
    for person in (source, target):
        if person.closed_at is not None or person.is_guest:
            raise CannotMerge(f"{person} is not an open account.")
        if person.suspended_until is not None or not person.is_active:
            raise CannotMerge(f"The account of {person} is suspended. End the suspension first.")
    if source.is_staff or source.is_superuser:
        raise CannotMerge(f"{source} has a role. Take it from the account first.")
    playing = {person.pk: _playing(person) for person in (source, target)}
    both = [title for pk, title in playing[source.pk].items() if pk in playing[target.pk]]
    if both and not leaves:
        raise CannotMerge(
            f"{source} and {target} both play in {both[0]}. Nobody plays twice in one cycle. "
            f"Tick that {source} leaves first. If {source} is to play on, merge {target} into {source} instead."
        )
    if playing[source.pk] and not leaves:
        title = next(iter(playing[source.pk].values()))
        raise CannotMerge(
            f"{source} plays in {title}, and its journal knows players by name, so {target} cannot play on as "
            f"{source}. Tick that {source} leaves first, or merge when {title} has ended."
        )
    for cycle, title in playing[target.pk].items():
        if (seen := view_of(cycle, source.pk)) is not None:
            raise CannotMerge(
                f"{source} has seen {title} as {seen.args['player']} does, and {target} plays in it. "
                f"Merge when {title} has ended, or after {target} has left it."
            )


def preview_merge(source: Person, target: Person, *, leaves: bool = False) -> list[Moving]:
    """Return how many rows of each kind refer to `source`, and what a merge does with them.

    Raises CannotMerge if the accounts cannot be merged now.
    """
    check_merge(source, target, leaves=leaves)
    counted: dict[tuple[str, Fate], int] = {}
    for label, (model, field) in references().items():
        if not model._meta.auto_created:
            kind = (str(model._meta.verbose_name_plural), FATES[label])
            counted[kind] = counted.get(kind, 0) + model._default_manager.filter(**{field: source.pk}).count()
    return [Moving(what, count, fate) for (what, fate), count in sorted(counted.items()) if count]


def merge_accounts(source: Person, target: Person, *, leaves: bool = False) -> None:
    """Move the rows of `source` to `target`, and close `source`.

    `source` leaves its practice cycles and, if `leaves` is set, every other cycle, too. Each departure is an act in
    that cycle's journal. Raises CannotMerge if the accounts cannot be merged.
    """
    check_merge(source, target, leaves=leaves)
    try:
        leave_games(source)
    except NotClosed as error:
        raise CannotMerge(f"{error}") from None
    with transaction.atomic():
        rows = {
            row.pk: row
            for row in Person.objects.select_for_update().filter(pk__in=[source.pk, target.pk]).order_by("pk")
        }
        source, target = rows[source.pk], rows[target.pk]
        check_merge(source, target)
        _before(source, target)
        for label, (model, field) in references().items():
            if FATES[label] == Fate.MOVES:
                _move(model, field, source, target)
        Mute.objects.filter(person=target, other=target).delete()
        source.merged_into = target
        delete_account_data(source)
    looks_changed(target)  # looks the same in the cycles of both


def _playing(person: Person) -> dict[int, str]:
    """Return the titles of the running real cycles in which an account plays, by primary key."""
    found = Player.objects.filter(
        person=person, left_at=None, cycle__status=Status.RUNNING, cycle__fork_of=None, cycle__practice=False
    )
    return dict(found.order_by("cycle__slug").values_list("cycle__pk", "cycle__title"))


def _before(source: Person, target: Person) -> None:
    """Settle the conflicts over rows of which an account can have only one."""
    if EmailAddress.objects.filter(user=target, primary=True).exists():
        EmailAddress.objects.filter(user=source).update(primary=False)
    elif not target.email:
        Person.objects.filter(pk=target.pk).update(email=source.email)
    out = TimeOut.objects.filter(person=source).first()
    if out is not None:  # the longer one remains
        TimeOut.objects.filter(person=target, until__lt=out.until).delete()


def _move(model: Any, field: str, source: Person, target: Person) -> None:
    """Move the rows of one table. A row that the other account also has is deleted."""
    rows = model._default_manager.filter(**{field: source.pk})
    try:
        with transaction.atomic():
            rows.update(**{field: target.pk})
    except IntegrityError:
        for pk in list(rows.values_list("pk", flat=True)):
            try:
                with transaction.atomic():
                    model._default_manager.filter(pk=pk).update(**{field: target.pk})
            except IntegrityError:  # the other account has such a row already
                continue
        if model._meta.get_field(field).remote_field.on_delete is models.CASCADE:
            rows.delete()
