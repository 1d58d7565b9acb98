"""Splits a paragraph into sentences, and a sentence into its orders."""

import re
from collections.abc import Callable, Iterator
from itertools import islice

from nomic.web.composer.orders.order_words import (
    CLOSE,
    DOING,
    GERUND,
    IMPERATIVES,
    OPEN,
    OTHER_VERBS,
    PLACE,
    RULE_NOUN,
    VERB,
    VERBS,
)
from nomic.web.composer.orders.phrasings import without_lead
from nomic.web.composer.orders.recognise_orders import COMMAND, CONDITION, IF_LATER, is_statement, later_order
from nomic.web.composer.orders.splitting.order_text import MARK

MAX_PAIRS = 20  # replacements that one order lists
NEXT_ORDER = re.compile(
    rf"(?:,|;|(?<={CLOSE})|(?<=\w))[ ]*+(?:and|then|and then|and also|;)[ ]++(?:by[ ]++)?"
    rf"(?=(?:{VERB})\b(?:(?! it\b)|(?<=amend)|(?<=repeal|rename)|(?<=retitle|rewrite)|(?<= move))|(?:{GERUND})\b"
    r"|(?:halve|double|triple|lower|raise|increase|decrease|reduce) it\b)"
    rf"|(?<=follows|changes):[ ]*+(?=(?:{VERB}|{GERUND}|after|before|in|at the|to the|from)\b)"
    rf"|(?:[,;][ ]*+(?:by[ ]++)?|(?<=\w| |{CLOSE})by[ ]++)(?=(?:{GERUND})\b)",
    re.IGNORECASE,
)
# An order that begins with its place: "and in Luck, replace …".
NEXT_PLACE = re.compile(
    rf"[,;]?[ ](?:and|then),?[ ](?=(?:(?:everywhere|throughout|across)\b[^,;:{OPEN}]{{0,60}}?|"
    r"at the (?:very )?(?:end|beginning|start|top|bottom)(?: of (?:it|(?:the|this|that) rule))?),? "
    r"(?:replace|change|add|append|insert|put|remove|delete|strike)\b)"
    rf"|[,;]?[ ](?:and|then),?[ ](?=(?:in|from|to|under) (?:[^,;:\n{OPEN}]{{1,60}}+(?:{OPEN}\d++{CLOSE})?,"
    rf"|(?:it|(?:this|that|the same) {RULE_NOUN})\b,?|(?:the )?(?:{RULE_NOUN} )?{OPEN}\d++{CLOSE},?) "
    r"(?:replace|change|add|append|insert|remove|delete|strike|reword)\b)",
    re.IGNORECASE,
)
# After a whole order, a comma is enough: "delete the last sentence of Luck, insert …".
NEXT_COMMAND = re.compile(
    rf"[,;:][ ]++(?=(?:{VERB}) (?:the|an?|every|each|all|any|rule|in|from|to|after|before|{OPEN})"
    rf"|(?:in|from|to) {OPEN}\d++{CLOSE}, (?:{VERB})\b)",
    re.IGNORECASE,
)
PAIR = rf"{OPEN}\d++{CLOSE},? (?:with|by|to|into) {OPEN}\d++{CLOSE}"
PAIRS = re.compile(PAIR, re.IGNORECASE)
BETWEEN_PAIRS = re.compile(
    r"(?:,|;)? ?\(?(?:(?:and (?:also )?|as well as )(?:also )?)?"
    r"(?:the (?:words?|text|phrase|sentence|term|string)s? )?$",
    re.IGNORECASE,
)
# "A Handy Pack should cost 10 and a Chip 15.", "Handy Packs cost only 10 Vertebrae and a deck pack costs 15."
_ONLY = r"(?: only| just)?"
_ONE_OF_THEM = (
    r"(?:(?:the |an? )?(?-i:[A-Z])[^,;.:\d]{0,60}|"
    r"(?:the |an? )(?!\w+ (?!packs?\b|cards?\b|tokens?\b)\w+s\b)[\w’'-]{2,20}(?: [\w’'-]{2,20})?)"
)
_ANOTHER = rf"(?:,? and|,) (?={_ONE_OF_THEM}(?: costs?)?{_ONLY} \d{{1,9}}(?![^,;.:]* (?:to|from|of|instead)\b))"
_SHARED_VERB = re.compile(
    rf"(?P<what>[^,;:.\d]{{1,99}}?) (?P<verb>(?:should|shall|must|will|is to)(?: now)?{_ONLY} (?:cost|be)|"
    rf"(?:now )?costs?|costs? now){_ONLY} (?P<count>\d{{1,9}}(?: [a-z]{{2,20}})?)(?P<others>{_ANOTHER}[^;.:]{{1,200}})",
    re.IGNORECASE,
)
_NEXT_NAMED = re.compile(_ANOTHER, re.IGNORECASE)
_NAMED_AND_NUMBER = re.compile(
    rf"(?P<what>[^,;:.\d]{{1,80}}?)(?: costs?)?{_ONLY} (?P<count>\d{{1,9}}(?: (?!and\b)[a-z]{{2,20}})?)", re.IGNORECASE
)
# "change the price of a Chip to 3 and the price of a Pack from 4 to 5".
_TO_A_NUMBER = (
    r"(?:the |that of |how )[^,;:()\d]{1,80}?(?: from \d{1,9}(?: [a-z]{1,20})?)? (?:to|by) (?:be )?\d{1,9}"
    r"(?: (?!and\b|in\b)[a-z]{1,20})?"
)
AND_A_NUMBER = re.compile(rf"(?:,? and|,) (?={_TO_A_NUMBER})", re.IGNORECASE)
SEVERAL_NUMBERS = re.compile(
    r"(?P<verb>(?:(?:in|from|under|at) [^;:.,]{1,160}+, ?)?(?:change|set|raise|lower|increase|decrease|reduce|make) )"
    rf"(?P<pairs>{_TO_A_NUMBER}(?:(?:,? and|,) {_TO_A_NUMBER}){{1,12}})(?P<rest>[^,;]{{0,100}})",
    re.IGNORECASE,
)
_NOUN_OF = re.compile(r"the [a-z ]{1,40}? of ", re.IGNORECASE)
_THAT_OF = re.compile(r"^that of ", re.IGNORECASE)
_LISTED_QUOTED = re.compile(
    rf"(?P<verb>repeal|abolish|scrap|get rid of) (?:both )?"
    rf"(?P<rules>(?:the )?{OPEN}\d++{CLOSE}(?:, {OPEN}\d++{CLOSE}){{0,30}},? and {OPEN}\d++{CLOSE})",
    re.IGNORECASE,
)
_AND_RULE = re.compile(r",? and (?:the )?rule |, (?:the )?rule ", re.IGNORECASE)
_REPEALS_RULE = re.compile(
    r"(?P<verb>repeal|abolish|scrap|get rid of|delete|remove) (?:both )?(?:the )?rule (?P<name>.{1,100})", re.IGNORECASE
)
_ONE_NAME = re.compile(rf"{OPEN}\d++{CLOSE}|(?-i:[A-Z\d])[\w’'.-]{{0,30}}(?: [\w’'-]{{1,30}}){{0,5}}", re.IGNORECASE)
# "Add to the list in Naps: “On a roof” and “In a boat”", "Add “On a roof” and “In a boat” to the list"
_QUOTED_ITEMS = rf"(?P<items>{OPEN}\d++{CLOSE}(?:, {OPEN}\d++{CLOSE}){{0,30}},? and {OPEN}\d++{CLOSE})"
_SEVERAL_ITEMS = (
    re.compile(
        rf"(?P<verb>add|append|insert|include|put) (?:the (?:new )?(?:items|bullets|entries|rows) )?{_QUOTED_ITEMS}"
        r"(?P<where> (?:as (?:new )?(?:items|bullets|entries|rows) )?(?:to|in|into|at) [^;.]{0,80}\b(?:list|"
        r"table)\b[^;.]{0,120})",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?P<verb>add|append|insert|include|put)(?: the (?:following|new) (?:items|bullets|entries|rows))?"
        rf"(?P<where> (?:to|in|into|at) [^;.]{{0,80}}\b(?:list|table)\b[^;.]{{0,120}}?)[ :]*{_QUOTED_ITEMS}",
        re.IGNORECASE,
    ),
)
LISTED = re.compile(rf"(?P<verb>{VERB}) (?:the )?rules (?P<rules>[^:]++)", re.IGNORECASE)
LISTED_FIRST = re.compile(
    r"(?:the )?rules (?P<rules>[^:]{1,300}?) (?P<state>(?:are|shall|should|must|will|become|now)\b.++)", re.IGNORECASE
)
WITH_ALL = re.compile(r",? with all\b", re.IGNORECASE)
_CAPITAL = "|".join(word.capitalize() for word in (*VERBS, *OTHER_VERBS, *PLACE.split("|")))
SENTENCE_END = re.compile(
    rf"(?<=[.;!?])\s+|(?<=[.!?][)\]])\s+"
    rf"|(?:(?<={CLOSE})|(?<={CLOSE}\)))\s+(?=(?:{_CAPITAL})\b|(?:Then|Also|And|Next|Finally),? (?:{VERB})\b)"
)
ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|No|cf)\.$")
_REPLACES = re.compile(
    r"\b(?:replace|change|substitute|reword|rewrite|rephrase|amend|alter|modify|edit|update)\b", re.IGNORECASE
)
_ENDS_IN_A_PLACE = re.compile(
    r"[,;:] (?:and |then )?,? ?(?:in|from|to|under|within|after|before|following|at) [^,;:]{1,80}+$", re.IGNORECASE
)
_THAT_TOO = re.compile(
    r",? and that (?=(?:the|an?)\b)|,? and (?=its (?:text|wording|words) )|"
    rf",? and (?=(?:the )?(?:{RULE_NOUN} {OPEN}\d++{CLOSE}|{OPEN}\d++{CLOSE} {RULE_NOUN}) "
    r"(?:is|shall|should|must|will) )|"
    rf",? and (?={OPEN}\d++{CLOSE} (?:becomes|(?:is|(?:shall|should|will) be) (?:replaced|changed|repealed|renamed)))",
    re.IGNORECASE,
)


