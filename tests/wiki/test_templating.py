"""Templates for wikitext are safe by default."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template import Context, TemplateSyntaxError
from django.utils.safestring import mark_safe

from nomic.wiki.wikitext.templating import Missing, arm, engine
from nomic.wikitext.escape import Wikitext

EVIL = "[[x]] '''y'''"
SAFE = "&#91;&#91;x&#93;&#93; &#39;&#39;&#39;y&#39;&#39;&#39;"


def render_string(source: str, context: dict[str, Any]) -> Wikitext:
    """Render a template given as text."""
    return Wikitext(arm(engine.from_string(source)).render(Context(context, autoescape=False)))


@pytest.mark.parametrize(
    "source",
    [
        "{{ evil }}",
        "{{ evil|safe }}",
        "{{ safe }}",
        "{{ safe|default:'x' }}",
        "{{ none|default:evil }}",
        "{% if evil %}{{ evil }}{% else %}x{% endif %}",
        "{% for each in many %}{{ each }}{% endfor %}",
        "{% for each in nothing %}{% empty %}{{ evil }}{% endfor %}",
        "{% with other=evil %}{{ other }}{% endwith %}",
        "{% block a %}{{ evil }}{% endblock %}",
        "{{ many|join:'' }}",
        "{{ object.words }}",
        "{{ evil|block }}",
    ],
)
def test_every_variable_is_escaped(source: str) -> None:
    """Wherever it stands, and whatever HTML thinks of it."""
    context = {
        "evil": EVIL,
        "safe": mark_safe(EVIL),
        "none": None,
        "many": [EVIL],
        "nothing": [],
        "object": {"words": EVIL},
    }
    assert render_string(source, context) == SAFE


def test_wikitext_is_written_as_it_is() -> None:
    """What was escaped, or made by us, is not escaped again; the template's own text is wikitext."""
    assert render_string("'''{{ ours }}'''", {"ours": Wikitext("[[x]]")}) == "'''[[x]]'''"


def test_wikitext_that_went_through_a_filter_is_not_trusted() -> None:
    """A filter may cut it anywhere."""
    assert render_string("{{ ours|slice:':3' }}", {"ours": Wikitext("[[x]]")}) == "&#91;&#91;x"


def test_bodies_of_rules_keep_their_markup() -> None:
    """The filter `wikitext` keeps links and markup, and escapes calls of templates."""
    assert (
        render_string("{{ body|wikitext }}", {"body": EVIL + " {{x}}"}) == "[[x|x]] <b>y</b> &#123;&#123;x&#125;&#125;"
    )


def test_a_source_can_be_shown() -> None:
    """Wikitext can be shown as preformatted text."""
    assert render_string("{{ body|pre }}", {"body": "<b>\n x"}) == "<pre>\n&#60;b&#62;\n x\n</pre>"


@pytest.mark.parametrize("source", ["{{ nobody }}", "{{ object.missing }}", "{{ none }}", "{{ many.5 }}"])
def test_a_hole_in_a_page_is_an_error(source: str) -> None:
    """A page that leaves out what it should say would look like the truth."""
    with pytest.raises(Missing):
        render_string(source, {"object": {}, "none": None, "many": [1]})


@pytest.mark.parametrize(
    "source",
    [
        "{% autoescape off %}{{ x }}{% endautoescape %}",
        "{% firstof x %}",
        "{% cycle x x %}",
        "{% for a in x %}{% cycle x x %}{% endfor %}",
        "{% if x %}{% now 'Y' %}{% endif %}",
        "{% filter upper %}x{% endfilter %}",
        "{% spaceless %}x{% endspaceless %}",
        "{% lorem %}",
    ],
)
def test_other_tags_are_refused(source: str) -> None:
    """Tags that write values by themselves would write them for HTML."""
    with pytest.raises(TemplateSyntaxError, match="not for wikitext"):
        render_string(source, {"x": "y"})


@pytest.mark.parametrize(
    "path", sorted((settings.BASE_DIR / "templates" / "wiki").glob("*.wiki")), ids=lambda path: path.name
)
def test_all_templates_can_be_read(path: Path) -> None:
    """None of them uses what is refused."""
    assert engine.get_template(path.name).nodelist
