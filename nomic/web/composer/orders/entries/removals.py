"""Orders that remove a named entry of the law: "Remove the card Amalgam", "Delete Torn from the list of modifiers".

An entry that the law still needs is not removed, and the reason says what names it.
"""

import re

from nomic.effects.prose.english_grammar import listed
from nomic.law.amendments.patch import amended_draft
from nomic.law.document.entries import Entries, entries_of
from nomic.law.document.sections import Flaw, Law, flaws_of, pointer, registered_sections
from nomic.law.labels.value_labels import path_of
from nomic.recipes.plain_rules.draft_rule import LONGEST, bare_sentence
from nomic.web.composer.orders.changes.drafted_law import NotPlaced
from nomic.web.composer.orders.order_forms import REMOVE
from nomic.web.composer.orders.phrasings import without_lead
from nomic.web.typed_amendments import Operation, repeal_entry

MAX_NAMED = 3  # places that a reason names
_NAME = r"[“\"'‘]?(?P<name>[^“”\"'‘’,;:.]{1,60}?)[”\"'’]?"
_NOUN = r"(?P<noun>[a-z]{3,20})"
_FROM_THE_GAME = re.compile(r" from (?:the )?(?:game|law|ruleset|deck)$", re.IGNORECASE)
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?:{REMOVE}|repeal|abolish) (?:the )?{_NOUN}(?: (?:called|named))? {_NAME}",
        rf"(?:{REMOVE}|repeal|abolish) (?:the )?{_NAME} {_NOUN}",
        rf"(?:{REMOVE}|repeal|abolish) (?:the )?{_NAME} from (?:the |our )?(?:list|table|set) of (?:all )?{_NOUN}",
        rf"{_NAME} is no longer an? {_NOUN}",
        rf"there is no(?: longer an?)? {_NOUN}(?: (?:called|named))? {_NAME}(?: any ?more)?",
    )
)
_ALSO_CALLED = {"species": "cards", "kinds of card": "cards"}


def removal_said(words: str, law: Law) -> list[Operation] | None:
    """Return the amendments for an order that removes an entry, or None for other orders.

    Raises NotPlaced if the rest of the law needs the entry.
    """
    if len(words) > LONGEST:
        return None
    plain = _FROM_THE_GAME.sub("", bare_sentence(without_lead(words)))
    for form in _FORMS:
        if (found := form.fullmatch(plain)) is not None and (named := _entry(law, found["noun"], found["name"])):
            return _removed(law, *named)
    return None


def _entry(law: Law, noun: str, said: str) -> tuple[Entries, str] | None:
    """Return the entry of a name among the entries that a noun means, such as "card"."""
    plain = noun.casefold()
    wanted = _ALSO_CALLED.get(plain, plain if plain.endswith("s") else f"{plain}s")
    for entries in entries_of(law.document):
        if wanted in (entries.section.name, entries.key):
            name = next((name for name in entries.of(law.document) if name.casefold() == said.casefold()), "")
            return (entries, name) if name else None
    return None


def _removed(law: Law, entries: Entries, name: str) -> list[Operation]:
    operations = repeal_entry(law, f"{entries.path}{pointer(name)}")
    flaws = flaws_of(amended_draft(law.document, operations))
    if flaws:
        places = list(dict.fromkeys(_place(law, flaw) for flaw in flaws))
        more = len(places) - MAX_NAMED
        named = listed([*places[:MAX_NAMED], *([f"{more} more"] if more > 0 else [])], "and")
        verb = "names" if len(places) == 1 else "name"
        raise NotPlaced(f"{named} {verb} “{name}”, so change that first")
    return operations


def _place(law: Law, flaw: Flaw) -> str:
    """Return the place of a flaw in words: “Fusion”, or “Handy Pack” of the packs."""
    parts = path_of(flaw.path)
    if parts[:1] == ("rules",) and parts[1:]:
        return f"the rule “{law.document['rules'][parts[1]]['title']}”"
    entries = next((each for each in entries_of(law.document) if flaw.path.startswith(f"{each.path}/")), None)
    if entries is None:
        return f"the section “{registered_sections()[parts[0]].title}”"
    return f"“{parts[len(path_of(entries.path))]}” among the {(entries.key or entries.section.name).replace('_', ' ')}"
