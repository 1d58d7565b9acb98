"""Recognises declarative sentences about the law's content: "Lighting a lamp costs 2 Wicks".

They are either true of the law, or they contradict it and mean a change. Only their form is examined here.
"""

import re

from nomic.web.composer.orders.names_and_numbers.number_words import NUMBER_WORD
from nomic.web.composer.orders.phrasings import LEAD
from nomic.web.composer.orders.recognise_orders import OF_A_PERSON

MAX_LENGTH = 300  # characters of a sentence that is looked at
FIGURE = rf"(?:\d{{1,9}}(?:d\d{{1,9}})?|{NUMBER_WORD}|an?|no|once|twice)"
_VERB = (
    r"(?:costs?|gives?|brings?|gains?|gets?|earns?|yields?|pays?|receives?|loses?|lasts?|holds?|needs?|requires?|"
    r"takes?|lapses?|expires?|rolls?|adds?|charges?|contains?|(?:ends?|falls? due)(?= (?:after|within|on)\b)|"
    r"(?:is|are) due (?:after|within)|(?:begins?|starts?) (?:at|with)|"
    r"(?:is|are)(?: now)? (?:at (?:most|least)|worth|limited to|between)|(?:is|are)(?= \d))"
)
_BOUND = r"(?:up to|at (?:most|least)|no more than|no fewer than|only)"
_PERIOD = (
    r"(?:at (?:a|any|one) time|at once|(?:per|an?|each|every|in (?:each|every|an?)) "
    r"(?:day|week|phase|cycle|turn|game|(?-i:[A-Z])\w+ Phase))"
)
_TIME = r"(?:minutes?|hours?|days?|weeks?|phases?)"
# Statements with a number. `stated` compares the numbers with those of the law.
_STATES_A_NUMBER = re.compile(
    rf"(?:there (?:is|are)(?: now)?(?: {_BOUND})? {FIGURE} \w"
    rf"|[^?]{{1,160}}? {_VERB}\b[^?]{{0,100}}?\b{FIGURE}\b"
    rf"|[^?]{{1,160}}? {_BOUND} {FIGURE}\b"
    rf"|[^?]{{1,160}}? (?:down|up|back|go(?:es)?|drops?|rises?|falls?)(?: from {FIGURE}(?: \w+)?)? to {FIGURE}\b"
    rf"|[^?]{{1,160}}? {FIGURE} (?:more|fewer|less)\b[^?]{{0,60}}? than (?:now|today|before)\b"
    rf"|(?:the|an?|each|every|all) [^?,]{{1,80}}? (?!is )[a-z]{{3,20}}s? (?:on|after|within|every) (?:\w+ )?{FIGURE}\b"
    rf"|[^?]{{1,160}}? (?:never|cannot|can['’]t|(?:does|do|can|may|must|shall) not) "
    rf"(?:goes?|rises?|falls?|drops?|gets?|be|is|are|exceeds?) (?:(?:above|below|over|under|beyond|more than|less than|"
    rf"fewer than|higher than|lower than) )?{FIGURE}\b"
    r"|[^?]{1,160}? (?:can|may) (?:now )?(?:rise|grow|climb|go up|fall|drop|sink|go down) (?:up |down )?"
    rf"to {FIGURE}\b"
    rf"|(?-i:[A-Z])\w{{2,30}}s [a-z]{{3,20}} for (?:\w+ )?{FIGURE} {_TIME}\b"
    rf"|[^?]{{1,160}}? (?:may|can) [^?]{{0,100}}?\b{FIGURE}\b[^?]{{0,60}}? {_PERIOD})",
    re.IGNORECASE,
)
_BEGINS_OTHERWISE = re.compile(
    r"(?:it|this|that|these|those|they|he|she|his|her|what|who|which|whose|how|why|where|when|if|whenever|once|"
    r"until|unless|because|since|as|although|though|while|whereas|so|but|with|without|after|before|during|for|in \w+ "
    r"(?:days?|weeks?|months?|years?)|suppose|say|imagine|e\.?g|i\.?e|thanks?|even|perhaps|maybe|note|nobody|some|"
    r"many|most|few|several|two \w+ later|(?:the|my|our) (?:proposal|motion|plan|idea)|"
    r"there (?:is|are) (?:\w+ ){1,3}(?:left|of (?:us|them)|reasons?|things?|ways?|problems?|questions?))\b",
    re.IGNORECASE,
)
# What somebody tells of the present, the past or another game, and what is compared.
OF_ANOTHER_TIME = re.compile(
    r"\b(?:was|were|had|did|used to|ago|yesterday|last (?:time|week|cycle|dynasty|phase)|previously|formerly|"
    r"current(?:ly)?|at (?:present|the moment)|so far|as of now|(?<!than )today|right now|these days|as (?:is|it is)|"
    r"would|could|might|should|seems?|usually|often|rarely|probably|perhaps|maybe|on average|about|roughly|"
    r"around|almost|nearly|for example|"
    r"(?<!are )(?<!is )(?<!be )(?:bought|sold|played|earned|won|lost|paid|made)|gave|took|got|came|went|"
    r"noticed|forgotten|remember)\b",
    re.IGNORECASE,
)
_UNDER_THIS = re.compile(
    r"(?:under|with|by) this (?:proposal|rule|change|amendment),? |"
    r"(?:if|when|once|after) this (?:proposal |motion )?(?:passes|is (?:passed|enacted|adopted)),? ",
    re.IGNORECASE,
)


