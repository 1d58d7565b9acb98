"""Reads the orders of a text one after the other, each against the law as changed by the orders before it."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from nomic.cycles.domain.exceptions import BadArguments
from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import Law
from nomic.law.labels.value_labels import path_of
from nomic.recipes.drafting import draft_from_recipe
from nomic.recipes.plain_rules.draft_rule import amendment_of, exact_sentences, rule_said
from nomic.recipes.plain_rules.executable_sentences import does_already, granted_already
from nomic.recipes.plain_rules.vote_length import is_about_votes, vote_lengths, votes_meant
from nomic.recipes.plain_rules.vote_weights import speaks_of_votes, votes_said_already
from nomic.recipes.sentences import asked_for
from nomic.web.composer.orders.changes.change_functions import CHANGES, OF_A_VALUE
from nomic.web.composer.orders.changes.drafted_law import DraftedLaw, NotPlaced, NotSaid, NoValue, plain
from nomic.web.composer.orders.changes.number_changes import set_value
from nomic.web.composer.orders.changes.numbers_stated import is_in_the_law, is_of_the_law, stated
from nomic.web.composer.orders.changes.rename_everywhere import is_about_a_name, renamed_everywhere
from nomic.web.composer.orders.changes.rule_text import set_at
from nomic.web.composer.orders.changes.shop_offers import offers_said
from nomic.web.composer.orders.changes.victory_numbers import refuse_enough_for_more, victory_said
from nomic.web.composer.orders.conditions_on_proposals import (
    ON_ANOTHER_PROPOSAL,
    ON_ITSELF,
    names_another_proposal,
    why_conditional,
)
from nomic.web.composer.orders.entries.cards import cards_said
from nomic.web.composer.orders.entries.lists import list_said
from nomic.web.composer.orders.entries.majorities import majority_said
from nomic.web.composer.orders.entries.modifier_collections import collections_said
from nomic.web.composer.orders.entries.new_cards import new_card_said
from nomic.web.composer.orders.entries.packs import packs_said
from nomic.web.composer.orders.entries.removals import removal_said
from nomic.web.composer.orders.entries.table_rows import cell_said, row_said
from nomic.web.composer.orders.names_and_numbers.changes_as_shown import change_as_shown
from nomic.web.composer.orders.names_and_numbers.item_signs import with_item_names
from nomic.web.composer.orders.names_and_numbers.number_replaced import number_replaced
from nomic.web.composer.orders.names_and_numbers.number_words import NUMBER
from nomic.web.composer.orders.names_and_numbers.numbers_listed import ListedNumber, numbers_listed
from nomic.web.composer.orders.names_and_numbers.numbers_suggested import change_meant
from nomic.web.composer.orders.names_and_numbers.paraphrased_numbers import doubt_about_number, number_said
from nomic.web.composer.orders.names_and_numbers.second_half_numbers import first_half, number_beside
from nomic.web.composer.orders.names_and_numbers.spelling_suggestions import name_meant
from nomic.web.composer.orders.names_and_numbers.unused_figures import unused_figures
from nomic.web.composer.orders.one_time_orders import (
    AGAIN,
    EVERY_TIME,
    HAPPENS_ONCE,
    HOLDS_ON,
    NAMES_A_PLAYER,
    NOT_READ,
    effects_once,
    goes_on,
    is_under_a_condition,
    may_be_once,
    names_a_player,
    whole_order,
)
from nomic.web.composer.orders.order_forms import A_RULE, MAKE
from nomic.web.composer.orders.order_splitter import TITLE_AND_TEXT, orders_in
from nomic.web.composer.orders.order_words import CLOSE, OPEN, RULE_NOUN
from nomic.web.composer.orders.parser import OrderParser, Parsed, RuleName
from nomic.web.composer.orders.phrasings import LEAD, without_lead
from nomic.web.composer.orders.recognise_orders import CONDITION, IF_LATER, begins_an_order, is_statement
from nomic.web.composer.orders.splitting.antecedents import IT
from nomic.web.composer.orders.splitting.claims_about_law import claim_in, states_a_rule
from nomic.web.composer.orders.splitting.ends_of_texts import OF_ANY, End
from nomic.web.composer.orders.splitting.joined_orders import joined_orders
from nomic.web.composer.orders.splitting.orders_with_quotations import MARK
from nomic.web.composer.orders.splitting.rule_conditions import condition_on_a_rule, otherwise
from nomic.web.composer.orders.unread_orders import IDEA, MAY_END_A_TEXT, TAKEN_BACK
from nomic.web.typed_amendments import CannotBuild, Operation

MAX_ORDERS = 60  # of one text; each is read against the law as changed by the orders before it
MAX_LENGTH = 600  # characters of a sentence, in which each quotation counts as a mark
MAX_TOLD = 160  # characters of a sentence that is repeated to the author
MAX_UNREAD = 20  # orders beyond these that are told one by one
MAX_NAMED = 6  # rules that an unread order names
LONG_TEXT = 200  # characters of a rule's text that is not replaced with a short one unasked
MAX_TALK = 40  # sentences without effect that are told one by one
MAX_JOINTS = 4  # of a sentence, where it may be two statements
MAX_IN_A_TITLE = 6  # words of what may be meant as a title

# Readers of whole sentences that the law itself can decide. Each returns None for sentences of other kinds.
OF_THE_LAW = (
    majority_said,
    offers_said,
    victory_said,
    new_card_said,
    cards_said,
    packs_said,
    collections_said,
    removal_said,
    cell_said,
    number_said,
)
_RENUMBER = re.compile(
    r"(?:re-?number[ .]*$|(?:re-?number|number) (?:all )?(?:the |its )?"
    r"(?:(?:remaining|other|following|subsequent|later|sub-?) ?)*"
    r"(?:(?:rules?|sections?|articles?|rule numbers|ruleset)(?: (?:accordingly|as (?:needed|necessary|appropriate)))?|"
    r"(?:everything|accordingly|as (?:needed|necessary|appropriate)))[ .]*)",
    re.IGNORECASE,
)
_POWER = re.compile(
    rf"(?:change|set|raise|lower|increase|decrease|reduce|amend) "
    rf"(?:the power of (?:(?:the )?{RULE_NOUN} [^,;:?]{{1,100}}|{OPEN}\d+{CLOSE})|"
    rf"(?:the )?{RULE_NOUN} [^,;:?]{{1,100}}?['’]s power) (?:to|by) \d{{1,3}}(?:\.\d{{1,3}})?[ .]*",
    re.IGNORECASE,
)
_NO_POWER = "Rules have no power here; what the text says about it stays in the text."
# What an author is told of parts of an order that have no effect.
_NOTES = {
    "power": _NO_POWER,
    "numbered": "Rules are numbered automatically, in the order of their places.",
    "of_kind": "There are no kinds of rules here; the word before “rule” is left out.",
}
_SAID_ALREADY = "the law says this already"
# Why a part of an order is left whose other part is carried out.
_NUMBER_LEFT = "nothing here uses the number in these words: check the number, or put the words in a separate sentence"
_JOINT = re.compile(r"(?:[,;] ?)?\b(?:and|but)\b ?|[,;] ?", re.IGNORECASE)
_LAST_JOINT = re.compile(rf"(?:{_JOINT.pattern}) ?$", re.IGNORECASE)
NOTHING_DONE: Mapping[int, str] = {}
_WITH_TITLES = re.compile(
    r"includ(?:ing|e) (?:the |its |their |all )?(?:rule(?:['’]s|s['’]?)? )?(?:titles?|names?)[ .]*", re.IGNORECASE
)
_WITHOUT_MEANING = ((_RENUMBER, _NOTES["numbered"]), (_POWER, _NO_POWER))
_REPEALS = re.compile(
    r"(?:repeal|abolish|scrap|delete|remove|get rid of|drop) (?:the )?(?P<title>[^.;:]{1,100}?)[ .!]*", re.IGNORECASE
)
_SAYS_RULE = re.compile(rf"(?:the )?{RULE_NOUN} ", re.IGNORECASE)
_READS = re.compile(
    r"\b(?:reads?|says?|text|wording|words|contents?|body|full|follows|following|rewrite|reword)\b", re.IGNORECASE
)
# What a rule is to do, with the conditions under which it does: "amend Luck so that you win if you roll a six".
_SO_THAT = re.compile(
    r"\b(?:so|such|in such a way) that\b.{0,300}?\b(?:if|unless|provided|as long as)\b", re.IGNORECASE
)
_THE_SAME = re.compile(r"do the same (?:in|for|with|to) (?:the )?(?:rules? )?(?P<rules>[^.;:]{1,200})", re.IGNORECASE)
_SHOULD = re.compile(r" (?:should|must|shall) (?P<verb>cost|give|bring|last|need|take)\b", re.IGNORECASE)
_VERBS_OF_HALVES = r"(?:costs?|pass(?:es)?|lasts?|needs?|requires?|gives?|brings?|holds?|contains?|takes?)"
_VERB_AGAIN = re.compile(rf" (?:and|but) (?:now )?{_VERBS_OF_HALVES}\b", re.IGNORECASE)
_VERB_OF_HALF = re.compile(rf"(?:now )?{_VERBS_OF_HALVES}\b", re.IGNORECASE)
_FIRST_VERB = re.compile(rf"(?P<subject>[^,;:]{{1,80}}?) {_VERBS_OF_HALVES}\b", re.IGNORECASE)
_BETWEEN_HALVES = re.compile(r"(?:,? (?:and|but|while)|;) (?=\w+ )")
# "the weight of Chest becomes 3, the weight of Pit becomes 4"
_BETWEEN_NUMBERS = re.compile(r"(?:,? and|[,;]) (?=the [a-z]{2,20} of )", re.IGNORECASE)
_BECOMES = re.compile(r" (?:becomes?|is now|(?:shall|should|must) (?:be|become)) (?=\d)", re.IGNORECASE)
_LETTERS = re.compile(r"[^\W\d_]{2}|\d")
REPLACES_ALL = "it would replace the whole text of the rule: write “to read …” if so, or say which words change"
_STRAY_QUOTE = re.compile(r"[“”„«»]|(?<!\d)\"")  # all that match have become marks
_BETWEEN_RULES = re.compile(r",? and |, ")
# "New players get 2 of them."
_OF_THEM = re.compile(
    rf"[^,;:?]{{1,80}} (?:{NUMBER}|an?|some|all|none|each) of (?:them|these|those)[ .!]*", re.IGNORECASE
)
_FROM_NOW_ON = re.compile(r"^(?:from now on|henceforth|from today(?: on)?),? ", re.IGNORECASE)
_ON_TOP = re.compile(r"\b(?:also|too|as well|on top|more|another|extra|additional(?:ly)?|further)\b", re.IGNORECASE)
_RENAMES = re.compile(r"(?:rename|retitle) [^,;:]{1,100}? (?:to|as|into) [^,;:]{1,120}$", re.IGNORECASE)
KEEPS_ITS_NAME = (
    "only rules and words in rules can be renamed this way. Cards, packs and the like keep "
    "the name by which players own them: add a new one and remove the old one below"
)
_NEW_RULE = re.compile(rf"{MAKE} {A_RULE}(?!\w)", re.IGNORECASE)
_IN_A_RULE = re.compile(
    rf"(?:(?:in|under) (?:the )?(?:{RULE_NOUN} )?(?P<title>[^,.:;]{{1,80}}?)(?: {RULE_NOUN})?, "
    r"(?:(?:make|have) it so that )?|"
    rf"(?:amend|change|modify) (?:the )?(?:{RULE_NOUN} )?(?P<amended>[^,.:;]{{1,80}}?)(?: {RULE_NOUN})?"
    r"(?: so that |(?: as follows| like this)?: ))",
    re.IGNORECASE,
)
_ABOUT_A_TEXT = re.compile(
    r"\b(?:reads?|says?|reading|saying|words?|text|wording|sentences?|paragraphs?|bullets?|clauses?|lines?|"
    r"rows?|titles?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ReadRule:
    """A rule made from a sentence: its title, and the sentences that describe its exact effect."""

    title: str
    exactly: tuple[str, ...]


@dataclass
class Drafting:
    """The result of reading a text: the operations, the orders carried out, and the other orders with the reasons."""

    operations: list[Operation] = field(default_factory=list)
    placed: list[str] = field(default_factory=list)
    added: list[str] = field(default_factory=list)  # the performed orders that changed something
    left: list[tuple[str, str]] = field(default_factory=list)
    in_doubt: dict[str, str] = field(
        default_factory=dict
    )  # orders that may be part of the text of a rule, with that text
    by_hand: list[str] = field(default_factory=list)  # orders that the author carries out, as a line of the text says
    effects: list[dict[str, Any]] = field(default_factory=list)  # what happens once, when the proposal passes
    once: list[str] = field(default_factory=list)  # the orders for `effects`
    notes: list[str] = field(default_factory=list)  # what was understood and has no meaning here
    kept_names: list[str] = field(default_factory=list)  # those of `notes` that voters should know, too
    rules: list[ReadRule] = field(default_factory=list)  # the rules that sentences in plain words have become
    talk: list[str] = field(default_factory=list)  # sentences that order nothing, so that nothing comes of them
    already: list[str] = field(default_factory=list)  # sentences that say what the law says already

    @property
    def without_effect(self) -> list[tuple[str, str]]:
        """The sentences that change nothing, each with the reason, which is "" for one that orders nothing."""
        found = [(each, "") for each in self.talk] + [(each, _SAID_ALREADY) for each in self.already]
        more = len(found) - MAX_TALK
        return found if more <= 0 else [*found[:MAX_TALK], (f"… and {more} more", "")]


class Reader:
    """Reads the orders of one text, and divides them into executed ones and others, with the reasons."""

    def __init__(
        self,
        law: Law,
        made: Law,
        text: str,
        before: list[Operation],
        by_hand: Sequence[str] = (),
        done: Mapping[int, str] = NOTHING_DONE,
        title: str = "",
    ) -> None:
        self._draft = DraftedLaw(law, made, before, title=" ".join(title.split()))
        self._found = Drafting(by_hand=list(by_hand))
        self._by_hand = {plain(order) for order in by_hand}
        self._last: Parsed | None = None  # the last order that was carried out
        self._done = done  # by the places of orders that the draft carries out already: what it leaves of them
        self._fulfilled: bool | None = None  # whether the law fulfils the condition of the last order, if it decides it
        self._law_says = ""  # what decided that
        self.operations_of: dict[int, list[Operation]] = {}  # by the place of the order
        self.rests: dict[int, str] = {}  # the end of an order with a number that no change uses, by its place
        self._text = orders_in(
            text, lambda words: _is_about_play(words, made), lambda words: _changes_the_law(words, law)
        )
        self._parser = OrderParser(self._text)

    @property
    def now(self) -> Law:
        """The law after the orders parsed so far."""
        return self._draft.now

    @property
    def asides(self) -> Sequence[str]:
        """The paragraphs in brackets that were left out as remarks."""
        return self._text.asides

    def read(self) -> Drafting:
        """Apply the orders in reading order. Returns the draft, and the orders that could not be parsed."""
        for count, order in enumerate(self._text.orders):
            if count >= MAX_ORDERS + MAX_UNREAD:
                more = len(self._text.orders) - count
                self._found.left.append((f"… and {more} more", f"at most {MAX_ORDERS} orders are read in one text"))
                break
            if order in self._text.headings:
                self._read_heading(order)
            elif self._by_hand and plain(self._shown(order)) in self._by_hand:
                self._draft.last = self._named_in(order)
            else:
                self._read_order(order, count)
        self._found.talk = [shortened(each) for each in self._text.talk if _LETTERS.search(each)]
        self._found.kept_names = [*dict.fromkeys(self._draft.kept_names)]
        self._found.notes += [*self._draft.notes, *self._found.kept_names]
        self._found.notes += [
            f"Read as part of a rule: “{remark}”{'' if remark[-1:] in '.!?…' else '.'} "
            "If it is a remark, put quotation marks around the rest."
            for remark in map(shortened, self._text.remarks)
        ]
        return self._found

    def _read_heading(self, order: str) -> None:
        """Note which rule a heading names, for the orders below it."""
        self._know_titles()
        named = self._named_in(order)
        self._draft.last = "" if self._misnames(order) else named or self._draft.last

    def _read_order(self, order: str, place: int) -> None:
        """Apply an order, or record why it cannot be applied."""
        told = self._told
        try:
            if order in self._text.taken_back:
                raise NotPlaced(TAKEN_BACK)
            operations = self._placed(order, place)
            is_known = not operations and place not in self._done and self._told == told
            if is_known and (operations is None or not begins_an_order(order)):
                self._note_without_effect(order)
                return
            if operations is None and not self._done.get(place):
                return
            if operations is None or place in self._done:
                operations = []
            else:
                operations = self._with_further_numbers(order, place, operations)
                refuse_enough_for_more(order, operations)
            self.operations_of[place] = operations
        except (NotPlaced, CannotBuild) as why:
            if place not in self._done:
                self._found.left.append((self._shown(order), self._reason(order, why)))
                self._found.left += self._doubts(order)
                return
            operations = []
        self._found.operations += operations
        rest = self._done.get(place, self.rests.get(place, ""))
        done = self._shown(order, without=rest)
        if operations:
            self._draft.now = Law(amended_draft(self._draft.now.document, operations))
            self._found.added += [done] if done else []
        self._found.placed += [done] if done else []
        self._found.left += [(rest, _NUMBER_LEFT)] if rest else []

    @property
    def _told(self) -> int:
        """How much the author is told so far of orders that change nothing in the law."""
        return len(self._found.notes) + len(self._found.once) + len(self._text.talk)

    def _note_without_effect(self, order: str) -> None:
        """Record an order that changes nothing: a later one corrects it, or the law says so already."""
        if order not in self._text.corrected and _WITH_TITLES.fullmatch(order) is None:
            self._found.already.append(self._shown(order))

    def _with_further_numbers(self, order: str, place: int, operations: list[Operation]) -> list[Operation]:
        """Return the operations of an order with those for its numbers that they do not use yet.

        If a number is left that no change can use, the part of the order with it is kept in `rests`. New rules and
        clauses are left out, because whole sentences are read for them.
        """
        written = self._text.as_written.get(order, order)
        if not operations or any(
            each["op"] == "add" and path_of(str(each["path"]))[0] == "rules" for each in operations
        ):
            return operations
        now = Law(amended_draft(self.now.document, operations))
        changed = [path_of(str(each["path"])) for each in operations if each["op"] != "test"]
        for figure in unused_figures(written, self.now, now, operations):
            values = number_beside(now, changed, figure)
            if values is None:
                self.rests[place] = self._part_with(written, figure)
                break
            for path, typed in values.items():
                operations = [*operations, *set_at(replace(self._draft, now=now), path, typed)]
            now = Law(amended_draft(self.now.document, operations))
        return operations

    def _part_with(self, order: str, figure: re.Match[str]) -> str:
        """Return the end of an order, from the last word that joins parts before a number."""
        joints = [*_JOINT.finditer(order, 0, figure.start())]
        part = order[joints[-1].end() :] if joints else order
        return shortened(self._text.resolved(part, "“", "”").strip().rstrip(" .;:"))

    def _doubts(self, order: str) -> list[tuple[str, str]]:
        """Return the sentences that may end the text which an order announces, each with the question to the author."""
        places = (int(mark[1]) for mark in MARK.finditer(order))
        found = {
            shortened(doubt).rstrip(" .;:"): place for place in places for doubt in self._text.doubts.get(place, ())
        }
        self._found.in_doubt |= {words: self._text.quotations[place] for words, place in found.items()}
        return [(words, MAY_END_A_TEXT) for words in found]

    def _reason(self, order: str, why: Exception) -> str:
        """Return why an order was not parsed, with a correction for a misspelt word in it."""
        reason = f"{why}".rstrip(".")
        is_known = "do you mean" in reason or reason.startswith(IDEA)
        meant = "" if is_known else name_meant(self._draft.now, order)
        return f"{reason}; do you mean {meant}?" if meant else reason

    def _shown(self, order: str, without: str = "") -> str:
        """Return an order as its author wrote it, without its end `without`."""
        written = self._text.as_written.get(order, order)
        sure = MARK.sub(lambda found: "" if int(found[1]) in self._text.doubts else found[0], written)
        words = self._text.resolved(sure, "“", "”")
        if without and words.rstrip(" .;:").endswith(without):
            words = _LAST_JOINT.sub("", words.rstrip(" .;:").removesuffix(without))
        return words.rstrip(" .;:") if len(words) <= MAX_TOLD else shortened(words)

    def _placed(self, order: str, count: int) -> list[Operation] | None:
        """Return the operations of an order, or of a contradicting statement. None for a true statement."""
        if count >= MAX_ORDERS:
            raise NotPlaced(f"at most {MAX_ORDERS} orders are read in one text")
        if len(order) > MAX_LENGTH:
            raise NotPlaced("this sentence is too long to be read as an order")
        self._know_titles()
        if (operations := self._length_of_votes(order)) is not None:
            return operations
        words = self._whole(order)
        if (operations := self._said_of_the_law(words)) is not None:
            return operations
        quoted = self._text.resolved(self._text.as_written.get(order, order), "“", "”")
        operations = row_said(quoted, self.now) or list_said(quoted, self.now) or number_replaced(words, self.now)
        if operations is not None or (operations := renamed_everywhere(self._draft, words)) is not None:
            return operations
        if order in self._text.corrected:
            return None  # the later order says what is to be
        if count and _WITH_TITLES.fullmatch(order) is not None:
            return None  # the order before changes titles with the words
        meaningless = next((why for pattern, why in _WITHOUT_MEANING if pattern.fullmatch(without_lead(order))), "")
        if meaningless:
            self._found.notes.append(meaningless)
            self._draft.last = self._named_in(order)
            return None
        if order in self._text.claims:
            return self._claimed(order)
        held = self._held_now(order)
        if held is not None and not held:
            return None
        try:
            operations = self._ordered(held or order)
        except (NotPlaced, CannotBuild) as why:
            return self._read_otherwise(order, why)
        self._found.notes += [self._law_says] if held else []
        return operations

    def _said_of_the_law(self, words: str) -> list[Operation] | None:
        """Return the operations of a sentence that the law itself decides, or None. Raises NotPlaced if it cannot."""
        shown = change_as_shown(without_lead(words), self.now)
        if shown is None:
            return _said_of_the_law(with_item_names(self.now, words), self.now)
        if shown.several:
            raise NotPlaced(f"several numbers have this name: {'; '.join(shown.several[:MAX_NAMED])}")
        return set_value(self._draft, shown.said)

    def _read_otherwise(self, order: str, why: Exception) -> list[Operation] | None:
        """Return the operations of a sentence that fits no form. None for a true statement.

        Raises `why`, the reason why no form fits, if the sentence cannot be parsed in another way.
        """
        said, parent = self._within_a_rule(order)
        if said != order and (operations := _said_of_the_law(said, self._draft.now)) is not None:
            return operations
        if (claim := claim_in(said.replace(" should ", " must "))) and not begins_an_order(said):
            with suppress(NotPlaced, CannotBuild):
                first = first_half(claim)
                done = stated(self._draft, first)
                return done or (None if first == claim else stated(self._draft, claim) or None)
        if (operations := self._both_halves(said)) is not None:
            return operations
        if is_in_the_law(self._draft.now, said) and first_half(said) == said:
            return None
        if (operations := self._as_a_rule(said)) is not None:
            return self._under(parent, operations)
        if self._is_done_once(order):
            return []
        if (operations := self._of_one_number(said)) is not None:
            return operations
        if doubt := doubt_about_number(self._whole(said), self._draft.now):
            raise NotPlaced(doubt)
        raise why

    def _both_halves(self, said: str) -> list[Operation] | None:
        """Return the operations of statements joined by "and" if each gives a number of the law, or None."""
        words = self._text.resolved(said).rstrip(" .")
        if CONDITION.match(said):
            return None
        if listed := numbers_listed(words):
            return self._each_listed(listed)
        several = [_BECOMES.sub(" is ", each) for each in _BETWEEN_NUMBERS.split(words, MAX_JOINTS)]
        if len(several) > 1 and (operations := self._each_half(several)) is not None:
            return operations
        joints = [*islice(_BETWEEN_HALVES.finditer(words), MAX_JOINTS)]
        read = (self._each_half((words[: each.start()], _with_subject(words, each.end()))) for each in joints)
        return next((operations for operations in read if operations is not None), None)

    def _each_listed(self, listed: Sequence[ListedNumber]) -> list[Operation] | None:
        """Return the operations of a list of numbers, or None unless all are read and replace what the list says."""
        operations: list[Operation] = []
        for number in listed:
            given = self._each_half([number.sentence])
            replaced = [each["value"] for each in given or () if each["op"] == "test"]
            if given is None or (number.old is not None and replaced not in ([], [number.old])):
                return None
            operations += given
        return operations

    def _each_half(self, halves: Sequence[str]) -> list[Operation] | None:
        """Return the operations of all halves, or None unless each gives some. Then none becomes a rule either."""
        known = len(self._found.rules)
        operations = self._of_halves(halves)
        if operations is None:
            del self._found.rules[known:]
        return operations

    def _of_halves(self, halves: Sequence[str]) -> list[Operation] | None:
        operations: list[Operation] = []
        for half in (_SHOULD.sub(r" \g<verb>s", each) for each in halves):
            given = _said_of_the_law(half, self._draft.now)
            if given is None and IF_LATER.search(half):
                return None
            try:
                if given is None and not claim_in(half):
                    given = self._as_a_rule(half)
                    if given is None:
                        return None
                operations += stated(self._draft, half) if given is None else given
            except (NotPlaced, CannotBuild):
                return None
        return operations

    def _within_a_rule(self, order: str) -> tuple[str, str]:
        """Return the sentence in "In the rule Rewards, each loser gains 2 Chips", and the id of that rule.

        Returns the order and "" if it names no rule first.
        """
        found = _IN_A_RULE.match(order)
        named = "" if found is None else found["title"] or found["amended"]
        title = self._text.resolved(named).strip("“”\"'’ ")
        ids = self._draft.called(self._draft.now, RuleName(title)) if title else []
        return (order, "") if found is None or len(ids) != 1 else (order[found.end() :], ids[0])

    def _under(self, parent: str, operations: list[Operation]) -> list[Operation]:
        """Return operations whose new rules have the parent with this id, if any. A note says so."""
        if not parent:
            return operations
        above = self._draft.now.document["rules"][parent]["title"]
        placed = []
        for operation in operations:
            value = operation.get("value")
            is_a_rule = operation["op"] == "add" and isinstance(value, dict) and "title" in value
            if isinstance(value, dict) and is_a_rule and not value.get("parent"):
                operation = {**operation, "value": {**value, "parent": parent}}
                self._found.notes.append(
                    f"“{value['title']}” becomes a subrule of “{above}”, whose words do not change."
                )
            placed.append(operation)
        return placed

    def _held_now(self, order: str) -> str | None:
        """Return the order within a conditional order if the current law meets the condition, or "" if not.

        Returns None if the law cannot decide the condition, or if several orders are joined under one.
        """
        words = without_lead(order)
        condition = condition_on_a_rule(words)
        rest = otherwise(words) if condition is None and self._fulfilled is not None else ""
        if condition is not None:
            title = self._text.resolved(condition.name)
            ids = self._draft.called(self._draft.now, RuleName(title))
            self._draft.last = ids[0] if len(ids) == 1 else self._draft.last
            self._fulfilled = bool(ids) == condition.exists
            self._law_says = f"“{title}” is {'' if ids else 'not '}a rule now, so this is "
            rest, applies = condition.order, self._fulfilled
        elif rest:
            applies, self._fulfilled = not self._fulfilled, None
        else:
            self._fulfilled = None
            return None
        if len([*joined_orders(rest)]) > 1 or CONDITION.match(without_lead(rest)):
            self._fulfilled = None
            return None
        told = shortened(self._text.resolved(rest.rstrip(" .")).strip())
        state = self._law_says.partition(", ")[0]
        self._law_says = f"{state}, so this is {'carried out' if applies else 'left out'}: {told}"
        self._found.notes += [] if applies else [self._law_says]
        return rest.rstrip(" .") if applies else ""

    def _claimed(self, order: str) -> list[Operation] | None:
        """Return the operations of a statement about the law. None for a true statement."""
        if self._is_done_once(order):
            return []
        claim = self._text.claims[order]
        if is_in_the_law(self._draft.now, first_half(order)):
            if first_half(order) != order:
                raise NotPlaced(_NUMBER_LEFT)
            return None
        if _VERB_AGAIN.search(claim) and (operations := self._both_halves(claim)) is not None:
            return operations or None
        try:
            return self._stated(first_half(claim))
        except NotPlaced:
            if (operations := self._both_halves(claim)) is not None:
                return operations or None
            if (operations := self._of_one_number(order)) is None:
                raise
            return operations

    def _of_one_number(self, order: str) -> list[Operation] | None:
        """Return the operations for the one number that a sentence can mean, or None. A note names the number."""
        change = change_meant(self._whole(order), self._draft.now)
        if change is None:
            return None
        self._found.notes.append(f"Read as a change of one number. {change.label}")
        return [*change.operations]

    def _whole(self, order: str) -> str:
        """Return an order as its author wrote it, with its quotations."""
        return self._text.resolved(self._text.as_written.get(order, order))

    def _length_of_votes(self, order: str) -> list[Operation] | None:
        """Return the operations for a sentence about the length of votes, or None for other sentences.

        Raises NotPlaced if it does not name the votes, or uses another unit than they have.
        """
        words = self._whole(order)
        if not is_about_votes(words):
            return None
        operations = vote_lengths(words, self._draft.now)
        is_said = operations is None and is_in_the_law(self._draft.now, words)  # of other votes, as on a ruling
        if operations is None and not is_said and votes_meant(words, self._draft.now):
            raise NotPlaced("it does not say which votes, or uses a different unit from theirs")
        return operations

    def _as_a_rule(self, order: str) -> list[Operation] | None:
        """Return the operations of the recipe or the rule that a sentence describes, or None if it describes none.

        Raises NotPlaced if a recipe fits that leaves something open.
        """
        try:
            if (operations := self._by_recipe(order)) is not None:
                return operations
        except NotPlaced:
            if (operations := self._in_plain_words(order)) is None:
                raise
            return operations
        operations = self._in_plain_words(order)
        words = self._whole(order)
        if operations is None and (said := votes_said_already(words, self._draft.now)):
            raise NotPlaced(said)
        return operations

    def _in_plain_words(self, order: str) -> list[Operation] | None:
        """Return the operations that add the rule which a sentence describes in plain words, or None."""
        words = self._whole(order)
        rule = rule_said(words, self._draft.now)
        if rule is None:
            return None
        operation = amendment_of(rule, words, self._draft.now)
        if _is_law(self._draft.now, [operation]):
            return []
        title = granted_already(self._draft.now, rule.clauses)
        if title and _ON_TOP.search(words) is None:
            raise NotPlaced(
                f"the rule “{title}” gives some of this at the same moment: write “also” if this comes on top, or "
                "change the number there"
            )
        self._found.rules.append(ReadRule(rule.title, exact_sentences(operation, self._draft.now)))
        return [operation]

    def _by_recipe(self, order: str) -> list[Operation] | None:
        """Return the operations of the recipe that a whole sentence requests, or None if it requests none.

        Raises NotPlaced if the recipe has an unanswered question, or side effects that the author has to confirm.
        """
        words = self._text.resolved(without_lead(order))
        asked = asked_for(words, self._draft.now)
        if asked is None:
            return None
        idea = f"{IDEA} “{asked.listed.recipe.title}” does this"
        if asked.open:
            questions = asked.listed.recipe.questions
            raise NotPlaced(f"{idea}, once you have answered: {' '.join(questions[name].asks for name in asked.open)}")
        try:
            made = draft_from_recipe(asked.listed, self._draft.now, asked.answers)
        except BadArguments as why:
            questions = asked.listed.recipe.questions
            wrong = " ".join(f"{questions[error.field].asks} {error.detail}" for error in why.errors if error.field)
            raise NotPlaced(f"{idea} with another answer: {wrong}") from None
        if made.effects:
            raise NotPlaced(f"{idea}, and it also does something that you do not mention")
        if _is_law(self._draft.now, made.amendments):
            return []
        self._found.notes.append(f"Read as the idea “{asked.listed.recipe.title}”: “{shortened(words)}”")
        return made.amendments

    def _is_done_once(self, order: str) -> bool:
        """Add the one-time effects of an order, and return whether it has any."""
        sentence = self._text.resolved(self._text.sentences.get(order, order))
        if is_under_a_condition(sentence):
            return False
        words = whole_order(self._text.resolved(order), sentence)
        effects = effects_once(words, self._draft.now) or effects_once(without_lead(words), self._draft.now)
        self._found.effects += effects or []
        self._found.once += [self._shown(order)] if effects else []
        return bool(effects)

    def _stated(self, claim: str) -> list[Operation] | None:
        """Return the operations that make a statement true. None if it is true or does not concern the law."""
        if claim.startswith(IT) and is_of_the_law(self._draft.now, claim):
            raise NotPlaced("it does not say what “it” is: write its name instead")
        try:
            return stated(self._draft, with_item_names(self.now, claim)) or None
        except (NotPlaced, CannotBuild):
            if is_of_the_law(self._draft.now, claim) or states_a_rule(claim):
                raise
            self._text.talk.append(self._shown(claim.removeprefix(IT)))
            return None

    def _ordered(self, order: str) -> list[Operation]:
        """Return the operations of an order, in its first reading that can be executed.

        Raises NotPlaced or CannotBuild if there is none.
        """
        order = with_item_names(self.now, order)
        self._refuse_conditions(order)
        unclear = next(filter(None, (self._text.unclear.get(int(mark[1])) for mark in MARK.finditer(order))), "")
        if unclear:
            self._draft.last = self._named_in(order)
            raise NotPlaced(unclear)
        if _STRAY_QUOTE.search(order):
            raise NotPlaced("its quotation marks do not match: each needs one that closes it")
        if TITLE_AND_TEXT.match(order):
            raise NotPlaced("it does not say what to do with this text: write “Add a rule called …”")
        if (same := _THE_SAME.fullmatch(order.strip(" .;"))) is not None and self._last is not None:
            return self._done_in(self._last, same["rules"])
        first: Exception | None = None
        for parsed in self._parser.parsed(order):
            last, told = self._draft.last, len(self._draft.notes)
            if not _can_be_in_a_part(parsed):
                continue
            if parsed.change not in OF_A_VALUE:
                self._draft.last_value = ""
            try:
                if parsed.change == "reword" and _may_be_a_title(parsed.said["words"]) and not _READS.search(order):
                    raise NotPlaced("is this its new title or its new text? Write “to read …”, or “Rename …”")
                operations = CHANGES[parsed.change](self._draft, parsed.said)
                self._refuse_a_short_text(parsed, order, operations)
            except (NotPlaced, CannotBuild) as why:
                self._draft.last = last
                del self._draft.notes[told:]
                first = why if first is None and not self._misleads(order, why) else first
            else:
                self._note(parsed)
                self._last = parsed
                return operations
        self._draft.last = self._named_in(order)
        if isinstance(first, NotSaid | NoValue) and (may_be_once(order) or _is_a_rule(order)):
            first = None
        raise first or NotPlaced(_why_unread(order, self._text.sentences.get(order, order), self.now))

    def _refuse_a_short_text(self, parsed: Parsed, order: str, operations: Sequence[Operation]) -> None:
        """Raise NotPlaced if an order would replace a long text with a short one without saying that it does."""
        if parsed.change != "reword" or _READS.search(order) is not None:
            return
        rules = self._draft.now.document["rules"]
        for each in operations:
            section, id_, *field = path_of(str(each["path"]))
            if each["op"] == "replace" and (section, *field) == ("rules", "body"):
                now = str(rules[id_]["body"])
                if len(now) >= LONG_TEXT and 2 * len(str(each["value"])) < len(now):
                    raise NotPlaced(REPLACES_ALL)

    def _done_in(self, parsed: Parsed, rules: str) -> list[Operation]:
        """Return the operations of the order before in other rules: "Do the same in “Luck” and “Time”".

        Raises NotPlaced if a rule has no such words.
        """
        operations: list[Operation] = []
        before = self._draft.now
        try:
            for name in _BETWEEN_RULES.split(self._text.resolved(rules)):
                done = CHANGES[parsed.change](self._draft, {**parsed.said, "rule": RuleName(name.strip("“”\"' "))})
                self._draft.now = Law(amended_draft(self._draft.now.document, done))
                operations += done
        finally:
            self._draft.now = before
        return operations

    def _refuse_conditions(self, order: str) -> None:
        """Raise NotPlaced if an order has a condition, with the kind of condition as the reason."""
        if conditional := why_conditional(order):
            raise NotPlaced(conditional)
        if not (CONDITION.match(without_lead(order)) or IF_LATER.search(order)):
            return
        self._draft.last = self._named_in(order)
        if AGAIN.search(order):
            raise NotPlaced(EVERY_TIME)
        if begins_an_order(order) and _SO_THAT.search(order) is not None:
            raise NotPlaced("it says what the rule is to do, but not in which words")
        if not begins_an_order(order) and (IF_LATER.search(order[1:]) is None or not is_statement(order)):
            raise NotPlaced(_why_unread(order, order, self.now))
        if names_another_proposal(order):
            raise NotPlaced(ON_ANOTHER_PROPOSAL)
        raise NotPlaced(ON_ITSELF)

    def _know_titles(self) -> None:
        """Register with the parser the titles that rules have now or had before this text."""
        draft = self._draft
        rules = [*draft.now.document["rules"].values(), *(draft.law.document["rules"].values() if draft.before else [])]
        self._parser.titles = frozenset(plain(rule["title"]) for rule in rules) | draft.latest.keys()

    def _misleads(self, order: str, why: Exception) -> bool:
        """Return whether the reason for not parsing an order would mislead its author.

        That is so if it says that a rule is missing although the order names one, or that a value is unknown although
        the order is about a text.
        """
        if isinstance(why, NoValue):
            return _ABOUT_A_TEXT.search(order) is not None
        named = islice(self._parser.rules_in(order), MAX_NAMED)
        return isinstance(why, NotSaid) and any(
            self._draft.called(self._draft.now, name) for name in named if name.title or name.number
        )

    def _named_in(self, order: str) -> str:
        """Return the id of the one rule that an unread order names, to which "it" then refers.

        Returns "" if it names several rules or unknown ones, and the rule named before if it names none.
        """
        found = set()
        names = [*islice(self._parser.rules_in(order), MAX_NAMED)]
        for name in [name for name in names if name.title or name.number] or names:
            is_last = not (name.title or name.number)
            same = [self._draft.last] if is_last else self._draft.called(self._draft.now, name)
            found.add(same[0] if len(same) == 1 else "")
        return self._draft.last if not found else found.pop() if len(found) == 1 else ""

    def _misnames(self, heading: str) -> bool:
        """Return whether a heading without a known title means a rule, so that its orders are about no other rule."""
        title = self._text.resolved(heading).removeprefix("in ")
        names = [RuleName(title), *islice(self._parser.rules_in(heading), MAX_NAMED)]
        if any(self._draft.called(self._draft.now, name) for name in names):
            return False
        return _SAYS_RULE.match(title) is not None or bool(self._draft.like(RuleName(title)))

    def _note(self, parsed: Parsed) -> None:
        said = (note for part, note in _NOTES.items() if part in parsed.said)
        self._found.notes += [note for note in said if note not in self._found.notes]


def _with_subject(words: str, begin: int) -> str:
    """Return the second half of a sentence with the subject of the first one if it has none: "… and pass if …"."""
    half, first = words[begin:], _FIRST_VERB.match(words)
    return f"{first['subject']} {half}" if first is not None and _VERB_OF_HALF.match(half) else half


def _is_about_play(words: str, law: Law) -> bool:
    """Return whether a sentence as a whole describes a rule in plain words, or is about votes or a part of the law."""
    if change_as_shown(words, law) is not None or change_meant(words, law) is not None:
        return True
    if rule_said(words, law) is not None or is_about_votes(words) or speaks_of_votes(words):
        return True
    if is_about_a_name(words, law) or why_conditional(words):
        return True
    try:
        if _said_of_the_law(words, law) is not None:
            return True
        return bool(doubt_about_number(words, law)) and not is_in_the_law(law, words)
    except NotPlaced:
        return True


def _said_of_the_law(words: str, law: Law) -> list[Operation] | None:
    """Return the operations for a sentence about an offer, an entry of the law or how many of a thing win, or None.

    Raises NotPlaced if it is one that cannot be carried out.
    """
    if is_in_the_law(law, words):
        return None
    if _OF_THEM.fullmatch(words) is not None:
        raise NotPlaced("it does not say of what: write the name instead of “them”")
    lead = LEAD.match(words)
    words = _FROM_NOW_ON.sub("", words if lead is None else words[lead.end() :])
    moods = dict.fromkeys((words, without_lead(words)))
    return next((said for each in moods for read in OF_THE_LAW if (said := read(each, law)) is not None), None)


def _changes_the_law(words: str, law: Law) -> End:
    """Return whether a sentence repeals a rule, or changes a number by its full name.

    It is in doubt if the sentence may give another number than the law.
    """
    if change_as_shown(without_lead(words), law) is not None:
        return End.YES
    if (repealed := _REPEALS.fullmatch(without_lead(words))) is not None:
        titles = (plain(rule["title"]) for rule in law.document["rules"].values())
        return End.YES if plain(repealed["title"]) in titles else End.NO
    said = _SHOULD.sub(r" \g<verb>s", without_lead(words))  # "Also make Chips cost 20."
    try:
        if _said_of_the_law(words, law) or (said != words and _said_of_the_law(said, law)):
            return End.IN_DOUBT
        draft = DraftedLaw(law, law, [])
        is_doubtful = bool(stated(draft, claim_in(words) or words))
        is_doubtful = is_doubtful or (said != words and claim_in(said) != "" and bool(stated(draft, said)))
    except (NotPlaced, CannotBuild):
        is_doubtful = OF_ANY.match(words) is None and any(map(str.isdigit, words))
    return End.IN_DOUBT if is_doubtful else End.NO


def _is_law(law: Law, operations: Sequence[Operation]) -> bool:
    """Return whether existing rules already have all the effects of the new rules."""
    added = [value for each in operations if isinstance(value := each.get("value"), dict)]
    clauses = [clause for rule in added for clause in (rule.get("clauses") or {}).values()]
    return does_already(law, {f"{place}": clause for place, clause in enumerate(clauses)})


def _can_be_in_a_part(parsed: Parsed) -> bool:
    """Return whether a change can be limited to a part of a rule, if the order names such a part before its verb."""
    scope = parsed.said.get("scope")
    is_of_words = parsed.change in ("replace", "remove", "remove_rest", "insert")
    return scope is None or is_of_words or (parsed.change in ("set_value", "append_item") and bool(scope["whole"]))


def _is_a_rule(order: str) -> bool:
    return goes_on(order) and not begins_an_order(order)


def _why_unread(order: str, sentence: str, law: Law) -> str:
    """Return why an order of a sentence fits no form."""
    if MARK.fullmatch(order.strip(" .;:")):
        return "it is in quotation marks: remove the marks if the text orders this"
    if _NEW_RULE.match(order):
        return "what it says about the new rule is not understood"
    if AGAIN.search(order) or (may_be_once(order) and AGAIN.search(sentence)):
        return EVERY_TIME
    if _RENAMES.match(without_lead(order)):
        return KEEPS_ITS_NAME
    if may_be_once(order):
        goes_on_later = goes_on(order) or is_under_a_condition(sentence)
        once = NAMES_A_PLAYER if names_a_player(order, law) else HAPPENS_ONCE
        return HOLDS_ON if goes_on_later else once
    return NOT_READ


def _may_be_a_title(words: str) -> bool:
    return "\n" not in words and len(words.split()) <= MAX_IN_A_TITLE and words.strip()[-1:] not in ".!?"


def shortened(words: str) -> str:
    """Return the beginning of a text, for quoting it back to its author."""
    return words if len(words) <= MAX_TOLD else f"{words[:MAX_TOLD]}…"
