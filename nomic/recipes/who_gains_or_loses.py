"""Senses of sentences: who gains or loses. No recipe is offered that would do the opposite.

A recipe says whom each of its amounts is about: `senses: {n: winner gains, loss: loser loses}`. `anybody limited` is an
amount that nobody may exceed. A part of a sentence that moves something has a sense, too. A recipe with senses is
offered only for sentences whose parts have the same senses.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from nomic.law.rules.value_formats import WORDS

LONGEST = 400  # characters of a text that is compared
_SOME = rf"(?:\d{{1,6}}|an?|the|any|each|every|their|your|another|{'|'.join(WORDS)})"
_MATCHES = r"(?:duels?|battles?|match(?:es)?|games?)"
_PARTS = re.compile(r",|;|:| and | but | while | whereas |\. ", re.IGNORECASE)
# The players of an event. In a sentence, each of them excludes the others.
ROLES: Mapping[str, re.Pattern[str]] = {
    name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for name, words in {
        "winner": rf"winners?|winning|win|wins|won|victor(?:y|ious|s)?|(?:come|came|comes|is|are) first|"
        rf"(?:beat|beats|defeats) (?:{_SOME})?",
        "loser": rf"losers?|losing|(?:lose|loses|lost|looses?) (?:{_SOME} )?{_MATCHES}|(?:you|they|he|she|whoever|who) "
        r"(?:lose|loses|lost|looses?)(?! (?:\d|an?\b|half|all|some|their|your|one|two|three|four|five|ten))|"
        r"defeated|(?:come|came|comes|is|are) last",
        "passer": r"pass|passes|passed|enacted|adopted|accepted|succeeds|goes through|becomes law",
        "failer": r"fail|fails|failed|rejected|voted down|turned down|does not pass|doesn['’]t pass",
        "voter": r"vote|votes|voted|voters?|voting",
        "buyer": r"buy|buys|buyers?|bought|buying|purchases?|purchasing",
        "seller": r"(?:you|they|players?|who|whoever|everyone|everybody|anyone|anybody|somebody|someone|may|can|to) "
        r"(?:who |that |may |can )?sells?|sellers?|selling",
        "giver": r"giver|(?:who|whoever|you|they) (?:gift|gifts|gives)|gifting",
        "receiver": r"receivers?|recipients?|(?:is|are) (?:gifted|given to)",
        "best": r"most|richest|leader|leaders|leads|leading|highest|strongest|top",
        "worst": r"least|fewest|poorest|lowest|weakest|last place|bottom",
        "idle": r"inactive|idle|absent|does nothing|do nothing|takes? no action|(?:has|have) not acted|"
        r"(?:hasn|haven)['’]t acted",
    }.items()
}
_NOT_ROLES = re.compile(r"\bat (?:least|most)\b", re.IGNORECASE)
_GAINS = re.compile(
    r"\b(?:gains?|gets?|got|receives?|earns?|collects?|(?:is|are|be) (?:given|paid|awarded|granted|worth)|rewards?|"
    r"bonus|prize|wages?|salary|allowance|income|brings?|worth|give (?:the|every\w*|all|any\w*|each))\b|(?<!\w)\+\d",
    re.IGNORECASE,
)
_LOSES = re.compile(
    rf"\b(?:(?:lose|loses|loose|looses) (?!{_SOME} {_MATCHES}|one\b(?! \w|s))(?:\d|an?\b|one\b|half|all|some|something|"
    rf"{'|'.join(WORDS)})|pays?|forfeits?|gives? up|discards?|fined?|fines|charged|owes?|costs?|tax(?:es)?|levy|toll|"
    r"penalt\w+|takes? from|deduct\w*)\b|(?<!\w)[-−]\d",
    re.IGNORECASE,
)
_CHEST = r"(?:the |a |our )?(?:common )?(?:chest|bank|pot|treasury|game)"
_OTHERS = r"(?:the )?(?:winners?|losers?|other|author|others|loser)"
_PASSES_ON = re.compile(
    rf"\b(?:gives?|hands?|pays?|transfers?) (?:\w+ ){{0,4}}(?:to(?! {_CHEST})|{_OTHERS})\b|"
    r"\bfrom (?:the|its|their|his|every|each|whoever)\b|"
    r"\b(?:takes?|steals?) (?:\d|an?\b|one|two|half|all).{1,40}\b(?:from|of)\b",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"\b(?:not|never|nobody|no one|no-one|none|unless|except|without|apart from|but for|no longer|instead of|"
    r"cannot|no (?:player|reward|prize|bonus|coin)s?)\b|n['’]t\b|"
    r"\b(?:gains?|gets?|receives?|earns?|pays?|loses?) (?:no|nothing)\b",
    re.IGNORECASE,
)
_BANS = re.compile(
    r"\b(?:bans?|banned|forbid|forbids|forbidden|prohibit\w*|abolish\w*|outlaw\w*|stop|no more|"
    r"(?:nobody|no one|no-one|no players?) (?:may|can|shall|is allowed|gets? to|should)|"
    r"(?:may|must|can|shall|should|is|are|can no longer) not|cannot|never)\b|\b(?:can|must|may|should|are|is)n['’]t\b|"
    r"^no \w+ing\b",
    re.IGNORECASE,
)
_WITHIN = re.compile(
    rf"\d|\b(?:certain|more|fewer|less|over|above|once|twice|{'|'.join(WORDS)})\b|"
    r"(?:has|have|did|do|does|is|are) not\b|(?:has|have|did|do|does|is|are)n['’]t\b",
    re.IGNORECASE,
)
_AT_MOST = re.compile(
    r"\b(?:at most|up to|no more than|not more than|max(?:imum)?|limit\w*|once|twice|"
    rf"only (?:a certain|so often|so many|up to|\d|{'|'.join(WORDS)}))\b|"
    r"(?:\b(?:nobody|no one|no|not|cannot|never)\b|n['’]t\b).{0,60}\b(?:more|over|exceed)\b",
    re.IGNORECASE,
)
_AT_LEAST = re.compile(r"\b(?:at least|no fewer than|no less than|minimum|must)\b(?! not)", re.IGNORECASE)
WAYS = ("gains", "loses")
LIMITED = "limited"  # the way of an amount that nobody may exceed
ANYBODY = "anybody"
A_LIMIT = f"{ANYBODY} {LIMITED}"
BANNED = "banned"  # the way of what nobody may do at all
A_BAN = f"{ANYBODY} {BANNED}"


@dataclass(frozen=True, slots=True)
class Sense:
    """The sense of a part of a sentence: whom it is about, and whether they gain or lose. Both are empty if unclear.

    `is_denied` marks a negation or an exception, `passes_on` a gift from one player to another, and `is_limited` a
    limit on how often something may be done.
    """

    roles: frozenset[str]
    ways: frozenset[str]
    is_denied: bool = False
    passes_on: bool = False
    is_limited: bool = False

    def fits(self, declared: str) -> bool:
        """Return whether the part of the sentence has the same sense as an amount of a recipe: "winner gains"."""
        role, way = declared.split()
        if way == BANNED:
            return False  # of a whole sentence only
        if way == LIMITED:
            return self.is_limited
        if self.passes_on or not self.ways <= {way}:
            return False
        if self.is_denied and role != "idle":
            return False
        allowed = _ALSO.get(role, frozenset()) | {role}
        return self.roles <= allowed and (role not in _SAID or role in self.roles)


# What may be said besides the role: the votes of those who passed a proposal, the number of those with the most.
_ALSO: Mapping[str, frozenset[str]] = {
    ANYBODY: frozenset(("best", "worst")),
    "idle": frozenset(("idle", "voter")),
    "passer": frozenset(("winner",)),
    "voter": frozenset(("passer",)),
}
_SAID = frozenset(("loser", "failer", "idle"))  # roles that the sentence has to mention


def is_a_sense(said: str) -> bool:
    """Return whether a text is a valid sense for the amounts of recipes, such as "winner gains"."""
    role, _, way = said.partition(" ")
    return way in (*WAYS, LIMITED, BANNED) and (role in ROLES or role == ANYBODY)


def sense_of(part: str) -> Sense:
    """Return the sense of a part of a sentence."""
    plain = _NOT_ROLES.sub(" ", part[:LONGEST])
    ways = [way for way, pattern in zip(WAYS, (_GAINS, _LOSES), strict=True) if pattern.search(part)]
    roles = [name for name, pattern in ROLES.items() if pattern.search(plain)]
    return Sense(
        frozenset(roles),
        frozenset(ways),
        _DENIES.search(part) is not None,
        _PASSES_ON.search(part) is not None,
        _AT_MOST.search(part) is not None and _AT_LEAST.search(part) is None,
    )


def parts_of(words: str) -> Iterator[tuple[str, Sense]]:
    """Yield the parts of a sentence that move something, each with its sense.

    A part that moves nothing is treated as the condition of the next one: "if you lose a duel, you get 2 Coins" is one
    part.
    """
    begun = ""
    for part in _PARTS.split(words[:LONGEST]):
        begun = f"{begun} {part}".strip()
        if (sense := sense_of(begun)).ways or sense.passes_on:
            yield begun, sense
            begun = ""
    if begun:
        yield begun, sense_of(begun)


def agrees(words: str, declared: Iterable[str], needed: Iterable[str] = ()) -> bool:
    """Return whether every part of a sentence either moves nothing, or has the sense of one of a recipe's amounts.

    `declared` holds the senses of the recipe's amounts. A recipe without any moves nothing by itself. `needed` holds
    the senses of amounts that are never 0: if the sentence moves anything, it must have these. A plain ban agrees only
    with a recipe for bans, and such a recipe with nothing else.
    """
    senses = [*declared]
    if is_plain_ban(words):
        return A_BAN in senses
    found = [sense for _, sense in parts_of(words)]
    whole = sense_of(words)  # an exception and a limit are about the whole sentence
    found = [replace(sense, is_denied=whole.is_denied, is_limited=whole.is_limited) for sense in found]
    moving = [sense for sense in found if sense.ways or sense.passes_on]
    if not all(any(sense.fits(each) for sense in moving) for each in needed if moving):
        return False
    fits = all if moving else any
    return not senses or fits(any(sense.fits(each) for each in senses) for sense in moving or found)


def moves_something(words: str) -> bool:
    """Return whether a player gains or loses something in a sentence."""
    return any(sense.ways or sense.passes_on for _, sense in parts_of(words))


def limits_something(words: str) -> bool:
    """Return whether a sentence only limits how often something may be done."""
    return not moves_something(words) and any(sense.is_limited for _, sense in parts_of(words))


def is_plain_ban(words: str) -> bool:
    """Return whether a sentence forbids something altogether."""
    return _BANS.search(words) is not None and _WITHIN.search(words) is None
