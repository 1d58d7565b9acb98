"""Whatever a vote can change in a law is seen: on the ruleset's page, on the wiki and in the proposal's difference."""

import json
import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from django.test import Client

from nomic.cycles.models import Cycle
from nomic.law.diff.law_differences import differences
from nomic.law.document.sections import Law, flaws_of
from nomic.law.document.templates import document_of, law_templates
from nomic.law.mutation_testing.law_mutants import Mutant, mutants_of, mutated
from nomic.proposals.models import Proposal
from nomic.web.views.law.ruleset import beside_the_rules, rules_of_law
from nomic.wiki.cycle_pages import make_pages
from nomic.wiki.edit_reports.split_page import sections
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.render import render_page
from nomic.wiki.pages.ruleset import render
from tests.clauses.conftest import enact
from tests.support.example_counts import THOROUGH
from tests.support.hall import Hall, OpenCycle, cast, clock, hall, open_cycle
from tests.wiki.test_pages import page_of as page_of_kind

__all__ = ["cast", "clock", "hall", "open_cycle"]

SAMPLE = 60 if THOROUGH else 1  # values of each section
OWN = ("belongs", "cycle")  # whose a place is, and the title of the cycle
WITHOUT_OTHERS = ("corrections", "items", "luck")  # whose words have no other valid value in the same law
OF_RULES = 400 if THOROUGH else 6  # values of their clauses


def values_of(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every number, word and list of a law, with its path."""
    if isinstance(value, dict):
        for key, content in value.items():
            yield from values_of(content, (*path, key))
        return
    yield path, value
    if isinstance(value, list):
        for place, content in enumerate(value):
            yield from values_of(content, (*path, place))


def changes_of(document: Any) -> Iterator[Mutant]:
    """Changes of a law that a vote could make, drawn from each section by a fixed seed.

    A number or a word becomes another, a list loses its last element. Words of rules are the people's own.
    """
    by_section: dict[Any, list[tuple[Any, Any]]] = defaultdict(list)
    for path, value in values_of(document):
        is_clause = path[0] == "rules" and path[2:3] == ("clauses",)
        if path[0] not in OWN and path[-1] != "place" and (path[0] != "rules" or is_clause):
            by_section[path[0]].append((path, value))
    for section, values in by_section.items():
        chance = random.Random(f"{section} of {len(values)}")
        found = (
            mutant for path, value in chance.sample(values, len(values)) for mutant in _of_one(document, path, value)
        )
        yield from islice(found, OF_RULES if section == "rules" else SAMPLE)


def _of_one(document: Any, path: tuple[str | int, ...], value: Any) -> Iterator[Mutant]:
    if isinstance(value, list):
        shorter = Mutant(path, value, value[:-1])
        if value and not flaws_of(mutated(document, shorter)):
            yield shorter
        return
    yield from mutants_of(document, words=True, at=Mutant(path, None, None).place)


def get(address: str) -> str:
    """A page as anybody sees it."""
    return Client().get(address).content.decode()


def wiki_page(cycle: Cycle) -> WikiPage:
    """The ruleset's page of a published cycle."""
    cycle.published = True
    cycle.save(update_fields=["published"])
    make_pages(cycle)
    return page_of_kind(cycle, PageKind.RULESET)


def page_of(law: Law) -> str:
    """What the ruleset's page shows of a law."""
    return json.dumps([[each["title"], each["html"], each["exactly"]] for each in rules_of_law(law)]) + json.dumps(
        beside_the_rules(law)
    )


@pytest.mark.parametrize("name", law_templates())
def test_every_change_of_a_law_is_seen(open_cycle: OpenCycle, name: str) -> None:
    """On all three pages, wherever in the law it is."""
    document = document_of(name)
    cycle = open_cycle(document).cycle
    wiki = wiki_page(cycle)
    before = page_of(Law(document)), wiki_of(wiki, cycle, Law(document))
    seen = set()
    for change in changes_of(document):
        law = Law(mutated(document, change))
        assert page_of(law) != before[0], f"not on the ruleset's page: {change}"
        assert wiki_of(wiki, cycle, law) != before[1], f"not on the wiki: {change}"
        assert is_revealed(document, law), f"not in the difference: {change}"
        seen.add(change.path[0])
    assert document.keys() - seen - set(OWN) <= set(WITHOUT_OTHERS)


def wiki_of(page: WikiPage, cycle: Cycle, law: Law) -> str:
    cycle.keep_law(law)
    return str(render(page, cycle))


def is_revealed(old: Any, new: Law) -> bool:
    """Whether the difference has a sentence that is not the same before and after."""
    found = differences(old, new.document)
    changed = any(each.before != each.after for each in found.values if not each.explained)
    return changed or any(each.before != each.after for each in found.effects)


def test_a_voted_reward_is_read_by_everybody(cast: Hall) -> None:
    """88 Vertebrae for the winner of a battle, beneath the rule on rewards, and before the vote in its difference."""
    rewards = [*cast.cycle.law.document["battles"]["rewards"], {"grant": "Vertebra", "n": 88, "to": "$winner"}]
    change = {"op": "replace", "path": "/battles/rewards", "value": rewards}
    enact(cast, change)
    proposal = Proposal.objects.get(cycle=cast.pk)
    sentence = "The winner gains 88 Vertebrae."
    rewards_rule = get(f"/c/{cast.slug}/ruleset/").split('id="rule-rewards"')[1].split("</section>")[0]
    assert sentence in rewards_rule.split("<summary>Exactly")[1]
    wiki = render_page(wiki_page(cast.cycle))
    assert [each.id for each in sections(wiki, {})[1] if sentence in each.body] == ["rewards"]
    assert sentence in get(f"/c/{cast.slug}/proposals/{proposal.number}/")


def test_what_belongs_to_no_rule_is_shown_last(cast: Hall) -> None:
    """Nothing of the law is hidden because no rule speaks of it."""
    last = get(f"/c/{cast.slug}/ruleset/").split("What belongs to no rule")[1]
    assert "A field of Knucklebones has 3 columns." in last


def test_what_words_quote_is_not_repeated(cast: Hall) -> None:
    """Neither what stands in the words, nor the cells of a table."""
    exactly = {each["id"]: " ".join(each["exactly"]) for each in rules_of_law(cast.cycle.law)}
    assert exactly["exoptotic-duel"] == "The time to choose a hand for a duel runs out only in battle phases."
    assert exactly["exoptotic-battle"] == ""  # its words quote all that it does
    assert "price of one Chip" not in exactly["the-croupier"]


def test_who_prevails_is_said_once(cast: Hall) -> None:
    """A difference is for the Judge, where the law has one."""
    page = get(f"/c/{cast.slug}/ruleset/")
    assert page.count("counts, and you can ask the Judge about it.") == 1
    wiki = render_page(wiki_page(cast.cycle))
    assert wiki.count("counts, and you can ask the Judge about it.") == 1
