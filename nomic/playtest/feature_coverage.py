"""Features that a playtest should cover if the law has them, with the number of their occurrences."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from nomic.playtest.client.session import Json
from nomic.playtest.run import Season


@dataclass(frozen=True, slots=True)
class WantedFeature:
    """A feature that a playtest has to use if the law allows one of these `actions`."""

    description: str
    actions: tuple[str, ...]


WANTED: Mapping[str, WantedFeature] = {
    "proposed": WantedFeature("proposals", ("submit-proposal",)),
    "enacted": WantedFeature("proposals enacted", ("submit-proposal",)),
    "voted": WantedFeature("votes on them", ("vote",)),
    "battle": WantedFeature("battles begun", ("declare-battle",)),
    "duel": WantedFeature("duels begun", ("request-duel",)),
    "knucklebones": WantedFeature("games of Knucklebones begun", ("intend-knucklebones",)),
    "explored": WantedFeature("explorations", ("exploration_explore", "exploration_further-in")),
    "fused": WantedFeature("fusions", ("fusion_fuse",)),
    "offered": WantedFeature("trades offered", ("offer-trade",)),
    "countered": WantedFeature("counter-offers", ("counter-trade",)),
    "made": WantedFeature("trades made", ("offer-trade",)),
    "requests": WantedFeature("requests for justice", ("file-request",)),
    "rulings": WantedFeature("rulings", ("file-request",)),
    "confidence": WantedFeature("votes of confidence", ("open-confidence-vote",)),
    "overturned": WantedFeature("rulings overturned", ("open-confidence-vote",)),
    "judges": WantedFeature("elections won", ("stand-for-judge",)),
    "outages": WantedFeature("outages recorded late", ("record-outage",)),
    "corrected": WantedFeature("corrections adopted", ("open-correction",)),
    "following": WantedFeature("corrections by a ruling", ("file-request",)),
}


def count_features(season: Season, pages: Mapping[str, Iterable[Json]]) -> dict[str, int]:
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


def missing_features(seen: Mapping[str, int]) -> list[str]:
    """Describe each feature that the law has but that never occurred. `seen` is the result of `count_features`."""
    return [WANTED[name].description for name, times in seen.items() if not times]
