"""Finds quoted texts that are set off by layout, and rewrites each as a blockquote or in braces.

    Amend Rule 12 by replacing:

      A lamp costs 3 Coins.

    with:
    ---
    A lamp costs 4 Coins.
    ---

The indented lines and the lines between rules become blockquotes, as does the text between `[start]` and `[end]`.
"""

import re
from collections.abc import Iterator

from nomic.law.rules.value_formats import WORDS
from nomic.web.composer.orders.order_words import DOING, VERB
from nomic.web.composer.orders.phrasings import without_lead
from nomic.web.composer.orders.recognise_orders import COMMAND, CONDITION, CONTINUES, is_order

BRACES_ALONE = re.compile(r"[ \t]*(?:\{{1,3}|\}{1,3})[ \t]*")
ANNOUNCES = re.compile(
    r":[-–—]?$|\b(?:by|with|to|from|reading|saying|stating|read|say|add|append|insert|include|text|content|contents|"
    r"replace|change|delete|remove|replacing|changing|deleting|removing|becomes?),?$"
    r"|\b(?:as follows|in full|the following(?: (?:new )?(?:text|paragraph|sentence|rule|bullet|row|line|words?))?)"
    r"[.:;]?[-–—]?$",
    re.IGNORECASE,
)
# An order that is spread over paragraphs: "In “Votes”, after", the words, "append, as a new sentence,", the new words.
_SPREAD = re.compile(
    r"^(?P<order>[^\n]{1,160}\b(?:after|before)):?\n[ \t]*\n(?P<old>[^\n{}]{1,2000})\n[ \t]*\n"
    r"(?P<verb>(?:add|append|insert)\b[^\n]{0,100}?)[,:]?[-–—]?\n[ \t]*(?=\n)",
    re.IGNORECASE | re.MULTILINE,
)
_TICKED = re.compile(r"`(\[(?:start|end)\])`", re.IGNORECASE)
_BETWEEN = (
    r",? (?:(?:which|that) (?:is|are|stands?) )?(?:contained |enclosed )?between (?:the )?(?:outermost )?"
    r"\[start\] and \[end\](?: below)?"
)
_MARKS = re.compile(rf"{_BETWEEN}|\[(?P<sign>start|end)\]", re.IGNORECASE)
_REMARK = re.compile(r"^(?P<indent>[ \t]*)\[(?!\[|start\])(?P<words>[^\[\]]{1,5000})\][ \t]*$", re.MULTILINE)
# A remark in brackets between indented lines, which belong to one text.
_INDENTED = r"(?: {2,}+|\t)[ \t]*+[^\s\[]"
_REMARK_WORDS = r"\[(?!\[|start\])(?P<{}>[^\[\]]{{1,5000}})\][ \t]*+(?=\n|\Z)"
_WITHIN = re.compile(
    rf"(?<=\n)(?P<before>{_INDENTED}[^\n]*+\n(?:[ \t]*+\n){{0,3}})"
    rf"(?:(?: {{2,}}+|\t)[ \t]*+{_REMARK_WORDS.format('words')}"
    rf"|{_REMARK_WORDS.format('flush')}(?=\n(?:[ \t]*+\n){{0,3}}{_INDENTED}))"
)
_ASIDE = re.compile(r"(?<=[.!?]) *\[\[(?P<words>[^\[\]|]{1,1000}[.!?])\]\]")
_TITLED = re.compile(r"^[ \t]*__(?P<words>[^_\n]{1,200})__[ \t]*(?=\n)", re.MULTILINE)
_PROPOSES = re.compile(
    r"\b(?:i|we)(?: (?:hereby|would like to|want to|wish to)| ?['’]d like to)? (?:propose|suggest|submit) "
    r"(?:an?|another|the following|this) (?:(?:new|following) )?(?P<noun>(?:sub-?)?rule)\b(?!,)(?![^.:\n]{1,100}? be )",
    re.IGNORECASE,
)
_NEW_RULE = re.compile(
    r"^[ \t]*+(?:\*\*|'{3}|={1,6} ?|#{1,6} )?(?:proposed (?:new )?|new )(?P<noun>(?:sub-?)?(?:rule|section))"
    r"(?P<number> \d{1,5}(?:\.\d{1,5}){0,5})?(?:[:,–-]+| [–—-]) *+"
    r"(?P<title>[^\s:.“\"*=][^\n:.“\"*=]{0,79})(?:\*\*| ?={1,6})?"
    r"(?::|\.(?= *\S)|(?=\n))\s?",
    re.IGNORECASE | re.MULTILINE,
)
# "New subrule 7.5.1 “Stipend”:", "New subrule of Items, “Spoons”: Spoons are items."
_NEW_AND_QUOTED = re.compile(
    r"^[ \t]*+(?:[*#-] |\d{1,2}[.)] )?(?:proposed |an? )?new (?P<noun>(?:sub-?)?(?:rule|section))"
    r"(?P<number> \d{1,5}(?:\.\d{1,5}){0,5})?(?: (?:of|under|in|to) (?:the rule )?(?P<parent>[\w’' -]{1,60}))?,? "
    r"[“\"](?P<title>[^\n“”\"]{1,80})[”\"](?:[:–-]+|\.(?= *\S)|(?=\n)) *+\n?",
    re.IGNORECASE | re.MULTILINE,
)
# "New rule under “Night rounds”, 11.9 A cat on the wall" on a line of its own
_NEW_UNDER = re.compile(
    r"^[ \t]*+(?:proposed |an? )?new (?P<noun>(?:sub-?)?rule) (?:of|under|in) (?:the rule )?"
    r"(?:[“\"](?P<parent>[^\n“”\"]{1,80})[”\"]|(?P<bare>(?-i:[A-Z])[\w’' -]{0,60}?)),? "
    r"(?:\d{1,5}(?:\.\d{1,5}){0,5}[:.]? |(?:called|named|titled) )"
    r"(?P<title>(?-i:[A-Z])[^\n:.“”\"]{0,79})[:.]?[ \t]*+\n",
    re.IGNORECASE | re.MULTILINE,
)
# "New rule:" on a line of its own, above the text
# "New rule! Call it “Pets”: every player may have one."
_NEW_AND_CALLED = re.compile(
    r"^[ \t]*+new (?P<noun>(?:sub-?)?rule)[.!:,]? "
    r"(?:let['’]s )?(?:call it|(?:it is |it['’]s )?(?:called|named|titled)) "
    r"[“\"'*]{0,3}(?P<title>[^\n“”\"*:.]{1,80}?)[”\"'*]{0,3}[:.] (?=\S)",
    re.IGNORECASE | re.MULTILINE,
)
_NEW_AND_TEXT = re.compile(
    r"^[ \t]*+(?:\*\*|'{3})?(?:proposed )?new rule(?:\*\*|'{3})?:[-–—]?(?:\*\*|'{3})?[ \t]*\n(?=\s*\S)",
    re.IGNORECASE | re.MULTILINE,
)
# A table of Markdown: a row of headings, a row of dashes, and the rows.
_TABLE = re.compile(
    r"^\|(?P<heads>[^\n]{1,500})\|[ \t]*\n\|(?=[^\n]*-)[ :|-]{1,200}\|[ \t]*\n"
    r"(?P<rows>(?:\|[^\n]{1,1000}(?:\n|\Z)){1,100})",
    re.MULTILINE,
)
# The same, with the line above it if that announces prices: "The prices become:"
_PRICED = re.compile(rf"(?P<above>^[^\n|]{{0,200}}:[ \t]*\n\s*)?{_TABLE.pattern}", re.MULTILINE)
# The title and the text of a new rule on lines of their own.
_FIELDS = re.compile(
    r"(?P<order>\b(?:(?:add|create|enact|make|establish|introduce|propose) (?:an?|the following|this) "
    r"(?:(?:new|following) )?|(?<![^\n])new )(?:sub-?)?rule\b[^\n.:]{0,80})[.:]?[ \t]*\n\s*+"
    r"(?:title|name): *(?P<title>[^\n]{1,120})\n\s*+(?:text|body|content|wording)s?:[ \t]*+\n*+",
    re.IGNORECASE,
)
# The title of a new rule on a line of its own, above its text.
_TITLE_LINE = re.compile(
    r"(?P<order>\b(?:add|create|enact|make|establish|introduce|append|insert) (?:(?:an?|the|this) )?(?:following )?"
    r"(?:new )?(?:sub-?)?rule(?: to (?:the )?(?:rules|ruleset)| under [^\n.:;“\"]{1,60})?)"
    r"(?:, as follows)?[.:]?-?[ \t]*\n\s*+"
    r"(?:rule \d{1,5}: *|(?:title|name): *)?(?P<sign>['*_#=\"“ ]{0,6}+)"
    r"(?P<title>[^\s.:;!?'“”\"*_=|{}<>#-](?:[^\n.:;!?'“”\"*_=|{}<>]|'(?=[\w ])){0,79})"
    r"(?P<end>['*_=\"” ]{0,6}+)(?P<colon>:?)[ \t]*(?P<rest>\S?)",
    re.IGNORECASE,
)
# Several new rules, each under a title in bold type: "Create the following two rules:"
_SEVERAL_RULES = re.compile(
    r"(?P<verb>\b(?:add|create|enact|make|establish|introduce|insert)) (?:the following |these )?"
    rf"(?:(?P<count>{'|'.join(WORDS[2:])}|\d) )?(?:new )?(?P<noun>(?:sub-?)?rule)s(?P<where>[^\n.:]{{0,60}})[.:]?"
    r"[ \t]*\n\s*+(?=(?:'''|\*\*)[^\n'*]{1,80}(?:'''|\*\*)(?::|[ \t]*\n))(?P<rules>[\s\S]{1,20000})",
    re.IGNORECASE,
)
_BOLD_TITLE = re.compile(
    r"^[ \t]*(?:'''|\*\*)(?P<title>[^\n'*]{1,80}?):?(?:'''|\*\*)(?::[ \t]*|[ \t]*(?=\n))", re.MULTILINE
)
# The title of a new rule on the line of the order: "Add section 8.6: Juggling", above the text.
_TITLE_AFTER = re.compile(
    r"(?P<order>\b(?:add|create|enact|insert|establish|make|introduce) (?:(?:an?|the) )?(?:new )?(?:sub-?)?"
    r"(?:rule|section)(?: \d{1,5}(?:\.\d{1,5}){0,5})?)(?::| [-–—]) ?[\"“*_']{0,3}"
    r"(?P<title>[A-Z][^\n.:;\"“”*_']{0,60})[\"”*_']{0,3}:?[ \t]*\n(?=\s{0,3}(?:>|:|\{|```|<blockquote|[\"“]))",
    re.IGNORECASE,
)
# The title of a proposal in bold type, directly above its first order.
_BOLD_FIRST = re.compile(r"\A(\*\*[^*\n]{1,100}\*\*|'{3}[^'\n]{1,100}'{3}):?[ \t]*\n(?=[A-Z§])")
# "New prices:" above a list of things, each with a number.
_PRICES = re.compile(
    r"^(?P<head>[^\n:]{0,60}\b(?:new|set|change|adjust|following)\b[^\n:]{0,60}\bprices?\b[^\n:]{0,60}):[ \t]*+\n\s*+"
    r"(?P<items>(?:[ \t]*+[*#-][ \t]*+[^\n:]{1,60}: ?\d{1,9}(?: [a-z]{1,20})?\.?[ \t]*+(?:\n|\Z)){1,60})",
    re.IGNORECASE | re.MULTILINE,
)
# "The weights are changed as follows:" above a list of things, each with a number or with an old and a new one.
_NUMBERS_OF = re.compile(
    r"^(?P<above>(?=[^\n:]*\b(?:are|is|becomes?|change[sd]?|new|set|adjust|following)\b)[^\n:]{0,200}?"
    r"\b(?P<noun>weight|chance|toll|limit|amount|length|value)s\b[^\n:]{0,60}:[ \t]*+\n\s*+)"
    r"(?P<items>(?:[ \t]*+[*#-][ \t]*+[^\n:]{1,60}: ?\d[^\n:]{0,40}(?:\n|\Z)){1,60})",
    re.IGNORECASE | re.MULTILINE,
)
_NUMBER_OF = re.compile(
    r"^[ \t]*+[*#-][ \t]*+(?P<what>[^\n:]{1,60}): ?(?:(?P<old>\d{1,9}) ?(?:→|⇒|-+>|=+>) ?)?(?P<new>\d[^\n:]*)$",
    re.MULTILINE,
)
_PRICE_COLUMN = re.compile(r"(?P<new>new )?(?:prices?|costs?)(?: \([^()]{1,40}\))?", re.IGNORECASE)
_OF_PRICES = re.compile(
    r"(?![^\n]*\b(?:text|table|with|reads?|rules?|section|add|append|insert|enact|create|below)\b)"
    r"[^\n]*\b(?:prices?|costs?)\b",
    re.IGNORECASE,
)
_ADDS_ROWS = re.compile(
    r"(?![^\n]*\b(?:text|rules?|section|paragraph|replace|with|reads?)\b)"
    r"(?:please |also |then )*(?:add|append|insert|include|put|create|build|make|introduce)\b",
    re.IGNORECASE,
)
_ORDERS_MORE = re.compile(rf"(?:[,;]|\b(?:and|then)) (?:also |then )?(?:{VERB})\b", re.IGNORECASE)
_OF_A_ROW = re.compile(r"(?!name\b|row\b|no\b)[a-z]{3,20}")
# "**Change:** the vote lasts 1 day": the label of an order in bold type.
_LABEL = re.compile(
    r"^(?:\*\*|'{3})(?:proposed )?(?:changes?|fix|solution|orders?|amendments?):?(?:\*\*|'{3}):?[ \t]+(?=\S)",
    re.IGNORECASE | re.MULTILINE,
)
_PRICE = re.compile(r"(?P<what>[^\n:*#-][^\n:]{0,60}): ?(?=\d)")
# "Amend Luck as follows:" announces orders, if orders follow; "to read as follows:" announces a text.
_LISTS_ORDERS = re.compile(
    r"(?:(?<!read )(?<!reads )(?<!say )(?<!reading )(?<!text )as follows|\bby|"
    r"(?:following|these) (?:changes?|amendments?|modifications?|edits?|ways?)):?[-–—]?$",
    re.IGNORECASE,
)
_TRIPLE = re.compile(r'^[ \t]*"""[ \t]*\n(?P<words>[^"]{1,20000})\n[ \t]*"""[ \t]*$', re.MULTILINE)
_MARKDOWN = re.compile(r"(?:\A|(?<=\n\n))#{1,6} +(?P<words>[^\n#]{1,100})[ #]*(?=\Z|\n)")
_ANOTHER_ITEM = re.compile(r"\n(?:#|[*-] )")
MAX_SAID = 600  # characters at the end of a paragraph in which its last sentence is looked for
MAX_ANNOUNCING = 60  # characters of the words by which it announces a text: more than `ANNOUNCES` has
MAX_NESTED = 8  # pairs of braces within each other; those within them are left as they are
_RULED = re.compile(r"[ \t]*(?P<sign>[-=~_*])(?P=sign){2,}[ \t]*")
_FOLLOWING = re.compile(r"\b(the following(?: \w+)?|as follows);(?=\s)", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?;])\s+")
_DELIMITED = re.compile(r"[{\"“«'‘`<>:|\[]")


