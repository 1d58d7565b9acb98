"""The forms of orders, as a table: how each begins, and which parts it can have, in any order.

`Replace "one" with "two" in rule Luck` begins with `replace` and has the parts `old`, `new` and `rule`. Each part has
an introduction, which is a regular expression, and a slot, which is the type of its content.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from nomic.web.composer.orders.names_and_numbers.number_words import NUMBER_WORD
from nomic.web.composer.orders.order_words import ALL_RULES, CLOSE, OPEN, RULE_NOUN, VERB

# What a slot takes: a quotation; a name, quoted or bare; a rule; a value; a part such as "the last bullet"; nothing.
Slot = Literal["quotation", "name", "rule", "value", "place", "flag"]

Q = f"{OPEN}\\d+{CLOSE}"
KIND = (
    r"(?:the |this |these |a )?(?:following |exact |new |old )?"
    r"(?:(?:two|three|four|five|\d) (?:new )?(?=[a-z ]{1,20}s\b))?"
    r"(?:words?|text|phrase|sentences?|paragraphs?|bullets?(?: points?)?|lines?|list items?|items?|strings?|numbers?|"
    r"rows?|clauses?|contents?|quotation|term|name)"
)
_OF = rf"(?:{KIND}[:,]? ?)?(?:the following[ :]*)?"
_CONTENT = "content|text|words|body|wording"
_TEXT = rf"(?:the |this |as its |its )?(?:following )?(?:indented |quoted )?(?:{_CONTENT})s?"
READING = (
    rf"(?:(?:and |, )?(?:(?:which|that|it|this rule|the (?:new )?{RULE_NOUN}) )?(?:(?:is to|shall|should|will|must) )?"
    rf"(?:reads?|reading|says?|saying|states?|stating|has|have|having|contains?|containing|consists? of|"
    rf"consisting of)\b"
    rf"(?: {_TEXT})?(?:,? as follows|,? in full|,? in its entirety)?|as follows|"
    rf"(?:with|and give it|give it|giving it|and has|and)? ?{_TEXT}(?: is| reads| shall be|"
    rf" should be| as (?:its|the) (?:{_CONTENT}))?\b(?: as follows)?|"
    r"with)[ :\-–—]*"
)
NTH = (
    r"(?P<nth>only|sole|penultimate|(?:second|next)[- ](?:to[- ])?last|first|second|third|fourth|fifth|sixth|seventh|"
    r"eighth|ninth|tenth|last|final|\d{1,2}(?:st|nd|rd|th))"
)
UNIT = r"sentence|clause|element|paragraph|bullet(?: point)?|line|list item|item|row|entry|term|definition"
PLACE = re.compile(
    r"(?:the |its |(?P<every>each|every|any|all)(?: of)?(?: the)? )"
    rf"(?:(?P<side>first|last|final) (?P<count>two|three|four|five|six|\d{{1,2}}) "
    r"(?P<units>sentence|clause|paragraph|bullet(?: point)?|line|list item|item|row)s"
    rf"|{NTH} (?P<unit>{UNIT})(?: ?\((?P<quoted>{Q})\))?"
    r"(?P<onwards>,? (?:onwards?|and (?:everything|all(?: that)?|what|anything) (?:that )?(?:follows|comes)(?: it)?|"
    r"and (?:everything|all) (?:after|below) it))?"
    rf"|(?P<named>{UNIT})s?(?:,? (?:that |which )?(?:(?P<begins>begins|begin|beginning|starts|starting)(?: with)?"
    rf"|ends|ending(?: with| in)?|contains?|containing|reads?|reading|says?|saying|mentions?|mentioning|for|about|"
    rf"on|with)[ :]*)(?:the (?:words?|text|phrase) |the )?"
    rf"(?P<said>{Q}|(?-i:[A-Z])[\w’'-]{{0,40}}(?: [\w’'-]{{1,40}}){{1,3}}(?=[ .;:]*$|,)|"
    rf"(?-i:[A-Z])[\w’'-]{{0,40}}|[\w’'-]{{3,40}}(?=[ .,;:]*$| (?:in|of|"
    rf"from) ))(?:,? or (?P<or>{Q}))?"
    r"|(?P<whole>(?:(?:numbered|lettered|bulleted|bullet|ordered|unordered|sole|only|whole|entire) )*(?:table|list))"
    r"(?= ?[,:.]|$| in | of | to | with\b| by\b|\ue000| add| insert)"
    r"|(?P<end>end|beginning|start|top|bottom))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an order: the pattern that introduces it, and the type of its content.

    The pattern of a part that directly follows the verb is empty.
    """

    slot: Slot
    intro: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Form:
    """A form of order: the requested change, its opening words, its parts, and the required parts' names."""

    change: str
    begins: re.Pattern[str]
    parts: Mapping[str, Part]
    needs: frozenset[str]


