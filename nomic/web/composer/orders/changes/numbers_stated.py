"""Interprets statements about the law: finds the numbers of the law that they contradict.

"Lighting a lamp costs 2 Wicks" gives a number that a sentence of the law has too: the one of the action "Light a lamp".
Sentences of the law are those of its rules as their pages show them, and the summaries of its clauses.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law, pointer, value_at
from nomic.law.rules.placeholders import placeholder_value
from nomic.law.rules.value_formats import WORDS
from nomic.law.search.values import LawValue, is_a_number, stems_of, value_or_none
from nomic.web.composer.orders.changes.drafted_law import DraftedLaw, NotPlaced
from nomic.web.composer.orders.changes.remove_costs import remove_cost
from nomic.web.composer.orders.changes.rule_text import set_to
from nomic.web.composer.orders.changes.shown_words import ShownText, shown
from nomic.web.composer.orders.names_and_numbers.number_words import number_meant, with_high_figures
from nomic.web.composer.orders.names_and_numbers.value_lookup import NotOneValue, as_form_input, is_now, meant_by
from nomic.web.composer.orders.places_in_text import sentence_spans
from nomic.web.composer.orders.splitting.imperative import without_courtesy
from nomic.web.typed_amendments import Operation

CONTRADICTS = (
    "this may be meant as a change to the law, but it is not clear which: write “Change … to "
    "…”, or leave it if it only describes"
)
MAX_PARTS = 4  # statements within one sentence
_ENTRY = re.compile(
    rf"(?<![\w.+-])(?P<figure>\d{{1,9}}(?:d\d{{1,9}})?|an?|no|{'|'.join(WORDS)}|once|twice)(?![\w-]|\.\d)",
    re.IGNORECASE,
)
_BREAK = re.compile(r"[.;:!?]| and (?=(?:an?|the|no|\d|\w+) )|, ")
_WORD = re.compile(r"[\w'’-]+")
_INSTEAD = re.compile(
    r",? (?:instead of|rather than|up from|down from|(?:and )?not) (?:the )?(?P<old>\w{1,9})(?! to )"
    r"(?: [^,;:?]{1,30})?$",
    re.IGNORECASE,
)
_A_NUMBER = rf"\d{{1,9}}|an?|one|{'|'.join(WORDS[2:])}"
_OTHER_ITEM = re.compile(
    rf"(?P<who>[^,;:?]{{1,80}}? (?:gets?|gains?|receives?|wins?|earns?)) (?P<new>{_A_NUMBER}) "
    r"(?P<item>[\w’' -]{3,40}?)"
    rf",? (?:instead of|rather than|in place of|(?:and )?not)(?: the| their)?(?: (?P<old>{_A_NUMBER}))? "
    r"(?P<was>[\w’' -]{3,40}?)",
    re.IGNORECASE,
)
_IS_A_NUMBER = re.compile(r"(?P<what>the [^,;:?\d]{4,90}) (?:is|are)(?: now)? (?P<n>\d{1,9} ?%?)", re.IGNORECASE)
_NEVER = 999_999_999  # no amount of the law
_FOR_EVERY = re.compile(r"\b(?:every|each) *$", re.IGNORECASE)
_MORE_THAN = re.compile(r"\bmore than *$", re.IGNORECASE)
_DENIES = re.compile(r"\b(?:no|not|nobody|none|never|cannot|\w+n['’]t|no one)\b", re.IGNORECASE)
_PARTS = re.compile(r",? and (?=(?:an?|the|you|each|every) )|; ")
_COSTS_NOTHING = re.compile(r"(?P<what>.{1,100}) costs 0")
_TIME = stems_of("time")[0]
_PERIODS = frozenset(stems_of("day week phase cycle turn"))
_HOURS = {"minut": 1 / 60, "hour": 1.0, "day": 24.0, "week": 168.0}
_UNITS = {"minut": "minutes", "hour": "hours", "day": "days", "week": "weeks"}
_AMOUNT_OF_STEP = ("n", "times")
# Words of one meaning, by their stems.
_MEANS = {
    **dict.fromkeys(("cost", "price", "pay", "spend", "fee", "charg", "requir"), "cost"),
    **dict.fromkeys(("choos", "select", "pick"), "choos"),
    **dict.fromkeys(("pas", "passe", "popular", "succeed", "enact"), "pass"),
    **dict.fromkeys(
        ("gain", "get", "giv", "bring", "receiv", "earn", "yield", "grant", "award", "paid", "brings"), "gain"
    ),
}
_SAYS_NOTHING = frozenset(
    stems_of(
        "player players member members everybody everyone anybody each every all per up most least more than only "
        "exactly now still always also can cannot must shall at them both open limit limited allowed your yours "
        "something things are"
    )
)
_NEW = re.compile(r"\bnew\b", re.IGNORECASE)
_NARROWS = frozenset(("new",))
_NO_SUBJECT = frozenset(("cost", "gain", *stems_of("day week phase time hour minute los last")))
_OF_BUYING = frozenset(stems_of("buy purchase"))
_NOUNS = 3  # words after a number that may say what is counted


@dataclass(frozen=True, slots=True)
class _Figure:
    """A number in a sentence: as typed, the stems of the following words, and whether it is paid or gained."""

    figure: str
    nouns: tuple[str, ...]
    side: str  # "cost", "gain" or ""
    is_article: bool
    begin: int
    is_exceeded: bool = False  # "more than one" without a word that denies it
    is_share: bool = False  # "for every four", which is no number of things

    @property
    def has_unit(self) -> bool:
        """True if it is a length of time."""
        return self.nouns[:1] != () and self.nouns[0] in _UNITS

    @property
    def is_of_times(self) -> bool:
        """True if it is a number of times: "twice", "3 times"."""
        return self.nouns[:1] == (_TIME,)

    @property
    def typed(self) -> str:
        """The number as a user would type it, with its unit if it is a time: "2 days"."""
        return f"{self.figure} {_UNITS[self.nouns[0]]}" if self.has_unit else self.figure

    def item(self, goods: Sequence[frozenset[str]]) -> frozenset[str] | None:
        """Return the item that it counts, as one of the sets of stems in `goods`, or None."""
        return next((good for good in goods if good <= {*self.nouns[:_NOUNS]}), None)

    def counts(self, other: "_Figure") -> bool:
        """Return whether both numbers count the same thing."""
        mine, theirs = set(self.nouns[:_NOUNS]), set(other.nouns[:_NOUNS])
        if self.side and other.side and self.side != other.side:
            return False
        return bool(mine & theirs) if mine and theirs else not mine and not theirs


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence of the law: the stems of it and of its surroundings, and the places of its numbers."""

    stems: frozenset[str]
    around: frozenset[str]
    title: frozenset[str]  # stems of the action that it is about, which a statement has to name
    form: str  # its words without their numbers
    figures: tuple[tuple[_Figure, str], ...]  # each with its path, or "" if no value has it
    leads: frozenset[str] = frozenset()  # stems of what comes before its list

    def is_about(self, stems: frozenset[str]) -> bool:
        needed = self.title - (_OF_BUYING if "cost" in stems else frozenset())
        needed |= self.stems & _NARROWS  # what new members get is not what everybody gets
        return needed <= stems and stems <= self.stems | self.around and len(stems & self.stems) * 2 >= len(stems)