def blocks_set_off(text: str) -> str:
    """Return a text with the parts that it sets off converted to blockquotes or triple braces."""
    text = _MARKDOWN.sub(_as_heading, _TRIPLE.sub(r"<blockquote>\g<words></blockquote>", text))
    text = _SPREAD.sub(r"\g<order> {{{\g<old>}}} \g<verb>:\n", text)
    text = _FOLLOWING.sub(r"\1:", _between_marks(_TICKED.sub(r"\1", text.expandtabs(4))))
    text = _LABEL.sub(lambda found: found[0] if _is_announced(found) else "", text)
    text = _PRICED.sub(_as_rows, _PRICED.sub(_as_prices, text))
    text = _TABLE.sub(_as_wiki_table, text)
    text = _WITHIN.sub(lambda found: found["before"].rstrip(), text)
    text = _ASIDE.sub("", _REMARK.sub(lambda found: f"\n[{' '.join(found['words'].split())}]\n", text))
    text = _NEW_AND_CALLED.sub(r"Add a \g<noun> called “\g<title>”: ", text)
    text = _NEW_AND_QUOTED.sub(_as_quoted_rule, _NEW_RULE.sub(_as_new_rule, _NEW_UNDER.sub(_as_rule_under, text)))
    text = _PRICES.sub(lambda found: f"\n{_PRICE.sub(_should_cost, found['items'])}\n", text)
    text = _NUMBERS_OF.sub(_each_number, text)
    text = _FIELDS.sub(_with_fields, _PROPOSES.sub(r"add the following \g<noun>", text))
    text = _TITLE_LINE.sub(_with_title, _SEVERAL_RULES.sub(_each_rule, text))
    text = _NEW_AND_TEXT.sub("Add a rule with the following text:\n\n", text)
    text = _TITLE_AFTER.sub(r"\g<order> called “\g<title>” with the following text:\n\n", text)
    text = _BOLD_FIRST.sub(r"\1\n\n", text)
    text = _TITLED.sub(r"'''\g<words>'''", text)
    return "\n".join(_lines(_without_outer_braces(text.split("\n"))))


