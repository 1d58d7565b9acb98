"""Says which words of a sentence are the trouble, and offers other ways to say it that are understood.

Each way is tried against the law before it is offered. The trouble may be a misspelt word, a thing that the law does
not have, an exception, an event that no rule can listen to, or players whom no rule can name.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from itertools import islice

from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law
from nomic.law.labels.format import in_unit
from nomic.law.search.values import find, is_a_number, stems_of
from nomic.recipes.plain_rules.rule import LONGEST, rule_said, spoken
from nomic.recipes.plain_rules.things import CARDS, NUMBER, number, things_of
from nomic.recipes.plain_rules.vote_length import vote_lengths, votes_meant
from nomic.recipes.sentences import asked_for

MOST_OFFERED = 3  # ways to say it, for each word that is the trouble
MOST_SENTENCES = 8  # of one text that are looked at
MOST_NAMED = 3  # words that are the trouble
ALIKE = 0.78  # how alike two words are if one may be a misspelling of the other
SHORTEST = 4  # letters of a word that may be misspelt
_SENTENCES = re.compile(r"(?<=[.!?]) +|\n+")
_ONE = re.compile(r"\b(?:an?|one|1) $", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
_COUNTED = re.compile(
    rf"(?<![\w.])(?P<n>{NUMBER})(?P<more> extra| additional| more| new| free| random| rare)* "
    r"(?P<noun>[^\W\d_][\w’'-]*(?: (?-i:[A-Z])[\w’'-]*| (?:pieces?|coins?|tokens?|bars?)\b)*)",
    re.IGNORECASE,
)
# What is counted and is no thing that players have.
_NO_THINGS_SAID = """
player players person people member members day days phase phases week weeks hour hours time times month duel duels
battle battles match matches game games proposal proposals motion motions vote votes random rare new extra turn turns
round rounds winner winners loser losers author fine fee tax toll reward bonus prize gift consolation way row pending
"""
_NO_THINGS = frozenset(_NO_THINGS_SAID.split())
_MONEY = re.compile(
    r"(?:coins?|points?|money|gold(?: (?:coins?|pieces?))?|silver|dollars?|credits?|cash|bucks?|pounds?|euros?|gems?)",
    re.I,
)
# Money without a number: "the most points".
_BARE_MONEY = re.compile(rf"(?P<n>)\b(?P<noun>{_MONEY.pattern})\b", re.IGNORECASE)
_IS_A_NAME = re.compile(r"\b(?:elects?|appoints?|crowns?|called|named|becomes?) $", re.IGNORECASE)
_OFFICE = re.compile(r"\b(?:[Ee]lect|[Aa]ppoint) (?:an?|the) (?P<office>[a-z][\w’'-]+)")
# Where the end of a sentence may be left out, if the rest is understood. Then where its beginning may.
_BREAK = re.compile(
    r",? (?:unless|except|but|provided|as long as|until|while|only|if|when|and|or|because|so that|instead of|three|"
    r"twice|for|from|at|on|in|against|during|within|to|by|with|who|that|as)(?= )",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"(?P<part>(?:if|when|unless|as long as|while|on|in|during|until|every|each) [^,]{2,80}), ", re.I)
_SOME_LIMIT = r"(?:at most|only|up to|no more than|not more than|a maximum of|max(?:imum)?(?: of)?)"
_LIMITS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:nobody|no one|no players?|(?:players?|you|a player|we) (?:may|can|must|should) ?not|(?:you|we|players) "
        rf"can['’]t)(?: (?:may|can|should|must|is allowed to))? (?:have|hold|make|keep) (?:more than|over) "
        rf"(?P<n>{NUMBER}) (?P<what>[\w -]{{4,60}})",
        rf"(?:(?:everyone|everybody|players|(?:a|each|every) player|you|we) (?:may|can|should)(?: only)? (?:have|make) "
        rf")?{_SOME_LIMIT} (?P<n>{NUMBER}) (?P<what>[\w -]{{4,60}})",
        rf"(?:limit|cap|restrict) (?:the )?(?:number of )?(?P<what>[\w -]{{4,60}}?) (?:to|at) (?P<n>{NUMBER})"
        r"(?: (?:each|per player|for each player|for everyone))?",
        rf"(?:the )?(?:limit|maximum)(?: number)? (?:on|of|for) (?P<what>[\w -]{{4,60}}?) (?:is|should be|becomes) "
        rf"(?P<n>{NUMBER})",
    )
)
_SAYS_LIMIT = frozenset(stems_of("at a time once same each player allowed only"))
MOST_BREAKS = 5  # places at which the end of a sentence is left out
_HAPPENS = (
    r"(?:(?:must|should|shall|will|has to|have to) )?(?:gets?|gains?|receives?|earns?|loses?|pays?|wins?|takes?|gives?|"
    r"becomes?|is paid|is fined)"
)
_OF_SOMEBODY = re.compile(
    rf"(?P<when>whoever (?P<did>.{{2,60}}?),?|(?:if|when|whenever|each time|every time) (?:somebody|someone|a player|"
    rf"anyone|anybody|you|they|he|she|(?-i:[A-Z])\w+|nobody) (?P<does>.{{2,60}}?),? (?:they|he|she|you|that player))"
    rf" (?P<rest>{_HAPPENS} .+)",
    re.IGNORECASE,
)
_HAS_TO = re.compile(r"^ha(?:ve|s) to ", re.IGNORECASE)
_SUBJECT = re.compile(rf"(?P<who>(?!whoever |if |when )[^,]{{2,60}}?) (?P<rest>{_HAPPENS} .+)", re.IGNORECASE)
_A_NAME = re.compile(r"[A-Z][\w’'-]+")
# Places in an order that a rule cannot know: it can only compare what players have.
_RANKED: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (rank, re.compile(rf"\b(?:{words})(?![\w’'-])", re.IGNORECASE))
    for rank, words in (
        (
            "most",
            r"(?:the (?:player|person|one) (?:in|on|at) )?(?:the )?(?:first place|number one)|"
            r"the (?:current )?leaders?|"
            r"the (?:winner|best player|top player|champion|leader) of (?:the|each|every) (?:week|phase|day)|"
            r"the (?:best|top|leading|strongest) (?:player|person)|the (?:rich|wealthy)(?: (?:players?|people|ones))?|"
            r"whoever (?:is|comes|finishes) first",
        ),
        (
            "fewest",
            r"(?:the (?:player|person|one) (?:in|on|at) )?(?:the )?last place|the (?:worst|last|weakest) "
            r"(?:player|person)|the loser of (?:the|each|every) (?:week|phase|day)|"
            r"the poor(?: (?:players?|people|ones))?|whoever (?:is|comes|finishes) last",
        ),
    )
)
_SEVERAL = re.compile(r"(?:rich|wealthy|poor|s|people)$", re.IGNORECASE)
EVENTS = (
    "whoever wins a match",
    "whoever loses a match",
    "whoever votes",
    "the author of a proposal that passes",
    "every new player",
    "at the end of every phase, everyone",
)
PEOPLE = ("everyone", "a random player")


@dataclass(frozen=True, slots=True)
class Instead:
    """Another way to say a sentence: what a button says, and the whole sentence."""

    label: str
    words: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is not understood, as sentences for the author, and other ways to say it."""

    says: str
    instead: tuple[Instead, ...] = ()


