"""Display names, pictures and names on the wiki: what people may choose, and that nobody passes for somebody else."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from nomic.accounts.lifecycle.account_deletion import delete_account
from nomic.accounts.looks.display_names import MAX_LENGTH, set_display_name
from nomic.accounts.looks.lookup import Look, looks_of
from nomic.accounts.looks.pictures import COLOURS, EMBLEMS, set_picture
from nomic.accounts.looks.wiki_names import check_wiki_name, set_wiki_name
from nomic.accounts.models import Person
from nomic.web.people.emblems import DRAWINGS
from nomic.web.people.portrait import portrait
from nomic.wikitext.escape import user_link


@pytest.fixture
def ada(db: None) -> Person:
    """A person."""
    return Person.objects.create_user("Ada")


@pytest.fixture
def ben(db: None) -> Person:
    """Another person."""
    return Person.objects.create_user("Ben")


def test_a_display_name_is_stored_and_removed(ada: Person) -> None:
    """It is tidied like a name."""
    assert set_display_name(ada, "  The   Countess ") == "The Countess"
    ada.refresh_from_db()
    assert (ada.display_name, bool(ada.display_skeleton)) == ("The Countess", True)
    assert set_display_name(ada, "") == ""
    ada.refresh_from_db()
    assert (ada.display_name, ada.display_skeleton) == ("", None)


@pytest.mark.parametrize(
    "typed",
    ["Ben", "BEN", "Ｂｅｎ", "Веn", "Bеn", "The Judge", "x", "x" * (MAX_LENGTH + 1), "<b>x", "a\u202eb", "Guest 7"],
)  # fmt: skip
def test_a_display_name_passes_for_nobody_else(ada: Person, ben: Person, typed: str) -> None:
    """Neither by case, by width, nor by letters of another script; and it has the characters of names."""
    with pytest.raises(ValidationError):
        set_display_name(ada, typed)
    ada.refresh_from_db()
    assert ada.display_name == ""


def test_display_names_are_apart_from_each_other_and_from_new_names(ada: Person, ben: Person) -> None:
    """Whoever comes later is refused: another display name, a new account, and a change of name."""
    set_display_name(ada, "The Countess")
    for like in ("the countess", "The_Countess", "The Countеss"):
        with pytest.raises(ValidationError):
            set_display_name(ben, like)
    for like in ("The Countess", "THE COUNTESS"):
        with pytest.raises(ValidationError, match="display name"):
            Person.objects.create_user(like)
    ben.username = "the countess"
    with pytest.raises(ValidationError):
        ben.full_clean(exclude=["password"])
    set_display_name(ada, "THE COUNTESS")  # her own
    set_display_name(ada, "ada")  # like her own name
    set_display_name(ben, "The Countess")  # is free again


def test_two_at_once_do_not_get_one_display_name(ada: Person, ben: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the check of the second has not seen the first, the database refuses."""
    monkeypatch.setattr(type(Person.objects), "refuse_like_another", lambda *args, **kwargs: None)
    set_display_name(ada, "The Countess")
    with pytest.raises(ValidationError):
        set_display_name(ben, "the countess")


def test_a_picture_is_one_of_ours(ada: Person) -> None:
    """Each emblem has a drawing, and everything else is refused."""
    assert tuple(DRAWINGS) == EMBLEMS
    assert len({portrait("Ada", 40, f"{emblem}-{colour}") for emblem in EMBLEMS for colour in COLOURS}) == 144
    set_picture(ada, "cat", "blue")
    ada.refresh_from_db()
    assert ada.picture == "cat-blue"
    for emblem, colour in (("dragon", "blue"), ("cat", "puce"), ("cat", ""), ("cat-blue", "blue")):
        with pytest.raises(ValidationError):
            set_picture(ada, emblem, colour)
    assert portrait("Ada", 40, "dragon-<script>") == portrait("Ada", 40)
    set_picture(ada, "", "blue")
    ada.refresh_from_db()
    assert ada.picture == ""


def test_looks_are_found_by_name(ada: Person, ben: Person, django_assert_num_queries) -> None:
    """Those who have chosen nothing are left out, and a merged account looks like the one that is kept."""
    set_display_name(ada, "The Countess")
    set_picture(ada, "cat", "blue")
    Person.objects.filter(pk=ben.pk).update(merged_into=ada)
    Person.objects.create_user("Cy")
    with django_assert_num_queries(1):
        found = looks_of(["Ada", "Ben", "Cy", "Nobody else"])
    assert found == dict.fromkeys(("Ada", "Ben"), Look("The Countess", "cat-blue", ""))


def test_a_wiki_name_is_a_title_of_mediawiki(ada: Person, ben: Person) -> None:
    """It is written as the wiki does, and one person has it."""
    assert set_wiki_name(ada, "User:ada_l.  o'Hara ") == "Ada l. o'Hara"
    with pytest.raises(ValidationError):
        set_wiki_name(ben, "Ada_l. o'Hara")
    assert set_wiki_name(ada, " ") == ""
    assert set_wiki_name(ben, "Ada l. o'Hara") == "Ada l. o'Hara"


@pytest.mark.parametrize(
    "typed",
    ["a]]", "a|b", "{{x}}", "a#b", "<b>", "a/b", "fr:A", "a''b", "~~~~", "1.2.3.4", "a\nb", "a\u202eb", "é" * 200],
)  # fmt: skip
def test_a_wiki_name_is_no_markup(ada: Person, typed: str) -> None:
    """Signs that mean something in wikitext are refused."""
    with pytest.raises(ValidationError):
        set_wiki_name(ada, typed)
    assert Person.objects.get(pk=ada.pk).wiki_name == ""


@given(st.text(max_size=300))
def test_each_wiki_name_that_is_accepted_is_one_link(typed: str) -> None:
    """Whatever is accepted is a link to one user page, and is accepted again unchanged."""
    try:
        name = check_wiki_name(typed)
    except ValidationError:
        return
    if name:
        made = user_link(name)
        assert made.startswith(f"[[User:{name}|")
        assert made.count("[[") == made.count("]]") == made.count("|") == 1
        assert check_wiki_name(name) == name


def test_a_closed_account_looks_like_nothing(ada: Person) -> None:
    """What the person chose is removed with the account, and free for others."""
    Person.objects.create_user("Owner", is_superuser=True)
    set_display_name(ada, "The Countess")
    set_picture(ada, "cat", "blue")
    set_wiki_name(ada, "Ada L")
    delete_account(Person.objects.get(pk=ada.pk), leaves=True)
    row = Person.objects.get(pk=ada.pk)
    assert (row.display_name, row.display_skeleton, row.picture, row.wiki_name) == ("", None, "", "")
