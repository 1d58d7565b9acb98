"""Loads the recipes of installed apps: each is a file `recipes/NAME.yaml` with a picture `recipes/NAME.svg`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

import yaml
from django.apps import apps
from pydantic import BaseModel, ValidationError

from nomic.clauses.proposal_classes import stated_already
from nomic.law.document.sections import Law
from nomic.law.document.yaml_loader import NonStringKey, StringKeyLoader
from nomic.law.schema.validation_messages import validation_messages
from nomic.recipes.questions import has_any
from nomic.recipes.schema import KINDS, Part, Recipe

FOLDER = "recipes"
NAME = re.compile(r"[a-z]+(-[a-z]+)*")
PICTURE = re.compile(r'<svg viewBox="0 0 96 64" aria-hidden="true" focusable="false">[^{}]*</svg>\s*')
ACTIVE = re.compile(r"<script|<foreignobject|<style|\bon\w+=|href=|url\(", re.IGNORECASE)
Model = TypeVar("Model", bound=BaseModel)


class RecipeInvalid(ValueError):
    """Raised if a recipe file is invalid. The message names the file and the paths of the errors."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A recipe with its name, taken from the file name, and its picture as SVG."""

    name: str
    recipe: Recipe
    picture: str

    def why_not(self, law: Law) -> str:
        """Return a sentence that explains why the recipe cannot be used under a law, or "" if it can."""
        lacking = [words for section, words in self.recipe.needs.items() if not has_any(law, section)]
        if lacking:
            return f"The law has no {' and no '.join(lacking)}."
        said = stated_already(law, self.recipe.states) if self.recipe.states else ""
        return said and f"{said[0].upper()}{said[1:]}."


@cache
def recipes() -> Mapping[str, Listed]:
    """Return all recipes by name, in the order of the gallery: by kind, then by title.

    Raises RecipeInvalid if a recipe file is invalid.
    """
    found = [_listed(path) for folder in _folders() for path in sorted(folder.glob("*.yaml"))]
    names = [each.name for each in found]
    if twice := {name for name in names if names.count(name) > 1}:
        raise RecipeInvalid(f"{', '.join(sorted(twice))}: two recipes have this name")
    found.sort(key=lambda each: (KINDS.index(each.recipe.kind), each.recipe.title))
    return {each.name: each for each in found}


@cache
def recipe_parts() -> Mapping[str, Part]:
    """Return the parts that recipes can add, by name: the files `recipes/parts/NAME.yaml`.

    Raises RecipeInvalid if one of the files is invalid.
    """
    paths = [path for folder in _folders() for path in sorted((folder / "parts").glob("*.yaml"))]
    return {path.stem: read(Part, path.name, path.read_text(encoding="utf-8")) for path in paths}


def _folders() -> list[Path]:
    return [Path(config.path) / FOLDER for config in apps.get_app_configs()]


def _listed(path: Path) -> Listed:
    if not NAME.fullmatch(path.stem):
        raise RecipeInvalid(f"{path.name}: the name of a recipe is made of lower-case letters and hyphens")
    recipe = read_recipe(path.name, path.read_text(encoding="utf-8"))
    picture = path.with_suffix(".svg")
    if not picture.exists():
        raise RecipeInvalid(f"{path.name}: its picture {picture.name} is missing")
    return Listed(path.stem, recipe, read_picture(picture.name, picture.read_text(encoding="utf-8")))


def read_picture(file: str, svg: str) -> str:
    """Return the SVG of a picture, ready to embed in a page. Raises RecipeInvalid unless it is safe."""
    if not PICTURE.fullmatch(svg) or ACTIVE.search(svg):
        raise RecipeInvalid(f"{file}: a picture is one <svg> of 96 by 64 without scripts, styles or links")
    return svg.strip()


def read_recipe(file: str, text: str) -> Recipe:
    """Parse the text of a recipe file. Raises RecipeInvalid if it is malformed or inconsistent."""
    recipe = read(Recipe, file, text)
    flaws = list(recipe.flaws())
    for name, question in recipe.questions.items():
        new = getattr(question, "new", "")
        if new and new not in recipe_parts():
            flaws.append(f"questions/{name}/new: there is no part “{new}”")
    if flaws:
        raise RecipeInvalid(f"{file}: {'; '.join(flaws)}")
    return recipe


def read(model: type[Model], file: str, text: str) -> Model:
    """Parse YAML into a model. Raises RecipeInvalid with the path of each error."""
    try:
        found = yaml.load(text, StringKeyLoader)  # noqa: S506 - a SafeLoader, and stricter
    except (yaml.YAMLError, NonStringKey) as error:
        raise RecipeInvalid(f"{file}: {error}") from None
    try:
        return model.model_validate(found)
    except ValidationError as invalid:
        messages = validation_messages(model, invalid, found)
        flaws = [f"{'/'.join(map(str, each.place))}: {each.detail}" for each in messages]
        raise RecipeInvalid(f"{file}: {'; '.join(flaws)}") from None
