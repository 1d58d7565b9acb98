"""Models of proposals, votes, changes of votes, and drafts."""

from datetime import datetime

from django.db import models
from django.db.models import Q

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle, Entry
from nomic.effects.prose.english_grammar import listed


class ProposalStatus(models.TextChoices):
    """The status of a proposal, including its result."""

    WAITING = "waiting", "waiting for supporters"
    OPEN = "open", "open"
    WITHDRAWN = "withdrawn", "withdrawn"
    EDITED = "edited", "void, because it was edited"
    FAILED = "failed", "failed"
    ENACTED = "enacted", "passed"
    LAPSED = "lapsed", "lapsed"
    VETOED = "vetoed", "vetoed"
    BY_HAND = "by-hand", "passed, to be carried out by hand"


PENDING = (ProposalStatus.WAITING, ProposalStatus.OPEN)


class ByHand(models.TextChoices):
    """The reasons for enactment by hand (R13). The database stores the codes, so the words can change."""

    CLASS_GONE = "class-gone", "the law no longer has its class"
    TOO_LONG = "too-long", "to find out would take too long"
    ONLY_WORDS = "only-words", "it has words but no amendments"
    MISFIT = "misfit", "it does not fit the law"  # `misfit` says why


# Reasons with which nobody knows whether the proposal is popular.
UNDECIDED = (ByHand.CLASS_GONE, ByHand.TOO_LONG)


class VoteKind(models.TextChoices):
    """The choices in a vote on a proposal."""

    FOR = "for", "for"
    AGAINST = "against", "against"
    UNCLEAR = "unclear", "unclear"


class Proposal(models.Model):
    """A proposal: a text, and its amendments of the law."""

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="proposals")
    code = models.CharField(max_length=12)
    number = models.PositiveIntegerField(help_text="1, 2, 3, … for people; `code` is what entries name")
    author = models.CharField(max_length=30)
    coauthors = models.JSONField(
        default=list, help_text="the people whose suggestions its author accepted; no law uses this"
    )
    title = models.CharField(max_length=120)
    text = models.TextField(blank=True)
    class_name = models.CharField(max_length=31)
    amendments = models.JSONField(default=list)
    effects = models.JSONField(default=list, help_text="its one-time effect when enacted")
    effects_failed = models.CharField(max_length=500, blank=True, help_text="why its one-time effect failed")
    made_of = models.JSONField(default=dict, blank=True, help_text="its recipe with the answers; empty without one")
    base_revision = models.PositiveIntegerField(help_text="the law it was written against")
    submitted_at = models.DateTimeField()
    ends_at = models.DateTimeField(help_text="when the votes are counted, by the current calendar")
    status = models.CharField(max_length=10, choices=ProposalStatus, default=ProposalStatus.OPEN)
    decided_at = models.DateTimeField(null=True, blank=True)
    votes_for = models.PositiveIntegerField(null=True, blank=True)
    votes_against = models.PositiveIntegerField(null=True, blank=True)
    votes_unclear = models.PositiveIntegerField(null=True, blank=True)
    voters = models.PositiveIntegerField(null=True, blank=True, help_text="weights, if not every vote counts as one")
    eligible = models.PositiveIntegerField(null=True, blank=True, help_text="players with a vote")
    unclear_against = models.BooleanField(default=True, help_text="whether unclear votes were counted against (R10)")
    lacked = models.CharField(
        max_length=60, blank=True, help_text="what would have been enough, if it failed: “for 3” is at least 3 for"
    )
    chosen = models.JSONField(default=list, help_text="the options chosen, if its class has a ballot")
    rounds = models.JSONField(default=list, help_text="the rounds in which votes among options were counted")
    opened_at = models.DateTimeField(null=True, blank=True, help_text="when the vote began, if it waited for seconds")
    ended_by = models.CharField(max_length=30, blank=True, help_text="the player who vetoed it or let it lapse")
    ended_under = models.CharField(max_length=150, blank=True, help_text="the rule by which it was vetoed or lapsed")
    sealed = models.BooleanField(default=False, help_text="whether votes on it are hidden, until they are counted")
    by_hand = models.CharField(max_length=10, choices=ByHand, blank=True, help_text="why it is carried out by hand")
    misfit = models.CharField(max_length=500, blank=True, help_text="why it does not fit the law, if that is why")
    enacted_revision = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["cycle", "code"], name="one_proposal_per_code"),
            models.UniqueConstraint(fields=["cycle", "number"], name="one_proposal_per_number"),
        ]
        indexes = [models.Index(fields=["cycle", "status"], name="proposals_by_status")]

    def __str__(self) -> str:
        return f"Proposal {self.number}: {self.title}"

    @property
    def is_open(self) -> bool:
        return self.status == ProposalStatus.OPEN

    @property
    def is_waiting(self) -> bool:
        """True if the proposal waits for seconds, so that nobody can vote on it yet."""
        return self.status == ProposalStatus.WAITING

    @property
    def is_pending(self) -> bool:
        """True if the proposal is open or waits for seconds."""
        return self.status in PENDING

    @property
    def vote_began_at(self) -> datetime:
        """The instant at which the vote on the proposal began."""
        return self.opened_at or self.submitted_at

    @property
    def is_undecided(self) -> bool:
        """True if voting is over but the result is unknown: there is no class, or too much to count."""
        return self.status == ProposalStatus.BY_HAND and self.by_hand in UNDECIDED

    @property
    def why_by_hand(self) -> str:
        """The reason, as text, why the proposal is enacted by hand, or ""."""
        return self.misfit or (ByHand(self.by_hand).label if self.by_hand else "")

    @property
    def standing(self) -> str:
        """The status in words."""
        return "to be decided by hand" if self.is_undecided else ProposalStatus(self.status).label

    @property
    def label(self) -> str:
        """The number and title of the proposal within a sentence: "proposal 12, Lamps"."""
        return f"proposal {self.number}, {self.title}"

    @property
    def by(self) -> str:
        """The author and co-authors: "Ada, with Ben and Cleo"."""
        return f"{self.author}, with {listed(self.coauthors)}" if self.coauthors else self.author

    @property
    def ended_how(self) -> str:
        """The player and the rule that vetoed the proposal or let it lapse: "by Ada, by the rule “Vetoes”".

        Otherwise "".
        """
        who = [f"by {self.ended_by}"] if self.ended_by else []
        return ", ".join([*who, *([f"by the rule “{self.ended_under}”"] if self.ended_under else [])])

    @property
    def deadline_label(self) -> str:
        """The label of the deadline at which the voting period ends."""
        return f"votes on {self.code}"


