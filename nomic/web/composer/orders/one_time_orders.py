"""Parses one-time effects of a proposal: "Upon enactment, every player gains 3 Coins".

Orders such as "Give every player 3 Coins" need no such opening. A statement needs it, because otherwise it may describe
something that recurs. No step can name a player, so an order that names one is left.
"""

import re
from collections.abc import Iterator
from typing import Any

from nomic.clauses.clause_index import clauses_of, value_words
from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law
from nomic.proposals.one_time_effects import one_time_flaws
from nomic.recipes.plain_rules.draft_rule import rule_said
from nomic.recipes.plain_rules.explanations import without_final_purpose, without_purpose
from nomic.recipes.plain_rules.people import office_named
from nomic.recipes.plain_rules.things import things_of
from nomic.recipes.sentences import A_NUMBER, PHRASES, figure
from nomic.web.composer.orders.order_words import ON_PASSING, PASSES
from nomic.web.composer.orders.phrasings import without_lead

Step = dict[str, Any]

MAX_PARTS = 12  # of an order, joined by commas or "and"

# Why an order is not read.
EVERY_TIME = "this should happen again and again, but it is not clear how a rule would do it"
HOLDS_ON = "this should hold from now on, but it is not clear how a rule would do it"
NOT_READ = "this is not understood as an order about a rule or a value"
HAPPENS_ONCE = "this happens once: add it under “What happens once, when it passes”"
NAMES_A_PLAYER = "no change can name a player"

# What is to happen more than once, as only a rule can have it.
AGAIN = re.compile(
    r"\b(?:whenever|(?:each|every|any) time|(?:each|every|per|once an?|twice an?|times an?) "
    r"(?:day|week|phase|round|turn|cycle|month|hour|match|game|duel|battle|trade|vote|purchase)|"
    r"every (?:other|second|third|\d+|two|three|four|five|six|seven|ten)\b|daily|weekly|monthly|hourly|"
    r"regularly|always|"
    r"(?:each|every|on) (?:mon|tues|wednes|thurs|fri|satur|sun)days?|"
    r"(?:each|every) (?:\w+ )?(?:moon|day|morning|evening|night|hour|month|year|season|sunrise)|"
    r"from (?:now|then) on|as long as|"
    r"(?:when|(?:at|by|on|with|from|until|before|after|during|in) (?:the |every |each )?(?:beginning|start|"
    r"end|close) of) "
    r"(?:an?|each|every|the)(?: new| next)? (?:day|week|phase|round|turn|match|game|duel|battle|month|cycle))\b",
    re.IGNORECASE,
)
# What depends on something, or is allowed or forbidden: it holds from then on, and is no single event either.
_HOLDS_ON = re.compile(
    r"\b(?:whoever|who|whose|whomever|if|when|once|unless|until|while|after|before|during|must|shall not|"
    r"should not|may|"
    r"can|cannot|can['’]t|never|nobody|no one|none|at most|at least|no more than|more than|fewer than|"
    r"less than|without|"
    r"any(?:one|body)?|(?:the |an? |each |every )?(?:winners?|losers?|authors? of|proposers? of|"
    r"newcomers?)|new players?|"
    r"for (?:each|every))\b",
    re.IGNORECASE,
)

# What may happen once, unless it goes on: see `goes_on`.
_ONCE = re.compile(
    r"(?:give|grant|award|pay|revoke|destroy|transfer|set (?:all|every|each)|reset|deduct|distribute|refund|reward|"
    r"fine|randomi[sz]e|roll|shuffle|(?:all|every(?:one|body)?|each|the (?:author|proposer))\b.{1,80}\b"
    r"(?:gets?|gains?|loses?|receives?|becomes?)|"
    r"(?-i:[A-Z])[\w’'-]{0,30}(?: and (?-i:[A-Z])[\w’'-]{0,30})? (?:gains?|loses?|gets?|receives?))\b",
    re.IGNORECASE,
)
# A time to do something is not given once: "give people 48 hours for their turn".
_GIVES_TIME = re.compile(
    r"[^.;]{1,80}?(?:\b(?:\d{1,9}|[a-z]{2,12}) (?:more |extra |additional )?(?:minutes?|hours?|days?|weeks?)|"
    r"\b(?:more|extra|longer|less) time)\b",
    re.IGNORECASE,
)

