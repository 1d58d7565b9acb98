"""Distinguishes orders from narrative: the verbs of orders, and sentences that command something in other words.

"Ring every bell" is an order although no form reads it. No order may be dropped silently. So a sentence counts as an
order if it begins with a verb of `VERBS` or `OTHER_VERBS`, if it begins with any other word that is directly followed
by an object ("Crown her"), or if it says what shall be the case. Questions, wishes and conditions about the future ("if
this passes, we can …") are narrative.
"""

import re
from functools import lru_cache

from nomic.recipes.plain_rules.explanations import only_explains
from nomic.web.composer.orders.names_and_numbers.number_words import NUMBER_WORD
from nomic.web.composer.orders.order_words import CLOSE, GERUND, OPEN, OTHER_VERBS, PLACE, RULE_NOUN, VERB
from nomic.web.composer.orders.phrasings import without_lead

_IS_A_NOUN = r" (?:is|are|was|were|has|have|had|can|could|may|might|will|would|should|must|of)\b"
_IDIOM = (
    r"(?:give (?:it|this|that|them|me|us) (?:a (?:try|go|shot|chance)|your)|"
    r"make (?:no mistake|sense|sure)|pay attention|put (?:simply|differently|another way|it (?:this|that|another) way)|"
    r"add to that|set aside|drop me)\b"
)
_NO_ORDER = re.compile(_IDIOM, re.IGNORECASE)
COMMAND = re.compile(rf"(?!{_IDIOM})(?:{VERB})\b(?!['’-]|{_IS_A_NOUN})", re.IGNORECASE)
CONDITION = re.compile(
    r"(?:if|when|whenever|once|until|as soon as|in case|assuming|unless|otherwise|else|in that case|failing that|"
    r"should|provided|this proposal (?:depends|is dependent|is incompatible|only|goes into|takes effect|has no effect)|"
    r"depends on|dependent on|incompatible with)\b",
    re.IGNORECASE,
)

# A line that goes on with an order after words that are lines of their own: "with:".
CONTINUES = re.compile(
    r"(?:and )?(?:with|by|to|into|becomes?|to read|so that it reads|and replace it|it (?:reads|shall read)|"
    r"(?:the )?text)\b.*",
    re.IGNORECASE,
)

IF_LATER = re.compile(
    r"(?<!\w)(?<!better )(?<!nice )(?<!nicer )(?<!good )(?<!great )(?:if|unless|provided|as long as)\b", re.IGNORECASE
)

