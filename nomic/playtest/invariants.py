"""Invariants at the end of any playtest."""

from collections.abc import Callable, Iterator

from nomic.cycles.history.replay import discard_fork, replay_journal
from nomic.cycles.models import Cycle, Entry
from nomic.inventory.ledger import discrepancies
from nomic.playtest.run import Season
from nomic.reliability.journal_check import wrong_with_the_proof
from nomic.reliability.wiki_check import pages_that_differ
from nomic.wiki.publishing.outcomes import How
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.site import WikiSite

MAX_TOLD = 10
Found = Iterator[str]


def flaws(season: Season, site: WikiSite) -> list[str]:
    """Return a description of each violated invariant. `site` is a wiki client or a fake."""
    with season.world.in_force():
        return list(_all(season, Cycle.objects.get(slug=season.slug), site))


def _all(season: Season, cycle: Cycle, site: WikiSite) -> Found:
    checks: tuple[Callable[[Season, Cycle], Found], ...] = (_faults, _replay, _ledger, _acts, _draws)
    for check in checks:
        yield from check(season, cycle)
    yield from _pages(cycle, site)


def _faults(season: Season, cycle: Cycle) -> Found:
    """Check that the host never fails, and explains every refusal."""
    yield from season.book.faults[:MAX_TOLD]
    yield from (f"refused without words: {each}" for each in season.book.wordless[:MAX_TOLD])


def _replay(season: Season, cycle: Cycle) -> Found:
    """Check that the journal replays to the same state."""
    replayed = replay_journal(cycle)
    if not replayed.same:
        yield f"the journal replays otherwise: {replayed.difference}"
    discard_fork(replayed.fork)


def _ledger(season: Season, cycle: Cycle) -> Found:
    """Check that items add up."""
    yield from (f"the ledger: {each}" for each in discrepancies(cycle.pk)[:MAX_TOLD])


def _acts(season: Season, cycle: Cycle) -> Found:
    """Check that no accepted act is missing.

    An act that a reroll performed again has another id.
    """
    there = set(Entry.objects.filter(cycle=cycle).values_list("key", flat=True))
    replaced = set(Entry.objects.filter(cycle__fork_of=cycle).values_list("key", flat=True))
    missing = [(key, *act) for key, act in season.book.accepted.items() if key not in there]
    lost = [each for each in missing if each[0] not in replaced]
    yield from (f"{action} of {name} was accepted, and is not in the journal ({key})" for key, name, action in lost)
    rolled = Entry.objects.filter(cycle=cycle, action="tell-rerolled").count()
    gone = [each for each in missing if each[0] in replaced and each[0] not in season.amends.voided]
    dropped = [each for each in gone if each[2] not in ("record-outage", "adopt-correction", "luck_reroll")]
    if len(dropped) > rolled:
        yield f"{len(dropped)} acts are in a history that was replaced, and {rolled} were rolled again: {dropped[:5]}"


def _draws(season: Season, cycle: Cycle) -> Found:
    """Check that all draws can be verified by the public script."""
    yield from wrong_with_the_proof(cycle)[:MAX_TOLD]


def _pages(cycle: Cycle, site: WikiSite) -> Found:
    """Check that every page is published, and agrees with the state."""
    for outcome in publish_due(site=site, by_hand=True, cycle_slug=cycle.slug):
        if outcome.how not in (How.PUBLISHED, How.UNCHANGED):
            yield f"the wiki: {outcome.title}: {outcome.how} {outcome.detail}"
    yield from (f"the wiki: {each}" for each in pages_that_differ(cycle, site))
