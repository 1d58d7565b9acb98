"""Occasions on which a rule acts: the phrases for events and times, and the players whom each is about."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from nomic.clauses.checks.events import actions_heard
from nomic.clauses.clause_index import clauses_of
from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law
from nomic.recipes.plain_rules.things import NUMBER, number
from nomic.recipes.sentences import PHRASES

_ANY = r"(?:an?|the|any|each|every|their|your|another|one|some)"
_MATCH = rf"(?:{_ANY} )?(?P<match>duels?|battles?|match(?:es)?|games?)"
# Not "the proposal", which may be the one in which the sentence is.
_A_PROPOSAL = r"(?:(?:an?|any|each|every|another) )?(?:proposals?|motions?)"
_PASSES = (
    r"(?:pass(?:es|ed)?|succeeds?|goes through|go through|(?:is|are|gets?|was) (?:passed|enacted|adopted|accepted)|"
    r"becomes? law)"
)
_FAILS = (
    r"(?:fails?|failed|(?:does|do) not pass|(?:doesn|don)['’]t pass|(?:is|are|gets?|was) (?:rejected|voted down|turned "
    r"down))"
)
_VOTED = r"(?:votes?|voted|(?:has|have) voted)"
_ON = rf"(?: on (?:it|{_A_PROPOSAL}))?"
WHEN = r"(?:when|whenever|if|each time|every time|once|as soon as|any ?time|after)"
SOMEBODY = (
    r"(?:somebody|someone|anybody|anyone|everybody|everyone|one|(?:an?|any|the|each|every) (?:player|person|member)|"
    r"players|people|you|they)"
)
WHOEVER = (
    r"(?:whoever|(?:everyone|everybody|anyone|anybody|somebody|someone|those|people|players|members|all players|"
    r"(?:an?|any|each|every|the) (?:player|person|member|one)) (?:who|that|which))"
)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
EVERYBODY = {"players": "players"}
ONE_PLAYER = ("$who", "$player", "$proposal.author")  # references to the one player of an event
WINNERS, LOSERS, AUTHOR = "$winners", "$losers", "$proposal.author"
NO_WINNERS = {"players": "players", "where": {"member": "$it", "of": "$players"}, "except": WINNERS}
_OF_A_MATCH = {"winner": WINNERS, "loser": LOSERS, "both": "$players", "rest": NO_WINNERS}
_OF_A_PROPOSAL = {
    "author": AUTHOR,
    "voters": "$proposal.voters",
    "supporters": "$proposal.supporters",
    "opponents": "$proposal.opponents",
}
_TRADERS = {"together": ["$player", "$partner"]}


@dataclass(frozen=True)
class Occasion:
    """An occasion on which a rule acts: the head of its clause, and the players involved, by role."""

    title: str
    when: Mapping[str, Any]
    roles: Mapping[str, Any] = field(default_factory=dict)
    conditions: tuple[Any, ...] = ()
    span: str = ""
    once_each: str = ""  # the name of what counts only once for each player, such as the proposal that is voted on

    @property
    def actor(self) -> Any:
        return self.roles.get("actor")


@dataclass(frozen=True)
class Row:
    """A phrase and its occasion. The phrase may capture a kind of match, or the name of a thing that is bought."""

    words: str
    occasion: Occasion


def _deed(words: str, title: str, when: str, actor: Any, roles: Mapping[str, Any] | None = None, act: str = "") -> Row:
    head = {"when": when, "act": act} if act else {"when": when}
    return Row(words, Occasion(title, head, {**(roles or {}), "actor": actor}))


# What a player does. `actor` is the player.
DEEDS = (
    _deed(rf"(?:wins?|won|(?:has|have) won) {_MATCH}", "Won matches", "match-over", WINNERS, _OF_A_MATCH),
    _deed(rf"(?:loses?|lost|(?:has|have) lost) {_MATCH}", "Lost matches", "match-over", LOSERS, _OF_A_MATCH),
    _deed(rf"(?:plays?|finish(?:es)?) {_MATCH}", "Matches", "match-over", "$players", _OF_A_MATCH),
    _deed(
        rf"{_VOTED} (?:for|in favou?r of) {_A_PROPOSAL} (?:that|which) {_PASSES}",
        "Voters",
        "proposal-enacted",
        "$proposal.supporters",
        _OF_A_PROPOSAL,
    ),
    _deed(
        rf"{_VOTED} against {_A_PROPOSAL} (?:that|which) {_PASSES}",
        "Voters",
        "proposal-enacted",
        "$proposal.opponents",
        _OF_A_PROPOSAL,
    ),
    _deed(
        rf"{_VOTED} (?:for|in favou?r of) {_A_PROPOSAL} (?:that|which) {_FAILS}",
        "Voters",
        "proposal-failed",
        "$proposal.supporters",
        _OF_A_PROPOSAL,
    ),
    _deed(
        rf"{_VOTED} against {_A_PROPOSAL} (?:that|which) {_FAILS}",
        "Voters",
        "proposal-failed",
        "$proposal.opponents",
        _OF_A_PROPOSAL,
    ),
    _deed(
        rf"(?:proposes?|submits?|writes?|makes?|wrote|proposed|submitted|made|has|have) (?:something|{_A_PROPOSAL}) "
        rf"(?:that|which) {_PASSES}",
        "Passed proposals",
        "proposal-enacted",
        AUTHOR,
        _OF_A_PROPOSAL,
    ),
    _deed(
        rf"(?:proposes?|submits?|writes?|makes?|wrote|proposed|submitted|made|has|have) (?:something|{_A_PROPOSAL}) "
        rf"(?:that|which) {_FAILS}",
        "Failed proposals",
        "proposal-failed",
        AUTHOR,
        _OF_A_PROPOSAL,
    ),
    _deed(
        rf"(?:(?:submits?|makes?|writes?) {_A_PROPOSAL}|proposes? something)",
        "Submitted proposals",
        "proposal-submitted",
        AUTHOR,
        _OF_A_PROPOSAL,
    ),
    Row(
        rf"(?:votes?|casts? (?:{_ANY} )?votes?){_ON}",
        Occasion("Votes", {"when": "does", "act": "vote"}, {"actor": "$who"}, once_each="proposal"),
    ),
    Row(
        r"(?:is|are) (?:the )?first (?:player |person |one )?to vote(?: on (?:it|(?:an?|any|each|every) proposal))?",
        Occasion(
            "First votes",
            {"when": "does", "act": "vote"},
            {"actor": "$who"},
            ({"is": [{"count": "$proposal.voters"}, "equals", 1]},),
            once_each="proposal",
        ),
    ),
    _deed(r"joins?(?: (?:the )?(?:game|cycle|us))?", "Newcomers", "joined", "$player"),
    _deed(
        r"(?:buys?|purchases?) (?:an? |any |some |another |each |every )?(?P<offer>[\w’' -]{2,40}?)"
        r"(?: (?:from|at|in) the (?:shop|store|croupier))?",
        "Purchases",
        "bought",
        "$player",
    ),
    _deed(
        r"opens? (?:an? |any |another |each |every )?(?P<pack>[\w’' -]{2,40}?)",
        "Opened packs",
        "pack-opened",
        "$player",
    ),
    _deed(
        r"(?:trades?|makes? a trade|makes? a deal)(?: with (?:somebody|someone|anybody|anyone|another player))?",
        "Trades",
        "trade-made",
        _TRADERS,
        {"both": _TRADERS},
    ),
    _deed(
        r"(?:gifts?(?: (?:an? )?(?:cards?|something))?|makes? a gift|gives? (?:a|somebody a) gift)",
        "Gifts",
        "does",
        "$who",
        act="gift",
    ),
    _deed(r"(?:becomes?|is declared) reputable", "Good repute", "became-reputable", "$player"),
)

# What happens. A rule can speak of the players in `roles`.
EVENTS = (
    Row(rf"{_A_PROPOSAL} {_PASSES}", Occasion("Passed proposals", {"when": "proposal-enacted"}, _OF_A_PROPOSAL)),
    Row(rf"{_A_PROPOSAL} {_FAILS}", Occasion("Failed proposals", {"when": "proposal-failed"}, _OF_A_PROPOSAL)),
    Row(
        rf"{_A_PROPOSAL} (?:is|are|gets?) (?:submitted|made|proposed)",
        Occasion("Submitted proposals", {"when": "proposal-submitted"}, {"author": AUTHOR}),
    ),
    Row(
        rf"{_MATCH} (?:ends?|is over|are over|(?:is|are) (?:finished|done)|finish(?:es)?)",
        Occasion("Matches", {"when": "match-over"}, _OF_A_MATCH),
    ),
    Row(
        rf"{_MATCH} (?:ends? (?:in a draw|in a tie|without a winner|undecided)|is (?:a draw|drawn|tied))",
        Occasion(
            "Draws",
            {"when": "match-over"},
            {"both": "$players"},
            ({"is": [{"count": WINNERS}, "equals", 0]},),
        ),
    ),
    Row(
        r"(?:an?|any|each|every) trade (?:goes through|is made|is done|happens|takes place|is agreed)",
        Occasion("Trades", {"when": "trade-made"}, {"both": _TRADERS}),
    ),
    Row(
        r"(?:somebody|someone|an?(?:ny)? (?:player|person)) leaves(?: (?:the )?(?:game|cycle))?",
        Occasion("Leavers", {"when": "left"}),
    ),
    Row(
        rf"{_A_PROPOSAL} (?:passes unanimously|(?:passes with|gets|has|receives) no votes? against(?: it)?)",
        Occasion(
            "Unanimous votes",
            {"when": "proposal-enacted"},
            _OF_A_PROPOSAL,
            ({"is": ["$proposal.against", "equals", 0]},),
        ),
    ),
)

JOINS = next(row.occasion for row in DEEDS if row.occasion.title == "Newcomers")
# Nouns for whoever an event is about: "the loser of a duel", "new players".
NOUNS = (
    Row(rf"(?:the |each |every |any |all )?winners? (?:of|in) {_MATCH}", replace(DEEDS[0].occasion)),
    Row(rf"(?:the |each |every |any |all )?losers? (?:of|in) {_MATCH}", replace(DEEDS[1].occasion)),
    Row(
        rf"everyone in {_MATCH} but the winners?",
        replace(DEEDS[1].occasion, roles={**_OF_A_MATCH, "actor": NO_WINNERS}),
    ),
    Row(
        rf"(?:the )?(?:authors?|proposers?|writers?) of (?:{_A_PROPOSAL} (?:that|which) {_PASSES}|"
        r"(?:an?|any|each|every) (?:passed|enacted|adopted|successful) proposal)",
        DEEDS[7].occasion,
    ),
    Row(
        rf"(?:the )?(?:authors?|proposers?|writers?) of (?:{_A_PROPOSAL} (?:that|which) {_FAILS}|"
        r"(?:an?|any|each|every) (?:failed|rejected) proposal)",
        DEEDS[8].occasion,
    ),
    Row(r"(?:new players|newcomers|(?:every|each|any|a) (?:new player|newcomer))", JOINS),
    Row(rf"(?:both|all|the) players (?:of|in) {_MATCH}", DEEDS[2].occasion),
)
# "winning a duel" and "for every duel you win", as "whoever wins a duel" and "if you win a duel".
_DOING = {
    "winning": "wins",
    "losing": "loses",
    "playing": "plays",
    "voting": "votes",
    "submitting": "submits",
    "proposing": "proposes",
    "buying": "buys",
    "opening": "opens",
    "trading": "trades",
    "joining": "joins",
    "burning": "burns",
    "gifting": "gifts",
    "lighting": "lights",
    "selling": "sells",
    "gathering": "gathers",
    "fusing": "fuses",
    "exploring": "explores",
}
_GERUND = re.compile(
    rf"(?P<doing>{'|'.join(_DOING)})(?P<what> [^,]{{1,60}}?)? (?:(?P<gives>gives|brings|earns|gets|pays|is worth)"
    r"|(?P<costs>costs))(?: (?:you|the player|players|them|whoever does it))? (?P<amount>.{3,60})",
    re.IGNORECASE,
)
_FOR_EVERY = re.compile(
    r"(?P<does>.{6,100}?) for (?:each|every) (?P<what>[\w’' -]{3,30}?)(?: that| which)? (?:you|they) "
    r"(?P<verb>wins?|loses?|plays?|casts?|buys?|opens?|burns?|submits?)",
    re.IGNORECASE,
)
_WHOSE = re.compile(
    rf"(?:{WHEN} (?:your|(?:somebody|someone|anyone|anybody|a player)['’]s)|whoever['’]s|"
    r"(?:whoever|anyone|anybody|a player|every player|each player|players|everyone) whose) "
    rf"(?:proposals?|motions?) (?:(?P<passes>{_PASSES})|(?P<fails>{_FAILS}))",
    re.IGNORECASE,
)
# Words between a verb of a law's own actions and its object.
_FILLS = {"a", "an", "the", "one", "your", "somebody", "another"}
_TIMES = {
    name: re.compile(PHRASES[name], re.IGNORECASE)
    for name in ("phase-ends", "week-ends", "phase-began", "week-begins", "day-begins")
}
_TIME_TITLES = {"phase": "Every phase", "week": "Every week", "day": "Every day"}
_ON_A_DAY = re.compile(rf"(?:each|every|on|on each|on every) (?P<day>{'|'.join(WEEKDAYS)})s?", re.IGNORECASE)
_EVERY_DAYS = re.compile(rf"(?:once )?every (?P<n>{NUMBER}|other) days?", re.IGNORECASE)
_IF_THEY = re.compile(rf"{WHEN} (?:they|he|she|one) ", re.IGNORECASE)
_IN_GENERAL = re.compile(
    r"(?:everyone|everybody|anyone|anybody|somebody|someone|players|people|they|(?:all|the) players|"
    r"(?:an?|any|each|every) (?:player|person|member)) (?=[a-z])(?!who\b|that\b|with\b|without\b|else\b|having\b)",
    re.IGNORECASE,
)
_OF_A_MATCH_ALONE = re.compile(r"the (?:winner|loser) (?!of\b|in\b)", re.IGNORECASE)
_GOES_ON = r"(?: then|,| , then| ,)?"


def at_times(words: str) -> Occasion | None:
    """Return the occasion for a time, such as "at the end of every phase" or "every 3 days"; None for other words."""
    for name, pattern in _TIMES.items():
        if pattern.fullmatch(words):
            span = name.split("-")[0]
            return Occasion(_TIME_TITLES[span], {"when": name}, span=span)
    if found := _ON_A_DAY.fullmatch(words):
        day = found["day"].capitalize()
        if day == WEEKDAYS[0]:
            return Occasion(_TIME_TITLES["week"], {"when": "week-begins"}, span="week")
        condition = is_one_of("$weekday", [day])
        return Occasion(f"Every {day}", {"when": "day-begins"}, conditions=(condition,))
    if found := _EVERY_DAYS.fullmatch(words):
        days = 2 if found["n"].casefold() == "other" else number(found["n"])
        if days < 2:
            return None
        condition = {"is": [{"remainder": ["$day", days]}, "equals", 0]}
        return Occasion(f"Every {days} days", {"when": "day-begins"}, conditions=(condition,))
    return None


def deeds_under(law: Law) -> list[Row]:
    """Return all deeds of players under a law: `DEEDS`, and the law's own actions."""
    return law.once("deeds in sentences", lambda: [*DEEDS, *_own_deeds(law)])


