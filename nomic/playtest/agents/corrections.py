"""The corrections policy of a playtest's keeper.

The keeper makes a correction only after a ruling or a player's request.
"""

from collections.abc import Iterator

from nomic.corrections.background.build_fork import build_waiting
from nomic.playtest.agents.court import TRUE
from nomic.playtest.client.session import Caller, Json

MAX_CHANGES = 4  # maximum number of edits to one correction until it can be adopted


class Amends:
    """The keeper's corrections: answers each request once, up to a maximum number of corrections.

    `voided` holds the ids of entries that were undone or have no effect.
    """

    def __init__(self, keeper: Caller, most: int) -> None:
        self.voided: set[str] = set()
        self._keeper = keeper
        self._most = most
        self._answered: set[str] = set()

    def make(self) -> None:
        """Make one requested correction, unless the limit is reached."""
        if self._most <= 0:
            return
        for entry, ruling in self._asked():
            if entry not in self._answered:
                self._answered.add(entry)
                self._correct(entry, ruling)
                return

    def _asked(self) -> Iterator[tuple[str, str]]:
        """Yield each entry to correct, with the number of the ruling on it or "".

        These are acts that a ruling in force calls mistakes, and acts that their players ask to undo.
        """
        for request in self._keeper.read("court/requests/", state="ruled").get("items", ()):
            meant = [each["target"] for each in request["refers_to"] if each["kind"] == "entry"]
            ruling = next((each for each in request["rulings"] if each["status"] == "stands"), None)
            if meant and ruling and ruling["verdict"] == TRUE:
                yield meant[0], str(ruling["number"])
        for entry in self._keeper.read("journal/", action="ask-to-void-act", order="newest").get("items", ()):
            yield entry["args"]["act"], ""

    def _correct(self, entry: str, ruling: str) -> None:
        """Open a correction, build its fork, and adopt or drop it.

        Before it is adopted, each act that it makes impossible is decided on.
        """
        edits: list[Json] = [{"do": "void", "entry": entry}]
        reason = "That was a mistake."
        opened = self._keeper.act("open-correction", {"edits": edits, "reason": reason, "ruling": ruling})
        if not opened.is_done:
            return
        for _ in range(MAX_CHANGES):
            build_waiting()  # as a worker does
            seen = self._seen()
            if seen["status"] != "built" or not seen["impossible"]:
                break
            edits = [*seen["edits"], *({"do": "keep", "entry": each["entry"]} for each in seen["impossible"])]
            edits = [{key: each[key] for key in ("do", "entry")} for each in edits]
            args = {"correction": seen["code"], "edits": edits, "reason": "What followed stays without effect."}
            if not self._keeper.act("edit-correction", args).is_done:
                break
        seen = self._seen()
        args = {"correction": seen["code"], "reason": reason, "version": seen["version"]}
        if seen["status"] == "built" and self._keeper.act("adopt-correction", args).is_done:
            self.voided |= {each["entry"] for each in seen["edits"]}
            self._most -= 1
        else:
            self._keeper.act("drop-correction", {"correction": seen["code"], "reason": "It cannot be."})

    def _seen(self) -> Json:
        (newest,) = self._keeper.read("corrections/", limit=1)["items"]
        return self._keeper.read(f"corrections/{newest['code']}/")