_BEGINS = re.compile(rf"(?:{VERB}|{PLACE}|(?:the )?{RULE_NOUN})\b(?!['’])", re.IGNORECASE)
_COMMANDS_LATER = re.compile(
    rf"(?:(?<![\w’'])(?P<before>[\w’']++)|[,:{CLOSE}]) (?:then |also )?(?:{VERB})\b", re.IGNORECASE
)
_COMMANDS_THEN = re.compile(
    rf"^(?:otherwise|else|failing that|in that case) (?:also )?(?:{VERB}|{'|'.join(OTHER_VERBS)})\b|"
    rf":[-–— ]*{OPEN}|(?:[,:{CLOSE}]|\bthen|passe[sd]|enacted|adopted|popular|exists?) +(?:then |also |please )?"
    rf"(?:{VERB}|{'|'.join(OTHER_VERBS)})\b|\bthis proposal\b|\b(?:depends|dependent) on|incompatible with",
    re.IGNORECASE,
)
# A verb after one of these is no command: "In the end we always pay".
_NO_COMMAND_AFTER_THEM = """
    let let's let’s us
    a always an and anybody are be been being can cannot could did didn't do does doesn't don't everybody everyone
    few had has have he her his i is it its just may might most must my never no nobody not of often one or our
    people players rarely shall she should so some somebody someone sometimes that the their they this to used
    usually was we were who will with would you your
"""
_NO_COMMAND_AFTER = frozenset(_NO_COMMAND_AFTER_THEM.split())
FIGURES = rf"(?:no|{NUMBER_WORD})"
_QUANTITY = rf"(?:\d|{OPEN}|\b{NUMBER_WORD})"
_SHALL_BE = r"(?:shall|should|must|is to|are to|will|is|are|be|gets?)(?: now| hereby| instead| then)*"
STATES = (
    rf"becomes?|{_SHALL_BE} (?:(?:be )?(?:changed|replaced|repealed|renamed|retitled|"
    rf"lowered|raised|reduced|increased|decreased|shortened|lengthened|extended|cut|set|called|moved|abolished|"
    rf"deleted|removed|amended|made|"
    r"(?:an? )?sub-?rules? of)|"
    rf"(?:be|cost|last|read|say) (?=(?:set to )?(?:-?\d|{OPEN})))|"
    rf"(?:now reads?|reads now|(?:is|are) now to read|(?:shall|should|must|will|is to|are to)(?: now| instead)* read)"
    rf"(?: as follows)?(?=[:,]|$| ?{OPEN})|"
    rf"(?<!can )(?<!may )(?<!could )(?<!would )(?<!might )(?<!cannot )(?<!not )(?<!to )(?<!never )"
    r"be (?:changed|replaced|repealed|renamed|lowered|raised|reduced|increased|set|abolished|deleted|removed)|"
    r"shall be|is hereby|are hereby|now costs?|costs? now|(?:shall|now) lasts?|"
    r"(?:should|shall|must|is to|are to) (?:go|come|drop|fall|rise)|goes under|belongs under|"
    rf"(?:is|are) now (?=(?:at (?:most|least) |up to )?(?:-?\d|{OPEN}|{FIGURES}\b))"
)
_STATES = re.compile(rf".{{0,200}}?\b(?:{STATES})(?:\b|(?={OPEN})|(?<= )).{{0,300}}", re.IGNORECASE)
# "The rule “Luck” reads “Be lucky.”"
_READS_SO = re.compile(
    rf"(?:the )?(?:{RULE_NOUN} (?:[^,;:.{OPEN}]{{1,60}}|{OPEN}\d+{CLOSE})|{OPEN}\d+{CLOSE}(?: {RULE_NOUN})?) "
    rf"reads?(?: as follows)?:? ?{OPEN}\d+{CLOSE}[ .;]*",
    re.IGNORECASE,
)
_SAYS_WHAT = re.compile(
    rf"\d|{OPEN}|now {FIGURES}\b|now read|read:?$|(?:becomes?|shall be|hereby) (?:the |an? )?(?-i:[A-Z])|"
    rf"becomes? {FIGURES}\b|"
    "repealed|renamed|abolished|deleted|removed|called|changed to|made a|amended to|"
    "(?:raised|lowered|reduced|increased|decreased|shortened|lengthened|extended|cut|set) "
    "(?:to|by|from) |moved |sub-?rules? of| under ",
    re.IGNORECASE,
)
_SHALL = re.compile(
    r"(?!(?:we|i|you|as|where|what|who|it|this|that|something) )"
    r"[^?]{0,200}?\b(?:shall|hereby|must|from now on|henceforth)\b",
    re.IGNORECASE,
)
_OTHER = re.compile(rf"(?:{'|'.join(OTHER_VERBS)})\b(?!['’:])(?P<next> [^ ]+|$)", re.IGNORECASE)
_AFTER_A_NOUN = re.compile(
    r" (?:is|are|was|were|has|have|had|can|could|may|might|will|would|should|must|of|it's)$", re.I
)
_WITH_OBJECT = re.compile(
    rf"(?P<verb>[A-Za-z]{{2,20}})(?: (?:out|up|down|off|back))? (?:the|an?|every|each|all|any|both|half|another|no|"
    rf"her|him|them|it|this|that|these|those|its|their|his|"
    r"everybody|everyone|everybody's|everyone's|one(?= [a-z])|two|three|"
    rf"\d+|{OPEN}\d+{CLOSE}|rules? (?:\d+|{OPEN}\d+{CLOSE}|(?-i:[A-Z])\w{{0,60}})|(?-i:[A-Z])\w{{1,30}} \d+)(?![\w’'])",
    re.IGNORECASE,
)
MAX_BREAKS = 200  # of a sentence, after which an order is looked for
MAX_READ = 600  # characters after a break that show whether they are an order
_BREAK = re.compile(
    r"[,:;] | [(\[]| [–—-]+ | (?:and|so|but|then|while)(?: (?:i|we)(?: would| will|['’]d|['’]ll)?)? ", re.IGNORECASE
)
_JOIN = re.compile(r"(?:and|but|so) (?!that\b|then\b|do\b|does\b|is\b|are\b)", re.IGNORECASE)
_OBJECT = re.compile(
    rf"(?:{VERB}) (?:the|an?|every|each|all|any|rules?|{OPEN}\d+{CLOSE}|two|three|\d+|another|it|everybody|everyone)"
    r"(?![\w’'])",
    re.IGNORECASE,
)
# A sentence that says what is the case from now on, as the text of a rule does, or what somebody gets.
_LIKE_A_RULE = re.compile(
    rf"(?:(?:each|every|all|any|no|an?|the|when|whenever|at|during|on|until|players?|everybody|everyone|anybody|"
    rf"anyone|nobody|whoever|"
    rf"{OPEN}\d+{CLOSE}|(?!(?:it|this|that|there|they|we|who|what|why|how|but|and|so|if|since|"
    rf"thanks?)\b)(?-i:[A-Z])\w+)\b)"
    r"[^?]{1,200}?\b(?:gains?|loses?|gets?|receives?|earns?|pays?|owes?|wins? (?:with |by )?(?:an?|the|\d+)|"
    r"steals?|discards?|(?:takes?|draws?|keeps?|chooses|picks) "
    r"(?:an?|the|one|two|three|\d+|\w+['’]s?)(?= (?!look\b|while\b|"
    r"long\b|time\b)\w)|"
    r"starts? with|may|now (?:owns?|has|have|holds?)|"
    r"(?:goes|go|belongs?) to (?:whoever|(?:the|its|every|each|any|all|an?) \w|players|nobody|everyone|everybody)|"
    r"must|cannot|may not|(?:is|are) (?:hereby )?(?:awarded|granted|given|appointed|registered|destroyed|banned|fined|"
    r"rewarded|credited|dismissed|suspended))\b",
    re.IGNORECASE,
)
# Words of somebody who comments. Orders and the texts of rules have no use for them.
OF_A_PERSON = re.compile(
    r"(?-i:\bI\b)|\b(?:i['’](?:m|d|ve|ll)|me|we|us|imo|hopefully|seems?|a (?:little|bit)|you guys|this makes|"
    r"(?:fairly|pretty|quite|too|very) (?:\w+ )?(?:straightforward|strange|weird|rare|hard|easy|strong|weak)|"
    r"(?:will|should) be helpful)\b",
    re.IGNORECASE,
)
# "You may sell Apples in the Assembly, too.": what players can do from now on, said to them.
_TO_PLAYERS = re.compile(
    r"(?:(?:in|during|on|at|after|before|until|within|once|twice|three times|while|when|whenever|if|each|every|with|"
    r"for|as the|as long as|as soon as|instead of) [^?;:]{1,80}?,? )?you (?:also |then |now |only |always |never )?"
    r"(?:(?:may|can|can ?not|can['’]t|must|have to|need to|need|may not|must not)(?:, [^,?;:]{1,60},)? "
    r"(?:also |only |then |no longer )?"
    r"(?!want|wish|like|think|wonder|notice|see\b|say|know|remember|disagree|agree|find|feel|ask|argue|guess|imagine|"
    r"recall|read|check|look|compare|tell|expect|hear|object|prefer|understand|be (?:sure|wondering|right|surprised)|"
    r"(?:all )?vote (?:for|against) (?:this|it|me)|afford|help|do (?:so|this|that|it)\b)[a-z]|"
    r"get (?=(?:an?|\d{1,9}|one|two|three|four|five|ten) [^?]{3,80}? (?:for|when|if|each|every|per)\b)|"
    r"(?:win|gain|lose|pay|earn|receive|draw|discard|owe|forfeit|start with|begin with) )|"
    r"(?:if|once|when|unless) you [^?;:,]{3,80}?,? you(?:['’]re| are) (?:out|removed|banned|disqualified|eliminated|"
    r"expelled|dead|safe|exempt|inactive)\b|"
    r"your [a-z ]{2,40}? (?:counts? (?:as|double|twice|\d)|costs? (?:\d|an? |nothing)|"
    r"(?:is|are) (?:halved|doubled|destroyed|lost|returned|reset|set)\b)",
    re.IGNORECASE,
)
_THE_PROPOSAL = re.compile(r"\b(?:on |for |against )?this (?:proposal|motion)\b", re.IGNORECASE)
_OF_TALK = re.compile(
    r"\b(?:you|your|my|our|would|perhaps|maybe|probably|this|these|like that|that way|anyway)\b", re.IGNORECASE
)
# An order within a sentence that begins with something else: "I would amend Naps".
_NESTED = re.compile(
    rf"\b(?:would|will|should|to|by|must|i|we) (?:{VERB}|{GERUND}|{'|'.join(OTHER_VERBS)})\b", re.IGNORECASE
)
_ASKS = re.compile(
    r"\b(?:can|could) (?:we|you|somebody|someone|(?:an|the) (?:admins?|keepers?|judge|moderators?)) please\b",
    re.IGNORECASE,
)
# "Burning should give 2 Coins."
_SHOULD = re.compile(
    r"(?!(?:we|i|you|it|this|that|these|those|if|when|what|who|how|why|people) )[^?,:;]{1,100}? (?:should|ought to)\b"
    r"(?! (?:have been|help|fix|work|hurt|matter|sting|have (?:teeth|consequences|a price|bite)|mean something|"
    r"be (?:more|less) (?:[a-z]+(?:ing|ed|ful|ous|al)|common|fun|fair|frequent|rare|intense|dynamic)"
    r"(?! (?:than|by|to)\b)|"
    r"be (?:clear|obvious|fine|ok|okay|fun|nice|enough|easy|interesting|possible)\b))",
    re.IGNORECASE,
)
# "Trading is no longer allowed.", "It would be better if nobody could buy two packs.", "Have the rule end with …"
_DONE = (
    r"(?:added|appended|inserted|replaced|removed|deleted|struck|repealed|abolished|renamed|reworded|rewritten|amended|"
    r"created|enacted|established|doubled|halved|tripled|crossed out|taken out|dropped|struck out)"
)
_ALSO_COMMANDS = (
    # "New prices: a Chip costs 30 unless it is Sunday."
    re.compile(
        r"(?:(?:the|our|these|its) )?new (?:[\w’']+ ){0,2}(?:prices?|costs?|numbers?)\b[^:?]{0,60}: ?[^?]*\d",
        re.IGNORECASE,
    ),
    # "The two players then duel for it.", "Whoever breaks a deal forfeits the card.", "A quorum of 4 votes is needed."
    re.compile(
        r"(?:(?:the |these |both |all )[^?,;:]{1,60}? then (?:duel|fight|roll|draw|vote|bid)\b|"
        r"(?:whoever|(?:each|every|any|an?|the) (?:player|member|loser|winner|holder|author))\b[^?]{1,120}? forfeits? |"
        r"[^?,;:]{1,60}? (?:is|are) (?:chosen|drawn|dealt|divided|picked|assigned|elected|made) "
        r"(?:by (?:lot|chance|vote|dice)|at random|randomly)\b|"
        r"an? (?:quorum|majority) of [^?,;:]{1,60}? (?:is|are) (?:needed|required)\b|"
        r"the (?:cycle|game|dynasty) ends (?:after|when|once|as soon as) )",
        re.IGNORECASE,
    ),
    # "The Croupier sells Marbles for 3 Chips."
    re.compile(
        r"(?!(?:this|that|it|he|she|they|who|what|if|when)\b)[^?]{1,80}? (?:sells?|buys?|offers?) [^?]{1,80}? "
        r"(?:for|at) \d",
        re.IGNORECASE,
    ),
    # "Nobody can hold more than one office."
    re.compile(
        r"(?:nobody|no one|no \w+) can (?!afford|say|tell|know|remember|see)[^?]{1,80}? (?:more than|twice|\d)",
        re.IGNORECASE,
    ),
    # "The price of a Chip goes up to 30.", "Chip price down to 20"
    re.compile(
        r"[^?]{0,120}?\b(?:(?:goes|go|rises?|drops?|falls?) (?:(?:up|down|back) )?|"
        rf"(?:price|cost|limit|fee|toll)s? (?:up|down) )(?:to|by) (?:\d|(?:{FIGURES}|an?) (?-i:[A-Z])\w)",
        re.IGNORECASE,
    ),
    # "Burning brings one more Vertebra.", "Keeping watch pays one Coin less."
    re.compile(
        r"(?!(?:this|that|it|there|they|he|she|i|we|you|what|who|if|when|which)\b)"
        r"(?![^?]*\b(?:was|were|had|used to|last|would|could|might|than)\b)[^?,;:]{1,120}? "
        r"(?:costs?|pays?|brings?|gives?|"
        r"earns?|yields?|lasts?|gains?|gets?|receives?|takes?|needs?|requires?|holds?|contains?) "
        rf"(?:\d{{1,9}}|an?|{FIGURES}) (?:[\w’'-]{{1,30}} ){{0,2}}?(?:more|less|fewer|longer|shorter)\b",
        re.IGNORECASE,
    ),
    # "Card gifting is allowed twice a phase instead of once.", "Gifts: twice per phase, not once."
    re.compile(
        r"(?!(?:this|that|it|there|they|he|she|i|we|you|what|who|if|when|which)\b)[^?]{1,120}?\b"
        rf"(?:once|twice|(?:\d{{1,9}}|{FIGURES}) times) (?:(?:a|an|per|each|every|in (?:a|each|every)) [\w’'-]{{1,30}}"
        r"(?: [\w’'-]{1,30})?,? )?(?:instead of|rather than|and not|not|up from|down from) "
        rf"(?:only )?(?:once|twice|(?:\d{{1,9}}|{FIGURES})\b)",
        re.IGNORECASE,
    ),
    # "In “The bank”, it is a Penny for every 12.", "Victory is at level 8."
    re.compile(
        rf"(?:(?:in|under) (?:the rule )?{OPEN}\d+{CLOSE},? (?!i\b|we\b|you\b)[^?]{{1,200}}?|"
        rf"(?:victory|winning)(?:(?: now)? (?:is|comes|needs|takes|requires)|:) [^?]{{0,60}}?)\b(?:\d|{FIGURES}\b)",
        re.IGNORECASE,
    ),
    # "Phases of the week are to be: …"
    re.compile(
        r"(?!(?:this|that|it|i|we|you|what|who)\b)[^?:]{1,120}? (?:is|are) to be(?: as follows)?:|"
        r"there (?:is|are) to be ",
        re.IGNORECASE,
    ),
    # "A player who was away is not counted.", "Their votes no longer count."
    re.compile(
        r"(?!(?:this|that|it|i|we|you|what|who|if|when)\b)[^?,;:]{1,160}? (?:(?:is|are) (?:not|no longer) counted|"
        r"(?:do|does) not count|no longer counts?)\b",
        re.IGNORECASE,
    ),
    # "Do something about trading."
    re.compile(r"do something (?:about|with) (?!this\b|that\b|it\b)[a-z]", re.IGNORECASE),
    # "Take 2 Coins from each player."
    re.compile(
        rf"take (?:away )?(?:an? |all |half |\d|{FIGURES} )[^?;:]{{1,80}}? (?:from|off) (?!this|that|my|it\b)",
        re.IGNORECASE,
    ),
    # "Ada is then the Judge."
    re.compile(
        r"(?!(?:this|that|it|he|she|there|they|what|who|nobody|everybody|everyone|one)\b)(?:the )?[\w’'-]{1,31} "
        r"(?:is (?:then|now|hereby|also)|becomes) "
        r"(?:also )?(?:the|an?) (?-i:[A-Z])\w",
        re.IGNORECASE,
    ),
    # "Extra ones are destroyed."
    re.compile(
        r"(?!(?:this|that|it|my|our|your|i|we|you|what|who|which|if|when)\b)[^?,;:]{1,100}? (?:is|are) "
        r"(?:(?:then|also|immediately|automatically) )?(?:destroyed|discarded|burnt|forfeited|refunded|returned|"
        r"skipped|eliminated|confiscated|wiped)[ .!]*$",
        re.IGNORECASE,
    ),
    # "This rule takes precedence over the rules about dice."
    re.compile(
        rf"(?:this|that|it|the|each|every|all|any|an?|rules?|{OPEN})[^?]{{0,160}}? (?:takes?|has|have|gets?) "
        r"(?:precedence|priority) (?:over|to)\b",
        re.IGNORECASE,
    ),
    # "“Luck” -> repealed"
    re.compile(r"(?!(?:this|that|it|i|we)\b)[^?]{1,120}? ?(?:→|⇒|->|=>) ?\S", re.IGNORECASE),
    # "Burning brings 2 Chips instead of 1."
    re.compile(
        rf"(?!(?:this|that|there|they|he|she|i|we|what|who|if|when|which)\b)[^?]{{1,150}}?{_QUANTITY}[^?]{{0,60}}?"
        rf"(?: instead of| rather than| up from| down from|, (?:and )?not) (?:the |an? )?{_QUANTITY}",
        re.IGNORECASE,
    ),
    # "The price of everything is doubled.", "So is rule Naps."
    re.compile(
        r"(?!(?:this|that|it|there|they|he|she|i|we|you|what|who|if|when|which|whenever|once|unless)\b)"
        rf"[^?]{{1,200}}? (?:is|are|gets?|has|have)(?: now| hereby| also| both| all|"
        rf" (?:its|the) [a-z ]{{1,30}}?)? {_DONE}(?![\w’'-])",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:is|are|does|do) (?:(?:the )?rules? )?{OPEN}|"
        r"(?:so (?:is|are|does|do)|ditto(?: for)?|(?:the )?same (?:goes|applies|is done|with|for)(?: for| to)?)\b"
        rf"[^?]{{0,80}}?(?:{OPEN}|\brules?\b|(?-i:[A-Z]))|"
        r"(?:the )?same (?:goes|applies|holds) (?:for|to) (?:all |other |the )?"
        r"(?!(?:us|this|those|these)\b)[a-z]+s[ .!]*$",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?!(?:this|that|it|there|they|he|she|i|we|you|what|who|if|when)\b)[^?:]{1,150}?"
        r"\b(?:no longer\b|(?:is|are) no more (?!than\b)[a-z]+(?! than\b))",
        re.IGNORECASE,
    ),
    re.compile(r"it (?:would|['’]d|might) be (?:\w+ ){1,3}if\b(?! (?:you|we|i)\b)", re.IGNORECASE),
    re.compile(
        r"have (?=the |an? |rules? |every|each|all |any|players|(?-i:[A-Z])|\ue000)"
        r"(?!an? (?:look|nice|good|great|chat|go)\b)"
        r"[^?]{1,150}? (?:end|begin|start|give|pay|get|lose|gain|be|stay|keep|last|include|contain|cost|bring)\b",
        re.IGNORECASE,
    ),
)
# "Nobody can trade.", "Any player can duel the Judge.": what is possible from now on, unless it is an opinion.
_CAN = re.compile(
    r"(?:(?:in|during|on|at|after|before|until|within|once|while) [^?,]{1,60}?, )?"
    r"(?:nobody|no one|anybody|anyone|everybody|everyone|(?:new )?players?|newcomers|"
    r"(?:no|each|every|any|an?|all|only|(?:in)?active|two|three|several) "
    r"[^?,;:]{1,60}?|the (?-i:[A-Z])\w+|whoever [^?,;:]{1,60}?) (?:can|can ?not|can['’]t) (?:only |also |no longer )?"
    r"(?!afford|say|tell|know|remember|see\b|seem|happen|help|hope|be (?:\w+ )?(?:hard|easy|fun|good|bad|sure))[a-z]",
    re.IGNORECASE,
)
# "When a Scribe resigns, the office becomes vacant.", "If a player has no cards, they draw one."
_WHENEVER = re.compile(
    r"(?:if|when|whenever|once|each time|every time|as soon as) (?:an?|any|the|no|nobody|somebody|someone|two|"
    r"both|every|each|this proposal|this motion) "
    r"[^?,;:]{1,100}, (?:then )?(?!what|why|how|who\b|let|it (?:is|was|feels|seems)\b|so\b|there (?:is|"
    r"are)\b)[^?]{3,200}$",
    re.IGNORECASE,
)
# "Each Sunday the Croupier restocks two Keys.", "Players who tie share the prize.": what holds for all of a kind.
_OF_ALL = re.compile(
    r"(?:(?:on|at|in|during|after|before) [^?,]{3,60}, )?"
    r"(?:all (?=(?-i:[A-Z]))|each|every|any|no(?! longer)|both|"
    r"an? (?:player|member|proposal|vote|match|battle|duel|trade)|"
    r"players?|members?|cards|proposals|votes|trades|offers|matches|games|battles|duels|packs)\b"
    r"(?! (?:idea|problem|need|doubt|way|reason|wonder|matter|one|of us)\b)(?! more\b)"
    r"(?![^?]*\b(?:was|were|had|did|used to|likes?|loves?|hates?|wants?|thinks?|enjoys?|complains?|knows?|agrees?|"
    r"happy|bored|tired|sad|fun|good|bad|great|nice|boring|important|interesting|hard|easy|"
    r"too|expensive|cheap|slow|strong|weak)\b)[^?]{8,250}$",
    re.IGNORECASE,
)
# "The person with the most Chips is the king until Sunday."
_WITH_THE_MOST = re.compile(
    r"the (?:player|person|member|one)s? (?:with|who (?:has|owns|holds)) [^?]{3,120}? (?:is|are|becomes?|may|can|must) "
    r"(?!the problem|the reason|why|because|not\b|too\b|so\b|always\b)[a-z]",
    re.IGNORECASE,
)
# "There is an office called the Librarian.", "The Scribe's duties are to …"
_SETS_UP = re.compile(
    r"there (?:is|are)(?: now| also)? (?:an?|two|three|\d+) (?:new )?[^?,;:]{1,60}? (?:called|named|titled|"
    r"known as|that|who|which) |"
    r"[^?,;:]{1,60}? (?:duties|powers|tasks?) (?:is|are) |[^?,;:]{1,60}? (?:is|are) (?:responsible|eligible|"
    r"liable) for |"
    r"[^?,;:]{1,60}? (?:(?:has|have) the (?:power|right|duty|authority) to|(?:is|are)(?: not| only)? allowed to) |"
    r"[^?,;:]{1,60}? (?:twice|half|three times) as (?:much|many|long|often)\b",
    re.IGNORECASE,
)
# "Uniquely increase the score": no form reads the adverb, and it may matter.
_IN_SOME_WAY = re.compile(rf"[a-z]{{3,20}}ly,? (?:{VERB}|{'|'.join(OTHER_VERBS)}) (?=\S)", re.IGNORECASE)
_AS_BEFORE = re.compile(r"do (?:the same|likewise|so too|that too|this too)\b(?=.*\S)", re.IGNORECASE)
# A sentence that says what an order is good for: "This makes …".
_GOOD_FOR = re.compile(
    rf"(?:this|that|it) (?!{RULE_NOUN}\b|(?:is|has|becomes|reads|says|costs|lasts|proposal)\b)[a-z]{{2,20}}s\b",
    re.IGNORECASE,
)
# "Whoever is last at the end of the phase becomes judge": what a rule could do, whether it is understood or not.
_OF_RULES = re.compile(
    r"(?:whoever|who (?:has|owns|holds|is|wins|loses|plays|votes)|whenever|if|unless|when|each time|"
    r"every time|as soon as|once per|once a|every \w+|each \w+|on \w+days|"
    r"at the (?:start|beginning|end) of|after every|after each|(?:everyone|everybody|anyone|anybody|players) who|"
    r"(?:you|players|nobody|no one) (?:may|can|must|cannot|can['’]t))\b"
    r"[^?]{3,160}? (?:gets?|gains?|loses?|pays?|receives?|earns?|takes?|becomes?|wins?|costs?|fails?|draws?|forfeits?|"
    r"discards?|may not|must not|must|cannot|can['’]t)\b[^?]{0,160}$",
    re.IGNORECASE,
)
_ACTS = re.compile(
    r"(?:everyone|everybody|all|any|an?|the|every|each|players|whoever|nobody|you|they)\b[^?]{1,100}? (?:gets?|gains?|"
    r"loses?|pays?|receives?|earns?|takes?|becomes?|wins?|draws?|forfeits?|discards?|may not|must not|"
    r"must)\b[^?]{0,160}$",
    re.IGNORECASE,
)
_OF_OPINION = re.compile(
    r"(?-i:\bI\b)|\b(?:i['’]m|we|us|our|my|this|these|that way|would|could|might|was|were|had|did|think|"
    r"thought|because|"
    r"so that|seems?|feels?|fun|boring|fair|unfair|problem|usually|often|sometimes|currently|now|already|right now|"
    r"currently|in practice|in fact|it is|it['’]s|there is|there are|such|anyway|instead|better|worse|too|very|really|"
    r"just|even)\b",
    re.IGNORECASE,
)
_EXPLAINS = re.compile(r"(?:this|that|these|it|which|so that) ", re.IGNORECASE)
_LET_US = re.compile(r"(?:let['’]s|let us) ", re.IGNORECASE)
_NAMES_SOMETHING = re.compile(rf"{OPEN}|\d|\brules?\b", re.IGNORECASE)
_ABOUT_A_RULE = re.compile(
    rf"\b(?:repeal|abolish|enact|rename|retitle|amend|scrap) (?:the |an? (?:new )?|this )?(?:rules?\b|{OPEN})",
    re.IGNORECASE,
)
# Words that begin a sentence and are followed by an object or a clause without commanding anything.
_BEGIN_NARRATIVE = """
    a about above according across after again against ago albeit all allegedly almost along already although always
    amid among and another any are around as aside at be because been before behind being below beneath beside
    besides between beyond both but by can cannot considering could despite did do does down due during each either
    else even ever every except few first following for from get gets given got guess had half has have having hence
    here hope how however i if imagine in indeed inside instead into is isn't it just last later least less lest let
    like likewise look make many maybe may me meanwhile might mind mine more moreover most much must my near neither
    never nevertheless next no nobody none nor not note nothing now of off often oh okay on once only onto or
    otherwise our out outside over per perhaps please plus presumably quite rather recall regarding remember rest
    say see seeing seldom shall she should show similarly since so some sometimes somehow soon still such suppose
    than thank that the their them then there thereby therefore these they think this those though thought through
    throughout thus till to today together tomorrow tonight too toward towards twice under unless unlike until unto
    up upon us very via was we well were what whatever when whenever where whereas wherever whether which while who
    whoever whom whose why will with within without worse would wow yes yesterday yet you your believe bear call
    check compare consider credit discuss doubt enjoy expect explain fear feel find forget forgive hear hey hi know
    leave love mean need notice observe prefer propose read realise realize reckon suggest support take tell
    thinking try understand use vote want watch wish wonder worry write rationale reason reasons commentary edit
    author's hello greetings dear proposal motion cfj id
"""
_NO_VERBS = frozenset(_BEGIN_NARRATIVE.split())
_SHORT_VERB = re.compile(r"[^aeiou]{1,4}ing")  # "sing", "bring"
_LET = re.compile(r"let (?!us\b|me\b|it be (?:known|clear|noted|said|remembered)\b)(?=.* be\b)", re.IGNORECASE)