def _own_deeds(law: Law) -> Iterator[Row]:
    for name, title in actions_heard(law, clauses_of(law)):
        words = deed_pattern(title)
        if words:
            yield _deed(words, f"When you {title[:1].lower()}{title[1:]}", "does", "$who", act=name)


def deed_pattern(title: str) -> str:
    """Return the pattern of an action by its title, in the third person too: "burns a card" for “Burn a card”."""
    verb, *rest = title.split()
    if not rest and len(verb) < 4:
        return ""
    ends = "(?:es)?" if verb.endswith(("s", "x", "ch", "sh")) else "s?"
    is_in_y = verb.endswith("y") and verb[-2:-1] not in "aeiou"
    verbs = rf"{re.escape(verb[:-1])}(?:y|ies)" if is_in_y else f"{re.escape(verb)}{ends}"
    nouns = [word for word in rest if word.casefold() not in _FILLS]
    return " ".join([verbs, *(rf"(?:(?:an?|the|one|any|another|their|your) )?{_plural(word)}" for word in nouns)])


def _plural(word: str) -> str:
    return re.escape(word) if word.endswith("s") or not word.isalpha() else f"{re.escape(word)}s?"


def narrowed(row: Row, found: re.Match[str], law: Law) -> Occasion | None:
    """Return a row's occasion, limited to the match or thing that the words name.

    Returns None if the law has no such match or thing.
    """
    said = {name: words for name, words in found.groupdict().items() if words}
    occasion = row.occasion
    if "match" in said:
        kind = said["match"].casefold().rstrip("s")
        if kind in ("duel", "battle"):
            if not law.has(f"{kind}s"):
                return None
            condition = {"is": ["$match_kind", "equals", {"values": [kind]}]}
            titles = {
                "Won matches": f"Won {kind}s",
                "Lost matches": f"Lost {kind}s",
                "Matches": f"{kind}s".capitalize(),
            }
            title = titles.get(occasion.title, occasion.title)
            return replace(occasion, title=title, conditions=(condition, *occasion.conditions))
    for name in ("offer", "pack"):
        if name in said and (condition := _of_these(name, said[name], law)) is not True:
            return None if condition is None else replace(occasion, conditions=(condition,))
    return occasion


