"""The court pages: the Judge, running votes, and the archive of requests with every ruling on them."""

from dataclasses import dataclass
from typing import Any

from nomic.court.models import ConfidenceVote, Judgeship, Reference, Request, RequestStatus, Ruling
from nomic.court.overturning import counts_of, running_votes
from nomic.court.references import in_plain_words
from nomic.court.search import ShownReference, shown_references, with_rulings
from nomic.cycles.models import Cycle
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.layout.frame import fill_template, links_to_parts, text_of_missing_page
from nomic.wiki.pages.layout.pagination import A_PAGE, parts_for, span
from nomic.wiki.pages.layout.snippets import MAX_BYTES, instant, site_link, size
from nomic.wiki.pages.layout.titles import base_of, wiki_title_of
from nomic.wikitext.escape import Wikitext, inline, join_wikitext, page_link
from nomic.wikitext.wiki_writer import ANCHOR, rule_wikitext

MAX_VOTES = 50  # running votes of confidence
MAX_RULINGS = 5  # on one request, the newest
# Characters of each text, and whether references are shown. The next row is tried if the page is too long.
LENGTHS = ((4_000, True), (500, True), (0, False))


@dataclass(frozen=True, slots=True)
class RunningVote:
    """A running vote of confidence, and its current tally."""

    ruling: int
    request: Wikitext
    ends: Wikitext
    votes: str


@dataclass(frozen=True, slots=True)
class RulingLine:
    """A ruling with its reasons.

    `became` is the ruling's status and when it ended. `confidence` is the result of the vote on it.
    """

    number: int
    judge: str
    at: Wikitext
    verdict: str
    became: str
    answer: Wikitext
    reasoning: Wikitext
    refers_to: Wikitext
    confidence: str


@dataclass(frozen=True, slots=True)
class RequestLine:
    """A request and the newest rulings on it. `more` is the number of older rulings."""

    number: int
    title: str
    kind: str
    author: str
    filed: Wikitext
    is_open: bool
    on_site: Wikitext
    text: Wikitext
    refers_to: Wikitext
    rulings: list[RulingLine]
    more: int


def render(page: WikiPage, cycle: Cycle) -> Wikitext:
    """Render the court page, or one of the parts with older requests.

    The page has the Judge, the newest requests, and links to the parts. The number of queries is constant. If the page
    is too long, texts are cut first, then requests. The site shows everything.
    """
    in_order = Request.objects.filter(cycle=cycle).order_by("number")
    count = in_order.count()
    parts = parts_for(PageKind.COURT, count)
    if page.subject and int(page.subject) not in parts:
        return text_of_missing_page(page, cycle)
    first, last = span(int(page.subject)) if page.subject else (max(1, count - A_PAGE + 1), count)
    requests = list(with_rulings(in_order)[first - 1 : last])[::-1]
    referred = shown_references(cycle, [each for request in requests for each in request.references.all()])
    judge = Judgeship.objects.filter(cycle=cycle).first()
    context: dict[str, Any] = {
        "has_court": cycle.law.has("court") or count > 0,
        "judge": judge.name if judge else "",
        "since": instant(judge.since if judge else None),
        "is_part": bool(page.subject),
        "open_requests": in_order.filter(status=RequestStatus.OPEN).count(),
        "running": [] if page.subject else _running(cycle),
        "first": first,
        "last": last,
        "count": count,
        "parts": links_to_parts(page, PageKind.COURT, parts),
        "on_site": site_link(f"c/{cycle.slug}/court/", "the site"),
    }
    for most, with_references in LENGTHS:
        shown = _Shown(cycle, wiki_title_of(base_of(page), PageKind.RULESET), referred if with_references else {}, most)
        text = fill_template("court.wiki", page, cycle, requests=[shown.request(each) for each in requests], **context)
        if size(text) <= MAX_BYTES:
            break
    return text


