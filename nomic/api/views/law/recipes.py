"""Recipes: the list under the law in force, and the proposal that a recipe makes of answers."""

from collections.abc import Mapping
from typing import Annotated, Any

from django.http import Http404
from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from rest_framework.request import Request

from nomic.api.read_view import ApiView, by_revision, reads
from nomic.api.response_model import Shape
from nomic.api.throttling import COSTLY
from nomic.api.write_view import CHECK_STATUSES, writes
from nomic.cycles.domain.exceptions import BadArguments, FieldError
from nomic.cycles.models import Cycle
from nomic.law.document.sections import Law
from nomic.recipes.catalogue import Listed, recipes
from nomic.recipes.drafting import PreparedQuestion, asked_under, draft_from_recipe
from nomic.recipes.questions import NO, YES

PARTS: Mapping[str, Any] = {
    "name": {"type": "string", "pattern": "^[-a-z]+$", "description": "the `name` of the recipe in the list"}
}
Sent = Annotated[str, StringConstraints(max_length=200)] | int | bool


class RecipeChoice(Shape):
    """An answer that fits: the value to send, and its label. An empty value stands for something new."""

    value: str
    label: str


class RecipeQuestion(Shape):
    """A question of a recipe under the law in force.

    `kind` is amount, item, entry, phase, name, text, yes-no or choice. `choices` is null if the answer is written
    freely. `least` and `most` are the bounds of an amount; `most` is the length of a name or a text.
    """

    name: str
    asks: str
    help: str
    kind: str
    default: str = Field(description="the answer that is taken if none is sent")
    choices: list[RecipeChoice] | None
    least: int | None
    most: int | None


class RecipeShape(Shape):
    """A recipe for a proposal. `why_not` is empty, or says why the law in force does not allow it."""

    name: str
    title: str
    kind: str
    says: str
    why_not: str
    questions: list[RecipeQuestion]


class RecipeList(Shape):
    """All recipes, with their questions under this revision of the law."""

    revision: int
    items: list[RecipeShape]


class RecipeAnswers(BaseModel):
    """Answers to a recipe's questions by name. A question without an answer gets its default."""

    model_config = ConfigDict(extra="forbid")

    answers: dict[Annotated[str, StringConstraints(max_length=30)], Sent] = Field(default={}, max_length=20)


class RecipeDraft(Shape):
    """A complete proposal, which can be sent to the action `submit-proposal` unchanged. Nothing was submitted."""

    title: str
    text: str
    amendments: list[dict[str, Any]]
    effects: list[dict[str, Any]]
    made_of: dict[str, Any] = Field(description="the recipe with all its answers, so that they can be changed later")


class RecipesView(ApiView):
    throttle_classes = COSTLY

    @reads(RecipeList, name="recipes", summary="List the recipes for proposals", tag="proposals", changes=by_revision)
    def get(self, request: Request, cycle: Cycle, query: object) -> RecipeList:
        """Recipes are proposals that lack only a few answers. The choices are those of the law in force."""
        return RecipeList(revision=cycle.revision, items=[_recipe(each, cycle.law) for each in recipes().values()])


def _recipe(listed: Listed, law: Law) -> RecipeShape:
    recipe = listed.recipe
    return RecipeShape(
        name=listed.name,
        title=recipe.title,
        kind=recipe.kind,
        says=recipe.says,
        why_not=listed.why_not(law),
        questions=[_question(each) for each in asked_under(listed, law)],
    )


def _question(asked: PreparedQuestion) -> RecipeQuestion:
    question = asked.question
    choices = asked.choices
    return RecipeQuestion(
        name=asked.name,
        asks=question.asks,
        help=question.help,
        kind=question.is_,
        default=asked.default,
        choices=None if choices is None else [RecipeChoice.from_object(choice) for choice in choices],
        least=getattr(question, "least", None),
        most=getattr(question, "most", None),
    )


class RecipeDraftView(ApiView):
    throttle_classes = COSTLY

    @writes(
        RecipeDraft,
        RecipeAnswers,
        name="draft_recipe",
        summary="Make a proposal of a recipe",
        description="Answers become a title, a text, amendments and effects. Nothing is submitted.",
        tag="proposals",
        parts=PARTS,
        errors=CHECK_STATUSES,
    )
    def post(self, request: Request, cycle: Cycle, body: RecipeAnswers, name: str) -> RecipeDraft:
        listed = recipes().get(name)
        if listed is None:
            raise Http404("There is no such recipe.")
        try:
            drafted = draft_from_recipe(
                listed, cycle.law, {each: _as_sent(value) for each, value in body.answers.items()}
            )
        except BadArguments as bad:
            raise BadArguments(
                [FieldError(f"answers/{error.field}" if error.field else "", error.detail) for error in bad.errors]
            ) from None
        return RecipeDraft.from_object(drafted)


def _as_sent(value: str | int | bool) -> str:
    """Return an answer as the text that a form would send."""
    return {True: YES, False: NO}[value] if isinstance(value, bool) else str(value)