def _part(slot: Slot, intro: str = "") -> Part:
    return Part(slot, re.compile(intro, re.IGNORECASE))


READS = (
    r"(?:so (?:that|as)(?: instead)?(?: it)?(?: instead)? (?:reads?|to read|says?|to say)|"
    rf"to read|to say|as follows|reading|in full|as(?= ?:| ?{OPEN}))"
    r"(?:,? (?:in (?:full|whole|toto|(?:its |their )?entirety)|entirely|instead))?(?: as follows)?[ ,:\-–—]*"
    r"(?:the following)?[ :\-–—]*"
)
MAKE = r"(?:add|create|insert|enact|make|establish|introduce|append|include)"
A_RULE = (
    r"(?:(?:a|an|the|another|this|one) )?(?:(?:following|new|top-level|dynastic|core|mutable|immutable|separate|"
    r"second|third|fourth|fifth|further|additional|final|"
    rf"power[ -=]?\d{{1,3}}(?:\.\d)?) )*{RULE_NOUN}"
)
ITS_TEXT = r"the (?:entire |whole )?(?:text|words|wording|content|contents|body) of"
REMOVE = r"(?:remove|delete|strike(?: out)?|drop|cut|omit|revoke|get rid of|scrap|take out)"
CHANGE = r"(?:amend|change|alter|modify|edit|revise|update)"
ITEM = (
    r"(?:(?:a|an|the|this|another|one|these|two|three|four|five) )?"
    r"(?:(?:following|new|further|final|last|additional|extra|separate) ){0,2}"
    r"(?:(?:row|(?:list )?item|bullet(?: point)?|line|scenario|option|outcome|encounter)s?|"
    r"(?:list )?(?:entry|entries)|[a-z]{2,20}(?= to the (?:table|list)\b))"
)