def sounds_like_a_rule(words: str, *, recurs: bool) -> bool:
    """Return whether a sentence without an order may describe a rule, because it names a time or an occasion.

    `recurs` is true if its words describe something that recurs.
    """
    is_said = _OF_RULES.match(words) is not None or (recurs and _ACTS.match(words) is not None)
    return is_said and _OF_OPINION.search(consequence(words) or words) is None


def is_order(words: str) -> bool:
    """Return whether a sentence is an order with a known verb. It may begin with "please" or "and then"."""
    stripped = without_lead(words)
    return begins_an_order(stripped) or is_statement(stripped)


@lru_cache(maxsize=64)  # asked several times of each sentence
def begins_an_order(words: str) -> bool:
    """Return whether a sentence begins with a verb of `VERBS`, or has one after a place or a condition."""
    words = without_lead(words)
    if CONDITION.match(words) is not None:
        return _COMMANDS_THEN.search(words) is not None and not words.rstrip().endswith("?")
    if _BEGINS.match(words) is None:
        return False
    if COMMAND.match(words) is not None:
        return True
    return any((found["before"] or "").lower() not in _NO_COMMAND_AFTER for found in _COMMANDS_LATER.finditer(words))


def later_order(words: str) -> str:
    """Return the order inside a sentence that begins otherwise, or "". See `order_within`."""
    return order_within(words)[1]


