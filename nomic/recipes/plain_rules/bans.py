"""Bans and limits: "Nobody may trade", "You may not gift more than 3 times a week".

The private functions return None for sentences of other forms.
"""

import re
from collections.abc import Iterator
from typing import Any

from nomic.clauses.checks.events import actions_heard
from nomic.clauses.clause_index import clauses_of
from nomic.law.document.sections import Law
from nomic.recipes.plain_rules.conditions import on_conditions
from nomic.recipes.plain_rules.occasions import EVERYBODY, WEEKDAYS, deed_pattern, is_one_of, names_of_offers
from nomic.recipes.plain_rules.people import condition_in_words, is_one_of_them, office_named
from nomic.recipes.plain_rules.things import CALLED, NUMBER, number, things_of

COUNTED = "$counted"  # stands for the name of the value that counts, until the law's names are known
_NOT = (
    r"(?:may not|must not|mustn['’]t|cannot|can ?not|can['’]t|shall not|should not|shouldn['’]t|"
    r"(?:is|are) not allowed to|(?:aren|isn)['’]t allowed to|(?:is|are) no longer allowed to|"
    r"may no longer|can no longer|(?:is|are) forbidden to|do not get to|don['’]t get to)"
)
_CAN = r"(?:may|can|(?:is|are) allowed to|gets? to)"
_ALL = r"(?:you|players|all players|everyone|everybody|people|(?:a|any|every|each) player|one|we)"
_OFFICE = r"the (?P<office>[A-Z][\w’' -]{1,30}?)"
_NOBODY = r"(?:nobody|no one|no-one|no players?|none of (?:us|you))"
_FROM_NOW = r"(?:from now on,? |starting now,? )?"
_WHO = (
    rf"{_FROM_NOW}(?:{_NOBODY} {_CAN}|"
    rf"(?P<who>(?:{_OFFICE}|{_ALL})(?: (?P<bound>(?:with|who|that|without) .{{4,60}}?))?) {_NOT})"
)
_PER = (
    r"(?:(?:an?|per|each|every|in (?:an?|each|every|one|the same)|during (?:an?|one|the same)) "
    r"(?P<per>day|week|phase))"
)
_TIMES = rf"(?:more (?:often )?than (?P<times>once|twice|{NUMBER}(?: times)?))"
_BAN = re.compile(rf"{_WHO} (?P<what>.{{3,80}})", re.IGNORECASE)
_UP_TO = re.compile(
    rf"{_FROM_NOW}{_ALL} (?:(?:may|can)(?P<only> only)?|(?:is|are)(?P<just> only)? allowed to) (?P<what>.{{3,60}}?)"
    rf"(?P<most> at most| only| up to| no more than)? (?P<times>once|twice|{NUMBER} times?) {_PER}",
    re.IGNORECASE,
)
_AT_MOST = re.compile(
    rf"{_FROM_NOW}(?:(?:there (?:is|are) )?(?:a (?:limit|maximum) of )?"
    r"(?:at most |only |no more than |max(?:imum)?(?: of)? |up to )?"
    rf"|{_ALL} (?:may|can) (?:only )?(?:make|do|have|offer|open|buy|accept|submit)? ?"
    r"(?:at most |only |no more than |up to ))"
    rf"(?P<n>{NUMBER}) (?P<noun>[\w-]{{3,20}}) {_PER}(?: (?:each|per player|for (?:each|every) player))?",
    re.IGNORECASE,
)
_MORE_THAN = re.compile(
    rf"(?P<verb>[\w-]{{2,20}}(?: away)?) (?:more than|over) (?P<n>{NUMBER}) (?P<noun>[\w’' -]{{3,40}}?) {_PER}",
    re.IGNORECASE,
)
_BUY_AT_MOST = re.compile(
    rf"{_FROM_NOW}(?:{_ALL} (?:may|can) (?:only )?(?:buy|purchase) (?:at most|no more than|up to|only|a maximum of) "
    rf"|(?:at most|no more than|only) (?=.{{3,50}} (?:may|can) be (?:bought|purchased) ))"
    rf"(?P<n>{NUMBER}) (?P<noun>[\w’' -]{{3,40}}?)(?: (?:may|can) be (?:bought|purchased))?"
    rf"(?: (?:in|from|at) the (?:croupier|shop|store|market))? {_PER}(?: (?:each|per player|by each player))?",
    re.IGNORECASE,
)
_BUY = re.compile(r"(?:buy|purchase) (?:any |an? )?(?P<noun>[\w’' -]{3,40})", re.IGNORECASE)
_OFTEN = re.compile(rf"(?P<what>.{{3,60}}?) {_TIMES} {_PER}", re.IGNORECASE)
_OWN = re.compile(
    rf"(?:have|own|hold|keep|possess) (?:more than|over) (?P<n>{NUMBER}) (?P<thing>.{{3,40}})", re.IGNORECASE
)
_NEWCOMERS = r"(?:(?:an?|any|every|all) )?(?:newcomers?|new players?)"
_AT_FIRST = (
    rf"(?:for|within|in|during|on) (?:(?:their|the|his|her) )?(?:first )?(?:(?P<n>{NUMBER}) )?(?P<unit>day|week)s?"
    r"(?: (?:after (?:they (?:join|joined)|joining)|of (?:the|their) game))?"
)
_OF_NEWCOMERS = re.compile(
    rf"(?:(?P<early>{_AT_FIRST.replace('<n>', '<m>').replace('<unit>', '<span>')}),? )?{_NEWCOMERS} {_NOT} "
    rf"(?:be (?P<done>\w+)|(?P<what>.{{3,60}}?))(?: {_AT_FIRST})?",
    re.IGNORECASE,
)
_DONE_TO = re.compile(
    rf"(?:{_NOBODY} {_CAN} (?:challenge|duel|attack) (?P<them>.{{3,60}})|"
    rf"(?P<whom>.{{3,60}}?) {_NOT} be (?P<done>\w+))",
    re.IGNORECASE,
)
# What is done to others, by the action and its argument with these players.
_PASSIVE: dict[str, tuple[str, str]] = {"request-duel": ("players", r"challenged|duell?ed|attacked")}
_THE_SAME = re.compile(
    rf"(?:{_ALL} (?:{_CAN}|(?P<not>{_NOT}))|{_NOBODY} (?P<nor>{_CAN})) (?:only )?(?:challenge|duel|attack) "
    r"the same (?:player|person|opponent|one|member) "
    r"(?:at most |only |no more than |not more than |up to |more (?:often )?than )?"
    rf"(?P<times>once|twice|{NUMBER} times?) {_PER}",
    re.IGNORECASE,
)
_ONLY = re.compile(rf"only (?P<who>.{{3,60}}?) {_CAN} (?P<what>.{{3,60}})", re.IGNORECASE)
_ON_DAYS = re.compile(
    rf"(?P<rest>.{{6,120}}?) (?:on|at|during) (?:(?:each|every|the) )?(?P<days>weekends?|(?:{'|'.join(WEEKDAYS)})s?"
    rf"(?: and (?:on )?(?:{'|'.join(WEEKDAYS)})s?)?)",
    re.IGNORECASE,
)
_SOME_MAY_NOT = re.compile(rf"(?P<who>[^.,;:]{{3,80}}?) {_NOT} (?P<what>.{{3,60}})", re.IGNORECASE)
_OWN_PROPOSALS = re.compile(
    rf"(?:{_ALL} {_NOT}|{_NOBODY} {_CAN}) vote (?:on|for|against) (?:your|their|his|one['’]s|our) own "
    r"(?:proposals?|motions?)",
    re.IGNORECASE,
)
_NOUN_FIRST = re.compile(
    rf"(?:(?P<noun>[\w-]{{3,20}}(?: [\w-]{{3,20}})?) (?:{_NOT} be (?P<done>[\w ]{{3,20}})|"
    r"(?:is|are) (?:not allowed|no longer allowed|forbidden|prohibited|banned))|"
    rf"no (?P<none>[\w-]{{3,20}}(?: [\w-]{{3,20}})?) (?:{_CAN} be (?P<nor>[\w ]{{3,20}})|(?:is|are) allowed))",
    re.IGNORECASE,
)
# What is done to what one makes: "Trades may not be offered".
_DONE: dict[str, str] = {
    "offer-trade": r"offered|made|proposed",
    "gift": r"made|given|sent",
    "submit-proposal": r"submitted|made|proposed|written",
    "vote": r"cast|given",
    "request-duel": r"requested|asked for|made|started",
}
_GIVE = re.compile(
    r"(?:give|hand|pass) (?:anything|something|things|any of (?:their|your) things)"
    r"(?: (?:away|over|on|to (?:others|anybody|anyone|(?:an)?other players?)))?",
    re.IGNORECASE,
)
_GIVES, _TO_GIVE = ("offer-trade", "gift"), re.compile(r"(?:give|hand|pass) ", re.IGNORECASE)
_IF_THEY = re.compile(
    r"(?P<rest>.{6,120}?),? (?P<how>unless|if|while|as long as) (?:they|you|he or she) (?P<bound>(?:has|have) .{4,60})",
    re.IGNORECASE,
)
_BECAUSE = "a rule forbids it"
PERIODS = {"phase": "phase-began", "week": "week-begins", "day": "day-begins"}
# What people call the actions that the software has, besides their titles: verbs, and nouns for one of them.
_CALLED: dict[str, tuple[str, str]] = {
    "offer-trade": (r"(?:trade|make trades|make a trade|offer trades?)", r"(?:trades?|offers?|trade offers?|deals?)"),
    "gift": (
        r"(?:gift|make gifts|give (?:a gift|gifts|presents)(?: to others)?)",
        r"(?:gifts?|presents?)",
    ),
    "submit-proposal": (
        r"(?:propose|propose anything|make proposals?|submit proposals?|write proposals?)",
        r"(?:proposals?|motions?)",
    ),
    "vote": (r"(?:vote|cast (?:a )?votes?)", r"votes?"),
    "request-duel": (
        r"(?:duel|ask for (?:a )?duels?|challenge (?:somebody|someone|anyone|others)|start (?:a )?duels?)",
        r"(?:duels?|challenges?|duel requests?)",
    ),
    "burn-card": (r"(?:burn|burn cards?|destroy cards?)", r"(?:burnings?|burns?)"),
    "open-pack": (r"open (?:packs?|a pack)", r"(?:openings?)"),
    "buy": (r"(?:buy|buy anything|shop|buy things)", r"(?:purchases?)"),
    "file-request": (r"(?:ask for justice|file requests?|complain)", r"(?:complaints?|requests?)"),
}
_NOUNS = {
    "offer-trade": "trades offered",
    "gift": "gifts",
    "submit-proposal": "proposals",
    "vote": "votes",
    "request-duel": "duels asked for",
    "burn-card": "burnt cards",
    "open-pack": "opened packs",
    "buy": "purchases",
}


