"""Sentences on vote weights and casting votes: "The Judge's vote counts double", "The King breaks ties"."""

import re
from collections.abc import Iterable
from typing import Any

from nomic.clauses.proposal_classes import stated_already
from nomic.law.document.sections import Law
from nomic.recipes.plain_rules.people import is_one_of_them
from nomic.recipes.plain_rules.things import NUMBER, number, thing_pattern, things_of
from nomic.recipes.sentences import recipes_asked_for

LONGEST = 240  # characters of a sentence that is compared
_TIMES = rf"(?P<times>double|twice|triple|{NUMBER} times|(?:as |for |like )?{NUMBER}(?: votes?)?)"
_COUNTS = r"(?:counts?|weighs?|is worth|are worth|should count|shall count)"
_ON_VOTES = r"(?: (?:in|on|for) (?:every|each|all|any|the)? ?(?:votes?|proposals?))?"
_GETS = r"(?:gets?|has|have|casts?|receives?|is given)"
_WHO = r"(?P<who>[^.,;:]{3,80}?)"
_HIS_VOTES = rf"(?:(?:the )?votes? of (?P<voter>[^.,;:]{{3,80}}?)|{_WHO}(?:['’]s?)? votes?)"
_FORMS = tuple(
    re.compile(rf"\A(?:{form})", re.IGNORECASE)  # from the beginning: a search tries no other place
    for form in (
        rf"{_HIS_VOTES} {_COUNTS} {_TIMES}{_ON_VOTES}",
        rf"{_WHO} {_GETS} (?P<times>{NUMBER}|double|triple)(?: the)? votes?{_ON_VOTES}",
        rf"{_WHO} {_GETS} (?P<more>{NUMBER}) (?:more|extra|additional) votes?{_ON_VOTES}",
        rf"{_WHO} {_GETS} an? (?P<more>extra|additional|second) vote{_ON_VOTES}",
        rf"{_WHO} (?:votes?|counts?) (?P<times>twice|double){_ON_VOTES}",
    )
)
_IN_A_TIE = (
    r"(?:(?:in|on|at) (?:a|case of a|the event of a) (?:tie|draw)|"
    r"(?:if|when|whenever) (?:a|the) (?:vote|proposal|count) is (?:tied|a tie|a draw))"
)
_LAST_WORD = r"has (?:the|a) (?:last|casting|deciding|tie-?breaking) (?:word|vote|say)"
_TIES = tuple(
    re.compile(rf"\A(?:{form})", re.IGNORECASE)  # from the beginning: a search tries no other place
    for form in (
        rf"{_WHO} (?:(?:can|may) )?(?:breaks?|decides?|settles?|resolves?) (?:all |any |every )?"
        rf"(?:tied? ?votes?|(?:a )?ties?|draws){_ON_VOTES}",
        rf"(?:all )?(?:ties|tied votes|draws)(?: on proposals)? are (?:broken|decided|settled|resolved) by {_WHO}",
        rf"{_IN_A_TIE},? {_WHO}(?:['’]s? vote)? (?:decides|counts (?:twice|double)|breaks (?:it|the tie)|{_LAST_WORD})",
        rf"{_WHO} (?:decides|{_LAST_WORD}) {_IN_A_TIE}",
        rf"{_WHO} {_LAST_WORD}",
    )
)
_ALL = r"(?:everyone|everybody|(?:each|every|a) player|players|you|the players|all players)"
_PER_THING = (
    rf"{_ALL} {_GETS} (?P<n>{NUMBER}) (?P<extra>extra |additional |more )?votes? (?:for (?:each|every)|per) "
    rf"(?:(?P<some>{NUMBER}) )?"
)


def voting_in(words: str, law: Law) -> tuple[str, dict[str, Any]] | None:
    """Return the title and the clauses of a rule about the weight of votes or about ties, or None."""
    for makes in (_ties, _weights, _by_things):
        if (found := makes(words, law)) is not None:
            title, votes = found
            if any(stated_already(law, setting) for setting in votes):
                return None
            return title, {"votes": {"voting": title, "votes": votes}}
    return None


def _ties(words: str, law: Law) -> tuple[str, dict[str, Any]] | None:
    found = next(filter(None, (form.fullmatch(words) for form in _TIES)), None)
    who = None if found is None else is_one_of_them(found["who"], law, "$it")
    return None if who is None else ("Tied votes", {"casting": who})


def _weights(words: str, law: Law) -> tuple[str, dict[str, Any]] | None:
    for form in _FORMS:
        found = form.fullmatch(words)
        said = {} if found is None else {name: each for name, each in found.groupdict().items() if each}
        who = is_one_of_them(said.get("who") or said.get("voter") or "", law, "$it")
        more = _more(said)
        if found is not None and who is not None and more > 0:
            count: Any = {"count": {"those": "$it", "where": who}}
            return "Votes that count more", {"weight": {"sum": [1, count if more == 1 else {"times": [more, count]}]}}
    return None


def _more(said: dict[str, str]) -> int:
    """Return the number of votes beyond one."""
    if more := said.get("more", "").casefold():
        return 1 if more in ("extra", "additional", "second") else number(more)
    times = re.sub(r"^(?:as|for|like) | times$| votes?$", "", said.get("times", "one").casefold())
    return {"double": 1, "twice": 1, "triple": 2}.get(times) or number(times) - 1


def _by_things(words: str, law: Law) -> tuple[str, dict[str, Any]] | None:
    """Read votes in proportion to what each player has: "Everyone has one vote per Chip"."""
    found = re.compile(
        rf"{_PER_THING}(?P<thing>{thing_pattern(law)})(?: (?:they|you) (?:have|own|hold))?", re.IGNORECASE
    ).fullmatch(words)
    if found is None:
        return None
    owned = things_of(law)[found["thing"].casefold()].owned("$it")
    weight: Any = owned if number(found["some"] or "1") == 1 else {"quotient": [owned, number(found["some"])]}
    weight = weight if number(found["n"]) == 1 else {"times": [number(found["n"]), weight]}
    return f"Votes by {found['thing']}", {"weight": {"sum": [1, weight]} if found["extra"] else weight}


def votes_said_already(words: str, law: Law) -> str:
    """Return a message if a rule already grants the votes that a sentence asks for, otherwise ""."""
    plain = " ".join(words.split()).strip(" .!")
    settings = [listed.recipe.states for listed in recipes_asked_for(plain) if listed.recipe.states]
    if len(plain) <= LONGEST:
        settings += [name for name, forms in (("casting", _TIES), ("weight", _FORMS)) if _fits(plain, forms)]
    return next(filter(None, (stated_already(law, name) for name in settings)), "")


def _fits(plain: str, forms: Iterable[re.Pattern[str]]) -> bool:
    return any(form.fullmatch(plain) is not None for form in forms)


def speaks_of_votes(words: str) -> bool:
    """Return whether a sentence states whose votes count for more, or who decides ties."""
    plain = " ".join(words.split()).strip(" .!")
    return len(plain) <= LONGEST and _fits(plain, (*_FORMS, *_TIES))