_STRIKES_AND_INSERTS = re.compile(
    rf"\b(?:strik|delet|remov)(?P<ends>ing|e)(?: out)? (?:the words? )?(?P<what>{OPEN}\d+{CLOSE}),? and (?:then )?"
    r"(?:insert|substitut|put|add)(?:e|ing)? (?:in (?:its|their) (?:place|stead) |instead )?"
    rf"(?:the words? )?(?P<new>{OPEN}\d+{CLOSE})(?: (?:in (?:its|their) (?:place|stead)|instead))?"
    r"(?! (?:to|at|after|before|in|into)\b)",
    re.IGNORECASE,
)
# "Make Luck a top-level rule and call it Chance."
_AND_CALL_IT = re.compile(
    rf"^(?P<moved>(?:make|move|turn|put) (?:the )?(?:{RULE_NOUN} )?{OPEN}\d+{CLOSE} [^,;:]{{1,80}}?),? and "
    rf"(?:call|name|title|entitle) it (?={OPEN})",
    re.IGNORECASE,
)
_AND_RENUMBER = re.compile(r",? and (?=renumber\b)", re.IGNORECASE)
# "Replace the text of Luck with …, and the title with …".
_AND_ITS_TITLE = re.compile(
    rf"(?<={CLOSE}),? and (?:change |replace )?(?:its|the) (?P<part>title|name|text|wording)"
    rf"(?: of (?:it|(?:the|this|that) {RULE_NOUN}))? (?:with|to|by|into) (?={OPEN})",
    re.IGNORECASE,
)
# "the bullet in Luck that begins “Dice”": the rule stands within the place.
_RULE_WITHIN = re.compile(
    rf"\b(?P<what>the (?P<unit>sentence|paragraph|bullet(?: point)?|line|list item|item|row|entry)) "
    rf"(?P<where>(?:in|of|from) (?:the )?(?:{RULE_NOUN} )?{OPEN}\d+{CLOSE}(?: {RULE_NOUN})?) "
    rf"(?P<which>(?:(?:that|which) )?(?:begin|start|contain|mention|end|read|say)(?:s|ning|ing)?(?: with)?:? "
    rf"{OPEN}\d+{CLOSE})",
    re.IGNORECASE,
)
# "a new paragraph after the one beginning “Dice”"
_THE_ONE = re.compile(
    r"\b(?P<unit>sentence|paragraph|bullet(?: point)?|line|item|row|entry)(?P<side>,? (?:immediately |directly |just )?"
    r"(?:after|before|below|above|following)) the (?:existing |current )?one "
    r"(?=that\b|which\b|begin|start|contain|end|about)",
    re.IGNORECASE,
)
# "item 9", "scenario 9": the ninth item of a list
_NUMBERED_ITEM = re.compile(
    r"\b(?P<verb>replac(?:e|ing)|remov(?:e|ing)|delet(?:e|ing)|strik(?:e|ing)|amend(?:ing)?|repeal(?:ing)?|chang(?:e|ing)|"
    r"after|before|in|of) (?:the )?(?:(?P<unit>bullet(?: point)?|list item|line|row|entry|paragraph|sentence)|"
    r"item|scenario|option|point|possibility|outcome|encounter|step) (?:number |no\.? |#)?(?P<n>\d{1,2})(?![\w.]\d|\w)",
    re.IGNORECASE,
)
_OF_A_TITLE = re.compile(
    r"(?<= )(?P<where>in|of|from|to|on) the "
    r"(?P<title>(?-i:[A-Z])[\w’'-]{1,30}(?: (?:of|the|and|for|(?-i:[A-Z])[\w’'-]{1,30})){0,4}) "
    r"(?P<unit>list|table)(?![’'\w-])",
    re.IGNORECASE,
)
# "Amend Luck by replacing … with …, and Naps by adding …".
_AND_OTHER_RULE = re.compile(
    rf",? and (?P<rule>(?:the )?(?:{RULE_NOUN} )?(?:{OPEN}\d+{CLOSE}|(?-i:[A-Z])[\w'’-]{{0,40}}"
    rf"(?: [\w'’-]{{1,40}}){{0,3}}?)) by (?=(?:{GERUND})\b)",
    re.IGNORECASE,
)
# "Add … to Luck and … to Naps".
_TO_ANOTHER = re.compile(
    rf"(?P<verb>add|append|insert) (?P<one>{OPEN}\d++{CLOSE} (?:to|at|after|before) [^{OPEN};:.]{{0,60}}"
    rf"{OPEN}\d++{CLOSE}(?: {RULE_NOUN})?),? and (?P<two>{OPEN}\d++{CLOSE} (?:to|at|after|before) [^;:.]{{1,200}})",
    re.IGNORECASE,
)
# "Remove the first sentence of Luck and insert in its place …".
_PUTS_IN_ITS_PLACE = re.compile(
    r"\b(?:(?:remov|delet|strik)(?P<ends>e|ing)(?: out)?|drop|cut|omit|take out) "
    r"(?P<what>(?:(?! and\b|, (?:and|then|insert|replace|put))[^;:]){1,200})"
    r"(?:,| and|, and|, then)(?: then)? (?:replac(?:e|ing) (?:it|them|that|this) (?:with|by)|"
    r"(?:insert|add|putt?|writ|substitut)(?:e|ing)?(?: the following)? (?:in (?:its|their) place|instead)"
    r"(?: the following)?|"
    r"(?:in (?:its|their) place|instead),? (?:insert|add|put|write))",
    re.IGNORECASE,
)
_POLITE = re.compile(
    r",? (?:please(?: do)?|while (?:we(?:['’]re| are)|i['’]?m) at it|thanks|thank you|too|as well|accordingly|"
    r"instead|from now on|entirely|altogether|completely|in its entirety|outright|"
    r"in (?:that|this) order|respectively|(?:if|where|wherever) (?:(?:it is|they are) )?(?:present|there)|"
    r"if (?:it|they|that rule|the rule) (?:still )?exists?)[.!]?$",
    re.IGNORECASE,
)


