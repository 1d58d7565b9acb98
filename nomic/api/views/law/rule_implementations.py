"""Rules with the parts of the law and the program that implement them."""

from pydantic import AliasPath, Field
from rest_framework.request import Request

from nomic.api.read_view import ApiView, by_revision, reads
from nomic.api.response_model import Shape
from nomic.api.throttling import COSTLY
from nomic.cycles.models import Cycle
from nomic.cycles.rule_implementations import all_carried_out


class BelongingShape(Shape):
    """A place of the law that belongs to a rule: its JSON pointer and its name."""

    path: str = Field(validation_alias="place")
    name: str = Field(validation_alias="words")


class CarriedRule(Shape):
    """A rule with everything that implements it."""

    rule: str = Field(validation_alias=AliasPath("placed", "id"), description="its id")
    number: str = Field(validation_alias=AliasPath("placed", "number"))
    title: str = Field(validation_alias=AliasPath("placed", "rule", "title"))
    clauses: list[str] = Field(
        validation_alias="clause_sentences", description="what its clauses say, in sentences made from them"
    )
    law: list[BelongingShape] = Field(
        validation_alias="places", description="entries of the law that belong to it or implement one of its sentences"
    )
    actions: list[str] = Field(description="the names of its actions")
    host: list[str] = Field(description="the parts that the host implements")
    kept_by_players: list[str] = Field(validation_alias="kept", description="its sentences that only players implement")
    words_only: bool = Field(validation_alias="is_words_only", description="whether only players implement it")


class CarriedRules(Shape):
    """Every rule of the law in force, in reading order, with everything that implements it."""

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
        """Return the implementation of each rule: clauses, entries of the law, actions, or the host.

        A rule without any of them is implemented by its text alone, which the players observe.
        """
        return CarriedRules(
            revision=cycle.revision,
            items=[
                CarriedRule.from_object(each, actions=[action.name for action in each.actions])
                for each in all_carried_out(cycle.law)
            ],
        )