def trouble_in(words: str, law: Law) -> Trouble | None:
    """Return the reason why a sentence cannot be read under a law, or None if no reason is known."""
    plain = " ".join(words.split()).strip(" .!")
    if not plain or len(plain) > LONGEST:
        return None
    spelt = _respelt(plain, law)
    if spelt != plain and is_read(spelt, law):
        return Trouble(f"{_named(_changed(plain, spelt))} Did you mean this?", (Instead(spelt, spelt),))
    tried = (look(said, law) for said in dict.fromkeys((plain, spelt)) for look in _LOOKS)
    return next(filter(None, tried), None)


def sentences_of(words: str, most: int = MOST_SENTENCES) -> list[str]:
    """Return the first sentences of a text without their full stops."""
    return [said for each in _SENTENCES.split(words)[:most] if (said := each.strip(" .!"))]


def is_read(words: str, law: Law) -> bool:
    """Return whether a sentence becomes a rule, or changes a number of the law."""
    if rule_said(words, law) is not None or vote_lengths(words, law):
        return True
    asked = asked_for(spoken(words), law)
    return asked is not None and not asked.open


def _named(words: Iterable[str]) -> str:
    """Return that these words are not known here."""
    said = [f"“{word}”" for word in words]
    listed = " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)
    return f"{listed} {'is not a word' if len(said) == 1 else 'are not words'} of this game."