def ban_in(words: str, law: Law) -> tuple[str, dict[str, Any]] | None:
    """Return the title and clauses of a rule that forbids or limits something, or None if the words do neither."""
    for make in (
        _on_days,
        _on_condition,
        _of_newcomers,
        _of_the_same,
        _cap,
        _limit_of_a_thing,
        _limited,
        _only,
        _done_to,
        _noun_first,
        _on_own_proposals,
        _forbidden,
        _of_some,
    ):
        if (found := make(words, law)) is not None:
            return found
    return None


def _on_days(words: str, law: Law) -> tuple[str, dict[str, Any]] | None:
    """Read a ban on certain days of the week. A value of the cycle then says whether today is one of them."""
    found = _ON_DAYS.fullmatch(words)
    ban = None if found is None else ban_in(found["rest"], law)
    if found is None or ban is None or {*ban[1]} != {"ban"}:
        return None
    days = [day for day in WEEKDAYS if day.casefold() in found["days"].casefold()] or ["Saturday", "Sunday"]
    name = CALLED + ("Weekend" if found["days"].casefold().startswith("weekend") else " or ".join(days))
    clause = ban[1]["ban"]
    conditions = [{"is": [{"value_of": name}, "equals", 1]}, *([clause["if"]] if "if" in clause else [])]
    begin = {
        "when": "day-begins",
        "if": is_one_of("$weekday", days),
        "do": [{"set": name, "to": 1, "until": {"days": 1}}],
    }
    return f"{ban[0]} on {found['days']}", {
        "today": {"value": name, "of": "cycle", "is": "flag"},
        "begin": begin,
        "ban": {"forbid": clause["forbid"], **_if(conditions), "because": f"nobody can do this on {found['days']}"},
    }


