"""The OpenAPI schema and the pages that show it."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client
from drf_spectacular import validation

from nomic.cycles.actions.registry import all_actions
from nomic.matches.hosting.registry import all_games
from tests.api.conftest import Bot
from tests.support.hall import Hall

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def schema() -> Any:
    return json.loads(Client().get("/api/v1/schema/").content)


def test_the_schema_is_valid_and_nothing_in_it_was_guessed(capsys: pytest.CaptureFixture[str]) -> None:
    """drf-spectacular's warnings are failures, and so is what its schema of OpenAPI does not allow.

    Its own --validate says the same in ten seconds, and as YAML the document takes some more to be written.
    """
    call_command("spectacular", "--fail-on-warn", "--format=openapi-json")
    captured = capsys.readouterr()
    document = json.loads(captured.out)
    assert document["openapi"] == "3.1.0"
    assert "Warning" not in captured.err
    allowed = Path(validation.__file__).with_name("openapi_3_1_schema.json").read_text(encoding="utf-8")
    assert [error.message for error in jsonschema_rs.validator_for(allowed).iter_errors(document)] == []


def test_every_action_has_an_operation(schema: Any) -> None:
    """One for each declared action but the system's own, with its title and the schema of its arguments."""
    paths = {path: item for path, item in schema["paths"].items() if "/actions/" in path and "post" in item}
    # What `manage.py bench` declares when it is imported may come after the document was made.
    paths = {path: item for path, item in paths.items() if "/actions/bench-" not in path}
    declared = [each for each in all_actions() if not (each.is_system or each.name.startswith("bench-"))]
    of_laws = "/api/v1/cycles/{slug}/actions/{name}/"
    assert set(paths) == {of_laws, *(f"/api/v1/cycles/{{slug}}/actions/{action.name}/" for action in declared)}
    assert paths[of_laws]["post"]["requestBody"]["content"]["application/json"]["schema"] == {"type": "object"}
    for action in declared:
        operation = paths[f"/api/v1/cycles/{{slug}}/actions/{action.name}/"]["post"]
        assert operation["summary"] == action.title
        reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        component = schema["components"]["schemas"][reference.rpartition("/")[2]]
        expected = action.args.model_json_schema(ref_template="#/components/schemas/{model}")
        within = expected.pop("$defs", {})  # what arguments are made of stands beside them
        assert component == expected
        assert within.items() <= schema["components"]["schemas"].items()
        assert {"201", "400", "401", "403", "404", "409", "413", "415", "422", "429"} <= operation["responses"].keys()


def test_the_moves_of_every_game_are_told(schema: Any) -> None:
    """Beside what holds of all: each kind with what it says; so a bot finds the cells of a Tetromic placement."""
    assert "goes on with the move" in schema["paths"]["/api/v1/matches/{code}/moves/"]["post"]["description"]
    schemas = schema["components"]["schemas"]
    assert schemas["MoveBody"]["properties"]["move"] == {"$ref": "#/components/schemas/Move"}
    games = [each["$ref"].rpartition("/")[2] for each in schemas["Move"]["anyOf"]]
    assert games == [f"Move.{game.name}" for game in all_games()]
    kinds = schemas["Move.tetromic"]["discriminator"]["mapping"]
    place = schemas[kinds["place"].rpartition("/")[2]]
    assert place["properties"]["cells"]["description"] == "The nodes that it covers: column and row of each."
    assert place["required"] == ["kind", "piece"]
    described = [part for name, part in schemas.items() if name.startswith("Move.") and name.count(".") == 2]
    assert described
    assert all(part["description"] for part in described)


def test_descriptions_have_no_indents(schema: Any) -> None:
    """What a game shows is described in paragraphs, as its docstring is read, not as it stands in the code."""
    described = [part.get("description", "") for name, part in schema["components"]["schemas"].items() if "." in name]
    assert any("\n\n" in text for text in described)
    assert not [text for text in described if "\n " in text]


def test_what_is_seen_of_every_game_is_told(schema: Any) -> None:
    """The view of a match is that of its game, with all that is in it."""
    schemas = schema["components"]["schemas"]
    assert schemas["MatchDetail"]["properties"]["view"] == {"$ref": "#/components/schemas/View"}
    assert {"$ref": "#/components/schemas/View.knucklebones"} in schemas["View"]["anyOf"]
    assert schemas["View.knucklebones.Scores"]["required"] == ["columns", "total"]


def test_no_two_actions_share_a_name_for_different_arguments() -> None:
    names: dict[str, type] = {}
    for action in all_actions():
        assert names.setdefault(action.args.__name__, action.args) is action.args


def test_operations_have_names_of_their_own(schema: Any) -> None:
    names = [operation["operationId"] for item in schema["paths"].values() for operation in item.values()]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z_]+", name) for name in names)


def test_every_operation_says_what_it_does(schema: Any) -> None:
    for item in schema["paths"].values():
        for operation in item.values():
            assert operation["summary"]
            assert operation["description"]
            assert operation["tags"][0] in {tag["name"] for tag in schema["tags"]}


def test_the_schema_is_not_sent_again(client: Client) -> None:
    response = client.get("/api/v1/schema/")
    assert client.get("/api/v1/schema/", headers={"If-None-Match": response["ETag"]}).status_code == 304


@pytest.mark.parametrize("address", ["/api/v1/docs/", "/api/v1/docs/redoc/"])
def test_the_documentation_loads_nothing_from_elsewhere(client: Client, address: str) -> None:
    """Its programs and styles come from this site, and they are there; the browser is told to load no others."""
    response = client.get(address)
    assert response.status_code == 200
    html = response.content.decode()
    assert "/api/v1/schema/" in html + client.get("/api/v1/docs/?script=").content.decode()
    addresses = re.findall(r"""(?:src|href)=["']?([^"'\s>]+)""", html)
    files = [address for address in addresses if address.startswith("/static/")]
    assert files
    assert not [address for address in addresses if "//" in address]
    assert all(finders.find(file.removeprefix("/static/")) for file in files)
    policy = dict(rule.strip().partition(" ")[::2] for rule in response["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["connect-src"] == "'self'"


def test_an_operation_of_the_schema_is_an_address(bot: Bot, cast: Hall, schema: Any) -> None:
    """What the schema calls `…/actions/leave/` can be called there."""
    assert f"{bot.root}actions/leave/".replace("hall", "{slug}") in schema["paths"]
    assert bot.act("leave").status_code == 201
