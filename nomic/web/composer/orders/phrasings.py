"""Alternative wordings of orders, as a table of patterns with the wordings that the forms expect."""

import re
from functools import lru_cache

from nomic.recipes.plain_rules.explanations import PURPOSE
from nomic.web.composer.orders.names_and_numbers.number_words import NUMBER, SHARE
from nomic.web.composer.orders.order_words import (
    CLOSE,
    DOING,
    IMPERATIVES,
    ON_PASSING,
    OPEN,
    OTHER_VERBS,
    RULE_NOUN,
    VERB,
    VERBS,
)

MAX_PHRASINGS = 4  # one within the other: "I would like it to be better if …"
LEAD = re.compile(
    # "I move that the house raise …"
    r"(?:(?:(?:i|we) )?(?:(?:further|also|hereby) )?(?:move|propose|resolved?|be it (?:resolved|enacted)),? that "
    r"(?:the|this) (?:[a-z]+ )?(?-i:[\w’'-]{3,20})(?: do| hereby)? "
    rf"(?=(?:{VERB}) (?:the|its|an?|every|each|all|from)\b)|"
    r"(?:please|pls|plz|then|also|and|or|so|now|next|finally|lastly|furthermore|additionally|in addition|afterwards?|"
    r"hereby|by|to this end|to that end|moreover|be it resolved that|likewise|similarly|accordingly|consequently|"
    r"therefore|thus|hence|further|besides|subsequently|thereafter|correspondingly|equally|separately|"
    r"specifically|meanwhile|"
    r"(?:after|following|with) (?:that|this)(?=,)|as a (?:result|consequence)|"
    r"in (?:the same (?:vein|way)|turn|particular)|"
    rf"in (?:the same|this|that) (?:table|list)(?=,? (?:{VERB})\b)|"
    r"(?:step|part|item|change|amendment) (?:\d{1,2}|one|two|three|four|five)(?= ?[:–-])|"
    r"first off|first of all|to (?:begin|start) with|last but not least|for (?:consistency|clarity)(?=,)|"
    r"instead(?=,)|we (?:should|must|need to|want to|ought to)|"
    r"(?:i|we) ?(?:want|move|wish|ask|request|intend|plan|would (?:like|love|prefer)|"
    r"['’]d (?:like|love|prefer)) (?:to|that we|that(?= (?:the|an?|rule)\b))|we|"
    r"(?:i|we)(?:, [\w .’'-]{1,40},)?(?: would|['’]d)?(?: (?:also|just|hereby|like to)){0,2} "
    r"(?:propose|suggest|recommend)(?: to| that we| that)?|"
    rf"(?:i|we)(?: would| will|['’](?:d|ll))(?: also| just)?(?= (?:{VERB})\b)|"
    r"it is (?:hereby )?(?:proposed|suggested|resolved)(?: to| that)|"
    r"(?:once|when|after) (?:that|this|it) (?:is|comes) (?:in|into) (?:force|effect)(?=,)|"
    r"(?:be it (?:hereby )?)?(?:resolved|enacted|ordained|ordered),? that|"
    r"(?:and )?that (?=the\b|an?\b|rule [^,.:;]{1,60}? be )|"
    rf"to change\b[^,.:;{OPEN}]{{0,60}}(?=,)|{PURPOSE}|"
    r"(?:can|could) (?:we|you|somebody|someone) (?:please|pretty please)|"
    r"this proposal (?:will|would)|upon enactment|"
    rf"(?:{ON_PASSING})(?=,)|"
    r"(?:propose|suggest|recommend) (?:to|that we|that)|"
    rf"(?:first|second|third)(?=[,:–-]| (?:{VERB})\b)|secondly|thirdly|simultaneously|immediately|"
    r"actually|on second thoughts?(?=,)|in that order|"
    r"(?:while|as long as) we(?:['’]re| are) (?:at it|here)|at the same time(?=,)|"
    r"on top of (?:that|this)(?=,)|"
    rf"(?:i|we) hereby(?= (?:{VERB})\b))\b[ ,:;]*+)++",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r", (?:sorry|please|pls|thanks|thank you|ok(?:ay)?|folks|guys|friends|haha|lol|gg|i think|imo)(?=[ .!]*$)",
    re.IGNORECASE,
)
_ASKS = re.compile(r"\b(?:can|could) (?:we|you|somebody|someone) ", re.IGNORECASE)
_SUGGESTS = re.compile(r"\b(?:propose|suggest|recommend)\W*$", re.IGNORECASE)
# "Let's …", if it names something that can change. Without that it is only a wish: "let's get rid of it".
_LET_US = re.compile(
    rf"(?:let['’]?s|let us)(?: all| also| just)* (?=(?:{VERB}|have)\b[^.;]{{0,120}}?"
    rf"(?:{OPEN}|\d|\brules?\b|(?-i:[A-Z]))|(?:{'|'.join(OTHER_VERBS)})\b)",
    re.IGNORECASE,
)
_WORDS_TO = r"(?:[^.,:;?]|(?<=\d)\.(?=\d))"  # a character of a name, such as "rule 6.3"
_WHAT = rf"(?P<what>(?!you\b|it\b|this\b|that\b|to\b|me\b|us\b){_WORDS_TO}{{1,120}}?)"
_PRICED = rf"(?![^.?]*\b(?:no longer|not|never)\b){_WHAT}".replace("{", "{{").replace(
    "}", "}}"
)  # in a pattern that is formatted
_AS_NOW = r"(?: as (?:now|before|today))?(?= *[.!]?$)"
_A_RULE = (
    rf"(?:the )?(?:{RULE_NOUN} (?:{OPEN}\d+{CLOSE}|(?:[^,;:.{OPEN}]|(?<=\d)\.(?=\d)){{1,60}}?)|"
    rf"{OPEN}\d+{CLOSE}(?: {RULE_NOUN})?)"
)
_DONE_TO = (
    r"(?:set|raised|lowered|reduced|increased|decreased|cut|changed|replaced|repealed|abolished|deleted|removed|"
    r"renamed|retitled)"
)
_SUBJECT = (
    r"(?P<what>(?!(?:let|if|it|this|that|you|we|i|they|there|what|who)\b)(?:(?! (?:shall|should|must|will|would|can|"
    rf"could|may|might|cannot|to|not|never|is|are)\b){_WORDS_TO}){{3,120}}?)"
)
_QUOTED = rf"{OPEN}\d+{CLOSE}"
_TEXT_PART = r"(?:sentence|paragraph|line|bullet|clause|words?|text)"
_BECOMES = r"(?:is|shall be|should be|must be|will be|is to be)(?: hereby)?"
_LIKE = r"(?:i|we)(?: would| ?['’]d)?(?: also| really| just)* (?:like|love|prefer|want|wish)(?: for| to see| to have)? "
_BETTER = (
    r"it (?:would|['’]d|might) be (?:(?:much|far|even|a lot) )?"
    r"(?:better|best|nicer?|good|great|fair(?:er)?|cool|more fun|fun|simpler|easier|useful) if "
)
_SHOULD = r"(?:should|shall|must|is to|are to|ought to)(?: now)?"
_PEOPLE = (
    r"(?:players|people|everyone|everybody|us|(?:each|every|a|the) player|all players|"
    r"(?:all |the |each )?participants?)"
)
_UNIT_OF_TIME = r"(?:minutes?|hours?|days?|weeks?|phases?)"
_COUNT = rf"(?P<by>{SHARE}|\d{{1,9}}(?: (?!now\b|less\b|more\b|cheaper\b|dearer\b)[a-z]{{2,20}})?)"
_GETS = (
    r"(?:(?:should|shall|must|will|is to|are to)(?: now)? (?:be|get|become)|(?:now )?(?:becomes?|gets?)|(?:is|are) now)"
)
_MADE = rf"(?=make |[^.:;?]{{1,120}}? {_GETS} )(?:make )?"
_BE = rf"(?: {_GETS})?"
_MEASURE = rf"{NUMBER}(?: [a-z]{{2,20}})?"
_NTH = r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|final)"
_UNIT = r"(?:sentence|paragraph|bullet(?: point)?|line|list item|item|clause|row)"
_NAMED_PART = (
    rf"(?:the |its )(?:{_NTH} {_UNIT}|{_UNIT}(?: (?:that|which))? (?:begin|start|contain|mention|end|read|say)"
    rf"(?:s|ning|ing)(?: with)?:? {OPEN}\d+{CLOSE})"
)
# A time that players get for something: "give people 48 hours rather than 24 for their turn".
_A_TIME = (
    rf"(?:(?:give|allow|grant) {_PEOPLE}|{_PEOPLE} {_SHOULD} (?:have|get)) "
    rf"(?P<new>{NUMBER} {_UNIT_OF_TIME})"
)
_FOR_WHAT = r",? (?P<what>(?:for|to) [^.,:;?]{1,80})"
_BY = r" the price of \g<what> by \g<by>"
# What somebody wants or finds better, and the same as a sentence that says what should be, or as an order.
_WISHES = tuple(
    (re.compile(pattern, re.IGNORECASE), instead)
    for pattern, instead in (
        (rf"{_LIKE}{_WHAT} to (?=[a-z])", r"\g<what> should "),
        (rf"{_LIKE}(?=(?:a|another) (?:new )?(?:sub-?)?rule\b)", "add "),
        (rf"(?:i|we) need (?=(?:a|another) (?:new )?(?:sub-?)?rule (?:called|named|titled|entitled|{OPEN}))", "add "),
        (rf"{_BETTER}{_WHAT} (?:was|were|is|are|be) ", r"\g<what> should be "),
        (rf"{_BETTER}{_WHAT} (?P<does>cost|read|last|become)s? ", r"\g<what> should \g<does> "),
        (rf"(?:there {_SHOULD} be|let there be) (?=(?:a|another) (?:new )?(?:sub-?)?rule\b)", "add "),
        (rf"let {_WHAT} (?P<does>read|say|cost|last|have|become) ", r"\g<what> shall \g<does> "),
        (  # "We propose that the price of a Chip be 10 Vertebrae."
            rf"{_SUBJECT} be (?=(?:sold|bought|{_DONE_TO})\b|-?\d|{OPEN})",
            r"\g<what> shall be ",
        ),
        (  # "Rule 4 is amended so that the limit on open proposals is 4."
            rf"(?:amend|change|alter|modify) (?P<rule>{_WORDS_TO}{{1,80}}?),? so that (?!it |they )(?P<what>"
            rf"{_WORDS_TO}{{3,100}}?) (?:is|are|becomes?)(?: now)? (?=-?\d|{NUMBER})",
            r"\g<what> shall be ",
        ),
        (  # "The Croupier's prices are changed as follows: …"
            r"(?:the )?(?:[\w’']+ )?(?:prices|costs) (?:are|become|(?:shall|should|will|must) be)(?: hereby| now)?"
            r"(?: changed| set| amended)?(?: as follows| to)?: ?",
            "set the prices to: ",
        ),
        (r"(?P<does>create|add|make|introduce) (?:this|the following) (?:new )?card(?=[.:]|$)", r"\g<does> a card"),
        (  # "Change in rule 8 “Once” to “Twice”."
            rf"(?:change|replace|amend) in (?P<rule>{_WORDS_TO}{{1,60}}?),? (?P<old>{_QUOTED}) (?:to|with|by|into) "
            rf"(?P<new>{_QUOTED})",
            r"in \g<rule>, replace \g<old> with \g<new>",
        ),
        (
            rf"(?:insert|add|put),? (?P<place>(?:after|before) {_WORDS_TO}{{1,60}}?),? (?P<one>an? (?:new )?rule) "
            rf"(?:(?:called|named|titled|entitled|by the name of) )?(?P<name>{_QUOTED})",
            r"add \g<one> \g<name> \g<place>",
        ),
        (rf"(?:split|take|move) {_WHAT} (?:off|out) as an? (?:new )?top-level rule", r"make \g<what> a top-level rule"),
        (  # "A new subrule of Items, “Spoons”, is added: …"
            rf"an? (?:new )?sub-?rule of (?P<parent>[^,.:;?]{{1,60}}?),? (?:called |named |titled )?"
            rf"(?P<name>{_QUOTED}),? (?:is|shall be|should be)(?: hereby)? (?:added|created|enacted|made)",
            r"add a subrule of \g<parent> called \g<name>",
        ),
        (
            rf"(?P<order>(?:change|set|raise|lower|reduce|put) {_WORDS_TO}{{3,100}}? (?:to|at) \d{{1,9}}"
            r"(?: [\w’'-]{2,20})?) "
            r"(?:each|apiece|a piece|per piece)(?= *[.!]?$)",
            r"\g<order>",
        ),
        (  # "The price of a Chip goes down by one Vertebra."
            rf"the (?P<noun>price|cost|fee) of (?P<what>{_WORDS_TO}{{2,60}}?) (?:goes|drops|falls|sinks) (?:down )?by "
            rf"(?P<by>{NUMBER}(?: [\w’'-]{{2,20}})?)",
            r"lower the price of \g<what> by \g<by>",
        ),
        (
            rf"the (?P<noun>price|cost|fee) of (?P<what>{_WORDS_TO}{{2,60}}?) (?:goes|rises) (?:up )?by "
            rf"(?P<by>{NUMBER}(?: [\w’'-]{{2,20}})?)",
            r"raise the price of \g<what> by \g<by>",
        ),
        (
            rf"(?:there {_SHOULD} be|create|add|establish) (?:an?|the) (?:new )?office,? "
            r"(?:called|named|titled|of)(?: the)? ",
            "create the office of ",
        ),
        (
            rf"(?P<what>the (?!(?:players?|members?|winners?)\b)[a-z]{{3,20}}) {_SHOULD} have (?={NUMBER} )",
            r"\g<what> has ",
        ),
        (  # "I'd like rule 6.1 gone.", "Rule 6.1 should go.", "Out with rule 6.1!"
            rf"(?:{_LIKE}(?P<what>{_A_RULE}) (?:gone|out|repealed|abolished|removed)|(?P<gone>{_A_RULE}) {_SHOULD} go|"
            rf"out with (?P<out>{_A_RULE}))(?= *[.!]?$)",
            r"repeal \g<what>\g<gone>\g<out>",
        ),
        (r"set (?P<what>(?:an? |each |every )?(?-i:[A-Z])[^.,:;?]{1,60}?) at (?=\d)", r"set the price of \g<what> to "),
        (rf"set {_WHAT} at (?=\d)", r"set \g<what> to "),
        (
            rf"(?P<what>the [a-z]{{3,20}} of {_WORDS_TO}{{2,60}}?) (?:rises?|falls?|drops?|sinks?) to (?=-?\d)",
            r"\g<what> shall be ",
        ),
        (  # "Amend Fusion so that it costs 7 Vertebrae."
            rf"(?:amend|change|alter|modify|adjust) {_WHAT} so that it (?:now )?(?P<does>cost|last|read|say)s ",
            r"\g<what> shall \g<does> ",
        ),
        (  # "Rule 8.4, Fusion: the cost becomes 7 Vertebrae."
            rf"(?P<what>{_A_RULE}(?:,? [^,.:;?]{{1,60}})?): (?:the|its) (?P<noun>cost|price|fee) (?P<does>becomes|"
            rf"is now|shall be|should be|goes (?:up|down) to) (?=-?\d|{NUMBER})",
            r"the \g<noun> of \g<what> \g<does> ",
        ),
        (
            r"(?P<does>raise|lower|reduce|increase|cut|set|change) the (?P<what>(?!price|cost)[^.,:;?]{1,60}?) "
            r"(?:fee|charge)(?= (?:to|by|from)\b)",
            r"\g<does> the price of \g<what>",
        ),
        (rf"have {_WHAT} (?P<does>cost|read|say|last|become|be) ", r"\g<what> should \g<does> "),
        (rf"make {_WHAT} cost ", r"\g<what> should cost "),
        (
            rf"(?:(?:from now on|henceforth|from today),? {_WHAT} (?:is|are)(?: now)?|"
            rf"make {_WHAT.replace('what', 'made')}"
            rf"|{_WHAT.replace('what', 'meant')} {_SHOULD} (?:be|become)) free(?: of charge)?(?= *[.!]?$)",
            r"set the price of \g<what>\g<made>\g<meant> to 0",
        ),
        (
            rf"(?P<what>the {_NTH} {_UNIT} (?:of|in) [^.;:?]{{1,100}}?) (?:{_SHOULD} (?:say|read|be|become)|now reads|"
            rf"becomes)(?: as follows| instead)?:? (?={OPEN})",
            r"replace \g<what> with ",
        ),
        (
            rf"there {_SHOULD} be (?:up to |at most )?(?P<new>\d{{1,9}}) (?P<what>[^.;:,\d]{{1,60}}?),? "
            r"(?:instead of|rather than|not|up from|down from) (?P<old>\d{1,9})(?= *[.!]?$)",
            r"change the number of \g<what> from \g<old> to \g<new>",
        ),
        (
            rf"{_WHAT} (?:is|are)(?: now)? (?P<new>{_MEASURE}),? "
            rf"(?:instead of|rather than|up from|down from|and not|not) (?P<old>{_MEASURE})(?= *[.!]?$)",
            r"change \g<what> from \g<old> to \g<new>",
        ),
        (
            rf"{_A_TIME},? (?:rather than|instead of|not|up from|down from) (?P<old>{NUMBER}(?: {_UNIT_OF_TIME})?)"
            rf"{_FOR_WHAT}",
            r"change the time \g<what> from \g<old> to \g<new>",
        ),
        (rf"{_A_TIME}{_FOR_WHAT}", r"change the time \g<what> to \g<new>"),
        (rf"{_WHAT} ought to ", r"\g<what> should "),
        (rf"{_WHAT} {_SHOULD} only (?P<does>cost|last|be) ", r"\g<what> should \g<does> "),
        (
            rf"{_WHAT} (?P<does>cost|last)s? (?P<new>\d{{1,9}}(?: [a-z]{{2,20}})?) "
            r"(?:from now on|henceforth)(?= *[.!]?$)",
            r"\g<what> now \g<does>s \g<new>",
        ),
        *(
            (
                rf"(?P<verb>add|insert|append) an? (?:new )?{nth} (?P<unit>paragraph|sentence|bullet)(?=[ ,:])",
                rf"\g<verb> after the {before} \g<unit> a new \g<unit>",
            )
            for before, nth in (("first", "second"), ("second", "third"), ("third", "fourth"))
        ),
        (r"(?:from now on|henceforth|from today),? (?P<what>[^.:;?]{1,120}?) costs? ", r"\g<what> now costs "),
        (
            rf"(?:instead of|rather than) (?P<old>{OPEN}\d+{CLOSE}|[^,.;]{{1,80}}), ?(?P<rest>[^.;?]{{1,200}})",
            r"\g<rest> instead of \g<old>",
        ),
        (
            rf"(?:in )?(?P<rule>[^.;:?]{{1,120}}?),?(?: it)? {_SHOULD} (?:say|read) (?P<new>{OPEN}\d+{CLOSE}) "
            rf"(?:instead of|rather than|in place of) (?P<old>{OPEN}\d+{CLOSE})",
            r"in \g<rule>, replace \g<old> with \g<new>",
        ),
        *(
            (pattern, f"{verb}{_BY}")
            for than, verb in (("cheaper|less expensive", "lower"), ("dearer|more expensive", "raise"))
            for pattern in (rf"{_MADE}{_WHAT}{_BE} (?:{than}) by {_COUNT}", rf"{_MADE}{_WHAT}{_BE} {_COUNT} (?:{than})")
        ),
        (rf"{_WHAT} (?:{_SHOULD} cost|(?:now )?costs?) {_COUNT} less\b", f"lower{_BY}"),
        (rf"{_WHAT} (?:{_SHOULD} cost|(?:now )?costs?) {_COUNT} more\b", f"raise{_BY}"),
        *(
            (rf"{_WHAT} (?:is|are) (?P<by>{SHARE}) (?:{than})(?= *[.!]?$)", f"{verb}{_BY}")
            for than, verb in (("cheaper|less expensive", "lower"), ("dearer|more expensive", "raise"))
        ),
        *(
            (
                rf"{_WHAT.replace('(?!', '(?=(?:the )?[^.,:;?]*? of )(?!', 1)} (?:now )?(?:{moves}) by {_COUNT}",
                rf"{verb} \g<what> by \g<by>",
            )
            for moves, verb in (
                ("drops?|falls?|sinks?|goe?s? down|decreases?|shrinks?", "lower"),
                ("rises?|goe?s? up|increases?|grows?", "raise"),
            )
        ),
        # "Chips cost twice as much.", "Make every pack half as expensive.", "Chips are half price."
        *(
            (pattern.format(times=times), f"{verb} the price of \\g<what>{by}")
            for times, verb, by in (
                ("twice", "double", ""),
                ("half", "halve", ""),
                (rf"(?P<by>{NUMBER}) times", "multiply", " by \\g<by>"),
                (rf"(?P<by>{SHARE})", "multiply", " by \\g<by>"),
            )
            for pattern in (
                rf"{_PRICED} (?:{_SHOULD} cost|(?:now )?costs?) {{times}} as much{_AS_NOW}",
                rf"(?:make )?{_PRICED}(?: (?:now )?(?:is|are|becomes?)(?: now)?| {_SHOULD} (?:be|become)|(?<=[a-z]))"
                rf" {{times}} as (?:expensive|dear){_AS_NOW}",
            )
        ),
        (rf"{_WHAT} (?:is|are|becomes?)(?: now)? (?:at )?half[- ]price(?= *[.!]?$)", r"halve the price of \g<what>"),
        (rf"(?:cut|reduce|lower) {_WHAT} (?:in|to|by) half(?= *[.!]?$)", r"halve \g<what>"),
        (
            rf"(?:(?:cut|reduce|lower) {_WHAT}|{_WHAT.replace('what', 'made')} (?:is|are|should be|shall be) "
            rf"(?:cut|reduced|lowered)) to (?P<by>{SHARE})(?: of (?:it|that|its value))?(?= *[.!]?$)",
            r"multiply \g<what>\g<made> by \g<by>",
        ),
        (  # "The Croupier now sells Deck Packs for 12 Vertebrae.", "Deck Packs can be bought for 12 Vertebrae."
            r"(?:the )?(?-i:[A-Z])\w{1,30} (?:(?:now|shall|should|will|must)(?: now)? )?sells? "
            rf"(?:an? |the |each |every )?{_WHAT} (?:now )?(?:for|at) {_COUNT}(?: each| a piece)?(?:,? now)?"
            r"(?= *[.!]?$)",
            r"set the price of \g<what> to \g<by>",
        ),
        (
            rf"{_WHAT} (?:(?:can|may|should|shall)(?: now)? be|(?:is|are)(?: now| hereby)?) (?:bought|sold) "
            rf"(?:for|at) {_COUNT}(?: each)?(?:,? now)?"
            r"(?= *[.!]?$)",
            r"set the price of \g<what> to \g<by>",
        ),
    )
)
# Other ways to command something, and the same with the verb first. VERB stands for the verb of the match.
_REPHRASED = (
    (  # "Victory needs 8 Chips (was: 10)"
        re.compile(
            r"(?P<order>[^()?]{3,200}) \((?:was|were|currently|now|formerly|previously|before|instead of|up from|"
            r"down from):? (?P<old>\d{1,6}(?: ?%)?)(?: [^()\d]{1,30})?\)(?=[ .!]*$|;)",
            re.IGNORECASE,
        ),
        r"\g<order> instead of \g<old>",
    ),
    (  # "Add “…” (which I removed above) to the rule Naps"
        re.compile(
            rf"(?P<order>[^{OPEN}{CLOSE}(]{{0,80}}{OPEN}\d+{CLOSE}) "
            r"\((?:which|as|since|because|formerly|previously|currently|i|we|it|this|that|they)\b[^()]{0,200}\)",
            re.IGNORECASE,
        ),
        r"\g<order>",
    ),
    (  # "Remove everything from the second paragraph of Naps onwards"
        re.compile(
            r"(?P<verb>remove|delete|strike|cut|drop|replace|reword|rewrite) (?:everything|all(?: the text)?|the text) "
            rf"(?:starting )?(?:from|with) the (?P<nth>{_NTH}) (?P<unit>{_UNIT})(?P<rule> (?:of|in) [^,;:]{{1,80}}?)?"
            r"(?: (?:onwards?|on|to the end))(?= |$|[.,:])",
            re.IGNORECASE,
        ),
        r"VERB the \g<nth> \g<unit> onwards\g<rule>",
    ),
    (  # "Remove the “On a bench” bullet from the rule Naps"
        re.compile(
            rf"(?P<verb>remove|delete|strike|cut|drop|omit) the (?P<words>{OPEN}\d+{CLOSE}) "
            r"(?P<unit>bullet(?: point)?|(?:list )?item|entry|row|line)\b",
            re.IGNORECASE,
        ),
        r"VERB the \g<unit> beginning with \g<words>",
    ),
    (  # "Add a new red rule entitled “Tea”"
        re.compile(
            r"(?P<verb>add|create|enact|establish|introduce) (?:an?|another) (?:new )?"
            rf"(?!(?:new|following|top|second|third|fourth|fifth|further|final|separate|power|{RULE_NOUN})\b)"
            r"(?P<kind>[a-z]{3,15}) (?P<noun>(?:sub-?)?rule)(?= (?:called|named|titled|entitled|as an?|under)\b)",
            re.IGNORECASE,
        ),
        r"VERB a \g<noun> of kind \g<kind>",
    ),
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
            rf"(?P<what>{_A_RULE}(?: \([^()]{{1,60}}\)|, [^,;:.]{{1,60}},)?) "
            r"(?:(?:shall|should|must|will|is to) be|be|is) "
            r"(?:hereby )?(?:amended|changed|modified|edited|altered|revised|updated|rewritten|reworded)"
            r"(?= as follows| by\b| in the following| to (?:say|read)\b|:|[ .]*$)",
            re.IGNORECASE,
        ),
        r"amend \g<what>",
    ),
    (
        re.compile(
            r"(?:amend|modify|edit|alter|update|revise|change) "
            rf"(?P<what>(?:the )?{RULE_NOUN} [^,;:.]{{1,100}}?|(?:R\d{{1,5}} ?)?{OPEN}\d+{CLOSE}|R\d{{1,5}}) "
            r"to (?P<verb>change|replace|add|append|insert|remove|delete|strike)(?=[ :])",
            re.IGNORECASE,
        ),
        r"in \g<what>, VERB",
    ),
    (
        re.compile(
            rf"(?:in|to|for|under|regarding) (?P<what>(?:the )?{RULE_NOUN} [^,;:.]{{1,100}}?|(?:the )?{OPEN}\d+{CLOSE}"
            rf"(?: {RULE_NOUN})?):[ ]*$",
            re.IGNORECASE,
        ),
        r"amend \g<what> as follows",
    ),
    (
        re.compile(
            r"(?P<verb>remove|delete|strike) (?:the following|this)(?: [a-z]{3,12})? (?:from|in) "
            rf"(?P<what>it|{_A_RULE}):? ?(?={OPEN})",
            re.IGNORECASE,
        ),
        r"in \g<what>, VERB ",
    ),
    (  # "The following rules are repealed in order: …"
        re.compile(
            r"(?P<what>(?:all )?(?:of )?(?:the following|these)(?: [a-z]{2,9}){0,2} (?:rules|sections)) "
            r"(?:shall be|should be|are)(?: hereby)? (?P<verb>repealed|abolished|deleted|removed)(?=[^:]{0,60}:)",
            re.IGNORECASE,
        ),
        r"VERB \g<what>",
    ),
    (  # "I propose the following change to the rule Luck:"
        re.compile(
            r"(?:the following|these|this)(?: [a-z]{2,15})? (?P<what>changes?|amendments?|modifications?|edits?) "
            r"(?=(?:to|of|in) )",
            re.IGNORECASE,
        ),
        r"make the following \g<what> ",
    ),
    (  # no form reads it, so it is told
        re.compile(
            rf"(?:in|to|for|under|regarding) (?P<what>{_A_RULE}):[ ]*(?={OPEN}\d+{CLOSE}[ .]*$)",
            re.IGNORECASE,
        ),
        r"amend \g<what> somehow: ",
    ),
    (
        re.compile(
            rf"(?P<verb>insert|add|put) between the (?P<nth>{_NTH})(?: {_UNIT})? and (?:the )?{_NTH} "
            rf"(?P<part>{_UNIT})(?= |,)",
            re.IGNORECASE,
        ),
        r"VERB after the \g<nth> \g<part>",
    ),
    (
        re.compile(
            rf"between the (?P<nth>{_NTH})(?: {_UNIT})? and (?:the )?{_NTH} (?P<part>{_UNIT})(?= |,)",
            re.IGNORECASE,
        ),
        r"after the \g<nth> \g<part>",
    ),
    (
        re.compile(
            # a name in quotation marks alone can be that of a value, as “the price of one Handy Pack”
            rf"(?:change|amend|alter) (?!{OPEN}\d+{CLOSE} from)(?P<what>{_A_RULE}) from[ :]*"
            rf"(?P<old>{OPEN}\d+{CLOSE}),? "
            rf"(?:to|into)[ :]*(?={OPEN})",
            re.IGNORECASE,
        ),
        r"in \g<what>, replace \g<old> with ",
    ),
    (
        re.compile(
            rf"(?P<verb>create|enact|add|establish|introduce) (?P<title>{OPEN}\d+{CLOSE}),? (?:as )?(?:a|another) "
            rf"(?:new )?{RULE_NOUN}(?!\w| (?:called|named|titled|entitled|with the title)\b)",
            re.IGNORECASE,
        ),
        r"VERB a rule called \g<title>",
    ),
    (
        re.compile(
            rf"(?P<what>{_A_RULE}) (?:(?:shall |should |will )have|has) (?:its|the) "
            rf"(?P<part>{_NTH} {_UNIT}|(?:entire |whole )?text) "
            r"(?P<verb>replaced|removed|deleted|struck|reworded)(?: out)?"
            r"(?= (?:with|by|to)\b|[ .]*$)",
            re.IGNORECASE,
        ),
        r"VERB the \g<part> of \g<what>",
    ),
    (
        re.compile(
            rf"(?P<what>the (?:text|wording|contents?|body|title|name) of {_A_RULE}) {_BECOMES} "
            r"(?P<verb>replaced|changed|amended|set|reworded)(?= (?:with|by|to)\b)",
            re.IGNORECASE,
        ),
        r"VERB \g<what>",
    ),
    (  # "Luck should have this added to its end: …"
        re.compile(
            rf"(?P<what>{_A_RULE}) (?:should|shall|must|will|is to) have "
            rf"(?P<words>this|the following(?: [a-z]{{3,12}})?|{OPEN}\d+{CLOSE}) "
            r"(?:added|appended|inserted) (?:to|at) (?:its|the) (?P<end>end|bottom|beginning|start|top)(?= |:|[ .]*$)",
            re.IGNORECASE,
        ),
        r"in \g<what>, add \g<words> at the \g<end>",
    ),
    (
        re.compile(
            rf"prepend (?P<words>{OPEN}\d+{CLOSE}|(?:this|the following)(?: [a-z]{{3,12}})?) (?:to|in)(?= )",
            re.IGNORECASE,
        ),
        r"add \g<words> at the beginning of",
    ),
    (re.compile(r"prepend\b", re.IGNORECASE), "add at the beginning"),
    (
        re.compile(
            rf"(?:change|amend|alter) the (?:text|words?|wording|phrase|sentence) from[ :]*(?P<old>{OPEN}\d+{CLOSE}),? "
            rf"(?:to|into)[ :]*(?={OPEN})",
            re.IGNORECASE,
        ),
        r"replace \g<old> with ",
    ),
    (
        re.compile(
            rf"(?P<what>{_A_RULE}) (?:should|shall|must|is to) (?:end|close) with (?:the (?:sentence|words?) )?"
            rf"(?={OPEN})",
            re.IGNORECASE,
        ),
        r"in \g<what>, add at the end ",
    ),
    (
        re.compile(
            rf"(?P<what>{_A_RULE}) (?:should|shall|must|is to) (?:begin|start|open) with (?:the (?:sentence|words?) )?"
            rf"(?={OPEN})",
            re.IGNORECASE,
        ),
        r"in \g<what>, add at the beginning ",
    ),
    (
        re.compile(rf"in (?P<what>it|(?:this|that|the same) {RULE_NOUN}) (?=(?:{VERB})\b)", re.IGNORECASE),
        r"in \g<what>, ",
    ),
    (
        re.compile(
            rf"at the (?:very )?(?P<end>end|bottom|beginning|start|top)(?: of (?:it|(?:the|this|that) {RULE_NOUN}))?,? "
            r"(?P<verb>add|append|insert|put)(?= )",
            re.IGNORECASE,
        ),
        r"VERB at the \g<end>",
    ),
    (
        re.compile(
            rf"swap the (?P<one>{_NTH}) and (?:the )?(?P<two>{_NTH}) "
            r"(?P<unit>sentence|paragraph|bullet(?: point)?|line|item|row)s(?= )",
            re.IGNORECASE,
        ),
        r"swap the \g<one> \g<unit> and the \g<two> \g<unit>",
    ),
    (  # "The last sentence of Luck is removed.", "The bullet beginning “Dice” in Luck is replaced with …"
        re.compile(
            rf"(?P<what>{_NAMED_PART} (?:of|in|from) {_A_RULE}) {_BECOMES} "
            r"(?P<verb>removed|deleted|struck|replaced|moved|reworded|amended|changed)(?: out)?"
            r"(?= (?:with|by|to|under|after|before|so that)\b|[ .]*$)",
            re.IGNORECASE,
        ),
        r"VERB \g<what>",
    ),
    (
        re.compile(
            rf"(?P<what>{_A_RULE}) {_BECOMES} (?P<verb>moved|promoted) (?=(?:to|on|onto) the top[- ]level)",
            re.IGNORECASE,
        ),
        r"move \g<what> ",
    ),
    (  # "Amend Luck so that its last sentence reads …"
        re.compile(
            rf"(?:amend|change|edit|update|alter|modify|rewrite) (?P<what>{_A_RULE}),? so that "
            rf"(?P<part>{_NAMED_PART}) (?:(?:instead |now )?(?:reads?|says?)|is|becomes?)(?: instead| as follows)?[: ]*"
            rf"(?={OPEN})",
            re.IGNORECASE,
        ),
        r"in \g<what>, replace \g<part> with ",
    ),
    (
        re.compile(
            rf"(?:its|the) (?:new )?(?:title|name) (?:becomes|{_BECOMES}(?: changed to| now)?|shall become) (?={OPEN})",
            re.IGNORECASE,
        ),
        "rename it to ",
    ),
    (re.compile(rf"(?:and )?(?P<what>{_A_RULE}) (?=to read\b)", re.IGNORECASE), r"amend \g<what> "),
    (
        re.compile(
            rf"(?P<what>{_A_RULE}) (?:becomes|is now|(?:shall|should|must|will|is to) (?:be|become)) "
            r"(?:an? )?top[- ]level(?: rule)?(?=[ .]*$)",
            re.IGNORECASE,
        ),
        r"make \g<what> a top-level rule",
    ),
    (
        re.compile(
            rf"re-?enact (?:(?:the )?{RULE_NOUN} )?(?:\d{{1,5}} )?\(?(?P<title>{OPEN}\d+{CLOSE})\)?", re.IGNORECASE
        ),
        r"enact a rule called \g<title>",
    ),
    (
        re.compile(
            rf"(?P<what>{_A_RULE}) (?:(?:shall|should|will) lose|loses) (?:its|the) (?P<part>{_NTH} {_UNIT})(?=[ .]*$)",
            re.IGNORECASE,
        ),
        r"remove the \g<part> of \g<what>",
    ),
    (re.compile(r"(?:up|bump(?: up)?|hike|boost|jack up) (?=(?:the|an?|its|every|all)\b)", re.IGNORECASE), "raise "),
    (re.compile(r"(?:slash|trim|knock down|bring down) (?=(?:the|an?|its|every|all)\b)", re.IGNORECASE), "lower "),
    (
        re.compile(r"bring (?P<what>[^.:;?]{1,100}?) (?:up|down) (?=(?:from [^,;:.]{1,40} )?to )", re.IGNORECASE),
        r"change \g<what> ",
    ),
    (re.compile(r"bring (?P<what>[^.:;?]{1,100}?) down (?=by )", re.IGNORECASE), r"lower \g<what> "),
    (re.compile(r"bring (?P<what>[^.:;?]{1,100}?) up (?=by )", re.IGNORECASE), r"raise \g<what> "),
    (
        re.compile(
            rf"(?P<what>{_A_RULE}) (?:should|shall|must|is to) have (?P<words>{OPEN}\d+{CLOSE}) (?=(?:after|"
            rf"before|at) )",
            re.IGNORECASE,
        ),
        r"in \g<what>, insert \g<words> ",
    ),
    (
        re.compile(
            r"(?:in|to|into) the table(?: of (?!the\b)[a-z ]{2,30}?)? (?:in|of|under) (?P<where>[^,;:.]{1,100}), ?"
            r"(?P<verb>add|insert|append|include) (?P<what>an? (?!(?:new )?(?:row|entry)\b)[^,;:.]{1,120})(?=[ .]*$)",
            re.IGNORECASE,
        ),
        r"VERB \g<what> to the table in \g<where>",
    ),
    (
        re.compile(
            r"(?:scratch|kill|axe|nuke|ditch|dump|retire|rescind|revoke|throw out|do away with) "
            rf"(?=(?:the )?(?:{RULE_NOUN} \S|{OPEN}\d+{CLOSE}(?:[ .]*$| {RULE_NOUN}\b)))",
            re.IGNORECASE,
        ),
        "repeal ",
    ),
    (
        re.compile(
            r"(?P<verb>add|create|enact|make|establish|introduce|append|insert) another (?:one )?"
            r"(?=(?:called|named|titled|entitled)\b)",
            re.IGNORECASE,
        ),
        "VERB another rule ",
    ),
    (
        re.compile(
            r"move (?P<what>[^,;:.]{1,80}?) (?:out of|from|away from) [^,;:.]{1,80}?,? and (?:to |in)?"
            r"(?:under|into|below|beneath) ",
            re.IGNORECASE,
        ),
        r"move \g<what> under ",
    ),
    (
        re.compile(
            r"(?:amend|change|alter|modify|update) "
            rf"(?P<what>(?:(?! (?:by|to|from|as|so|in|the) |following)[^,;:.]){{1,80}}): ?(?={OPEN}\d+{CLOSE} )",
            re.IGNORECASE,
        ),
        r"in \g<what>, ",
    ),
    (
        re.compile(
            r"(?:wherever|everywhere|whenever) (?:that )?(?:the (?:ruleset|rules|law)|an?y? rule|it) "
            rf"(?:says?|reads?|mentions?) (?P<old>{OPEN}\d+{CLOSE}),? "
            r"(?:change|replace) (?:it|that|this) (?:to|with|by|into) "
            rf"(?P<new>{OPEN}\d+{CLOSE})",
            re.IGNORECASE,
        ),
        r"replace every \g<old> with \g<new> throughout the ruleset",
    ),
    *(
        (re.compile(pattern, re.IGNORECASE), instead)
        for pattern, instead in (
            (  # "Rule 1 shall have “Be on time.” appended."
                rf"(?P<what>[^,.:;?]{{1,120}}?|{_A_RULE}) (?:(?:shall|should|must|will) have|has) (?P<new>{_QUOTED}) "
                r"(?:appended|added)(?: to it| at (?:its|the) end)?(?= *[.!]?$)",
                r"add \g<new> to the end of \g<what>",
            ),
            (  # "Rule 1 gains a last sentence: “Be on time.”"
                rf"(?P<what>{_A_RULE}|[^,.:;?]{{1,80}}?),? (?:(?:shall|should|must|will) )?(?:gains?|gets?|receives?|"
                r"(?:is|be) (?:hereby )?extended by) (?:an?|the) "
                rf"(?:(?:new|last|final|closing|additional|further|following) )*{_TEXT_PART}"
                rf"(?: at (?:its|the) end)?:? ?(?P<new>{_QUOTED})",
                r"add \g<new> to the end of \g<what>",
            ),
            (  # "The sentence “Be on time.” is added at the end of Time."
                rf"(?:the (?:{_TEXT_PART} )?)?(?P<new>{_QUOTED}) (?:(?:shall|should|must|will) be|is|are|be)"
                r"(?: hereby)? (?:added|appended|put|inserted) (?:to|at|on) the end of ",
                r"add \g<new> to the end of ",
            ),
            (  # "The last paragraph of Luck is followed by a new one: “…”"
                rf"(?P<what>the {_NTH} {_UNIT} (?:of|in) {_WORDS_TO}{{1,80}}?) (?:is|shall be) followed by (?:an?|the) "
                rf"(?:new |further )?(?:one|{_UNIT})(?: reading| that reads)?:? ?(?={OPEN})",
                r"after \g<what>, add ",
            ),
            (  # "“Nobody naps.” is deleted, and in its place we write “Everybody naps.”"
                rf"(?P<old>{_QUOTED}) (?:is|are|shall be) (?:hereby )?(?:deleted|removed|struck(?: out)?|cut),? and in "
                rf"(?:its|their) (?:place|stead),? (?:we |you )?(?:write|put|insert|add|comes?|stands?):? "
                rf"(?P<new>{_QUOTED})",
                r"replace \g<old> with \g<new>",
            ),
            (  # "Where rule Luck says “once”, it shall say “twice”."
                rf"where(?:ver)? (?P<what>{_A_RULE}|[^,.:;?]{{1,80}}?) (?:says?|reads?|has) (?P<old>{_QUOTED}),? "
                r"(?:it|that) (?:shall|should|must|will|now|is to) (?:now )?(?:says?|reads?|be) "
                rf"(?P<new>{_QUOTED})",
                r"in \g<what>, replace \g<old> with \g<new>",
            ),
            (  # "The title of rule 6.3 becomes “Fortune”."
                rf"the (?:title|name|heading) of (?P<what>{_A_RULE}|[^,.:;?]{{1,80}}?) (?:becomes|is now|shall be|"
                r"should be|is changed to|shall become) ",
                r"rename \g<what> to ",
            ),
            (  # "The rule Luck is henceforth known as Fortune."
                rf"(?P<what>{_A_RULE}|[^,.:;?]{{1,80}}?) (?:is|are|shall be|will be|should be)(?: now| hereby|"
                r" henceforth| from now on)? known as (?=(?-i:[A-Z])|the |" + OPEN + r")",
                r"rename \g<what> to ",
            ),
            (
                rf"call (?P<what>{_A_RULE}|[^,.:;?]{{1,80}}?) (?P<new>{_QUOTED})(?:,? (?:instead of|rather than|not) "
                rf"(?:{_QUOTED}|[^,.:;?]{{1,60}}))(?= *[.!]?$)",
                r"rename \g<what> to \g<new>",
            ),
            (  # "The whole text of rule 6.3 becomes “…”"
                rf"the (?:(?:whole|entire|full|present|current) )?(?:text|wording|body) of (?P<what>{_A_RULE}|"
                r"[^,.:;?]{1,80}?) (?:becomes|is now|shall be|should be|is replaced (?:by|with)|is changed to|"
                r"shall become|shall be replaced (?:by|with)):? ?(?=" + OPEN + r")",
                r"replace the text of \g<what> with ",
            ),
            (
                rf"(?P<what>{_A_RULE}) becomes an? (?:new )?sub-?rule of (?=\S)",
                r"make \g<what> a subrule of ",
            ),
            (  # "Strike Luck from the ruleset."
                r"(?:strike|remove|delete|drop|take|cut) (?P<what>[^,.:;?]{1,80}?|" + _A_RULE + r") "
                r"(?:from|out of) (?:the|our) (?:ruleset|rules|law|rulebook|law book)(?= *[.!]?$)",
                r"repeal \g<what>",
            ),
            (
                rf"(?P<what>{_A_RULE}|[^,.:;?]{{1,80}}?) (?:is|are|shall be|will be) no longer (?:part of|in) "
                r"(?:the|our) (?:ruleset|rules|law|rulebook)(?= *[.!]?$)",
                r"repeal \g<what>",
            ),
            (r"do away with (?=the |rules? |(?-i:[A-Z])|" + OPEN + r")", "repeal "),
            (r"(?P<verb>repeal|rename|retitle|abolish|delete|remove): (?=\S)", "VERB "),
            (
                r"(?:a|another) new (?P<noun>(?:sub-?)?rule)(?:,|,? (?:called|named|titled|entitled))? "
                rf"(?P<name>{_QUOTED}|(?-i:[A-Z])[\w’'-]{{1,30}}(?: [\w’'-]{{1,30}}){{0,4}})[.]?$",
                r"add a new \g<noun> called \g<name>",
            ),
        )
    ),
    (re.compile(rf"new ((?:sub-?)?rule) (?={OPEN})", re.IGNORECASE), r"add a \1 called "),
    (re.compile(r"new ((?:sub-?)?rule)(?: called| titled)?[:,–-]+ ?(?=\S)", re.IGNORECASE), r"add a \1 called "),
    (
        re.compile(
            r"(?:and (?:it )?(?:also )?|it (?:also )?)"
            rf"(?P<verb>{'|'.join({each[:-1] if each[-1] == 'y' else each for each in VERBS})})(?:ie|e)?s "
            rf"(?=(?:the {RULE_NOUN} |every |all )?{OPEN})",
            re.IGNORECASE,
        ),
        r"VERB ",
    ),
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
            rf"(?:is|are)(?: also)? hereby|(?:is|are)(?: also| now)?(?=[^?.]{{0,200}}(?:{OPEN}|:$))) "
            r"(?P<verb>added|inserted|appended|created|established|enacted|removed|deleted|struck)"
            r"(?= (?:to|in|into|from|under|after|before|at|as|with|called|named|titled|entitled|stating|reading|which|"
            r"that)\b|[:,]|$|(?<!enacted)[ .]*$)",
            re.IGNORECASE,
        ),
        r"VERB \g<what>",
    ),
)


