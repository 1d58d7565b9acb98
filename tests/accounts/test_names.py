import pytest
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from nomic.accounts.models import Person
from nomic.accounts.names import NAME_VALIDATORS, free_name, nearest_name


def is_valid(name: str) -> bool:
    try:
        for validator in NAME_VALIDATORS:
            validator(name)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize("name", ["Ada", "x2", "7up", "a.b-c_d", "n" * 30, "Gem.Key"])
def test_a_name_is_letters_digits_and_three_signs(name):
    """Two to thirty ASCII letters, digits, underscores, dots and hyphens, a letter or digit first."""
    assert is_valid(name)


@pytest.mark.parametrize(
    "name",
    [
        "", "a", "n" * 31, "_ada", ".ada", "-ada", "Ada Lovelace", "Ada:B", "Ada/B", "Ada\n", "\nAda",
        "Ada\x00", "Ádá", "А1", "<b>", "[[Ada]]", "{{x}}", "a|b", "\ud800x", "ada\u202e",
    ],
)  # fmt: skip
def test_other_characters_and_lengths_are_refused(name):
    """What could not stand in an address, a page or a wiki text is no name."""
    assert not is_valid(name)


@pytest.mark.parametrize("name", ["system", "Admin", "POOL", "nobody"])
def test_names_of_the_system_are_reserved_however_written(name):
    """Nobody can be taken for the system in a journal."""
    with pytest.raises(ValidationError, match="reserved"):
        Person(username=name, password="x").full_clean()


@pytest.mark.django_db
def test_names_differ_in_more_than_capitals():
    """Ada and ADA would be taken for one another: the form and the database both refuse the second."""
    Person.objects.create_user("Ada", password="x")
    with pytest.raises(ValidationError, match="Somebody has this name already"):
        Person(username="ADA", password="x").full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        Person.objects.create(username="aDA")
    assert Person.objects.count() == 1


@pytest.mark.django_db
def test_logging_in_does_not_ask_for_the_capitals(rf):
    """A person who signed up as Ada logs in as ada."""
    ada = Person.objects.create_user("Ada", password="lampions-at-dusk")
    assert authenticate(rf.post("/"), username="ada", password="lampions-at-dusk") == ada
    assert authenticate(rf.post("/"), username="ada", password="another") is None


@pytest.mark.parametrize(
    ("elsewhere", "here"),
    [
        ("ada", "ada"),
        ("Ada Lovelace", "Ada_Lovelace"),
        ("User:Ada/Archive", "UserAdaArchive"),
        ("_.ada._", "ada._"),
        ("Zoë Straße", "Zoe_Strae"),
        ("Ада", "player"),
        ("", "player"),
        ("x", "player"),
        ("Admin", "Admin_player"),
        ("n" * 60, "n" * 30),
    ],
)
def test_names_from_elsewhere_become_names_here(elsewhere, here):
    """The nearest valid name is proposed to people who come from Discord or a wiki."""
    assert nearest_name(elsewhere) == here


def test_a_taken_name_is_numbered():
    """The second ada is ada_2, and a long name makes room for its number."""
    taken = {"ada", "ada_2", "n" * 30}
    assert free_name("ada", taken.__contains__) == "ada_3"
    assert free_name("n" * 30, taken.__contains__) == "n" * 28 + "_2"


@given(st.text())
def test_every_text_leads_to_a_valid_name(text):
    """Whatever a provider sends, the name it leads to passes the validators."""
    assert is_valid(nearest_name(text))
    assert is_valid(free_name(text, {nearest_name(text)}.__contains__))
