"""Pages that mirror a cycle on the wiki, and how publishing goes."""

from django.db import models

from nomic.config.claimants import LONGEST as LONGEST_CLAIMANT
from nomic.cycles.models import Cycle
from nomic.wiki.site import site_from_settings


class Kind(models.TextChoices):
    MAIN = "main", "Main page"
    RULESET = "ruleset", "Ruleset"
    GAMESTATE = "gamestate", "Gamestate"
    PLAYERS = "players", "Players"
    HOLDINGS = "holdings", "Holdings"  # what a hundred players have, where they are too many for the gamestate
    PROPOSALS = "proposals", "Proposals"
    PROPOSAL = "proposal", "Proposal"
    MATCHES = "matches", "Matches"
    MATCH = "match", "Match"
    CATEGORY = "category", "Category"


class Resolution(models.TextChoices):
    """What a person decided about a page that was set aside."""

    NONE = "", "–"
    OURS = "ours", "publish again; what was changed between the markers is only in the page's history"
    NOTED = "noted", "publish again; put the lines that people wrote below the last marker"


class WikiPage(models.Model):
    """One page of a cycle. The row is the truth about what is to be published; tasks are only wake-ups.

    `stale_since` is set in the transaction that changes what the page shows, and cleared by whoever claims the page
    for publishing, before it is rendered: a change during the rendering sets it again.

    The `published_` columns tell what the wiki has confirmed, by its answer to a save or by showing the page. What was
    sent without an answer is in `sent` only, and counts for nothing until the page has been read.
    """

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="wiki_pages")
    kind = models.CharField(max_length=20, choices=Kind)
    subject = models.CharField(
        max_length=12, blank=True, help_text="the number of the proposal or part it shows, the code of the match"
    )
    title = models.CharField(max_length=200, unique=True, help_text="made of our own slugs, never of anybody's words")
    stale_since = models.DateTimeField(null=True, blank=True, db_index=True)
    claim = models.CharField(max_length=32, blank=True, help_text="the random name of the attempt that has it in hand")
    claimed_by = models.CharField(max_length=LONGEST_CLAIMANT, blank=True, help_text="the process that makes it")
    claimed_at = models.DateTimeField(null=True, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True, help_text="then the page is free again, come what may")
    claimed_stale = models.DateTimeField(null=True, blank=True, help_text="since when it was stale as it was claimed")
    published_at = models.DateTimeField(null=True, blank=True, help_text="when it was last seen to stand as it should")
    published_revid = models.PositiveBigIntegerField(null=True, blank=True)
    published_text = models.TextField(blank=True, help_text="what stands between the markers in that revision")
    published_digest = models.CharField(
        max_length=64, blank=True, help_text="of the text saved as that revision; the wiki may have changed it"
    )
    sent = models.JSONField(
        default=list,
        blank=True,
        help_text="saves of which nobody knows: the revision each builds on, its text's digest",
    )
    links_due_at = models.DateTimeField(
        null=True, blank=True, help_text="since when what links to it is to be drawn anew, as the wiki has made it"
    )
    compare_at = models.DateTimeField(
        null=True,
        blank=True,
        db_index=True,
        help_text="when it is compared with the wiki, if it does not change before",
    )
    attempts = models.PositiveIntegerField(default=0, help_text="failures since it last went well")
    next_try_at = models.DateTimeField(null=True, blank=True)
    trouble = models.CharField(max_length=500, blank=True, help_text="why the last attempt failed")
    parked_at = models.DateTimeField(null=True, blank=True, help_text="set aside until a person decides")
    parked_reason = models.CharField(max_length=500, blank=True)
    parked_revid = models.PositiveBigIntegerField(null=True, blank=True)
    parked_text = models.TextField(blank=True, help_text="the page as people left it")
    parked_difference = models.TextField(blank=True)
    resolution = models.CharField(max_length=5, choices=Resolution, default=Resolution.NONE, blank=True)

    class Meta:
        ordering = ["cycle", "title"]
        constraints = [models.UniqueConstraint(fields=["cycle", "kind", "subject"], name="one_wiki_page_per_subject")]
        indexes = [
            models.Index(fields=["claimed_at"], condition=~models.Q(claimed_at=None), name="claimed_wiki_pages"),
            models.Index(fields=["links_due_at"], condition=~models.Q(links_due_at=None), name="new_wiki_pages"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def url(self) -> str:
        """Where people read the page; empty where the wiki is a folder, or the page has never been published."""
        return site_from_settings().page_url(self.title) if self.published_revid is not None else ""

    @property
    def state(self) -> str:
        """In one word: parked, publishing, waiting (after a failure), stale, published or new."""
        if self.parked_at is not None:
            return "parked"
        if self.claimed_at is not None:
            return "publishing"
        if self.stale_since is not None:
            return "waiting" if self.next_try_at is not None else "stale"
        return "published" if self.published_at is not None else "new"


class Publisher(models.Model):
    """How publishing goes as a whole; one row. Trouble with the site or the account concerns all pages alike."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    stopped_at = models.DateTimeField(null=True, blank=True, help_text="nothing is published until a person looks")
    reason = models.CharField(max_length=500, blank=True)
    account = models.CharField(max_length=64, blank=True, help_text="a keyed hash of the account it stopped with")
    attempts = models.PositiveIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="one_publisher")]

    def __str__(self) -> str:
        return f"stopped: {self.reason}" if self.stopped_at else "publishing"
