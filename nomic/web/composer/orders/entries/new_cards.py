"""Orders for a new card: "Add a Rare card called “Duchess” with value 4 that makes you draw two cards"."""

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from nomic.effects.prose.english_grammar import listed
from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law, pointer
from nomic.recipes.plain_rules.draft_rule import LONGEST
from nomic.recipes.plain_rules.things import NUMBER, number
from nomic.web.composer.orders.changes.drafted_law import NotPlaced
from nomic.web.composer.orders.phrasings import without_lead
from nomic.web.typed_amendments import Operation

STEP = 10  # between the places of cards
MAX_LABELS = 12  # of one card's description
_WITH_NOTHING = re.compile(
    r" (?:with|as follows|like this|which is)(?: the following)?(?: details| properties)?$", re.IGNORECASE
)
_KINDS = r"(?P<kinds>(?:[^\W\d_][\w-]{2,20},? (?:and )?){0,4}?)"
_BEGINS = re.compile(
    rf"(?:add|create|introduce|make|invent|enact) (?:an?|another|the|one) (?:new )?{_KINDS}(?:species of )?card"
    r"(?: species)?(?: (?:called|named|titled|entitled)|,|:)? ?",
    re.IGNORECASE,
)
_TO_THE_GAME = re.compile(
    r" to the (?:game|list of (?:cards|species)|table(?: of cards)?|cards|deck)(?=[,. ]|$)", re.IGNORECASE
)
# A card as a list: "Name: Duchess", "Values: 4", "Effect: You draw a card", in lines or one after another.
_LISTED = re.compile(
    r"(?:^|(?<=[\s,;.(]))(?:[*#-] ?)?"
    r"(?P<field>name|title|values?|suits?|colou?rs?|types?|effects?|text|when played): ?",
    re.IGNORECASE,
)
_BULLET = re.compile(r"(?:^|(?<=[\s:]))[*#-] ")
_NAME = re.compile(
    r"(?P<name>(?:(?! (?:with|of value|having|that|which|who|whose|and|has|it)\b)[^,;:()\n]){1,60})", re.IGNORECASE
)
_AMONG = r"(?P<names>[^\W\d_][\w-]*(?:(?:,? and|,) [^\W\d_][\w-]*){0,3})"
_LINK = re.compile(
    r"(?:[.,;:()]|\b(?:with|having|and|of|that|which|it|has|have|is|are|whose|the|an?|its)\b| )+", re.IGNORECASE
)
_VALUE = re.compile(rf"values? (?:of |is |shall be )?(?P<n>-?\d{{1,7}}|{NUMBER})(?![\w-])", re.IGNORECASE)
_TRAIT = re.compile(
    rf"(?:(?P<trait>suit|colou?r|type)s?:? (?:is |are )?{_AMONG}|"
    r"(?:only )?(?P<one>[^\W\d_][\w-]{2,20})(?: (?P<noun>suit|colou?r|type))?)"
    r"(?= *(?:$|[.,;:()]|and\b|that\b|which\b|with\b))",
    re.IGNORECASE,
)
_AND = re.compile(r",? and |, ", re.IGNORECASE)
_IS_NAMED = re.compile(r"called|named|titled|[,:] ?$", re.IGNORECASE)
_NEXT_SENTENCE = re.compile(r"[.!?] ")
_OF_THE_CARD = re.compile(r"(?:when|whenever|if|once|it|its|this|the card|you|play)", re.IGNORECASE)
_FIELDS = {"suit": "suits", "colour": "colours", "color": "colours", "type": "types"}
_WHEN = re.compile(
    r"^(?:(?:when|whenever|if|once) (?:it is |it['’]s |you )?(?:played|play it),? ?)?(?:it )?", re.IGNORECASE
)
_N = rf"(?P<n>{NUMBER})"
_DRAWN = rf"{_N}(?: more)? cards?"
_NEXT = r"(?:the )?(?:next (?:player|participant|person)|(?:player|participant) after you)"
_OTHERS = (
    r"(?:(?:everybody|everyone|every ?one) else|(?:all|every|each)(?: the)? others?(?: (?:players?|participants?))?)"
)
_CHOSEN = (
    r"(?:another (?:player|participant)|a (?:player|participant)|an opponent|somebody|someone)(?: of your choice)?"
)
_MAKES = r"(?:makes?|lets?|has|have|forces?)"
# Who draws: the words for them, the law's words, and the players in a step, who may be chosen first.
_DRAWERS = (
    ("you", "Draw {n}.", "$me"),
    (_NEXT, "The participant after you draws {n}.", "$next"),
    (_OTHERS, "Every other participant draws {n}.", "$others"),
    (
        r"(?:everybody|everyone|all (?:players|participants)|(?:every|each) (?:player|participant))",
        "Every participant draws {n}.",
        "$all",
    ),
    (_CHOSEN, "Another participant of your choice draws {n}.", "$them"),
)
_DRAWS = tuple(
    (text, players, re.compile(form, re.IGNORECASE))
    for who, text, players in _DRAWERS
    for form in (
        rf"{_MAKES} {who} draw {_DRAWN}",
        rf"{who} draws? {_DRAWN}",
        rf"draws? {who} {_DRAWN}",
        *([rf"draws? {_DRAWN}"] if players == "$me" else []),
    )
)
_GAINS = re.compile(
    rf"(?:you (?P<does>gain|get|lose|pay)s?|(?:gives?|grants?|brings?|pays?) you) {_N} (?P<what>[^\d,;:.]{{2,40}})",
    re.IGNORECASE,
)
_TURN = r"(?: (?:a|their|the next) turn|['’]s turn)?"
_TURNS: tuple[tuple[str, Any, re.Pattern[str]], ...] = tuple(
    (text, turn, re.compile(form, re.IGNORECASE))
    for text, turn, form in (
        (
            "Reverses the turn order at once.",
            "reverse",
            r"reverses? (?:the )?(?:turn )?(?:order|direction)(?: of (?:turns|play))?",
        ),
        (
            "The participant after you skips a turn.",
            {"skip": "$next"},
            rf"skips? {_NEXT}{_TURN}|{_MAKES} {_NEXT} skips?{_TURN}|{_NEXT} skips{_TURN}",
        ),
        ("You have an extra turn.", {"again": "$me"}, r"(?:gives? you|you (?:have|get|take)) an(?:other| extra) turn"),
    )
)