def _respelt(words: str, law: Law) -> str:
    known = law.once("words of rules in plain words", lambda: _vocabulary(law))
    by_length = law.once("words of rules, sorted", lambda: sorted(known))

    def respell(found: re.Match[str]) -> str:
        word = found[0]
        if len(word) < SHORTEST or word.casefold() in known:
            return word
        near = get_close_matches(word.casefold(), by_length, n=2, cutoff=ALIKE)
        if not near:
            return word
        is_one = _ONE.search(words[: found.start()]) is not None
        alike = [each for each in near if known[each][:1].isupper()]  # "Vertebra" and "Vertebrae"
        best = near[0] if near[0] not in alike else min(alike, key=len) if is_one else max(alike, key=len)
        return known[best] if known[best][:1].isupper() else best

    return _WORD.sub(respell, words)


def _changed(before: str, after: str) -> list[str]:
    pairs = zip(_WORD.findall(before), _WORD.findall(after), strict=False)
    return [was for was, now in pairs if was != now][:MOST_NAMED]


_OF_SENTENCES = """
whoever whenever when every everyone everybody each player players somebody someone anyone nobody proposal proposals
passes passed fails failed author winner loser winners losers wins loses duel duels battle match matches game vote votes
voted voting phase phases week weeks month hours begins starts ends start beginning over gets gains receives pays costs
gives takes take must should shall have more than fewer less most fewest least with from their they them that this after
before during once twice three four five seven eight nine half only random richest poorest newcomers joins leaves buys
opens burns trades trade gifts gift submits proposes becomes random active inactive reputable limit last lasts long days
which what your than then also into does make makes free extra card cards pack packs there here where were been will
would could because between other others another without having never always time times same both against different
gold coins coin points point money medal medals trophy dollars euros present presents item items thing things
unless except until while opponent opponents think know lose gain receive earn give take pay join leave open burn
sell sells light lights wins became comes come came first say says each other also need like good nice
"""


def _vocabulary(law: Law) -> dict[str, str]:
    """Return the words that sentences can have here, in small letters with their spelling."""
    known = {word: word for word in _OF_SENTENCES.split()}
    names = [name for item, each in items_of(law).items() for name in (item, each.plural)]
    return known | {word.casefold(): word for name in names for word in _WORD.findall(name) if len(word) >= SHORTEST}


def _unknown_things(words: str, law: Law) -> Trouble | None:
    """Return the things that the law does not have, with those it has. Only if they are all that is not understood."""
    found = [*islice(_things_unknown(words, law), MOST_NAMED)]
    if not found:
        return None
    nouns = [*dict.fromkeys(each["noun"] for each in found)]
    is_of_cards = all(noun.casefold() in CARDS for noun in nouns)
    listed = " and ".join(f"“{noun}”" for noun in nouns)
    says = f"{listed} {'is not a thing' if len(nouns) == 1 else 'are not things'} here."
    says = "Cards come in packs here. Which pack?" if is_of_cards else says
    if not (things := _named_things(law)):
        if _MOVES.search(words) is None:
            return None
        return Trouble(
            f"{listed}: nothing in this game can be gained or lost yet. An idea such as a wage brings Coins."
        )
    instead = words
    for each in reversed(found):
        instead = _with_thing(instead, each, things[0], law)
    if not is_read(instead, law):
        return None
    offers = [
        Instead(
            f"{name} for “{noun}”", _with_things(words, [each for each in found if each["noun"] == noun], name, law)
        )
        for noun in nouns
        for name in _nearest(noun, things, law)
    ]
    return Trouble(says, tuple(offers))