# A name where a player can be named: "Ada gains", "Give Ada", "Destroy Ada's", "except Ada".
_A_NAME = re.compile(
    r"(?:^|\b(?:give|grant|award|pay|fine|to|from|except|but|destroy|revoke) )@?"
    r"(?P<name>(?-i:[A-Z])[\w-]{1,40})(?=['’]s\b|$|,| (?:and|gains?|loses?|gets?|receives?|an?|all|\d|one|two|three|"
    r"four|five|six|seven|eight|nine|ten|his|her|their)\b)",
    re.IGNORECASE,
)
_NOT_ONE = """
    all any anybody anyone each every everybody everyone i it members nobody players somebody someone they whoever you
"""
_NO_NAMES = frozenset(_NOT_ONE.split())

# "the author also gets a Handy Pack right away"
_IN_PASSING = re.compile(
    r",? (?:as well|too)$|"
    r"(?<= )also (?=(?:gains?|gets?|receives?|earns?|loses?|pays?|give|grant|award)\b)",
    re.IGNORECASE,
)
_AT_ONCE = re.compile(
    r"(?<= )(?:immediately|instantly) (?=(?:gains?|gets?|receives?|earns?|loses?|pays?)\b)", re.IGNORECASE
)
# "I gain 2 Chips": the author of this proposal alone is known when it passes.
_THE_AUTHOR = re.compile(
    r"(?:(?-i:I)|the (?:author|proposer) of this (?:proposal|motion)) (?:(?:should|shall|will) )?"
    r"(?:gains?|gets?|receives?|loses?|pays?)\b",
    re.IGNORECASE,
)
_SMILEY = re.compile(r" (?:[:;]-?[)(DP]|<3|xD)$")
_I_GAIN = re.compile(r"I (?:gain|get|receive|lose|pay)\b")
_UPON = re.compile(rf"(?:{ON_PASSING}),? ", re.IGNORECASE)
_UPON_AT_END = re.compile(rf",? (?:{ON_PASSING})$", re.IGNORECASE)
_IF_IT_PASSES = re.compile(rf",? (?:if|when|once|as soon as) it {PASSES}$", re.IGNORECASE)  # after "this proposal"
_DEPENDS = re.compile(
    r"(?:whoever|if|when|once|unless|until|while|as long as|after|before|during|nobody|no one|anyone|anybody|"
    r"(?:everyone|everybody|those|players|a player) (?:who|with))\b",
    re.IGNORECASE,
)
_AUTHOR = r"(?:(?:the|its) (?:author|proposer)(?: of this (?:proposal|motion))?|(?-i:I\b)|me\b)"
# Whom a step is about: "each player other than the author", "the author and the Judge".
_WHO = r"(?P<who>[^\d;:.]{1,100}?)"
_IS_AUTHOR = re.compile(_AUTHOR, re.IGNORECASE)
_SETS = tuple(
    (players, re.compile(PHRASES[name], re.IGNORECASE))
    for name, players in (("active", "active"), ("reputable", "reputable"), ("all", "players"))
)
_ELSE = re.compile(
    r"(?:everyone|everybody|(?:every|each) (?:player|one)) else|(?:all )?(?:the )?others?(?: players)?|"
    r"(?:every|each) other player",
    re.IGNORECASE,
)
_EXCEPT = re.compile(
    r",? (?:except(?:ing)?(?: for)?|other than|but(?: not)?|apart from|besides|excluding|save(?: for)?) ", re.IGNORECASE
)
_BOTH = re.compile(r"^both (?=.* and )", re.IGNORECASE)
_WHAT = rf"(?P<n>{A_NUMBER}) (?:extra |additional |more |new )?(?P<what>[^\d,;:.]{{1,60}}?)(?: each)?"
_MORE = r"gains?|gets?|receives?|earns?|(?:is|are) (?:given|granted|awarded|paid)"
# Who gains or loses, up to the verb.
_VERB = rf"(?: (?:should|shall|will))? (?:(?:each|both|all) )?(?:{_MORE}|loses?|pays?)\b"
_SUBJECT = rf"\A(?P<who>(?:(?!{_VERB})[^\d;:.\n]){{1,100}}+)(?: (?:should|shall|will))?"
_GIVE = "(?:give|grant|award|pay)"
# How one step is said, and whether somebody gains by it. Each begins where the sentence, or a part of it, does.
_FORMS = (
    (re.compile(rf"{_SUBJECT} (?:(?:each|both|all) )?(?:{_MORE}) {_WHAT}", re.IGNORECASE), True, False),
    (re.compile(rf"{_SUBJECT} (?:(?:each|both|all) )?(?:loses?|pays?) {_WHAT}", re.IGNORECASE), False, False),
    (re.compile(rf"(?:give|grant|award|pay) {_WHO} {_WHAT}", re.IGNORECASE), True, True),
    (re.compile(rf"(?:give|grant|award|pay) {_WHAT} to {_WHO}", re.IGNORECASE), True, True),
    (re.compile(rf"{_GIVE} (?P<list>(?:{A_NUMBER}) [^;:.]{{1,100}}?) to {_WHO}", re.IGNORECASE), True, True),
    (re.compile(rf"(?:take|deduct|remove|revoke) {_WHAT} from {_WHO}", re.IGNORECASE), False, True),
)
_EACH = r"(?:(?:every|each) player['’]s|every(?:body|one)['’]s|all players['’]|all|every|each)(?: the)?"
# What all players have from then on: a number, or nothing of a kind.
_OF_ALL = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?:set|reset) {_EACH} (?P<what>[^\d,;:.]{{1,60}}?) to (?P<n>{A_NUMBER})",
        rf"{_EACH} (?P<what>[^\d,;:.]{{1,60}}?) (?:is|are) (?:re)?set to (?P<n>{A_NUMBER})",
        rf"destroy {_EACH} (?P<what>[^\d,;:.]{{1,60}}?)",
        rf"{_EACH} (?P<what>[^\d,;:.]{{1,60}}?) (?:is|are) (?:destroyed|lost)",
    )
)
# What a condition can ask at the one moment in which a proposal takes effect.
_OF_THE_MOMENT = re.compile(
    r"\b(?:fewer than|less than|more than|no more than|at least|at most|(?:who|whoever) (?:has|have|owns?|holds?)|"
    r"without)\b",
    re.IGNORECASE,
)
# "each player who voted in favour of this": who is known when the proposal passes.
_VOTED = re.compile(
    r"\b(?P<who>who(?:ever)?) (?:voted?|votes|has voted|have voted) (?P<how>for|on|against|in favou?r of) "
    r"(?P<what>this(?: (?:proposal|motion))?|it)\b",
    re.IGNORECASE,
)
# Players of this one proposal, whose vote is a single event.
_OF_THIS = re.compile(
    rf"\b(?:{_AUTHOR}|who (?:voted?|votes|has voted|have voted) (?:for|on|against) this (?:proposal|motion))",
    re.IGNORECASE,
)
_AND = re.compile(r",? and |, |; ", re.IGNORECASE)
_JOINT = re.compile(rf"({_AND.pattern})", re.IGNORECASE)
_OFFICE = re.compile(r"(?:the|our) (?:current )?(?P<office>[^\W\d_][\w’' -]{1,40})", re.IGNORECASE)
_ALSO = re.compile(_WHAT, re.IGNORECASE)


