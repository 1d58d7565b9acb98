"""Chance whose draws a test sets, for engines of games."""


class Laid:
    """Chance with predetermined draws, counted from 0. `drawn` has the label and the sides of each draw."""

    def __init__(self, *values: int) -> None:
        self._values = list(values)
        self.drawn: list[tuple[str, int]] = []

    def below(self, sides: int, label: str, purpose: str) -> int:
        assert label
        assert purpose
        assert self._values, f"nobody foresaw this draw: {label} (1 of {sides})"
        self.drawn.append((label, sides))
        value = self._values.pop(0)
        assert 0 <= value < sides
        return value

    @property
    def is_used_up(self) -> bool:
        """Whether all predetermined values were drawn."""
        return not self._values


class First:
    """Chance that always draws 0, the first of what there is."""

    told: tuple[int, ...] = ()
    drawn: tuple[object, ...] = ()

    def below(self, sides: int, label: str, purpose: str) -> int:
        return 0