def stated(draft: DraftedLaw, words: str) -> list[Operation]:
    """Return the operations that make a statement true, or an empty list if it is already true.

    Raises NotPlaced if the statement may contradict the law, but it is unclear which number is meant.
    """
    if (named := _with_named_value(draft, words)) is not None:
        return named
    if is_in_the_law(draft.now, words):
        return []
    words = with_high_figures(_without_shop(draft.now, _plainly(words)))
    if (other := _OTHER_ITEM.fullmatch(words.rstrip(" ."))) is not None:
        operations = _with_other_item(draft, other)
        if operations is not None:
            return operations
    old = _INSTEAD.search(words.rstrip(" ."))
    if old is not None and (old["old"].isdecimal() or old["old"].casefold() in WORDS):
        words = words[: old.start()]
        numbers = [each for each in _ENTRY.finditer(words) if each["figure"].lower() not in ("a", "an", "no")]
        was = number_meant(old["old"])
        before = f"{words[: numbers[-1].start()]}{was}{words[numbers[-1].end() :]}" if numbers else words
        if stated(draft, before):
            raise NotPlaced(f"it is not {was} now: look up what it is, and write “Change … to …”")
    return [operation for part in _parts_of(draft.now, words) for operation in _operations(draft, part)]


def _with_named_value(draft: DraftedLaw, words: str) -> list[Operation] | None:
    """Return the operations of a statement such as "the chance of the collection Rare is 10", or None for others.

    It names a value by nothing but words of the value's own name, and no sentence of the law is compared with it.
    """
    said = _IS_A_NUMBER.fullmatch(words.strip(" ."))
    if said is None:
        return None
    try:
        value = meant_by(draft.now, said["what"], "")
    except NotOneValue:
        return None
    if not is_a_number(value.value) or not {*stems_of(said["what"])} <= {*stems_of(value.words)}:
        return None
    new = as_form_input(value, said["n"])
    return [] if is_now(draft.now, value, new) else set_to(draft, value, new)


