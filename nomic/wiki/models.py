"""Pages that mirror a cycle on the wiki, and the state of publishing."""

from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import cached_property

from nomic.cycles.models import Cycle
from nomic.outbox.worker_identity import MAX_LENGTH as MAX_CLAIMANT_LENGTH
from nomic.wiki.sites.from_settings import site_from_settings

MAX_REASON_LENGTH = 500  # characters
MAX_TITLE_LENGTH = 300  # MediaWiki takes 255 bytes, after the name of a namespace


# The condition for pages that are published now. Publishing pauses while a cycle is hidden.
PUBLISHED = Q(cycle__published=True, cycle__fork_of=None, cycle__hidden_at=None)


class PageKind(models.TextChoices):
    """The kinds of a cycle's wiki pages."""

    MAIN = "main", "Main page"
    RULESET = "ruleset", "Ruleset"
    REVISION = "revision", "Revision"  # of the law, a past one
    ARCHIVE = "archive", "Archive"  # the category of past revisions
    GAMESTATE = "gamestate", "Gamestate"
    PLAYERS = "players", "Players"
    PLAYER = "player", "Player"
    HOLDINGS = "holdings", "Holdings"  # the holdings of a hundred players, if there are too many for the gamestate
    PROPOSALS = "proposals", "Proposals"
    PROPOSAL = "proposal", "Proposal"
    MATCHES = "matches", "Matches"
    MATCH = "match", "Match"
    COURT = "court", "Court"
    DATA = "data", "Data"  # the template with the current values
    CATEGORY = "category", "Category"
    FRONT = "front", "Front page"  # of all cycles; one of them holds it
    PICTURE = "picture", "Picture"  # files of the wiki, which have no rows here


class WithheldKind(models.Model):
    """A kind of pages that a cycle does not publish, because a keeper has switched it off."""

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="withheld_kinds")
    kind = models.CharField(max_length=20, choices=PageKind)

    class Meta:
        ordering = ["cycle", "kind"]
        constraints = [models.UniqueConstraint(fields=["cycle", "kind"], name="one_withheld_kind_per_cycle")]
        verbose_name = "kind of pages that is not published"
        verbose_name_plural = "kinds of pages that are not published"

    def __str__(self) -> str:
        return f"{self.cycle}: no {self.get_kind_display()}"


class Cause(models.TextChoices):
    """The reason why a page was parked."""

    NONE = "", "–"
    EDITED = "edited", "somebody edited between the markers"
    MARKERS = "markers", "the markers are gone or broken"
    GONE = "gone", "the page is gone"
    FOREIGN = "foreign", "somebody else's page is there"
    REFUSED = "refused", "the wiki refuses the page"
    WARNED = "warned", "the wiki wants the page confirmed"


# Changes that people made on the wiki and can undo there. Such a page is compared with the wiki regularly.
UNDONE_ON_THE_WIKI = (Cause.EDITED, Cause.MARKERS, Cause.GONE, Cause.FOREIGN)
# Causes that the page itself announces to readers.
SAID_THERE = (Cause.EDITED, Cause.MARKERS)
# Pages that the wiki does not take. A refused page is retried automatically. A page that a filter warned of is sent
# again only if a person says so, because such a filter takes a second save for the confirmation.
NOT_TAKEN = (Cause.REFUSED, Cause.WARNED)
TRIED_AGAIN = (*UNDONE_ON_THE_WIKI, Cause.REFUSED)


class Resolution(models.TextChoices):
    """A person's decision on a parked page."""

    NONE = "", "–"
    OURS = "ours", "publish again; what was changed between the markers is only in the page's history"
    NOTED = "noted", "publish again; put the lines that people wrote below the last marker"


