"""Ownership: the rule that a section or an entry of the law belongs to, by JSON pointer.

    /shop: the-croupier
    /packs: card-packs
    /packs/Handy Pack: handy-pack

The longest pointer that is a prefix of a place decides. Otherwise a place belongs to the first rule whose text shows
its table or quotes its values.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Annotated

from pydantic import Field, RootModel, StringConstraints

from nomic.law.document.sections import Flaw, Law, Section, has_value_at, pointer
from nomic.law.rules.placeholders import PLACEHOLDER
from nomic.law.rules.tree import RuleId, rules_of, tree
from nomic.law.schema.section_label import Label, Path

NAME = "belongs"
MAX_PLACES = 2_000
NOT_THEIR_OWN = ("rules", NAME)  # the rules themselves, and this section

Place = Annotated[
    str,
    StringConstraints(pattern=r"^(/[^/]+)+$", max_length=300),
    Field(description="a JSON pointer into the law", examples=["/packs/Handy Pack"]),
]


class Belongs(RootModel[dict[Place, RuleId]]):
    """The rules that own places in the law: rule ids by place."""

    root: Annotated[dict[Place, RuleId], Field(max_length=MAX_PLACES)]


def declared(law: Law) -> dict[str, str]:
    """Return the law's own declarations: rule ids by the places that belong to the rule."""
    said = law.section_or_none(NAME, Belongs)
    return {} if said is None else said.root


def rule_at(law: Law, place: str) -> str | None:
    """Return the id of the rule that owns the place at a JSON pointer, or None."""
    if place.startswith("/rules/"):
        id_ = place.split("/")[2]
        return id_ if id_ in rules_of(law) else None
    for said in (declared(law), _quoted(law)):
        here = place
        while here:
            found = said.get(here)
            if found is not None and found in rules_of(law):
                return found
            here = here.rpartition("/")[0]
    return None


def belongings(law: Law) -> dict[str, list[str]]:
    """Return the places of each rule by the rule's id: declared places, and sections without a declaration."""

    def make() -> dict[str, list[str]]:
        said = declared(law)
        silent = (pointer(name) for name in law.document if name not in NOT_THEIR_OWN)
        found: dict[str, list[str]] = defaultdict(list)
        for place in sorted({*said, *silent}):
            if (id_ := rule_at(law, place)) is not None:
                found[id_].append(place)
        return dict(found)

    return law.once("belongings", make)


def _quoted(law: Law) -> dict[str, str]:
    """Return for each place the first rule, in reading order, that shows it.

    A rule that shows a section's table precedes rules that quote single values of it.
    """

    def make() -> dict[str, str]:
        tables: dict[str, str] = {}
        values: dict[str, str] = {}
        for placed in tree(rules_of(law)):
            for match in PLACEHOLDER.finditer(placed.rule.body):
                what = match["what"].strip()
                if match["table"]:
                    tables.setdefault(pointer(what), placed.id)
                while what and not match["table"]:
                    values.setdefault(what, placed.id)
                    what = what.rpartition("/")[0]
        return values | tables

    return law.once("rules by the places they show", make)


def has_place(law: Law, place: str) -> bool:
    """Return whether the law has a value at that place."""
    return has_value_at(law.document, place)


def _agrees(law: Law) -> Iterator[Flaw]:
    """Yield a flaw for each existing place that belongs to a rule which does not exist.

    Declarations for places that do not exist have no effect.
    """
    gone: dict[str, list[str]] = defaultdict(list)
    for place, id_ in sorted(declared(law).items()):
        if place.split("/")[1] in NOT_THEIR_OWN:
            yield Flaw(pointer(NAME, place), "a rule has its own words and clauses; name a place outside the rules")
        elif id_ not in rules_of(law) and has_place(law, place):
            gone[id_].append(place)
    for id_, places in gone.items():
        yield Flaw(pointer("rules", id_), _hanging(places))


def _hanging(places: list[str]) -> str:
    return (
        f"there is no such rule, but this belongs to it: {', '.join(places)}; when you repeal a "
        "rule, remove what belongs to it too (take_along) or move it to another rule (move_to)"
    )


def missing_places(old: Law, new: Law) -> Iterator[Flaw]:
    """Yield a flaw for each new or changed declaration of a place that does not exist in the new law."""
    before = declared(old)
    for place, id_ in sorted(declared(new).items()):
        if before.get(place) != id_ and not has_place(new, place):
            yield Flaw(pointer(NAME, place), "the law would have nothing at this place that could belong to a rule")


def _title(law: Law, _: Path, id_: object) -> str:
    rule = law.document["rules"].get(id_)
    return str(rule["title"]) if rule else str(id_)


SECTION = Section(
    NAME,
    "What belongs to which rule",
    Belongs,
    agrees=_agrees,
    labels=(Label("*", "the rule that shows {0}", said=_title),),
)
