"""Parts of pages that are folded until a reader opens them."""

import pytest

from nomic.wiki.pages.ruleset import what_it_does, without_what_rules_do
from nomic.wiki.wikitext.templating import render_wikitext
from tests.wiki.conftest import Someone

FORMER = """<div class="rule-does mw-collapsible mw-collapsed" style="font-size:90%">
'''Exactly'''
<div class="mw-collapsible-content">
* Nothing.
</div></div>
"""


@pytest.mark.parametrize("is_of_a_template", [False, True])
def test_the_label_itself_folds(is_of_a_template: bool) -> None:
    """MediaWiki's script takes the first toggle that it finds, and else puts its own at the far edge."""
    folded = render_wikitext("fold_begin.wiki", {"fold": "Exactly"}) if is_of_a_template else what_it_does(["Nothing."])
    toggle = next(line for line in folded.split("\n") if "mw-collapsible-toggle" in line)
    assert "Exactly" in toggle
    assert "float:none" in toggle
    assert '<span class="mw-collapsible-text" style="color:#36c"></span>' in toggle  # no word without scripts


def test_folds_of_former_pages_are_known() -> None:
    """An edit of such a page is read as one of the rules' words."""
    now = str(what_it_does(["Nothing."]))
    assert without_what_rules_do(f"a\n{FORMER}b\n{now}c") == ("a\nb\nc", [FORMER, now])


@pytest.mark.wiki
def test_the_wiki_keeps_the_label_as_the_toggle(reader: Someone) -> None:
    """Nothing that the script needs is taken away."""
    shown = reader.parse(str(what_it_does(["Nothing."])))["text"]
    assert 'data-expandtext="(show)"' in shown
    assert '<div class="mw-collapsible-toggle" style="float:none"><b>Exactly</b>' in shown
    assert 'class="mw-collapsible-text"' in shown
