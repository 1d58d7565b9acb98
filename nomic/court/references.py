"""References of requests and rulings to places of the law, such as rules, clauses and cards, and to journal entries.

People select references or write them in double brackets in a text. A rule is referred to by its id or title, a clause
as `rule/clause`, and an entry as `#12`. Anything else in the law is referred to by its name or its JSON pointer. A
digest of the target is stored, so that later changes can be shown. The journal stores a form (`law=…`, `entry=…`) that
has the same meaning in every replay.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from django.db.models import QuerySet
from pydantic import AfterValidator, Field, StringConstraints

from nomic.court.models import Reference, ReferenceKind, Request, Ruling
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.exceptions import BadArguments
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.state_digest import canonical_json
from nomic.law.document.sections import Law, pointer, value_at
from nomic.law.rules.tree import rules_of
from nomic.law.schema.text_types import check_characters

MAX_REFERENCES = 20
MAX_TARGET = 300
WRITTEN = re.compile(r"\[\[([^\[\]|\n]{1,300})(?:\|([^\[\]\n]*))?\]\]")
ENTRY = re.compile(r"(?:#|entry #?)([1-9][0-9]{0,14})", re.IGNORECASE | re.ASCII)
KEPT = re.compile(r"(law|entry)=([0-9a-f]{16})=(.+)", re.ASCII)

ReferenceText = Annotated[
    str, StringConstraints(min_length=1, max_length=MAX_TARGET + 30), AfterValidator(check_characters)
]
About = Annotated[
    list[ReferenceText],
    Field(
        max_length=MAX_REFERENCES,
        description=(
            "what it refers to: rules; also a clause as rule/clause, an entry as #12, and a card or something else "
            "in the law by its name or JSON pointer"
        ),
    ),
]


@dataclass(frozen=True, slots=True)
class ResolvedReference:
    """A resolved reference, with the digest of its target."""

    kind: ReferenceKind
    target: str
    then: str

    @property
    def kept(self) -> str:
        """The reference as the journal stores it."""
        return f"{self.kind.value}={self.then}={self.target}"


def meant_by(act: ActionContext, about: Sequence[str], *texts: str) -> list[ResolvedReference]:
    """Return the selected references and those written in the texts, resolved, and record them in the journal.

    Raises BadArguments on `about` if a selected reference has no target.
    """
    kept = [match for each in about if (match := KEPT.fullmatch(each)) is not None]
    if kept and act.cycle.fork_of_id is not None:  # A replay repeats the recorded target, even if it no longer exists.
        return [ResolvedReference(ReferenceKind(match[1]), match[3], match[2]) for match in kept]
    found: dict[tuple[str, str], ResolvedReference] = {}
    for place, each in enumerate(about):
        one = _found(act.cycle, act.law, each)
        if one is None:
            raise BadArguments.on(f"about/{place}", f"there is nothing called {each[:60]!r} in the law or the journal")
        found[one.kind, one.target] = one
    for each in _written(texts):
        one = _found(act.cycle, act.law, each)
        if one is not None:
            found[one.kind, one.target] = one
    if len(found) > MAX_REFERENCES:
        raise BadArguments.on("about", f"at most {MAX_REFERENCES} references, and there are {len(found)}")
    if found:
        act.record_args(about=[one.kept for one in found.values()])
    return list(found.values())


def _written(texts: Iterable[str]) -> list[str]:
    """Return the names in double brackets, each once, up to a limit."""
    named = dict.fromkeys(match[1].strip() for text in texts for match in WRITTEN.finditer(text))
    return list(named)[: 2 * MAX_REFERENCES]


def _found(cycle: Cycle, law: Law, said: str) -> ResolvedReference | None:
    """Resolve a name, or a reference as the journal stores it. Return None if it has no target."""
    kept = KEPT.fullmatch(said)
    if kept is not None and kept[1] == "entry":
        return _entry(Entry.objects.filter(cycle=cycle, key=kept[3]))
    said = kept[3] if kept is not None else said.strip()
    number = ENTRY.fullmatch(said)
    if number is not None:
        return _entry(Entry.objects.filter(cycle=cycle, seq=int(number[1])))
    place = place_named(law, said)
    if place is None or len(place) > MAX_TARGET:
        return None
    return ResolvedReference(ReferenceKind.LAW, place, digest_at(law, place))


def _entry(found: QuerySet[Entry]) -> ResolvedReference | None:
    entry = found.first()
    return None if entry is None else ResolvedReference(ReferenceKind.ENTRY, entry.key, digest_of_entry(entry))


def place_named(law: Law, said: str) -> str | None:
    """Return the JSON pointer of the place to which a name refers in a law, or None."""
    if said.startswith("/"):
        return said if len(said) > 1 and digest_at(law, said) else None
    rules = rules_of(law)
    if said in rules:
        return pointer("rules", said)
    rule, _, clause = said.partition("/")
    if rule in rules and clause in rules[rule].clauses:
        return pointer("rules", rule, "clauses", clause)
    return law.once("places by name", lambda: dict(_names(law))).get(said.casefold())


def in_plain_words(law: Law, text: str) -> str:
    """Return a text with its references replaced with titles of rules and numbers of entries.

    The page lists links to the targets below the text.
    """

    def said(match: re.Match[str]) -> str:
        named, words = match[1].strip(), (match[2] or "").strip()
        number = ENTRY.fullmatch(named)
        if number is not None:
            return words or f"entry {number[1]}"
        rules = rules_of(law)
        if named in rules:
            return words or rules[named].title
        return match[0] if place_named(law, named) is None else words or named

    return WRITTEN.sub(said, text)


def _names(law: Law) -> Iterator[tuple[str, str]]:
    """Yield (name, JSON pointer) for entries of sections, then for rules by title. Later ones take precedence."""
    for section in sorted(law.document, reverse=True):
        content = law.document[section]
        if section == "rules" or not isinstance(content, dict):
            continue
        for name, entry in content.items():
            if isinstance(entry, dict):
                yield name.casefold(), pointer(section, name)
    for id_, rule in sorted(rules_of(law).items(), reverse=True):
        yield rule.title.casefold(), pointer("rules", id_)


def digest_at(law: Law, place: str) -> str:
    """Return a digest of the value at a place of the law, or "" if the place does not exist."""
    try:
        content = value_at(law.document, place)
    except LookupError:
        return ""
    return law.once(("digest at", place), lambda: _digest(content))


def digest_of_entry(entry: Entry) -> str:
    """Return a digest of an entry's recorded content."""
    return _digest([entry.actor, entry.action, entry.args, entry.words])


def _digest(content: object) -> str:
    return hashlib.sha256(canonical_json(content).encode()).hexdigest()[:16]


def store_references(
    act: ActionContext, request: Request, ruling: Ruling | None, meant: Sequence[ResolvedReference]
) -> None:
    """Store the references of a request or, with `ruling`, of a ruling on it."""
    Reference.objects.bulk_create(
        Reference(
            cycle=act.cycle,
            request=request,
            ruling=ruling,
            place=place,
            kind=one.kind,
            target=one.target,
            then=one.then,
            revision=act.cycle.revision,
        )
        for place, one in enumerate(meant)
    )


def label_of(law: Law, place: str) -> str:
    """Return a readable name for a place of the law: a rule's title, an entry's name, or the place itself."""
    parts = [part.replace("~1", "/").replace("~0", "~") for part in place.split("/")[1:]]
    rules = rules_of(law)
    if parts[0] == "rules" and len(parts) > 1 and parts[1] in rules:
        title = rules[parts[1]].title
        return title if len(parts) == 2 else f"{title}: {parts[-1]}"
    return parts[1] if len(parts) == 2 else place
