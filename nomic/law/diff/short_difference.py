"""The difference between two texts in one short line, for lists of changes."""

from nomic.law.diff.law_differences import word_difference

MAX_QUOTED = 60  # characters of words that are quoted
MAX_PLACES = 2  # where a text changes that are named


def short_difference(old: str, new: str) -> str:
    """Return what changes in a text, such as "“3” becomes “4”", or "" if it changes in many places or at length."""
    changes = changed_words(old, new)
    if not 1 <= len(changes) <= MAX_PLACES or any(len(words) > MAX_QUOTED for each in changes for words in each):
        return ""
    return ", and ".join(_in_words(*each) for each in changes)


def changed_words(old: str, new: str) -> list[tuple[str, str]]:
    """Return the words of a text before and after its change, at each place where they differ."""
    changes: list[tuple[str, str]] = []
    gone = came = ""
    for run in (*word_difference(old, new), None):
        if run is not None and run.kind == "removed":
            gone += run.text
        elif run is not None and run.kind == "added":
            came += run.text
        elif run is not None and not run.text.strip() and (gone or came):
            gone, came = gone + run.text, came + run.text  # the words beside a blank change together
        elif gone or came:
            changes.append((gone.strip(), came.strip()))
            gone = came = ""
    return [each for each in changes if each[0] != each[1]]


def _in_words(gone: str, came: str) -> str:
    if not came:
        return f"without “{gone}”"
    return f"“{gone}” becomes “{came}”" if gone else f"with “{came}”"
