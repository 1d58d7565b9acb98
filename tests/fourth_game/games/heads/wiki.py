"""How a game of Heads stands, for the wiki."""

from heads.engine import View
from nomic.law.document.sections import Law
from nomic.wiki.wikitext.templating import render
from nomic.wikitext.escape import Wikitext


def draw_board(law: Law, view: View) -> Wikitext:
    return render("heads.wiki", {"view": view})
