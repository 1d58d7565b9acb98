"""Cache invalidation: which wiki pages each act makes stale."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Count, OuterRef, Q, Subquery

from nomic.clauses.events import ValueChanged, ValueRevealed
from nomic.court.events import JudgeNamed, RequestEvent, RequestFiled, RulingEvent, RulingGiven, RulingOverturned
from nomic.court.models import ConfidenceStatus, ConfidenceVote
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.events import ActFailed, CycleEnded, Event, HistoryRewritten, LawChanged, PhaseBegan
from nomic.cycles.domain.in_memory_state import TransientState
from nomic.cycles.models import Cycle
from nomic.db import on_flush
from nomic.inventory.ledger import changed_holdings
from nomic.matches.events import MatchOpened, MatchOver, MatchStepped, Outage
from nomic.matches.models import Match
from nomic.players.events import BecameReputable, Joined, Left
from nomic.players.models import Player
from nomic.proposals.events import ProposalEvent, ProposalSubmitted, Voted
from nomic.proposals.models import PENDING, Proposal, ProposalStatus, Vote
from nomic.wiki.cycle_pages import make_pages
from nomic.wiki.mark_stale import mark_stale
from nomic.wiki.models import PageKind
from nomic.wiki.pages.layout.pagination import part_of

EVERYWHERE: tuple[type[Event], ...] = (CycleEnded, Outage, HistoryRewritten)  # may change the content of any page
ALWAYS = (PageKind.GAMESTATE, PageKind.MAIN, PageKind.DATA)  # pages that any act may change
TITLED = "cycle"  # the section of the law with the title, which every page names
# Kinds of pages that an event changes as a whole, besides those.
WHOLE: dict[type[Event], tuple[PageKind, ...]] = {
    Joined: (PageKind.PLAYERS, PageKind.CATEGORY),
    JudgeNamed: (PageKind.COURT,),
    LawChanged: (PageKind.RULESET, PageKind.ARCHIVE, PageKind.PLAYER, PageKind.HOLDINGS, PageKind.COURT),
    Left: (PageKind.PLAYERS,),
    PhaseBegan: (PageKind.PLAYERS, PageKind.HOLDINGS),
    BecameReputable: (PageKind.PLAYERS,),
    RulingGiven: (PageKind.RULESET,),
    RulingOverturned: (PageKind.RULESET,),
    **dict.fromkeys(EVERYWHERE, tuple(PageKind)),
}
BRINGS_PAGES: tuple[type[Event], ...] = (
    Joined,
    LawChanged,
    MatchOpened,
    ProposalSubmitted,
    RequestFiled,
    *EVERYWHERE,
)
# With more changed holders, all pages of holdings and players are marked: each is rendered, and saved if it differs.
MAX_HOLDERS = 500

# A change in a cycle: the kind of thing that changed, and which one. `_showing` looks up the pages that show it.
Change = tuple[str, str]


class _PageChanges(TransientState):
    """Changes of a cycle in this transaction: those whose pages are marked as stale, and those not marked yet."""

    def __init__(self) -> None:
        self.waiting: set[Any] = set()
        self.marked: set[Any] = set()

    def copied(self) -> "_PageChanges":
        copied = _PageChanges()
        copied.waiting, copied.marked = {*self.waiting}, {*self.marked}
        return copied


def after_act(act: ActionContext) -> None:
    """Mark the pages that show what an act has changed. Forks and unpublished cycles have no pages.

    Pages already marked in this transaction need no further query: the cycle's row is locked, so no worker can have
    claimed a page since. Changes by acts of one batch are marked together.
    """
    cycle = act.cycle
    if not cycle.published or cycle.fork_of_id is not None:
        return
    changes = cycle.transient(_PageChanges)
    changes.waiting |= {*ALWAYS, *(kind for event in act.events for kind in _whole(event)), *_changes(act)}
    on_flush(once_as=("mark dirty pages", cycle.pk), do=lambda: _mark(cycle))
    if any(act.emitted(kind) for kind in BRINGS_PAGES):
        act.when_saved(lambda entry: make_pages(cycle))


def _mark(cycle: Cycle) -> None:
    """Mark the pages of all changes since the last call in this transaction."""
    known = cycle.transient(_PageChanges)
    fresh, known.waiting = known.waiting - known.marked, set()
    changes = {change for change in fresh if isinstance(change, tuple)}
    if fresh:
        mark_stale(cycle.pk, fresh - changes, lambda kind: _showing(cycle, kind, changes))
        known.marked |= fresh


def after_failure(act: ActionContext, failed: ActFailed) -> None:
    """Mark the pages that show a failed act as stale. It has changed only the journal."""
    after_act(act)


def _whole(event: Event) -> tuple[PageKind, ...]:
    if isinstance(event, LawChanged) and TITLED in event.sections:
        return tuple(PageKind)
    return WHOLE.get(type(event), ())


def _changes(act: ActionContext) -> Iterator[Change]:
    """Yield the act's changes that appear on only some pages of a kind."""
    for holder in changed_holdings(act):
        yield "holder", holder
    for event in act.events:
        if isinstance(event, ProposalEvent):
            yield "proposal", str(event.number)
        if isinstance(event, Voted):
            yield "votes", str(event.number)
        if isinstance(event, RequestEvent | RulingEvent):
            yield "request", str(event.number if isinstance(event, RequestEvent) else event.request)
        if isinstance(event, LawChanged):
            yield "law", ""
        if isinstance(event, Joined | Left):
            yield "voter", event.player
        if isinstance(event, MatchStepped | MatchOver):
            yield "match", event.match
        if isinstance(event, MatchOpened | MatchOver):
            yield "outcome", event.match
        if isinstance(event, ValueChanged | ValueRevealed):
            yield from (("holder", name) for name in event.of)
        player = getattr(event, "player", None)
        if player is not None:
            yield "holder", player


