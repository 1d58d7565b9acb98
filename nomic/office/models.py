"""The staff log, and the last heartbeats of workers, backups and checks."""

from typing import Any, ClassVar, NoReturn

from django.db import models
from django.utils import timezone

MAX_NAME, MAX_TEXT, MAX_REASON = 40, 300, 500  # characters
MAX_REPLY = 1000  # characters, of what a suspended person replied


class AppendOnly(Exception):
    """Raised when code tries to change or delete a line of the log of staff."""


class AppendOnlyQuerySet(models.QuerySet["StaffAct"]):
    """Query set that can read and add rows, but not change or delete them."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnly("the staff log is never changed")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnly("the staff log is never changed")

    def delete(self) -> NoReturn:
        raise AppendOnly("the staff log is never deleted")


class StaffAct(models.Model):
    """An act of a member of staff, or a suspended person's reply.

    People are stored by name, so the row remains readable after their accounts are deleted.
    """

    at = models.DateTimeField(default=timezone.now, db_index=True)
    by = models.CharField(max_length=MAX_NAME)
    did = models.CharField(max_length=MAX_TEXT, help_text="in the past tense, without the name of who did it")
    about = models.CharField(max_length=MAX_NAME, blank=True, help_text="the account that it was done to, if any")
    reason = models.CharField(max_length=MAX_REPLY, blank=True)
    link = models.CharField(max_length=MAX_TEXT, blank=True, help_text="a path on this site")

    objects: ClassVar[models.Manager["StaffAct"]] = models.Manager.from_queryset(AppendOnlyQuerySet)()

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.by} {self.did}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise AppendOnly("the staff log is never changed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnly("the staff log is never deleted")


class Sign(models.Model):
    """The last heartbeat of a regular job: a worker, a backup, a check. `trouble` is what the job found."""

    name = models.CharField(max_length=MAX_NAME, primary_key=True)
    at = models.DateTimeField(default=timezone.now)
    trouble = models.CharField(max_length=MAX_REASON, blank=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
