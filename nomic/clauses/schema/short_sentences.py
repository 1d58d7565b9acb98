"""The short sentence of a clause, which buttons, forms, lists and the API show."""

from collections.abc import Iterator

from nomic.clauses.schema.base_clause import Clause
from nomic.clauses.schema.kind_registry import kinds
from nomic.effects.prose.short_sentences import MAX_CHARACTERS, cut_text
from nomic.law.document.sections import Flaw, Law, pointer
from nomic.law.rules.placeholders import PLACEHOLDER, fill_placeholders, placeholder_flaws
from nomic.law.rules.tree import rules_of


def in_brief(clause: Clause, law: Law) -> str:
    """Return a clause's own short sentence with the law's values filled in, or else a generated one."""
    return says_of(clause, law) or cut_text(kinds()[clause.word].brief(clause, law))


def says_of(clause: Clause, law: Law) -> str:
    """Return a clause's own short sentence, or "" if it has none.

    Placeholders for values that a draft does not have are left unchanged.
    """
    try:
        return fill_placeholders(law, clause.says, value=str, table=lambda table: table.caption)
    except (KeyError, ValueError):
        return clause.says


def says_flaws(law: Law, path: str, clause: Clause) -> Iterator[Flaw]:
    """Yield flaws for a clause's short sentence: placeholders of missing values, and of tables."""
    if any(found["table"] for found in PLACEHOLDER.finditer(clause.says)):
        yield Flaw(f"{path}/says", "a short sentence has no room for a table")
    else:
        yield from placeholder_flaws(law, f"{path}/says", clause.says)


def new_ones_are_short(old: Law, new: Law) -> Iterator[Flaw]:
    """Yield a flaw for each new or changed short sentence that is too long or has several lines.

    Unchanged sentences of older laws may be longer.
    """
    before = _by_place(old)
    for path, says in _by_place(new).items():
        if before.get(path) == says:
            continue
        if "\n" in says:
            yield Flaw(path, "this is a single line")
        elif len(PLACEHOLDER.sub("00", says)) > MAX_CHARACTERS:
            yield Flaw(path, f"at most {MAX_CHARACTERS} characters, about twenty words")


def _by_place(law: Law) -> dict[str, str]:
    return {
        pointer("rules", id_, "clauses", name, "says"): raw["says"]
        for id_, rule in rules_of(law).items()
        for name, raw in rule.clauses.items()
        if isinstance(raw.get("says"), str)
    }
