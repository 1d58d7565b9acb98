"""Scenes: outcomes that players have met, each with its name, the law's text about it, and its rule."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.events import OutcomeMet
from nomic.clauses.schema.short_sentences import in_brief
from nomic.cycles.models import Entry
from nomic.law.document.sections import Law
from nomic.law.rules.reference import RuleRef
from nomic.law.rules.tree import rules_of


@dataclass(frozen=True, slots=True)
class Scene:
    """An outcome that a player has met. `words` is wikitext of its rule, or the outcome's short sentence."""

    player: str
    title: str
    words: str
    rule: RuleRef


def scenes_of(law: Law, entry: Entry) -> list[Scene]:
    """Return the scenes of an entry, in their order. Outcomes that the law no longer has are left out."""
    met = (event for event in entry.events if event["kind"] == OutcomeMet.kind())
    found = (_scene(law, event["player"], event["pool"], event["outcome"]) for event in met)
    return [scene for scene in found if scene is not None]


def _scene(law: Law, player: str, pool: str, title: str) -> Scene | None:
    offered = clauses_of(law).outcomes.get(pool, ())
    placed = next((each for each in offered if each.clause.outcome == title), None)
    if placed is None:
        return None
    words = _item_about(title, rules_of(law)[placed.rule].body.split("\n")) or in_brief(placed.clause, law)
    return Scene(player, title, words, RuleRef(placed.rule, placed.title))


def _item_about(title: str, lines: Sequence[str]) -> str:
    """Return the list item of a rule that begins with the title in bold, with its sublist, or ""."""
    for place, line in enumerate(lines):
        words = line.lstrip("#* ")
        if line[:1] in ("#", "*") and words.startswith(f"'''{title}"):
            below = takewhile(lambda other: other[:1] in ("#", "*") and other[1:2] in ("#", "*"), lines[place + 1 :])
            said = words.removeprefix(f"'''{title}.'''").strip()
            return "\n".join([said, *(other[1:] for other in below)])
    return ""
