"""Index of each rule's implementation: clauses, places of the law, actions, and functions of the host.

Rules without any implementation are enforced by the players themselves (R118), and are marked so.
"""

import re
from collections import defaultdict
from dataclasses import dataclass

from nomic.cycles.actions.registry import Action, all_actions
from nomic.law.document.sections import Law
from nomic.law.labels.explanations import entry_explanation
from nomic.law.labels.unquoted_provisions import provisions_of
from nomic.law.labels.value_labels import words_at
from nomic.law.rules.placeholders import PLACEHOLDER, fill_placeholders
from nomic.law.rules.reference import named_in
from nomic.law.rules.rule_of_place import belongings, has_place
from nomic.law.rules.sentences import Sentence, known_sentences, sentences
from nomic.law.rules.tree import PlacedRule, rules_of, tree


@dataclass(frozen=True, slots=True)
class Belonging:
    """A place in the law that belongs to a rule, and the name of the place."""

    place: str
    words: str


@dataclass(frozen=True, slots=True)
class CarriedOut:
    """A rule and its implementation.

    - `clause_sentences`: its clauses as sentences.
    - `provisions`: the values and effects of the law that belong to it and that no words or tables show.
    - `places`: the places of the law that it owns or quotes.
    - `actions`: the actions declared for it.
    - `host`: a description of the host's part of it.
    - `kept`: its sentences that the players enforce themselves.
    """

    placed: PlacedRule
    clause_sentences: tuple[str, ...]
    provisions: tuple[str, ...]
    places: tuple[Belonging, ...]
    actions: tuple[Action, ...]
    host: tuple[str, ...]
    kept: tuple[str, ...]
    only_tells: bool  # whether the rule only defines words, so that there is nothing to implement

    @property
    def exactly(self) -> tuple[str, ...]:
        """The rule's clauses and provisions as sentences, without actions and the host's part."""
        return self.clause_sentences + self.provisions

    @property
    def is_words_only(self) -> bool:
        """True if the rule has no implementation, so that players have to enforce it themselves."""
        return not (self.clause_sentences or self.places or self.actions or self.host or self.only_tells)


def all_carried_out(law: Law) -> list[CarriedOut]:
    """Return every rule of a law with its implementation, in reading order."""
    return law.once("what carries rules out", lambda: _made(law))


def _made(law: Law) -> list[CarriedOut]:
    places, known, actions = belongings(law), known_sentences(law), _by_rule(law)
    return [
        _carried_out(law, placed, places.get(placed.id, []), known[placed.id], actions.get(placed.id, []))
        for placed in tree(rules_of(law))
    ]


def _carried_out(
    law: Law, placed: PlacedRule, places: list[str], known: list[Sentence], actions: list[Action]
) -> CarriedOut:
    written = sentences(placed.rule.body)
    quoted = {match["what"].strip() for match in PLACEHOLDER.finditer(placed.rule.body) if not match["table"]}
    carriers = {*quoted, *(mark for sentence in known for mark in sentence.of_kind("place"))}
    others = [place for place in carriers if has_place(law, place) and not _is_in(place, [*places, "/rules"])]
    shown = sorted({*places, *others})
    return CarriedOut(
        placed,
        tuple(entry_explanation(law, "rules", placed.id)),
        provisions_of(law).get(placed.id, ()),
        tuple(Belonging(place, words_at(law.document, place)) for place in shown),
        tuple(actions),
        tuple(dict.fromkeys(words for sentence in known for words in sentence.of_kind("host"))),
        tuple(_plain(law, sentence.text) for sentence in known if sentence.of_kind("players")),
        len(known) == len(written) and all(sentence.of_kind("words") for sentence in known),
    )


def _is_in(place: str, places: list[str]) -> bool:
    return any(place == other or place.startswith(f"{other}/") for other in places)


def _plain(law: Law, text: str) -> str:
    """Return a sentence with the law's values filled in and wikitext quotes removed."""
    return re.sub(r"'{2,}", "", fill_placeholders(law, text, value=str, table=lambda table: table.caption))


def _by_rule(law: Law) -> dict[str, list[Action]]:
    """Return the actions declared in code for players under a law, by the id of the rule that each action names."""
    found: dict[str, list[Action]] = defaultdict(list)
    for action in all_actions():
        if not action.is_system and not action.is_admin and action.is_listed(law):
            found[named_in(law, action.rule).at].append(action)
    return found