_BEGIN_WITH = re.compile(r"\b(?:newcomers|new (?:players|members)) (?:(?:begin|start)s?|join) with\b", re.IGNORECASE)
_NEWCOMERS = re.compile(r"\bnewcomers\b", re.IGNORECASE)
_LET_THEM = re.compile(r"let (?P<who>(?!us\b)\w{1,30}) (?=[a-z])", re.IGNORECASE)


def _plainly(words: str) -> str:
    """Return a statement in the words of laws: "Let members buy …" as "members may buy …"."""
    words = _BEGIN_WITH.sub("new players get", words)
    return _NEWCOMERS.sub(
        "new players", _LET_THEM.sub(r"\g<who> may ", words, count=1) if _LET_THEM.match(words) else words
    )


def _without_shop(law: Law, words: str) -> str:
    """Return a statement about a price without the place where one pays it: "a Chip costs 20 at the Croupier"."""
    title = str((law.document.get("shop") or {}).get("title", "")).casefold()
    before, at, place = words.rstrip(" .").rpartition(" at ")
    return before if at and title and place.casefold().removeprefix("the ") == title.removeprefix("the ") else words


def _with_other_item(draft: DraftedLaw, said: re.Match[str]) -> list[Operation] | None:
    """Return the operations that give one item in place of another: "gets a Deck Pack instead of a Handy Pack".

    Returns None if these are not two items, or if the law has no such sentence with the former one.
    """
    now = draft.now
    names = {form.casefold(): name for name, item in items_of(now).items() for form in (name, item.plural)}
    new, was = names.get(said["item"].casefold()), names.get(said["was"].casefold())
    if new is None or was is None or new == was:
        return None
    places = _numbers_given(now, f"{said['who']} {_NEVER} {items_of(now)[was].plural}") or {}
    steps = [path.rpartition("/")[0] for path in places if path.endswith(pointer("n"))]
    is_wrong = said["old"] and _numbers_given(now, f"{said['who']} {said['old']} {said['was']}") != {}
    if len(steps) != 1 or is_wrong:
        return None
    operations: list[Operation] = []
    for key, typed in (
        ("grant", new),
        ("n", f"{1 if said['new'].casefold() in ('a', 'an') else number_meant(said['new'])}"),
    ):
        value = value_or_none(now, f"{steps[0]}{pointer(key)}")
        if value is None:
            return None
        operations += [] if f"{value.value}" == typed else set_to(draft, value, typed)
    return operations


def is_of_the_law(law: Law, words: str) -> bool:
    """Return whether a statement contains a name defined by the law, so that it may concern the law."""
    return not _plain_stems(words).isdisjoint(_names(law))


