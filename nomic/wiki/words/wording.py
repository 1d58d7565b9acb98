"""What a word says: what happened to the edit, that nothing is lost, where to write instead, and whom to ask."""

from nomic.wiki.models import Word
from nomic.wiki.pages.pieces import address
from nomic.wiki.wikitext.escape import inline

MOST_OF_A_TITLE = 200  # characters
TEXT = (
    "Hello! You edited <b>{title}</b> ([[Special:Diff/{edit}|your edit]]), between the two markers in its source. "
    "A program writes that part from a game, so the page is set aside until the people who run the game have looked at "
    "your edit. Nothing is lost: your edit stays in the page's history.\n\n"
    "If you want to write on that page, please write above the first marker or below the last one. The program leaves "
    "those words as they are. What the page says of the game changes in {game} only. "
    "If you have a question, please ask on [[User talk:{account}|the talk page of this account]], "
    "which people read. Thank you! ~~~~"
)


def heading(word: Word) -> str:
    """The heading of the new section."""
    return f"Your edit of {inline(_title(word))}"


def text(word: Word, account: str) -> str:
    """The section's text. `account`: the name of the account that writes it."""
    return TEXT.format(
        title=inline(_title(word)),
        edit=word.edit,
        game=address(f"c/{word.page.cycle.slug}/", "the game"),
        account=account,
    )


def summary(word: Word) -> str:
    """The summary of the edit, which says why it is made."""
    return f"About your edit between the markers of {_title(word)}, which a program writes: where to write instead"


def _title(word: Word) -> str:
    return word.title if len(word.title) <= MOST_OF_A_TITLE else f"{word.title[: MOST_OF_A_TITLE - 1]}…"