AS_A = r"as (?:an?|the|its)(?: (?:new|last|final|further|separate|own|additional|extra)){0,3}"
SUB = r"(?:sub-?(?:rule|section)|child(?: rule)?)"
# Parts by name. A number after a name distinguishes introductions of the same part: "words" and "words2".
PARTS: Mapping[str, Part] = {
    "every": _part(
        "flag", r"(?:every|all|each|any)(?: (?:instances?|occurrences?|cases?|mentions?) of)?(?: the)?(?= )"
    ),
    "everywhere": _part(
        "flag",
        r"(?:wherever|everywhere|whenever|each time|every time|in all places where)(?: that)?"
        r"(?: (?:it|they|that|this))?(?: (?:appears?|occurs?|is mentioned|are mentioned|stands?))?",
    ),
    "rules": _part("flag", ALL_RULES),
    "scope": _part(
        "place", r"(?:the (?:text|words|wording) of|(?:to|at) (?:the )?(?:very )?end of|in|from|within|inside|of|to)"
    ),
    "rule": _part(
        "rule",
        r"(?:at the (?:very )?end of|to the bottom of|at the bottom of|to the list (?:in|of)|from the (?:table|"
        r"list) (?:in|of)|under|"
        r"to the end of|out of|inside|within|from|in|of|to|for)",
    ),
    "words": _part("quotation", READING),
    "words2": _part("quotation", rf"[ :\-–—]*(?={OPEN})"),
    "words3": _part("quotation", _OF),
    "old": _part("quotation", rf"(?:from[ :]*)?{_OF}"),
    "old2": _part("quotation", rf"[ :]*(?={OPEN})"),
    "where": _part(
        "flag",
        rf"(?:(?:in|of|from) (?:{Q}|the (?:(?:core|dynastic|special case) rules|rules(?:et)?|appendix|"
        rf"rulebook))(?: |$))+",
    ),
    "old_place": _part("place"),
    "was": _part("quotation", rf"(?:,? ?currently|from) {_OF}"),
    "new": _part(
        "quotation",
        r"(?:to read(?:,? (?:in full|in whole|as follows|instead))?|to say|"
        r"so that (?:instead )?it (?:instead )?(?:now )?(?:reads|says)|"
        r"as follows|and replace it with|with|by|to|into|as)[ :\-–—]*"
        rf"{_OF}[ :\-–—]*",
    ),
    "new2": _part("quotation", _OF),
    "title": _part(
        "name",
        r"(?:(?:and )?(?:call|name|title|entitle) it|(?:its |the )?(?:title|name)(?: is| shall be| should be|:)|"
        rf"title(?= ?{Q})|"
        r"(?:named|called|titled|entitled)|with (?:the )?title|"
        r"by the name of)?"
        rf"(?: ?%[\w-]+ \((?={Q}\)))?",
    ),
    "as_rule": _part("flag", rf"as {A_RULE}"),
    "power": _part(
        "flag",
        r"[(\[]?(?:and )?(?:(?:with|at|of|having) )?(?:an? )?power(?: level)?(?: of)? ?[=:]? ?"
        r"\d{1,3}(?:\.\d{1,3})?[)\]]?",
    ),
    "of_kind": _part("flag", r"of kind [a-z]{3,15}"),
    "numbered": _part(
        "flag",
        r"(?:(?:and )?(?:numbered|(?:with (?:the |an? )?)?(?:number|id(?: number)?|no\.))[ :=]*|"
        r"(?<=rule )|(?<=section )|(?<=article ))#?"
        r"\d{1,5}(?:\.\d{1,5}){0,5}(?![\w/])",
    ),
    "top": _part(
        "flag",
        r"(?:to|in|into|(?:at|to) the (?:very )?end of) the "
        r"(?:(?:dynastic |core )?rules(?:et)?(?: list)?|law|list of rules)|"
        r"(?:after|below) all (?:the )?other (?:currently )?(?:existing )?rules|(?:on|at) the top level",
    ),
    "beside": _part("rule", r"(?:directly |immediately |just )?(?:after|below|between)"),
    "ahead": _part("rule", r"(?:directly |immediately |just )?(?:before|above)"),
    "beside_too": _part(
        "rule", r"and(?: (?:directly |immediately |just )?(?:after|before|below|above))?|(?=the rule\b)"
    ),
    "parent": _part(
        "rule",
        r"(?:(?:and )?(?:it|this rule|the (?:new )?rule) (?:(?:should|shall|must|will|is to) "
        r"(?:be|go|become|belong)|is|goes|belongs) )?(?:to|under|in|into|beneath|within|"
        r"as (?:a|the|another) (?:new )?(?:sub-?rule|sub-?section|child|child rule) "
        r"(?:of|to)|which is a sub-?rule of|(?:to )?become (?:a|the) sub-?rule of|of|(?:a|as its) sub-?rule (?:of|to))",
    ),
    "sub": _part("name", r"with (?:a|the) sub-?rule (?:named |called |titled |entitled )?"),
    "it": _part("flag", rf"(?:it|(?:this|that|the) {RULE_NOUN})(?= ?(?:$|,))"),
    "all": _part(
        "flag",
        rf"(?:and|(?:along |together )?with|including) (?:all|everything|its|the)"
        rf"(?: (?:of|its|the|rules?|that|which|else|and)){{0,5}}+(?: sub-?(?:rule|section)s?| children|"
        rf"(?: hangs?| depends?| belongs?| stands?| is| are)? (?:on|to|below|under|beneath|in|inside|within) "
        rf"(?:it|them|(?:that|the) {RULE_NOUN}))+",
    ),
    "after": _part("quotation", rf"(?:immediately |directly |just )?(?:after|following|below|behind) {_OF}"),
    "before": _part("quotation", rf"(?:immediately |directly |just )?(?:before|preceding|above) {_OF}"),
    "after_place": _part("place", r"(?:immediately |directly |just )?(?:after|following|below|behind)"),
    "before_place": _part("place", r"(?:immediately |directly |just )?(?:before|preceding|above)"),
    "following": _part(
        "flag",
        r"the (?:text|contents?|words)(?= as\b)|(?:the following|this)"
        r"(?: (?:new )?(?:words?|text|sentences?|paragraphs?|lines?|clauses?|contents?))?",
    ),
    "as_place": _part("place", "as"),
    "as_item": _part("flag", rf"{AS_A} (?:bullet(?: point)?|(?:list )?item|row|entry)"),
    "as_a": _part(
        "flag",
        rf"{AS_A} (?:sentence|paragraph|line|text|(?:sub-?)?clause)"
        r"(?: (?:in|to|of|within) the same (?:paragraph|bullet(?: point)?|(?:list )?item|entry))?",
    ),
    "same_unit": _part(
        "flag", r"(?:to|in|into) the same (?:sentence|paragraph|bullet(?: point)?|line|(?:list )?item|entry)"
    ),
    "a_unit": _part(
        "flag",
        r"(?:an?|another|one|the following|this)(?: (?:new|further|final|last|separate|extra|"
        r"additional|following)){0,3} (?:sentence|paragraph|line|section|(?:sub-?)?clause)(?! rule)",
    ),
    "end": _part("flag", r"(?:at|to) (?:the|its|their) (?:very )?(?:end|bottom)(?: thereof)?(?! of)"),
    "end2": _part(
        "flag", rf"(?:at|to) the (?:very )?(?:end|bottom) of (?:it|(?:this|that|the) {RULE_NOUN})(?= ?[:,.;]|$)"
    ),
    "begin": _part("flag", r"(?:at|to) (?:the|its) (?:very )?(?:beginning|start|top)(?! of)"),
    "begin_of": _part("rule", r"(?:at|to) the (?:beginning|start|top) of"),
    "begin_in": _part("place", r"(?:at|to) the (?:very )?(?:beginning|start|top) of"),
    "of_list": _part(
        "flag", r"(?:from|in|of|on) (?:the|its|that|this) (?:[a-z]{1,20} ){0,2}(?:table|list)(?= (?:in|of|from)\b|$)"
    ),
    "with_rest": _part(
        "flag",
        r",? ?(?:(?:along|together) )?with (?:its|the|their|all (?:of )?its) (?:whole |entire )?"
        r"(?:definitions?|texts?|contents?|descriptions?|explanations?)",
    ),
    "list": _part(
        "flag",
        r"(?:to the (?:end|bottom) of|to|in|into|at the end of|under) (?:the|its|that|this) (?:[a-z]{1,20} )?"
        r"(?:table|list)(?: items)?(?: of [a-z ]{1,60}?)?(?:,? but (?:before|above) the (?:last|final|next) paragraph)?"
        r"(?= (?:in|of|under|at|to)\b|[ ]*[:,.]|$| ?\ue000)",
    ),
}
RULE, RULE_BY_WORD = _part("rule"), _part("rule", rf"(?=(?:the )?{RULE_NOUN}\b)")
IN_FULL = _part("quotation", rf"(?:{READS}|(?:with|by|to)(?: the following)?(?: text)?[ :\-–—]*|(?={OPEN}))")
VALUE = _part("value")
ROUNDED = {f"rounded_{way}": _part("flag", rf"\(?round(?:ed|ing)(?: it)? {way}\b") for way in ("up", "down")}
MOVED = {
    "from": _part("rule", r"(?:from|in|of|out of)"),
    "begin_of_rule": _part(
        "rule",
        r"(?:to|at) the (?:very )?(?:beginning|start|top) of|"
        r"to (?:be|become) the first (?:sentence|paragraph|line|bullet|item) (?:of|in)",
    ),
    "end_of_rule": _part(
        "rule",
        r"(?:to|at) the (?:very )?(?:end|bottom) of|"
        r"to (?:be|become) the (?:last|final) (?:sentence|paragraph|line|bullet|item) (?:of|in)",
    ),
    "to_rule": _part("rule", r"(?:to|into)(?! be| the (?:very )?(?:beginning|start|top|end|bottom)\b)"),
}
_FIGURE = rf"(?= ?(?:be )?(?:-?\d|{Q}|(?:none?|twice|half)\b|{NUMBER_WORD}))"

