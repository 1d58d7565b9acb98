"""Arguments that are numbers, each with bounds that may depend on the state of the cycle."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from nomic.clauses.arguments.allowed_inputs import MessageNouns
from nomic.clauses.arguments.base import Argument, ArgumentExpression, InputContext
from nomic.cycles.actions.registry import ArgumentBounds
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.effects.checking.effects_in_sections import ValueJson
from nomic.effects.language.bounds import MAX_NUMBER
from nomic.effects.language.nodes.base import Kind
from nomic.effects.language.nodes.values import as_number
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.language.world import Players, Value
from nomic.effects.prose.english_grammar import Noun, bracketed, definite, quoted_name
from nomic.law.document.sections import Law

Number = Annotated[int, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]


class NumberArgument(Argument):
    """An argument whose value is a number within bounds.

    The bounds may be expressions, evaluated at the time of the act.
    """

    kind: ClassVar[Kind] = "number"
    computable_fields: ClassVar[Mapping[str, Kind]] = {"least": "number", "most": "number"}

    is_: Literal["number"] = Field(alias="is", title="What players choose or enter")
    least: Number | ValueJson | None = Field(default=None, title="At least")
    most: Number | ValueJson | None = Field(default=None, title="At most")

    def flaws(self, law: Law, known: Vocabulary) -> Iterator[tuple[str, str]]:
        if isinstance(self.least, int) and isinstance(self.most, int) and self.least > self.most:
            yield "/most", f"this is below the minimum, {self.least}"

    def expressions(self) -> Iterator[ArgumentExpression]:
        bounds = (("/least", self.least), ("/most", self.most))
        yield from (ArgumentExpression(place, raw, "number") for place, raw in bounds if isinstance(raw, dict))

    @property
    def _has_both(self) -> bool:
        """True if the rule sets both bounds."""
        return self.least is not None and self.most is not None

    def _now(self, asking: InputContext) -> tuple[int, int]:
        """Return the current lower and upper bound."""
        low = -MAX_NUMBER if self.least is None else as_number(asking.worth(self.least))
        return low, MAX_NUMBER if self.most is None else as_number(asking.worth(self.most))

    def input_type(self) -> Any:
        low = self.least if isinstance(self.least, int) else -MAX_NUMBER
        high = self.most if isinstance(self.most, int) else MAX_NUMBER
        return Annotated[int, Field(ge=low, le=high, description=self.says or "a number")]

    def allowed_in_words(self, words: MessageNouns) -> str:
        least, most = (None if bound is None else words.number(bound) for bound in (self.least, self.most))
        if least is not None and (capped := _capped(self.most)):
            cap, other = capped
            return f"{least} to {cap}, but no more than {bracketed(words.number(other))[1:-1]}"
        if least is not None and most is not None:
            is_long = not (isinstance(self.least, int) and isinstance(self.most, int))
            return f"exactly {least}" if least == most else f"{'from ' if is_long else ''}{least} to {most}"
        return f"at least {least}" if least is not None else "a number" if most is None else f"at most {most}"

    def bounds(self, asking: InputContext) -> ArgumentBounds | None:
        return ArgumentBounds(*self._now(asking)) if any(self.expressions()) else None

    def check_possible(self, asking: InputContext) -> None:
        low, high = self._now(asking)
        if low > high:
            bounds = (
                f"at least {self._bound(asking, self.least, low)} and at most {self._bound(asking, self.most, high)}"
            )
            if isinstance(self.most, dict):
                cap = _capped(self.most)
                limiting = cap[1] if cap and high < cap[0] else self.most
                needed = self._bound(asking, self.least, low)
                detail = f"This needs at least {needed}: {asking.words.number(limiting)} is {high}."
                raise Refused("no-number", detail, asking.rule)
            raise Refused("no-number", f"No number is possible right now: it would have to be {bounds}.", asking.rule)

    def read(self, asking: InputContext, name: str, given: Any) -> Value:
        low, high = self._now(asking)
        if not low <= given <= high:
            far = "too small" if given < low else "too large"
            within = f"a whole number from {low} to {high}" if self._has_both else f"{ArgumentBounds(low, high)}"
            raise BadArguments.on(name, f"{given} is {far}: {within}{self._why(asking, given < low)}")
        return int(given)

    @staticmethod
    def _bound(asking: InputContext, raw: Any, worth: int) -> str:
        """Return a bound as text: its current number, followed by its formula if it is computed."""
        return f"{worth} ({asking.words.number(raw)})" if isinstance(raw, dict) else str(worth)

    def _why(self, asking: InputContext, is_too_small: bool) -> str:
        """Return a clause that explains how a bound is computed, or "" if the bound is constant."""
        bound, which = (self.least, "least") if is_too_small else (self.most, "most")
        if not isinstance(bound, dict):
            return ""
        return f", as the {which} is {asking.words.number(bound)} (rule “{asking.rule}”)"

    def request_in_words(self, name: str, words: MessageNouns, *, alone: bool = True) -> str:
        """Return the request in a clause's sentence: "choose how many Coins: 1 to 10"."""
        allowed = self._allowed(words)
        what = self.says or ("a number" if alone else f"the number {quoted_name(name)}")
        if what == "a number" == allowed:
            return f"choose {what}"
        if what == "a number" and (" to " in allowed or allowed.startswith("at ")):
            return f"choose {what} {'' if allowed.startswith(('from ', 'at ')) else 'from '}{allowed}"
        return f"choose {what}: {allowed}"

    def noun_of_value(self, name: str) -> Noun:
        """Return the noun "that number"."""
        return definite("that number")

    def sample_input(self, asking: InputContext, players: Players) -> Value:
        """Return the current upper bound, else the lower bound, else 1."""
        low, high = self._now(asking)
        return high if self.most is not None else low if self.least is not None else 1


def _capped(most: Any) -> tuple[int, Any] | None:
    """Return the constant and the computed part of an upper bound such as `{smallest: [10, …]}`, else None."""
    parts = most.get("smallest") if isinstance(most, dict) else None
    if isinstance(parts, list) and len(parts) == 2 and isinstance(parts[0], int) and not isinstance(parts[1], int):
        return parts[0], parts[1]
    return None