def _of_these(name: str, said: str, law: Law) -> Any:
    """Return the condition that an offer or a pack is one of those named: True if any is, None if it is unknown."""
    plain = said.casefold()
    if plain in ("something", "anything", "things") or (name == "pack" and plain in ("pack", "packs")):
        return True
    offers = names_of_offers(law, plain)
    return is_one_of(f"${name}", offers) if offers else None


def is_one_of(name: str, values: list[str]) -> dict[str, Any]:
    """Return the condition that the name `name` of an event has one of these values."""
    if len(values) == 1:
        return {"is": [name, "equals", {"values": values}]}
    return {"member": name, "of": {"values": values}}


def names_of_offers(law: Law, said: str) -> list[str]:
    """Return the names of offers that `said` means; for "packs", all packs that are sold."""
    offers = law.document.get("shop", {}).get("offers", {})
    items = items_of(law)
    if said in ("pack", "packs"):
        return [name for name in offers if name in items and items[name].kind == "pack"]
    plurals = {name: items[name].plural.casefold() if name in items else f"{name.casefold()}s" for name in offers}
    return [name for name in offers if said in (name.casefold(), plurals[name])]


@dataclass(frozen=True)
class Said:
    """An occasion and the rest of the sentence. `subject` is set if the occasion also names the players of the rest."""

    occasion: Occasion
    rest: str
    subject: Any = None


