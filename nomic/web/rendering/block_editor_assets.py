"""Addresses of the block editor's files, and the data of a piece for its script."""

import hashlib
from functools import cache

import msgspec
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from nomic.effects.blocks.gaps import Gap
from nomic.effects.workspaces.shapes import as_data
from nomic.effects.workspaces.toolbox import Workspace

LIBRARY, WORDS, MEDIA, STYLES = (
    "blockly/blockly_compressed.js", "blockly/msg/en.js", "blockly/media/", "css/block-editor.css",
)  # fmt: skip


@cache
def is_installed() -> bool:
    """Return whether the editor's library is installed from npm (`nomic.devtools.browser_assets`)."""
    return finders.find(LIBRARY) is not None


@cache
def shapes_as_json() -> bytes:
    """Return the shapes of all blocks as JSON for the block editor."""
    return msgspec.json.encode(as_data())


@cache
def shapes_digest() -> str:
    """Return a digest of the shapes, which is part of the URL that serves them."""
    return hashlib.blake2b(shapes_as_json(), digest_size=8).hexdigest()


def data_of(workspace: Workspace) -> SafeString:
    """Return a piece's workspace as JSON inside a template element, which browsers do not display."""
    json = msgspec.json.encode(workspace).decode()
    for sign in "<>&":
        json = json.replace(sign, f"\\u{ord(sign):04x}")
    return mark_safe(f"<template data-workspace>{json}</template>")  # noqa: S308 - no sign of HTML is in it


def flaws_of(gap: Gap) -> str:
    """Return the flaws of a piece as JSON, each with its path within the piece."""
    found = [(each.place.removeprefix(gap.place), flaw) for each in gap.walk() for flaw in each.wrong]
    return msgspec.json.encode(found).decode()


def addresses() -> dict[str, str]:
    """Return the URLs of the block editor's files: library, words, media, shapes and styles."""
    shapes = reverse("web:block-shapes", args=[shapes_digest()])
    return {
        "library": static(LIBRARY),
        "words": static(WORDS),
        "media": static(MEDIA),
        "shapes": shapes,
        "styles": static(STYLES),
    }
