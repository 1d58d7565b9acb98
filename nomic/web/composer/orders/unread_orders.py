"""The text of a proposal with its unread orders marked in place, each with a suggestion for the author."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from nomic.law.document.sections import Law
from nomic.recipes.matching import MOST, matching_recipes
from nomic.recipes.plain_rules.not_understood.diagnose import trouble_in
from nomic.recipes.plain_rules.not_understood.nearest import nearest_sentences
from nomic.recipes.plain_rules.not_understood.other_wordings import Instead
from nomic.recipes.plain_rules.not_understood.spelling import unknown_words
from nomic.recipes.prefilling import guessed_answers
from nomic.recipes.sentences import asked_for
from nomic.web.composer.orders.conditions_on_proposals import ON_ANOTHER_PROPOSAL, ON_ITSELF
from nomic.web.composer.orders.names_and_numbers.numbers_suggested import changes_suggested
from nomic.web.composer.orders.one_time_orders import (
    EVERY_TIME,
    HAPPENS_ONCE,
    HOLDS_ON,
    NAMES_A_PLAYER,
    NOT_READ,
    effects_once,
    goes_on,
)
from nomic.web.composer.orders.phrasings import without_lead
from nomic.web.composer.orders.recognise_orders import begins_an_order
from nomic.web.composer.orders.splitting.orders_with_quotations import IN_DOUBT
from nomic.web.composer.source_recipe import Idea

IDEA = "the idea"  # how a reason begins that names an idea of the gallery
MOST_AROUND = 90  # characters of the text that are shown on either side of a mark
MAX_EXPLAINED = 8  # orders for which other words are tried: each is tried against the whole law
MOST_BEFORE_A_VERB = 30  # words
COMPARED = 5  # words of an order by which its place is found
TAKEN_BACK = "the next sentence takes it back: remove both, or only the next sentence"
MAY_END_A_TEXT = "does the rule’s text end before this?"
_CUT = "…"  # the end of an order that is told in part
_REMOVES = re.compile(r"(?:remove|delete|repeal|abolish|scrap|strike|get rid of|drop)\b", re.IGNORECASE)
_CLOSING_MARK = re.compile(r"[”’»]|\"(?=[\s.,;:!?]|$)")  # at the end of an order
_GAP = re.compile(r"\n[ \t]*\n")
_WORD = re.compile(r"\w+")
_REST_OF_WORD = re.compile(r"\S*")

_PLACES = ("in", "from", "to", "under", "within", "once", "if", "when")
_WRITE = "Write: "
_ONCE = "Or write:"
ADD_ONCE = "Add it under “What happens once, when it passes”."
# What to write instead, by the first word of an order. The last line is for every other word.
SUGGESTIONS = {
    ("replace", "change", "amend", "alter", "modify", "edit", "update", "substitute", "revise"): (
        "Write: In the rule “…”, replace “…” with “…”."
    ),
    ("add", "append", "insert", "include", "attach"): "Write: Add “…” to the end of the rule “…”.",
    ("create", "enact", "establish", "introduce", "make"): "Write: Add a rule called “…” with the text “…”.",
    ("delete", "remove", "strike", "cut", "drop", "omit"): "Write: Remove “…” from the rule “…”.",
    ("repeal", "abolish", "scrap", "get"): "Write: Repeal the rule “…”.",
    ("swap", "exchange"): "Write: In the rule “…”, swap “…” and “…”.",
    ("rename", "retitle"): "Write: Rename the rule “…” to “…”.",
    ("move", "relocate"): "Write: Move the rule “…” under the rule “…”.",
    ("set", "raise", "lower", "reduce", "increase", "decrease", "double", "halve", "triple"): (
        "Write: Change … from 3 to 5. Or find it under “A number or a setting”, below."
    ),
    ("give", "grant", "award", "pay", "revoke", "destroy", "transfer"): (ADD_ONCE),
    ("if", "when", "unless", "otherwise", "else"): (
        "Write the order without the condition, or write the condition into the rule."
    ),
    (): "If a rule is to do this by itself, build it.",
}
# Reasons about a card or a pack that say themselves what to write or to change.
_SAYS_WHAT_TO_DO = re.compile(
    r": (?:say which of them change|change the card below|write “The value of)|, so change that|"
    r"and to rename one you add a new one"
)
# What to do, by the reason why an order is not read that leaves no other way.
_ADVICE = {
    NAMES_A_PLAYER: "Put this in a proposal that is only text: an admin carries it out when that passes.",
    ON_ANOTHER_PROPOSAL: "Leave the condition out, or do this by hand.",
}
_MAY_CHANGE_ONE = "do you mean this number?"
_MAY_CHANGE = "do you mean one of these numbers?"
_NOT_OF_A_NUMBER = (HAPPENS_ONCE, ON_ITSELF, ON_ANOTHER_PROPOSAL, NAMES_A_PLAYER, TAKEN_BACK)
# "Make the game more exciting.", "Nerf the Legendary Pack."
_VAGUE = re.compile(
    r"(?:(?:make|render) [^\d“\":;?]{1,80}?\b(?:more|less|better|worse|fairer|fun|nicer|simpler|clearer|cheaper|dearer|"
    r"stronger|weaker|faster|slower|harder|easier|rarer|longer|shorter|exciting|interesting)\b[^\d“\":;?]{0,40}|"
    r"(?:do something (?:about|with)|fix|improve|(?:re)?balance|nerf|buff|boost|weaken|strengthen|tweak|rethink|"
    r"rework|overhaul|sort out|clean up|tidy up|spice up) [^\d“\":;?]{1,80})",
    re.IGNORECASE,
)
SAYS_NO_CHANGE = (
    "This says what you want, but not what changes. Name a number or words: “Change the price of … from 3 to 5”, "
    "“In the rule …, replace … with …”."
)
GOES_ON = (
    "Say when it happens, to whom, and what: “When a phase ends, everyone who has not voted loses …”. Or build it."
)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a text: plain words, or an unread order with the reason, a suggestion and fitting recipes."""

    words: str
    order: str = ""
    why: str = ""
    suggestion: str = ""
    recipes: tuple[Idea, ...] = ()
    instead: tuple[Instead, ...] = ()  # other ways to say it, which are understood
    readings: tuple[tuple[str, str, str], ...] = ()  # labels, with words of the text and their replacement

    @property
    def shown(self) -> str:
        """The words as the page shows them: an order unchanged, plain words without empty lines between orders."""
        if self.order:
            return self.words
        lines = [line.strip() for line in self.words.splitlines() if line.strip()]
        after = self.words[len(self.words.rstrip()) :]
        return "\n".join(lines) + ("\n" if "\n" in after else after[:1]) if lines else ""

    @property
    def ways(self) -> list[tuple[str, str]]:
        """Return the labels of the buttons for alternative wordings, with their values.

        A value consists of the words and their replacement.
        """
        others = [(each.label, self.words, each.words) for each in self.instead]
        return [(label, json.dumps([old, new], ensure_ascii=False)) for label, old, new in (*self.readings, *others)]

    @property
    def reason(self) -> str:
        """The reason as a sentence: with a capital letter, and one punctuation mark at the end."""
        return f"{self.why[:1].upper()}{self.why[1:]}{'' if self.why.endswith(('.', '?', '!', ':')) else '.'}"

    @property
    def is_edit(self) -> bool:
        """True if the order would edit the law. Then advice on writing orders helps, and sentences of rules do not."""
        return self.suggestion.startswith(_WRITE) or self.suggestion == SAYS_NO_CHANGE

    @property
    def is_of_an_idea(self) -> bool:
        """True if the reason names an idea that does exactly this. The idea is then opened."""
        return bool(self.recipes) and self.why.startswith(IDEA)

    @property
    def is_to_build(self) -> bool:
        """True if the suggestion is to build a rule that acts by itself."""
        return self.suggestion.endswith("build it.")


