"""The recap of the latest past phase, as a section of a cycle's main page."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.cache import cache

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.models import Entry
from nomic.cycles.schedule.phase_names import phase_names
from nomic.cycles.schedule.phases import BEGIN_PHASE
from nomic.outage_tolerant_cache import answer_or
from nomic.proposals.models import ProposalStatus
from nomic.recaps.recap import recap_of
from nomic.wiki.pages.layout.snippets import site_link
from nomic.wiki.pages.layout.titles import proposal_title
from nomic.wikitext.escape import Wikitext, inline, join_wikitext, page_link

WEEK = 7 * 24 * 3600  # seconds


@dataclass(frozen=True, slots=True)
class ShortRecap:
    """A phase's name and the lines of its recap: who led, what was decided, and how the phase was played."""

    name: str
    leaders: Sequence[str]
    decided: Sequence[Wikitext]
    play: str
    on_site: Wikitext


def last_recap(base: str, ctx: ReadContext) -> ShortRecap | None:
    """Return the recap of the latest past phase, or None. Sends one query, unless the phase has just ended.

    It is cached by the digest of the entry that ended the phase, because every act renders the main page. It is not
    cached while a proposal waits to be carried out by hand, because its line changes then.
    """
    cycle, phase = ctx.cycle, ctx.cycle.phase - 1
    ended = Entry.objects.filter(cycle=cycle, action=BEGIN_PHASE, phase=phase).order_by("-seq")
    digest = ended.values_list("digest", flat=True).first()
    if phase < 0 or digest is None:
        return None
    key = f"wiki-recap-3:{cycle.pk}:{digest}"
    found = answer_or(None, lambda: cache.get(key))
    if found is None:
        recap = recap_of(ctx, phase)
        results = [(each.proposal.number, each.proposal.title, each.words) for each in recap.decided]
        found = phase_names(cycle, [phase])[phase], recap.leaders, results, " ".join(recap.sentences)
        if not any(each.proposal.status == ProposalStatus.BY_HAND for each in recap.decided):
            answer_or(None, lambda: cache.set(key, found, WEEK))
    name, leaders, decided, play = found
    on_site = site_link(f"c/{cycle.slug}/recaps/{phase}/", "The whole recap")
    return ShortRecap(name, leaders, [_decided(base, *each) for each in decided], play, on_site)


def _decided(base: str, number: int, title: str, words: str) -> Wikitext:
    named = page_link(proposal_title(base, number), f"Proposal {number}: {title}")
    return join_wikitext(" ", [named, inline(f"{words}.")])
