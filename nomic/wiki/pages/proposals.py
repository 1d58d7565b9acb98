"""Pages of proposals: an index, and a page for each proposal."""

import json
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef

from nomic.clauses.proposal_classes import classes_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle, Entry
from nomic.law.diff.brief_summary import summarise_change
from nomic.law.diff.law_differences import Differences, word_difference
from nomic.law.document.sections import Law
from nomic.players.models import Player
from nomic.proposals import one_time_effects
from nomic.proposals.by_rules.seconding import support_of
from nomic.proposals.diff import effect_of, law_after
from nomic.proposals.models import Proposal, ProposalStatus, Vote, VoteKind
from nomic.proposals.votes.ballots import ballot_of, options_by_voter
from nomic.proposals.votes.count_votes import public_tallies
from nomic.proposals.votes.sealed_votes import voters_under_seal
from nomic.proposals.votes.tally import Tally, final_tally
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.law_changes import effect_changes, rule_changes, value_changes, words_in_wikitext
from nomic.wiki.pages.layout.frame import fill_template, links_to_parts, text_of_missing_page
from nomic.wiki.pages.layout.pagination import A_PAGE, parts_for, span
from nomic.wiki.pages.layout.snippets import MAX_BYTES, instant, site_link, size
from nomic.wiki.pages.layout.titles import base_of, proposal_title
from nomic.wikitext.escape import Wikitext, page_link
from nomic.wikitext.myers import ComparisonBudget
from nomic.wikitext.wiki_writer import rule_wikitext

MAX_CHANGES = 300  # rules, effects and values each
MAX_VOTERS = 2000
MAX_AMENDMENTS = 100_000  # characters
TAKEN_BACK = (ProposalStatus.WITHDRAWN, ProposalStatus.EDITED, ProposalStatus.LAPSED, ProposalStatus.VETOED)
HEADINGS = {
    ProposalStatus.WAITING: "What it would change in the law",
    ProposalStatus.OPEN: "What it would change in the law",
    ProposalStatus.BY_HAND: "What it would change in the law",
    ProposalStatus.ENACTED: "What it changed in the law",
}
WOULD_HAVE = "What it would have changed in the law"


@dataclass(frozen=True, slots=True)
class IndexLine:
    """A proposal in the index."""

    number: int
    title: Wikitext
    author: str
    submitted: Wikitext
    status: str
    votes: str


def render_index(page: WikiPage, cycle: Cycle) -> Wikitext:
    """Render the index: the newest proposals and links to the parts, or one of the parts with older proposals."""
    base = base_of(page)
    in_order = Proposal.objects.filter(cycle=cycle).order_by("number").defer("text", "amendments", "effects")
    count = in_order.count()
    parts = parts_for(PageKind.PROPOSALS, count)
    if page.subject and int(page.subject) not in parts:
        return text_of_missing_page(page, cycle)
    first, last = span(int(page.subject)) if page.subject else (max(1, count - A_PAGE + 1), count)
    proposals = list(in_order[first - 1 : last])[::-1]
    return fill_template(
        "proposals.wiki",
        page,
        cycle,
        proposals=[_index_line(cycle, proposal, base) for proposal in proposals],
        is_part=bool(page.subject),
        first=first,
        last=last,
        count=count,
        parts=links_to_parts(page, PageKind.PROPOSALS, parts),
    )


def _index_line(cycle: Cycle, proposal: Proposal, base: str) -> IndexLine:
    counted = final_tally(proposal)
    return IndexLine(
        proposal.number,
        page_link(proposal_title(base, proposal.number), proposal.title),
        proposal.author,
        instant(proposal.submitted_at),
        _status(cycle, proposal),
        "–" if counted is None else votes_in_words(counted),
    )


def _status(cycle: Cycle, proposal: Proposal) -> str:
    """Return the status in words. What was pending when the game ended is never counted."""
    return "not counted" if proposal.is_pending and cycle.ended_at is not None else proposal.standing


def votes_in_words(votes: Tally) -> str:
    """Return a tally in words: the number of each kind of vote, turnout and outlook."""
    if not votes.is_whole or votes.sealed is not None:
        return votes.words
    voters = "" if votes.eligible is None else f"; {votes.voters} of {votes.eligible} voted"
    outlook = f"; {votes.outlook}" if votes.outlook else ""
    return f"{votes.votes_for} for, {votes.votes_against} against, {votes.votes_unclear} unclear{voters}{outlook}"


def class_title(law: Law, proposal: Proposal) -> str:
    """Return the title of the proposal's class, or the class's name if the law no longer has the class."""
    class_ = classes_of(law).get(proposal.class_name)
    return class_.title if class_ is not None else proposal.class_name