def suggestion_for(order: str) -> str:
    """Return advice for the author of an order that was not understood: what to write or do instead."""
    first, *others = [found[0].lower() for found in islice(_WORD.finditer(order), MOST_BEFORE_A_VERB)] or [""]
    in_a_rule = others if first in _PLACES else []  # "In the rule Naps, replace …"
    found = (says for each in (first, *in_a_rule) for words, says in SUGGESTIONS.items() if each in words)
    says = next(found, SUGGESTIONS[()])
    return GOES_ON if goes_on(order) and (says == ADD_ONCE or not begins_an_order(order)) else says


def _suggestion(order: str, why: str) -> str:
    """Return a suggestion, or "" if the reason says enough: it names a recipe to open, or asks the author."""
    if why.startswith(IDEA) or why in (MAY_END_A_TEXT, TAKEN_BACK, IN_DOUBT, HAPPENS_ONCE):
        return ""
    if _SAYS_WHAT_TO_DO.search(why) is not None:
        return ""
    if why in _ADVICE:
        return _ADVICE[why]
    if why in (EVERY_TIME, HOLDS_ON):
        return GOES_ON
    if _VAGUE.match(without_lead(order)) is not None:
        return SAYS_NO_CHANGE
    says = suggestion_for(order)
    to_write = {*_folded(says.partition(":")[2])}
    if to_write and to_write <= {*_folded(order)}:
        return ""  # the order is written so already
    return "" if says == SUGGESTIONS[()] and begins_an_order(order) else says  # no rule would edit a text


