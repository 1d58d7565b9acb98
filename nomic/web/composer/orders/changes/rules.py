"""Changes to whole rules: add, repeal, rename, move and reword."""

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from nomic.law.amendments.patch import amended_draft
from nomic.law.amendments.repeal import dependents_of
from nomic.law.document.sections import Flaw, Law, flaws_of, value_at
from nomic.law.labels.value_labels import name_of, place_in
from nomic.web import typed_amendments
from nomic.web.composer.orders.changes.drafted_law import DraftedLaw, NotPlaced, plain
from nomic.web.composer.orders.changes.rule_text import with_words
from nomic.web.composer.orders.order_words import RULE_NOUN
from nomic.web.composer.orders.parser import RuleName
from nomic.web.typed_amendments import STEP, TAKE_ALONG, Operation

MAX_RULES = 20  # that one order adds
_NUMBERED_UNDER = re.compile(r"(?<![\d.])(?P<above>\d{1,5}(?:\.\d{1,5}){0,4})\.\d{1,5}(?![\d.])")
_COMES_LAST = "The new rule comes last among its neighbours: there is no place for it where the text puts it."
MAX_TITLE_WORDS = 6
HEADED = re.compile(r"(?:(?:title|name): *)?(?P<title>[^\n.:]{1,60})\n\s*\n", re.IGNORECASE)


# A title and a text on one line. A sentence with a colon begins otherwise.
_TITLED = re.compile(
    r"[“\"'*_]{0,3}(?!(?:note|every|each|all|any|if|when|no|players?|the following|example|there)\b)"
    r"(?P<title>[A-Z][^\n.:;?!“”\"*_]{0,60}?)[”\"'*_]{0,3}: *(?P<text>\S[^\n]*)",
    re.IGNORECASE,
)
# The title of a rule in bold type or as a heading, on a line of its own above the text.
_MARKED_TITLE = re.compile(
    r"(?P<sign>'{2,5}|\*\*|__?|={1,6} ?|#{1,6} )(?P<title>[^\s*'_=#][^\n*_=#]{0,79}?)[.:]?(?:(?P=sign)|[ ]?={1,6})?:?"
    r"[ \t]*+\n\s*+(?![#*])"
)
_NUMBER = re.compile(rf"{RULE_NOUN} \d{{1,5}}(?:\.\d{{1,5}}){{0,5}}[a-z]?(?: ?[:.–—-]+ ?| )(?=[^\W\d_])", re.IGNORECASE)
_ITEM = re.compile(r"^(?:[*#•-]|\d{1,3}[.)]) {0,3}", re.MULTILINE)
_GAP = re.compile(r"\n[ \t]*+\n")


def _adding(draft: DraftedLaw, law: Law, title: str, body: str, parent: str | None) -> tuple[list[Operation], str]:
    """Return the operations that add a rule, and its id.

    There are no operations if the draft already contains the same addition.
    """
    fields = {"rule_title": title, "rule_body": body, "rule_parent": parent or ""}
    (added,) = typed_amendments.add_rule(law, fields)
    new = {name: text for name, text in added["value"].items() if name != "place"}
    for operation in draft.before:
        value = operation.get("value")
        if operation.get("op") == "add" and isinstance(value, dict) and new.items() <= value.items():
            id_ = str(operation["path"]).rpartition("/")[2]
            if law.document["rules"].get(id_, {}).get("title") == new["title"]:
                draft.latest[plain(title)] = draft.last = id_
                return [], id_
    id_ = str(added["path"]).rpartition("/")[2]
    draft.latest[plain(title)] = draft.last = id_
    return [added], id_


