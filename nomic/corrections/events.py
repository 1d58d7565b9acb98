"""Events of corrections."""

from typing import ClassVar

from nomic.cycles.domain.events import Event, Topic


class CorrectionEvent(Event, frozen=True):
    """Base of the events of corrections."""

    about: ClassVar[Topic] = "Judge and corrections"


class CorrectionOpened(CorrectionEvent, frozen=True, tag="correction-opened"):
    """A person opened a correction of the past, with a commitment to the seed for draws that only its fork has."""

    whenever: ClassVar[str] = "a correction of the past is opened"
    correction: str
    commitment: str


class CorrectionEdited(CorrectionEvent, frozen=True, tag="correction-edited"):
    """A correction was changed, and its fork is built again."""

    whenever: ClassVar[str] = "a correction of the past is changed"
    correction: str


class CorrectionDropped(CorrectionEvent, frozen=True, tag="correction-dropped"):
    """A correction was dropped: nothing has changed."""

    whenever: ClassVar[str] = "a correction of the past is dropped"
    correction: str


class CorrectionAdopted(CorrectionEvent, frozen=True, tag="correction-adopted"):
    """A correction was adopted: its fork is now the history."""

    whenever: ClassVar[str] = "a correction of the past is adopted"
    correction: str


class ActVoided(CorrectionEvent, frozen=True, tag="act-voided"):
    """A player took back one of their acts."""

    whenever: ClassVar[str] = "somebody undoes one of their own acts"
    act: str


class VoidingAsked(CorrectionEvent, frozen=True, tag="voiding-asked"):
    """A player asked for permission to take back one of their acts."""

    whenever: ClassVar[str] = "somebody asks to undo one of their own acts"
    act: str