def is_in_the_law(law: Law, words: str) -> bool:
    """Return whether a rule or a clause of the law contains these words verbatim."""
    said = _normal(words)
    known = law.once("sentences of the law as shown", lambda: _said(law))
    return said in known or (said.count(" ") >= 2 and any(each.endswith(f" {said}") for each in known))


def _operations(draft: DraftedLaw, words: str) -> list[Operation]:
    if (nothing := _COSTS_NOTHING.fullmatch(words.rstrip(" ."))) is not None:
        with suppress(NotPlaced):
            return remove_cost(draft, nothing.groupdict())
    found = _numbers_given(draft.now, words)
    if found is None:
        return _as_a_value(draft, words)
    operations: list[Operation] = []
    for path, figure in found.items():
        value = value_or_none(draft.now, path)
        if value is None:
            raise NotPlaced(CONTRADICTS)
        draft.count_a_value()
        operations += set_to(draft, value, figure)
    return operations


def _parts_of(law: Law, words: str) -> Sequence[str]:
    """Return a statement, or the statements joined by "and" in it.

    It is split only if no sentence of the law matches the whole statement.
    """
    parts = _PARTS.split(words.rstrip(" ."))
    if len(parts) == 1 or len(parts) > MAX_PARTS or _numbers_given(law, words) is not None:
        return [words]
    return parts if all(_figures_of(law, part) for part in parts) else [words]


def _numbers_given(law: Law, words: str) -> dict[str, str] | None:
    """Return the numbers that a statement changes by path, empty if all are true, or None if unclear."""
    stems, given = _plain_stems(words), _figures_of(law, words)
    if is_in_the_law(law, words) or _is_counted(law, words):
        return {}
    sentences = law.once("sentences with numbers", lambda: [*_sentences(law)])
    about = [sentence for sentence in sentences if sentence.is_about(stems)]
    about = about or [each for each in sentences if each.leads and each.is_about(stems - each.leads)]
    is_specific = bool(stems - _NO_SUBJECT - law.once("stems of items", lambda: _item_stems(law)))
    alike = [sentence for sentence in about if sentence.form == _without_numbers(words)]
    about = alike or [sentence for sentence in about if sentence.title] or (about if is_specific else [])
    if not about or not given:
        return None
    goods = law.once("stems of each item", lambda: _goods(law))
    results: list[dict[str, str] | None] = [_compared(given, sentence, words, goods) for sentence in about]
    if any(result == {} for result in results):
        return {}
    found = [result for result in results if result is not None]
    return found[0] if found and all(result == found[0] for result in found) else None


def _compared(
    given: Sequence[_Figure], sentence: _Sentence, words: str, goods: Sequence[frozenset[str]]
) -> dict[str, str] | None:
    """Return the numbers of a sentence of the law that a statement contradicts, by path.

    `goods` has the stems of each item's name. Returns None if one of the statement's numbers has no counterpart, or
    if somebody gains an item by it that the sentence of the law does not name.
    """
    changed: dict[str, str] = {}
    per_period = _PERIODS & {*stems_of(words)}
    for figure in given:
        good = figure.item(goods)
        same = _counterparts(figure, sentence, good, goods, is_per_period=bool(per_period))
        if any((each.is_exceeded, each.is_share) != (figure.is_exceeded, figure.is_share) for each, _ in same):
            return None
        if any(each.figure == figure.figure for each, _ in same):
            continue
        if len({path for _, path in same}) != 1 or not same[0][1]:
            if figure.is_article and same == [] and not (figure.side == "gain" and good is not None):
                continue
            return None
        # "On day 6" is no length of time, and many things take days: a sentence about one has the words of the law's.
        unsaid = _plain_stems(sentence.form) - _plain_stems(words)
        if same[0][0].has_unit and not (figure.has_unit and len(unsaid) <= 1):
            return None
        changed[same[0][1]] = figure.typed
    return changed