_BECAUSE = re.compile(
    rf",? (?:\()?(?:(?:because|(?<=, )(?:since|as|so that|in order)|given that)\b[^{OPEN}:]{{1,400}}+"
    r"|(?:because|(?<=, )since)\b[^:]{1,400}+"
    rf"|(?<=, )(?:it|they|that)(?:['’]s|['’]re| (?:is|are|was|were|has|have|does|do))\b[^{OPEN}:]{{1,200}}+)$",
    re.IGNORECASE,
)
_SAYS_MORE = re.compile(
    r"\b(?:if|unless|provided|as long as|until|except|only|but|(?:should|shall|must|is|are) (?:also )?be)\b",
    re.IGNORECASE,
)
_LET_BE = re.compile(r"^let (?P<what>.{1,120}?) be (?P<new>.{1,120})$", re.IGNORECASE)


# "In Luck and Naps, replace …"
_IN_SEVERAL = re.compile(
    rf"in (?:both )?(?:the )?(?:{RULE_NOUN}s? )?(?P<rules>{OPEN}\d++{CLOSE}(?:, {OPEN}\d++{CLOSE}){{0,8}},? and "
    rf"(?:(?:the )?{RULE_NOUN} )?{OPEN}\d++{CLOSE}),? (?P<order>(?:{VERB})\b.++)",
    re.IGNORECASE,
)
_QUOTED = re.compile(f"{OPEN}\\d++{CLOSE}")
# "Repeal these rules, in this order:" above a list, or before names with commas between
_RULES_BELOW = re.compile(
    r"(?P<verb>repeal|abolish|scrap|delete|remove) (?:all )?(?:of )?(?:the following|these)(?: [a-z]{2,9}){0,2} "
    r"(?:rules|sections)(?:,? [a-z ]{1,40})?:[ ]*(?P<rules>.++)",
    re.IGNORECASE | re.DOTALL,
)
_BETWEEN_RULES = re.compile(r",? and |[,;] ", re.IGNORECASE)
_LINE_SIGN = re.compile(r"^[ \t]*+(?:[*#•–-]|\d{1,3}[.)](?= )|\([a-z0-9]{1,3}\))[ \t]*+", re.MULTILINE | re.IGNORECASE)
_SAYS_RULE = re.compile(rf"(?:the )?{RULE_NOUN}\b|R\d", re.IGNORECASE)
# "Replace … with … and remove … from Luck": the last of the orders names the rule of all.
_WITHOUT_A_RULE = re.compile(
    rf"(?:(?:replace|change) {OPEN}\d++{CLOSE} (?:with|by|to)|(?:remove|delete|strike)) {OPEN}\d++{CLOSE}",
    re.IGNORECASE,
)
_WITH_A_RULE = re.compile(
    rf"(?:replace|change|remove|delete|strike) [^;:]{{0,120}}{CLOSE} (?:in|from) "
    rf"(?P<rule>(?:the )?(?:{RULE_NOUN} )?(?:{OPEN}\d++{CLOSE}|(?-i:[A-Z])[\w’' -]{{0,60}}))",
    re.IGNORECASE,
)


