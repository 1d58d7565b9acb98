"""Extracts the texts of templates: those of all branches, with "…" for each value."""

from collections.abc import Iterator
from pathlib import Path

from django.template.base import Lexer, Token, TokenType

from nomic.devtools.texts.html import text_on_one_line, texts_of_html, without_repeats

# Tags that print nothing. Other tags may print a value.
SILENT = frozenset(
    [
        "autoescape",
        "block",
        "comment",
        "csrf_token",
        "empty",
        "extends",
        "filter",
        "for",
        "if",
        "ifchanged",
        "load",
        "now",
        "spaceless",
        "with",
    ]
)
BRANCHES = frozenset(("elif", "else", "empty"))
BRANCH = "<p>"  # ends a text, so that those of two branches do not run into one another


def texts_of_template(source: str, *, is_html: bool = True) -> list[str]:
    """Return the texts of a template. In plain text, each paragraph is one text."""
    shown = "".join(_shown(Lexer(source).tokenize()))
    return without_repeats(
        texts_of_html(shown) if is_html else [text_on_one_line(part) for part in shown.split("\n\n")]
    )


def _shown(tokens: list[Token]) -> Iterator[str]:
    commented = False
    for token in tokens:
        words = token.split_contents() if token.token_type == TokenType.BLOCK else []
        name = words[0] if words else ""
        if name in ("comment", "endcomment"):
            commented = name == "comment"
        elif commented or token.token_type == TokenType.COMMENT:
            continue
        elif token.token_type == TokenType.TEXT:
            yield token.contents
        elif token.token_type == TokenType.VAR:
            yield "…"
        elif name in BRANCHES:
            yield BRANCH
        elif name not in SILENT and not name.startswith("end"):
            yield "…"


def templates(folder: Path) -> list[Path]:
    """Return all templates below a folder: pages, mails and wiki pages."""
    return sorted(path for path in folder.rglob("*") if path.suffix in (".html", ".txt", ".wiki", ".xml", ".md"))