def _counterparts(
    figure: _Figure,
    sentence: _Sentence,
    good: frozenset[str] | None,
    goods: Sequence[frozenset[str]],
    *,
    is_per_period: bool,
) -> list[tuple[_Figure, str]]:
    """Return the numbers of a sentence of the law, with their paths, that a number of a statement could replace.

    They count the same things. Otherwise they are the number of times in a period, the only thing that somebody gains
    or loses, or the only number of the sentence. `good` is the item that `figure` counts, one of `goods`.
    """
    figures = sentence.figures
    same = [each for each in figures if figure.counts(each[0])]
    same = [each for each in same if good is None or each[0].item(goods) in (None, good)]
    times = [each for each in figures if is_per_period and _TIME in each[0].nouns[:1]]
    if (
        times
        and not figure.is_article
        and not any(path and each.is_article for each, path in same)  # "a Vertebra" can be a number of the law
        and all(each.is_article or each.figure == "1" for each, _ in same)
    ):
        same = times
    if not same and figure.side and not figure.nouns:  # "Burning gives 3": the only thing that it gives
        same = [each for each in figures if each[0].side == figure.side and not each[0].is_of_times]
    numbers = [each for each in figures if not each[0].is_article and not (figure.side and each[0].is_of_times)]
    if not same and len(numbers) == 1 and not (figure.nouns and numbers[0][0].nouns) and not figure.is_article:
        return numbers
    return same


def _as_a_value(draft: DraftedLaw, words: str) -> list[Operation]:
    """Return the operations for a statement about a value by name.

    Raises NotPlaced if it names no value, or several.
    """
    found = _NAMED.fullmatch(words.rstrip(" ."))
    if found is None:
        raise NotPlaced(CONTRADICTS)
    what, new = found["count"] or found["what"], found["number"] or found["new"]
    draft.count_a_value()
    if bound := found["bound"] or found["end"] or found["beyond"]:
        is_most = bound.lower() in ("at most", "rise", "grow", "climb", "go up", "above", "over")
        value = _bound(draft.now, what, "most" if is_most else "least")
    elif found["starts"]:
        value = _bound(draft.now, what, "starts")
    else:
        name = f"how long {what} lasts" if found["lasts"] else what
        has_price, is_price = found["costs"] or found["moves"], found["costs"]
        names = [f"the price of {what}"] * bool(has_price) + [name] * (not is_price)
        meant = next(filter(None, (_value_of(draft.now, each) for each in names)), None)
        if meant is None and (found["count"] or found["serves"]):
            meant = _of_office(draft.now, what, ("until", "days") if found["serves"] else ("seats",))
        if meant is None or (found["lasts"] and not _is_of(meant, what)):
            raise NotPlaced(CONTRADICTS)
        value = meant
    if found["was"] and not is_now(draft.now, value, as_form_input(value, found["was"])):
        raise NotPlaced(f"it is not {found['was']} now: look up what it is, and write “Change … to …”")
    if not is_a_number(value.value):
        raise NotPlaced(CONTRADICTS)
    return [] if is_now(draft.now, value, as_form_input(value, new)) else set_to(draft, value, new)


def _value_of(law: Law, name: str) -> LawValue | None:
    try:
        return meant_by(law, name, "")
    except NotOneValue:
        return None


def _is_of(value: LawValue, what: str) -> bool:
    """Return whether a duration belongs to a thing, not to a part of it: "how long a turn of a battle lasts"."""
    return stems_of(value.words.removeprefix("how long"))[:1] in ([], *([stem] for stem in stems_of(what)))


def _bound(law: Law, name: str, bound: str) -> LawValue:
    """Return the lowest ("least"), highest ("most") or first number ("starts") of a value of a rule.

    Raises NotPlaced if no rule limits it.
    """
    wanted = name.casefold()
    for id_, rule in law.document.get("rules", {}).items():
        for key, clause in (rule.get("clauses") or {}).items():
            if str(clause.get("value", "")).casefold() == wanted and bound in clause:
                value = value_or_none(law, pointer("rules", id_, "clauses", key, bound))
                if value is not None:
                    return value
    raise NotPlaced(CONTRADICTS)