class WikiPage(models.Model):
    """One page of a cycle.

    The row is authoritative for publishing; tasks are only wake-ups. `stale_since` is set in the transaction that
    changes what the page shows. The worker clears it when it claims the page, before rendering: a change during the
    rendering sets it again.

    The `published_` columns hold what the wiki has confirmed, by its answer to a save or by showing the page. A save
    without an answer is recorded in `sent` only, and does not count until the page has been read.
    """

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="wiki_pages")
    kind = models.CharField(max_length=20, choices=PageKind)
    subject = models.CharField(
        max_length=12,
        blank=True,
        help_text="the number of the proposal, player, revision or part, the code of the match",
    )
    title = models.CharField(max_length=MAX_TITLE_LENGTH, unique=True, help_text="its title on the wiki")
    home = models.CharField(
        max_length=200,
        blank=True,
        help_text="the name by which texts link to it, if that is not its title",
    )
    stale_since = models.DateTimeField(null=True, blank=True, db_index=True)
    claim = models.CharField(max_length=32, blank=True, help_text="random id of the attempt that holds the lease")
    claimed_by = models.CharField(
        max_length=MAX_CLAIMANT_LENGTH, blank=True, help_text=("the process that holds the lease")
    )
    claimed_at = models.DateTimeField(null=True, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True, help_text="end of the lease")
    claimed_stale = models.DateTimeField(
        null=True, blank=True, help_text=("when it had become outdated at the time of the claim")
    )
    published_at = models.DateTimeField(null=True, blank=True, help_text="when it was last seen to be correct")
    published_revid = models.PositiveBigIntegerField(null=True, blank=True)
    published_text = models.TextField(blank=True, help_text="the text between the markers in that revision")
    published_digest = models.CharField(
        max_length=64, blank=True, help_text="of the text saved as that revision; the wiki may have changed it"
    )
    sent = models.JSONField(
        default=list,
        blank=True,
        help_text="saves with unknown outcome: base revision and digest of the text",
    )
    links_due_at = models.DateTimeField(
        null=True, blank=True, help_text="when its creation made pages that link to it outdated"
    )
    compare_at = models.DateTimeField(
        null=True,
        blank=True,
        db_index=True,
        help_text="when it is compared with the wiki if it does not change earlier",
    )
    attempts = models.PositiveIntegerField(default=0, help_text="failures since the last success")
    next_try_at = models.DateTimeField(null=True, blank=True)
    rests_until = models.DateTimeField(
        null=True, blank=True, help_text="when it may be edited again; a long page is edited less often"
    )
    trouble = models.CharField(max_length=500, blank=True, help_text="the reason for the last failure")
    failing_since = models.DateTimeField(null=True, blank=True, help_text="when attempts began to fail")
    parked_at = models.DateTimeField(null=True, blank=True, help_text="set aside until a person decides")
    parked_reason = models.CharField(max_length=500, blank=True)
    parked_cause = models.CharField(max_length=8, choices=Cause, default=Cause.NONE, blank=True)
    parked_revid = models.PositiveBigIntegerField(null=True, blank=True)
    parked_text = models.TextField(blank=True, help_text="the page's text after people's edit")
    parked_difference = models.TextField(blank=True)
    parked_by = models.CharField(max_length=255, blank=True, help_text="the editor on the wiki, if known")
    parked_summary = models.CharField(max_length=500, blank=True, help_text="the edit's summary")
    parked_edit = models.PositiveBigIntegerField(null=True, blank=True, help_text="the revision of their edit")
    resolution = models.CharField(max_length=5, choices=Resolution, default=Resolution.NONE, blank=True)
    told_at = models.DateTimeField(null=True, blank=True, help_text="when staff were notified that it is not published")
    bannered_at = models.DateTimeField(
        null=True, blank=True, help_text="when the page got a notice of this, or the wiki refused one"
    )
    left_at = models.DateTimeField(null=True, blank=True, help_text="when it was left to the wiki's editors")

    class Meta:
        ordering = ["cycle", "title"]
        constraints = [
            models.UniqueConstraint(fields=["cycle", "kind", "subject"], name="one_wiki_page_per_subject"),
            models.UniqueConstraint(fields=["kind"], condition=Q(kind="front"), name="one_front_page"),
        ]
        indexes = [
            models.Index(fields=["claimed_at"], condition=~models.Q(claimed_at=None), name="claimed_wiki_pages"),
            models.Index(fields=["links_due_at"], condition=~models.Q(links_due_at=None), name="new_wiki_pages"),
        ]

    def __str__(self) -> str:
        return self.title

    @cached_property
    def pictures(self) -> dict[str, Callable[[], str]]:
        """Return the pictures of the page by the names of their files. It is empty until the page is rendered."""
        return {}

    @property
    def made_as(self) -> str:
        """The name by which texts link to the page: the title of its creation, or for a match one with its code."""
        return self.home or self.title

    @property
    def url(self) -> str:
        """The page's address for readers. Empty if the wiki is a folder, or the page has never been published."""
        return site_from_settings().page_url(self.title) if self.published_revid is not None else ""

    @property
    def edit_url(self) -> str:
        """The wiki's address of the diff of the edit that parked the page. Empty if it is unknown."""
        return site_from_settings().difference_url(self.parked_edit) if self.parked_edit is not None else ""

    @property
    def state(self) -> str:
        """The page's state in one word: parked, publishing, waiting (after a failure), stale, published or new."""
        if self.parked_at is not None:
            return "parked"
        if self.claimed_at is not None:
            return "publishing"
        if self.stale_since is not None:
            return "waiting" if self.next_try_at is not None else "stale"
        return "published" if self.published_at is not None else "new"


class Written(models.Model):
    """The digest of a text that the publisher saved between a page's markers.

    It lets the publisher recognise its own text after the wiki is restored from a backup.
    """

    page = models.ForeignKey(WikiPage, models.CASCADE, related_name="written")
    digest = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["page", "digest"], name="one_row_for_a_text_of_a_page")]

    def __str__(self) -> str:
        return f"{self.page}, {self.at:%d %B %Y, %H:%M}"


