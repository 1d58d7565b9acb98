"""The pictures that people can choose: an emblem in a colour. The drawings are in `web/people/emblems.py`."""

from django.core.exceptions import ValidationError

from nomic.accounts.looks.change_signals import looks_changed
from nomic.accounts.models import Person

EMBLEMS = (
    "anchor",
    "bolt",
    "book",
    "cat",
    "crown",
    "die",
    "drop",
    "eye",
    "fish",
    "flame",
    "flower",
    "gem",
    "heart",
    "hourglass",
    "key",
    "leaf",
    "moon",
    "mountain",
    "owl",
    "scales",
    "shield",
    "star",
    "sword",
    "tree",
)
COLOURS = ("red", "blue", "green", "violet", "gold", "teal")


def set_picture(person: Person, emblem: str, colour: str) -> str:
    """Store the chosen picture, or remove it if the emblem is empty. Return the stored value, such as “cat-blue”.

    Raises ValidationError if there is no such emblem or colour.
    """
    if emblem and (emblem not in EMBLEMS or colour not in COLOURS):
        raise ValidationError("There is no such picture. Choose an emblem and a colour.")
    picture = f"{emblem}-{colour}" if emblem else ""
    if Person.objects.filter(pk=person.pk).exclude(picture=picture).update(picture=picture):
        looks_changed(person)
    return picture
