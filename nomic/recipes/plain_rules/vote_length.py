"""Sentences on the length of votes: "Votes on standard proposals take 3 phases"."""

import re
from dataclasses import dataclass
from typing import Any

from nomic.clauses.proposal_classes import ProposalClass, classes_of
from nomic.law.document.sections import Law, pointer
from nomic.recipes.plain_rules.draft_rule import LONGEST, bare_sentence
from nomic.recipes.plain_rules.things import NUMBER, number

_HOURS = {"hour": 1, "day": 24, "week": 168}
_PROPOSAL = r"(?:proposals?|motions?|decrees?|pleas?)"
_NAME = r"[\w' -]{2,40}?"
_EVERY = r"(?:the |an? |every |each |all )?"
_VOTE = r"(?:vot(?:es?|ing|ings)(?: periods?| times?)?|(?:period|time) for votes)"
_ON = (
    rf"(?: (?:on|for|about|of) {_EVERY}(?:{_PROPOSAL} of (?:the )?class (?P<class>{_NAME})|"
    rf"(?:(?P<kind>{_NAME}) )?(?:class )?(?P<noun>{_PROPOSAL})|(?P<plain>[\w'-]{{2,40}}s)))?"
)
_LASTS = r"(?:lasts?|takes?|during|runs?|goes? on|(?:is |are |remains? |stays? )?open|is|are)?"
_SAID = re.compile(
    rf"{_EVERY}(?:(?P<before>{_NAME}) )?{_VOTE}{_ON} (?:(?:must|shall|should|will|now|always) )*(?:be )?{_LASTS}"
    rf"(?: for| only| always| exactly)* (?P<n>{NUMBER}) (?P<unit>hour|day|week|phase)s?(?: long)?",
    re.IGNORECASE,
)

_NOUN_AT_END = re.compile(rf" {_PROPOSAL}$")  # of the title of a class: "Quest motion"
# "Urgent proposals last 3 days instead of 2."
_OF_A_CLASS = re.compile(
    rf"{_EVERY}(?:(?P<kind>{_NAME}) )?(?:class )?(?P<noun>{_PROPOSAL}) (?:(?:must|shall|should|will|now) )*"
    rf"(?:lasts?|runs?|stays? open|(?:is|are) (?:open|voted on))(?: for| only| now)* "
    rf"(?P<n>{NUMBER}) (?P<unit>hour|day|week|phase)s?(?: long)?",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    rf",? (?:instead of|rather than|not|up from|down from) (?P<old>{NUMBER})(?: (?:hour|day|week|phase)s?)?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Length:
    """The content of a sentence: the class of proposals that it names, or "", and a number of hours or phases.

    `noun` is the word for proposals that it uses, which can be the name of a class: "plea". `old` is the former number
    that it gives, or 0.
    """

    named: str
    n: int
    unit: str
    old: int = 0
    noun: str = ""

    @property
    def is_phases(self) -> bool:
        return self.unit == "phase"

    def said_of(self, class_: ProposalClass) -> str:
        """Return a sentence that gives this length for one class, in the unit in which its votes are measured."""
        unit = "phase" if class_.lasts.phases is not None else "day" if self.is_phases else self.unit
        return f"The vote on a proposal of the class {class_.title} lasts {self.n} {unit}{'' if self.n == 1 else 's'}"


def _length(words: str) -> _Length | None:
    said = bare_sentence(words)
    instead = _INSTEAD.search(said)
    said = said if instead is None else said[: instead.start()]
    found = _SAID.fullmatch(said) or _OF_A_CLASS.fullmatch(said)
    if found is None or not number(found["n"]):
        return None
    names = found.groupdict()
    named = next((names[name] for name in ("class", "kind", "before", "plain") if names.get(name)), "")
    old = 0 if instead is None else number(instead["old"])
    named, noun = named.casefold().removesuffix(" class"), (found["noun"] or "").casefold()
    return _Length(named, number(found["n"]), found["unit"].casefold(), old, noun)


def is_about_votes(words: str) -> bool:
    """Return whether a sentence states how long votes last."""
    return len(words) <= LONGEST and _length(words) is not None


def _known(law: Law) -> list[ProposalClass]:
    """Return the classes whose votes last a plain number of phases or hours."""
    every = classes_of(law).values()
    return [each for each in every if isinstance(each.lasts.phases, int) or isinstance(each.lasts.hours, int)]


def _is_called(class_: ProposalClass, said: str) -> bool:
    names = (class_.title.casefold(), class_.name, _NOUN_AT_END.sub("", class_.title.casefold()))
    return said in {form for name in names for form in (name, f"{name}s")}


def vote_lengths(words: str, law: Law) -> list[dict[str, Any]] | None:
    """Return the amendments for a sentence about the length of votes. None if it is unclear or about something else."""
    length = _length(words)
    if length is None:
        return None
    meant = [each for each in _known(law) if _is_called(each, length.named or length.noun)]
    if not meant and not length.named and len(_known(law)) == 1:
        meant = _known(law)
    if len(meant) != 1 or (meant[0].lasts.phases is not None) != length.is_phases:
        return None
    (class_,) = meant
    unit, n, old = "phases", length.n, length.old
    if not length.is_phases:
        unit, n, old = "hours", length.n * _HOURS[length.unit], length.old * _HOURS[length.unit]
    if old and old != getattr(class_.lasts, unit):
        return None
    path = pointer("rules", class_.placed.rule, "clauses", class_.name, "lasts", unit)
    return [{"op": "replace", "path": path, "value": n}]


def votes_meant(words: str, law: Law) -> list[str]:
    """Return possible meanings of an unclear sentence about the length of votes, those in its own unit first."""
    length = _length(words)
    if length is None or vote_lengths(words, law):
        return []
    named = [each for each in _known(law) if _is_called(each, length.named or length.noun)]
    meant = named or _known(law)
    meant.sort(key=lambda each: (each.lasts.phases is not None) != length.is_phases)
    return [length.said_of(each) for each in meant]