def _on_condition(words: str, law: Law) -> tuple[str, dict[str, Any]] | None:
    """Read a ban that holds under a condition: "Nobody may borrow Coins while the Fog is at 15 or more"."""
    for rest, condition, said in (*on_conditions(words, law), *_on_conditions_of_the_actor(words, law)):
        ban = ban_in(rest, law)
        if ban is not None and {*ban[1]} == {"ban"}:
            clause = ban[1]["ban"]
            conditions = [*([clause["if"]] if "if" in clause else []), condition]
            because = f"you cannot do this {said}"
            return ban[0], {"ban": {"forbid": clause["forbid"], **_if(conditions), "because": because}}
    return None


def _on_conditions_of_the_actor(words: str, law: Law) -> Iterator[tuple[str, Any, str]]:
    found = _IF_THEY.fullmatch(words)
    condition = None if found is None else condition_in_words(found["bound"], law, "$me")
    if found is not None and condition is not None:
        is_exception = found["how"].casefold() == "unless"
        bound = re.sub(r"^has\b", "have", found["bound"], flags=re.IGNORECASE)
        said = f"{'unless' if is_exception else 'if'} you {bound}"
        yield found["rest"], {"not": condition} if is_exception else condition, said


def _of_newcomers(words: str, law: Law) -> tuple[str, dict[str, Any]] | None:
    """Read a ban on what newcomers do in their first days, or on what is done to them."""
    found = _OF_NEWCOMERS.fullmatch(words)
    if found is None or bool(found["early"]) == bool(found["unit"]):
        return None
    days = number(found["n"] or found["m"] or "1") * (7 if (found["unit"] or found["span"]).casefold() == "week" else 1)
    said = f"in their first {days} days" if days > 1 else "on their first day"
    if found["done"]:
        title, because = "Guard for newcomers", f"newcomers are safe {said}"
        return _forbid_to(found["done"], _is_new("$it", days), law, title, because)
    act = _act_said(found["what"], law)
    if act is None:
        return None
    clause = {"forbid": act, "if": _is_new("$me", days), "because": f"newcomers cannot do this {said}"}
    return f"No {_noun(act, law)} by newcomers", {"ban": clause}