# What proposals, votes and players do or are by a rule, without a number: "A proposal without votes fails".
_OF_A_RULE = (
    r"(?:an? |each |every |all |any |no )*(?:[a-z-]{3,20} ){0,2}(?:proposals?|votes?|motions?|amendments?|trades?|"
    r"players?|members?|offers?|cards?|ties)"
)
_STATES_A_RULE = re.compile(
    rf"{_OF_A_RULE}\b[^?:;,]{{0,100}}? "
    r"(?:fails?|pass(?:es)?|lapses?|expires?|(?:(?:do|does) not |(?:do|does)n['’]t )?counts?|returns? to|"
    r"(?:is|are) (?:also |always |not )?(?:void|invalid|valid|suspended|secret|public|broken|rejected|refused|"
    r"discarded|barred|exempt|disqualified|forbidden|prohibited|illegal|worthless|fined))\b",
    re.IGNORECASE,
)


# "No more gifts to inactive players.", "Queen shouldn't be Rare anymore.", "The shop closes on Sundays."
_DIFFERS_FROM_NOW = re.compile(
    r"(?:no more [^?]{3,160}|[^?]{2,120}? (?:should(?:n['’]t| not)|(?:is|are)(?:n['’]t| not)) [^?]{2,120}? any ?more\b"
    r"|[^?]{2,120}? shouldn['’]t (?!have\b)[^?]{2,120}"
    r"|(?:the|an?|each|every|all) [^?,]{2,120}? (?:doubles|triples|halves)(?=[ .!]*$)"
    r"|(?:the|an?|each|every|all) [^?,]{1,80}? (?!is )[a-z]{3,20}s (?:only )?"
    r"(?:on (?:\w+days?|weekends?)|every \w+)\b)",
    re.IGNORECASE,
)

# "Chips are free.", "There is no cost for fusing two cards."
_FREE = re.compile(
    r"^(?:there (?:is|are)(?: now)? no (?:cost|price|fee|charge)s? (?:for|of|to) (?P<act>[^,;:?]{1,80}?)|"
    r"(?P<what>[^,;:?]{1,80}?) (?:(?:is|are)(?: now)? free(?: of charge)?|costs? nothing))[ .!]*$",
    re.IGNORECASE,
)
_FROM_NOW = re.compile(r",? (?:now|from now on)(?=[ .!]*$)", re.IGNORECASE)
# "The price never goes above 6 (currently 4)."
_BESIDE = re.compile(
    r" \((?:currently(?: at)?|now|at present|up from|down from|was|from) "
    rf"(?P<old>{FIGURE})(?: [a-z ]{{1,20}}+)?\)[ .!]{{0,4}}+$",
    re.IGNORECASE,
)
_REMARK = re.compile(r", which (?:nobody|no one|everybody|everyone|i|we|is|seems|makes)\b[^,]{0,120}$", re.IGNORECASE)


def claim_in(words: str) -> str:
    """Return the statement about the law in a sentence, without phrases such as "under this proposal".

    Returns "" for questions, and for sentences about other times or the speaker.
    """
    words = _UNDER_THIS.sub("", words.strip(), count=1) if _UNDER_THIS.match(words.strip()) else words.strip()
    lead = LEAD.match(words)
    words = words if lead is None else words[lead.end() :]
    words = _BESIDE.sub(r" instead of \g<old>", words)
    words = _FREE.sub(r"\g<act>\g<what> costs 0", _FROM_NOW.sub("", _REMARK.sub("", words)))
    if len(words) > MAX_LENGTH or words.rstrip(" .”)").endswith("?"):
        return ""
    if _BEGINS_OTHERWISE.match(words) or OF_ANOTHER_TIME.search(words) or OF_A_PERSON.search(words):
        return ""
    is_claim = _STATES_A_NUMBER.match(words) or _DIFFERS_FROM_NOW.match(words) or states_a_rule(words)
    return words if is_claim else ""


def states_a_rule(words: str) -> bool:
    """Return whether a sentence without a number makes a general claim about proposals, votes or players."""
    return _STATES_A_RULE.match(words) is not None
