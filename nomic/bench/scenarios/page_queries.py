"""Benchmark of the number of queries of every page and API read, with few and with many players and cards."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, reverse

from nomic.accounts.models import Person
from nomic.api import urls as api_urls
from nomic.bench.harness.fixtures import PACK, add_player, insert_players, keeper, open_cycle
from nomic.bench.harness.results import Figure
from nomic.bench.harness.sizes import Sizes
from nomic.bench.scenarios.moves import battle
from nomic.comments.models import Comment
from nomic.corrections.models import Correction
from nomic.cycles.commands.perform import perform
from nomic.cycles.models import Cycle
from nomic.forecast.models import Simulation
from nomic.matches.models import Match
from nomic.notices.models import Notice
from nomic.proposals.events import ProposalSubmitted
from nomic.proposals.models import Proposal, Suggestion, Vote
from nomic.recipes.catalogue import recipes
from nomic.web import urls as web_urls
from nomic.web.rendering import block_editor_assets
from nomic.wiki.models import WikiPage

# Excluded: endless responses, reads outside of cycles, pages for particular users, and pictures of ended matches.
LEFT_OUT = {
    "live", "events", "match-events", "schema", "docs", "redoc", "practice", "edit", "notices-unsubscribe", "question",
    "history", "play", "skip-coach", "skip-first-steps",
    "match-picture",
}  # fmt: skip
VIEWER, RIVAL = "Viewer", "Rival"
MAX_ASKED = 5  # requests that one person may have open


def measure(sizes: Sizes) -> Iterator[Figure]:
    """Yield the number of queries of each page with many rows. The target is the number with few rows."""
    worlds = {count: filled_cycle(f"pages-{count}", count) for count in sizes.page_players}
    client = Client()
    client.force_login(Person.objects.get(username=VIEWER))
    few, many = (dict(_queries(client, cycle)) for cycle in worlds.values())
    if any(count > few[name] for name, count in many.items()):
        # Some queries are made once a minute, on whichever page is shown then. They do not come on the same page again.
        again = dict(_queries(client, worlds[sizes.page_players[-1]]))
        many = {name: min(count, again[name]) for name, count in many.items()}
    for name, count in many.items():
        what = f"{name} with {sizes.page_players[-1]} players and cards (aim: as with {sizes.page_players[0]})"
        yield Figure("pages", what, count, "queries", at_most=few[name])


def filled_cycle(slug: str, count: int) -> Cycle:
    """Create a cycle with players and cards, in which VIEWER has used every feature."""
    cycle = open_cycle(slug)
    viewer = add_player(slug, VIEWER)
    for _ in range(max(count // 10, 1)):
        perform(slug, viewer, "buy", {"offer": PACK})
        perform(slug, viewer, "open-pack", {"pack": PACK})
    rivals = {VIEWER: viewer, RIVAL: add_player(slug, RIVAL)}
    for _ in range(max(count // 10, 1)):
        battle(slug, rivals, cards=10 + count)
    Notice.objects.create(person=Person.objects.get(username=VIEWER), kind="measured", text="This is measured.")
    players = insert_players(cycle, count, cards=count)
    first = Proposal.objects.get(cycle=cycle, number=1)
    Simulation.objects.create(
        cycle=cycle, proposal=first.code, revision=0, weeks=1, asked_by=VIEWER, status="cancelled"
    )
    for number in range(max(count // 10, 1)):
        _discuss(first, number)
        if number < MAX_ASKED:
            perform(slug, viewer, "file-request", {"kind": "question", "title": f"May one {number}?"})
        perform(slug, viewer, "offer-trade", {"wants": {PACK: 1 + number}})
        made = perform(slug, viewer, "submit-proposal", {"title": f"More {number}", "text": "Words."}).entry
        code = next(ProposalSubmitted.among(made.events)).proposal
        proposal = Proposal.objects.get(cycle=cycle, code=code)
        Vote.objects.bulk_create(Vote(proposal=proposal, name=player.name, vote="for") for player in players)
    perform(slug, keeper(), "appoint-judge", {"player": RIVAL, "reason": "to be measured"})
    perform(slug, rivals[RIVAL], "rule", {"request": "1", "answer": "Yes.", "reasoning": "Why not?"})
    perform(
        slug, keeper(), "open-correction", {"edits": [{"do": "void", "entry": made.key}], "reason": "It was wrong."}
    )
    return Cycle.objects.get(slug=slug)


def _discuss(proposal: Proposal, number: int) -> None:
    """Add a suggestion and a comment to the proposal."""
    Suggestion.objects.create(
        cycle=proposal.cycle,
        proposal=proposal.code,
        author=proposal.author,
        name=RIVAL,
        title=f"Rather {number}",
        sent_at=proposal.cycle.now(),
    )
    topic = f"proposal:{proposal.code}"
    Comment.objects.create(cycle=proposal.cycle, topic=topic, author=VIEWER, key="", text=f"Why {number}?")


def _queries(client: Client, cycle: Cycle) -> Iterator[tuple[str, int]]:
    for namespace, patterns in (("web", web_urls.urlpatterns), ("api", api_urls.urlpatterns)):
        for name, parts in _addresses(patterns):
            if name and name not in LEFT_OUT:
                yield from _queries_of(client, f"{namespace}:{name}", parts, cycle)


def _addresses(
    patterns: Sequence[URLPattern | URLResolver], before: frozenset[str] = frozenset()
) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the name of each address, with the names of its parts. `before` are those of the addresses above."""
    for pattern in patterns:
        parts = before | pattern.pattern.converters.keys()
        if isinstance(pattern, URLResolver):
            yield from _addresses(pattern.url_patterns, parts)
        else:
            yield pattern.name or "", parts


