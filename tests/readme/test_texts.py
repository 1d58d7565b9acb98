"""The texts that people read stand in docs/texts, so that a change of wording is reviewed as such."""

from pathlib import Path
from typing import Any

import pytest

from nomic.devtools.management.commands.texts import LISTS, page
from nomic.devtools.texts.code import texts_of_code, texts_of_script
from nomic.devtools.texts.html import texts_of_html
from nomic.devtools.texts.templates import texts_of_template
from tests.support.generated_files import assert_is_generated


@pytest.mark.parametrize("name", LISTS)
def test_the_texts_on_file_are_those_of_the_code(name: str) -> None:
    assert_is_generated(f"docs/texts/{name}.txt", page(name), f"manage.py texts {name}")


def test_the_texts_of_a_new_game_are_listed(tmp_path: Path, settings: Any) -> None:
    """Those of its code and of its templates, with no list of games to extend."""
    settings.BASE_DIR = tmp_path
    for file, text in {
        "nomic/apps.py": "",
        "chess/apps.py": "",
        "chess/engine.py": 'LABEL = "Castle to the left"',
        "chess/templates/chess/board.html": "<p>Your king is in check.</p>",
    }.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text)
    assert "chess/engine.py\n  Castle to the left\n" in page("messages")
    assert "chess/templates/chess/board.html\n  Your king is in check.\n" in page("pages")


def test_a_page_says_its_paragraphs_buttons_and_labels() -> None:
    html = (
        "<h1>Hall</h1><p>You <b>win</b>\n now.</p><script>let text = 'no no'</script><svg><title>No icon</title></svg>"
        '<button aria-label="Vote for it">For</button><input type="submit" value="Send it"><input value="typed in">7'
    )
    assert texts_of_html(html) == ["Hall", "You win now.", "Vote for it", "For", "Send it"]


def test_a_template_says_each_of_its_branches_and_no_comment() -> None:
    source = (
        "{% load x %}<p>{{ n }} of {{ m }} {{ what }} left{% if a %}, soon{% else %}Nothing left{% endif %}.</p>"
        "{# not said #}{% comment %}<p>Not said.</p>{% endcomment %}<p>{% include 'y' %} {% url 'z' %} ends</p>"
    )
    assert texts_of_template(source) == ["… of … left, soon", "Nothing left.", "… ends"]


def test_code_says_what_is_no_documentation_and_no_error_for_engineers() -> None:
    source = (
        '"""A module of texts."""\n'
        "def refuse(name):\n"
        '    """Return why not."""\n'
        '    log.info("nobody reads this")\n'
        '    if not name: raise ValueError("a name is needed")\n'
        '    return Refused("no-room", f"There is no room for {name} here.", title="A full hall")\n'
    )
    assert texts_of_code(source) == ["There is no room for … here.", "A full hall"]


def test_a_script_says_its_texts_and_no_selectors() -> None:
    source = "\"use strict\";\n// not said\nshow(`${n} of ${m} shown.`); find('a[href], .small'); say('Not saved.');"
    assert texts_of_script(source) == ["… of … shown.", "Not saved."]