def order_within(words: str) -> tuple[str, str]:
    """Return what stands before the order in "Nobody naps, so repeal rule Naps", and the order, or twice "".

    A sentence that asks in other words to repeal, enact or amend a rule is returned whole. So is one with too many
    parts to examine.
    """
    words = without_lead(words)
    if words.rstrip(" .”)").endswith("?") and _ASKS.search(words) is None:
        return "", ""
    explains = _EXPLAINS.match(words) is not None
    last = 0
    for number, found in enumerate(_BREAK.finditer(f", {words}")):
        if number == MAX_BREAKS:
            return "", words
        begin = max(found.end() - 2, 0)
        before, last = last, begin
        rest = without_lead(_JOIN.sub("", words[begin : begin + MAX_READ].lstrip("([ ")))
        unread = words[begin + MAX_READ :]
        if (wish := _LET_US.match(rest)) is not None:  # "let's get rid of it" is no more than a wish
            rest = without_lead(rest[wish.end() :])
            if _NAMES_SOMETHING.search(rest) is None:
                continue
        commands = COMMAND.match(rest) is not None and _OBJECT.match(rest) is not None
        is_next = (
            words[begin : begin + 9].lstrip().lower().startswith("then ")
        )  # "It is silly, and then ring every bell"
        if explains and not is_next and _NAMES_SOMETHING.search(rest) is None:
            continue
        if found[0][-1] in "([" and (begins_an_order(rest) or is_statement(rest) or commands_otherwise(rest)):
            return words[:begin], f"{rest}{unread}"
        is_other = _OTHER.match(rest) is not None and _GOOD_FOR.match(words) is None and commands_otherwise(rest)
        if commands or is_other:
            is_nested = CONDITION.match(words) is not None or _NESTED.search(words[: found.start()]) is not None
            if not is_nested and CONDITION.match(without_lead(words[before:begin])) is not None:
                return words[:before], without_lead(words[before:])  # "…, and once Ada has won, repeal Luck"
            return ("", words) if is_nested else (words[:begin], f"{rest}{unread}")
    return "", words if _ABOUT_A_RULE.search(words) is not None else ""


