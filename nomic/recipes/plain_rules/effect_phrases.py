"""Phrases for the effects of a rule on players: gaining, losing, paying, giving, winning and offices."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import gcd
from typing import Any

from nomic.clauses.clause_index import value_words
from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law
from nomic.recipes.plain_rules.occasions import ONE_PLAYER, Occasion
from nomic.recipes.plain_rules.people import People, office_named, players_meant, those_with
from nomic.recipes.plain_rules.things import CALLED, CARDS, EXTRA, NUMBER, ROLL, Thing, number, thing_pattern, things_of

MAX_STEPS = 4
_MUST = r"(?:(?:must|shall|will|should|have to|has to|is to|are to) (?:each )?)?"
_EACH = r"(?:(?:each|both|all|also|then|immediately|automatically) )*"
_GAINS = r"(?:gains?|gets?|receives?|earns?|collects?|wins?|takes?|(?:is|are|be) (?:given|paid|awarded|granted))"
_PAYS = r"(?:loses?|pays?|forfeits?|gives? up|discards?|(?:is|are|be) (?:fined|charged)|owes?)"
_TAKES = r"(?:takes?|steals?|gets?|receives?|gains?)"
_GIVES = r"(?:gives?|hands?(?: over)?|pays?|transfers?)"
_PARTS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
_SHARE = r"half|all|(?:an?|one) (?:third|quarter|fifth|tenth)|[1-9]\d? ?(?:%|percent|per cent)"
# What follows an effect without changing it.
_TAIL = (
    r"(?: back| each| apiece| for free| in return| as well| too| from the bank| automatically|"
    r" as an? (?:consolation|reward|bonus|prize|penalty|fine|tax|fee|gift|thank you|punishment|compensation|toll)"
    r"(?: prize)?| (?:in|as) (?:rent|tax(?:es)?|fees|dues|upkeep|wages|salary|pay|income|interest)|"
    r" for (?:it|that|this|rent|upkeep)| for their trouble)?"
)
_NAME_OF_A_TITLE = r"(?-i:[A-Z])[\w’'-]{0,30}(?: (?:of |the ){0,2}(?-i:[A-Z])[\w’'-]{0,30}){0,4}"
_TITLED = (
    rf"(?:{_GAINS}|bears?|holds?|has|have) (?:the|a) title(?: of| called)?(?: the)? (?P<title>{_NAME_OF_A_TITLE})|"
    rf"(?:is|are|be) called (?:the )?(?P<also>{_NAME_OF_A_TITLE})"
)
_A_TITLE = rf"(?:the|a) title(?: of| called)?(?: the)? (?P<name>{_NAME_OF_A_TITLE})"
_CHEST = re.compile(r"(?:the|a|our) (?:common )?(?:chest|bank|pot|treasury)|the game", re.IGNORECASE)
_MAY = re.compile(r"\b(?:may|can|gets? to)\b", re.IGNORECASE)
_AND = re.compile(r"(?:,? and|,? but|,? while|,? whereas|;|,)(?: then)? ", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Doing:
    """The steps of a rule so far, and the players whom the next part of the sentence is about by default."""

    steps: tuple[dict[str, Any], ...] = ()
    subject: Any = None
    thing: Thing | None = None
    counts: str = ""
    title: str = ""
    new_titles: tuple[str, ...] = ()  # what players can be called from then on


def steps_of(words: str, law: Law, occasion: Occasion, subject: Any) -> Doing | None:
    """Return the steps for the rest of a sentence, or None if a part of it cannot be read."""
    words = words.strip(" ,")
    whole = _one(words, law, occasion, Doing(subject=subject))
    if whole is not None:
        return whole
    return _several(words, law, occasion, Doing(subject=subject))


def _several(words: str, law: Law, occasion: Occasion, so_far: Doing) -> Doing | None:
    for pause in _AND.finditer(words):
        first = _one(words[: pause.start()], law, occasion, so_far)
        if first is None or len(first.steps) >= MAX_STEPS:
            continue
        rest = words[pause.end() :]
        found = _one(rest, law, occasion, first) or _several(rest, law, occasion, first)
        if found is not None:
            return found
    return None


def _one(words: str, law: Law, occasion: Occasion, so_far: Doing) -> Doing | None:
    """Return the steps so far with those of one part of a sentence, or None if the part cannot be read."""
    for who, does in _subjects(words, law, occasion, so_far):
        if (found := _does(does, law, occasion, _about(who, so_far))) is not None:
            return found
    return _ordered(words, law, occasion, so_far)


def _about(who: People, so_far: Doing) -> Doing:
    counts, thing = so_far.counts or who.counts, so_far.thing or who.thing
    return replace(so_far, subject=who.players, counts=counts, thing=thing)


def _subjects(words: str, law: Law, occasion: Occasion, so_far: Doing) -> Iterator[tuple[People, str]]:
    """Yield the ways to divide words into the players and what they do."""
    if so_far.subject is not None:
        yield People(so_far.subject), words
    if (found := _IF_SOMEBODY_HAS.fullmatch(words)) is not None and so_far.subject is None:
        those = those_with(found["bound"], law)
        if those is not None:
            yield those, found["does"]
    parts = words.split(" ")
    for count in range(min(len(parts) - 1, 14), 0, -1):
        who = players_meant(" ".join(parts[:count]), law, occasion)
        if who is not None:
            yield who, " ".join(parts[count:])


_IF_SOMEBODY_HAS = re.compile(
    r"(?:if|when|whenever) (?:an?(?:y)? (?:player|person)|somebody|someone|anybody|anyone|you) (?P<bound>(?:has|have) "
    r"[^,]{3,60}?),? (?:then )?(?:they|he or she|he|she|that player|you) (?P<does>.{3,120})",
    re.IGNORECASE,
)


_DICE = rf"(?:an? (?P<die>die)|(?P<dice>{NUMBER}) dice)"


def _amount(law: Law) -> str:
    """Return the pattern of an amount: "2 Chips", "a tenth of their Chips", "a Chip for each Gem Key they have"."""
    things = thing_pattern(law)
    return (
        rf"(?:(?:(?:{_DICE} of|(?P<roll>{ROLL})(?: of)?|(?P<n>{NUMBER}){EXTRA})(?: (?P<thing>{things}))?|"
        rf"(?P<share>{_SHARE})(?:(?: of)? (?:(?:their|his|her|your|its|the) (?P<whole>{things})|"
        r"(?:it|what (?:they|you) (?:have|own))))?)"
        rf"(?: (?:for (?:each|every)|per) (?P<per>{things}|cards?)"
        r"(?: (?:they|you|he|she) (?:has|have|own|owns|hold|holds))?)?)"
    )


def _matching(words: str, pattern: str) -> re.Match[str] | None:
    return re.compile(rf"{_EACH}{_MUST}{_EACH}{pattern}", re.IGNORECASE).fullmatch(words)


def _does(words: str, law: Law, occasion: Occasion, so_far: Doing) -> Doing | None:
    """Return the steps so far with what the words say that their subject does, or None if the words cannot be read."""
    if _MAY.match(words):
        return None  # a permission is no effect
    for reads in (_hands_over, _gains_or_loses, _wins_or_becomes):
        if (found := reads(words, law, occasion, so_far)) is not None:
            return found
    return None


def _hands_over(words: str, law: Law, occasion: Occasion, so_far: Doing) -> Doing | None:
    """Read what one player gives to another, or takes from them, as in "takes 2 Chips from the loser"."""
    amount, giver = _amount(law), so_far.subject
    if (found := _matching(words, rf"{_TAKES} {amount}{EXTRA} from (?P<from>.{{3,60}}?){_TAIL}")) is not None:
        other = players_meant(found["from"], law, occasion)
        return None if other is None else _moved(found, law, so_far, other.players, giver)
    if (found := _matching(words, rf"{_GIVES} {amount} to (?P<to>.{{3,60}}?){_TAIL}")) is not None:
        if _CHEST.fullmatch(found["to"]):
            return _moved(found, law, so_far, giver, "cycle")
        thing = things_of(law).get((found["thing"] or found["whole"] or "").casefold()) or so_far.thing
        other = players_meant(found["to"], law, occasion, thing)
        return None if other is None else _moved(found, law, so_far, giver, other.players)
    if (found := _matching(words, rf"(?:gives?|pays?) (?P<to>[^\d]{{3,40}}?) {amount}{_TAIL}")) is not None:
        other = players_meant(found["to"], law, occasion)
        return None if other is None else _moved(found, law, so_far, giver, other.players)
    return None


def _gains_or_loses(words: str, law: Law, occasion: Occasion, so_far: Doing) -> Doing | None:
    amount = _amount(law)
    if (found := _matching(words, rf"{_GAINS} {amount}{EXTRA}{_TAIL}")) is not None:
        return _changed(found, law, so_far, gains=True)
    if (found := _matching(words, rf"{_PAYS} {amount}{_TAIL}")) is not None:
        return _changed(found, law, so_far, gains=False)
    is_title = bool(so_far.steps) and str(so_far.steps[-1].get("set", "")).startswith(CALLED)
    is_followed = bool(so_far.steps) and (so_far.thing is not None or is_title)
    more = _matching(words, rf"{amount}{_TAIL}") if is_followed else None
    if more is not None and more["thing"]:  # "gains 2 Chips and a Gem Key"
        return _changed(more, law, so_far, gains=is_title or "grant" in so_far.steps[-1])
    return None


def _wins_or_becomes(words: str, law: Law, occasion: Occasion, so_far: Doing) -> Doing | None:
    if _matching(words, r"wins? (?:the (?:game|cycle)|everything|it all)") is not None:
        return replace(so_far, steps=(*so_far.steps, {"win": so_far.subject}), title=so_far.title or "A way to win")
    if (titled := _matching(words, rf"(?:{_TITLED}|{_A_TITLE})" if so_far.steps else rf"(?:{_TITLED})")) is not None:
        return _titled(next(filter(None, titled.groups())), law, so_far)
    found = _matching(words, r"(?:becomes?|be) (?:the )?(?P<office>[\w’' -]{2,30})")
    office = office_named(found["office"], law) if found is not None else ""
    if not office:
        return None
    return replace(so_far, steps=(*so_far.steps, {"appoint": so_far.subject, "office": office}), title=office)


def _titled(title: str, law: Law, so_far: Doing) -> Doing | None:
    """Return the steps so far with one by which players bear a title. Returns None if something else has this name."""
    known = value_words(law).get(title)
    is_title = known is not None and known.kind == "flag" and known.of_players
    if so_far.subject is None or (known is not None and not is_title) or title in items_of(law):
        return None
    name = title if is_title else f"{CALLED}{title}"
    step = {"set": name, "to": 1, "of": so_far.subject}
    new = so_far.new_titles if is_title else (*so_far.new_titles, name)
    return replace(so_far, steps=(*so_far.steps, step), new_titles=new)


def _ordered(words: str, law: Law, occasion: Occasion, so_far: Doing) -> Doing | None:
    """Read a command: "give everyone 2 Chips", "take a Chip from the loser", "set … to 10"."""
    amount = _amount(law)
    patterns = (
        (rf"(?:give|grant|award|pay) (?P<who>[^\d]{{3,60}}?) {amount}{_TAIL}", True),
        (rf"(?:give|grant|award|pay) {amount} to (?P<who>.{{3,60}}?){_TAIL}", True),
        (rf"(?:take|deduct|remove|collect) {amount} (?:from|off) (?P<who>.{{3,60}}?){_TAIL}", False),
        (rf"(?:an? )?(?:tax|fee|fine|toll)(?::| of)? {amount} (?:from|for|on) (?P<who>.{{3,60}}?){_TAIL}", False),
        (rf"(?:an? )?(?:wage|bonus|prize|allowance)?(?::| of)? ?{amount} (?:to|for) (?P<who>.{{3,60}}?)", True),
    )
    for pattern, gains in patterns:
        found = re.compile(pattern, re.IGNORECASE).fullmatch(words)
        who = None if found is None else players_meant(found["who"], law, occasion)
        if found is not None and who is not None:
            return _changed(found, law, _about(who, so_far), gains=gains)
    found = re.compile(
        rf"set (?:the )?(?P<thing>{thing_pattern(law)}) of (?P<who>.{{3,60}}?) to (?P<n>{NUMBER}|zero|0)|"
        rf"set (?P<whose>.{{3,60}}?)['’]s? (?P<its>{thing_pattern(law)}) to (?P<m>{NUMBER}|zero|0)",
        re.IGNORECASE,
    ).fullmatch(words)
    who = None if found is None else players_meant(found["who"] or found["whose"], law, occasion)
    if found is None or who is None:
        return None
    thing, n = things_of(law)[(found["thing"] or found["its"]).casefold()], found["n"] or found["m"]
    count = 0 if n.casefold() == "zero" else number(n)
    if thing.kind == "cards":
        return None
    if thing.kind == "value":
        step: dict[str, Any] = {"set": thing.name, "to": count, "of": who.players}
        return replace(so_far, steps=(*so_far.steps, step), subject=who.players, thing=thing)
    steps = [thing.lose(thing.owned("$them"), "$them"), *([thing.gain(count, "$them")] if count else [])]
    return replace(so_far, steps=(*so_far.steps, _for_each(who.players, steps)), subject=who.players, thing=thing)


def _for_each(players: Any, steps: list[dict[str, Any]]) -> dict[str, Any]:
    return {"each": "them", "in": players, "do": steps}


def _measured(found: re.Match[str], law: Law, so_far: Doing) -> tuple[Thing, Any] | None:
    """Return the thing of an amount, and how many: a number, or an expression about the player `$them`.

    None if unclear.
    """
    said = found["thing"] or found["whole"]
    thing = things_of(law).get(said.casefold()) if said else so_far.thing
    if thing is None:
        return None
    n: Any
    if found["die"] or found["dice"]:
        n = {"roll": f"{number(found['dice'] or '1')}d6"}
    elif found["roll"]:
        n = {"roll": found["roll"].casefold()}
    elif found["share"]:
        n = _part_of(thing.owned("$them"), found["share"].casefold())
    else:
        n = number(found["n"])
        if n == 0:
            return None
    if found["per"]:
        plain = found["per"].casefold()
        each = Thing("", "cards") if plain in CARDS else things_of(law)[plain]
        if each.name == "" and plain not in CARDS:
            return None
        n = each.owned("$them") if n == 1 else {"times": [n, each.owned("$them")]}
    return thing, n


def _part_of(owned: Any, share: str) -> Any:
    """Return the expression for a part of what a player has, rounded down: "a tenth", "10%"."""
    if share == "all":
        return owned
    if (percent := re.match(r"\d+", share)) is not None:
        common = gcd(int(percent[0]), 100)  # 10 % reads better as a tenth
        n, parts = int(percent[0]) // common, 100 // common
        return {"quotient": [owned if n == 1 else {"times": [owned, n]}, parts]}
    return {"quotient": [owned, _PARTS[share.split(" ")[-1]]]}


def _changed(found: re.Match[str], law: Law, so_far: Doing, *, gains: bool) -> Doing | None:
    measured = _measured(found, law, so_far)
    if measured is None or so_far.subject is None:
        return None
    thing, n = measured
    if thing.kind == "cards" and not gains:
        return None  # the sentence does not say which card is lost
    change = thing.gain if gains else thing.lose
    whom = so_far.subject
    is_one = found["roll"] and whom in ONE_PLAYER
    if found["roll"] and isinstance(whom, str) and not is_one:  # no more draws than there are players
        whom = {"players": "players", "where": {"member": "$it", "of": whom}}
    step = change(n, so_far.subject) if isinstance(n, int) or is_one else _for_each(whom, [change(n, "$them")])
    return replace(so_far, steps=(*so_far.steps, step), thing=thing)


def _moved(found: re.Match[str], law: Law, so_far: Doing, giver: Any, taker: Any) -> Doing | None:
    measured = _measured(found, law, so_far)
    if measured is None or giver is None or measured[0].kind != "item":
        return None
    thing, n = measured
    step: dict[str, Any]
    if isinstance(taker, dict) and "extreme" in taker:
        taker = {"sample": 1, "from": taker}  # if several tie, only one of them is paid
    if isinstance(n, int) and _is_one(taker):
        step = {"transfer": thing.name, "n": n, "from": giver, "to": taker}
    elif _is_one(taker):
        step = _for_each(giver, [{"transfer": thing.name, "n": n, "from": "$them", "to": taker}])
    else:
        return None  # several takers, and what each is paid is not clear
    return replace(so_far, steps=(*so_far.steps, step), thing=thing)


def _is_one(players: Any) -> bool:
    """Return whether a transfer can be to these players: to a single one, or to the treasury."""
    return players == "cycle" or isinstance(players, str) or (isinstance(players, dict) and players.get("sample") == 1)
