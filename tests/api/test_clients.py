"""Clients can be generated from the OpenAPI document, by three generators, and none leaves anything out."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.support.documented_answers import document

CLIENTS = Path(__file__).parents[1] / "clients"
DOCUMENT = "urn:document"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The document of the site as a file."""
    from nomic.api.documentation import schema_text

    path = tmp_path_factory.mktemp("document") / "openapi.json"
    path.write_bytes(schema_text())
    return path


def run(*command: str | Path, cwd: Path) -> str:
    """What a generator printed. It fails if it does."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(command, cwd=cwd, env={**os.environ, "PATH": path}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_the_document_is_valid() -> None:
    """By the specification, placeholders of addresses and all."""
    assert [error.message for error in OpenAPIV31SpecValidator(document()).iter_errors()] == []


def test_defaults_fit_what_they_are_defaults_of() -> None:
    registry: Registry[Any] = Registry().with_resource(DOCUMENT, Resource(document(), DRAFT202012))
    wrong, found = [], 0
    for place, part in parts(document()):
        if "default" in part and part.keys() & {"type", "anyOf", "oneOf", "$ref"}:
            found += 1
            validator = Draft202012Validator(absolute(part), registry=registry)
            wrong += [f"{place}: {error.message}" for error in validator.iter_errors(part["default"])]
    assert found
    assert wrong == []


def parts(part: Any, place: str = "") -> Any:
    """Every object in the document, with its place."""
    if isinstance(part, dict):
        yield place, part
        for name, within in part.items():
            yield from parts(within, f"{place}/{name}")
    elif isinstance(part, list):
        for index, within in enumerate(part):
            yield from parts(within, f"{place}/{index}")


def absolute(part: Any) -> Any:
    """The same with references that lead into the document from anywhere."""
    if isinstance(part, dict):
        return {name: DOCUMENT + value if name == "$ref" else absolute(value) for name, value in part.items()}
    return [absolute(each) for each in part] if isinstance(part, list) else part


def test_no_two_components_are_the_same_class() -> None:
    """Names of shapes belong to one shape; titles, after which classes are called, to one component."""
    from pydantic import BaseModel

    def below(base: type[BaseModel]) -> Any:
        for shape in base.__subclasses__():
            yield shape
            yield from below(shape)

    components = document()["components"]["schemas"]
    places: dict[str, set[str]] = {}
    for shape in below(BaseModel):
        if shape.__name__ in components and shape.__module__.split(".")[0] in ("nomic", "exoptosis"):
            places.setdefault(shape.__name__, set()).add(shape.__module__)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
    titles = [part["title"] for part in components.values()]
    assert len(titles) == len(set(titles))


def test_every_address_of_the_api_is_in_the_document() -> None:
    """But for the pages that show the document."""
    from nomic.api.urls import urlpatterns

    def below(patterns: Sequence[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
        for each in patterns:
            address = f"{before}{each.pattern}"
            if isinstance(each, URLResolver):
                yield from below(each.url_patterns, address)
            else:
                yield address

    addresses = {re.sub(r"<(?:[\w-]+:)?(\w+)>", r"{\1}", each) for each in below(urlpatterns)}
    assert len(addresses) > 70
    described = {path.removeprefix("/api/v1/") for path in document()["paths"]}
    assert {each for each in addresses if each not in described and not each.startswith(("docs/", "^"))} == set()
    assert "cycles/{slug}/actions/join/" in described  # an action of the host, beside those of laws


@pytest.mark.slow
def test_a_python_client_can_be_generated(file: Path, tmp_path: Path) -> None:
    """openapi-python-client warns of whatever it leaves out."""
    said = run(
        "openapi-python-client",
        "generate",
        "--path",
        file,
        "--meta",
        "none",
        "--output-path",
        tmp_path / "client",
        cwd=tmp_path,
    )
    assert "WARNING" not in said.upper(), said[:3000]
    assert "Unable" not in said, said[:3000]
    models = {path.stem for path in (tmp_path / "client" / "models").glob("*.py")}
    assert {"performed", "tetromic_place_move", "knucklebones_view", "phase_began_event"} <= models
    for path in (tmp_path / "client").rglob("*.py"):
        ast.parse(path.read_text())


@pytest.mark.slow
def test_pydantic_models_can_be_generated(file: Path, tmp_path: Path) -> None:
    """datamodel-code-generator; the models of answers are there and can be imported."""
    said = run(
        "datamodel-codegen", "--input", file, "--input-file-type", "openapi", "--output", "models",
        "--output-model-type", "pydantic_v2.BaseModel", "--formatters", "builtin", cwd=tmp_path,
    )  # fmt: skip
    assert "warning" not in said.lower(), said[:3000]
    run(
        sys.executable,
        "-c",
        "from models import Performed, MatchDetail, Proof; from models.Move.tetromic import Place",
        cwd=tmp_path,
    )


@pytest.mark.slow
@pytest.mark.npm
def test_typescript_types_can_be_generated(file: Path, tmp_path: Path) -> None:
    """openapi-typescript, as the lock file names it."""
    for name in ("package.json", "package-lock.json"):
        shutil.copy(CLIENTS / name, tmp_path)
    run("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", cwd=tmp_path)
    said = run("npx", "--no-install", "openapi-typescript", file, "-o", "api.ts", cwd=tmp_path)
    assert "warn" not in said.lower(), said[:3000]
    written = (tmp_path / "api.ts").read_text()
    assert '"Move.tetromic.Place"' in written
    assert "webhook_news" in written
