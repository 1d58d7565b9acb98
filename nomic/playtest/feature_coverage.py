"""Features that a playtest should cover if the law has them, with the number of their occurrences."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from nomic.playtest.client.session import Json
from nomic.playtest.run import Season


@dataclass(frozen=True, slots=True)
class Wanted:
    """A feature that a playtest has to use if the law allows one of these `actions`."""

    description: str
    actions: tuple[str, ...]


WANTED: Mapping[str, Wanted] = {
    "proposed": Wanted("proposals", ("submit-proposal",)),
    "enacted": Wanted("proposals enacted", ("submit-proposal",)),
    "voted": Wanted("votes on them", ("vote",)),
    "battle": Wanted("battles begun", ("declare-battle",)),
    "duel": Wanted("duels begun", ("request-duel",)),
    "knucklebones": Wanted("games of Knucklebones begun", ("intend-knucklebones",)),
    "explored": Wanted("explorations", ("exploration_explore", "exploration_further-in")),
    "fused": Wanted("fusions", ("fusion_fuse",)),
    "offered": Wanted("trades offered", ("offer-trade",)),
    "countered": Wanted("counter-offers", ("counter-trade",)),
    "made": Wanted("trades made", ("offer-trade",)),
    "requests": Wanted("requests for justice", ("file-request",)),
    "rulings": Wanted("rulings", ("file-request",)),
    "confidence": Wanted("votes of confidence", ("open-confidence-vote",)),
    "overturned": Wanted("rulings overturned", ("open-confidence-vote",)),
    "judges": Wanted("elections won", ("stand-for-judge",)),
    "outages": Wanted("outages recorded late", ("record-outage",)),
    "corrected": Wanted("corrections adopted", ("open-correction",)),
    "following": Wanted("corrections by a ruling", ("file-request",)),
}


def counted(season: Season, pages: Mapping[str, Iterable[Json]]) -> dict[str, int]:
    """Return how often each feature that the law has occurred, by its name.

    `pages` holds the cycle's trades, requests, corrections, proposals and matches as the API lists them.
    """
    known = {each["name"] for each in season.keeper.read("actions/").get("items", ())}
    acts = Counter(action for _, action in season.book.accepted.values())
    found: Counter[str] = Counter(
        {
            "voted": acts["vote"],
            "offered": acts["offer-trade"],
            "countered": acts["counter-trade"],
            "outages": acts["record-outage"] + acts["tell-anew"],  # history within some of them was rewritten
            "judges": len(season.elected),
        }
    )
    for name in ("explored", "fused"):
        found[name] = sum(acts[action] for action in WANTED[name].actions)
    found["proposed"] = acts["submit-proposal"]
    found["enacted"] = sum(each["status"] == "enacted" for each in pages["proposals"])
    found["made"] = sum(each["status"] == "made" for each in pages["trades"])
    rulings: list[Json] = []
    for request in pages["requests"]:
        found["requests"] += 1
        rulings += request["rulings"]
    found["rulings"] = len(rulings)
    found["confidence"] = sum(ruling["confidence"] is not None for ruling in rulings)
    found["overturned"] = sum(ruling["status"] != "stands" for ruling in rulings)
    for each in pages["corrections"]:
        found["corrected"] += each["status"] == "adopted"
        found["following"] += each["status"] == "adopted" and bool(each["following"])
    for match in pages["matches"]:
        if match["started_at"]:
            found[match["game"] if match["game"] in WANTED else match["kind"]] += 1
    return {name: found[name] for name, wanted in WANTED.items() if known.intersection(wanted.actions)}


def missing(seen: Mapping[str, int]) -> list[str]:
    """Describe each feature that the law has but that never occurred. `seen` is the result of `counted`."""
    return [WANTED[name].description for name, times in seen.items() if not times]