def marked(text: str, left: Sequence[tuple[str, str]], in_doubt: Mapping[str, str] | None = None) -> list[Stretch]:
    """Split a text into stretches, in which each order in `left` is a stretch of its own.

    Words far from any such order are left out. Orders that are not found in the text come last. `in_doubt` maps each
    order that may be part of a rule's text to that text.
    """
    words = [(found[0].casefold(), *found.span()) for found in _WORD.finditer(text)]
    stretches: list[Stretch] = []
    lost: list[Stretch] = []
    word, at = 0, 0
    for count, (order, why) in enumerate(left):
        place = _place_of(_folded(order), words, word)
        if place is None:
            lost.append(Stretch(order, order, why, _suggestion(order, why)))
            continue
        begin, end = words[place[0]][1], words[place[1] - 1][2]
        end = end if (closing := _CLOSING_MARK.match(text, end)) is None else closing.end()
        if order.endswith(_CUT):
            following = _place_of(_folded(left[count + 1][0]), words, place[1]) if count + 1 < len(left) else None
            end = _end_of_paragraph(text, end, None if following is None else words[following[0]][1])
            place = place[0], sum(start < end for _, start, _ in words)
        stretches += _around(text[at:begin], is_first=at == 0)
        readings = _readings(text, text[begin:end], (in_doubt or {}).get(order, "")) if why == MAY_END_A_TEXT else ()
        stretches.append(Stretch(text[begin:end], order, why, _suggestion(order, why), readings=readings))
        word, at = place[1], end + len(text[end:]) - len(text[end:].lstrip(".!;:"))
    return [*stretches, *(_around(text[at:], is_first=False, is_last=True) if stretches else []), *lost]


def _folded(order: str) -> list[str]:
    return [found[0].casefold() for found in _WORD.finditer(order)]


def _end_of_paragraph(text: str, at: int, limit: int | None) -> int:
    """Return the end of the paragraph at a place, or `limit` if that is before."""
    gap = _GAP.search(text, at, len(text) if limit is None else limit)
    end = gap.start() if gap is not None else len(text) if limit is None else limit
    return at + len(text[at:end].rstrip())


def _readings(text: str, order: str, body: str) -> tuple[tuple[str, str, str], ...]:
    """Return the two readings of an order that may be part of the text of a rule: what to replace by what.

    Either a line of dashes ends the text before the order, or a blockquote encloses the text with the order.
    """
    gap = "" if text.partition(order)[0].endswith("\n\n") else "\n\n"
    ends = ("The text ends before this", order, f"{gap}----\n\n{order}")
    wanted = [found[0].casefold() for found in _WORD.finditer(body)]
    words = [*_WORD.finditer(text)]
    said = [found[0].casefold() for found in words]
    places = (place for place, word in enumerate(said) if word == wanted[:1][0]) if wanted else iter(())
    place = next((each for each in places if said[each : each + len(wanted)] == wanted), None)
    if place is None:
        return (ends,)
    rest = _REST_OF_WORD.match(text, words[place + len(wanted) - 1].end())
    whole = text[words[place].start() : None if rest is None else rest.end()]
    before, _, after = text.partition(whole)
    above, below = ("" if not part or part[place] == "\n" else "\n" for part, place in ((before, -1), (after, 0)))
    return ends, ("This belongs to the text", whole, f"{above}<blockquote>{whole}</blockquote>{below}")