_LAW = (
    r"(?:(?:the following|these|several|some|various|two|three|four|five) (?:rules|sections)|"
    r"(?:the |our )?(?:(?:whole |entire |dynastic )?rules(?:et)?|gamestate|law))"
)
_FOLLOWS = _part(
    "flag",
    r"(?:as follows|by|in the following ways?|(?:by|with) (?:making )?(?:these|the following) (?:changes|amendments))",
)


def _form(change: str, begins: str, parts: str = "", **own: Part) -> Form:
    """Return a form. `parts` lists its parts in order, with "!" after each required one.

    `own` holds the parts whose introduction differs from the one in `PARTS`.
    """
    names = parts.split()
    return Form(
        change,
        re.compile(rf"{begins}(?!\w)", re.IGNORECASE),
        {name: own.get(name) or PARTS[name] for name in (each.rstrip("!") for each in names)},
        frozenset(name.rstrip("!0123456789") for name in names if name.endswith("!")),
    )


FORMS = (
    # ── new rules
    _form(
        "add", rf"{MAKE} {A_RULE}", "of_kind numbered title beside ahead beside_too parent top power sub words words2"
    ),
    _form(
        "add", MAKE, "following words3 as_rule! numbered title beside ahead beside_too parent top power words words2"
    ),
    _form(
        "add_several",
        rf"{MAKE} (?:the following|these|two|three|four|five|\d)(?: new)? (?:sub-?)?rules",
        "parent words words2!",
        words2=_part("quotation", rf"[ :\-–—]*(?={OPEN})"),
    ),
    # ── rules as a whole
    _form("repeal", r"(?:repeal|abolish|get rid of|scrap)", "rule! it all", rule=RULE),
    _form(
        "repeal",
        REMOVE,
        "rule! it all top",
        rule=_part(
            "rule", rf"(?=(?:the )?(?:entire |whole )?(?:{RULE_NOUN}|{Q} {RULE_NOUN})\b)(?:the entire |the whole )?"
        ),
        top=_part("flag", r"from the ruleset"),
    ),
    _form("repeal", REMOVE, "rule!", rule=_part("rule", r"(?=(?-i:[A-Z]))")),  # "Delete Trading."
    _form(
        "rename",
        r"(?:rename|retitle|re-title)",
        "rule! old title!",
        rule=RULE,
        old=_part("name", r"from"),
        title=_part("name", rf"(?:(?:to|as|into)(?: be)?|(?={OPEN}))"),
    ),
    _form(
        "rename",
        rf"{CHANGE} (?:the |its )?(?:title|name)(?: of)?",
        "rule title! old",
        rule=RULE,
        title=_part("name", r"(?:to|into)"),
        old=_part("name", r"from"),
    ),
    _form(
        "move",
        r"(?:move|make|relocate|change|put|set)",
        "rule! parent!",
        rule=RULE,
        parent=_part(
            "rule",
            rf"(?:(?:so that |and )?(?:it |which )?(?:(?:should |shall |will )?be(?:comes?)?|is|to be(?:come)?|"
            rf"making it|into|as) )?(?:an?|the|another|its) {SUB} (?:of|to|under)|to be under|to|under|into|"
            r"beneath|below",
        ),
    ),
    _form(
        "move",
        r"(?:make|move|turn|put|relocate|promote)",
        "rule! top_level!",
        rule=RULE,
        top_level=_part(
            "flag",
            rf"(?:into |as )?(?:an? )?(?:top-level|top level)(?: {RULE_NOUN})?(?! of)|"
            r"(?:to|on|onto|at) the (?:top level|top-level)(?: of the ruleset)?",
        ),
    ),
    _form(
        "move_words",
        r"(?:move|relocate|transfer)",
        "old! from begin_of_rule end_of_rule to_rule begin end after before after_place before_place",
        **MOVED,
    ),
    _form(
        "move_words",
        r"(?:move|relocate|transfer)",
        "old_place! from begin_of_rule end_of_rule to_rule begin end after before after_place before_place",
        **MOVED,
    ),
    _form(
        "reword",
        rf"(?:{CHANGE}|rewrite|reword|set)(?: {ITS_TEXT})?",
        "rule! words!",
        rule=RULE,
        words=_part("quotation", rf"(?:in full,? |entirely )?{READS}"),
    ),
    _form(
        "reword",
        "(?:make|have|let)",
        "rule! words!",
        rule=RULE,
        words=_part("quotation", r"(?:read|say)(?: as follows)?[ :\-–—]*"),
    ),
    _form("reword", rf"(?:{CHANGE}|rewrite|reword|set|replace) {ITS_TEXT}", "rule! words!", rule=RULE, words=IN_FULL),
    _form("reword", rf"(?:{CHANGE}|rewrite|reword|replace)", "rule! words!", rule=RULE_BY_WORD, words=IN_FULL),
    # ── words of a rule
    _form(
        "append_item",
        rf"(?:add|append|insert|include|put) {ITEM}",
        "words! words2 list rule end end2 after before after_place before_place",
    ),
    _form(
        "append_item",
        r"(?:add|append|insert|include|put)(?: the following| this)?",
        "as_place words3! words2 list! rule",
        as_place=_part("place", "as"),
    ),
    _form(
        "replace",
        rf"(?:replace|{CHANGE}|substitute|rewrite|reword|rephrase)",
        "every following old! old2 new! scope everywhere rules rule",
    ),
    _form("replace", rf"(?:replace|{CHANGE}|rewrite|reword|rephrase)", "old_place! was new! of_list rule"),
    _form(
        "swap",
        "swap",
        "old_place! new_place! rule",
        new_place=_part("place", r"(?:and|with|for)?"),
        rule=_part("rule", r"(?:of|in|from)"),
    ),
    _form("swap", "swap", "old! new! rule", new=_part("quotation", rf"(?:and|with|for) {_OF}")),
    _form("replace", r"substitute", "new2! old! rule rules everywhere", old=_part("quotation", rf"for {_OF}")),
    _form("remove", rf"(?:{REMOVE}|repeal)", "every old! scope rule everywhere rules"),
    _form("remove", rf"(?:{REMOVE}|repeal)", "old_place! with_rest of_list rule"),
    _form(
        "remove_rest",
        REMOVE,
        "rest! scope after before after_place before_place from until onwards rule",
        rest=_part(
            "flag",
            r"(?:everything|anything|all(?: (?:of )?(?:the )?(?:text|words))?|"
            r"the (?:rest|remainder)(?: of (?:the|its) text)?|the (?:words?|part|passage)(?= from\b)|the text)"
            r"(?: else)?(?: (?:that |which )?(?:comes|follows|is|stands))?(?= )",
        ),
        **{"from": _part("quotation", rf"(?:starting )?(?:from|with) {_OF}")},
        before=_part("quotation", rf"(?:and )?(?:immediately |directly )?(?:before|preceding|above) {_OF}"),
        until=_part("quotation", rf"until {_OF}"),
        onwards=_part("flag", r"onwards?|on|to the end(?! of)"),
        after=_part("quotation", rf"(?:immediately |directly )?(?:after|following|behind|beneath|below) {_OF}"),
    ),
    _form(
        "append_row",
        r"(?:add|append|insert|include)(?: (?:an?|another|one))?(?: new)? (?:row|entry)",
        "list rule cells!",
        cells=_part("value", rf"(?:for|with|where|in which|whose|called|named)(?= )|(?={OPEN})"),
        rule=_part("rule", r"(?:in|of|to|for|under)(?= (?:the )?(?:rule\b|\ue000|(?-i:[A-Z])))"),
    ),
    _form(
        "insert",
        r"(?:add|append|insert|attach|include|put)",
        "words3! following begin begin_of begin_in end end2 scope a_unit same_unit words words2 as_place as_item as_a "
        "after before after_place before_place rule",
    ),
    _form(
        "append_row",
        r"(?:add|append|insert|include)(?: an?| another)?(?: new)?",
        "cells! list! rule",
        cells=_part("value", r"(?=\w)"),
        rule=_part("rule", r"(?:in|of|under)"),
        list=_part(
            "flag",
            r"(?:to|in|into) (?:the|its|that) (?:[a-z]{1,20} )?table(?: of (?!the\b)[a-z ]{1,40}?)?(?= (?:in|of|"
            r"under)\b|$)",
        ),
    ),
    # ── values
    _form("remove_cost", rf"(?:{REMOVE}|abolish) (?:the |any )?(?:costs?|price|fee) (?:of|for)", "what!", what=VALUE),
    _form(
        "set_value",
        r"replace",
        "old! new! rule what",
        old=VALUE,
        new=_part("value", r"(?:with|by)"),
        rule=_part("rule", r"in (?=(?:the )?rule )"),
        what=_part("value", r"(?:in|of|for)"),
    ),
    _form(
        "set_value",
        rf"(?:{CHANGE}|set|raise|lower|increase|decrease|reduce|shorten|lengthen|extend|make|put|drop|cut)",
        "what! old new! rule everywhere rules",
        what=VALUE,
        rule=_part("rule", rf"in (?=(?:the )?{RULE_NOUN}\b|{OPEN})"),
        old=_part("value", rf"(?:, ?currently|from){_FIGURE}"),
        new=_part("value", rf"(?:to|at)(?: be)?{_FIGURE}"),
    ),
    *(_form(f"{verb}_value", verb, "what!", what=VALUE) for verb in ("double", "halve", "triple")),
    _form("multiply_value", "multiply", "what! by!", what=VALUE, by=_part("value", r"by|with")),
    _form("multiply_value", "divide", "what! into!", what=VALUE, into=_part("value", r"by")),
    _form(
        "set_value",
        rf"(?:{CHANGE}|set|raise|lower|increase|decrease|reduce|make)",
        "what! old new! everywhere rules",
        what=VALUE,
        old=_part("value", r"from"),
        new=_part("value", r"(?:to|at)(?: be)?"),
    ),
    _form(
        "set_value",
        r"(?:raise|increase|lengthen|extend)",
        "what! by! rounded_up rounded_down",
        what=VALUE,
        by=_part("value", r"by"),
        **ROUNDED,
    ),
    _form(
        "lower_value",
        r"(?:lower|decrease|reduce|shorten|cut|drop)",
        "what! by! rounded_up rounded_down",
        what=VALUE,
        by=_part("value", r"by"),
        **ROUNDED,
    ),
    _form("look_at", rf"{MAKE} (?:two|three|four|five|\d) (?:new )?(?:sub-?)?rules(?: as follows)?"),
    _form(
        "look_at",
        r"make (?:the following|these) (?:changes?|amendments?|modifications?|edits?)",
        "top rule",
        rule=_part("rule", r"to|in|of"),
        top=_part("flag", rf"(?:to|in) {_LAW}"),
    ),
    _form("look_at", rf"{CHANGE} {_LAW}", "follows!", follows=_FOLLOWS),
    # ── only a place, for the orders that follow
    _form(
        "look_at",
        rf"(?:{CHANGE}|in)",
        "rule! where follows",
        rule=RULE,
        follows=_FOLLOWS,
    ),
)

