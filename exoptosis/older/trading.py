"""Laws of the Hall and of Exoptwosis that said of trades in words alone what is carried out now (R21, R117)."""

from dataclasses import dataclass
from typing import Any

from nomic.law.older import Document, Older
from nomic.law.older_rules import has_rules

TIME_OF_THE_HALL = "if it comes no later than 7 days after that of the first"
OF_THE_HALL = (
    "In a trade, each of two entities gives the other a stated, finite set of items, possibly none.\n\n"
    f"A trade of two players takes place in #trades with the consent of the second, {TIME_OF_THE_HALL}. "
    "Consent may be taken back until then. The trade is void if one of the two no longer has the items or is not "
    "reputable by that time."
)
OF_EXOPTWOSIS = (
    "Whatever a player owns is in their inventory. Any two players may trade items of theirs.\n\n"
    "An item is '''gained''', or '''granted''', by being made in somebody's possession, and '''lost''', or "
    "'''revoked''', by being destroyed there.\n\n{{law table|items}}"
)
LEAVING = ("and their duel requests and candidacies", "and their open trades, duel requests and candidacies")


@dataclass(frozen=True, slots=True)
class Said:
    """A rule that said so, to the letter; the words of it that are others since; and the section that it has now."""

    rule: str
    said: str
    words: tuple[str, str]
    section: dict[str, Any]

    def fits(self, document: Document) -> bool:
        """Whether a law says it as it was, and nothing else of trades.

        Where players have voted on the rule - its words are others, it is repealed - trading stays with them.
        """
        if not has_rules(document) or "trades" in document or not isinstance(document.get("belongs", {}), dict):
            return False
        rule = document["rules"].get(self.rule)
        return rule is not None and rule["body"] == self.said

    def told(self, document: Document) -> dict[str, Any]:
        """The document with the section, and words that say what is so now; also of whoever leaves (R5)."""
        rules = dict(document["rules"])
        rules[self.rule] = {**rules[self.rule], "body": self.said.replace(*self.words)}
        if "players" in rules:
            rules["players"] = {**rules["players"], "body": rules["players"]["body"].replace(*LEAVING)}
        belongs = {**document.get("belongs", {}), "/trades": self.rule}
        return {**document, "trades": dict(self.section), "rules": rules, "belongs": belongs}

    @property
    def older(self) -> Older:
        return Older(f"/rules/{self.rule}/body", self.fits, self.told, in_words="trades")


HALL = Said(
    "trading",
    OF_THE_HALL,
    (TIME_OF_THE_HALL, "if it comes within {{law|/trades/within_hours|time}} of that of the first"),
    {"within_hours": 168, "who": {"reputable": "$me"}, "most_open": 20},
)
EXOPTWOSIS = Said("inventory", OF_EXOPTWOSIS, ("", ""), {"within_hours": 168, "most_open": 20})
OLDER = (HALL.older, EXOPTWOSIS.older)
