"""Yields the searchable texts by kind. A new kind needs one function and one line in SOURCES."""

import html
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.html import strip_tags

from nomic.comments.models import Comment
from nomic.comments.notify import address_of
from nomic.comments.topics import Subject, is_plain, title_of, topic_of
from nomic.court.models import Request, Ruling
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import actions_of
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle
from nomic.law.document.entries import entries_of
from nomic.law.document.sections import Law, pointer
from nomic.law.labels.value_sentence import sentence_at
from nomic.law.rules.generated_tables import LawTable
from nomic.law.rules.placeholders import fill_placeholders
from nomic.law.rules.rule_of_place import rule_at
from nomic.law.rules.tree import rules_of, tree
from nomic.matches.models import Match
from nomic.players.models import Player
from nomic.proposals.models import Proposal
from nomic.search.models import DocumentKind
from nomic.wikitext.html_writer import rule_anchor, to_html

BLOCK_END = re.compile(r"</(?:p|li|td|th|h[1-6]|dt|dd)>|<br|<[uo]l")
MAX_TITLE, MAX_BODY = 300, 60_000  # characters; what is longer is found by its beginning
AT_ONCE = 500  # rows that are read together
MAX_COMMENTS = 5_000  # of one cycle, the newest


@dataclass(frozen=True, slots=True)
class Text:
    """A searchable text. `code` is its key, and `address` is the path of the page that shows it."""

    code: str
    title: str
    body: str
    address: str


def rules(cycle: Cycle) -> Iterator[Text]:
    """Yield the rules in force, with the values of the law filled in."""
    law, page = cycle.law, reverse("web:ruleset", args=[cycle.slug])
    for placed in tree(rules_of(law)):
        body = plain(fill_placeholders(law, placed.rule.body, value=str, table=_cells))
        yield Text(placed.id, f"{placed.number} {placed.rule.title}", body, f"{page}#{rule_anchor(placed.id)}")


def entries(cycle: Cycle) -> Iterator[Text]:
    """Yield the named entries of the law, such as cards and offers, with the address of the rule that shows them.

    The title tells entries of one name apart: "Deck Pack (The Croupier: offers)". An offer has its price.
    """
    law, page = cycle.law, reverse("web:ruleset", args=[cycle.slug])
    for of in entries_of(law.document):
        for name, entry in of.of(law.document).items():
            path = f"{of.path}{pointer(name)}"
            says = " ".join(filter(None, (sentence_at(law, *of.path.strip("/").split("/"), name), _text_of(entry))))
            yield Text(path, f"{name} ({of.title})", says, f"{page}{_anchor(law, path)}")


def actions(cycle: Cycle) -> Iterator[Text]:
    """Yield the actions that the law offers to players, each with the address of its form."""
    for action in actions_of(ReadContext(cycle, Actor.nobody(), cycle.now())):
        if not action.is_admin:
            yield Text(action.name, action.title, action.summary, reverse("web:act", args=[cycle.slug, action.name]))


def proposals(cycle: Cycle) -> Iterator[Text]:
    """Yield all proposals, regardless of their outcome."""
    for row in Proposal.objects.filter(cycle=cycle).iterator(AT_ONCE):
        title = f"Proposal {row.number}: {row.title}"
        body = f"{plain(row.text)} (by {', '.join([row.author, *row.coauthors])})"
        yield Text(row.code, title, body, reverse("web:proposal", args=[cycle.slug, row.number]))


def rulings(cycle: Cycle) -> Iterator[Text]:
    """Yield the requests for justice, each with all rulings on it."""
    said: dict[int, list[str]] = {}
    for ruling in Ruling.objects.filter(cycle=cycle).order_by("pk").iterator(AT_ONCE):
        answer = "\n".join(filter(None, [ruling.verdict, plain(ruling.answer), plain(ruling.reasoning)]))
        said.setdefault(ruling.request_id, []).append(f"{ruling.judge}: {answer}")
    for row in Request.objects.filter(cycle=cycle).iterator(AT_ONCE):
        body = "\n".join([plain(row.text), *said.get(row.pk, [])])
        address = reverse("web:court-request", args=[cycle.slug, row.number])
        yield Text(row.code, f"Request {row.number}: {row.title}", body, address)


def players(cycle: Cycle) -> Iterator[Text]:
    """Yield a text for each present and former player."""
    for name in Player.objects.filter(cycle=cycle).values_list("name", flat=True).iterator(AT_ONCE):
        yield Text(name, name, "", reverse("web:player", args=[cycle.slug, name]))


def comments(cycle: Cycle) -> Iterator[Text]:
    """Yield the comments on the cycle, on proposals and in matches, the newest first.

    Hidden comments are left out, as are those on proposals and matches that a correction has removed.
    """
    subjects: dict[str, Subject] = {topic_of(cycle): cycle}
    for model in (Proposal, Match):
        rows = model._default_manager.filter(cycle=cycle).defer("state" if model is Match else "text")
        subjects |= {topic_of(row): row for row in rows.iterator(AT_ONCE)}
    said = Comment.objects.filter(cycle=cycle, hidden_at=None).order_by("-pk")[:MAX_COMMENTS]
    for row in said.iterator(AT_ONCE):
        subject = subjects.get(row.topic)
        if subject is not None:
            where = f"on proposal {subject.number}" if isinstance(subject, Proposal) else f"in {title_of(subject)}"
            body = row.text if is_plain(subject) else plain(row.text)
            yield Text(str(row.pk), f"{row.author} {where}", body, address_of(cycle, subject, row))


Source = Callable[[Cycle], Iterator[Text]]
SOURCES: Mapping[DocumentKind, Source] = {
    DocumentKind.RULE: rules,
    DocumentKind.ENTRY: entries,
    DocumentKind.ACTION: actions,
    DocumentKind.PROPOSAL: proposals,
    DocumentKind.RULING: rulings,
    DocumentKind.PLAYER: players,
    DocumentKind.COMMENT: comments,
}


def plain(text: str) -> str:
    """Return wikitext as plain text, with a space at the end of each line, cell and list item."""
    return html.unescape(strip_tags(BLOCK_END.sub(r" \g<0>", to_html(text))))


def _cells(table: LawTable) -> str:
    return ""  # The rows of a table are entries of their own.


def _text_of(entry: object) -> str:
    return str(entry.get("text", "")) if isinstance(entry, dict) else ""


def _anchor(law: Law, path: str) -> str:
    rule = rule_at(law, path)
    return "" if rule is None else f"#{rule_anchor(rule)}"