def add(draft: DraftedLaw, said: Mapping[str, Any]) -> list[Operation]:
    """Return the operations that add a rule with these words, and its subrule if the order has one.

    Raises NotPlaced if the rule would have no words or no title, or if the parent does not exist.
    """
    law = draft.now
    named = said.get("parent") or said.get("rule")
    near = said.get("beside") or said.get("ahead")
    beside = None if near is None else draft.rule(law, near)
    above = _above_by_number(draft, said) if named is None and beside is None else None
    is_at_top = "top" in said or (named is None and "is_subrule" not in said)
    if named is None and beside is not None:
        parent = law.document["rules"][beside].get("parent")
    elif above is not None and "top" not in said:
        parent = above
    else:
        parent = None if is_at_top else draft.rule(law, named)
    title, words = said.get("title", "").rstrip(" :"), said.get("words")
    if words is None:
        raise NotPlaced("the words of the new rule are missing: quote them, or write them after a colon")
    if not title and (marked := _MARKED_TITLE.match(words)) is not None:
        title, words = marked["title"].strip(), words[marked.end() :].strip()
    title = _NUMBER.sub("", title, count=1)
    if not title and (headed := HEADED.match(words)) is not None:
        title, words = headed["title"], words[headed.end() :].strip()
    if not title and (titled := _titled(words)) is not None:
        title, words = titled
    if not title and draft.title and not draft.called(law, RuleName(draft.title)):
        title, draft.title = draft.title, ""
        draft.notes.append(f"The new rule has no title of its own. It is called “{title}”, as the proposal is.")
    if not title:
        raise NotPlaced("the new rule has no title: write “called …”")
    if "sub" not in said:
        return _placed(draft, _adding(draft, law, title, words, parent)[0], beside, is_before="ahead" in said)
    operations, id_ = _adding(draft, law, title, "", parent)
    operations = _placed(draft, operations, beside, is_before="ahead" in said)
    with_it = Law(amended_draft(law.document, operations))
    return [*operations, *_adding(draft, with_it, said["sub"], words, id_)[0]]


def _above_by_number(draft: DraftedLaw, said: Mapping[str, Any]) -> str | None:
    """Return the id of the rule under whose number a new one is numbered: rule 7.5 for “7.5.1”. None without one."""
    found = _NUMBERED_UNDER.search(str(said.get("numbered", "")))
    ids = [] if found is None else draft.numbered(draft.now, found["above"])
    return ids[0] if len(ids) == 1 else None


def _placed(draft: DraftedLaw, added: list[Operation], beside: str | None, *, is_before: bool) -> list[Operation]:
    """Return the addition of a rule with a place directly after or before another rule of the same parent.

    The place stays the last one if there is none between the neighbours. The author is then told so.
    """
    rules = draft.now.document["rules"]
    if beside is None or not added:
        return added
    if rules[beside].get("parent") != added[0]["value"]["parent"]:
        draft.notes.append(_COMES_LAST)
        return added
    here = rules[beside].get("place", 0)
    others = [each.get("place", 0) for each in rules.values() if each.get("parent") == rules[beside].get("parent")]
    if is_before:
        place = (max((each for each in others if each < here), default=here - 2 * STEP) + here) // 2
    else:
        place = (min((each for each in others if each > here), default=here + 2 * STEP) + here) // 2
    is_free = place not in others and place >= 0
    if not is_free:
        draft.notes.append(_COMES_LAST)
        return added
    return [{**added[0], "value": {**added[0]["value"], "place": place}}]


def _titled(words: str) -> tuple[str, str] | None:
    """Return the title and the text from words such as "Tea: Tea is served.", or None if there is no title."""
    line, *rest = words.split("\n", 1)
    found = _TITLED.fullmatch(line.strip())
    if found is None or len(found["title"].split()) > MAX_TITLE_WORDS or not found["title"][0].isupper():
        return None
    text = "\n".join([found["text"], *rest]).strip()
    return found["title"], text[1:-1] if (text[0], text[-1]) in (("“", "”"), ('"', '"')) else text


def add_several(draft: DraftedLaw, said: Mapping[str, Any]) -> list[Operation]:
    """Return operations that add the rules of a list or of paragraphs, each "Title: text".

    Raises NotPlaced for text in another form, or too many rules.
    """
    parent = draft.rule(draft.now, said["parent"]) if "parent" in said else None
    words = _ITEM.sub("\n", said["words"])
    rules = [_titled(each.strip()) for each in _GAP.split(words) if each.strip()]
    law, operations = draft.now, []
    for rule in rules:
        if rule is None or len(rules) > MAX_RULES:
            raise NotPlaced(f"write each rule as “Title: text” in a paragraph or item of its own, at most {MAX_RULES}")
        added, _ = _adding(draft, law, *rule, parent)
        law = Law(amended_draft(law.document, added))
        operations += added
    return operations


