"""Replaces "it" in an order by the rule or value that is the subject of the preceding words.

    The price of a Handy Pack is too high. Make it 10.

becomes "Set the price of a Handy Pack to 10".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from nomic.web.composer.orders.order_words import CLOSE, OPEN, RULE_NOUN, VERB
from nomic.web.composer.orders.phrasings import without_lead

_NOTHING = r"(?!(?:it|this|that|there|here|what|who|he|she|they|i|we|you|no|nobody|everybody|everyone|one|some|many)\b)"
_SUBJECT = re.compile(
    rf"(?:(?:i|we)(?: also| just| still)? (?:think|feel|believe)(?: that)? )?{_NOTHING}(?P<what>[^,;:.?!]{{1,80}}?) "
    r"(?P<verb>is|are|was|has|does|makes?|costs?|lasts|last(?= (?:for|only|\d))|says?|feels?)\b",
    re.IGNORECASE,
)
# "We no longer need rule Naps, so repeal it."
_OBJECT = re.compile(
    rf"\b(?P<what>rule (?:{OPEN}\d{{1,6}}{CLOSE}|\d{{1,5}}(?:\.\d{{1,5}}){{0,5}}|"
    r"(?-i:[A-Z])[\w'’-]{0,30}+(?: (?-i:[A-Z])[\w'’-]{0,30}+){0,4}+))[ ,;:.–—-]{0,3}(?:so|and|but)?[ ,]{0,2}$",
    re.IGNORECASE,
)
_RULE = re.compile(r"\brule\b", re.IGNORECASE)
_BEFORE_VERB = re.compile(r"^(?:(?:let['’]?s|let us|so|then|please|therefore|just|now),? )+", re.IGNORECASE)
_MAKE_IT = re.compile(r"make (?:it|that|this) (?:cost )?(?=\d)", re.IGNORECASE)
_VERB_IT = re.compile(
    rf"(?P<verb>(?!give|make|pay|put|grant|award)(?:{VERB})) "
    r"(?:it|this rule|that rule|(?:this|that)(?= (?:to|by|from)\b))\b(?!['’])",
    re.IGNORECASE,
)
_VERB_ITS_PART = re.compile(
    rf"(?P<verb>{VERB}) its (?P<part>(?:first|second|third|fourth|fifth|last|final) "
    r"(?:sentence|paragraph|bullet|item|line))\b",
    re.IGNORECASE,
)
# "Luck says “a die”. It should say “two dice” instead."
_SAYS = re.compile(
    rf"(?P<rule>(?:the )?(?:{RULE_NOUN} [^,;:.{OPEN}]{{0,60}}(?:{OPEN}\d+{CLOSE})?|{OPEN}\d+{CLOSE}(?: {RULE_NOUN})?)) "
    rf"(?:(?:currently|now|presently|still) )?(?:says|reads|states|has)[ :]*(?:that )?(?P<old>{OPEN}\d+{CLOSE})[ .]*$",
    re.IGNORECASE,
)
_SAYS_NOW = re.compile(
    rf"(?:(?:it|this|that) (?:should|shall|must|will|is to)(?: now| instead| rather)? (?:say|read|be)|"
    rf"(?:change|replace|amend|make) (?:it|this|that)(?: (?:to|with|by|into|say|read))?)[ :]*(?P<new>{OPEN}\d+{CLOSE})"
    r"(?: instead| now)?[ .]*$",
    re.IGNORECASE,
)
_IT_SHOULD = re.compile(r"it(?= (?:should|shall|must|will|is to|ought to|becomes|now)\b)", re.IGNORECASE)
# "Lighting a lamp is hard. It costs 2 Wicks.", "A player may light a lamp. It costs 2 Wicks."
_IT_STATES = re.compile(
    r"(?:it|this|that|doing (?:so|this|that))(?: now)? "
    r"(?=(?:costs?|lasts?|gives?|brings?|yields?|requires?|needs?|earns?|is limited to|can be done|may be done)\b)",
    re.IGNORECASE,
)
_MAY_DO = re.compile(
    r"[^,;:.?!]{1,60}? (?:may|can)(?:,? (?:once|twice|at most|up to)[^,;:.?!]{0,40},)? "
    r"(?P<what>(?!not\b|be\b|only\b|have\b|also\b)[a-z]{2,20} [^,;:.?!]{1,80})",
    re.IGNORECASE,
)
# "It costs 2 Wicks to light a lamp."
_COSTS_TO = re.compile(
    r"it(?: now)? (?P<costs>costs?|takes) (?P<price>[^,;:.?!]{0,40}?\d[^,;:.?!]{1,40}?) "
    r"to (?P<what>[^,;:.?!]{1,80})[ .!]*",
    re.IGNORECASE,
)
IT = "it "

# "Repeal Luck. Just kidding."
TAKES_BACK = re.compile(
    r"(?:(?:no|nah|haha+|ha|lol|okay|ok|well|but|actually|oh|wait)[,.!…]* )*"
    r"(?:(?:(?:i|we)(?:['’](?:m|re)| am| are) )?(?:just |only )?(?:kidding|joking|jk)\b(?! (?:aside|apart))|"
    r"(?:that(?: one)? (?:was|is) |this is )?(?:just |only )an? joke\b|"
    r"never ?mind(?=[,.!: ]*$|[,:;–-]| that\b)|"
    r"(?:scratch|strike|forget|ignore) (?:that|it|this)\b(?! (?:rule|sentence|proposal|from|if|unless|until|when))|"
    r"on second thoughts?,? (?:no|don['’]t|leave it|keep it)\b|(?:or )?(?:maybe|perhaps) not\b|"
    r"(?:no,? )?(?:please )?don['’]t (?:actually )?do that\b|not really(?=[,.!: ]*$))[^\w(]*",
    re.IGNORECASE,
)
# "There is a new office, the Lamp Inspector."
_SETS_UP = re.compile(
    r"(?:(?:add|create|introduce|establish|invent|found|make)|"
    r"(?:there (?:is|are|shall be|will be)|we have)(?: now| also)?) "
    rf"(?:an?|another|the|one|two|three) (?!(?:[a-z]+ ){{0,3}}{RULE_NOUN})(?:new )?(?P<kind>[a-z][\w' -]{{1,40}}?)"
    r"(?:(?: to the [^,;:.]{1,40}?)?(?:,|:| -| –| —)(?: called| named)?(?: the| an?)?|"
    r" (?:called|named|titled|known as)(?: the)?) "
    rf"(?:{OPEN}(?P<mark>\d+){CLOSE}|"
    r"(?P<name>(?-i:[A-Z])[\w’'-]{0,30}(?: (?:(?-i:[A-Z])[\w’'-]{0,30}|of|the)){0,5}+))",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\w’'-]+")
_SAYS_A_RULE = re.compile(
    r"\d|\b(?:sells?|buys?|elect(?:s|ed)|chosen|appointed|holds?|owns?|gains?|gets?|gives?|costs?|pays?|may|can|must|"
    r"cannot|starts?|begins?|ends?|lasts?|counts?|belongs?|contains?|uses?|used|votes?|wins?|loses?|destroyed|traded|"
    r"given|drawn|replaced|removed|stays?|decides?|serves?|brings?|takes?|receives?|earns?)\b",
    re.IGNORECASE,
)
IS_OF_THE_LAST = re.compile(r"\b(?:it|its|they|their|them)\b(?!['’])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NewThing:
    """Something that an order sets up, such as an office: its name and what it is called later on."""

    name: str
    words: tuple[str, ...]

    def is_in(self, words: str, *, is_next: bool) -> bool:
        """Return whether a sentence says something of it that a rule could say.

        "It" means the thing if the sentence is next to others about it.
        """
        if _SAYS_A_RULE.search(words) is None:
            return False
        plain = f" {' '.join(_WORD.findall(words.casefold()))} "
        is_named = any(f" {each} " in plain or f" {each}s " in plain for each in self.words)
        return is_named or (is_next and IS_OF_THE_LAST.search(words) is not None)


def new_thing(order: str, quotations: Sequence[str]) -> NewThing | None:
    """Return what an order or a statement sets up, except a rule, or None."""
    found = _SETS_UP.match(order)
    if found is None:
        return None
    name = (quotations[int(found["mark"])] if found["mark"] else found["name"]).strip()
    words = _WORD.findall(name.casefold())
    return NewThing(name, tuple(dict.fromkeys((" ".join(words), *words[-1:]))))


_NAMES = re.compile(rf"{OPEN}|\brules?\b", re.IGNORECASE)


def with_name_of(order: str, before: str, earlier: str) -> str:
    """Return an order with "it" replaced with the subject of the preceding words, or of the sentence before them.

    The earlier sentence is only used if the preceding words have no subject.
    """
    named = with_name(order, before)
    if named != order or _NAMES.search(before) or _SUBJECT.match(before):
        return named
    return with_name(order, earlier)


def statement_with_name(statement: str, before: str) -> str:
    """Return a statement with "it" replaced by its subject.

    "It costs 2 Wicks to light a lamp" becomes "light a lamp costs 2 Wicks". If the statement does not name its
    subject, it gets the subject of the words before it, or the action that they allow: after "Players may wave
    flags", "It costs a Coin" becomes "wave flags costs a Coin". If there is neither, the result begins with `IT`.
    """
    if (costs := _COSTS_TO.fullmatch(statement)) is not None:
        return f"{costs['what']} costs {costs['price']}"
    states = _IT_STATES.match(statement)
    if states is None:
        return statement
    found = _MAY_DO.match(before) or _SUBJECT.match(before)
    return f"{IT}{statement[states.end() :]}" if found is None else f"{found['what']} {statement[states.end() :]}"


# "Currently “The only reward of a duel is the pool.”", before "replace this sentence with …"
_QUOTES_THE_LAW = re.compile(
    rf"(?:(?:currently|now|today|at present|at the moment|as of now|so far)[:,]? )?"
    rf"(?:(?:it|the (?:rules?|law|ruleset|text)) (?:now |currently )?(?:says?|reads?|states?)[:,]? )?"
    rf"(?P<mark>{OPEN}\d+{CLOSE})[ .]*",
    re.IGNORECASE,
)
_THIS_SENTENCE = re.compile(
    r"(?P<verb>replace|change|amend|delete|remove|strike|drop) (?:this|that) "
    r"(?:sentence|line|passage|phrase|wording|part|text)\b",
    re.IGNORECASE,
)


def quotes_the_law(words: str) -> bool:
    """Return whether a sentence only quotes what the law says now, so that "this sentence" may mean its words."""
    return _QUOTES_THE_LAW.fullmatch(words) is not None


def with_name(order: str, before: str) -> str:
    """Return an order with its "it" replaced with the subject of the words before it.

    Unchanged if they have no subject.
    """
    quoted, plain = _QUOTES_THE_LAW.fullmatch(before), without_lead(order)
    if quoted is not None and (this := _THIS_SENTENCE.match(plain)) is not None:
        return f"{this['verb']} {quoted['mark']}{plain[this.end() :]}"
    says, now = _SAYS.match(before), _SAYS_NOW.match(_BEFORE_VERB.sub("", order))
    if says is not None and now is not None:
        return f"in {says['rule']}, replace {says['old']} with {now['new']}"
    names_one = len(_RULE.findall(before)) == 1
    found = _SUBJECT.match(before) or (_OBJECT.search(before) if names_one else None)
    if found is None:
        return order
    what = found["what"]
    is_price = (found.groupdict().get("verb") or "").lower().startswith("cost")
    value = f"the price of {what}" if is_price else what
    words = _BEFORE_VERB.sub("", order)
    if (made := _MAKE_IT.match(words)) is not None:
        return f"set {value} to {words[made.end() :]}"
    if (verb := _VERB_IT.match(words)) is not None:
        return f"{verb['verb']} {value}{words[verb.end() :]}"
    if (part := _VERB_ITS_PART.match(words)) is not None and not is_price:
        return f"{part['verb']} the {part['part']} of {what}{words[part.end() :]}"
    if (should := _IT_SHOULD.match(words)) is not None:
        return f"{what}{words[should.end() :]}"
    return order
