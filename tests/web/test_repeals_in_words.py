"""Repeals in words: rules with what depends on them, and rules that the rest of the law needs."""

import pytest

from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import Law, flaws_of
from nomic.law.document.templates import document_of
from nomic.web.composer.orders.drafting import draft_from

LAWS = ("cycle-16", "the-commons", "ministry-of-lamps", "knucklebones", "tetromic", "dungeon")
ALL = "with everything that depends on it"


@pytest.mark.parametrize("name", LAWS)
def test_a_repeal_makes_a_law_or_says_what_the_law_needs(name: str) -> None:
    """The advice to write “with everything that depends on it” is given only where that makes a law."""
    law = Law(document_of(name))
    for id_, rule in law.document["rules"].items():
        plain = draft_from(law, f"Repeal the rule “{rule['title']}”.", [])
        whole = draft_from(law, f"Repeal the rule “{rule['title']}”, {ALL}.", [])
        assert bool(whole.operations) == (not whole.left)
        if whole.operations:
            made = amended_draft(law.document, whole.operations)
            assert id_ not in made["rules"]
            assert flaws_of(made) == []
        reasons = [why for _, why in plain.left]
        assert any(ALL in why for why in reasons) == (bool(whole.operations) and not plain.operations)


def test_a_value_that_its_section_needs_becomes_empty() -> None:
    law = Law(document_of("cycle-16"))
    made = amended_draft(law.document, draft_from(law, f"Repeal the rule “Full Hand”, {ALL}.", []).operations)
    assert made["battles"]["at_commencement"] == []


def test_a_mark_says_what_the_law_needs() -> None:
    law = Law(document_of("cycle-16"))
    ((_, why),) = draft_from(law, "Repeal the rule “Chips”.", []).left
    assert (
        why == "the rest of the law needs something that would be removed too (there is no item “Chip”): open the rule"
    )
    ((_, why),) = draft_from(Law(document_of("dungeon")), f"Repeal the rule “Chest”, {ALL}.", []).left
    assert "is missing" not in why