class Vote(models.Model):
    """The current vote of a person, at most one for each person and proposal (R10)."""

    proposal = models.ForeignKey(
        Proposal, models.CASCADE, related_name="votes", db_index=False
    )  # an index begins with it
    name = models.CharField(max_length=30)
    vote = models.CharField(max_length=7, choices=VoteKind)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["proposal", "name"], name="one_vote_each"),
            models.CheckConstraint(condition=Q(vote__in=VoteKind.values), name="a_vote_is_of_three_kinds"),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.vote}"


class NamedOptions(models.Model):
    """The options that a voter chose with a vote for a proposal, in order of preference."""

    proposal = models.ForeignKey(
        Proposal, models.CASCADE, related_name="named_options", db_index=False
    )  # an index begins with it
    name = models.CharField(max_length=30)
    options = models.JSONField()

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["proposal", "name"], name="one_list_of_options_each")]

    def __str__(self) -> str:
        return f"{self.name}: {', '.join(self.options)}"


class SealedBallot(models.Model):
    """A person's latest sealed vote on a proposal. The vote itself is only in the sealed arguments of the entry.

    A withdrawn vote is kept as a ballot, so that its withdrawal stays secret.
    """

    proposal = models.ForeignKey(
        Proposal, models.CASCADE, related_name="sealed_ballots", db_index=False
    )  # an index begins with it
    name = models.CharField(max_length=30)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="sealed_ballots")

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["proposal", "name"], name="one_sealed_ballot_each")]

    def __str__(self) -> str:
        return f"{self.name}: sealed"


class VoteChange(models.Model):
    """A vote that was cast, changed or withdrawn, and when."""

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="vote_changes")
    name = models.CharField(max_length=30)
    vote = models.CharField(max_length=7, blank=True, help_text="empty if the vote was withdrawn")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.name}: {self.vote or 'no vote'} at {self.at:%Y-%m-%d %H:%M:%S}"


class Second(models.Model):
    """A player's support of a proposal that waits for seconds."""

    proposal = models.ForeignKey(
        Proposal, models.CASCADE, related_name="seconds", db_index=False
    )  # an index begins with it
    name = models.CharField(max_length=30)
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "name"]
        constraints = [models.UniqueConstraint(fields=["proposal", "name"], name="one_second_each")]

    def __str__(self) -> str:
        return f"{self.name} seconds"


class Draft(models.Model):
    """A person's unsubmitted text, visible only to them. It is not part of the cycle's state or history."""

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="drafts")
    person = models.ForeignKey(Person, models.CASCADE, related_name="drafts")
    code = models.CharField(max_length=32, help_text="the form on which it was begun")
    editing = models.PositiveIntegerField(default=0, help_text="the number of the proposal that it edits; 0 for none")
    title = models.CharField(max_length=120, blank=True, help_text="its title in lists")
    fields = models.JSONField(default=dict, help_text="the values of the form by field")
    version = models.PositiveIntegerField(default=1, help_text="number of times saved")
    writer = models.CharField(max_length=32, help_text="the page that saved it last")
    saved_at = models.DateTimeField()
    submitted_at = models.DateTimeField(
        null=True, help_text="when it became a proposal; its page may still send unsaved changes then"
    )

    class Meta:
        ordering = ["-saved_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["person", "cycle", "code"], name="one_draft_per_code"),
        ]

    def __str__(self) -> str:
        return self.title or "a draft"


class SuggestionStatus(models.TextChoices):
    """The status of a suggestion."""

    OPEN = "open", "waits for the author"
    TAKEN = "taken", "taken"
    DECLINED = "declined", "declined"
    WITHDRAWN = "withdrawn", "taken back"


class Suggestion(models.Model):
    """A reader's version of a proposal, which its author can accept. It is not part of the cycle's state or history.

    It refers to the proposal by its code, because the code is the same in every history.
    """

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="suggestions")
    proposal = models.CharField(max_length=12, help_text="the code of the proposal")
    author = models.CharField(max_length=30, help_text="the author of that proposal")
    person = models.ForeignKey(Person, models.SET_NULL, null=True, blank=True, related_name="suggestions")
    name = models.CharField(max_length=30, help_text="the name of the person")
    title = models.CharField(max_length=120)
    text = models.TextField(blank=True)
    amendments = models.JSONField(default=list)
    effects = models.JSONField(default=list)
    status = models.CharField(max_length=10, choices=SuggestionStatus, default=SuggestionStatus.OPEN)
    sent_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    became = models.CharField(max_length=12, blank=True, help_text="the code of the proposal that it became")

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["cycle", "proposal", "id"], name="suggestions_of_a_proposal"),
            models.Index(fields=["cycle", "author", "name"], name="suggestions_to_an_author"),
        ]

    def __str__(self) -> str:
        return f"{self.name} suggests {self.title}"

    @property
    def is_open(self) -> bool:
        return self.status == SuggestionStatus.OPEN
