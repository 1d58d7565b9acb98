"""How a game of Heads stands, for the wiki."""

from typing import Any

from nomic.law.sections import Law
from nomic.wiki.wikitext.escape import Wikitext
from nomic.wiki.wikitext.templating import render


def draw_board(law: Law, view: Any) -> Wikitext:
    return render("heads.wiki", view)
