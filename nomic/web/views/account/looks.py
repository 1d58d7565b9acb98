"""Settings for a person's appearance to others: a display name, a picture, and a name on the wiki."""

from collections.abc import Callable, Mapping

from django.core.exceptions import ValidationError

from nomic.accounts.looks.display_names import MAX_LENGTH, set_display_name
from nomic.accounts.looks.pictures import COLOURS, EMBLEMS, set_picture
from nomic.accounts.looks.wiki_names import set_wiki_name
from nomic.accounts.models import Person
from nomic.web.people.portrait import portrait

FIELDS = ("display_name", "wiki_name", "emblem", "colour")
MAX_TYPED = 300  # characters of a field that are read


def save_looks(person: Person, posted: Mapping[str, str]) -> dict[str, str]:
    """Store the submitted fields. Return error messages by field; refused fields keep their stored values."""
    typed = {field: posted.get(field, "").replace("\x00", "")[:MAX_TYPED] for field in FIELDS}
    errors = {}
    stores: tuple[tuple[str, Callable[[], str]], ...] = (
        ("display_name", lambda: set_display_name(person, typed["display_name"])),
        ("wiki_name", lambda: set_wiki_name(person, typed["wiki_name"])),
        ("emblem", lambda: set_picture(person, typed["emblem"], typed["colour"])),
    )
    for field, store in stores:
        try:
            store()
        except ValidationError as error:
            errors[field] = " ".join(error.messages)
    return errors


def looks_form(person: Person, errors: Mapping[str, str], posted: Mapping[str, str]) -> dict[str, object]:
    """Return the template context of the form. Refused fields keep the values in `posted`."""
    emblem, _, colour = person.picture.partition("-")
    shown = {"display_name": person.display_name, "wiki_name": person.wiki_name}
    shown |= {field: posted.get(field, "")[:MAX_TYPED] for field in errors if field in shown}
    emblems = [(each, portrait("", 40, f"{each}-{colour or COLOURS[0]}"), each == emblem) for each in EMBLEMS]
    colours = [(each, portrait("", 24, f"{emblem or EMBLEMS[0]}-{each}"), each == colour) for each in COLOURS]
    return {
        "own_picture": portrait(person.username, 56, person.picture),
        "looks_errors": errors,
        "looks_typed": shown,
        "emblems": [("", portrait(person.username, 40), not emblem), *emblems],
        "colours": colours if colour else [(name, drawn, name == COLOURS[0]) for name, drawn, _ in colours],
        "longest_display_name": MAX_LENGTH,
    }