def _as_heading(found: re.Match[str]) -> str:
    """Return a heading of Markdown as one of the wiki. Unchanged if it may be the first item of a list."""
    is_list = _ANOTHER_ITEM.match(found.string, found.end()) is not None
    return found[0] if is_list else f"== {found['words'].strip()} =="


def _each_number(found: re.Match[str]) -> str:
    """Return a list of new numbers as orders: "Change the weight of Pool from 3 to 2."."""
    orders = []
    for each in _NUMBER_OF.finditer(found["items"]):
        old = f" from {each['old']}" if each["old"] else ""
        orders.append(f"Change the {found['noun'].lower()} of {each['what']}{old} to {each['new'].rstrip(' .')}.")
    return "\n\n".join([_without_announcement(found["above"]), *orders, ""])


def _is_announced(found: re.Match[str]) -> bool:
    """Return whether a colon announces what was found, so that it is part of a text."""
    place = found.start() - 1
    while place >= 0 and found.string[place].isspace():
        place -= 1
    return place >= 0 and found.string[place] == ":"


def _without_announcement(above: str) -> str:
    """Return a line without its last sentence, which announces a list or a table."""
    breaks = [*_SENTENCE.finditer(above.rstrip())]
    return above[: breaks[-1].start()] if breaks else ""


