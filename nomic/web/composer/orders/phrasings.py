"""Other ways to word an order, as a table: what each begins with, and the same as one of the forms has it."""

import re

from nomic.web.composer.orders.verbs import CLOSE, DOING, IMPERATIVES, OPEN, RULE_NOUN, VERB, VERBS

LEAD = re.compile(
    r"(?:(?:please|then|also|and|or|so|now|next|finally|lastly|furthermore|additionally|in addition|afterwards?|"
    r"hereby|by|to this end|to that end|moreover|be it resolved that|"
    r"we (?:should|must|need to|want to|ought to)|"
    r"i (?:want|move|wish|ask|request|intend|plan|would like|"
    r"['’]d like) (?:to|that we|that(?= (?:the|an?|rule)\b))|we|"
    r"(?:i|we)(?: would|['’]d)?(?: (?:also|just|hereby|like to)){0,2} (?:propose|suggest|recommend)"
    r"(?: to| that we| that)?|"
    rf"(?:i|we)(?: would| will|['’](?:d|ll))(?: also| just)?(?= (?:{VERB})\b)|"
    r"it is (?:hereby )?(?:proposed|suggested|resolved)(?: to| that)|(?:and )?that (?=the\b|an?\b)|"
    rf"to (?:fix|remedy|address|solve|prevent|avoid|help|change)\b[^,.:;{OPEN}]{{0,60}}(?=,)|"
    r"(?:can|could) (?:we|you|somebody|someone) (?:please|pretty please)|"
    r"this proposal (?:will|would)|upon enactment|(?:if|when) this (?:proposal )?(?:passes|is enacted)(?=,)|"
    r"first|second|third|secondly|thirdly|simultaneously|immediately|"
    r"in that order)\b[ ,:;]*+)++",
    re.IGNORECASE,
)
_SUGGESTS = re.compile(r"\b(?:propose|suggest|recommend)\W*$", re.IGNORECASE)
# Other ways to command something, and the same with the verb first. VERB stands for the verb of the match.
_REPHRASED = (
    (
        re.compile(
            r"(?P<verb>replace|change|amend|alter|edit|update|set|rewrite|reword) "
            rf"(?P<whose>the {RULE_NOUN}|(?:(?:the )?{RULE_NOUN} )?(?:{OPEN}\d+{CLOSE}|"
            rf"[^{OPEN}{CLOSE},;:.]{{1,80}}?(?:\.\d+)*))"
            r"(?:['’]s?) (?:whole |entire |current )?"
            r"(?P<part>text|words|wording|content|contents|body|title|name)(?= |:|$)",
            re.IGNORECASE,
        ),
        r"VERB the \g<part> of \g<whose>",
    ),
    (
        re.compile(
            rf"(?P<what>(?:the )?{RULE_NOUN} [^,;:.]{{1,100}}?|{OPEN}\d+{CLOSE}) "
            r"(?:(?:shall|should|must|will|is to) be|be|is) "
            r"(?:hereby )?(?:amended|changed|modified|edited|altered|revised|updated|rewritten|reworded)"
            r"(?= as follows| by\b| in the following| to (?:say|read)\b|[ .]*$)",
            re.IGNORECASE,
        ),
        r"amend \g<what>",
    ),
    (
        re.compile(
            r"(?:amend|modify|edit|alter|update|revise|change) "
            rf"(?P<what>(?:the )?{RULE_NOUN} [^,;:.]{{1,100}}?|{OPEN}\d+{CLOSE}) "
            r"to (?P<verb>change|replace|add|append|insert|remove|delete|strike)(?= )",
            re.IGNORECASE,
        ),
        r"in \g<what>, VERB",
    ),
    (re.compile(r"new ((?:sub-?)?rule)(?: called| titled)?[:,–-]+ ?(?=\S)", re.IGNORECASE), r"add a \1 called "),
    (
        re.compile(
            r"this proposal (?:also |hereby |simply )?"
            rf"(?P<verb>{'|'.join({each[:-1] if each[-1] == 'y' else each for each in VERBS})})(?:ie|e)?s (?=\w|"
            rf"{OPEN})",
            re.IGNORECASE,
        ),
        r"VERB ",
    ),
    (
        re.compile(
            r"(?P<what>(?:an?|the|another|this|any|all|every|each|that)\b[^.:;]{1,120}?|"
            rf"(?:the \w+ )?{OPEN}\d+{CLOSE}) (?:(?:(?:shall|should|must|will|is to|are to)(?: also| hereby)? )?be|"
            rf"(?:is|are) hereby) (?P<verb>added|inserted|appended|created|established|enacted|"
            rf"removed|deleted|struck)(?= (?:to|in|into|from|under|after|before|at|as|"
            rf"with|called|named|titled|entitled|stating|reading|which|that)\b|:|$)",
            re.IGNORECASE,
        ),
        r"VERB \g<what>",
    ),
)
_OF_PARTICIPLE = {
    "struck": "strike", "inserted": "insert", "appended": "append", "enacted": "enact", "added": "add",
    "established": "establish",
}  # fmt: skip


def without_lead(words: str) -> str:
    """Return a sentence without words such as "please" before its verb, and with the verb first if it is a passive."""
    found = LEAD.match(words)
    words = words if found is None else words[found.end() :]
    doing = None if found is None or _SUGGESTS.search(found[0]) is None else DOING.match(words)
    if doing is not None:
        words = f"{IMPERATIVES[doing[0].lower()]}{words[doing.end() :]}"
    for pattern, instead in _REPHRASED:
        if (other := pattern.match(words)) is not None:
            return f"{other.expand(instead.replace('VERB', _verb_of(other)))}{words[other.end() :]}"
    return words


def _verb_of(found: re.Match[str]) -> str:
    verb = found.groupdict().get("verb", "").lower()
    verb = _OF_PARTICIPLE.get(verb) or (verb.removesuffix("d") if verb.endswith("ed") else verb)
    return f"{verb}y" if f"{verb}y" in VERBS else verb
