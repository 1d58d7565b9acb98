"""Models of the court: the office of the Judge, requests for justice, rulings, and votes of confidence."""

from django.db import models
from django.db.models import Q

from nomic.cycles.models import Cycle


class Judgeship(models.Model):
    """The Judge of a cycle. There is at most one, who need not be a player (R100)."""

    cycle = models.OneToOneField(Cycle, models.CASCADE, related_name="judgeship")
    name = models.CharField(max_length=30)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class RequestKind(models.TextChoices):
    """The kinds of requests for justice."""

    QUESTION = "question", "question"
    STATEMENT = "statement", "statement"


class RequestStatus(models.TextChoices):
    """The status of a request for justice."""

    OPEN = "open", "open"
    RULED = "ruled", "ruled"


class Request(models.Model):
    """A request for justice: a question, or a statement to be found true or false (R14)."""

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="requests")
    code = models.CharField(max_length=12)
    number = models.PositiveIntegerField(help_text="1, 2, 3, … for people; `code` is what entries name")
    author = models.CharField(max_length=30)
    kind = models.CharField(max_length=9, choices=RequestKind)
    title = models.CharField(max_length=120)
    text = models.TextField(blank=True)
    filed_at = models.DateTimeField()
    status = models.CharField(max_length=5, choices=RequestStatus, default=RequestStatus.OPEN)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["cycle", "code"], name="one_request_per_code"),
            models.UniqueConstraint(fields=["cycle", "number"], name="one_request_per_number"),
        ]
        indexes = [
            models.Index(fields=["cycle", "status"], name="requests_by_status"),
            models.Index(fields=["cycle", "author", "status"], name="requests_by_author"),
        ]

    def __str__(self) -> str:
        return f"Request {self.number}: {self.title}"

    @property
    def is_open(self) -> bool:
        return self.status == RequestStatus.OPEN


class RulingStatus(models.TextChoices):
    """The status of a ruling: in force, or overturned by a vote or by the Judge."""

    STANDS = "stands", "stands"
    OVERTURNED = "overturned", "overturned by a vote of confidence"
    TAKEN_BACK = "taken-back", "overturned by the Judge who made it"


class Ruling(models.Model):
    """The Judge's answer to a request. The newest ruling counts, unless it is overturned (R15, R111)."""

    request = models.ForeignKey(Request, models.CASCADE, related_name="rulings")
    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="rulings")
    code = models.CharField(max_length=12)
    number = models.PositiveIntegerField(help_text="1, 2, 3, … within the cycle")
    judge = models.CharField(max_length=30)
    verdict = models.CharField(max_length=120, blank=True, help_text="the verdict on a statement")
    answer = models.TextField(blank=True, help_text="the answer to a question")
    reasoning = models.TextField()
    ruled_at = models.DateTimeField()
    status = models.CharField(max_length=10, choices=RulingStatus, default=RulingStatus.STANDS)
    ended_at = models.DateTimeField(null=True, blank=True, help_text="when it was overturned")
    ended_because = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["cycle", "code"], name="one_ruling_per_code"),
            models.UniqueConstraint(fields=["cycle", "number"], name="one_ruling_per_number"),
            models.UniqueConstraint(
                fields=["request"], condition=Q(status="stands"), name="one_ruling_stands_per_request"
            ),
        ]

    def __str__(self) -> str:
        return f"Ruling {self.number}"

    @property
    def stands(self) -> bool:
        return self.status == RulingStatus.STANDS


class ConfidenceStatus(models.TextChoices):
    """The status of a vote of confidence, including its result."""

    OPEN = "open", "open"
    AFFIRMED = "affirmed", "affirmed"
    OVERTURNED = "overturned", "overturned"
    MOOT = "moot", "moot: the Judge overturned the ruling first"
    ENDED = "ended", "moot: the cycle ended first"


class ConfidenceVote(models.Model):
    """The vote of confidence on a ruling. Each ruling has at most one (R15)."""

    ruling = models.OneToOneField(Ruling, models.CASCADE, related_name="confidence")
    opened_by = models.CharField(max_length=30)
    opened_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    status = models.CharField(max_length=10, choices=ConfidenceStatus, default=ConfidenceStatus.OPEN)
    affirm = models.PositiveIntegerField(null=True, blank=True)
    overturn = models.PositiveIntegerField(null=True, blank=True)
    unclear = models.PositiveIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        return f"Vote of confidence on ruling {self.ruling_id}"

    @property
    def is_open(self) -> bool:
        return self.status == ConfidenceStatus.OPEN


class BallotKind(models.TextChoices):
    """The choices in a vote of confidence."""

    AFFIRM = "affirm", "affirm"
    OVERTURN = "overturn", "overturn"
    UNCLEAR = "unclear", "unclear"


class ConfidenceBallot(models.Model):
    """A player's vote in a vote of confidence."""

    vote = models.ForeignKey(ConfidenceVote, models.CASCADE, related_name="ballots")
    name = models.CharField(max_length=30)
    ballot = models.CharField(max_length=8, choices=BallotKind)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["vote", "name"], name="one_ballot_each")]

    def __str__(self) -> str:
        return f"{self.name}: {self.ballot}"


class ReferenceKind(models.TextChoices):
    """The kinds of targets of a reference: a place of the law, or an entry of the journal."""

    LAW = "law", "a place of the law"
    ENTRY = "entry", "an entry of the journal"


class Reference(models.Model):
    """A reference in a request or ruling.

    The stored digest of the target shows later whether the target has changed.
    """

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="references_of_court")
    request = models.ForeignKey(Request, models.CASCADE, related_name="references")
    ruling = models.ForeignKey(Ruling, models.CASCADE, null=True, blank=True, related_name="references")
    place = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=5, choices=ReferenceKind)
    target = models.CharField(max_length=300, help_text="a JSON pointer into the law, or an entry's id")
    then = models.CharField(max_length=16, help_text="digest of its content at that time")
    revision = models.PositiveIntegerField(help_text="the revision of the law at that time")

    class Meta:
        ordering = ["place"]
        indexes = [models.Index(fields=["cycle", "kind", "target"], name="references_by_target")]

    def __str__(self) -> str:
        return self.target