def pieces_before(said: str) -> str:
    """Return the last of several orders joined in one sentence."""
    *_, last = NEXT_ORDER.split(said)
    return last


def shares_a_verb(sentence: str) -> bool:
    """Return whether a sentence names several prices: "Handy Packs cost 10 Vertebrae and Deck Packs 15."."""
    return _SHARED_VERB.fullmatch(without_lead(sentence).rstrip(" .!;")) is not None


def pieces(sentence: str) -> Iterator[str]:
    """Yield the orders that are joined in one sentence. A sentence with a condition stays whole."""
    if CONDITION.match(without_lead(sentence)) or IF_LATER.search(sentence):
        yield sentence
        return
    shared = _SHARED_VERB.fullmatch(without_lead(sentence).rstrip(" .!;"))
    if shared is not None:
        others = _NEXT_NAMED.split(shared["others"])[1:]
        pairs = [(shared["what"], shared["count"])]
        pairs += [(each["what"], each["count"]) for each in map(_NAMED_AND_NUMBER.fullmatch, others) if each]
        if len(pairs) == len(others) + 1:
            yield from (f"{what} {shared['verb']} {count}" for what, count in pairs)
            return
    sentence = _STRIKES_AND_INSERTS.sub(r"replac\g<ends> \g<what> with \g<new>", sentence)
    sentence = _RULE_WITHIN.sub(r"\g<what> \g<which> \g<where>", sentence)
    sentence = _NUMBERED_ITEM.sub(
        lambda found: f"{found['verb']} the {found['n']}th {found['unit'] or 'item'}", sentence, count=1
    )
    sentence = _OF_A_TITLE.sub(r"\g<where> the \g<unit> in the rule \g<title>", sentence, count=1)
    sentence = _THE_ONE.sub(r"\g<unit>\g<side> the \g<unit> ", sentence)
    sentence = _AND_ITS_TITLE.sub(r", and change the \g<part> of it to ", sentence)
    sentence = _AND_CALL_IT.sub(r"\g<moved>, and rename it to ", sentence, count=1)
    sentence = _AND_OTHER_RULE.sub(r", and amend \g<rule> by ", sentence)
    sentence = _TO_ANOTHER.sub(r"\g<verb> \g<one>, and \g<verb> \g<two>", sentence, count=1)
    sentence = _PUTS_IN_ITS_PLACE.sub(
        lambda found: f"replac{found['ends'] or 'e'} {found['what']} with", sentence, count=1
    )
    pieces = _stated(sentence) if is_statement(without_lead(sentence)) else [sentence]
    placed = (part for each in pieces for placed in NEXT_PLACE.split(each) for part in _AND_RENUMBER.split(placed))
    for piece in (part for each in placed for part in NEXT_ORDER.split(each)):
        words = without_lead(piece.strip())
        while COMMAND.match(words) and (found := NEXT_COMMAND.search(words)) is not None:
            if _ENDS_IN_A_PLACE.search(words[: found.start()]) is not None:
                break  # the next order is about that place: without it, it would be about another
            yield from _each_pair(words[: found.start()])
            words = without_lead(words[found.end() :])
        yield from _each_pair(words)


