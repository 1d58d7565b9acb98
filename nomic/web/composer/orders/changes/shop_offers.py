"""Sentences about what the shop sells: "Add Reconfiguration Tokens to the Croupier for 8 Vertebrae".

Such a sentence also sets the price of an existing offer. Offers of several pieces, or with a limit, are not read.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law, pointer
from nomic.law.rules.placeholders import PLACEHOLDER
from nomic.recipes.drafting import STEP
from nomic.recipes.plain_rules.draft_rule import LONGEST, bare_sentence
from nomic.recipes.plain_rules.occasions import names_of_offers
from nomic.recipes.plain_rules.things import NUMBER, number, thing_pattern, things_of
from nomic.web.typed_amendments import Operation

_WHAT = r"(?:(?:an?|the|1|one|new|any|more) ){0,2}(?P<what>[\w’' -]{3,40}?)"
_SOLD = r"(?:sold|bought|purchased|available|for sale|on sale|offered)"
_WILL = r"(?:(?:also|now|should|shall|will|must|may|can) ){0,3}"
_SOMEBODY = r"(?:you|players|all players|everyone|everybody|anyone|anybody|(?:a|any|every|each) player)"
_BARE_PRICE = re.compile(rf"\b(?:for|at) {NUMBER}(?=$| (?:instead of|rather than|each|apiece) )", re.IGNORECASE)
_BETWEEN_CELLS = re.compile(r"\|{1,2}|: | [–—-] | for ")
_BETWEEN_OFFERS = re.compile(r",? and |, ")


def offers_said(words: str, law: Law) -> list[Operation] | None:
    """Return the amendments for a sentence about what the shop sells, or None for other sentences.

    The list is empty if the sentence already holds.
    """
    shop: Mapping[str, Any] = law.document.get("shop") or {}
    if not shop or len(words) > LONGEST:
        return None
    plain = bare_sentence(words)
    first, *others = _BETWEEN_OFFERS.split(plain)
    said = [plain] if not others else [first, *_with_currency(first, others, law)]
    added = [each for one in said if (each := _added(one, shop, law)) is not None]
    if len(added) == len(said):
        return [operation for each in added for operation in each]
    for found in _readings(_REMOVES, plain, law):
        names = names_of_offers(law, found["what"].casefold())
        gone = {pointer("shop", "offers", name): shop["offers"][name] for name in names}
        if gone:
            return [each for path, offer in gone.items() for each in _removed(path, offer)]
    return None


def _with_currency(first: str, others: list[str], law: Law) -> Iterator[str]:
    """Yield a sentence for each further offer: "and a Chip for 20" has the currency of the first one."""
    paid = re.search(rf"\b(?:for|at) {NUMBER} (?P<paid>{thing_pattern(law)})(?!\w)", first, re.IGNORECASE)
    for each in others:
        bare = None if paid is None else _BARE_PRICE.search(each)
        priced = each if bare is None or paid is None else f"{each[: bare.end()]} {paid['paid']}{each[bare.end() :]}"
        yield f"the shop sells {priced}"


def with_offer_row(law: Law, body: str, words: str) -> list[Operation] | None:
    """Return operations that add an offer, written as a row of the shop's table: "1 Chip | 25 Vertebrae".

    `body` is the text of a rule. Returns None if it does not show this table, or if the row does not fit it.
    """
    shows_it = any(found["table"] and found["what"].strip() == "shop" for found in PLACEHOLDER.finditer(body))
    cells = [cell.strip() for cell in _BETWEEN_CELLS.split(words.strip(" |*#.\n"))]
    return offers_said(f"the shop sells {cells[0]} for {cells[-1]}", law) if shows_it and cells[1:] else None


def _added(plain: str, shop: Mapping[str, Any], law: Law) -> list[Operation] | None:
    """Return the amendments for one offer with its price, or None if a sentence is about something else."""
    found = next(_readings(_ADDS, plain, law), None)
    return None if found is None else _with_offer(found, shop, law)


def _removed(path: str, offer: Mapping[str, Any]) -> tuple[Operation, Operation]:
    return {"op": "test", "path": path, "value": offer}, {"op": "remove", "path": path}


# How a sentence adds an offer or changes its price, and how it takes one away. `<shop>` stands for the shop, and `<at>`
# for it after a preposition.
_ADDS = (
    rf"(?:add|put) {_WHAT} (?:to|in|into|on) <shop>,? <price>",
    rf"<shop> {_WILL}(?:sells?|offers?) {_WHAT} <price>",
    rf"{_WHAT} (?:may|can|is|are|should|shall|will) (?:(?:also|now) )?(?:be )?{_SOLD}<at> <price>",
    rf"{_SOMEBODY} (?:may|can) (?:(?:also|now) )?(?:buy|purchase|get) {_WHAT}<at> <price>",
    rf"{_WHAT} {_WILL}costs? <amount><in the shop>",
)
_REMOVES = (
    rf"(?:remove|delete|drop|take) (?:the )?(?:(?:row|entry|offer) )?(?:(?:for|of|with) )?{_WHAT} (?:from|out of) "
    r"<shop>",
    rf"<shop> (?:no longer|does not|doesn['’]t|(?:should|shall|will|may|must) (?:no longer|not)|stops) "
    rf"(?:sells?|offers?|selling|offering) {_WHAT}",
    rf"{_WHAT} (?:(?:can|may|shall|should) (?:no longer|not|never) be|(?:cannot|can['’]t) be|(?:is|are) no longer) "
    rf"(?:any ?more )?{_SOLD}(?: any ?more)?<at>",
    rf"stop selling {_WHAT}<at>",
)


def _readings(forms: tuple[str, ...], plain: str, law: Law) -> Iterator[re.Match[str]]:
    for form in law.once(f"sentences about offers {forms is _ADDS}", lambda: [*map(_compiled(law), forms)]):
        if (found := form.fullmatch(plain)) is not None:
            yield found


def _compiled(law: Law) -> Any:
    title = re.escape(str(law.document["shop"].get("title", "shop")).removeprefix("The ").removeprefix("the "))
    name = rf"(?:the )?(?:rule )?(?:{title}|shop|store|market)(?:['’]s)?"
    shop = rf"(?:(?:the |its )?(?:table|list|offers?|stock|menu|wares) (?:of|in|at|under) )?{name}"
    shop = rf"(?:{shop}(?: (?:table|list|offers|stock|menu|wares|shop))?)"
    things = thing_pattern(law)
    amount = (
        rf"(?P<n>{NUMBER}) (?P<paid>{things})(?: each| apiece)?"
        rf"(?:,? (?:instead of|rather than) (?P<was>{NUMBER})(?: (?:{things}))?)?"
    )
    price = rf"(?:for|at|costing|with)(?: an?| the| its)?(?: (?:price|cost))?(?: of)? {amount}"
    at = rf"(?P<at> (?:from|at|in|by) {shop})"
    parts = {"<shop>": shop, "<at>": f"{at}?", "<in the shop>": at, "<price>": price, "<amount>": amount}

    def compiled(form: str) -> re.Pattern[str]:
        for part, pattern in parts.items():
            form = form.replace(part, pattern)
        return re.compile(form, re.IGNORECASE)

    return compiled


def _with_offer(found: re.Match[str], shop: Mapping[str, Any], law: Law) -> list[Operation] | None:
    """Return the amendments for an offer.

    None unless it is of one known item or species of card, and names the shop if it is new.
    """
    what, paid, n = found["what"].casefold(), things_of(law)[found["paid"].casefold()], number(found["n"])
    named = [(name, gives) for name, others, gives in _goods(law) if what in (name.casefold(), others.casefold())]
    names_the_shop = found.groupdict().get("at") is not None or "at" not in found.groupdict()
    if len(named) != 1 or paid.kind != "item" or not n:
        return None
    name, gives = named[0]
    path, costs = pointer("shop", "offers", name), {paid.name: n}
    offer = shop["offers"].get(name)
    if found["was"] and (offer is None or offer["costs"] not in (costs, {paid.name: number(found["was"])})):
        return None  # it costs something else now than the author thinks
    if offer is not None:
        return (
            []
            if offer["costs"] == costs
            else [
                {"op": "test", "path": f"{path}/costs", "value": offer["costs"]},
                {"op": "replace", "path": f"{path}/costs", "value": costs},
            ]
        )
    if not names_the_shop:
        return None
    place = max((each.get("place", 0) for each in shop["offers"].values()), default=0) + STEP
    value = {"gives": [gives], "costs": costs, "place": place}
    return [{"op": "test", "path": path, "value": None}, {"op": "add", "path": path, "value": value}]


def _goods(law: Law) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield what a shop can sell: its singular name, its plural name, and the step that gives one to the buyer."""
    for name, item in items_of(law).items():
        yield name, item.plural, {"grant": name, "n": 1, "to": "$me"}
    for name in law.document.get("cards") or {}:
        yield name, f"{name}s", {"add": {"card": name}, "n": 1, "to": "inventory", "of": "$me"}