def _showing(cycle: Cycle, kind: str, changes: set[Change]) -> Iterable[str] | None:
    """Return the subjects of the pages of this kind that show these changes, or None for every page of the kind."""
    changed: dict[str, set[str]] = {}
    for what, which in changes:
        changed.setdefault(what, set()).add(which)
    if kind == PageKind.PROPOSALS and "proposal" in changed:
        return {"", *(str(part_of(int(number))) for number in changed["proposal"])}
    if kind == PageKind.COURT:
        return _of_the_court(cycle, changed)
    if kind == PageKind.PROPOSAL:
        return changed.get("proposal", set()) | changed.get("votes", set()) | _open_proposals(cycle, changed)
    if kind == PageKind.MATCH:
        return changed.get("match", ())
    if kind == PageKind.MATCHES and "outcome" in changed:
        return {"", *_parts_of_matches(cycle, changed["outcome"])}
    if kind in (PageKind.HOLDINGS, PageKind.PLAYER) and "holder" in changed:
        if len(changed["holder"]) > MAX_HOLDERS:
            return None
        numbers = _numbers_of_players(cycle, changed["holder"])
        return {str(part_of(number) if kind == PageKind.HOLDINGS else number) for number in numbers}
    return ()


def _of_the_court(cycle: Cycle, changed: dict[str, set[str]]) -> set[str]:
    """Return the subjects of court pages that show these changes: "" for the first page, and numbers of parts.

    The tally of a vote on a ruling depends on the current players.
    """
    found = {str(part_of(int(number))) for number in changed.get("request", ())}
    if found or ("voter" in changed and _is_voted_on_a_ruling(cycle)):
        found.add("")
    return found


def _is_voted_on_a_ruling(cycle: Cycle) -> bool:
    return ConfidenceVote.objects.filter(ruling__cycle=cycle, status=ConfidenceStatus.OPEN).exists()


def _open_proposals(cycle: Cycle, changed: dict[str, set[str]]) -> set[str]:
    """Return the numbers of the undecided proposals whose pages change.

    Their diffs depend on the law, and their tallies on the current players.
    """
    found = set()
    if "law" in changed:
        undecided = (*PENDING, ProposalStatus.BY_HAND)
        found |= set(Proposal.objects.filter(cycle=cycle, status__in=undecided).values_list("number", flat=True))
    if "voter" in changed:
        votes = Vote.objects.filter(proposal__cycle=cycle, proposal__status=ProposalStatus.OPEN)
        found |= set(votes.filter(name__in=changed["voter"]).values_list("proposal__number", flat=True))
    return {str(number) for number in found}


def _numbers_of_players(cycle: Cycle, names: set[str]) -> set[int]:
    """Return these players' numbers in the order of joining."""
    before = Player.objects.filter(cycle=cycle, pk__lte=OuterRef("pk")).order_by().values("cycle")
    number = Subquery(before.annotate(count=Count("pk")).values("count"))
    found = Player.objects.filter(cycle=cycle, name__in=names).annotate(number=number)
    return set(found.values_list("number", flat=True))


def _parts_of_matches(cycle: Cycle, codes: set[str]) -> set[str]:
    is_before = Q(opened_seq__lt=OuterRef("opened_seq")) | Q(
        opened_seq=OuterRef("opened_seq"), place__lte=OuterRef("place")
    )
    before = Match.objects.filter(is_before, cycle=cycle).order_by().values("cycle")
    number = Subquery(before.annotate(count=Count("pk")).values("count"))
    numbers = Match.objects.filter(cycle=cycle, code__in=codes).annotate(number=number)
    return {str(part_of(number)) for number in numbers.values_list("number", flat=True)}