# "The rule Luck is to be called “Fortune” and moved under Items."
_IT_TOO = re.compile(
    rf"(?P<what>(?:the )?(?:{RULE_NOUN} )?[^,;:]{{1,80}}?) "
    r"(?P<be>is|shall be|should be|must be|is to be)(?: hereby)? "
    r"(?P<one>(?:called|renamed|retitled|moved|made)\b[^,;:]{1,120}?),? and "
    r"(?P<two>(?:called|renamed|retitled|moved|made|repealed)\b[^;:]{1,120})",
    re.IGNORECASE,
)
_AND = re.compile(r",? and ", re.IGNORECASE)


def _stated(sentence: str) -> list[str]:
    """Return the statements that are joined in one sentence, each as a sentence of its own."""
    both = _IT_TOO.fullmatch(sentence.rstrip(" .;"))
    if both is not None:
        return [f"{both['what']} {both['be']} {both['one']}", f"it {both['be']} {both['two']}"]
    parts: list[str] = []
    for part in _THAT_TOO.split(sentence):
        places = islice(_AND.finditer(part), MAX_PAIRS)
        at = next((each for each in places if _are_two(part[: each.start()], part[each.end() :])), None)
        parts += [part] if at is None else [part[: at.start()], part[at.end() :]]
    return parts


