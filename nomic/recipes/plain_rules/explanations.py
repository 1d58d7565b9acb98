"""Recognises sentences of a rule that only explain. They order nothing, so nobody has to carry them out.

"A duel of two whose decks are empty can go round for ever" explains; "The King breaks ties" is an order to the King. A
sentence explains only if none of its words can order anything. In doubt it orders.
"""

import re

# Words by which a sentence orders, allows, forbids or does something.
_ORDERS = re.compile(
    r"\b(?:must|shall|should|may|cannot|can['’]t|ought|has to|have to|needs? to|is to|are to|"
    r"allowed|forbidden|permitted|required|entitled|hereby|instead|only|at (?:most|least)|never|always|"
    r"(?<!at )once|twice|times?|per|no longer|from now on|"
    r"(?:gain|lose|get|pay|win|become|break|cost|count|end|start|begin|draw|discard|choose|roll|move|take|give|receive|"
    r"earn|owe|keep|hold|own|decide|appoint|elect|vote|buy|sell|trade|steal|burn|play|place|put|add|remove|double|"
    r"halve|rise|fall|expire|pass|fail|score|share|resign|serve|act|reset|die|leave|join|forfeit|swap|"
    r"name|set|close|open|change|replace|go|come|stay|stand|bring|send|pick|reveal|announce|publish|lead|rule|judge)"
    r"(?:e?s)|(?:carri|tri|den|appli|repli|suppli|modifi|rati?f)ies|has|have)\b",
    re.IGNORECASE,
)
# Who can do something "can" be allowed to.
_SOMEBODY = re.compile(
    r"\b(?:you|players?|members?|anybody|anyone|everybody|everyone|nobody|no one|somebody|someone|whoever|they|he|she|"
    r"captains?|owners?|holders?|authors?|winners?|losers?|voters?|officers?|citizens?|who)\b|"
    r"(?<!^)\b(?-i:[A-Z])\w|^the (?-i:[A-Z])\w",
    re.IGNORECASE,
)
_NO_NOUN = re.compile(r"^(?:no|any|every|each|all)\b", re.IGNORECASE)
# "can be withdrawn": a right of somebody who is not named
_ALLOWED = re.compile(
    r"\b(?:can|could|might) (?:[a-z]{1,20}ly )?be [a-z]{1,20}(?:ed|en|wn|ld|ght|nt|de|id|ne)\b", re.IGNORECASE
)
_POSSIBLE = re.compile(r"\b(?:can|could|might)\b", re.IGNORECASE)
# "If yes, roll 1d6; otherwise, gain a Handy Pack."
_COMMANDS = re.compile(
    r"(?:^|[,;:] )(?:then |you |they )?(?:gain|lose|get|pay|grant|roll|draw|destroy|discard|choose|select|take|give|"
    r"revoke|receive)\b",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"(?:this|that|it|which|so this|so that) (?:is (?:because|so|meant|intended|just|merely|only (?:meant|to)|to)|"
    r"(?:makes?|made|lets?|means?|helps?|keeps?|prevents?|avoids?|ensures?|fixes|stops?|gives?|allows?|brings|leaves)|"
    r"would|could|might|was|has been|used to)\b|"
    r"(?:the )?(?:reason|point|idea|purpose|aim|intention|intent|goal)\b[^.;:?!]{0,60}? (?:is|was)\b|"
    r"because\b|in other words\b|for (?:example|instance)\b|that is why\b|without (?:this|it|that)\b|"
    r"(?:note|recall|remember) that\b|otherwise [^.;]{1,80}? (?:would|could|might)\b",
    re.IGNORECASE,
)
_MEANS = re.compile(
    r"^(?:this|that|it|which|so this|so that) (?:makes?|lets?|means?|helps?|keeps?|prevents?|avoids?|ensures?|fixes|"
    r"stops?|gives?|allows?|brings|leaves|has been)\b|\b(?:meant|intended|used|just|merely|is|are|only) to\b",
    re.IGNORECASE,
)
# What an order is for, up to the comma before it: "to celebrate the anniversary". No verb of it is one that a player
# does: "to give a gift" is a condition.
PURPOSES = (
    r"(?:(?:in order to|so as to|to) (?:celebrate|commemorate|hono[u]?r|thank|reward|encourage|discourage|motivate|"
    r"incentivi[sz]e|compensate|welcome|promote|prevent|avoid|fix|remedy|address|solve|improve|balance|simplify|ensure|"
    r"counter|combat|reduce|help|punish|apologi[sz]e|make up for|speed (?:things|it|play|the game|matters) up|speed up|"
    r"slow down|spice|liven|kick off|make (?:it|this|that|things|the game|play|life|up)|keep (?:it|things|the game)|"
    r"mark the)|"
    r"in (?:hono[u]?r|celebration|memory|recognition|gratitude|thanks)|on the occasion of|"
    r"as (?:an?|our|my) (?:(?:small|little|special|big|modest|belated) )?(?:thank[ -]?(?:you|s)|reward|bonus|present|"
    r"gift|treat|apology|compensation|consolation|token|celebration|sign|welcome|incentive)|"
    r"for (?:the )?(?:holidays?|anniversary|occasion|christmas|easter|halloween|new year|fun|festive season)|because)"
)
PURPOSE = rf"{PURPOSES}\b[^,.:;?]{{0,80}}(?=,)"
_PURPOSE_AT_END = re.compile(rf",? (?:so that|{PURPOSES})\b[^.:;?\d]{{0,100}}$", re.IGNORECASE)
_PURPOSE = re.compile(rf"{PURPOSE}, *", re.IGNORECASE)


def without_purpose(sentence: str) -> str:
    """Return a sentence without an introductory purpose, such as "To celebrate, …"."""
    return _PURPOSE.sub("", sentence, count=1) if _PURPOSE.match(sentence) else sentence


def without_final_purpose(sentence: str) -> str:
    """Return a sentence without a purpose at its end, such as "so that nobody is left behind"."""
    return _PURPOSE_AT_END.sub("", sentence, count=1)


def only_explains(sentence: str) -> bool:
    """Return whether a sentence orders nothing, but explains what is possible or gives a reason."""
    words = sentence.strip(" *_“”\"'")
    if _REASON.match(words) is not None:
        return _ORDERS.search(_MEANS.sub("", words)) is None
    can = _POSSIBLE.search(words)
    if can is None or any(each.search(words) for each in (_NO_NOUN, _ORDERS, _ALLOWED)):
        return False
    return _SOMEBODY.search(words[: can.start()]) is None


def orders_something(sentence: str) -> bool:
    """Return whether a sentence orders, allows or forbids something, and does not merely explain."""
    orders = _ORDERS.search(sentence) or _COMMANDS.search(sentence.strip(" *_“”\"'"))
    return orders is not None and not only_explains(sentence)