def _as_prices(found: re.Match[str]) -> str:
    """Return a table of Markdown with a column of prices as orders, one for each row. Other tables are unchanged.

    So is a table below a line that announces something else, because it belongs to the text of a rule.
    """
    heads, *rows = _cells(found)
    columns = [_PRICE_COLUMN.fullmatch(head.strip("*'")) for head in heads]
    new = [place for place, head in enumerate(columns) if head is not None and head["new"]]
    places = new or [place for place, head in enumerate(columns) if head is not None]
    before = _without_announcement(found["above"] or "")
    announcing = (found["above"] or "")[len(before) :].strip()
    if len(places) != 1 or not places[0] or _is_announced(found):
        return found[0]
    if announcing and (_OF_PRICES.match(announcing) is None or _ORDERS_MORE.search(announcing) is not None):
        return found[0]
    if not all(len(row) > places[0] and row[places[0]][:1].isdigit() for row in rows):
        return found[0]
    return "\n\n".join([before, *(f"{row[0]} should cost {row[places[0]]}." for row in rows), ""])


def _as_rows(found: re.Match[str]) -> str:
    """Return a table of Markdown below an order to add its rows as orders, one for each row. Others are unchanged.

    The heading of the first column says what a row is: "Add a quest “Mend the Fence”: Goods 3 Planks, Worth 2."
    """
    heads, *rows = _cells(found)
    one = heads[0].strip("*'").lower()
    before = _without_announcement(found["above"] or "")
    announcing = (found["above"] or "")[len(before) :].strip()
    if _ADDS_ROWS.match(announcing) is None or _ORDERS_MORE.search(announcing) is not None:
        return found[0]
    if _OF_A_ROW.fullmatch(one) is None or not all(len(row) == len(heads) for row in rows):
        return found[0]
    lines = [", ".join(f"{head} {cell}" for head, cell in zip(heads[1:], row[1:], strict=True)) for row in rows]
    article = "an" if one[0] in "aeiou" else "a"
    said = [f"Add {article} {one} “{row[0]}”: {line}." for row, line in zip(rows, lines, strict=True)]
    return "\n\n".join([before, *said, ""])