def _are_two(before: str, after: str) -> bool:
    """Return whether both halves of a sentence are statements: "A Chip should cost 5, and a Pack 9"."""
    return is_statement(without_lead(before)) and _SHOULD_DO.match(after) is not None


_SHOULD_DO = re.compile(r"(?:the |an? )?[^,;:]{1,80}? (?:should|shall|must) [a-z]", re.IGNORECASE)


def with_the_rule_of_the_last(orders: list[str]) -> list[str]:
    """Return the orders of one sentence. If only the last one names a rule, the others get that rule too."""
    last = _WITH_A_RULE.fullmatch(orders[-1].rstrip(" .;")) if len(orders) > 1 else None
    if last is None or not all(map(_WITHOUT_A_RULE.fullmatch, orders[:-1])):
        return orders
    return [*(f"{order} in {last['rule']}" for order in orders[:-1]), orders[-1]]


def _each_pair(order: str) -> Iterator[str]:
    """Yield an order for each pair in "replace one with two, and three with four".

    A named place applies to all of them.
    """
    order = order.rstrip(" .;")
    numbers = SEVERAL_NUMBERS.fullmatch(order)
    if numbers is not None:
        first, *others = AND_A_NUMBER.split(numbers["pairs"])[:MAX_PAIRS]
        noun = _NOUN_OF.match(first)
        for pair in (first, *others):
            named = pair if noun is None else _THAT_OF.sub(noun[0], pair)
            yield f"{numbers['verb']}{named}{numbers['rest']}"
        return
    pairs = [*PAIRS.finditer(order)][:MAX_PAIRS]
    ends = [pair.start() for pair in pairs[1:]] + [len(order)]
    verb = order[: pairs[0].start()] if pairs else ""
    if len(pairs) < 2 or _REPLACES.search(verb) is None:
        yield order
        return
    rests = [order[pair.end() : end] for pair, end in zip(pairs, ends, strict=True)]
    rests = [BETWEEN_PAIRS.sub("", rest) for rest in rests[:-1]] + rests[-1:]
    rests = [rest.removeprefix(")") if "(" not in rest else rest for rest in rests]
    given = [rest for rest in rests if rest.strip()]
    for place, pair in enumerate(pairs):
        later = next((rest for rest in rests[place:] if rest.strip()), given[-1] if given else "")
        yield f"{verb}{pair[0]}{later}"


