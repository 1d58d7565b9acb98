"""The pages of proposals: an index of all, and a page for each whose votes were counted."""

import json
from dataclasses import dataclass

from nomic.cycles.models import Cycle
from nomic.law.differences import differences
from nomic.law.models import law_at
from nomic.law.telling import told
from nomic.proposals.models import Proposal, ProposalStatus, Vote, VoteKind
from nomic.proposals.tally import final_tally
from nomic.wiki.bodies import rule_wikitext
from nomic.wiki.escape import Wikitext, link
from nomic.wiki.mirror import DECIDED, base_of, proposal_title
from nomic.wiki.models import WikiPage
from nomic.wiki.pages import MOST_BYTES, fill_template, instant, size

MOST_IN_INDEX = 3000
MOST_CHANGES = 300
MOST_VOTERS = 2000
MOST_AMENDMENTS = 100_000  # characters


@dataclass(frozen=True, slots=True)
class IndexLine:
    """A proposal in the index."""

    number: int
    title: Wikitext | str
    author: str
    submitted: Wikitext
    status: str
    votes: str


def render_index(page: WikiPage, cycle: Cycle) -> Wikitext:
    """All proposals, the newest first; the oldest are left out where they are too many for a page."""
    base = base_of(page)
    proposals = Proposal.objects.filter(cycle=cycle).order_by("-number").defer("text", "amendments")
    lines = [_index_line(proposal, base) for proposal in proposals[:MOST_IN_INDEX]]
    left_out = max(0, proposals.count() - len(lines))
    return fill_template("proposals.wiki", page, cycle, proposals=lines, left_out=left_out)


def _index_line(proposal: Proposal, base: str) -> IndexLine:
    title: Wikitext | str = proposal.title
    if proposal.status in DECIDED:
        title = link(proposal_title(base, proposal.number), proposal.title)
    return IndexLine(
        proposal.number, title, proposal.author, instant(proposal.submitted_at), _status(proposal), _votes(proposal)
    )


def _status(proposal: Proposal) -> str:
    return ProposalStatus(proposal.status).label


def _votes(proposal: Proposal) -> str:
    votes = final_tally(proposal)
    if votes is None:
        return "–"
    return f"{votes.votes_for} for, {votes.votes_against} against, {votes.votes_unclear} unclear"


def render_proposal(page: WikiPage, cycle: Cycle) -> Wikitext:
    """One proposal: its words, what it changes in the law, and who voted how."""
    proposal = Proposal.objects.get(cycle=cycle, code=page.subject)
    changes = _changes(cycle, proposal)
    context = {
        "proposal": proposal,
        "status": _status(proposal),
        "votes": _votes(proposal),
        "submitted": instant(proposal.submitted_at),
        "decided": instant(proposal.decided_at),
        "text": rule_wikitext(proposal.text),
        "voters": _voters(proposal),
        "changes": changes[:MOST_CHANGES],
        "more_changes": max(0, len(changes) - MOST_CHANGES),
        "amendments": json.dumps(proposal.amendments, indent=1, ensure_ascii=False)[:MOST_AMENDMENTS]
        if proposal.amendments
        else "",
    }
    text = fill_template("proposal.wiki", page, cycle, **context)
    if size(text) > MOST_BYTES:
        text = fill_template("proposal.wiki", page, cycle, **{**context, "amendments": "", "changes": []})
    return text


def _voters(proposal: Proposal) -> list[tuple[str, str]]:
    """Kinds of votes with the names of who gave them."""
    names: dict[str, list[str]] = {kind.value: [] for kind in VoteKind}
    for name, vote in Vote.objects.filter(proposal=proposal).order_by("name").values_list("name", "vote")[:MOST_VOTERS]:
        names[vote].append(name)
    return [(VoteKind(kind).label.capitalize(), ", ".join(voters)) for kind, voters in names.items() if voters]


def _changes(cycle: Cycle, proposal: Proposal) -> list[str]:
    """What the enactment changed, in sentences; nothing for a proposal that changed nothing."""
    number = proposal.enacted_revision
    if not number:
        return []
    before, after = (law_at(cycle.book_id, at).document for at in (number - 1, number))
    return told(differences(before, after))
