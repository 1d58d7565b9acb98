"""The goal and the rules at a table, each linked to its rule under the law that governs the match."""

from dataclasses import dataclass

from django.urls import reverse

from nomic.law.rules.rule_of_place import rule_at
from nomic.law.rules.tree import rules_of
from nomic.matches.hosting.loaded_match import law_at_revision
from nomic.matches.hosting.views.visible_match import VisibleMatch
from nomic.web.hooks.rules_summary import Claim, rules_summary
from nomic.wikitext.html_writer import rule_anchor


@dataclass(frozen=True, slots=True)
class LinkedClaim:
    """A claim, the title of its rule, and the address of the rule's text."""

    text: str
    title: str
    address: str


@dataclass(frozen=True, slots=True)
class RulesInShort:
    """The goal and the rules of a match. `revision` is the number of the law's revision if it is no longer in force."""

    goal: LinkedClaim
    claims: tuple[LinkedClaim, ...]
    revision: int | None


def rules_in_short(visible: VisibleMatch) -> RulesInShort | None:
    """Return the rules of a match under the law that governs its next step (R106), or None if the game has no summary.

    For a match that is over, the law of its last step is used.
    """
    match, table = visible.match, visible.table
    law = law_at_revision(table.cycle, match.revision) if match.is_over else table.law
    found = rules_summary(match.game, match.kind, law)
    if found is None:
        return None
    slug, in_force = match.cycle.slug, visible.ctx.law.number
    number = None if law.number == in_force else law.number
    ruleset = reverse("web:ruleset", args=[slug])
    if number is not None:
        ruleset = f"{reverse('web:revision', args=[slug, number])}?whole"
    rulings = reverse("web:rulings")

    def linked(claim: Claim) -> LinkedClaim:
        ids = (rule_at(law, place) for place in claim.places)
        id_ = next((id_ for id_ in ids if id_ is not None), None)
        if id_ is None:
            return LinkedClaim(claim.text, f"Ruling {claim.ruling}", f"{rulings}#{claim.ruling}")
        return LinkedClaim(claim.text, rules_of(law)[id_].title, f"{ruleset}#{rule_anchor(id_)}")

    return RulesInShort(linked(found.goal), tuple(map(linked, found.claims)), number)
