"""Which pages a cycle has on the wiki, and which acts make them stale."""

from django.db.models import Exists, OuterRef

from nomic.cycles.models import Cycle
from nomic.cycles.moment import Act
from nomic.proposals.models import Proposal, ProposalStatus
from nomic.tables.models import STEP_EVENT, Match
from nomic.wiki.models import Kind, WikiPage
from nomic.wiki.stale import mark_stale

DECIDED = (ProposalStatus.ENACTED, ProposalStatus.FAILED, ProposalStatus.BY_HAND)
EVERYWHERE = ("outage", "told-anew")  # events that may change what stands on any page
OF_A_CYCLE = (Kind.RULESET, Kind.GAMESTATE, Kind.PROPOSALS)


def base_title(cycle: Cycle) -> str:
    """The title under which all pages of a cycle stand, made of its slug: titles of cycles can be voted on."""
    return cycle.slug[:1].upper() + cycle.slug[1:].replace("-", " ")


def base_of(page: WikiPage) -> str:
    """The part of a page's title that it shares with the other pages of its cycle."""
    return page.title.rpartition("/")[0]


def make_pages(cycle: Cycle) -> None:
    """Make the rows of the cycle's pages that it has none for yet, stale from the start.

    The caller holds a transaction and the cycle's lock.
    """
    if not cycle.published or cycle.fork_of_id is not None:
        return
    there = {page.kind: base_of(page) for page in WikiPage.objects.filter(cycle=cycle, kind__in=OF_A_CYCLE)}
    base = next(iter(there.values()), None) or base_title(cycle)
    rows = [WikiPage(cycle=cycle, kind=kind, title=f"{base}/{kind.label}") for kind in OF_A_CYCLE if kind not in there]
    shown = WikiPage.objects.filter(cycle=cycle, kind=Kind.PROPOSAL, subject=OuterRef("code"))
    decided = Proposal.objects.filter(~Exists(shown), cycle=cycle, status__in=DECIDED).order_by("number")
    rows += [
        WikiPage(cycle=cycle, kind=Kind.PROPOSAL, subject=code, title=proposal_title(base, number))
        for code, number in decided.values_list("code", "number")
    ]
    shown = WikiPage.objects.filter(cycle=cycle, kind=Kind.MATCH, subject=OuterRef("code"))
    played = Match.objects.filter(~Exists(shown), cycle=cycle).order_by("opened_seq", "place")
    rows += [
        WikiPage(cycle=cycle, kind=Kind.MATCH, subject=code, title=match_title(base, code))
        for code in played.values_list("code", flat=True)
    ]
    WikiPage.objects.bulk_create(rows)
    if rows:
        mark_stale(cycle.pk, {row.kind for row in rows})


def proposal_title(base: str, number: int) -> str:
    """The title of the page of a proposal."""
    return f"{base}/Proposal {number}"


def match_title(base: str, code: str) -> str:
    """The title of the page of a match; what a match is called can have players' names in it."""
    return f"{base}/Match {code}"


def after_creation(cycle: Cycle) -> None:
    """A published cycle has its pages from the beginning."""
    make_pages(cycle)


def after_act(act: Act) -> None:
    """Mark what an act changed on the pages of its cycle. Replays and unpublished cycles have no pages.

    Nothing is asked of the database twice in one transaction for what is marked already: the cycle's row is locked,
    so nobody has claimed a page since.
    """
    cycle = act.cycle
    if not cycle.published or cycle.fork_of_id is not None:
        return
    kinds = {str(Kind.GAMESTATE)}
    subjects, matches, opened = set(), set(), False
    for event in act.events:
        if event["kind"] == "law-changed":
            kinds.add(Kind.RULESET)
        if event["kind"] in EVERYWHERE:
            kinds |= set(Kind)
            opened = True
        if event["kind"].startswith("proposal-"):
            kinds.add(Kind.PROPOSALS)
            subjects.add(event["proposal"])
        opened = opened or event["kind"] == "match-opened"
        if event["kind"] in (STEP_EVENT, "match-over"):
            matches.add(event["match"])
    marked: set[str] = cycle.__dict__.setdefault("_stale_pages", set())
    if not kinds <= marked:
        mark_stale(cycle.pk, kinds - marked)
        marked |= kinds
    if subjects:
        act.when_written(lambda entry: _show(cycle, subjects))
    if opened:
        act.when_written(lambda entry: make_pages(cycle))
    for match in sorted(matches):
        if f"match {match}" not in marked:
            mark_stale(cycle.pk, [Kind.MATCH], match)
            marked.add(f"match {match}")


def _show(cycle: Cycle, subjects: set[str]) -> None:
    make_pages(cycle)
    for subject in subjects:
        mark_stale(cycle.pk, [Kind.PROPOSAL], subject)


def published_before_pages() -> list[Cycle]:
    """Cycles that were set to be published since, and have no pages yet."""
    pages = WikiPage.objects.filter(cycle=OuterRef("pk"))
    return list(Cycle.objects.filter(~Exists(pages), published=True, fork_of=None))