def _is_new(player: str, days: int) -> Any:
    return {"is": [days, "more_than", {"since": "joined", "of": player, "in": "days"}]}


def _forbid_to(done: str, whom: Any, law: Law, title: str, because: str) -> tuple[str, dict[str, Any]] | None:
    """Return a ban on acts such as "challenged" against players (`$it`) of whom a condition is true, or None."""
    for act, (argument, passive) in _PASSIVE.items():
        if act in _acts(law) and re.fullmatch(passive, done, re.IGNORECASE):
            those = {"count": {"those": f"${argument}", "where": whom}}
            return title, {"ban": {"forbid": act, "if": {"is": [those, "at_least", 1]}, "because": because}}
    return None


def _done_to(words: str, law: Law) -> tuple[str, dict[str, Any]] | None:
    """Read a ban on doing something to some players: "The Judge cannot be challenged"."""
    found = _DONE_TO.fullmatch(words)
    whom = None if found is None else is_one_of_them(found["them"] or found["whom"], law, "$it")
    if found is None or whom is None:
        return None
    return _forbid_to(found["done"] or "challenged", whom, law, "Who is safe", "a rule keeps them safe")


def _noun_first(words: str, law: Law) -> tuple[str, dict[str, Any]] | None:
    """Read a ban that begins with what is made: "Trades may not be offered"."""
    found = _NOUN_FIRST.fullmatch(words)
    if found is None:
        return None
    noun, does = found["noun"] or found["none"], found["done"] or found["nor"]
    for act, done in _DONE.items():
        is_done = not does or re.fullmatch(done, does, re.IGNORECASE)
        if act in _acts(law) and _is_called(act, noun) and is_done:
            return f"No {_noun(act, law)}", {"ban": {"forbid": act, "because": _BECAUSE}}
    return None