# Orders that name their place first: "In rule Luck, replace …", "After the second bullet add …".
FIRST = (
    ("begin_in", re.compile(r"(?:to|at) the (?:very )?(?:beginning|start|top) of (?=the \w+ (?!rule))", re.IGNORECASE)),
    ("scope", re.compile(rf"to (?=the {NTH} (?:{UNIT})\b)", re.IGNORECASE)),
    (
        "scope",
        re.compile(
            r"(?:in|from|within|inside|(?:to|at) the (?:very )?end of(?= the \w+ (?!rule))) (?=(?:the|its) )",
            re.IGNORECASE,
        ),
    ),
    (
        "rule",
        re.compile(
            r"(?:(?:to|in|from) the (?:table|list)(?: of (?!the\b)[a-z]{2,20})? (?:in|of|under)|(?:to|"
            r"at) the (?:very )?(?:end|bottom) of|"
            r"in|to|from|of|under|within)"
            r"(?! the (?:(?:whole|entire|full|complete) )?ruleset| all| every| each)(?= )",
            re.IGNORECASE,
        ),
    ),
    (
        "rule",
        re.compile(rf"(?=(?:the )?{RULE_NOUN}\b(?:[^.;]|(?<=\d)\.(?=\d)){{1,120}}?[:,] ?(?:{VERB})\b)", re.IGNORECASE),
    ),
    ("begin_of", re.compile(r"(?:at|to) the (?:beginning|start|top) of", re.IGNORECASE)),
    ("after", re.compile(rf"(?:immediately |directly |just )?(?:after|following) {_OF}(?={OPEN})", re.IGNORECASE)),
    ("before", re.compile(rf"(?:immediately |directly |just )?before {_OF}(?={OPEN})", re.IGNORECASE)),
    ("after_place", re.compile(r"(?:immediately |directly |just )?(?:after|following)(?= the )", re.IGNORECASE)),
    ("before_place", re.compile(r"(?:immediately |directly |just )?before(?= the )", re.IGNORECASE)),
    (
        "rules",
        re.compile(ALL_RULES, re.IGNORECASE),
    ),
)
# Sentences that say what is the case afterwards: "Rule Luck is repealed", "The price of a Chip becomes 30". Each has
# the change, the slot for what is before the verb, the verb, and the slot for what is after it.
_BE = r"(?:is|are|be|gets?|shall be|should be|must be|is to be|are to be|will be)(?: hereby| now)?"
STATEMENTS = tuple(
    (change, before, re.compile(rf" (?:{verb})(?= |$|{OPEN})", re.IGNORECASE), after)
    for change, before, verb, after in (
        ("repeal", "rule", rf"{_BE} (?:repealed|abolished|deleted|removed)", ""),
        ("rename", "rule", rf"{_BE} (?:renamed|retitled|called|titled|entitled)(?: to| as)?", "title"),
        ("rename", "rule", rf"{_BE} changed to(?= (?:{OPEN}|(?-i:[A-Z])))", "title"),
        (
            "reword",
            "rule",
            rf"{_BE} (?:amended|changed|reworded) to read(?: as follows| in full)?:?",
            "words",
        ),
        (
            "reword",
            "rule",
            r"(?:now reads?|reads now|(?:shall|should|must|will|is to|are to)(?: now| instead)* read|"
            r"(?:shall|should|must|will|is to)(?: now)? (?:be|say)|becomes|is hereby|reads?)(?: as follows)?:?",
            "words",
        ),
        (
            "move",
            "rule",
            rf"{_BE} (?:to be )?(?:made )?(?:an? |moved to become an? )?sub-?rules? of"
            rf"|(?:should )?(?:goes?|belongs?|moves?) under|{_BE} (?:to be )?moved (?:under|to|into|beneath)",
            "parent",
        ),
        ("replace", "old", rf"{_BE} (?:replaced (?:with|by)|changed to)", "new"),
        ("replace", "old", r"(?:should|shall|must|is to) (?:now )?(?:be|read|say)|becomes", "new"),
        ("double_value", "what", rf"{_BE} doubled", ""),
        ("triple_value", "what", rf"{_BE} tripled", ""),
        ("halve_value", "what", rf"{_BE} halved", ""),
        (
            "set_value",
            "what",
            rf"{_BE} (?:changed|lowered|raised|reduced|increased|decreased|shortened|lengthened|extended|cut|"
            rf"set)(?: to)?",
            "new",
        ),
        (
            "set_value",
            "what",
            r"becomes?|(?:shall|should|must|is to) be(?: set to)?|is hereby(?: set to)?|will be|is now|"
            r"(?:should|shall|must|is to) (?:go|come|drop|fall|rise) (?:(?:down|up) )?to",
            "new",
        ),
        ("set_value", "lasts", r"(?:shall|will|now|should|must) lasts?(?: for)?|lasts? now", "new"),
        (
            "set_value",
            "costs",
            r"now costs?|costs? now|(?:shall|will|should|must|is to)(?: now)? cost",
            "new",
        ),
    )
)