def _of_office(law: Law, name: str, setting: Sequence[str]) -> LawValue | None:
    """Return a number of the office with this name, such as how many hold it, or None."""
    wanted = stems_of(name)
    for id_, rule in law.document.get("rules", {}).items():
        for key, clause in (rule.get("clauses") or {}).items():
            if "office" in clause and stems_of(str(clause["office"])) == wanted:
                return value_or_none(law, pointer("rules", id_, "clauses", key, *setting))
    return None


_NAMED = re.compile(
    r"(?:there (?:is|are)(?: now)? (?:at most |only |no more than |up to )?(?P<number>\d{1,9}) "
    r"(?P<count>[^,;:]{1,80}?)(?: (?:per|for each|for every) player)?"
    r"|(?:an? |the )?(?P<what>[^,;:]{1,80}?)(?: now)? "
    r"(?:(?P<costs>costs?)|(?P<lasts>lasts?)|(?P<starts>(?:starts?|begins?) at)|"
    r"(?P<serves>(?:serves?|stays?|remains?)(?: in office)? for|holds? office for)|"
    r"(?P<moves>(?:(?:go(?:es)?|is|are|drops?|rises?|falls?) )?(?:down|up|back)?"
    r"(?: ?from (?P<was>\d{1,9})(?: \w{1,30})?)? ?to)|"
    r"(?:(?:can|may) (?:now )?(?P<end>rise|grow|climb|go up|fall|drop|sink|go down) (?:up |down )?to|"
    r"(?:never|does not|cannot|can['’]t|may not) (?:goes?|rises?|falls?|drops?|gets?) "
    r"(?P<beyond>above|over|below|under))|"
    r"(?:is|are|stays)(?: now)?(?: (?P<bound>at most|at least))?) "
    r"(?P<new>\d{1,9}(?: \w{1,30}){0,2}))",
    re.IGNORECASE,
)


def _plain_stems(words: str) -> frozenset[str]:
    """Return the stems of a text without its numbers. Synonyms have the same stem."""
    stems = stems_of(_ENTRY.sub(" ", words))
    new = ("new",) if _NEW.search(words) else ()  # as in "new players", which differ from all players
    return frozenset((*new, *(_MEANS.get(stem, stem) for stem in stems if not stem[0].isdigit()))) - _SAYS_NOTHING


def _normal(words: str) -> str:
    return " ".join(word.casefold() for word in _WORD.findall(words))


def _without_numbers(words: str) -> str:
    return _normal(_ENTRY.sub(" ", words))


def _figures_of(law: Law, words: str) -> list[_Figure]:
    """Return the numbers of a text.

    An article counts as one if an item follows it after a word of paying or gaining.
    """
    items = law.once("stems of items", lambda: _item_stems(law))
    found: list[_Figure] = []
    is_denied = _DENIES.search(words) is not None
    side = ""
    ends = [*(each.start() for each in _ENTRY.finditer(words)), len(words)]
    for (begin, end), entry in zip(pairwise([0, *ends]), [None, *_ENTRY.finditer(words)], strict=False):
        sides = [_MEANS[stem] for stem in stems_of(words[begin:end]) if stem in _MEANS]
        if entry is not None:
            after = words[entry.end() : end]
            stop = _BREAK.search(after)
            nouns = tuple(stems_of(after[: stop.start()] if stop else after))
            figure = entry["figure"].lower()
            is_article = figure in ("a", "an")
            if figure in ("once", "twice"):
                nouns = (_TIME, *nouns)
            figure = {"a": "1", "an": "1", "no": "0", "once": "1", "twice": "2"}.get(figure, figure)
            figure = str(WORDS.index(figure)) if figure in WORDS else figure
            if not is_article or (side and not items.isdisjoint(nouns[:_NOUNS])):
                is_exceeded = not is_denied and _MORE_THAN.search(words[:begin]) is not None
                is_share = _FOR_EVERY.search(words[:begin]) is not None
                found.append(_Figure(figure, nouns, side, is_article, entry.start(), is_exceeded, is_share))
        side = sides[-1] if sides else side
    return found


def _item_stems(law: Law) -> frozenset[str]:
    return frozenset(stem for name, item in items_of(law).items() for stem in stems_of(f"{name} {item.plural}"))