def _things_unknown(words: str, law: Law) -> Iterator[re.Match[str]]:
    known = things_of(law)
    counted = [found for found in _COUNTED.finditer(words) if _IS_A_NAME.search(words[: found.start()]) is None]
    ends = {found.end("noun") for found in counted}
    bare = (found for found in _BARE_MONEY.finditer(words) if found.end("noun") not in ends)
    for found in sorted((*counted, *bare), key=lambda found: found.start()):
        noun = found["noun"].casefold()
        rest = words[found.start("noun") :].casefold()
        if noun not in _NO_THINGS and not any(rest.startswith(name) for name in known):
            yield found


_MOVES = re.compile(rf"\b{_HAPPENS} (?:{NUMBER}) ", re.IGNORECASE)


def _named_things(law: Law) -> list[str]:
    kinds = {"currency": 0, "token": 1, "pack": 2, "keepsake": 3}
    items = items_of(law)
    return sorted((name for name in items if items[name].kind in kinds), key=lambda name: kinds[items[name].kind])


def _nearest(noun: str, things: list[str], law: Law) -> list[str]:
    """Return the things of the law that a word may mean, the likeliest first."""
    plain, items = noun.casefold(), items_of(law)
    is_for_cards = plain in CARDS or plain.startswith("pack")
    wanted = "pack" if is_for_cards else "currency" if _MONEY.fullmatch(noun) else ""

    def rank(name: str) -> tuple[bool, float]:
        return items[name].kind != wanted, -SequenceMatcher(None, plain, name.casefold()).ratio() if not wanted else 0

    return sorted(things, key=rank)[:MOST_OFFERED]


def _with_thing(words: str, found: re.Match[str], name: str, law: Law) -> str:
    if not found["n"]:
        return f"{words[: found.start()]}{items_of(law)[name].plural}{words[found.end() :]}"
    count = number(found["n"])
    said = found["n"] if found["n"].casefold() not in ("a", "an") else "an" if name[:1] in "AEIOU" else "a"
    thing = name if count == 1 else items_of(law)[name].plural
    return f"{words[: found.start()]}{said} {thing}{words[found.end() :]}"


def _with_things(words: str, places: list[re.Match[str]], name: str, law: Law) -> str:
    for each in reversed(places):
        words = _with_thing(words, each, name, law)
    return words


def _unknown_rank(words: str, law: Law) -> Trouble | None:
    """Return a place such as "last place", with the things of the law by which players can be compared."""
    places = sorted(
        ((found, rank) for rank, pattern in _RANKED for found in pattern.finditer(words)),
        key=lambda place: place[0].start(),
    )
    if not places:
        return None
    ways = []
    for name in _named_things(law)[:MOST_OFFERED]:
        plural, said = items_of(law)[name].plural, words
        for found, rank in reversed(places):
            who = "the players" if _SEVERAL.search(found[0]) else "the player"
            said = f"{said[: found.start()]}{who} with the {rank} {plural}{said[found.end() :]}"
        ways.append(Instead(f"by {plural}", _first(said)))
    ways = [way for way in ways if is_read(way.words, law)]
    listed = " and ".join(f"“{found[0]}”" for found, _ in places[:MOST_NAMED])
    return Trouble(f"By what are players compared for {listed}?", tuple(ways)) if ways else None