def _of_the_same(words: str, law: Law) -> tuple[str, dict[str, Any]] | None:
    """Read a limit that is counted for each other player separately: "challenge the same player at most once a day"."""
    found = _THE_SAME.fullmatch(words)
    if found is None or "request-duel" not in _acts(law):
        return None
    n, per = _times(found["times"]), found["per"].casefold()
    is_more = "more" in found[0].casefold() and "no more" not in found[0].casefold()
    n = n if is_more or not (found["not"] or found["nor"]) else n - 1  # "may not … twice a day": at most once
    if n < 1:
        return None
    count = {"each": "rival", "in": "$players", "do": [{"raise": COUNTED, "by": 1, "of": "$who", "for": "$rival"}]}
    clauses = _counting({"when": "does", "act": "request-duel", "do": [count]}, per)
    clauses["count"]["by"] = "player"
    reached = {"is": [{"value_of": COUNTED, "of": "$me", "for": "$it"}, "at_least", n]}
    often = {1: "once", 2: "twice"}.get(n, f"{n} times")
    because = f"you can challenge the same player at most {often} in a {per}"
    limit = _forbid_to("challenged", reached, law, "", because)
    return None if limit is None else ("Limit on the same opponent", clauses | {"limit": limit[1]["ban"]})


def _of_some(words: str, law: Law) -> tuple[str, dict[str, Any]] | None:
    """Read a ban on players who are named otherwise: "The player with the most Coins can't make proposals"."""
    found = _SOME_MAY_NOT.fullmatch(words)
    who = None if found is None else is_one_of_them(found["who"], law, "$me")
    act = None if found is None or who is None else _act_said(found["what"], law)
    if found is None or act is None:
        return None
    return f"No {_noun(act, law)} for some players", {"ban": {"forbid": act, "if": who, "because": _BECAUSE}}


def _on_own_proposals(words: str, law: Law) -> tuple[str, dict[str, Any]] | None:
    found = _OWN_PROPOSALS.fullmatch(words)
    if found is None:
        return None
    own = {"member": "$me", "of": "$proposal.author"}
    return "No votes on one’s own proposals", {"ban": {"forbid": "vote", "if": own, "because": "it is your own"}}


def _only(words: str, law: Law) -> tuple[str, dict[str, Any]] | None:
    """Read a ban that excepts some players: "Only the Judge may trade"."""
    found = _ONLY.fullmatch(words)
    act = None if found is None else _act_said(found["what"], law)
    who = None if found is None else is_one_of_them(found["who"], law, "$me")
    if found is None or act is None or who is None:
        return None
    because = f"only {found['who']} can do this"
    return f"{_noun(act, law).capitalize()} for some players only", {
        "ban": {"forbid": act, "if": {"not": who}, "because": because}
    }