def new_card_said(words: str, law: Law) -> list[Operation] | None:
    """Return the amendments that add the card which an order describes, or None for other sentences.

    Raises NotPlaced if a part of the description is not understood, or if there is a card with that name.
    """
    cards: Mapping[str, Any] | None = law.document.get("cards")
    plain = _as_sentence(_TO_THE_GAME.sub("", without_lead(words).strip().rstrip(" .!"), count=1))
    begins = _BEGINS.match(plain) if cards and len(plain) <= LONGEST else None
    named = None if begins is None else _NAME.match(plain, begins.end())
    if cards is None or begins is None or named is None:
        return None
    name = named["name"].strip(" “”\"'‘’")
    if not _IS_NAMED.search(begins[0]) and not name[:1].isupper():
        return None
    card: dict[str, Any] = {"values": [], "suits": [], "colours": [], "types": [], "text": "", "hooks": {}}
    kinds = ", ".join(begins["kinds"].replace(",", " ").split())  # "a red Rare card" has two
    rest = f"{kinds} {plain[named.end() :]}".strip()
    if (effect := _described(card, rest, law)) and not _with_effect(card, effect, law):
        if _NEXT_SENTENCE.search(plain) and not _OF_THE_CARD.match(effect):
            return None  # it is read for itself
        raise NotPlaced(
            f"what the card does is not understood, from “{effect[:60]}” on: add the card without it, and say below "
            "what it does"
        )
    taken = next((each for each in cards if each.casefold() == name.casefold()), "")
    if taken:
        raise NotPlaced(f"there is a card {taken} already: write which of its numbers or words change")
    place = max((int(each.get("place", 0)) for each in cards.values()), default=0) + STEP
    return [{"op": "add", "path": pointer("cards", name), "value": {**card, "place": place}}]