def consequence(words: str) -> str:
    """Return the consequence in a sentence that begins with a condition, "everyone gets a pack", else ""."""
    return words.partition(", ")[2] if CONDITION.match(words) is not None else ""


@lru_cache(maxsize=64)  # asked several times of each sentence
def is_statement(words: str) -> bool:
    """Return whether a sentence states a future content of the law: "The price of a Handy Pack becomes 10"."""
    is_asked = words.rstrip(" .”").endswith("?")
    if is_asked or _GOOD_FOR.match(words) is not None:
        return False
    is_stated = _STATES.fullmatch(words) is not None and _SAYS_WHAT.search(words) is not None
    return is_stated or _READS_SO.fullmatch(words) is not None


def commands_otherwise(words: str) -> bool:
    """Return whether a sentence is an order that matches no form, such as "Ring every bell"."""
    words = without_lead(words.strip())
    if words.rstrip(" .”)").endswith("?") or _NO_ORDER.match(words) is not None:
        return False
    if _SHOULD.match(words) is not None and OF_A_PERSON.search(words) is None:
        return True
    if any(pattern.match(words) for pattern in (*_ALSO_COMMANDS, _IN_SOME_WAY, _AS_BEFORE)):
        return True
    if _SHALL.match(words) is not None or _LET.match(words) is not None:
        return True
    if _TO_PLAYERS.match(words) is not None and OF_A_PERSON.search(words) is None:
        return True
    is_talk = OF_A_PERSON.search(words) is not None or _OF_TALK.search(_THE_PROPOSAL.sub("", words)) is not None
    if not is_talk and (
        _LIKE_A_RULE.match(words)
        or (_CAN.match(words) and not only_explains(words))
        or _WHENEVER.match(words)
        or _OF_ALL.match(words)
        or _WITH_THE_MOST.match(words)
        or _SETS_UP.match(words)
    ):
        return True
    known = _OTHER.match(words)
    if known is not None:
        return _AFTER_A_NOUN.match(known["next"].rstrip(".,;:!")) is None
    found = _WITH_OBJECT.match(words)
    if found is None:
        return False
    verb = found["verb"].lower()
    is_inflected = (
        (verb.endswith("ing") and _SHORT_VERB.fullmatch(verb) is None)
        or verb.endswith("ly")
        or (verb.endswith("s") and not verb.endswith("ss"))
    )
    return verb not in _NO_VERBS and not is_inflected and not verb.endswith("ed")