def _running(cycle: Cycle) -> list[RunningVote]:
    votes = list(running_votes(cycle)[:MAX_VOTES])
    counts = counts_of(votes)
    return [
        RunningVote(
            vote.ruling.number,
            site_link(f"c/{cycle.slug}/court/{vote.ruling.request.number}/", f"request {vote.ruling.request.number}"),
            instant(vote.ends_at),
            _votes(**counts[vote.pk]),
        )
        for vote in votes
    ]


def _votes(affirm: int, overturn: int, unclear: int) -> str:
    return f"{affirm} to affirm, {overturn} to overturn" + (f", {unclear} unclear" if unclear else "")


@dataclass(frozen=True, slots=True)
class _Shown:
    """Converts requests and rulings for the page, with at most `most` characters of each text."""

    cycle: Cycle
    ruleset: str
    referred: dict[int, ShownReference]
    most: int

    def request(self, request: Request) -> RequestLine:
        rulings, rows = list(request.rulings.all()), list(request.references.all())
        return RequestLine(
            number=request.number,
            title=request.title,
            kind=request.kind,
            author=request.author,
            filed=instant(request.filed_at),
            is_open=request.is_open,
            on_site=self._site(request, "the site"),
            text=self._text(request.text, request),
            refers_to=self._references(rows, None),
            rulings=[self._ruling(each, request, rows) for each in rulings[:MAX_RULINGS]],
            more=max(0, len(rulings) - MAX_RULINGS),
        )

    def _ruling(self, ruling: Ruling, request: Request, rows: list[Reference]) -> RulingLine:
        why = f": {ruling.ended_because.rstrip('.')}" if ruling.status == "taken-back" else ""
        ended = "" if ruling.ended_at is None else f", {instant(ruling.ended_at)}{why}"
        return RulingLine(
            number=ruling.number,
            judge=ruling.judge,
            at=instant(ruling.ruled_at),
            verdict=ruling.verdict,
            became=f"{ruling.get_status_display()}{ended}",
            answer=self._text(ruling.answer, request),
            reasoning=self._text(ruling.reasoning, request),
            refers_to=self._references(rows, ruling.pk),
            confidence=_confidence(getattr(ruling, "confidence", None)),
        )

    def _site(self, request: Request, words: str) -> Wikitext:
        return site_link(f"c/{self.cycle.slug}/court/{request.number}/", words)

    def _text(self, text: str, request: Request) -> Wikitext:
        """Render people's words with their markup. A cut text ends with a link to the whole text."""
        text = in_plain_words(self.cycle.law, text)
        if len(text) <= self.most:
            return rule_wikitext(text)
        return Wikitext(f"{rule_wikitext(text[: self.most])}\n\n… {self._site(request, 'all of it')}")

    def _references(self, rows: list[Reference], ruling: int | None) -> Wikitext:
        shown = (self.referred[row.pk] for row in rows if row.ruling_id == ruling and row.pk in self.referred)
        return join_wikitext(", ", [self._reference(each) for each in shown])

    def _reference(self, each: ShownReference) -> Wikitext:
        since = {"changed": " (changed since)", "gone": " (no longer exists)"}.get(each.since, "")
        if each.seq is not None:
            found = site_link(f"c/{self.cycle.slug}/journal/{each.seq}/", each.label)
        elif each.rule and each.since != "gone":
            found = page_link(f"{self.ruleset}#{ANCHOR}{each.rule}", each.label)
        else:
            found = inline(each.label)
        return Wikitext(f"{found}{since}")


def _confidence(vote: ConfidenceVote | None) -> str:
    """Return the result of the vote of confidence on a ruling, or "".

    The tally of a running vote is shown above all requests instead.
    """
    if vote is None:
        return ""
    if vote.is_open:
        return f"runs until {instant(vote.ends_at)}"
    counted: dict[str, Any] = {"affirm": vote.affirm, "overturn": vote.overturn, "unclear": vote.unclear}
    return vote.get_status_display() if vote.affirm is None else f"{vote.get_status_display()}, {_votes(**counted)}"