def split(words: str, law: Law) -> Iterator[Said]:
    """Yield each way to divide a sentence into an occasion and the rest."""
    yield from _by_time(words)
    if (found := _GERUND.fullmatch(words)) is not None:
        verb = "pays" if found["costs"] else "gets"
        words = f"whoever {_DOING[found['doing'].casefold()]}{found['what'] or ''} {verb} {found['amount']}"
    elif (found := _FOR_EVERY.fullmatch(words)) is not None:
        words = f"if you {found['verb'].rstrip('s')} a {found['what']}, {found['does']}"
    elif _OF_A_MATCH_ALONE.match(words):
        yield Said(EVENTS[3].occasion, words)
    if (found := _WHOSE.match(words)) is not None:
        occasion = DEEDS[7].occasion if found["passes"] else DEEDS[8].occasion
        yield Said(occasion, _without_comma(words[found.end() :]), AUTHOR)
    for row in NOUNS:
        yield from _about(rf"(?:{row.words})", row, words, law)
    for row in deeds_under(law):
        yield from _about(rf"{WHOEVER} (?:{row.words})", row, words, law)
        yield from _at_either_end(rf"{WHEN} {SOMEBODY} (?:{row.words})", row, words, law)
    for row in EVENTS:
        yield from _at_either_end(rf"{WHEN} (?:{row.words})", row, words, law)
        yield from _at_either_end(rf"(?:after|in|at the end of) {_MATCH}", EVENTS[3], words, law)


