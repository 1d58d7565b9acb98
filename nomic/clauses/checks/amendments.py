"""Checks of amendments made by a clause: their places exist, and the clause's declared reach permits them."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from nomic.clauses.schema.allowed_changes import (
    ANY,
    AnyMayChange,
    MayAdd,
    MayAddLines,
    OwnReach,
    Path,
    conditions_in,
    reach_flaws,
)
from nomic.effects.checking.effects_in_sections import condition_flaws
from nomic.effects.language import scopes
from nomic.effects.language.node_traversal import Piece, walk
from nomic.effects.language.nodes.base import Effect, Node, Operation
from nomic.effects.language.nodes.values import Literal, Ref, as_members
from nomic.effects.language.operations.governance.amending import AMENDMENTS, THIS, Amend, AmendsLaw, InLaw, Repeal
from nomic.effects.language.vocabulary import Vocabulary
from nomic.law.document.sections import Flaw, Law, pointer
from nomic.law.labels.value_labels import path_of


def with_amendments(law: Law, known: Vocabulary) -> Vocabulary:
    """Return the vocabulary of a law with amendments allowed, for effects that may change the law."""
    return law.once("vocabulary of amendments", lambda: replace(known, there_are=known.there_are | {AMENDMENTS}))


def amendment_flaws(law: Law, path: str, may: OwnReach | None, effect: Effect, known: Vocabulary) -> Iterator[Flaw]:
    """Yield the flaws of a clause's amendments and of its reach `may`. The effect must have no other flaws."""
    steps = [(f"{path}/do{below}", node) for below, node in walk(effect) if isinstance(node, AmendsLaw)]
    permitted = [] if may is None else may.change
    for where, step in steps:
        yield from _step_flaws(law, where, step, permitted)
    yield from place_flaws(law, f"{path}/do", effect)
    yield from _secrets_written(path, effect, known)
    if may is not None:
        yield from reach_flaws(f"{path}/may", may)
        for where, needs in conditions_in(f"{path}/may", may):
            yield from condition_flaws(where, needs, scopes.WHO_ACTS, known, "condition")
        if not steps:
            yield Flaw(f"{path}/may", "no step of this clause changes the law: use amend or repeal")


def place_flaws(law: Law, path: str, piece: Piece) -> Iterator[Flaw]:
    """Yield a flaw for each place of the law from which the piece reads a number, if no number is there."""
    for below, node in walk(piece):
        if isinstance(node, InLaw) and not any(_numbers_at(law.document, node.law.pattern)):
            yield Flaw(f"{path}{below}/law", f"the law has no number at {pointer(*node.law.pattern)}")


def _step_flaws(law: Law, where: str, step: AmendsLaw, permitted: Sequence[AnyMayChange]) -> Iterator[Flaw]:
    if isinstance(step, Amend):
        place = step.amend.pattern
        known = place if step.needs_content else place[:-1]
        if not any(True for _ in _found_at(law.document, known)):
            yield Flaw(f"{where}/amend", f"the law has no {pointer(*known)}")
        elif not any(_covers(each, place) for each in permitted):
            yield Flaw(f"{where}/amend", f"the clause does not say that it may change {pointer(*place)}: add it to may")
    elif isinstance(step, Repeal) and not step.is_of_itself:
        names = as_members(step.repeal.source) if isinstance(step.repeal, Literal) else (ANY,)
        for name in names:
            if name not in (ANY, THIS, *law.document["rules"]):
                yield Flaw(f"{where}/repeal", f"there is no rule {name!r}")
            elif name != THIS and not any(_covers(each, ("rules", str(name))) for each in permitted):
                beyond = pointer("rules", str(name))
                yield Flaw(f"{where}/repeal", f"the clause does not say that it may change {beyond}: add it to may")


def _covers(permitted: AnyMayChange, place: Path) -> bool:
    """Return whether a permission can cover a place.

    Computed keys match any key here. They are checked when the effect runs.
    """
    at = path_of(permitted.at)
    if isinstance(permitted, MayAdd):
        return _may_fit(at, place[: len(at)]) and len(place) > len(at)
    if isinstance(permitted, MayAddLines):
        return _may_fit(at, place)
    return _may_fit(at, place[: len(at)])


def _may_fit(at: Path, place: Path) -> bool:
    return len(at) == len(place) and all(
        key == wanted or ANY in (key, wanted) for wanted, key in zip(at, place, strict=True)
    )


def _found_at(document: Any, place: Path) -> Iterator[Any]:
    """Yield the content of all places that match a path, in which `*` matches any key."""
    if not place:
        yield document
        return
    key, *rest = place
    if isinstance(document, dict):
        for each in document if key == ANY else [key]:
            if each in document:
                yield from _found_at(document[each], tuple(rest))
    elif isinstance(document, list):
        for index, each in enumerate(document):
            if key in (ANY, str(index)):
                yield from _found_at(each, tuple(rest))


def _numbers_at(document: Any, place: Path) -> Iterator[bool]:
    yield from (isinstance(each, int) and not isinstance(each, bool) for each in _found_at(document, place))


# ── secrets


def _secrets_written(path: str, effect: Effect, known: Vocabulary) -> Iterator[Flaw]:
    """Yield a flaw for each amendment that would write a secret value into the law."""
    if not known.secrets:
        return
    called = _called_after_secrets(effect, known.secrets)
    for below, step in walk(effect):
        if isinstance(step, AmendsLaw):
            for place, part in step.parts(below):
                if isinstance(part, Node) and _discloses(part, called, known.secrets):
                    yield Flaw(f"{path}/do{place}", "this would write a secret value into the law")


def _called_after_secrets(effect: Effect, secrets: frozenset[str]) -> set[str]:
    """Return the names bound to a secret value, or to a value computed from one."""
    called: set[str] = set()
    grows = True
    while grows:
        before = len(called)
        for _, node in walk(effect):
            for bound in (node.binds(), node.binds_within()) if isinstance(node, Operation) else ():
                if bound is not None and _discloses(bound.value, called, secrets):
                    called.add(bound.name)
        grows = len(called) > before
    return called


def _discloses(piece: Piece | Node, called: set[str], secrets: frozenset[str]) -> bool:
    return any(
        node.value_read() in secrets or (isinstance(node, Ref) and node.name in called) for _, node in walk(piece)
    )