def sentences(paragraph: str) -> Iterator[str]:
    held: list[str] = []
    for piece in SENTENCE_END.split(" ".join(paragraph.split())):
        held.append(piece)
        if ABBREVIATION.search(piece):
            continue
        yield " ".join(held).strip()
        held = []
    yield from filter(None, [" ".join(held).strip()])


def each_rule(order: str) -> list[str]:
    """Return an order about several rules as one order for each: "Repeal rules Luck and Time"."""
    several = _IN_SEVERAL.fullmatch(order.rstrip(" .;"))
    if several is not None:
        return [f"in {rule}, {several['order']}" for rule in _QUOTED.findall(several["rules"])]
    listed = _LISTED_QUOTED.fullmatch(order.rstrip(" .;"))
    if listed is not None:
        return [f"{listed['verb']} rule {rule}" for rule in _QUOTED.findall(listed["rules"])]
    if (one_by_one := _rule_by_rule(order.rstrip(" .;"))) is not None:
        return one_by_one
    items = next(filter(None, (form.fullmatch(order.rstrip(" .;")) for form in _SEVERAL_ITEMS)), None)
    if items is not None:
        return [f"{items['verb']} the item {item}{items['where']}" for item in _QUOTED.findall(items["items"])]
    found = LISTED.fullmatch(order.rstrip(" .;"))
    if found is None:
        stated = LISTED_FIRST.fullmatch(order.rstrip(" .;"))
        return [order] if stated is None else [f"rule {name} {stated['state']}" for name in _names(stated["rules"])]
    rules, *rest = WITH_ALL.split(found["rules"], maxsplit=1)
    end = f" with all{rest[0]}" if rest else ""
    return [f"{found['verb']} rule {name}{end}" for name in _names(rules)] or [order]


def _rule_by_rule(order: str) -> list[str] | None:
    """Return "Repeal the rule Luck and the rule Time" as one order for each rule, or None for other orders."""
    first, *others = _AND_RULE.split(order)
    found = _REPEALS_RULE.fullmatch(first) if others else None
    names = [] if found is None else [found["name"], *others]
    if found is None or not all(_ONE_NAME.fullmatch(name) for name in names):
        return None
    return [f"{found['verb']} rule {name}" for name in names]


def rules_listed(order: str, marked: Callable[[int], str]) -> list[str]:
    """Return an order about the rules of a list below it as one order for each: "Repeal these rules: …".

    `marked` returns the text of a quotation, with marks for the names in it.
    """
    found = _RULES_BELOW.fullmatch(order.rstrip(" .;"))
    if found is None:
        return [order]
    below = MARK.fullmatch(found["rules"])
    items = _LINE_SIGN.sub("", marked(int(below[1]))).split("\n") if below else _BETWEEN_RULES.split(found["rules"])
    named = [item.strip(" .;") for item in items if item.strip(" .;")]
    return [f"{found['verb']} {'' if _SAYS_RULE.match(item) else 'rule '}{item}" for item in named]


def _names(rules: str) -> list[str]:
    """Return the names of rules in a list such as "Luck, Time and Naps"."""
    named = [name.strip().removeprefix("and ") for part in rules.split(",") for name in part.split(" and ")]
    return [name for name in named if name]


def unbracketed(words: str) -> str:
    """Return a sentence without the brackets around it, which may also enclose other sentences."""
    words = words.lstrip("([ ")
    for left, right in ("()", "[]"):
        if words.count(right) > words.count(left):
            words = words.rstrip(" .!?").removesuffix(right)
    return words


def imperative(words: str) -> str:
    """Return an order with its first verb in the imperative: "replacing …" becomes "replace …".

    Closing courtesies are removed. So is a reason at its end, unless it contains another order or states a condition.
    "Let A be B" becomes "A shall be B".
    """
    words = _POLITE.sub("", words)
    reason = _BECAUSE.search(words)
    if reason is not None and not _SAYS_MORE.search(reason[0]) and not later_order(reason[0]):
        words = _POLITE.sub("", words[: reason.start()])
    words = _LET_BE.sub(r"\g<what> shall be \g<new>", words, count=1)
    found = DOING.match(words)
    return words if found is None else f"{IMPERATIVES[found[0].lower()]}{words[found.end() :]}"
