"""The trade policy of agents: they answer offers, look at the trades page, and make offers themselves."""

from collections import Counter
from collections.abc import Iterable, Mapping

from nomic.playtest.agents.agent_turn import AgentTurn
from nomic.playtest.agents.goals import Goal
from nomic.playtest.client.session import Json

ASKS_FOR_OTHER_TERMS = 0.25
DECLINES = 0.15
THINKS_AGAIN = 0.03  # probability per turn of withdrawing a consent
TO_ANYBODY = 0.25
A_CARD = 0.35
A_GIFT = 0.12
STRIVES_FOR = 0.5  # probability that an agent with a goal makes an offer for it
A_FEW = 3  # of something useless to the agent
MAX_AT_ONCE = 3  # of an item on one side


def answer_and_offer_trades(visit: AgentTurn) -> None:
    """Answer open trades, and now and then offer one."""
    if any(visit.can(f"{verb}-trade") for verb in ("consent", "counter", "withdraw")):
        for each in visit.caller.read("trades/", status="open").get("items", ()):
            _answer(visit, each)
    if not visit.can("offer-trade"):
        return
    if visit.goal is not None and visit.chance(STRIVES_FOR):
        _strive(visit, visit.goal)
    elif visit.chance(visit.character.deals) and visit.goal is None:
        _offer(visit)


def _answer(visit: AgentTurn, each: Json) -> None:
    """Respond to a trade offer: consent, make a counter-offer, decline, or leave it for another day."""
    name = visit.name
    is_mine, to_anybody = name in (each["maker"], each["other"]), each["other"] is None
    if name in each["willing"]:
        if visit.chance(THINKS_AGAIN) and visit.can("take-back-consent"):
            visit.act("take-back-consent", trade=each["code"])
        return
    if not (is_mine or to_anybody):
        return
    gives = each["maker_gives" if each["maker"] == name else "other_gives"]
    gets = each["other_gives" if each["maker"] == name else "maker_gives"]
    can_give = not any(lot["missing"] for lot in gives)
    likes = visit.character.agrees * (2 if not gives else 1) * (0 if gives and not gets else 1)
    if visit.goal is not None:
        gain = visit.goal.of(_items(gets)) - visit.goal.of(_items(gives))
        likes = 1.0 if gain > 0 else 0.0 if gain < 0 else likes
    if can_give and visit.can("consent-trade") and visit.chance(likes):
        cards = _cards_for(visit, gives)
        visit.act("consent-trade", trade=each["code"], version=each["version"], **({"cards": cards} if cards else {}))
    elif visit.goal is None and visit.can("counter-trade") and visit.chance(ASKS_FOR_OTHER_TERMS):
        other = each["maker"] if each["maker"] != name else each["other"]
        args = {"trade": each["code"], "version": each["version"], **_other_terms(visit, gives, gets, other)}
        visit.caller.act("counter-trade", args)
    elif is_mine and visit.can("withdraw-trade") and visit.chance(DECLINES):
        visit.act("withdraw-trade", trade=each["code"])


def _cards_for(visit: AgentTurn, gives: Iterable[Json]) -> list[str]:
    """Return the agent's own cards that meet requests for any card of a name."""
    wanted = Counter({lot["name"]: lot["count"] for lot in gives if lot["kind"] == "any-card"})
    found = []
    for card in _inventory(visit, visit.name)["cards"] if wanted else ():
        if wanted[card["species"]] > 0:
            wanted[card["species"]] -= 1
            found.append(card["code"])
    return found


def _other_terms(visit: AgentTurn, gives: list[Json], gets: list[Json], other: str | None) -> Json:
    """Return a counter-offer that is slightly better for the agent.

    If the agent lacks the requested thing, the counter-offer gives something else.
    """
    if not gives or any(lot["missing"] or lot["kind"] == "any-card" for lot in (*gives, *gets)):
        return _terms(visit, other)
    wants = _items(gets)
    less = _items(gives)
    dearest = max(less, key=lambda name: less[name], default="")
    if dearest and less[dearest] > 1:
        less[dearest] -= 1
    elif wants:
        wants[visit.luck.choice(sorted(wants))] += 1
    else:
        return _terms(visit, other)
    return {"gives": less, "gives_cards": _codes(gives), "wants": wants, "wants_cards": _codes(gets)}