def _newest(model: type[Correction] | type[Match], cycle: Cycle) -> str:
    return model._default_manager.filter(cycle=cycle).latest("pk").code


def _row_of(name: str, cycle: Cycle) -> int:
    """Return the primary key that a page's URL contains."""
    rows: dict[str, QuerySet[Any]] = {
        "wiki-page": WikiPage.objects.filter(cycle=cycle),
        "comment": Comment.objects.filter(cycle=cycle),
        "simulation": Simulation.objects.filter(cycle=cycle),
        "suggestion": Suggestion.objects.filter(cycle=cycle),
    }
    found: int = rows.get(name, Notice.objects.filter(person__username=VIEWER)).values_list("pk", flat=True)[0]
    return found


def _number(name: str, cycle: Cycle) -> int:
    """Return the value of `number` in a URL: a primary key, revision or phase 0, or proposal 1."""
    namespace, _, page = name.partition(":")
    if namespace == "api" and page in ("comment", "simulation", "suggestion"):
        return _row_of(page, cycle)
    return 0 if page in ("revision", "recap") else 1


def _queries_of(client: Client, name: str, parts: frozenset[str], cycle: Cycle) -> Iterator[tuple[str, int]]:
    page = name.partition(":")[2]
    known: dict[str, Any] = {
        "slug": cycle.slug,
        "name": {"act": "buy", "recipe": next(iter(recipes()))}.get(page, VIEWER),
        "number": _number(name, cycle),
        "reference": "1",
        "digest": block_editor_assets.shapes_digest(),
        "code": _newest(Correction if page == "correction" else Match, cycle),
        "order": "none",
        "pk": _row_of(page, cycle),
        "seq": cycle.entries.filter(action="open-pack").values_list("seq", flat=True)[0],
    }
    asked = "?q=card" if page == "search" else ""
    address = reverse(name, kwargs={part: known[part] for part in parts}) + asked
    if client.get(address).status_code == 405:
        return  # This endpoint accepts only acts.
    with CaptureQueriesContext(connection) as queries:
        response = client.get(address)
    if response.status_code >= 400:
        raise AssertionError(f"{address} answers {response.status_code}")
    yield name, len(queries)
