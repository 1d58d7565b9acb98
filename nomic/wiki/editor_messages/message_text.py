"""The text of a message: what happened to the edit, where it is kept, where to write instead, and whom to ask."""

from nomic.wiki.models import EditorMessage
from nomic.wiki.pages.layout.snippets import site_link
from nomic.wikitext.escape import inline

MAX_PER_TITLE = 200  # characters
TEXT = (
    "Hello! You edited <b>{title}</b> ([[Special:Diff/{edit}|your edit]]). A program writes part of that page "
    "from the state of a game: all that is between the comments “nomic:begin” and “nomic:end” in the page's source. "
    "Your edit changed something there. The program will not update the page until somebody who runs the game has "
    "looked at your edit. Nothing is lost: your edit stays in the page's history.\n\n"
    "To add something to that page, please write above “nomic:begin” or below “nomic:end”. The program does not touch "
    "what is written there. To change what the program writes, play in {game}: it only shows what happened there. "
    "If you have a question, please ask on [[User talk:{account}|the talk page of this account]]. "
    "People read it and will answer. Thank you! ~~~~"
)


def heading(message: EditorMessage) -> str:
    """Return the heading of the new section."""
    return f"Your edit to {inline(_title(message))}"


def text(message: EditorMessage, account: str) -> str:
    """Return the section's text. `account` is the name of the account that publishes."""
    return TEXT.format(
        title=inline(_title(message)),
        edit=message.edit,
        game=site_link(f"c/{message.page.cycle.slug}/", "the game"),
        account=account,
    )


def summary(message: EditorMessage) -> str:
    """Return the edit summary, which gives the reason for the message."""
    return (
        f"About your edit to {_title(message)}: a program writes that part of the page. Here is "
        "how to add to the page instead"
    )


def _title(message: EditorMessage) -> str:
    return message.title if len(message.title) <= MAX_PER_TITLE else f"{message.title[: MAX_PER_TITLE - 1]}…"
