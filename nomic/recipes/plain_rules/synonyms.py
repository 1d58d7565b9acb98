"""Rewrites synonyms into the words that the tables of phrases have: "shall forfeit two (2) Chips".

Each row replaces words with others of the same meaning, whatever the law. Rows are applied in their order, once each.
"""

import re

from nomic.recipes.plain_rules.explanations import PURPOSE
from nomic.recipes.sentences import A_NUMBER

_N = rf"(?:{A_NUMBER})"
# What a sentence begins with that orders nothing.
_DO = r"(?:give|pay|take|ban|forbid|let|tax|fine|limit|set|reward|allow)"
_LEAD = (
    r"^(?:(?:i|we) (?:propose|suggest|want|think|would like)(?: that|:)? |"
    r"(?:please|ok|okay|so|also|and|hey|then|maybe|perhaps|well),? |" + PURPOSE + r", |new rule: |rule: |proposal: |"
    r"(?:from now on|starting now|henceforth),? |let['’]?s say (?:that )?|how about,? |(?:make it|have it) so that |"
    r"it should be that |(?:it would be|it['’]d be|would be) (?:nice|good|cool|great|fun) if |what if |"
    rf"(?:we|you) (?:should|could|ought to|have to|need to) (?={_DO}\b)|let['’]?s (?={_DO}\b)|"
    r"(?:we )?(?:should )?(?:tax|reward|help|punish) (?:the )?[a-z ]{3,30}: )+"
)
_RECEIVERS = r"newcomers|new players|voters|whoever [^\d]{3,50}?|(?:the )?(?:winners?|losers?|author) of [^\d]{3,40}?"
# Nouns for what is given or paid, which say no more than the amount: "a prize of 10 Chips".
_SUM = (
    r"(?:an?|the|their) (?:(?:small|little|big|nice|special|extra|modest) )?"
    r"(?:prize|tax|bonus|fine|reward|bounty|fee|toll|penalty|levy|gift|present|salary|wage|payment|sum|total|allowance|"
    r"dividend|compensation|donation|duty) of "
)
_MOVES = (
    r"(?:gets?|gains?|receives?|earns?|collects?|wins?|takes?|pays?|loses?|owes?|forfeits?|gives?|"
    r"(?:is|are|be) (?:given|paid|awarded|granted|charged|fined))"
)
_HALF = r"(?:half|an? (?:third|quarter|fifth|tenth))"
_A_SUM = r"(?: (?:a|the) (?:salary|wage|sum|bonus|reward)(?: of)?)?"
_EVERY_PLAYER = r"(?:everyone|everybody|anyone|anybody|(?:(?:all|every|each|any) )?(?:the )?(?:players?|members?))"
_IS_NOT = r"(?:(?:is|are) not|isn['’]t|aren['’]t)"
_WHO_TOOK_PART = (
    r"(?:everyone|everybody|anyone|anybody|those|whoever|(?:all|every|each|any) (?:players?|participants?))"
    r"(?: (?:who|that))? (?:took part|takes? part|participated|participates?)"
)
_A_MATCH = r"((?:an?|the|any|each|every) (?:duel|battle|match|game))"
_BUT_LOST = r"(?:,? (?:and|but)(?: who)? (?:did|does|do)(?: not|n['’]t) win(?: it)?|,? without winning(?: it)?)"
ROWS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), words)
    for pattern, words in (
        # Misspellings that mean nothing else.
        (r"\blooses?(?= (?:an?|the|any|each|every|their|your|\d|half|all|two|three|four|five|ten)\b)", "loses"),
        (r"\bloosing\b", "losing"),
        (r"\bwho ever\b", "whoever"),
        (r"\b(do|does|did|ca|wo|is|are|has|have|must|should)nt\b", r"\1n't"),
        (r"\bteh\b", "the"),
        (r"\b(?:evry|eveyr|ever)(one|body)\b", r"every\1"),
        (r"\b(?:porposal|propsal|proposel)(s?)\b", r"proposal\1"),
        (r"\bplayres\b", "players"),
        (r"\brecieve", "receive"),
        (r"\b(can|may) by(?= )", r"\1 buy"),
        # Law and forms.
        (_LEAD, ""),
        (rf"\b({_N}) \(\d+\)", r"\1"),
        (
            rf"\b(?:shall|will|should|is to|are to) be entitled to{_A_SUM}",
            "gets",
        ),
        (rf"\b(?:is|are) entitled to{_A_SUM}", "gets"),
        (r"\b(?:shall|may) not be (?:entitled|allowed|permitted) to\b", "may not"),
        (r"^(?:it is|it's) (?:forbidden|prohibited|not allowed) to\b", "nobody may"),
        (r"\b(?:shall be|is|are) (?:prohibited|barred|banned|forbidden) from (?=\w+ing\b)", "may not "),
        (
            r"^(?:upon|on|after) the (?:enactment|adoption|passing) of (an?|any|each|every) (proposal|motion),? ",
            r"when \1 \2 passes, ",
        ),
        (
            r"^(?:upon|on|after) the (?:failure|rejection) of (an?|any|each|every) (proposal|motion),? ",
            r"when \1 \2 fails, ",
        ),
        (r"\bthe (?:proposer|author) thereof\b", "its author"),
        (r"\bat the (?:conclusion|close) of (?:that|each|every|the|a) (phase|week)\b", r"at the end of the \1"),
        (r"\b(?:who|that|which) (?:has|have) failed to (?:vote|cast (?:a |any |their )?votes?)\b", "who has not voted"),
        (r"\b(?:who|that|which) (?:is|are) not (?:vote|voting|voted)\b", "who has not voted"),
        (
            r"\b(?:who|that|which) (don['’]t|doesn['’]t|did not|didn['’]t) vote in (?:a|the) (phase|week)\b",
            r"who \1 vote",
        ),
        (
            r"\bas an? (daily|weekly) action,? (an?|any|each|every) player (?:may|can)\b",
            r"once per \1 every player may",
        ),
        (r"\bonce per daily\b", "once per day"),
        (r"\bonce per weekly\b", "once per week"),
        (r"\bin (?:any one|any|one|the same) (day|week|phase)\b", r"per \1"),
        (r"\btimes in (?:the|a) (day|week|phase)\b", r"times per \1"),
        (r"\b(?:in|by|on) the end of (?=the|a|each|every)", "at the end of "),
        (r"\bat the commencement of\b", "at the start of"),
        (r"\b(?:shall |will |must )?be credited with\b", "gains"),
        (r"\bin excess of\b", "more than"),
        (
            r"\b(?:achieves?|gets?|claims?) (?:the )?victory\b|\bwins? (?:the )?(?:whole )?(?:cycle|game)\b",
            "wins the game",
        ),
        (r"^no players? (?:shall|may|can|must)(?! not)\b", "nobody may"),
        # Other languages and speech.
        (r"\b(?:must|has|have) to (?=pay|give|lose)", "must "),
        (r"\bthe (player|person|one) which\b", r"the \1 who"),
        (r"\bplayers which\b", "players who"),
        (r"\b(?:the )?persons\b", "players"),
        (r"^who (?=\w+s\b)([^,?]{3,60}), ", r"whoever \1 "),
        (r"^who (?=(?:wins|loses|votes|buys|burns|joins|submits|proposes|opens)\b)", "whoever "),
        (r"\b(when|whenever) (?:the|an?|every|each) (phase|week) finish(?:es)?\b", r"\1 a \2 ends"),
        (rf"\b(receives?|gets?|gains?|takes?) ({_N} [\w’'-]+) of (?=the (?:winner|loser)\b)", r"\1 \2 from "),
        (r"\bgot\b", "gets"),
        (r"\bu\b", "you"),
        # What everyday nouns add to an amount, and other words for whoever and when.
        (rf"\b({_MOVES}) {_SUM}(?={_N}\b|{_HALF} )", r"\1 "),
        (rf"\b((?:gives?|pays?|grants?|awards?) [^\d,]{{3,40}}?) {_SUM}(?={_N} |{_HALF} )", r"\1 "),
        (
            rf"^(?:an? |the )?(?:tax|fee|toll|fine|levy)(?: of|:)? ({_N} [\w’' -]{{2,40}}?) "
            r"(?:per|on (?:each|every)|for (?:each|every|an?|any)) (?:new )?proposal(?: submitted| made)?$",
            r"whoever submits a proposal pays \1",
        ),
        (
            rf"^(?:the )?(most|fewest|least) ([\w’' -]{{2,40}}?) at (?:the )?(week|phase)['’]s end(?::|,) "
            rf"(?:{_SUM})?(?={_N} )",
            r"at the end of every \3, the player with the \1 \2 gets ",
        ),
        (rf"^({_N} [\w’' -]{{2,40}}?) for (?:every|each|all) new players?$", r"new players get \1"),
        (
            r"^((?:every |each |all |a |the )?(?:new players?|newcomers?)) (?:starts?|begins?)(?: off)? with ",
            r"\1 gets ",
        ),
        (
            r"^((?:every |each |all |a |the )?(?:new players?|newcomers?) .{5,80}?) (?:at the (?:start|beginning)|"
            r"when they (?:join|start)|to (?:start|begin) with|on joining)$",
            r"\1",
        ),
        (r" (?:upon|on|for|when) (?:submitting|making) a proposal$", " when they submit a proposal"),
        (r"\b(?:holding|owning) (?=over|more|fewer|less|at )", "with "),
        (r"^(votes) only (takes?|lasts?) ", r"\1 \2 only "),
        (r"\blet (everybody|everyone|all players|players|people) (?=take|gain|get|draw|claim)", r"\1 may "),
        (r"\bsay (?=\d|an?\b)", ""),
        (
            r"^(?:rewards?|pays?) (?:people|players|everyone|everybody) for voting(?:,| with)? (.+)$",
            r"whoever votes gets \1",
        ),
        (
            rf"^(?:give|grant|award|pay) ({_RECEIVERS}) (?={_N})",
            r"\1 gets ",
        ),
        (r"^voters\b", "whoever votes"),
        (
            r"\b(?:rolls?|throws?) (\d{1,2}d\d{1,3})((?: (?:every|each|once an?|per) \w+)?)(?:,? and|,) "
            r"(?:they |he |she |you )?(gets?|gains?|receives?|earns?|wins?|takes?|loses?|pays?) "
            r"(?:that many|as many|the same number of) ([\w’'-]+)",
            r"\3 \1 \4\2",
        ),
        (
            r"^((?:when|whenever|if|each time|every time) you [^,]{3,60}, )(?=(?:gain|get|lose|pay|take|receive)\b)",
            r"\1you ",
        ),
        # Prizes, taxes and votes as people say them.
        (
            r"^(?:the )?(?:player with the )?(most|fewest|least) ([\w’' -]{2,40}?) "
            r"(?:at|by) the end of (?:the|each|every) (week|phase|day) "
            r"(?=(?:gets?|gains?|wins?|earns?|receives?|pays?|loses?)\b)",
            r"at the end of every \3, the player with the \1 \2 ",
        ),
        (
            rf"^(pay|lose|gain|get|earn|receive) (?:{_SUM})?(?={_N}\b)(.{{1,60}}?),? "
            r"(?:for|on) (?:each|every|any) proposal(?: (?:that )?you (?:make|submit|write|open)| submitted| made)?$",
            r"whoever submits a proposal \1s \2",
        ),
        (
            rf"^(?:give|grant|award|pay) ({_N} [\w’'-]+) to (?:each|every|all|any) (?:voters?|players? who votes?)$",
            r"whoever votes gets \1",
        ),
        (
            r"^(?:the |every |each )?first (?:player|person|one|voter) (?:to vote|who votes) on "
            r"(?:each|every|a|any) proposal ",
            r"whoever is first to vote on a proposal ",
        ),
        (
            r"^(?:if|when|whenever) (?:you|a player|somebody|someone|players) "
            r"(?:do not|don['’]t|does not|doesn['’]t|did not|didn['’]t) vote,? "
            r"(?:you |they )?(?:must |have to )?(lose|pay|get|gain|forfeit)s?\b",
            r"everyone who has not voted \1s",
        ),
        (
            rf"^((?:the )?(?:votes? on )?proposals?) (?:have|has|need|needs|must|should) (?:to )?be "
            rf"(?:voted on|decided|voted upon) (?:with)?in (?={_N} )",
            r"votes on proposals last ",
        ),
        (
            r"^(?:everyone|everybody|all players|players|(?:every|each) player) "
            r"(?:starts?|begins?) (?:the game )?(?:off )?with ",
            r"new players get ",
        ),
        (
            rf"\b(?:rolls?|throws?) (an?|one|two|three|{_N}) (die|dice)\b"
            r"((?: (?:every|each|once an?|per) \w+)?)(?:,? and|,) (?:they |he |she |you )?"
            r"(gets?|gains?|receives?|earns?|wins?|takes?|loses?|pays?) (?:that many|as many|the same number of) "
            r"([\w’'-]+)(?: as (?:it|they) shows?)?",
            r"\4 \1 \2 of \5\3",
        ),
        (
            r"^(?:the|a) title(?: of| called)? ((?-i:[A-Z])[\w’' -]{1,40}?) (?:(?:goes|is (?:given|awarded|granted)|"
            r"belongs) to|(?:is )?for) "
            r"((?:whoever |the (?:winner|loser|author)|(?:any|every|each|a) player who |everyone who ).{6,140})$",
            r"\2 gets the title \1",
        ),
        (
            rf"^((?:each|every|any|an?) player|players|you|everyone|everybody) (may|can),? "
            rf"((?:up to |at most )?(?:once|twice|{_N} times) (?:per|an?|each|every) (?:day|week|phase)),? (?=[a-z])",
            r"\3, \1 \2 ",
        ),
        (
            r"^(?:everyone|everybody|you|players|(?:every|each|a) player) (?:must|has to|have to) vote "
            r"(?:at least )?(?:once )?(?:an?|per|every|each) (week|phase|day),? or (?:else )?(?:they )?(lose|pay)s? ",
            r"at the end of every \1, everyone who has not voted \2s ",
        ),
        (
            r"^(?:everyone|everybody|players|(?:any|every|each|a) player) who "
            r"(?:has not|hasn['’]t|have not|haven['’]t) voted (?:for|in) (?:a|one) (week|phase|day) "
            r"(loses?|pays?|must pay) ",
            r"at the end of every \1, everyone who has not voted \2 ",
        ),
        (r"^no (more )?(proposals|trades|gifts|duels|votes) (?=(?:on|at|during) )", r"nobody may \2 "),
        (r"^the (?:shop|store) is closed\b", "nobody may buy anything"),
        (
            rf"^(?:every|each|a|any|submitting a|making a) (proposal|motion) costs (?:you |its author )?"
            rf"({_N} [\w’'-]+)$",
            r"whoever submits a \1 pays \2",
        ),
        (r"^(on \w+(?:days|ends)),? (nobody may [^,]{3,60})$", r"\2 \1"),
        # Terse.
        (rf"^(new players|newcomers|the winner|the loser|everyone|everybody): (?={_N} )", r"\1 gets "),
        (rf"^(dai|week)ly (?:tax|fee|toll)(?::| of)? ({_N} [\w’'-]+)$", r"everyone pays \2 \1ly"),
        (rf"^(dai|week)ly (?:wage|bonus|income)(?::| of)? ({_N} [\w’'-]+)$", r"everyone gets \2 \1ly"),
        (rf"^(?:max|maximum|at most|limit:?) ({_N} [\w’'-]+)$", r"nobody may have more than \1"),
        (r"^(duel|battle|match) (winner|loser)s?\b", r"the \2 of a \1"),
        (r"^the (duel|battle|match) (winner|loser)s?\b", r"the \2 of a \1"),
        (r"(?<=[a-z])(?:: | )\+(?=\d)", " gets "),
        (r"(?<=[a-z])(?:: | )[-−](?=\d)", " loses "),
        (r"^\+(\d+ [\w’'-]+) (?:per|for (?:each|every|a)) votes?$", r"whoever votes gets \1"),
        (
            r"^\+(\d+ [\w’'-]+) (?:per|for (?:each|every|a)) (win|won (?:duel|battle|match))$",
            r"whoever wins a match gets \1",
        ),
        (
            rf"^({_N} [\w’'-]+)(?: (?:each|for (?:everyone|everybody|all)))+ (?=per |each |every |a )",
            r"everyone gets \1 ",
        ),
        (rf"^(?:max|maximum|at most|limit:?) ({_N} [\w-]+) ?(?:/|an?|per) ?(day|week|phase)$", r"at most \1 per \2"),
        (r"^winner (?=takes|gets|gains|gives|pays)", "the winner "),
        (r"^loser (?=takes|gets|gains|gives|pays|loses)", "the loser "),
        (r"\b(from|to) (winner|loser)$", r"\1 the \2"),
        # Who is meant: "every player who is not inactive", "everyone who cast no vote"
        (rf"\b{_EVERY_PLAYER} (?:who|that) {_IS_NOT} inactive\b", "every active player"),
        (rf"\b{_EVERY_PLAYER} (?:who|that) {_IS_NOT} active\b", "every inactive player"),
        (rf"\b{_EVERY_PLAYER} (?:who|that) (?:is|are) (active|inactive|reputable)\b", r"every \1 player"),
        (r"\bnon-?inactive\b", "active"),
        (r"\b(?:casts?|gave|gives?) no votes?\b", "did not vote"),
        (r"\b(?:did|do|does)(?: not|n['’]t) (?:cast|give) (?:an?|any|their) votes?\b", "did not vote"),
        (r"\bvoted? (?:on nothing|on no proposals?)\b", "did not vote"),
        (r"(?-i:\bcard (?=packs?\b))", ""),
        # "everybody who took part in a battle and did not win also gains"
        (rf"\b{_WHO_TOOK_PART} in {_A_MATCH}{_BUT_LOST}", r"everyone in \1 but the winner"),
        (rf"\b{_WHO_TOOK_PART}(?: in it)?{_BUT_LOST}", "everyone in it but the winner"),
        (rf"\b{_WHO_TOOK_PART} in {_A_MATCH}", r"the players of \1"),
        (
            rf"\b(?:{_WHO_TOOK_PART}(?: in it)?|(?:each|every|all|the)(?: the)? participants?)"
            r"(?! (?:who|that|of|in)\b)",
            "everyone in it",
        ),
        (r",? in addition to (?:the|their|any|all)(?: other)? [a-z]+(?: [a-z]+)?$", ""),
        (r"\b(?:also|automatically|immediately) (?=gives|brings|costs|earns|gains?|gets?|receives?|loses?)", ""),
        (r"^(?:we )?(?:ban|forbid|prohibit|abolish) (\w+ing|gifts|trades|duels|votes|proposals)$", r"nobody may \1"),
        (r"^(\w+ing|gifts|trades|duels) (?:is|are) (?:banned|forbidden|prohibited|not allowed)$", r"nobody may \1"),
        (r"^no (?:more )?(gifts|trades|trading|gifting|dueling|duelling|duels)$", r"nobody may \1"),
        (r"^only (an?|one|two|three|\d+) (duel|trade|gift|proposal|vote)s? (?=per|each|every|a )", r"at most \1 \2s "),
    )
)
_NOUNS = {
    "gifts": "gift",
    "trades": "trade",
    "duels": "duel",
    "votes": "vote",
    "proposals": "make proposals",
    "proposal": "make proposals",
    "voting": "vote",
    "trading": "trade",
    "gifting": "gift",
    "dueling": "duel",
    "duelling": "duel",
    "proposing": "propose",
    "burning": "burn",
    "buying": "buy",
}
_BANNED = re.compile(rf"(?P<may>\b(?:nobody may|may not)) (?P<what>{'|'.join(_NOUNS)})\b", re.IGNORECASE)


def in_usual_words(words: str) -> str:
    """Return a sentence rewritten in the words that the tables of phrases use."""
    for pattern, instead in ROWS:
        words = pattern.sub(instead, words)
    return _BANNED.sub(lambda found: f"{found['may']} {_NOUNS[found['what'].casefold()]}", words).strip()