class Given(models.TextChoices):
    """The kinds of answers to a parked page."""

    PUT_BACK = "put-back", "put back"
    NOTED = "noted", "put back, with the edit's lines below the last marker"
    ADOPTED = "adopted", "adopted as a proposal"
    LEFT = "left", "left as it is"
    AGAIN = "again", "tried again"


class Answer(models.Model):
    """A person's answer to a parked page. The row remains even if the page is edited or published later."""

    page = models.ForeignKey(WikiPage, models.CASCADE, related_name="answers")
    given = models.CharField(max_length=10, choices=Given)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )
    name = models.CharField(max_length=150, help_text="the name of the admin who answered, at that time")
    at = models.DateTimeField(default=timezone.now)
    reason = models.CharField(max_length=MAX_REASON_LENGTH, blank=True, help_text="why the page was set aside")
    revid = models.PositiveBigIntegerField(null=True, blank=True, help_text="the revision that was resolved")
    difference = models.TextField(blank=True, help_text="the difference")
    operations = models.JSONField(default=list, blank=True, help_text="the amendments made from an adopted edit")

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.page}: {self.get_given_display()} by {self.name}"


class EditorMessage(models.Model):
    """A message on the talk page of a person who edited between the markers.

    The row is authoritative; tasks are only wake-ups. There is at most one message about an edit, and it is sent at
    most once, whatever its outcome.
    """

    class State(models.TextChoices):
        """The progress of a message."""

        WAITING = "waiting", "waits to be sent"
        SENDING = "sending", "is being sent"
        SENT = "sent", "sent"
        WITHHELD = "withheld", "not sent"
        UNKNOWN = "unknown", "sent without an answer"

    page = models.ForeignKey(WikiPage, models.CASCADE, related_name="editor_messages")
    title = models.CharField(max_length=MAX_TITLE_LENGTH, help_text="of the page, when it was edited")
    editor = models.CharField(max_length=255, help_text="their name on the wiki")
    edit = models.PositiveBigIntegerField(help_text="the revision of their edit")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )
    name = models.CharField(
        max_length=150, blank=True, help_text=("the admin who asked for it; empty if the settings did")
    )
    made_at = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    sent_at = models.DateTimeField(null=True, blank=True, help_text="when it was sent, if known")
    reason = models.CharField(max_length=MAX_REASON_LENGTH, blank=True, help_text="why it was not sent, or not yet")
    attempts = models.PositiveIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True, blank=True)
    claim = models.CharField(max_length=32, blank=True, help_text="random id of the attempt that holds the lease")
    claimed_by = models.CharField(
        max_length=MAX_CLAIMANT_LENGTH, blank=True, help_text=("the process that holds the lease")
    )
    claimed_at = models.DateTimeField(null=True, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["edit", "editor"], name="one_word_about_an_edit")]
        indexes = [
            models.Index(
                fields=["state"], condition=models.Q(state__in=["waiting", "sending"]), name="open_wiki_words"
            ),
            models.Index(fields=["editor"], name="wiki_words_to_an_editor"),
        ]

    def __str__(self) -> str:
        return f"{self.editor}: {self.title}, {self.get_state_display()}"


class Publisher(models.Model):
    """The state of publishing, one row for the whole host, because errors of the wiki or account concern all pages."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    stopped_at = models.DateTimeField(
        null=True, blank=True, help_text=("nothing is published until a person resolves this")
    )
    reason = models.CharField(max_length=500, blank=True)
    account = models.CharField(max_length=64, blank=True, help_text="keyed hash of the account at the stop")
    attempts = models.PositiveIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True, blank=True)
    failing_since = models.DateTimeField(null=True, blank=True, help_text="when the wiki began to refuse all pages")
    told_at = models.DateTimeField(null=True, blank=True, help_text="when staff were last notified")
    changes_at = models.DateTimeField(
        null=True, blank=True, help_text=("when the wiki was last asked for recent changes")
    )
    changes_seen = models.JSONField(default=dict, blank=True, help_text="the newest change that it has reported")
    told_of = models.JSONField(
        default=list, blank=True, help_text=("the kinds of failure that staff were notified of since")
    )
    paused_until = models.DateTimeField(null=True, blank=True, help_text="when a pause set by a keeper ends")
    paused_why = models.CharField(max_length=MAX_REASON_LENGTH, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="one_publisher")]

    def __str__(self) -> str:
        return f"stopped: {self.reason}" if self.stopped_at else "publishing"

    @property
    def is_paused(self) -> bool:
        """True if a keeper has paused publishing and the pause has not ended."""
        return self.paused_until is not None and self.paused_until > timezone.now()

    @property
    def since(self) -> datetime | None:
        """Since when errors of the wiki or the account prevent publishing. None if there are none."""
        return self.failing_since or self.stopped_at