def render_proposal(page: WikiPage, cycle: Cycle) -> Wikitext:
    """Render one proposal: its status, its words, its changes of the law, and its votes.

    The journal names each voter at once, so this page does as well. Of sealed votes only the voters' names appear. If
    the page is too long, parts are left out, and the page says so.
    """
    proposal = Proposal.objects.filter(cycle=cycle, number=page.subject).first()
    if proposal is None:
        return text_of_missing_page(page, cycle)
    found, conflict = effect_of(cycle, proposal)
    amendments = json.dumps(proposal.amendments, indent=1, ensure_ascii=False) if proposal.amendments else ""
    does = one_time_effects.one_time_effects_in_words(cycle.law, proposal.effects)
    context = {
        "proposal": proposal,
        "sentence": summarise_change(found, does),
        "class_title": class_title(cycle.law, proposal),
        "status": _status(cycle, proposal),
        "support": support_of(ReadContext(cycle, Actor.nobody(), cycle.now()), proposal),
        "taken_back": proposal.status in TAKEN_BACK,
        "submitted": instant(proposal.submitted_at),
        "ends": instant(proposal.ends_at),
        "decided": instant(proposal.decided_at),
        "on_site": site_link(f"c/{cycle.slug}/proposals/{proposal.number}/", "the site"),
        "text": rule_wikitext(proposal.text),
        "conflict": conflict,
        "made_revision": found is not None,
        "changes_heading": HEADINGS.get(ProposalStatus(proposal.status), WOULD_HAVE),
        "amendments": amendments[:MAX_AMENDMENTS],
        "amendments_cut": len(amendments) > MAX_AMENDMENTS,
        "does": does,
        **_votes(cycle, proposal),
        **_edited(cycle, proposal),
        **_changes(found, law_after(cycle, proposal) if found is not None else None),
    }
    return _filled_to_fit(page, cycle, f"Proposal {proposal.number}, {proposal.title}", context)


def _filled_to_fit(page: WikiPage, cycle: Cycle, title: str, context: dict[str, Any]) -> Wikitext:
    """Fill the template, without as many parts as it takes for the page to fit.

    What can be read elsewhere is left out first: amendments say for programs what the changes say in plain words.
    """
    shorter: tuple[dict[str, Any], ...] = (
        {},
        {"amendments": "", "amendments_cut": True},
        {**_changes(None, None), "more_changes": bool(context["changes"] or context["values"])},
        {"edited": None, "edited_cut": bool(context["edited"])},
    )
    for left_out in shorter:
        context |= left_out
        text = fill_template("proposal.wiki", page, cycle, title, **context)
        if size(text) <= MAX_BYTES:
            break
    return text


def _votes(cycle: Cycle, proposal: Proposal) -> dict[str, Any]:
    """Return the template context of the votes: the voters' names by kind of vote.

    Before the count, only votes of current players count (R10).
    """
    counted = final_tally(proposal)
    playing = Player.objects.filter(cycle=cycle, name=OuterRef("name"), left_at=None)
    votes = Vote.objects.filter(proposal=proposal).annotate(counts=Exists(playing)).order_by("name")
    named = options_by_voter(proposal, ballot_of(cycle.law, proposal))
    names: dict[str, list[str]] = {kind.value: [] for kind in VoteKind}
    not_counted: list[str] = []
    given = list(votes.values_list("name", "vote", "counts")[: MAX_VOTERS + 1])
    for name, vote, counts in given[:MAX_VOTERS]:
        who = f"{name} ({', '.join(named[name])})" if named.get(name) else name
        (names[vote] if counts or counted is not None else not_counted).append(who)
    voters = [(VoteKind(kind).label.capitalize(), ", ".join(voters)) for kind, voters in names.items() if voters]
    hidden = voters_under_seal(proposal)
    if hidden:
        voters.append(("Sealed", ", ".join(hidden[:MAX_VOTERS])))
    if not_counted:
        voters.append(("Not players now, so not counted", ", ".join(not_counted)))
    return {
        "votes": votes_in_words(counted or public_tallies(cycle, [proposal])[proposal.pk]),
        "voters": voters,
        "more_voters": max(len(given), len(hidden)) > MAX_VOTERS,
    }


def _changes(found: Differences | None, after: Law | None) -> dict[str, Any]:
    """Return the template context of the changes of the law, up to the limits of the page."""
    rules, effects, values = (found.rules, found.effects, found.values) if found is not None else ([], [], [])
    most = Differences(rules[:MAX_CHANGES], values[:MAX_CHANGES], effects[:MAX_CHANGES])
    return {
        "changes": rule_changes(most, after) + effect_changes(most),
        "values": value_changes(most),
        "more_changes": max(len(rules), len(effects), len(values)) > MAX_CHANGES,
    }


@dataclass(frozen=True, slots=True)
class Edited:
    """The changes that an edit made to a proposal: diffs of title and text, and the earlier amendments if different."""

    title: Wikitext
    text: Wikitext
    amendments: str


def _edited(cycle: Cycle, proposal: Proposal) -> dict[str, Any]:
    """Return the template context of a proposal's edits, compared with the entry that submitted the proposal."""
    edited = None
    if proposal.status == ProposalStatus.EDITED:
        entries = Entry.objects.filter(cycle=cycle, action="submit-proposal", at=proposal.submitted_at)
        for entry in entries:
            if any(event.get("proposal") == proposal.code for event in entry.events):
                edited = _compared(entry.args, proposal)
    return {
        "edited": edited if edited and (edited.title or edited.text or edited.amendments) else None,
        "edited_cut": False,
    }


def _compared(before: dict[str, Any], proposal: Proposal) -> Edited:
    title, text = str(before.get("title", "")), str(before.get("text", ""))
    amendments = before.get("amendments") or []
    same = _without_guards(amendments) == _without_guards(proposal.amendments)
    return Edited(
        words_in_wikitext(word_difference(title, proposal.title, ComparisonBudget()))
        if title != proposal.title
        else Wikitext(""),
        words_in_wikitext(word_difference(text, proposal.text, ComparisonBudget()))
        if text != proposal.text
        else Wikitext(""),
        "" if same else json.dumps(amendments, indent=1, ensure_ascii=False)[:MAX_AMENDMENTS] or "none",
    )


def _without_guards(amendments: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [operation for operation in amendments if operation.get("op") != "test"]
