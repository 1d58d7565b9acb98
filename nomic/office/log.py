"""Writing to the log of staff."""

from typing import Any

from nomic.office.models import MAX_NAME, MAX_REASON, MAX_TEXT, StaffAct


def record(by: Any, did: str, *, about: str = "", reason: str = "", link: str = "") -> StaffAct:
    """Add a line to the log of staff. `by` is a person. Texts that are too long are cut."""
    name = by.get_username()[:MAX_NAME]
    path = link if len(link) <= MAX_TEXT else ""  # A cut link leads nowhere.
    return StaffAct.objects.create(
        by=name, did=did[:MAX_TEXT], about=about[:MAX_NAME], reason=reason[:MAX_REASON], link=path
    )
