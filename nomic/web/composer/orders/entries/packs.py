"""Sentences about what a pack holds: "A Handy Pack contains 3 random cards and 2 Rare cards".

A number of cards without a kind is understood if the pack has cards of only one kind. A chance is the chance of a
collection.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from nomic.effects.prose.english_grammar import listed
from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law, pointer
from nomic.recipes.plain_rules.draft_rule import LONGEST, bare_sentence
from nomic.recipes.plain_rules.things import NUMBER, number
from nomic.web.composer.orders.changes.drafted_law import NotPlaced
from nomic.web.composer.orders.phrasings import without_lead
from nomic.web.typed_amendments import Operation, replaced

RANDOM = "random"
_SURE = 100  # per cent
_PACK = r"(?:(?:an?|the|every|each|all) )?<pack>"
_KINDS = r"(?:[a-z][a-z-]{2,29} )?"
_HOLDS = r"(?:(?:now|always|should|shall|will|must) ){0,2}(?:contains?|holds?|ha(?:s|ve)|brings?|gives?)(?: now)?"
_CONTAINS = (
    rf"{_PACK} {_HOLDS} (?P<cards>{NUMBER} {_KINDS}cards?(?:(?:, and |, | and ){NUMBER} {_KINDS}cards?){{0,4}})"
    rf"(?:,? (?:instead of|rather than|not) (?P<old>{NUMBER})(?: {_KINDS}cards?)?)?"
)
_OF = r"(?:of|for|at|to (?:get|have|hold|contain|bring))(?: an?)? (?P<kind>[a-z-]{3,30})(?: (?:modifiers?|cards?|one))?"
_CHANCES = (
    rf"{_PACK} {_HOLDS} an? (?P<n>\d{{1,3}}) ?(?:%|per ?cent) (?:chance|probability) {_OF}",
    rf"(?:the )?(?:chance|probability) {_OF} (?:in|of|from) {_PACK} (?:is|becomes|rises to|falls to|(?:should|shall|"
    r"will) be(?:come)?)(?: now)? (?P<n>\d{1,3}) ?(?:%|per ?cent)",
)
_COUNTED = re.compile(rf"(?P<n>{NUMBER}) (?P<kind>{_KINDS})cards?", re.IGNORECASE)


def packs_said(words: str, law: Law) -> list[Operation] | None:
    """Return the amendments for a sentence about what a pack holds, or None for other sentences.

    The list is empty if the sentence already holds. Raises NotPlaced if it does not say which cards change.
    """
    packs: Mapping[str, Any] = law.document.get("packs") or {}
    if not packs or len(words) > LONGEST:
        return None
    plain = bare_sentence(without_lead(words))
    contains, *chances = law.once("sentences about packs", lambda: [*map(_compiled(law), (_CONTAINS, *_CHANCES))])
    if (found := contains.fullmatch(plain)) is not None:
        return _counts(_pack(law, found["pack"]), law, found)
    found = next(filter(None, (form.fullmatch(plain) for form in chances)), None)
    return None if found is None else _chance(_pack(law, found["pack"]), law, found)


def _compiled(law: Law) -> Any:
    items = items_of(law)
    names = {word for name in law.document["packs"] for word in (name, items[name].plural)}
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return lambda form: re.compile(form.replace("<pack>", f"(?P<pack>{known})"), re.IGNORECASE)


def _pack(law: Law, said: str) -> str:
    items, packs, plain = items_of(law), list[str](law.document["packs"]), said.casefold()
    return next(name for name in packs if plain in (name.casefold(), items[name].plural.casefold()))


def _steps(law: Law, pack: str) -> Iterator[tuple[str, str, int]]:
    """Yield the steps in which a pack gives random cards: the path of their number, their kind, and the number."""
    for place, step in enumerate(law.document["packs"][pack]["contents"]):
        card = step.get("add", {})
        sure = [name for name, chance in card.get("collections", []) if chance == _SURE]
        kinds = card.get("types") or sure or [RANDOM]
        if card.get("card") == RANDOM and isinstance(step.get("n"), int):
            yield pointer("packs", pack, "contents", str(place), "n"), " ".join(kinds), step["n"]


def _counts(pack: str, law: Law, found: re.Match[str]) -> list[Operation]:
    steps = [*_steps(law, pack)]
    holds = listed([f"{n} {kind} card{'' if n == 1 else 's'}" for _, kind, n in steps], "and")
    asked = [(number(each["n"]), each["kind"].strip()) for each in _COUNTED.finditer(found["cards"])]
    if len(asked) == 1 and asked[0] == (sum(n for *_, n in steps), ""):
        return []
    operations: list[Operation] = []
    for n, kind in asked:
        meant = [step for step in steps if not kind or step[1].casefold() == kind.casefold()]
        old = found["old"] if len(asked) == 1 else None
        if len(meant) != 1:
            raise NotPlaced(
                f"the pack {pack} holds {holds}: say which of them change, as in “contains {n} {steps[0][1]} cards”"
            )
        path, _, now = meant[0]
        if old and number(old) != now:
            raise NotPlaced(f"the pack {pack} holds {holds} now")
        operations += [] if n == now else replaced(path, now, n)
    return operations


def _chance(pack: str, law: Law, found: re.Match[str]) -> list[Operation]:
    n = int(found["n"])
    paths = [
        (pointer("packs", pack, "contents", str(place), "add", "collections", str(row), "1"), name, chance)
        for place, step in enumerate(law.document["packs"][pack]["contents"])
        for row, (name, chance) in enumerate(step.get("add", {}).get("collections", []))
        if chance != _SURE
    ]
    meant = [each for each in paths if each[1].casefold() == found["kind"].casefold()]
    if len(meant) != 1:
        has = listed([f"{chance}% for {name}" for _, name, chance in paths], "and") if paths else "the usual ones"
        raise NotPlaced(f"the chances in the pack {pack} are {has}: none of them is for “{found['kind']}”")
    path, _, now = meant[0]
    return [] if n == now else replaced(path, now, n)