def _goods(law: Law) -> list[frozenset[str]]:
    """Return the stems of the name of each item, those with most words first."""
    goods = [frozenset(stems_of(name)) for name in items_of(law)]
    return sorted(filter(None, goods), key=len, reverse=True)


def _names(law: Law) -> frozenset[str]:
    """Return the stems of the names of a law: items, values, actions, and titles of rules."""

    def made() -> frozenset[str]:
        rules: Mapping[str, Any] = law.document.get("rules", {})
        names = [*items_of(law), *(str(rule["title"]) for rule in rules.values())]
        names += [
            str(clause.get(key, ""))
            for rule in rules.values()
            for clause in (rule.get("clauses") or {}).values()
            for key in ("action", "value", "class", "table", "office")
        ]
        names += [name.replace("_", " ") for name, _ in _lists(law)]
        names += _entry_names(law)
        return _plain_stems(" ".join(names)) | _item_stems(law)

    return law.once("stems of the names of the law", made)


def _entry_names(law: Law) -> list[str]:
    """Return the names of the entries of a law's sections, such as its cards, suits and offers."""
    maps = [section for name, section in law.document.items() if name != "rules" and isinstance(section, dict)]
    maps += [inner for section in maps for inner in section.values() if isinstance(inner, dict)]
    return [key for entries in maps if all(isinstance(each, dict) for each in entries.values()) for key in entries]


def _said(law: Law) -> frozenset[str]:
    """Return every sentence that the law's rules and clauses produce, in lower case, whole and as an order is read."""
    found: set[str] = set()
    for rule in law.document.get("rules", {}).values():
        texts = [str(rule["body"]), *(str(each.get("says", "")) for each in (rule.get("clauses") or {}).values())]
        for text in texts:
            page = shown(law, text).text
            for begin, end in sentence_spans(page):
                found |= {_normal(page[begin:end]), _normal(without_courtesy(page[begin:end]))}
    return frozenset(found - {""})


def _sentences(law: Law) -> Iterator[_Sentence]:
    """Yield the sentences of a law as its pages show them: those of its rules, and the summaries of their clauses.

    What comes before a list can be said of each of its items. An action with a verb of its own is meant by that alone:
    "Burning brings 3".
    """
    rules = law.document.get("rules", {}).values()
    deeds = [stems_of(str(each.get("action", ""))) for rule in rules for each in (rule.get("clauses") or {}).values()]
    verbs = Counter(stem for deed in deeds for stem in {*deed})
    for rule in rules:
        title = _plain_stems(str(rule["title"]))
        body = shown(law, str(rule["body"]))
        whole = _plain_stems(body.text)
        leads: frozenset[str] = frozenset()
        for begin, end in sentence_spans(body.text):
            line = body.text.rfind("\n", 0, begin) + 1
            is_item = body.text[line : line + 1] in ("*", "#")
            if not is_item:
                leads = _plain_stems(body.text[line:end])
            stop = body.text.find("\n", begin)
            item = _plain_stems(body.text[line : stop if stop >= 0 else len(body.text)]) if is_item else frozenset()
            yield _sentence(law, body, begin, end, title | item, frozenset(), leads if is_item else frozenset())
        for clause in (rule.get("clauses") or {}).values():
            if not clause.get("says"):
                continue
            page = shown(law, str(clause["says"]))
            action = _plain_stems(str(clause.get("action", "")))
            around = title | action | (whole if action else frozenset())
            verb = stems_of(str(clause.get("action", "")))[:1]
            needed = frozenset(verb) if verb and verbs[verb[0]] == 1 else action
            yield _sentence(law, page, 0, len(page.text), around, action, needed=needed)


