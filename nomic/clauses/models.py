"""Database tables of clauses: values, their changes, pending questions, failures and deferred effects."""

from typing import Any

from django.db import models
from django.db.models import F, Q

from nomic.cycles.models import Cycle, Entry
from nomic.effects.prose.english_grammar import possessive, preposition_of_key
from nomic.law.models import AppendOnly


def full_name(name: str, holder: str, key: str = "") -> str:
    """Return the name of a value with its holder and its key: "The Well", "ada's Debt for ben"."""
    whole = f"{possessive(holder)} {name.removeprefix('The ')}" if holder else name
    return f"{whole} {preposition_of_key(whole)} {key}" if key else whole


class KeptValue(models.Model):
    """The content of a value for one holder, stored only if it differs from the initial content.

    `holder` is "" for the cycle's value.

    A value with keys has a row for each `key` of a holder; other values have the key "". `number` stores a number.
    `members` stores a set as a JSON list, and is empty for numbers.
    """

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="kept_values")
    name = models.CharField(max_length=60)
    holder = models.CharField(max_length=60, blank=True)
    key = models.CharField(max_length=200, blank=True, help_text="the player or name for which it is kept")
    number = models.BigIntegerField(default=0)
    members = models.TextField(blank=True)
    revealed = models.BooleanField(default=False, help_text="a revealed secret, public until it is set again")
    hidden = models.BooleanField(default=False, help_text="a secret that is not revealed")

    class Meta:
        ordering = ["name", "holder", "key"]
        constraints = [
            models.UniqueConstraint(fields=["cycle", "name", "holder", "key"], name="one_value_per_holder_and_key")
        ]

    def __str__(self) -> str:
        return full_name(self.name, self.holder, self.key)


class ValueChange(models.Model):
    """A change of a value by an entry. `after` is None if the value was deleted.

    `hidden` marks the change of a secret that nobody, or only its owner, may see. A hidden change is never displayed.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="value_changes")
    place = models.PositiveIntegerField(help_text="0, 1, 2, … within the entry")
    name = models.CharField(max_length=60)
    holder = models.CharField(max_length=60, blank=True)
    key = models.CharField(max_length=200, blank=True)
    before = models.BigIntegerField()
    after = models.BigIntegerField(null=True)
    members_before = models.TextField(blank=True)
    members_after = models.TextField(blank=True)
    hidden = models.BooleanField(default=False)

    class Meta:
        ordering = ["place"]
        constraints = [
            models.CheckConstraint(
                condition=Q(after=None) | ~Q(before=F("after")) | ~Q(members_before=F("members_after")),
                name="a_change_changes_something",
            )
        ]

    def __str__(self) -> str:
        return full_name(self.name, self.holder, self.key)

    def save(self, *args: Any, **kwargs: Any) -> None:
        raise AppendOnly("changes of values are written with their entry, all at once")


class PendingQuestion(models.Model):
    """A question of a rule that waits for one or several answers, with the rest of its effect.

    `frames` are the remaining parts of the effect (`nomic.effects.language.suspend_run`). The row is deleted when the
    effect resumes.
    """

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="pending_questions")
    code = models.CharField(max_length=12)
    rule = models.CharField(max_length=120, blank=True, help_text="the id of the rule that asks")
    clause = models.CharField(max_length=240, blank=True, help_text="the key of the clause that asks")
    title = models.CharField(max_length=200, help_text="the source, as prompts and draws name it")
    me = models.CharField(max_length=30, blank=True, help_text="the actor")
    prompt = models.CharField(max_length=1000)
    frames = models.JSONField()
    several = models.BooleanField(default=False, help_text="whether several players are asked at once")
    sealed = models.BooleanField(default=False, help_text="whether answers are hidden until all have answered")
    seq = models.PositiveBigIntegerField(help_text="the number of the entry that asked")
    place = models.PositiveIntegerField(help_text="0, 1, 2, … among the questions of that entry")
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField()

    class Meta:
        ordering = ["due_at", "seq", "place"]
        constraints = [models.UniqueConstraint(fields=["cycle", "code"], name="one_question_per_code")]

    def __str__(self) -> str:
        return self.prompt


class QuestionPrompt(models.Model):
    """The prompt of a question, kept after the question is closed, because rules can store its code.

    It is not part of the state's digest, because entries and open questions contain the same words.
    """

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="question_prompts")
    code = models.CharField(max_length=12)
    prompt = models.CharField(max_length=1000)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["cycle", "code"], name="one_prompt_per_question")]

    def __str__(self) -> str:
        return self.prompt


class AskedPlayer(models.Model):
    """A player who was asked a question, with the answer if the player has given one.

    A sealed answer is stored only in its journal entry, as a commitment.
    """

    question = models.ForeignKey(PendingQuestion, models.CASCADE, related_name="asked")
    player = models.CharField(max_length=30)
    answer = models.JSONField(null=True, blank=True)
    entry = models.ForeignKey(Entry, models.CASCADE, null=True, blank=True, help_text="the entry of the answer")

    class Meta:
        ordering = ["player"]
        constraints = [models.UniqueConstraint(fields=["question", "player"], name="asked_once")]
        indexes = [models.Index(fields=["player"], name="questions_by_player")]

    def __str__(self) -> str:
        return f"{self.player}: {self.question_id}"


class SaidInSecret(models.Model):
    """An entry with sealed arguments that were stored in a secret value.

    Revealing the value reveals the arguments too.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="said_in_secret")
    name = models.CharField(max_length=60)
    holder = models.CharField(max_length=60, blank=True)
    key = models.CharField(max_length=200, blank=True)
    revealed = models.BooleanField(default=False)

    class Meta:
        ordering = ["entry", "name", "holder", "key"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "name", "holder", "key"], name="said_once_of_each_value")
        ]

    def __str__(self) -> str:
        return full_name(self.name, self.holder, self.key)


