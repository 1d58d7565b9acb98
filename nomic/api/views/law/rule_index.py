"""Rules and what implements them."""

from pydantic import Field
from rest_framework.request import Request

from nomic.api.reading import ApiView, by_revision, reads
from nomic.api.shapes import Shape
from nomic.api.throttling import COSTLY
from nomic.cycles.models import Cycle
from nomic.cycles.rule_index import all_carried_out


class BelongingShape(Shape):
    """A place of the law that belongs to a rule: its JSON pointer and its name."""

    path: str
    name: str


class CarriedRule(Shape):
    """A rule and what implements it."""

    rule: str = Field(description="its id")
    number: str
    title: str
    clauses: list[str] = Field(description="its clauses in sentences")
    law: list[BelongingShape] = Field(
        description="entries of the law that belong to it or implement one of its sentences"
    )
    actions: list[str] = Field(description="the names of its actions")
    host: list[str] = Field(description="the parts that the host implements")
    kept_by_players: list[str] = Field(description="its sentences that only players implement")
    words_only: bool = Field(description="whether only players implement it")


class CarriedRules(Shape):
    """Every rule of the law in force, in reading order, with what implements it."""

    revision: int
    items: list[CarriedRule]


class CarriedOutView(ApiView):
    throttle_classes = COSTLY

    @reads(
        CarriedRules,
        name="law_carried_out",
        summary="See what implements each rule",
        tag="law",
        changes=by_revision,
    )
    def get(self, request: Request, cycle: Cycle, query: object) -> CarriedRules:
        """What implements each rule: clauses, entries of the law, actions, the host; or only its words, kept by the
        players.
        """
        return CarriedRules(
            revision=cycle.revision,
            items=[
                CarriedRule(
                    rule=each.placed.id,
                    number=each.placed.number,
                    title=each.placed.rule.title,
                    clauses=list(each.says),
                    law=[BelongingShape(path=place.place, name=place.words) for place in each.places],
                    actions=[action.name for action in each.actions],
                    host=list(each.host),
                    kept_by_players=list(each.kept),
                    words_only=each.is_words_only,
                )
                for each in all_carried_out(cycle.law)
            ],
        )