def _as_sentence(words: str) -> str:
    """Return a card whose parts are listed in lines or with labels as one sentence."""
    if _BEGINS.match(words) is None:
        return words
    first, *listed = [each.strip(" .,;:\n") for each in _BULLET.sub("\n", words).split("\n")]
    words = ", ".join(each for each in (first.rstrip(" :"), *listed) if each) if listed else words
    labels = [*islice(_LISTED.finditer(words), MAX_LABELS)]
    if not labels:
        return words
    head, name, parts, effect = words[: labels[0].start()].strip(" :,"), "", [], ""
    for found, following in zip(labels, [*labels[1:], None], strict=True):
        said = words[found.end() : len(words) if following is None else following.start()].strip(" .,;\n")
        field = found["field"].casefold()
        if field in ("name", "title"):
            name = said
        elif field.startswith(("effect", "text", "when")):
            effect = said
        elif said.strip("–-"):
            parts.append(f"{field} {said}")
    if name and not parts and not effect:
        raise NotPlaced(
            "what follows its name is not read with it: list its parts in lines of their own, below the order"
        )
    head = f"{_WITH_NOTHING.sub('', head)} called {name}" if name else head
    return ", ".join([head, *parts, *([f"when played, {effect[:1].lower()}{effect[1:]}"] if effect else [])])


def _described(card: dict[str, Any], rest: str, law: Law) -> str:
    """Fill in the value, the suits, the colours and the types in a description. Returns what follows them."""
    while True:
        link = _LINK.match(rest)
        said = rest if link is None else rest[link.end() :]
        if (value := _VALUE.match(said)) is not None:
            n = value["n"]
            card["values"] = [int(n) if n.lstrip("-").isdecimal() else number(n)]
            rest = said[value.end() :]
        elif (trait := _TRAIT.match(said)) is not None and _with_trait(card, trait, law):
            rest = said[trait.end() :]
        else:
            return said.strip(" .,;:()")


def _with_trait(card: dict[str, Any], found: re.Match[str], law: Law) -> bool:
    """Give a card suits, colours or types, and return whether the law knows all of them."""
    names = _AND.split(found["names"] or found["one"])
    noun = found["trait"] or found["noun"]
    traits = law.document.get("card_traits") or {}
    fields = [_FIELDS[noun.casefold()]] if noun else ["types", "colours", "suits"]
    for field in fields:
        known = {each.casefold(): each for each in traits.get(field, ())}
        if all(each.casefold() in known for each in names):
            card[field] = [*dict.fromkeys((*card[field], *(known[each.casefold()] for each in names)))]
            return True
        first, *others = names
        if noun and others and first.casefold() in known:  # "suit Stars, Blue, Rare"
            card[field] = [*dict.fromkeys((*card[field], known[first.casefold()]))]
            rest = [each for name in others if (each := _TRAIT.fullmatch(name)) is not None]
            return len(rest) == len(others) and all(_with_trait(card, each, law) for each in rest)
    if noun:
        raise NotPlaced(
            f"no {noun} is called {listed(names, 'or')}: there are {listed(sorted(traits[fields[0]]), 'and')}"
        )
    return False


def _with_effect(card: dict[str, Any], said: str, law: Law) -> bool:
    """Give a card the effect and the words for what it does when played. Return False if that is not understood."""
    for text, steps in _effects(_WHEN.sub("", said), law):
        card["text"], card["hooks"] = text, {"when_played": steps}
        card["types"] = [*card["types"], *sorted(_types_of_acting_cards(law) - {*card["types"]})]
        return True
    return False


def _types_of_acting_cards(law: Law) -> set[str]:
    """Return the types that every card has which does something when it is played."""
    acting = [{*card.get("types", ())} for card in law.document["cards"].values() if card.get("hooks")]
    return set.intersection(*acting) if acting else set()


def _effects(said: str, law: Law) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the words and the steps of an effect in the words of an order."""
    for text, players, form in _DRAWS:
        if (found := form.fullmatch(said)) is not None:
            n = number(found["n"])
            choice = [{"choose": "them", "from": "$others"}] if players == "$them" else []
            yield text.format(n="a card" if n == 1 else f"{n} cards"), [*choice, {"take": n, "who": players}]
    if (gains := _GAINS.fullmatch(said)) is not None:
        plain, n = gains["what"].casefold(), number(gains["n"])
        for name, item in items_of(law).items():
            if plain in (name.casefold(), item.plural.casefold()):
                amount = f"a {name}" if n == 1 else f"{n} {item.plural}"
                loses = (gains["does"] or "").casefold() in ("lose", "pay")
                step = {"revoke": name, "n": n, "from": "$me"} if loses else {"grant": name, "n": n, "to": "$me"}
                yield f"You {'lose' if loses else 'gain'} {amount}.", [step]
    for text, turn, form in _TURNS:
        if form.fullmatch(said):
            yield text, [{"turn": turn}]
