"""A run that stops at a question nobody has answered yet, and what is left of it then.

Whatever runs a list of steps, or the same steps for one after the other, adds what it has not come to as a frame. The
frames are gone through later, in their order. The step that stopped is the first of the first frame: run again, it
finds its answer. So nothing that was done before a question is done twice.
"""

from collections.abc import Sequence

from msgspec import Struct

from nomic.effects.asking.questions import Question
from nomic.effects.language.nodes.base import text_of
from nomic.effects.language.world import Members, Names, Rest, Step


class Frame(Struct, frozen=True, omit_defaults=True):
    """A piece of an effect that is left: `rest` once, or once for each of `members`, which it calls `each`."""

    rest: Rest
    each: str = ""
    members: Members = ()


class Stopped(Exception):
    """Raised where a run cannot go on before somebody answers. `frames` are what is left, the innermost first."""

    def __init__(self, questions: Sequence[Question]) -> None:
        self.questions = tuple(questions)
        self.frames: list[Frame] = []
        super().__init__("the run waits for an answer")

    def keep_list(self, effect: Sequence[Step], place: int, names: Names) -> None:
        """A list stopped at this place: the step there is run again where nothing within it stopped."""
        left = effect[place if not self.frames else place + 1 :]
        if left or not self.frames:
            self.frames.append(Frame(_rest(left, names)))

    def keep_turns(self, effect: Sequence[Step], each: str, members: Members, names: Names) -> None:
        """A loop stopped: these members are left, in their order."""
        if effect and members:
            self.frames.append(Frame(_rest(effect, names), each, members))


def _rest(effect: Sequence[Step], names: Names) -> Rest:
    return Rest(text_of([step.raw for step in effect]), effect[0].scope, dict(names))
