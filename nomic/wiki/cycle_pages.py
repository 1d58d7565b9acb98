"""The set of pages that a cycle has on the wiki."""

from collections.abc import Collection, Container, Sequence

from django.db.models import CharField, Exists, F, OuterRef, Q
from django.db.models.functions import Cast
from django.utils import timezone

from nomic.court.models import Request
from nomic.cycles.models import Cycle
from nomic.matches.models import Match
from nomic.players.models import Player
from nomic.proposals.models import Proposal
from nomic.wiki.mark_stale import mark_stale, wake_publisher
from nomic.wiki.models import PageKind, WikiPage, WithheldKind
from nomic.wiki.pages.layout.pagination import parts_for
from nomic.wiki.pages.layout.player_links import MAX_PLAYER_PAGES
from nomic.wiki.pages.layout.revision_links import with_pages
from nomic.wiki.pages.layout.switched_off_pages import OPTIONAL, withheld_kinds
from nomic.wiki.pages.layout.titles import (
    archive_title,
    base_of,
    base_title,
    data_title,
    match_title,
    numbered_match_title,
    part_title,
    player_title,
    proposal_title,
    revision_title,
    wiki_title_of,
)

OF_A_CYCLE = (
    PageKind.MAIN,
    PageKind.RULESET,
    PageKind.GAMESTATE,
    PageKind.PLAYERS,
    PageKind.PROPOSALS,
    PageKind.MATCHES,
    PageKind.COURT,
    PageKind.CATEGORY,
)


def make_pages(cycle: Cycle) -> None:
    """Create rows for the cycle's missing pages, stale from the start.

    The caller holds a transaction and the cycle's lock.
    """
    if not cycle.published or cycle.fork_of_id is not None:
        return
    there = {page.kind: base_of(page) for page in WikiPage.objects.filter(cycle=cycle, kind__in=OF_A_CYCLE, subject="")}
    base = next(iter(there.values()), None) or base_title(cycle)
    rows = [
        WikiPage(cycle=cycle, kind=kind, title=wiki_title_of(base, kind)) for kind in OF_A_CYCLE if kind not in there
    ]
    shown = WikiPage.objects.filter(cycle=cycle, kind=PageKind.PROPOSAL, subject=Cast(OuterRef("number"), CharField()))
    proposals = Proposal.objects.filter(~Exists(shown), cycle=cycle).order_by("number")
    rows += [
        WikiPage(cycle=cycle, kind=PageKind.PROPOSAL, subject=str(number), title=proposal_title(base, number))
        for number in proposals.values_list("number", flat=True)
    ]
    shown = WikiPage.objects.filter(cycle=cycle, kind=PageKind.MATCH, subject=OuterRef("code"))
    played = Match.objects.filter(~Exists(shown), cycle=cycle).order_by("opened_seq", "place")
    rows += _match_pages(cycle, base, list(played.values_list("code", flat=True)))
    rows += _missing_players(cycle, base) + _missing_revisions(cycle, base)
    parts = _missing_parts(cycle, base)
    rows += parts
    off = withheld_kinds(cycle.pk)
    rows = [row for row in rows if row.kind not in off]
    if rows:
        now = timezone.now()
        for kind in {part.kind for part in parts}:  # every part links to all others
            there_already = WikiPage.objects.filter(cycle=cycle, kind=kind).exclude(subject="")
            there_already.filter(stale_since=None).update(stale_since=now)
        for row in rows:  # Before the beginning only the main page is published, which says when that is.
            row.stale_since = now if row.kind == PageKind.MAIN else max(now, cycle.starts_at)
        WikiPage.objects.bulk_create(housed(rows))
        wake_publisher()


def _match_pages(cycle: Cycle, base: str, codes: Sequence[str]) -> list[WikiPage]:
    """Return rows for new matches, numbered in the order of their pages. They are not saved.

    A correction of the past can take away matches and change their order, so a page keeps the number that it once had,
    and a later match gets the next one.
    """
    there = WikiPage.objects.filter(cycle=cycle, kind=PageKind.MATCH).count() if codes else 0
    return [
        WikiPage(
            cycle=cycle,
            kind=PageKind.MATCH,
            subject=code,
            title=numbered_match_title(base, number),
            home=match_title(base, code),
        )
        for number, code in enumerate(codes, there + 1)
    ]


def free_title(wanted: str, taken: Container[str] = ()) -> str:
    """Return the title, with a number if needed, that neither one of our pages nor an entry of `taken` has."""
    title, count = wanted, 1
    while title in taken or WikiPage.objects.filter(title=title).exists():
        count += 1
        title = f"{wanted} ({count})"
    return title


def housed(rows: list[WikiPage]) -> list[WikiPage]:
    """Change the titles of new pages if people have moved other pages of ours to these titles. Return the same rows."""
    wanted = [row.title for row in rows]
    taken = set(WikiPage.objects.filter(title__in=wanted).values_list("title", flat=True)) if rows else set()
    for row in rows:
        if row.title in taken:
            row.home, row.title = row.made_as, free_title(row.title, wanted)
    return rows