def _unknown_limit(words: str, law: Law) -> Trouble | None:
    """Return a limit that is a number of the law, with the sentence that changes the number."""
    found = next(filter(None, (pattern.fullmatch(words) for pattern in _LIMITS)), None)
    if found is None:
        return None
    n, wanted = number(found["n"]), {stem for stem in stems_of(found["what"]) if stem not in _SAYS_LIMIT}
    fitting = (
        value
        for value in find(law, found["what"]).values
        if is_a_number(value.value) and wanted and wanted <= {*stems_of(value.words)}
    )
    value = next(fitting, None)
    if value is None:
        return None
    label = _first(value.words)
    if value.value == n:
        return Trouble(f"It is so already: “{label}” is {n}.")
    change = f"Change {value.words} from {in_unit(value.value, '')} to {n}"
    return Trouble(f"The law has a number for this: “{label}”.", (Instead(change, change),))


def _unknown_office(words: str, law: Law) -> Trouble | None:
    """Return an office in small letters, with the same sentence in which it is a name."""
    found = _OFFICE.search(words)
    if found is None:
        return None
    at, office = found.start("office"), found["office"].capitalize()
    named = _first(f"{words[:at]}{office}{words[found.end('office') :]}")
    if is_read(named, law):
        return Trouble("The name of an office begins with a capital.", (Instead(named, named),))
    return _unknown_part(named, law)


def _unknown_part(words: str, law: Law) -> Trouble | None:
    """Return a part that may be left out, such as an exception, if the rest is understood."""
    ends = [(words[: found.start()], words[found.start() :].strip(" ,")) for found in _BREAK.finditer(words)]
    ways = ends[::-1][:MOST_BREAKS]
    if (found := _BEGINS.match(words)) is not None:
        ways.append((words[found.end() :], found["part"]))
    for rest, part in ways:
        if is_read(rest, law):
            without = Instead(f"Leave out “{part}”", _first(rest))
            return Trouble(f"The rest is understood, but not “{part}”.", (without,))
    return None


def _unknown_event(words: str, law: Law) -> Trouble | None:
    """Return an event that no rule can listen to, with events that rules can."""
    found = _OF_SOMEBODY.fullmatch(words)
    if found is None or not any(is_read(f"{event} {found['rest']}", law) for event in EVENTS[:MOST_OFFERED]):
        return None
    did, rest = found["did"] or found["does"], _HAS_TO.sub("must ", found["rest"])
    offers = [f"{event} {rest}" for event in _alike(did, EVENTS)]
    ways = [Instead(_first(way), _first(way)) for way in offers if is_read(way, law)]
    return Trouble(f"A rule cannot notice “{did}”. These it can:", tuple(ways[:MOST_OFFERED]))


def _unknown_players(words: str, law: Law) -> Trouble | None:
    """Return players whom no rule can name, with others."""
    found = _SUBJECT.fullmatch(words)
    if found is None or not is_read(f"Everyone {found['rest']}", law):
        return None
    who = found["who"]
    is_name = _A_NAME.fullmatch(who) is not None
    says = "A rule cannot name a player." if is_name else f"It is not clear who is meant by “{who}”."
    ways = [Instead(_first(f"{people} …"), _first(f"{people} {found['rest']}")) for people in PEOPLE]
    return Trouble(says, tuple(way for way in ways if is_read(way.words, law)))


def _unknown_vote(words: str, law: Law) -> Trouble | None:
    """Return the lengths of votes that a sentence may mean, if it does not say which votes or has another unit."""
    meant = votes_meant(words, law)[:MOST_OFFERED]
    if not meant:
        return None
    return Trouble("Which votes do you mean, and for how long?", tuple(Instead(way, way) for way in meant))


def _alike(said: str, ways: Iterable[str]) -> list[str]:
    return sorted(ways, key=lambda way: -SequenceMatcher(None, said.casefold(), way).ratio())


def _first(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


_LOOKS: tuple[Callable[[str, Law], Trouble | None], ...] = (
    _unknown_vote,
    _unknown_limit,
    _unknown_things,
    _unknown_rank,
    _unknown_office,
    _unknown_event,
    _unknown_players,
    _unknown_part,
)