def _cells(found: re.Match[str]) -> list[list[str]]:
    """Return the cells of a table of Markdown, row by row, the headings first."""
    lines = [found["heads"], *found["rows"].splitlines()]
    return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]


def _as_wiki_table(found: re.Match[str]) -> str:
    """Return a table of Markdown as one of the wiki, which rules show as a table."""
    heads, *rows = _cells(found)
    lines = [f"! {' !! '.join(heads)}", *(f"|-\n| {' || '.join(row)}" for row in rows)]
    return "\n".join(['{| class="wikitable"', *lines, "|}\n"])


def _between_marks(text: str) -> str:
    """Rewrite the text between the outermost `[start]` and `[end]` as a blockquote.

    Outside of that text, phrases that only announce one are removed.
    """
    pieces: list[str] = []
    begin, start, depth = 0, 0, 0
    for found in _MARKS.finditer(text):
        sign = (found["sign"] or "").lower()
        if not sign and not depth:
            pieces.append(text[begin : found.start()])
            begin = found.end()
        elif sign == "start":
            start = start if depth else found.end()
            depth += 1
        elif sign == "end" and depth:
            depth -= 1
            if not depth:
                words = text[start : found.start()].strip()
                pieces += [text[begin : start - len("[start]")], f"\n<blockquote>{words}</blockquote>\n"]
                begin = found.end()
    return "".join([*pieces, text[begin:]])


