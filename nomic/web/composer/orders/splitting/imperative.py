"""Rewrites an order in the imperative, without courtesies and reasons around it."""

import re

from nomic.web.composer.orders.order_words import DOING, IMPERATIVES, OPEN
from nomic.web.composer.orders.recognise_orders import begins_an_order, later_order

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
    r"|(?<=, )(?:which )?(?:nobody|no one|hardly any(?:body|one)|everybody|everyone)\b"
    rf"(?![^.]*\b(?:may|can|must|shall|cannot|gains?|gets?|loses?|pays?)\b)[^{OPEN}:\d]{{1,200}}+"
    rf"|(?<=, )(?:it|they|that)(?:['’]s|['’]re| (?:is|are|was|were|has|have|does|do))\b[^{OPEN}:]{{1,200}}+)$",
    re.IGNORECASE,
)
_SAYS_MORE = re.compile(
    r"\b(?:if|unless|provided|as long as|until|except|only|but|(?:should|shall|must|is|are) (?:also )?be)\b",
    re.IGNORECASE,
)
# "In the bank", "From now on": what follows is no reason, because nothing has been ordered yet
_ONLY_A_PLACE = re.compile(
    r"(?:in|under|within|from|for|at|on|of|to|with|as|after|before|during|since|until|by|regarding|concerning)\b[^,:;]*",
    re.IGNORECASE,
)
_LET_BE = re.compile(r"^let (?P<what>.{1,120}?) be (?P<new>.{1,120})$", re.IGNORECASE)


def without_courtesy(words: str) -> str:
    """Return an order without a closing courtesy or adverb that changes nothing in it: "please", "instead"."""
    return _POLITE.sub("", words)


def imperative(words: str) -> str:
    """Return an order with its first verb in the imperative: "replacing …" becomes "replace …".

    Closing courtesies are removed, and a closing reason unless it contains another order or a condition. "Let A be B"
    becomes "A shall be B".
    """
    words = without_courtesy(words)
    reason = _BECAUSE.search(words)
    if reason is not None and not _SAYS_MORE.search(reason[0]) and not later_order(reason[0]):
        order = words[: reason.start()]
        words = words if _ONLY_A_PLACE.fullmatch(order) and not begins_an_order(order) else without_courtesy(order)
    words = _LET_BE.sub(r"\g<what> shall be \g<new>", words, count=1)
    found = DOING.match(words)
    return words if found is None else f"{IMPERATIVES[found[0].lower()]}{words[found.end() :]}"