def _sentence(
    law: Law,
    page: ShownText,
    begin: int,
    end: int,
    around: frozenset[str],
    title: frozenset[str],
    leads: frozenset[str] = frozenset(),
    needed: frozenset[str] | None = None,
) -> _Sentence:
    words = page.text[begin:end]
    figures = []
    for figure in _figures_of(law, words):
        at = begin + figure.begin
        made = next((each for each in page.made if each.begin <= at < each.end), None)
        figures.append((figure, "" if made is None else _path(law, made.placeholder, figure)))
    needed = title if needed is None else needed
    return _Sentence(_plain_stems(words) | title, around, needed, _without_numbers(words), tuple(figures), leads)


def _path(law: Law, placeholder: re.Match[str], figure: _Figure) -> str:
    """Return the path of the number that a placeholder shows, or "" if it is ambiguous."""
    path, form = placeholder["what"].strip(), (placeholder["form"] or "").strip().lower()
    if form in ("time", "minutes"):
        words = placeholder_value(law, path, form).split()  # "7 days", or "1 day and 12 hours"
        return path if len(words) == len(figure.typed.split()) and figure.nouns[:1] == (*stems_of(words[-1]),) else ""
    if form == "change":
        return ""
    value: Any = value_at(law.document, path)
    if isinstance(value, Mapping):
        keys = [key for key in _AMOUNT_OF_STEP if key in value] or [
            key for key in value if not {*stems_of(f"{key} {_plural(law, key)}")}.isdisjoint(figure.nouns[:_NOUNS])
        ]
        path, value = (path + pointer(keys[0]), value[keys[0]]) if len(keys) == 1 else (path, None)
    return path if f"{value}" == figure.figure else ""


def _plural(law: Law, name: str) -> str:
    item = items_of(law).get(name)
    return "" if item is None else item.plural


def _is_counted(law: Law, words: str) -> bool:
    """Return whether a statement gives the true length of a list of the law, or of a phase."""
    known = law.once("what can be counted in the law", lambda: _countable(law))
    found = _COUNTED.fullmatch(words.rstrip(" ."))
    if found is None:
        return False
    figure = (found["figure"] or found["number"]).lower()
    number = float(WORDS.index(figure) if figure in WORDS else int(figure))
    unit = stems_of(found["unit"])[:1] if found["unit"] else []
    number *= _HOURS.get(unit[0], 1.0) if unit else 1.0
    what = frozenset(stems_of(found["what"] or found["phase"]))
    return number in known.get(what, ())


_COUNTED = re.compile(
    rf"(?:there are (?P<figure>\d{{1,9}}|{'|'.join(WORDS)}) (?P<what>[\w ]{{1,60}})|"
    rf"(?P<phase>[\w ]{{1,60}}?) lasts? (?P<number>\d{{1,9}}|{'|'.join(WORDS)}) "
    r"(?P<unit>minutes?|hours?|days?|weeks?))",
    re.IGNORECASE,
)


def _lists(law: Law) -> Iterator[tuple[str, Any]]:
    """Yield the sections of a law and the lists in them, each with its name."""
    for name, section in law.document.items():
        inner = section.items() if isinstance(section, dict) else ()
        yield from ((key, listed) for key, listed in [(name, section), *inner] if isinstance(listed, list | dict))


def _is_a_list(value: Any) -> bool:
    """Return whether a value lists things of a kind. The settings of one thing, such as a rule, are no list."""
    return isinstance(value, list) or (isinstance(value, dict) and len({type(each) for each in value.values()}) <= 1)


def _countable(law: Law) -> dict[frozenset[str], set[float]]:
    """Return the sizes of the lists of the law by the stems of their names, and the hours of its phases."""
    found: dict[frozenset[str], set[float]] = {}
    for name, listed in _lists(law):
        if not _is_a_list(listed):
            continue
        found.setdefault(frozenset(stems_of(name.replace("_", " "))), set()).add(float(len(listed)))
    calendar: Any = law.document.get("calendar", {})
    phases = calendar.get("phases", [])
    starts = [*(phase["starts_at_hour"] for phase in phases), calendar.get("length_hours", 0)]
    for phase, (begins, ends) in zip(phases, pairwise(starts), strict=False):
        for words in (str(phase["title"]), f"{phase['title']}s"):
            found.setdefault(frozenset(stems_of(words)), set()).add(float(ends - begins))
    return found