def _as_rule_under(found: re.Match[str]) -> str:
    under = found["parent"] or found["bare"]
    return f"Add a {found['noun']} under “{under.strip()}” called “{found['title'].strip()}”: "


def _as_quoted_rule(found: re.Match[str]) -> str:
    under = f" under “{found['parent'].strip()}”" if found["parent"] else ""
    return f"Add a {found['noun']}{found['number'] or ''}{under} called “{found['title']}”: "


def _as_new_rule(found: re.Match[str]) -> str:
    gap = "\n" if found[0].endswith("\n") else " "
    return f"Add a {found['noun']}{found['number'] or ''} called “{found['title'].strip(chr(39) + ' ')}”:{gap}"


def _should_cost(found: re.Match[str]) -> str:
    return f"{found['what'].strip()} should cost "


def _with_fields(found: re.Match[str]) -> str:
    lead = "Add a " if found["order"].lower().startswith("new ") else ""
    return f"{lead}{found['order'].rstrip()} called “{_without_marks(found['title'])}” with the following text:\n\n"


def _without_marks(title: str) -> str:
    """Return a title without quotation marks, bold type and italics around it. An apostrophe at its end stays."""
    words = title.strip(' “”"*_=')
    return words.strip("'") if words.startswith("'") else words


def _each_rule(found: re.Match[str]) -> str:
    """Return an order for each rule of a list with titles. The match is unchanged if it has another number of them."""
    titles = [*_BOLD_TITLE.finditer(found["rules"])]
    count = (found["count"] or "").casefold()
    if count and len(titles) != (int(count) if count.isdecimal() else WORDS.index(count)):
        return found[0]
    ends = [*(title.start() for title in titles[1:]), len(found["rules"])]
    texts = [found["rules"][title.end() : end].strip() for title, end in zip(titles, ends, strict=True)]
    blocks = [f"{{{{{{{words}}}}}}}" for words in texts[:-1]] + texts[-1:]
    orders = (
        f"{found['verb']} a {found['noun']} called “{title['title'].strip()}”{found['where'].rstrip()} "
        f"with the following text:\n\n{block}\n"
        for title, block in zip(titles, blocks, strict=True)
    )
    return "\n".join(orders)