@lru_cache(maxsize=64)  # Each reader of a sentence asks this first.
def without_lead(words: str) -> str:
    """Return a sentence rephrased to begin with its verb: without "please", and not as a wish or in the passive."""
    words = _TAIL.sub("", words).lstrip("{.…")  # a brace that nothing closes, or dots with which a sentence goes on
    for _ in range(MAX_PHRASINGS):
        before, words = words, _unled(_rephrased(words))
        if words == before:
            break
    return words


def _unled(words: str) -> str:
    if (wish := _LET_US.match(words)) is not None:
        words = words[wish.end() :]
    found = LEAD.match(words)
    if found is not None:
        words = words[found.end() :]
        words = words.rstrip(" ?") if _ASKS.search(found[0]) else words
    doing = None if found is None or _SUGGESTS.search(found[0]) is None else DOING.match(words)
    return words if doing is None else f"{IMPERATIVES[doing[0].lower()]}{words[doing.end() :]}"


def _rephrased(words: str) -> str:
    for pattern, instead in (*_WISHES, *_REPHRASED):
        if (other := pattern.match(words)) is not None:
            return f"{other.expand(instead.replace('VERB', _verb_of(other)))}{words[other.end() :]}"
    return words


def _verb_of(found: re.Match[str]) -> str:
    verb = found.groupdict().get("verb", "").lower()
    stems = (verb.removesuffix("ed"), verb.removesuffix("d"))  # "added", "replaced"
    verb = "strike" if verb == "struck" else next((stem for stem in stems if stem in VERBS), verb)
    return f"{verb}y" if f"{verb}y" in VERBS else verb