def may_be_once(order: str) -> bool:
    """Return whether an order, as far as it is understood, may describe a one-time effect."""
    words = without_lead(order)
    return _ONCE.match(words) is not None and _GIVES_TIME.match(words) is None


def names_a_player(order: str, law: Law) -> bool:
    """Return whether an order names a player, or at least somebody whose name is not a thing of the law."""
    names = {found["name"].casefold() for found in _A_NAME.finditer(without_lead(order).rstrip(" .!"))}
    return bool(names - _NO_NAMES - things_of(law).keys())


def happens_on_passing(sentence: str) -> bool:
    """Return whether a sentence says what happens once, when this proposal passes: "If this passes, I gain a Chip"."""
    rest, is_said_once = _when_it_passes(sentence)
    return is_said_once and (may_be_once(rest) or _I_GAIN.match(rest) is not None)


def goes_on(order: str) -> bool:
    """Return whether a sentence describes something that recurs or that depends on a condition.

    Such a sentence must not become a one-time effect.
    """
    rest, _ = _when_it_passes(order)
    return AGAIN.search(order) is not None or _HOLDS_ON.search(_OF_THIS.sub("", rest)) is not None


def is_under_a_condition(sentence: str) -> bool:
    """Return whether a sentence begins with a condition, or with words for something that recurs."""
    rest, is_said_once = _when_it_passes(sentence)
    return AGAIN.search(sentence) is not None or (not is_said_once and _DEPENDS.match(rest) is not None)