def repeal(draft: DraftedLaw, said: Mapping[str, Any]) -> list[Operation]:
    law = draft.now
    titles = (rule["title"] for rule in law.document["rules"].values())
    wanted = plain(said["rule"].title)
    if (
        wanted
        and wanted not in map(plain, titles)
        and any(plain(rule["title"]) == wanted for rule in draft.law.document["rules"].values())
    ):
        return []  # the draft has repealed it already
    id_ = draft.rule(law, said["rule"])
    if "all" not in said and not dependents_of(law.document, id_).needs_an_answer:
        return typed_amendments.repeal_rule(law, id_)
    removing = typed_amendments.repeal_rule(law, id_, TAKE_ALONG)
    flaws = flaws_of(amended_draft(law.document, removing))
    operations = _with_empty_values(law, removing, {flaw.path for flaw in flaws})
    if flaws and flaws_of(amended_draft(law.document, operations)):
        raise NotPlaced(
            f"the rest of the law needs something that would be removed too ({_needed(law, flaws[0])}): open the rule"
        )
    if "all" not in said:
        raise NotPlaced("other things depend on it: write “with everything that depends on it”, or open the rule")
    return operations


def _with_empty_values(law: Law, operations: list[Operation], needed: AbstractSet[str]) -> list[Operation]:
    """Return the operations of a repeal, with an empty list or map in place of each value that its section needs."""
    return [
        {"op": "replace", "path": each["path"], "value": type(value)()}
        if each["op"] == "remove"
        and each["path"] in needed
        and isinstance(value := value_at(law.document, each["path"]), list | dict)
        else each
        for each in operations
    ]


def _needed(law: Law, flaw: Flaw) -> str:
    """Return what a law without a rule would be missing: the name of a value that it has now, or the flaw."""
    if flaw.path.count("/") > 1 and flaw.detail.startswith("is missing"):
        return name_of(law.document, place_in(law.document, flaw.path)).words
    return flaw.detail.replace("'", "“", 1).replace("'", "”", 1)


def rename(draft: DraftedLaw, said: Mapping[str, Any]) -> list[Operation]:
    law = draft.now
    if not said["title"]:
        raise NotPlaced("more than a name follows the verb: write the new title in quotation marks, and nothing else")
    return draft.changed(law, draft.rule(law, said.get("rule")), rule_title=said["title"])


def move(draft: DraftedLaw, said: Mapping[str, Any]) -> list[Operation]:
    law = draft.now
    id_ = draft.rule(law, said["rule"])
    parent = "" if "top_level" in said else draft.rule(law, said["parent"])
    draft.last = id_
    if parent == (law.document["rules"][id_].get("parent") or "") and not draft.has_drafted(id_):
        raise NotPlaced("it is a top-level rule already" if not parent else "it is a subrule of that rule already")
    return draft.changed(law, id_, rule_parent=parent)


def reword(draft: DraftedLaw, said: Mapping[str, Any]) -> list[Operation]:
    law = draft.now
    if not said["words"].strip():
        raise NotPlaced("the new words of the rule are missing: quote them, or write them after a colon")
    id_ = draft.rule(law, said["rule"])
    if "is_told" in said and said["words"].strip() in law.document["rules"][id_]["body"]:
        return []  # "The rule Luck reads “…”" is true of the law
    return with_words(draft, id_, (0, len(law.document["rules"][id_]["body"])), said["words"])


def look_at(draft: DraftedLaw, said: Mapping[str, Any]) -> list[Operation]:
    """Select the rule to which the following orders refer. Returns no operations."""
    if "rule" in said:
        draft.rule(draft.now, said["rule"])
    return []