def with_recipes(stretches: Sequence[Stretch], law: Law) -> list[Stretch]:
    """Return the stretches with fitting recipes for each unparsed order, and the obstacles to parsing it."""
    is_asked = [each.why in (MAY_END_A_TEXT, IN_DOUBT, *_ADVICE) for each in stretches]
    unread = [place for place, each in enumerate(stretches) if each.order and not is_asked[place]]
    found = [
        replace(each, recipes=ideas_for(each.order, law)) if place in unread else each
        for place, each in enumerate(stretches)
    ]
    for place in unread[:MAX_EXPLAINED]:
        found[place] = _explained(found[place], law)
    return found


def _explained(stretch: Stretch, law: Law) -> Stretch:
    """Return an unread order with what it may mean: numbers of the law, or sentences that are understood."""
    order, why = stretch.order, stretch.why
    at_once = f"When this proposal passes, {order[:1].lower()}{order[1:]}"
    if why == HAPPENS_ONCE and effects_once(at_once, law):
        return replace(stretch, suggestion=_ONCE, instead=(Instead(at_once, at_once),))
    if why not in _NOT_OF_A_NUMBER and not why.startswith(IDEA) and (changes := changes_suggested(order, law)):
        ways = tuple(Instead(each.label, each.order) for each in changes)
        return replace(stretch, why=_MAY_CHANGE_ONE if len(ways) == 1 else _MAY_CHANGE, suggestion="", instead=ways)
    if (trouble := trouble_in(order, law)) is not None:
        return replace(
            stretch, why=why if why.startswith(IDEA) else trouble.says, suggestion="", instead=trouble.instead
        )
    if why in (NOT_READ, EVERY_TIME, HOLDS_ON) and not stretch.is_edit:
        ways = tuple(Instead(way, way) for way in nearest_sentences(order, law))
        return replace(stretch, why=unknown_words(order, law), suggestion="", instead=ways)
    return stretch


def ideas_for(order: str, law: Law) -> tuple[Idea, ...]:
    """Return the recipes for an order: first the one requested literally, then similar ones.

    Each has the answers that the order gives, as far as they are recognised.
    """
    asked = asked_for(without_lead(order), law)
    first = () if asked is None else (Idea(asked.listed, asked.answers),)
    if _REMOVES.match(without_lead(order)):
        return first
    like = (each for each in matching_recipes(order, law) if asked is None or each != asked.listed)
    answered = ((each, guessed_answers(each, order, law)) for each in like)
    return (*first, *(Idea(each, answers) for each, answers in answered if answers is not None))[:MOST]


def _place_of(order: list[str], words: list[tuple[str, int, int]], start: int) -> tuple[int, int] | None:
    """Return the range of an order's words in the words of a text, or None. The verb may be inflected: "replacing"."""
    if not order:
        return None
    compared = order[1:COMPARED]
    for place in range(start, len(words) - len(compared)):
        if words[place][0][:3] == order[0][:3] and all(
            words[place + count + 1][0] == word for count, word in enumerate(compared)
        ):
            end = place
            for word in order:
                if end == len(words) or (end > place and words[end][0] != word):
                    break
                end += 1
            return place, end
    return None


def _around(words: str, *, is_first: bool, is_last: bool = False) -> Iterator[Stretch]:
    most = MOST_AROUND if is_first or is_last else 2 * MOST_AROUND
    if len(words) > most:
        before = "" if is_first else words[:MOST_AROUND]
        after = "" if is_last else words[-MOST_AROUND:]
        words = f"{before} … {after}"
    if words:
        yield Stretch(words)
