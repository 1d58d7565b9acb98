"""The ways in which a cycle can be played by a program: directly, and through the REST API."""

from dataclasses import dataclass
from typing import Any, Protocol

from django.test import Client

from nomic.accounts.models import Person
from nomic.accounts.tokens import issue_token
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Action
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.exceptions import BadArguments, KeyReused, NoSuchAction, NoSuchCycle, NotAllowed, Refused
from tests.support.hall import Hall

Choices = dict[str, list[Any]]


@dataclass(frozen=True)
class Reason:
    """Why the rules say no."""

    code: str
    detail: str
    rule: str


@dataclass(frozen=True)
class Offer:
    """An action as somebody is told of it: possible, with what its arguments can be, or why not."""

    name: str
    reason: Reason | None
    choices: Choices
    required: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Answer:
    """What came of trying: accepted (the entry's number), refused by the rules, or unfit in some other way."""

    seq: int | None = None
    reason: Reason | None = None
    unfit: str = ""


def _required(schema: Any) -> frozenset[str]:
    """The arguments that a JSON schema requires."""
    return frozenset(schema.get("required", ()))


class Face(Protocol):
    """One way in."""

    def offers(self, name: str) -> list[Offer]:
        """What somebody is told that they can do, and why not the rest."""

    def act(self, name: str, action: str, args: Any) -> Answer:
        """Try it. Nothing but an answer ever comes back."""


def reason_of(told: dict[str, str]) -> Reason:
    """A reason as the API tells it; which rule it is by its id, no other face says."""
    return Reason(told["code"], told["detail"], told["rule"])


class Directly:
    """By calling `perform`."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def offers(self, name: str) -> list[Offer]:
        self._hall.settle()
        ctx = self._hall.read_context(name)
        return [
            Offer(action, Reason(each.reason.code, each.reason.detail, each.reason.rule), {})
            if each.reason is not None
            else Offer(action, None, self._choices(each.action, ctx), _required(each.action.schema()))
            for action, each in self._hall.can(name).items()
        ]

    @staticmethod
    def _choices(action: Action, ctx: ReadContext) -> Choices:
        found = action.choices(ctx) if action.choices else {}
        return {argument: [choice.value for choice in choices] for argument, choices in found.items()}

    def act(self, name: str, action: str, args: Any) -> Answer:
        try:
            performed = perform(self._hall.slug, self._hall.actor(name), action, args)
        except Refused as refused:
            return Answer(reason=Reason(refused.code, refused.detail, refused.rule))
        except (BadArguments, NoSuchAction, NoSuchCycle, NotAllowed, KeyReused) as refusal:
            return Answer(unfit=f"{refusal.code}: {refusal.detail}")
        return Answer(seq=performed.entry.seq)


UNFIT_STATUS = (400, 403, 404, 413, 422)


class ThroughTheApi:
    """By requests of bots, each with its person's token; `secrets` keeps those from game to game."""

    def __init__(self, hall: Hall, secrets: dict[str, str]) -> None:
        self._hall = hall
        self._root = f"/api/v1/cycles/{hall.slug}/actions/"
        self._secrets = secrets
        self._client = Client()

    def _as(self, name: str) -> dict[str, str]:
        if name not in self._secrets:
            person = Person.objects.get(pk=self._hall.actor(name).person_id)
            self._secrets[name] = issue_token(person, "machine")[1]
        return {"Authorization": f"Bearer {self._secrets[name]}"}

    def offers(self, name: str) -> list[Offer]:
        response = self._client.get(self._root, {"choices": "true"}, headers=self._as(name))
        assert response.status_code == 200, response.content
        return [
            Offer(
                item["name"],
                None if item["reason"] is None else reason_of(item["reason"]),
                {
                    argument: [choice["value"] for choice in choices]
                    for argument, choices in (item["choices"] or {}).items()
                },
                _required(item["arguments"]),
            )
            for item in response.json()["items"]
        ]

    def act(self, name: str, action: str, args: Any) -> Answer:
        response = self._client.post(
            f"{self._root}{action}/", args, content_type="application/json", headers=self._as(name)
        )
        found = response.json()
        if response.status_code == 201:
            return Answer(seq=found["entry"]["seq"])
        assert response["Content-Type"] == "application/problem+json", response.content
        if response.status_code == 409:
            return Answer(reason=Reason(found["code"], found["detail"], found.get("rule", "")))
        assert response.status_code in UNFIT_STATUS, response.content
        return Answer(unfit=f"{found['code']}: {found['detail']}")