def _items(lots: Iterable[Json]) -> dict[str, int]:
    return {lot["name"]: lot["count"] for lot in lots if lot["kind"] == "item"}


def _codes(lots: Iterable[Json]) -> list[str]:
    return [lot["code"] for lot in lots if lot["kind"] == "card"]


def _strive(visit: AgentTurn, goal: Goal) -> None:
    """Offer something useless for a winning item or a means to it, to a player who has some."""
    players = {each["name"]: each["items"] for each in visit.caller.read("players/").get("items", ())}
    mine = players.pop(visit.name, {})
    having = [each for each in (_having(players, goal.wins, 1), _having(players, goal.means, A_FEW)) if each]
    spare = sorted(item for item, amount in mine.items() if amount and item not in goal.worth)
    codes = visit.choices("offer-trade", "gives_cards")
    if not having or not (spare or codes):
        return
    other, wanted, count = visit.luck.choice(visit.luck.choice(having))
    gives: Json = {"gives_cards": visit.luck.sample(codes, min(A_FEW, len(codes)))} if codes else {}
    if spare and (not codes or visit.chance(0.5)):
        item = visit.luck.choice(spare)
        gives = {"gives": {item: min(mine[item], A_FEW)}}
    visit.caller.act("offer-trade", {**gives, "wants": {wanted: count}, "to": other})


def _having(players: Mapping[str, Json], items: Iterable[str], count: int) -> list[tuple[str, str, int]]:
    """Return (player, item, count) for every player who has at least `count` of an item."""
    wanted = sorted(items)
    return sorted((name, item, count) for name in players for item in wanted if players[name].get(item, 0) >= count)


def _offer(visit: AgentTurn) -> None:
    others = visit.choices("offer-trade", "to")
    other = visit.luck.choice(others) if others and not visit.chance(TO_ANYBODY) else None
    terms = _terms(visit, other)
    if any(terms.values()):
        visit.caller.act("offer-trade", {**terms, **({"to": other} if other else {})})


def _terms(visit: AgentTurn, other: str | None) -> Json:
    """Return terms: something of the agent's own for something of another player's.

    In an offer to anybody, the agent requests things that they have little of.
    """
    mine, theirs = (_inventory(visit, name) for name in (visit.name, other or visit.name))
    gives = _side(visit, mine, "gives", visit.choices("offer-trade", "gives_cards") if visit.can("offer-trade") else [])
    if gives and visit.chance(A_GIFT):
        return gives
    if other is None:
        few = sorted(mine["items"], key=lambda held: (held["amount"], held["item"]))
        wants: Json = {"wants": {few[0]["item"]: 1}} if few else {}
    else:
        wants = _side(visit, theirs, "wants", [card["code"] for card in theirs["cards"]])
    return {**gives, **wants}


def _side(visit: AgentTurn, inventory: Mapping[str, list[Json]], side: str, cards: list[str]) -> Json:
    """Return one side of a trade: some of an item, or a card.

    An item is chosen with a probability proportional to its amount.
    """
    held = inventory["items"]
    if cards and (not held or visit.chance(A_CARD)):
        return {f"{side}_cards": [visit.luck.choice(cards)]}
    if not held:
        return {}
    (item,) = visit.luck.choices(held, [each["amount"] for each in held])
    return {side: {item["item"]: visit.luck.randint(1, min(MAX_AT_ONCE, item["amount"]))}}


def _inventory(visit: AgentTurn, name: str) -> Mapping[str, list[Json]]:
    found = visit.caller.read(f"players/{name}/inventory/")
    items = [held for held in found.get("items", ()) if held["amount"] > 0]
    return {"items": items, "cards": found.get("cards", [])}
