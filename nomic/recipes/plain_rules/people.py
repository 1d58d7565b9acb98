"""The players whom a rule is about: the phrases for them, and the conditions that select them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nomic.clauses.clause_index import vocabulary_of
from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law
from nomic.recipes.plain_rules.occasions import EVERYBODY, Occasion
from nomic.recipes.plain_rules.things import CARDS, NUMBER, Thing, number, thing_pattern, things_of

ALL = (
    r"(?:everyone|everybody|(?:all|every|each|any)(?: of)?(?: the)? (?:players?|members?|people|person)|players|"
    r"members|anyone|anybody|(?:a|the) (?:player|person)s?|those|whoever|people)"
)
_THE_ONE = r"(?:whoever|the (?:player|players|person|people|one|ones)|those|everyone|everybody|(?:a|any|each) player)"
_WITH = r"(?:with|having|(?:who|that) (?:has|have|owns?|holds?)|has|have)"
_PLAIN: Mapping[str, str] = {
    "all": r"(?:everyone|everybody|all(?: of)?(?: the)? (?:players|members)|all|(?:every|each) (?:player|"
    r"member|person)|"
    r"players|the players|the members)",
    "active": r"(?:(?:all|every|each|the)(?: the)? )?active players?",
    "inactive": r"(?:(?:all|every|each|the)(?: the)? )?inactive players?",
    "reputable": r"(?:(?:all|every|each|the)(?: the)? )?reputable players?",
}
_SETS = {"all": "players", "active": "active", "inactive": "inactive", "reputable": "reputable"}
_THEY = re.compile(
    r"(?:they|he|she|he or she|it|you|that player|the player|this player|that person|who)",
    re.IGNORECASE,
)
_ELSE = re.compile(
    r"(?:(?:everyone|everybody|every player|all players) else|(?:all )?(?:the )?other players|(?:all )?the others|"
    r"all others|(?:every|each) other player)",
    re.IGNORECASE,
)
# The players of an event, by their roles.
_ROLES: Mapping[str, str] = {
    "winner": r"(?:the|its|each|every|all)(?: the)? winners?",
    "loser": r"(?:the|its|each|every|all)(?: the)? losers?|the other(?: player| one| side)?|"
    r"whoever (?:loses|lost)(?: it)?",
    "rest": r"everyone in it but the winners?",
    "both": r"both(?: (?:of them|players|sides|traders|parties))?|(?:the|its) (?:players|sides|traders|two players)|"
    r"everyone (?:in it|who played(?: in it)?)|everybody (?:in it|who played(?: in it)?)",
    "author": r"(?:its|the|that proposal['’]s|the proposal['’]s) (?:author|proposer|writer)",
    "voters": r"(?:everyone|everybody|all players|every player|each player) who voted(?: on (?:it|the proposal))?|"
    r"(?:its|the|all) voters",
    "supporters": r"(?:everyone|everybody|all players|every player|each player|those) who voted (?:for|yes on) "
    r"(?:it|the proposal)|its supporters",
    "opponents": r"(?:everyone|everybody|all players|every player|each player|those) who voted (?:against|no on) "
    r"(?:it|the proposal)|its opponents",
}
_BY_LOT = re.compile(
    r"(?:(?:an?|one) (?:random|randomly chosen) (?:(?P<kind>active|reputable) )?(?:player|person|member)|"
    r"(?:somebody|someone|a player|one player)(?: chosen)? at random|somebody random|a player chosen by lot)",
    re.IGNORECASE,
)
_VOTED = re.compile(
    rf"{ALL} (?:(?:who|that) )?(?P<no>(?:has|have) not voted|(?:hasn|haven)['’]t voted|did not vote|didn['’]t vote|"
    r"(?:does|do) not vote|(?:doesn|don)['’]t vote|(?:has|have) never voted)"
    r"(?: (?:in|during) (?:it|this|that|the|a) (?:phase|week|day))?",
    re.IGNORECASE,
)
_HAS_VOTED = re.compile(
    rf"{ALL} (?:who|that) (?:voted|(?:has|have) voted)(?: (?:in|during) (?:it|this|that|the|a) (?:phase|week|day))?",
    re.IGNORECASE,
)
_RICHEST = re.compile(r"the (?P<rank>richest|wealthiest|poorest)(?: (?:player|person|one)s?)?", re.IGNORECASE)
_OFFICE = re.compile(r"(?:the|our) (?P<office>[A-Z][\w’' -]{1,30}|judge)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class People:
    """Players as an expression. `thing` is what the words compare.

    `counts` is a span of time if the rule has to count each player's votes in it, else "".
    """

    players: Any
    counts: str = ""
    thing: Thing | None = None


VOTES_CAST = "$votes-cast"  # stands for the name of the value that counts votes, until the law's names are known


def players_meant(words: str, law: Law, occasion: Occasion, thing: Thing | None = None) -> People | None:
    """Return the players that a phrase denotes, or None if that is unclear.

    `thing` is the default for "the player with the most" without a noun.
    """
    words = words.strip(" ,")
    if _THEY.fullmatch(words):
        if occasion.actor is not None:
            return People(occasion.actor)
        is_you_at_a_time = words.casefold() == "you" and not occasion.roles
        return People(EVERYBODY) if is_you_at_a_time else None
    for role, pattern in _ROLES.items():
        if role in occasion.roles and re.fullmatch(pattern, words, re.IGNORECASE):
            return People(occasion.roles[role])
    if _ELSE.fullmatch(words):
        return None if occasion.actor is None else People({"players": "players", "except": occasion.actor})
    for name, pattern in _PLAIN.items():
        if re.fullmatch(pattern, words, re.IGNORECASE):
            return People({"players": _SETS[name]})
    if (found := _BY_LOT.fullmatch(words)) is not None:
        return People({"sample": 1, "from": {"players": (found["kind"] or "players").casefold()}})
    return _of_votes(words, occasion) or _by_rank(words, law, thing) or _chosen(words, law) or _holder(words, law)


def is_one_of_them(words: str, law: Law, player: str) -> Any:
    """Return the condition that `player` belongs to the players whom the words name, or None.

    Returns None also for words that name everybody, somebody at random, or the players of an event.
    """
    if (found := _OFFICE.fullmatch(words)) is not None and (office := office_named(found["office"], law)):
        return {"holds": player, "office": office}
    who = players_meant(words, law, Occasion("", {}))
    match None if who is None else who.players:
        case {"sample": _} | None:
            return None
        case {"players": "players", **rest} if not rest:
            return None
        case {"players": "players", "where": where} if player == "$it":
            return where
        case players:
            return {"member": player, "of": players}


def _of_votes(words: str, occasion: Occasion) -> People | None:
    not_voted = _VOTED.fullmatch(words)
    if not_voted is None and _HAS_VOTED.fullmatch(words) is None:
        return None
    if not occasion.span:
        return None
    if occasion.span == "phase":
        span = "phase" if occasion.when["when"] == "phase-ends" else "previous_phase"
        did = {"acted": "$it", "act": "vote", "in": span}
        return People({"players": "players", "where": {"not": did} if not_voted else did})
    cast = {"value_of": VOTES_CAST, "of": "$it"}
    return People(
        {"players": "players", "where": {"is": [cast, "equals" if not_voted else "more_than", 0]}}, occasion.span
    )


def _by_rank(words: str, law: Law, known: Thing | None) -> People | None:
    thing, is_least = None, False
    if (found := _RICHEST.fullmatch(words)) is not None:
        money = [each for word, each in things_of(law).items() if each.kind == "item" and _is_money(law, each)]
        thing, is_least = next(iter(money), None), found["rank"].casefold() == "poorest"
    else:
        best = re.compile(
            rf"{_THE_ONE} {_WITH} (?:the )?(?P<rank>most|fewest|least)(?: (?P<thing>{thing_pattern(law)}|cards?))?",
            re.IGNORECASE,
        )
        if (named := best.fullmatch(words)) is not None:
            said = named["thing"]
            thing, is_least = _thing(said, law) if said else known, named["rank"].casefold() != "most"
    if thing is None:
        return None
    among: dict[str, Any] = {"players": "players"}
    if not is_least:
        among["where"] = {"is": [thing.owned("$it"), "at_least", 1]}
    ranked = {"extreme": among, "by": thing.owned("$one"), "as": "one", "ties": "all"}
    return People({**ranked, "least": True} if is_least else ranked, thing=thing)


def _is_money(law: Law, thing: Thing) -> bool:
    return items_of(law)[thing.name].kind == "currency"


def _chosen(words: str, law: Law) -> People | None:
    """Return all players with a property: "everyone with fewer than 3 Chips". None for other words."""
    found = re.compile(rf"{ALL} (?P<bound>.{{4,80}})", re.IGNORECASE).fullmatch(words)
    return None if found is None else those_with(found["bound"], law)


def those_with(words: str, law: Law) -> People | None:
    """Return all players who meet words such as "with no Chips", or None if the words are not understood."""
    found = _bound(words, law, "$it")
    return None if found is None else People({"players": "players", "where": found[0]}, thing=found[1])


def condition_in_words(words: str, law: Law, player: str) -> Any:
    """Return the condition that words such as "with no Chips" express for a player, or None if they express none."""
    found = _bound(words, law, player)
    return None if found is None else found[0]


def _bound(words: str, law: Law, player: str) -> tuple[Any, Thing] | None:
    things = rf"{thing_pattern(law)}|cards?"
    found = re.compile(
        rf"(?:{_WITH} (?:(?P<none>no|zero|0)|"
        rf"(?P<how>more than|over|at least|fewer than|less than|under|at most|exactly) (?P<n>{NUMBER})|"
        rf"(?P<m>{NUMBER}) or (?P<way>more|fewer|less)) (?P<thing>{things})(?: left)?|"
        rf"{_WITH} (?P<k>{NUMBER}) (?P<any>{things}) or (?P<dir>more|fewer|less)|"
        r"(?:without|(?:who|that) (?:does not|do not|doesn['’]t|don['’]t) have) (?:an? |any )?"
        rf"(?P<no>{things}))",
        re.IGNORECASE,
    ).fullmatch(words.strip())
    if found is None:
        return None
    thing = _thing(found["thing"] or found["any"] or found["no"], law)
    if thing is None:
        return None
    owned = thing.owned(player)
    if found["none"] or found["no"]:
        return {"is": [owned, "equals", 0]}, thing
    if found["n"]:
        how, count = found["how"].casefold(), number(found["n"])
        if how in ("more than", "over"):
            return {"is": [owned, "more_than", count]}, thing
        if how in ("fewer than", "less than", "under"):
            return {"is": [count, "more_than", owned]}, thing
        if how == "at most":
            return {"not": {"is": [owned, "more_than", count]}}, thing
        return {"is": [owned, "at_least" if how == "at least" else "equals", count]}, thing
    count = number(found["m"] or found["k"])
    if (found["way"] or found["dir"]).casefold() == "more":
        return {"is": [owned, "at_least", count]}, thing
    return {"not": {"is": [owned, "more_than", count]}}, thing


def _thing(said: str, law: Law) -> Thing | None:
    plain = said.casefold()
    return Thing("card", "cards") if plain in CARDS else things_of(law).get(plain)


def _holder(words: str, law: Law) -> People | None:
    found = _OFFICE.fullmatch(words)
    office = "" if found is None else office_named(found["office"], law)
    return People({"players": "players", "where": {"holds": "$it", "office": office}}) if office else None


def office_named(said: str, law: Law) -> str:
    """Return the name of an office of the law, or ""."""
    return next((name for name in vocabulary_of(law).offices if name.casefold() == said.casefold()), "")


_IN_A_TIE = (
    r"(?:(?:if|when) there is a (?:tie|draw)|(?:if|when) (?:several|two or more|more than one|they|two)(?: players?)? "
    r"(?:are tied|is tied|ties?)|in (?:the )?(?:case|event) of a (?:tie|draw)|(?:in|on) a (?:tie|draw))"
    r"(?: for (?:the )?(?:most|fewest|first place)(?: [^\s,]{1,30}){0,2})?"
)
_GAIN = (
    r"(?:gains?|gets?|receives?|wins?|earns?|loses?|pays?)"
    r"(?: (?:it|them|that|this|anything|nothing|one|the [\w ]{1,30}))?"
)
_NOT_GIVEN = r"(?:it|this|that|nothing) (?:is|are)(?: not|n['’]t)? (?:given|awarded|paid|gained|granted|lost)"
_AT_RANDOM = r"(?:at random|randomly|by lot|by chance|by (?:rolling )?(?:a die|dice)|by (?:a )?coin(?: flip| toss)?)"
# What is to happen if several players tie, by the value of "ties" of an extreme.
_TIES = (
    (
        "none",
        rf"{_IN_A_TIE},? (?:(?:nobody|no one|no player|none(?: of them)?) {_GAIN}|{_NOT_GIVEN}|nothing happens)|"
        rf"(?:nobody|no one|no player) {_GAIN} {_IN_A_TIE}|unless there is a (?:tie|draw)",
    ),
    ("all", rf"{_IN_A_TIE},? (?:they all|all of them|each of them|all(?: tied)? players|everyone|both) {_GAIN}"),
    (
        "lot",
        rf"(?:ties are|a tie is|any tie is) (?:broken|decided|settled|resolved) {_AT_RANDOM}|"
        rf"{_IN_A_TIE},? (?:one of them|one|a random one(?: of them)?|a random player)(?:,? {_AT_RANDOM},?)? {_GAIN}"
        rf"(?: {_AT_RANDOM})?",
    ),
)
_SAID_OF_TIES = re.compile("|".join(f"(?P<{ties}>{pattern})" for ties, pattern in _TIES), re.IGNORECASE)
_AT_THE_END = re.compile(rf"(?:[,;]| [–—-]| \() ?(?:but |and )?(?P<said>{_SAID_OF_TIES.pattern})\)?$", re.IGNORECASE)
_OF_TIES = re.compile(r"\b(?:ties?|tied|tying|draw)\b", re.IGNORECASE)


def ties_said(sentence: str) -> str:
    """Return how a sentence settles ties between players, as "none", "all" or "lot". Returns "" if it does not say."""
    found = _SAID_OF_TIES.fullmatch(sentence.strip(" .!;:"))
    return "" if found is None else str(found.lastgroup)


def speaks_of_ties(sentence: str) -> bool:
    """Return whether a sentence is about ties, understood or not."""
    return _OF_TIES.search(sentence) is not None


def without_ties(sentence: str) -> tuple[str, str]:
    """Return a sentence without its final words about ties, and how they settle ties (see `ties_said`)."""
    found = _AT_THE_END.search(sentence)
    return (sentence, "") if found is None else (sentence[: found.start()], ties_said(found["said"]))


def with_ties(content: Any, ties: str) -> Any:
    """Return clauses in which ties for the most or the fewest of something are settled in this way."""
    if isinstance(content, dict):
        changed = {key: with_ties(part, ties) for key, part in content.items()}
        return {**changed, "ties": ties} if "extreme" in content else changed
    return [with_ties(part, ties) for part in content] if isinstance(content, list) else content
