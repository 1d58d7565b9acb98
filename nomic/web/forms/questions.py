"""Forms for questions of rules. A form carries the options and the answers so far."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict

from nomic.effects.asking.questions import Question, decline_label, question_data
from nomic.web.matches.move_form import Answer, MoveForm

MAX_ON_BUTTON = 100  # characters of an effect
HARMS = ("destroyed", "lose ")  # words of a consequence that takes something from the player


@dataclass(frozen=True, slots=True)
class Pick:
    """An option: its form value, its label, whether it is selected, and its effect, or "" if that is not known."""

    value: str
    label: str
    chosen: bool
    does: str = ""

    @property
    def is_long(self) -> bool:
        """True if `does` is too long for a button on a page that also shows the law's own text."""
        return len(self.does) > MAX_ON_BUTTON


@dataclass(frozen=True, slots=True)
class AskedForm:
    """A question with its options. `answers` are the earlier answers, as form values."""

    prompt: str
    least: int
    most: int
    late: str
    kind: str
    picks: Sequence[Pick]
    answers: str
    declining: str = ""  # what choosing nothing does

    @property
    def is_harmful(self) -> bool:
        """True if choosing something destroys or costs something: then declining is the primary button."""
        return any(word in pick.does for pick in self.picks for word in HARMS)

    @property
    def is_declining_long(self) -> bool:
        """True if `declining` is too long for a button. See `Pick.is_long`."""
        return len(self.declining) > MAX_ON_BUTTON

    @property
    def long_effects(self) -> list[tuple[str, str]]:
        """The options with an effect too long for a button, as pairs of label and effect."""
        found = [(pick.label, pick.does) for pick in self.picks if pick.is_long]
        return [*found, (self.decline, self.declining)] if self.is_declining_long else found

    @property
    def decline(self) -> str:
        """The label for choosing nothing."""
        return decline_label(self.kind, (pick.label for pick in self.picks))

    @property
    def many(self) -> bool:
        """True if several options can be chosen. They are then ticked and sent together."""
        return self.most > 1

    @property
    def how_many(self) -> str:
        """The number of options to choose, in words. Empty if exactly one is required."""
        if self.most == 1:
            return "" if self.least or self.kind == "offer" else "Choose one, or none."
        if self.least == self.most:
            return f"Choose {self.least}."
        return f"Choose {self.least} to {self.most}." if self.least else f"Choose up to {self.most}, or none."


def asked_form(
    question: Question, chosen: Answer = (), does: Mapping[str | int, str] | None = None, declining: str = ""
) -> AskedForm:
    """Return the form of a pending question. `does` maps values of options to their consequences."""
    form = asked_form_of(question_data(question), (), chosen)
    known = {json.dumps(value): said for value, said in (does or {}).items()}
    picks = [replace(pick, does=known.get(pick.value, "")) for pick in form.picks]
    return replace(form, picks=picks, declining=declining)


def asked_form_of(question: Mapping[str, Any], answers: Sequence[Answer], chosen: Answer = ()) -> AskedForm:
    """Return the form of a question.

    `answers` are the earlier answers of the same act, `chosen` the current selection.
    """
    picks = [
        Pick(json.dumps(option["value"]), str(option["label"]), option["value"] in chosen)
        for option in question["options"]
    ]
    return AskedForm(
        question["prompt"],
        question["least"],
        question["most"],
        question["late"],
        question["kind"],
        picks,
        json.dumps([list(answer) for answer in answers]),
    )


def answers_in(form: QueryDict) -> tuple[Answer, ...]:
    """Return the answers in a form, including the current selection. Raises Unreadable if they are malformed."""
    sent = MoveForm.of(_without_move(form))
    return (sent.answered() if "answering" in form else sent).answers


def chosen_in(form: QueryDict) -> Answer:
    """Return the current selection in a form. Raises Unreadable if it is malformed."""
    return MoveForm.of(_without_move(form)).chosen


def _without_move(form: QueryDict) -> QueryDict:
    """Return the form without the field `move`.

    An argument of the action may have the same name as a match's move field.
    """
    sent = form.copy()
    sent.pop("move", None)
    return sent
