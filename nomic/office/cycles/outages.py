"""Recording of an outage by form: entered in local time, for one game or for all running ones."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.db.models import Q
from django.utils import timezone

from nomic.accounts.time_zones import LocalInstant, utc_of, zone_choices
from nomic.cycles.commands.act_stages import PerformedAct
from nomic.cycles.commands.preview import Preview, perform_or_preview
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import BadArguments, NotCurrent, Refusal
from nomic.cycles.history.rewrite import LaterActs
from nomic.cycles.models import Cycle, Status

RECORD = "record-outage"
MAX_GAMES = 50  # for which an outage is entered at once
MAX_REASON = 300
LATELY = timedelta(days=28)  # since the end of a game for which an outage can still be recorded here


class OutageForm(forms.Form):
    """An outage: its beginning and end in local time, the zone of both, the games, and the reason."""

    began = LocalInstant(label="Began")
    ended = LocalInstant(
        label="Ended",
        required=False,
        help_text="Leave it empty if it lasts until now. Record it again from its beginning when it is over.",
    )
    zone = forms.ChoiceField(label="Time zone for both", choices=zone_choices)
    game = forms.ChoiceField(label="Which games", required=False)
    ahead = forms.BooleanField(
        label="It ends in the future", required=False, help_text="Tick this only if you know its end beforehand."
    )
    reason = forms.CharField(label="Reason", max_length=MAX_REASON, help_text="Everybody can read it in the journal.")

    def __init__(self, *args: Any, games: list[Cycle], now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._now = now
        if not self.is_bound:
            self.fields["zone"].widget.attrs["data-own-zone"] = ""
        choices = [("", "All games that were running then"), *((game.slug, game.title) for game in games)]
        self.fields["game"].choices = choices  # type: ignore[attr-defined]  # a ChoiceField, which mypy cannot see here

    def clean(self) -> dict[str, Any]:
        """Convert both times to UTC. A time in the future is refused, except for an announced end."""
        said = super().clean() or {}
        if not said.get("zone"):
            return said
        for name in ("began", "ended"):
            if said.get(name) is not None:
                said[name] = self._in_utc(name, said[name], said["zone"])
        began, ended = said.get("began"), said.get("ended")
        if began is not None and began > self._now:
            self.add_error("began", "That is in the future. An outage is recorded when it has begun.")
        if ended is not None and ended > self._now and not said.get("ahead"):
            self.add_error("ended", "That is in the future. If you mean it, tick “It ends in the future”.")
        if began is not None and ended is not None and ended <= began:
            self.add_error("ended", "The end has to be after the beginning.")
        return said

    def _in_utc(self, name: str, local: datetime, zone: str) -> datetime | None:
        """Return a local time in UTC, or None after adding an error.

        Of an ambiguous time, the longer outage is assumed.
        """
        try:
            return utc_of(local, zone, is_later=name == "ended")
        except forms.ValidationError as wrong:
            self.add_error(name, wrong)
            return None

    def fields_of_act(self) -> dict[str, str]:
        """Return the valid form as arguments of the action."""
        said = self.cleaned_data
        times = {name: said[name].isoformat() for name in ("began", "ended") if said.get(name) is not None}
        return {**times, "reason": said["reason"]}


@dataclass(frozen=True, slots=True)
class OutageOfGame:
    """An outage in one game: recorded, previewed, or refused with a reason, perhaps for later acts."""

    game: Cycle
    done: PerformedAct | None = None
    preview: Preview | None = None
    why_not: str = ""
    impossible: LaterActs | None = None


def _in_words(refused: Refusal | NotCurrent) -> str:
    """Return a refusal in sentences, without names of fields that the form does not have."""
    if not isinstance(refused, BadArguments):
        return refused.detail
    return " ".join(f"{error.detail[:1].upper()}{error.detail[1:]}." for error in refused.errors)


def games_of_outages() -> list[Cycle]:
    """Return the real games that are running, and those that ended recently, because an outage may have ended them.

    At most one more game is returned than an outage can be entered for.
    """
    now = timezone.now()
    lately = Q(status=Status.RUNNING) | Q(ended_at__gt=now - LATELY)
    games = Cycle.objects.filter(lately, fork_of=None, practice=False, archived_at=None, starts_at__lte=now)
    return list(games.order_by("title", "pk")[: MAX_GAMES + 1])


def record_or_show(
    games: list[Cycle], actor: Actor, fields: Mapping[str, str], once: str, tokens: Mapping[str, str]
) -> list[OutageOfGame]:
    """Record an outage in each game whose current preview is in `tokens`, by slug, and preview it for the others.

    Each game gets an act of its own. If the same form is sent again, nothing is recorded twice. Of several games, those
    that have ended are left out if nothing was due in them during the outage.
    """
    found = []
    for game in games:
        token = tokens.get(game.slug, "")
        try:
            made = perform_or_preview(game.slug, actor, RECORD, dict(fields), key=f"{once}-{game.pk}", token=token)
        except (Refusal, NotCurrent) as refused:
            if len(games) > 1 and refused.code == "cycle-ended":
                continue  # it is over, and not by the outage
            later = refused if isinstance(refused, LaterActs) else None
            found.append(OutageOfGame(game, why_not=_in_words(refused), impossible=later))
        else:
            if isinstance(made, PerformedAct):
                found.append(OutageOfGame(game, done=made))
            else:
                found.append(OutageOfGame(game, preview=made))
    return found
