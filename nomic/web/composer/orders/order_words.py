"""Words of orders, from which their patterns are built: verbs, places, and nouns for a rule."""

import re

OPEN, CLOSE = "\ue000", "\ue001"  # around the number of a quotation

VERBS = (
    "abolish", "add", "alter", "amend", "append", "attach", "award", "change", "create", "cut", "delete", "destroy",
    "divide",
    "double", "drop",
    "edit", "enact", "establish", "get rid of", "give", "grant", "halve", "include", "insert", "introduce", "lower",
    "make", "modify", "prepend",
    "move", "multiply", "omit", "pay", "put", "quadruple", "raise", "reduce", "decrease", "increase", "relocate",
    "remove",
    "rename",
    "repeal", "rephrase", "replace", "retitle", "revise", "revoke", "reword", "rewrite", "scrap", "set", "strike",
    "substitute", "swap", "take out",
    "transfer", "triple", "update",
)  # fmt: skip
GERUNDS = {
    **{verb: f"{verb}ing" for verb in VERBS},
    **{verb: f"{verb[:-1]}ing" for verb in VERBS if verb.endswith("e")},
    "put": "putting",
    "set": "setting",
    "cut": "cutting",
    "drop": "dropping",
    "omit": "omitting",
    "get rid of": "getting rid of",
    "scrap": "scrapping",
    "swap": "swapping",
    "take out": "taking out",
}
IMPERATIVES = {gerund: verb for verb, gerund in GERUNDS.items()}
VERB = "|".join(VERBS)
GERUND = "|".join(IMPERATIVES)
PLACE = (
    "in|to|from|under|at the end of|at the very end of|at the bottom of|at the beginning of|at the start of|"
    "at the top of|after|before|throughout|across|all over|within|inside|wherever|everywhere|"
    "for (?:each|every|all)"
)
# The whole ruleset as the place of an order.
ALL_RULES = (
    r"(?:throughout|across|all over)(?: (?:all|every|each)(?: of)?)?(?: the)?(?: (?:whole|entire|full|complete))?"
    r"(?: (?:rules?(?:et)?|law)\b)?|"
    r"everywhere (?:in|within|throughout|across) (?:all(?: of)? )?(?:the )?(?:(?:whole|entire) )?"
    r"(?:rules(?:et)?|law)\b|"
    r"in (?:every|each|all)(?: of)?(?: the)?(?: (?:other|existing|current))? rules?\b|"
    r"(?:in|of|within) (?:the|all of the)(?: (?:whole|entire|full|complete))? (?:ruleset|rules|law)\b"
)
RULE_NOUN = (
    r"(?:(?:core|dynastic|appendix|glossary|special case|mutable|immutable) )?"
    r"(?:sub-?)?(?:rule(?: sub-?section| section)?|section|article)"
)

# Verbs that no form has. A sentence that begins with one of them commands something, whatever follows.
OTHER_VERBS = (
    "allow", "appoint", "assign", "auction", "ban", "boost", "buff", "cancel", "clear", "close", "consolidate",
    "convert", "copy", "crown", "declare", "deduct", "demote", "deregister", "designate", "disable", "disband",
    "discard", "disqualify", "distribute", "divide", "draw", "elect", "eliminate", "empty", "enable", "end",
    "erase", "exempt", "exile", "expel", "extend", "fine", "flip", "forbid", "freeze", "hand", "hold", "impeach",
    "imprison", "install", "kick", "kill", "limit", "merge", "multiply", "nerf", "nullify", "open", "overhaul",
    "overturn", "penalise", "penalize", "permit", "postpone", "prohibit", "promote", "randomise", "randomize",
    "ratify", "reassign", "rebalance", "recalculate", "redistribute", "refund", "register", "reinstate", "release",
    "renumber", "reorder", "require", "reset", "restore", "restrict", "resurrect", "reveal", "reverse", "reward",
    "ring", "roll", "sell", "shorten", "shuffle", "spawn", "spend", "split", "start", "stop", "suspend", "tax",
    "undo", "unfreeze", "unidle", "void", "wipe", "withdraw",
)  # fmt: skip
DOING = re.compile(rf"(?:{GERUND})\b", re.IGNORECASE)
# When a proposal takes effect, in its own words.
PASSES = r"(?:passes|succeeds|(?:is|has been|gets) (?:enacted|adopted|passed|accepted))"
_THIS_PROPOSAL = r"th(?:is|e) (?:proposal|motion|plea|decree)"
ON_PASSING = (
    rf"(?:upon|on|at|after) (?:its|the|{_THIS_PROPOSAL}['’]s)? ?(?:enactment|adoption|passing|passage)"
    rf"(?: of {_THIS_PROPOSAL})?|(?:if|when|once|as soon as) this (?:(?:proposal|motion) )?{PASSES}|"
    r"immediately|right away|straight away|at once|once only|just once|"
    r"as an? one-(?:off|time)(?: (?:gift|bonus|event|thing|effect|act|payment))?"
)
