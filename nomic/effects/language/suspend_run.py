"""Stops a run at an unanswered question, and stores the remaining steps.

Code that runs a list of steps, or the same steps for several members, adds the unreached part as a frame. The frames
are run later in order. The first frame starts with the step that stopped, which now finds its answer. So nothing before
the question is done twice.
"""

from collections.abc import Sequence

from msgspec import Struct

from nomic.effects.asking.questions import Question
from nomic.effects.language.nodes.base import text_of
from nomic.effects.language.world import Members, Names, Rest, Step


class Frame(Struct, frozen=True, omit_defaults=True):
    """A remaining part of an effect: `rest`, run once, or once for each of `members`, bound to the name `each`."""

    rest: Rest
    each: str = ""
    members: Members = ()


class RunSuspended(Exception):
    """Raised when a run needs an answer that has not been given. `frames` are the remaining parts, innermost first."""

    def __init__(self, questions: Sequence[Question]) -> None:
        self.questions = tuple(questions)
        self.frames: list[Frame] = []
        super().__init__("the run waits for an answer")

    def keep_list(self, effect: Sequence[Step], place: int, names: Names) -> None:
        """Add the rest of a list that stopped at index `place` to the frames.

        The step at this index is left out if a step inside it stopped, because that step has its own frame.
        """
        left = effect[place if not self.frames else place + 1 :]
        if left or not self.frames:
            self.frames.append(Frame(_rest(left, names)))

    def keep_turns(self, effect: Sequence[Step], each: str, members: Members, names: Names) -> None:
        """Add the remaining members of a loop that stopped to the frames. `each` is the name bound to the member."""
        if effect and members:
            self.frames.append(Frame(_rest(effect, names), each, members))


def _rest(effect: Sequence[Step], names: Names) -> Rest:
    return Rest(text_of([step.raw for step in effect]), effect[0].scope, dict(names))