def _with_title(found: re.Match[str]) -> str:
    """Join an order with the title on the next line.

    The match is returned unchanged if that line is not a title.
    """
    is_marked = bool(found["sign"].strip() and found["end"].strip())
    is_alone = not found["rest"] and found.string[found.end() : found.end() + 1] == "\n"
    if not is_alone and not (is_marked and found["colon"]):
        return found[0]
    apostrophe = "'" if found["end"] == "'" and not found["sign"].strip() else ""
    title = f"{found['title'].strip()}{apostrophe}"
    return f"{found['order']} called “{title}” with the following text:\n\n{found['rest']}"


def asides(text: str) -> list[str]:
    """Return the remarks that are left out of a text: in double brackets, or within indented lines."""
    found = [*_ASIDE.finditer(text), *_WITHIN.finditer(text.expandtabs(4))]
    return [" ".join((each["words"] or each.groupdict().get("flush", "")).split()) for each in found]


def _without_outer_braces(lines: list[str]) -> list[str]:
    """Return the lines without braces around a whole list of orders. Other braces on lines of their own become tags."""
    opened: list[tuple[int, bool]] = []
    said = ""
    for place, line in enumerate(lines):
        sign = line.strip()
        if BRACES_ALONE.fullmatch(line) and "{" in sign:
            opened.append((place, _announces(said)))
        elif BRACES_ALONE.fullmatch(line) and opened and len(sign) == len(lines[opened[-1][0]].strip()):
            begin, is_announced = opened.pop()
            if len(opened) >= MAX_NESTED:
                pass
            elif not is_announced and any(is_order(_unlabelled(each)) for each in lines[begin + 1 : place]):
                lines[begin] = lines[place] = ""
            elif len(sign) == 2:
                lines[begin : place + 1] = ["<blockquote>", *_dedented(lines[begin + 1 : place]), "</blockquote>"]
        said = _with_line(said, sign)
    return lines


def _unlabelled(line: str) -> str:
    return re.sub(r"^\s*(?:(?:\d{1,3}[a-z]?[.)]|\([a-z0-9]{1,3}\)|[a-z]\)|[-*#])\s*)?", "", line)