class HiddenDraws(models.Model):
    """The unpublished secret draws of an entry, with the names of the secret values that they may determine."""

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="hidden_draws")
    entry_key = models.CharField(max_length=32)
    names = models.JSONField()
    draws = models.JSONField(help_text="secret until they are opened")

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["cycle", "entry_key"], name="hidden_draws_once_per_entry")]

    def __str__(self) -> str:
        return f"secret draws of {self.entry_key}"


class Failures(models.Model):
    """The number of consecutive failures of a triggered clause. After three it is suspended until it is amended."""

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="failures_of_clauses")
    clause = models.CharField(max_length=120)
    times = models.PositiveIntegerField(default=0)
    reason = models.CharField(max_length=300, blank=True, help_text="the reason for the last failure")

    class Meta:
        ordering = ["clause"]
        constraints = [models.UniqueConstraint(fields=["cycle", "clause"], name="one_count_per_clause")]

    def __str__(self) -> str:
        return f"{self.clause} has failed {self.times} times"


class DeferredEffect(models.Model):
    """A deferred effect of a rule. It is due at an instant, or at the next event of the kind `event`.

    The row has its own copy of the effect's text, so that changes of the law do not affect it. If the act that stored
    it did so secretly, the content is in that act's `hidden`.
    """

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="kept_for_later")
    code = models.CharField(max_length=8)
    seq = models.PositiveBigIntegerField(help_text="the entry that scheduled it")
    place = models.PositiveIntegerField(help_text="0, 1, 2, … within the entry")
    rule = models.CharField(max_length=60, blank=True, help_text="the id of the rule that stores it")
    clause = models.CharField(max_length=120, blank=True, help_text="the key of the clause that scheduled it")
    title = models.CharField(max_length=120, help_text="the source, by its name at that time")
    me = models.CharField(max_length=30, blank=True, help_text="the actor")
    at = models.DateTimeField(null=True, help_text="when it is due, if known")
    began = models.DateTimeField(null=True, help_text="when its time began to run (R128)")
    event = models.CharField(max_length=60, blank=True, help_text="the event that it waits for")
    phase = models.PositiveIntegerField(null=True, help_text="of events, the first phase in which it may come")
    ends = models.CharField(max_length=60, blank=True, help_text="the value that is reset then")
    text = models.TextField(help_text="the effect, as JSON")
    scope = models.JSONField(default=dict)
    names = models.JSONField(default=dict)
    hidden = models.BooleanField(default=False)

    class Meta:
        ordering = ["seq", "place"]
        verbose_name_plural = "deferred effects"
        constraints = [models.UniqueConstraint(fields=["cycle", "code"], name="one_kept_piece_per_code")]

    def __str__(self) -> str:
        return f"{self.title}, {self.code}"

    @property
    def label(self) -> str:
        """The label of the effect's deadline."""
        return f"later {self.seq}, {self.place:04d}: {self.title}"[:120]