def _missing_parts(cycle: Cycle, base: str) -> list[WikiPage]:
    """Return rows for the parts of lists that are needed and have no page yet. They are not saved."""
    counts = {
        PageKind.HOLDINGS: Player.objects.filter(cycle=cycle).count(),
        PageKind.PROPOSALS: Proposal.objects.filter(cycle=cycle).count(),
        PageKind.MATCHES: Match.objects.filter(cycle=cycle).count(),
        PageKind.COURT: Request.objects.filter(cycle=cycle).count(),
    }
    wanted = {(kind, str(part)): part for kind, count in counts.items() for part in parts_for(kind, count)}
    if not wanted:
        return []
    there = set(WikiPage.objects.filter(cycle=cycle, kind__in=counts).values_list("kind", "subject"))
    return [
        WikiPage(cycle=cycle, kind=kind, subject=subject, title=part_title(base, kind, part))
        for (kind, subject), part in wanted.items()
        if (kind, subject) not in there
    ]


def _missing_players(cycle: Cycle, base: str) -> list[WikiPage]:
    """Return rows for the missing pages of players, and for the template with the cycle's values. They are not saved.

    Only the first `MAX_PLAYER_PAGES` players have pages. The template exists as soon as there is a player.
    """
    count = Player.objects.filter(cycle=cycle).count()
    kinds = (PageKind.PLAYER, PageKind.DATA)
    there = set(WikiPage.objects.filter(cycle=cycle, kind__in=kinds).values_list("kind", "subject"))
    pages = [
        WikiPage(cycle=cycle, kind=PageKind.PLAYER, subject=str(number), title=player_title(base, number))
        for number in range(1, min(count, MAX_PLAYER_PAGES) + 1)
        if (PageKind.PLAYER, str(number)) not in there
    ]
    if count and (PageKind.DATA, "") not in there:
        pages.append(WikiPage(cycle=cycle, kind=PageKind.DATA, title=data_title(base)))
    return pages


def _missing_revisions(cycle: Cycle, base: str) -> list[WikiPage]:
    """Return rows for the missing pages of past revisions, and for their category. They are not saved."""
    kinds = (PageKind.REVISION, PageKind.ARCHIVE)
    there = set(WikiPage.objects.filter(cycle=cycle, kind__in=kinds).values_list("kind", "subject"))
    missing = [number for number in with_pages(cycle) if (PageKind.REVISION, str(number)) not in there]
    pages = [
        WikiPage(cycle=cycle, kind=PageKind.REVISION, subject=str(number), title=revision_title(base, number))
        for number in missing
    ]
    if missing and (PageKind.ARCHIVE, "") not in there:
        pages.append(WikiPage(cycle=cycle, kind=PageKind.ARCHIVE, title=archive_title(base)))
    return pages


def set_published_kinds(cycle: Cycle, kinds: Collection[str]) -> bool:
    """Set which optional kinds of pages the cycle publishes, and return whether that changed.

    Existing pages of other kinds will say that they are no longer updated. Call it in a transaction that holds the
    cycle's lock.
    """
    before = set(WithheldKind.objects.filter(cycle=cycle).values_list("kind", flat=True))
    off = {kind.value for kind in OPTIONAL if kind not in kinds}
    if before == off:
        return False
    WithheldKind.objects.filter(cycle=cycle).exclude(kind__in=off).delete()
    WithheldKind.objects.bulk_create(WithheldKind(cycle=cycle, kind=kind) for kind in sorted(off - before))
    make_pages(cycle)
    mark_stale(cycle.pk, tuple(PageKind))  # links to those pages can be on any page
    return True


def after_creation(cycle: Cycle) -> None:
    """Create the pages of a new cycle if it is published."""
    make_pages(cycle)


def renew_main_pages() -> int:
    """Mark main pages as stale if they were last published before their cycles began. Return their number."""
    now = timezone.now()
    before = WikiPage.objects.filter(kind=PageKind.MAIN, stale_since=None, claimed_at=None, cycle__starts_at__lte=now)
    return before.filter(published_at__lt=F("cycle__starts_at")).update(stale_since=now)


def published_before_pages() -> list[Cycle]:
    """Return the published cycles that lack pages: all of them, those of players, or those of past revisions.

    Either publishing was switched on after they began, or they are older than these kinds of pages.
    """
    pages = WikiPage.objects.filter(cycle=OuterRef("pk"))
    off = WithheldKind.objects.filter(cycle=OuterRef("pk"))
    joined = Player.objects.filter(cycle=OuterRef("pk"))
    are_missing = (
        ~Exists(pages)
        | (Exists(joined) & ~Exists(pages.filter(kind=PageKind.PLAYER)) & ~Exists(off.filter(kind=PageKind.PLAYER)))
        | (Exists(joined) & ~Exists(pages.filter(kind=PageKind.DATA)) & ~Exists(off.filter(kind=PageKind.DATA)))
        | (
            Q(revision__gt=0)
            & ~Exists(pages.filter(kind=PageKind.REVISION))
            & ~Exists(off.filter(kind=PageKind.REVISION))
        )
    )
    return list(Cycle.objects.filter(are_missing, published=True, fork_of=None))