def whole_order(order: str, sentence: str) -> str:
    """Return an order with the words "upon enactment" that its sentence begins with, if there are any."""
    rest, is_said_once = _when_it_passes(sentence)
    return sentence if is_said_once and rest and rest.casefold() == _when_it_passes(order)[0].casefold() else order


def _when_it_passes(sentence: str) -> tuple[str, bool]:
    """Return what a sentence orders, and whether it is to happen once, when this proposal passes.

    It says so at its beginning or at its end. What it is for is left out.
    """
    words = _SMILEY.sub("", sentence.strip()).rstrip(" .!;:")
    words = _IN_PASSING.sub("", without_purpose(without_final_purpose(words)))
    if (upon := _UPON.match(words)) is not None:
        return without_purpose(words[upon.end() :]), True
    at_end = _UPON_AT_END.search(words) or (_IF_IT_PASSES.search(words) if _OF_THIS.search(words) else None)
    if at_end is not None:
        return words[: at_end.start()], True
    if (now := _AT_ONCE.search(words)) is not None:
        return f"{words[: now.start()]}{words[now.end() :]}", True
    voted = _VOTED.search(words)
    return words, _THE_AUTHOR.match(words) is not None or (voted is not None and voted["what"].casefold() != "it")


def effects_once(order: str, law: Law) -> list[Step] | None:
    """Return the one-time effects of an order, or None if a part of it cannot be parsed.

    Returns None for an order that recurs or depends on a condition.
    """
    words, is_said_once = _when_it_passes(order)
    if goes_on(order):
        return _as_in_a_rule(words, law) if is_said_once else None
    return _read_step_by_step(words, law, is_said_once=is_said_once) or (
        _as_in_a_rule(words, law) if is_said_once else None
    )


def _as_in_a_rule(words: str, law: Law) -> list[Step] | None:
    """Return the steps of a sentence which the same words would have in a rule for every phase, or None.

    None too if they depend on what players do, since only a rule sees that.
    """
    of_the_moment = _VOTED.sub("", _OF_THE_MOMENT.sub("", words))
    if AGAIN.search(words) or _HOLDS_ON.search(_OF_THIS.sub("", of_the_moment)):
        return None
    about_votes = _VOTED.sub(_as_of_any_vote, words)
    occasion = "When a proposal passes" if _VOTED.search(words) else "At the end of every phase"
    rule = rule_said(f"{occasion}, {about_votes}", law)
    clauses = [] if rule is None else [*rule.clauses.values()]
    if len(clauses) != 1 or not clauses[0].keys() <= {"when", "do"}:
        return None
    steps: list[Step] = clauses[0]["do"]
    return None if any(one_time_flaws(law, steps)) else steps


def _as_of_any_vote(found: re.Match[str]) -> str:
    """Return "who voted for it", as a rule about all proposals says it."""
    who = "everyone who" if found["who"].casefold() == "whoever" else "who"
    how = found["how"].casefold()
    return f"{who} voted {how if how in ('on', 'against') else 'for'} it"


def _read_step_by_step(words: str, law: Law, *, is_said_once: bool) -> list[Step] | None:
    if (every := _of_all_players(words, law)) is not None:
        return [every]
    parts = _JOINT.split(words)
    if len(parts) > 2 * MAX_PARTS:
        return None
    steps: list[Step] = []
    last: tuple[Any, bool] | None = None
    begin = 0
    while begin < len(parts):
        ends = range(len(parts), begin, -2)  # "the author and the Judge each gain" is one part
        tried = ((end, _made("".join(parts[begin:end]), law, last, is_said_once=is_said_once)) for end in ends)
        found = next(((end, made) for end, made in tried if made is not None), None)
        if found is None:
            return None
        begin, (more, last) = found[0] + 1, found[1]
        steps += more
    return steps


def _made(
    part: str, law: Law, last: tuple[Any, bool] | None, *, is_said_once: bool
) -> tuple[list[Step], tuple[Any, bool]] | None:
    """Return the steps of a part of an order, and who gains or loses by them, or None if it is not understood.

    `last` are those of the part before, to which a mere amount adds: "and 2 Chips".
    """
    for found, gains in _read(part, is_said_once=is_said_once):
        who = players_named(found["who"], law, None if last is None else last[0])
        steps = None if who is None else _steps(law, found, who, gains)
        if steps is not None:
            return steps, (who, gains)
    amount = None if last is None else _ALSO.fullmatch(part)
    steps = None if last is None or amount is None else _steps(law, amount, *last)
    return None if last is None or steps is None else (steps, last)