def _conditions(found: re.Match[str], law: Law) -> list[Any] | None:
    """Return the condition on the actor that a ban begins with, in a list of at most one. None if it is unclear."""
    said, holder = found.groupdict().get("bound"), found.groupdict().get("office")
    office = office_named(holder, law) if holder else ""
    if holder and not office:
        return None
    held = [{"holds": "$me", "office": office}] if office else []
    if not said:
        return held
    condition = condition_in_words(said, law, "$me")
    return None if condition is None else [*held, condition]


def _forbidden(words: str, law: Law) -> tuple[str, dict[str, Any]] | None:
    found = _BAN.fullmatch(words)
    if found is None or (conditions := _conditions(found, law)) is None:
        return None
    bought = _BUY.fullmatch(found["what"])
    if bought is not None and "buy" in _acts(law) and (offers := names_of_offers(law, bought["noun"].casefold())):
        conditions.append(is_one_of("$offer", offers))
        return f"No buying of {bought['noun']}", {"ban": {"forbid": "buy", **_if(conditions), "because": _BECAUSE}}
    act = _act_said(found["what"], law)
    if act is None:
        return None
    clause = {"forbid": act, **_if(conditions), "because": _BECAUSE}
    return f"No {_noun(act, law)}", {"ban": clause}


def _limited(words: str, law: Law) -> tuple[str, dict[str, Any]] | None:
    banned = _BAN.fullmatch(words)
    if banned is not None and (often := _OFTEN.fullmatch(banned["what"])) is not None:
        act, times, per = _act_said(often["what"], law), _times(often["times"]), often["per"]
        conditions = _conditions(banned, law)
        return None if act is None or conditions is None else _limit(act, times, per, law, conditions)
    if banned is not None and (more := _MORE_THAN.fullmatch(banned["what"])) is not None:
        conditions = _conditions(banned, law)
        act = _act_said(f"{more['verb']} {more['noun']}", law) or _act_said(more["verb"], law, more["noun"])
        if act is not None and conditions is not None:
            return _limit(act, number(more["n"]), more["per"], law, conditions)
    found = _UP_TO.fullmatch(words)
    is_limit = found is not None and any(found[name] for name in ("only", "just", "most"))  # no new right
    if found is not None and is_limit and (act := _act_said(found["what"], law)) is not None:
        return _limit(act, _times(found["times"]), found["per"], law, [])
    if (found := _AT_MOST.fullmatch(words)) is not None:
        noun = found["noun"]
        act = next((name for name in _acts(law) if _is_called(name, noun)), None)
        return None if act is None else _limit(act, number(found["n"]), found["per"], law, [])
    return None


def _limit_of_a_thing(words: str, law: Law) -> tuple[str, dict[str, Any]] | None:
    """Read a limit on the number of things that players buy: "You can't buy more than 3 packs per phase"."""
    banned, found = _BAN.fullmatch(words), _BUY_AT_MOST.fullmatch(words)
    conditions: list[Any] | None = []
    if banned is not None:
        found, conditions = _MORE_THAN.fullmatch(banned["what"]), _conditions(banned, law)
        found = found if found is not None and found["verb"].casefold() in ("buy", "purchase") else None
    if found is None or conditions is None or "buy" not in _acts(law):
        return None
    offers = names_of_offers(law, found["noun"].casefold())
    if not offers:
        return None
    these = is_one_of("$offer", offers)
    n, per = number(found["n"]), found["per"].casefold()
    count = {"sum": [{"value_of": COUNTED, "of": "$me"}, "$count"]}
    clauses = _counting(
        {"when": "bought", "if": these, "do": [{"raise": COUNTED, "by": "$count", "of": "$player"}]}, per
    )
    clauses["limit"] = {
        "forbid": "buy",
        "if": {"all": [*conditions, these, {"is": [count, "more_than", n]}]},
        "because": f"you can buy at most {n} of them in a {per}",
    }
    return f"Limit on {found['noun']}", clauses