def _lines(lines: list[str]) -> Iterator[str]:
    """Yield the lines, with tags around announced blocks that are indented or set between two rules."""
    place, said, within = 0, "", 0
    while place < len(lines):
        line = lines[place]
        within += _opens(line)
        if within <= 0 and said and line.strip() and _announces(said):
            end = 0 if _LISTS_ORDERS.search(said) and _orders(line) else _end_of_block(lines, place)
            if end:
                is_ruled = _RULED.fullmatch(line) is not None
                block = lines[place + 1 : end - 1] if is_ruled else lines[place:end]
                yield from ("<blockquote>", *_dedented(block), "</blockquote>")
                place, said = end, ""
                continue
        if said and is_order(_unlabelled(line)) and _indent(line) > _indent(lines[place - 1]) and within <= 0:
            yield ""  # an order that is set off from what introduces it
            said = ""
        is_quoted = within > 0 or line.startswith((":", ">", "{|", "|"))
        yield line if is_quoted or line.lstrip()[:1] in ("-", "*") else line.lstrip(" ")
        said = _with_line(said, line.strip())
        said = "" if _RULED.fullmatch(line) else said
        place += 1


def _orders(line: str) -> bool:
    words = _unlabelled(line)
    return is_order(words) or DOING.match(without_lead(words)) is not None


def _opens(line: str) -> int:
    """Return the number of blocks that a line opens, minus the number that it closes."""
    tags = line.lower().count("<blockquote>") - line.lower().count("</blockquote>")
    if BRACES_ALONE.fullmatch(line):
        return 1 if "{" in line else -1
    return tags


def _with_line(said: str, words: str) -> str:
    """Return the end of a paragraph with another line.

    After a blank line, a paragraph that announces a text is returned with a line break, until another line begins the
    text.
    """
    if not words:
        return f"{said.rstrip()}\n" if _announces(said) else ""
    return f"{'' if said.endswith(chr(10)) else said} {words[-MAX_SAID:]}"[-MAX_SAID:]


def ends_with_announcement(words: str) -> bool:
    """Return whether a paragraph ends with words that announce a text. Only its end is searched."""
    return ANNOUNCES.search(words, max(len(words) - MAX_ANNOUNCING, 0)) is not None


def _announces(said: str) -> bool:
    """Return whether a paragraph is an order, or a condition, that announces a text that follows."""
    if not ends_with_announcement(said):
        return False
    last = _unlabelled(_SENTENCE.split(said.strip())[-1])
    is_condition = CONDITION.match(without_lead(last)) is not None
    is_order_or_goes_on = is_order(last) or CONTINUES.match(last) is not None
    return is_order_or_goes_on or is_condition or DOING.match(without_lead(last)) is not None


def _end_of_block(lines: list[str], begin: int) -> int:
    """Return the index after the last line of the announced block that begins at this line, or 0 if none does.

    A block begins with an indent or a rule.
    """
    first = lines[begin]
    if _RULED.fullmatch(first):
        ends = (place for place in range(begin + 1, len(lines)) if lines[place].strip() == first.strip())
        return next(ends, -1) + 1
    indent = _indent(first)
    if indent < 2 or _DELIMITED.match(first.strip()):
        return 0
    end = begin
    for place in range(begin, len(lines)):
        if lines[place].strip():
            if _indent(lines[place]) < indent and not _is_wrapped(lines, place, begin):
                break
            end = place + 1
    return end


def _is_wrapped(lines: list[str], place: int, begin: int) -> bool:
    """Return whether a line is the rest of the indented line before it, as mail programs wrap long lines."""
    line, before = lines[place], lines[place - 1]
    goes_on = place > begin and line[:1].islower() and bool(before.strip()) and before.rstrip()[-1] not in ".!?:;"
    is_next = CONTINUES.match(line) or COMMAND.match(without_lead(line)) or DOING.match(without_lead(line))
    return goes_on and _indent(before) >= _indent(lines[begin]) and not is_next


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _dedented(lines: list[str]) -> list[str]:
    return [line.strip() for line in lines]