def _by_time(words: str) -> Iterator[Said]:
    """Yield the ways to split off a time at the beginning or the end."""
    parts = words.split(" ")
    for count in range(1, min(len(parts), 12)):
        if (occasion := at_times(" ".join(parts[:count]).rstrip(" ,"))) is not None:
            yield Said(occasion, _without_comma(f" {' '.join(parts[count:])}"))
        if (occasion := at_times(" ".join(parts[-count:]))) is not None:
            yield Said(occasion, " ".join(parts[:-count]).rstrip(" ,"))


def _without_comma(words: str) -> str:
    return re.sub(r"^ ?,? ?(?:then )?", "", words)


def _about(pattern: str, row: Row, words: str, law: Law) -> Iterator[Said]:
    found = _compiled(rf"{pattern}(?= )").match(words)
    if found is not None and (occasion := narrowed(row, found, law)) is not None:
        yield Said(occasion, _without_comma(words[found.end() :]), occasion.actor)


def _at_either_end(pattern: str, row: Row, words: str, law: Law) -> Iterator[Said]:
    found = _compiled(
        rf"{pattern}{_GOES_ON} (?=(?:they|he|she|that|the|its|you|every|each|all|both|any|an?|some|"
        r"who|play|no|give|take|pay|set|one)[a-z]*\b)"
    ).match(words)
    if found is not None and (occasion := narrowed(row, found, law)) is not None:
        yield Said(occasion, _without_comma(words[found.end() - 1 :]), None)
    last = _compiled(rf"(?P<rest>.{{3,200}}?),? (?P<tail>{pattern})").fullmatch(words)
    if last is None or (occasion := narrowed(row, last, law)) is None:
        return
    rest = last["rest"].rstrip(" ,")
    if _IF_THEY.match(last["tail"]) is None:
        yield Said(occasion, rest)
    elif (general := _IN_GENERAL.match(rest)) is not None:  # "everyone gets a Chip if they win": those who win
        yield Said(occasion, rest[general.end() :], occasion.actor)


@lru_cache(maxsize=2_000)  # the phrases of some laws, whose actions are among them
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