def _cap(words: str, law: Law) -> tuple[str, dict[str, Any]] | None:
    """Read a cap, beyond which players lose what they have: "You can't have more than 10 Chips"."""
    banned = _BAN.fullmatch(words)
    found = None if banned is None else _OWN.fullmatch(banned["what"])
    thing = None if found is None else things_of(law).get(found["thing"].casefold())
    if banned is None or found is None or thing is None or thing.kind != "item" or banned["bound"]:
        return None
    n = number(found["n"])
    over = {"minus": [thing.owned("$player"), n]}
    clause = {
        "when": "item-gained",
        "if": {
            "all": [
                is_one_of("$item", [thing.name]),
                {"is": [thing.owned("$player"), "more_than", n]},
            ]
        },
        "do": [thing.lose(over, "$player")],
    }
    return f"At most {n} {found['thing']}", {"cap": clause}


def _times(said: str) -> int:
    plain = said.casefold()
    return 1 if plain == "once" else 2 if plain == "twice" else number(plain.split(" ")[0])


def _if(conditions: list[Any]) -> dict[str, Any]:
    return {} if not conditions else {"if": conditions[0] if len(conditions) == 1 else {"all": conditions}}


def _counting(counted: dict[str, Any], per: str) -> dict[str, Any]:
    """Return the clauses that count what each player does in a day, a week or a phase."""
    begin = {"when": PERIODS[per], "do": [{"reset": COUNTED, "of": EVERYBODY}]}
    return {"count": {"value": COUNTED, "of": "player", "least": 0}, "counted": counted, "begin": begin}


def _limit(act: str, n: int, per: str, law: Law, conditions: list[Any]) -> tuple[str, dict[str, Any]] | None:
    if n < 1:
        return None
    per = per.casefold()
    clauses = _counting({"when": "does", "act": act, "do": [{"raise": COUNTED, "by": 1, "of": "$who"}]}, per)
    reached = {"is": [{"value_of": COUNTED, "of": "$me"}, "at_least", n]}
    often = {1: "once", 2: "twice"}.get(n, f"{n} times")
    clauses["limit"] = {
        "forbid": act,
        **_if([*conditions, reached]),
        "because": f"you can do this at most {often} in a {per}",
    }
    return f"Limit on {_noun(act, law)}", clauses


def _acts(law: Law) -> dict[str, str]:
    return law.once("acts in sentences", lambda: dict(actions_heard(law, clauses_of(law))))


def _noun(act: str, law: Law) -> str:
    return _NOUNS.get(act) or f"“{_acts(law)[act]}”"


def _is_called(act: str, noun: str) -> bool:
    return act in _CALLED and re.fullmatch(_CALLED[act][1], noun, re.IGNORECASE) is not None


def _act_said(what: str, law: Law, noun: str = "") -> str | None:
    """Return the action that a verb and its object mean, or None if they mean no action or could mean several."""
    found = [*_acts_said(what, law)] if not noun else []
    if noun:  # "make more than 3 trades"
        makes = what.casefold() in ("make", "do", "have", "offer", "cast", "submit", "write", "propose", "give", "open")
        found = [act for act in _acts(law) if makes and _is_called(act, noun)]
    return found[0] if len(set(found)) == 1 else None


def _acts_said(what: str, law: Law) -> Iterator[str]:
    for act, title in _acts(law).items():
        verbs = _CALLED[act][0] if act in _CALLED else "(?!)"
        is_giving = _GIVE.fullmatch(what) is not None and (act in _GIVES or _TO_GIVE.match(title) is not None)
        if (
            is_giving
            or re.fullmatch(verbs, what, re.IGNORECASE)
            or re.fullmatch(deed_pattern(title) or "(?!)", what, re.IGNORECASE)
        ):
            yield act