def _steps(law: Law, said: re.Match[str], who: Any, gains: bool) -> list[Step] | None:
    """Return the steps for one amount, or for each amount of a list: "a Handy Pack and 2 Chips"."""
    listed = said.groupdict().get("list")
    amounts = [said] if listed is None else [_ALSO.fullmatch(each) for each in _AND.split(listed)]
    steps = [None if each is None else _step(law, each["n"], each["what"], who, gains) for each in amounts]
    return None if None in steps else [step for step in steps if step is not None]


def _of_all_players(words: str, law: Law) -> Step | None:
    """Return the step that sets a number of all players, or takes all items of a kind from them, or None."""
    found = next(filter(None, (form.fullmatch(words) for form in _OF_ALL)), None)
    thing = None if found is None else things_of(law).get(found["what"].casefold())
    if found is None or thing is None or thing.kind == "cards":
        return None
    n = int(figure((found.groupdict().get("n") or "0").casefold()))
    if thing.kind == "value":
        return {"set": thing.name, "to": n, "of": {"players": "players"}}
    gone = {"revoke": thing.name, "n": thing.owned("$them"), "from": "$them"}
    steps = [gone, {"grant": thing.name, "n": n, "to": "$them"}] if n else [gone]
    return {"each": "them", "in": {"players": "players"}, "do": steps}


def _read(part: str, *, is_said_once: bool) -> Iterator[tuple[re.Match[str], bool]]:
    """Yield the ways to read a part of an order, each with whether players gain by it."""
    for form, gains, is_order in _FORMS:
        if (is_order or is_said_once) and (found := form.fullmatch(part)) is not None:
            yield found, gains


def players_named(words: str, law: Law, before: Any = None) -> Any:
    """Return the players whom words name, as an expression of the effect language, or None if that is unclear.

    `before` are the players named before, whom "everyone else" leaves out.
    """
    words = _BOTH.sub("", words.strip(" ,"))
    if _IS_AUTHOR.fullmatch(words):
        return "$me"
    if _ELSE.fullmatch(words):
        return None if before is None else {"players": "players", "except": before}
    for players, said in _SETS:
        if said.fullmatch(words):
            return {"players": players}
    if len(but := _EXCEPT.split(words, maxsplit=1)) == 2:
        every, left_out = players_named(but[0], law), players_named(but[1], law)
        is_set = isinstance(every, dict) and every.keys() == {"players"}
        return {**every, "except": left_out} if is_set and left_out is not None else None
    if len(several := [each for each in _AND.split(words) if each]) > 1:
        named = [players_named(each, law) for each in several]
        any_of = [{"member": "$it", "of": each} for each in named]
        return None if None in named else {"players": "players", "where": {"any": any_of}}
    office = _OFFICE.fullmatch(words)
    name = "" if office is None else office_named(office["office"], law)
    return {"players": "players", "where": {"holds": "$it", "office": name}} if name else None


def _step(law: Law, said: str, what: str, who: Any, gains: bool) -> Step | None:
    """Return the step in which players gain or lose an amount of items, or of a per-player value."""
    count, plain = int(figure(said.casefold())), what.casefold()
    items = items_of(law).items()
    item = next((name for name, item in items if plain in (name.casefold(), item.plural.casefold())), "")
    if count == 0:
        return None
    if item:
        return {"grant": item, "n": count, "to": who} if gains else {"revoke": item, "n": count, "from": who}
    if gains and (card := next((name for name in law.document.get("cards") or {} if _is_card(name, plain)), "")):
        given = {"add": {"card": card}, "n": count, "to": "inventory"}
        return {**given, "of": who} if who == "$me" else {"each": "them", "in": who, "do": [{**given, "of": "$them"}]}
    value = next((name for name in clauses_of(law).values if name.casefold() == plain), "")
    kept = value_words(law).get(value)
    if kept is None or kept.kind != "number" or not kept.of_players or clauses_of(law).values[value].clause.by:
        return None
    return {"raise": value, "by": count if gains else -count, "of": who}


def _is_card(name: str, said: str) -> bool:
    return said.removesuffix(" cards").removesuffix(" card") in (name.casefold(), f"{name.casefold()}s")
