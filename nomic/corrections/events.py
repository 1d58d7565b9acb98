"""What happens to corrections."""

from typing import ClassVar

from nomic.cycles.domain.events import Event


class CorrectionOpened(Event, frozen=True, tag="correction-opened"):
    """Somebody proposes to correct the past; the seed of what only the fork has is committed to."""

    whenever: ClassVar[str] = "a correction of the past is opened"
    correction: str
    commitment: str


class CorrectionEdited(Event, frozen=True, tag="correction-edited"):
    """A correction says something else now, and is told again."""

    whenever: ClassVar[str] = "a correction of the past is changed"
    correction: str


class CorrectionDropped(Event, frozen=True, tag="correction-dropped"):
    """A correction is dropped: nothing has changed."""

    whenever: ClassVar[str] = "a correction of the past is dropped"
    correction: str


class CorrectionAdopted(Event, frozen=True, tag="correction-adopted"):
    """A correction is adopted: what it told is what happened."""

    whenever: ClassVar[str] = "a correction of the past is adopted"
    correction: str


class ActVoided(Event, frozen=True, tag="act-voided"):
    """Somebody has taken back an act of their own."""

    whenever: ClassVar[str] = "somebody takes back an act of their own"
    act: str


class VoidingAsked(Event, frozen=True, tag="voiding-asked"):
    """Somebody asks to have an act of their own taken back."""

    whenever: ClassVar[str] = "somebody asks to take back an act of their own"
    act: str
