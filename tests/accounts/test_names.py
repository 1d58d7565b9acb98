import pytest
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from nomic.accounts.lookalikes import skeleton
from nomic.accounts.models import Person
from nomic.accounts.name_rules import NAME_VALIDATORS, free_name, nearest_name, tidy_name
from nomic.cycles.creation import create_cycle

PASSWORD = "lampions at dusk"
HAS_IT = r"[Ss]omebody has"


def is_valid(name: str) -> bool:
    try:
        for validator in NAME_VALIDATORS:
            validator(name)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize(
    "name",
    [
        "Ada", "x2", "7up", "a.b-c_d", "n" * 30, "Gem.Key", "Ada Lovelace", "O'Brien", "Zoë Straße", "Ådå", "Ада",
        "Αλέξης", "明日香", "アダ Lovelace", "김철수", "עדה", "עדה 2", "فاطمة", "अदिति", "ยำวุ้น", "ನಿರ್ಮಲಾ", 
        "Nguyễn Thị Ánh", "a\u0323\u0302b", "n._", "漢" * 30,
    ],
)  # fmt: skip
def test_a_name_is_letters_digits_and_few_signs(name):
    """Two to thirty letters of one script, with marks, digits, single spaces, `_.-'`; a letter or digit first."""
    assert is_valid(name)


@pytest.mark.parametrize(
    "name",
    [
        "", "a", "n" * 31, "漢" * 31, "_ada", ".ada", "-ada", "'ada", "Ada:B", "Ada/B", "Ada\n", "\nAda",
        "Ada\x00", "<b>", "[[Ada]]", "{{x}}", "a|b", "\ud800x", "ada\u202e", "Ada  B", "Ada ", " Ada", "Ada -B",
        "O''Brien", "Ada'", "Ada 'B", "Ada\u00a0B", "Ada\tB", "\u0301Ada", "A" + "\u0301" * 5,
        "Ada\u200b", "Ada\u200d", "\u2066Ada", "A\u00adda", "Ada\ufeff", "Ada\ufe0f", "A\u034fda", "\u3164\u3164",
        "\u115fa", "Ad\u0430", "\u0410da", "Αda", "Ада Lovelace", "ᎪᎠᎪda", "アда", "Ada\u0663", "2\u0663",
        "\u0665\u06f5", "अ2\u0669", "𝐀da", "Ⓐda", "ᴬda", "ª1", "Ⅻa", "½a", "a²", "😀😀", "ada@b", "Ada,B", "a\u20dd",
        "עדה.", "2עדה", "עדהa", "Greedy bot 1", "Random b0t l", "Cunning bot 22",
    ],
)  # fmt: skip
def test_other_characters_and_lengths_are_refused(name):
    """What could not stand in an address, a page or a wiki text is no name."""
    assert not is_valid(name)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name",
    ["system", "Admin", "POOL", "nobody", "Infinite Nomic", "The Judge", "Croupier", "adm1n", "A.d-m_i n", "аdmin"],
)
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


LOOK_ALIKES = (
    ("Ada", "А\u0501а"),  # in Cyrillic letters that look Latin
    ("Ada B", "Ada_B"), ("Ada", "Ada."), ("Ada", "ADA_"), ("Iris", "1ris"), ("Iris", "lris"), ("Bob", "B0B"),
    ("Bernard", "Bemard"), ("Straße", "STRASSE"), ("Ärger", "ÄRGER"), ("Ада", "АДА"), ("Ήλιος", "ΉΛΙΟΣ"),
    ("paypal", "раураӏ"), ("O'Brien", "O'Br\u0131en"),
)  # fmt: skip
UNLIKE = (("Ada", "Adah"), ("Ada", "Áda"), ("Ada-B", "Ada B"), ("Ben", "Bem"), ("Ада", "Ида"), ("明日", "明月"))


@pytest.mark.django_db
@pytest.mark.parametrize(("first", "second"), LOOK_ALIKES)
def test_nobody_is_called_what_looks_like_somebodys_name(first, second):
    """Neither in a form, nor by a command; the database refuses it as well, which is what two at once meet."""
    Person.objects.create_user(first, password="x")
    with pytest.raises(ValidationError, match=HAS_IT):
        Person(username=second, password="x").full_clean()
    with pytest.raises(ValidationError, match=HAS_IT):
        Person.objects.create_superuser(second, password="x")
    with pytest.raises(IntegrityError), transaction.atomic():
        Person.objects.create(username=second)
    assert Person.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(("first", "second"), UNLIKE)
def test_names_that_can_be_told_apart_stand_beside_each_other(first, second):
    for name in (first, second):
        Person(username=name, password="x").full_clean()
        Person.objects.create_user(name, password="x")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (" Ada   Lovelace ", "Ada Lovelace"), ("A\u030ada", "\u00c5da"), ("ＡＤＡ\u3000Ｂ", "ADA B"),
        ("O\u2019Brien", "O'Brien"), ("ｱﾀﾞ", "アダ"), ("Ada\u00a0B", "Ada B"), ("ยำ", "ยำ"),
    ],
)  # fmt: skip
def test_a_name_is_kept_in_one_spelling(typed, kept):
    """Composed, of letters of the usual width, without blanks around; so it is typed again as it comes."""
    person = Person(username=typed, password="x")
    person.clean_fields()
    assert person.username == kept == tidy_name(kept)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "typed"), [("Ärger", "äRGER"), ("Ада Б", "ада  б"), ("Ada", "ＡＤＡ"), ("ΌΣΟΣ", "όσος"), ("a__b", "A__B")]
)
def test_a_log_in_asks_neither_for_capitals_nor_for_width(name, typed, rf):
    """In any script; what merely looks like the name is none."""
    person = Person.objects.create(username=name)
    person.set_password("lampions-at-dusk")
    person.save()
    assert authenticate(rf.post("/"), username=typed, password="lampions-at-dusk") == person
    assert authenticate(rf.post("/"), username=typed.replace("A", "Α"), password="lampions-at-dusk") in (None, person)
    with pytest.raises(Person.DoesNotExist):
        Person.objects.get_by_natural_key("\u0430" + name[1:] if name == "Ada" else name + "_")


@pytest.mark.django_db
def test_of_names_that_were_alike_before_both_go_on_working(rf):
    """The migration tells them apart; each logs in, is saved and renamed as before, and a third is refused."""
    older = Person.objects.create_user("Bob", password="lampions-at-dusk")
    Person.objects.bulk_create([Person(username="B0b", skeleton="bob#2", password=older.password)])
    younger = Person.objects.get(username="B0b")
    assert younger.skeleton == "bob#2"
    younger.save()
    younger.refresh_from_db()
    assert younger.skeleton == "bob#2"
    younger.full_clean(exclude=["username"])
    assert authenticate(rf.post("/"), username="b0B", password="lampions-at-dusk") == younger
    assert authenticate(rf.post("/"), username="bOB", password="lampions-at-dusk") == older
    with pytest.raises(ValidationError):
        Person(username="BO8".replace("8", "b"), password="x").full_clean()
    older.delete()  # whoever was told apart is still looked like
    with pytest.raises(ValidationError):
        Person(username="BOb", password="x").full_clean()
    Person(username="Bo", password="x").full_clean()


@pytest.mark.django_db
def test_whoever_has_played_keeps_their_name(client):
    """Journals know people by it, and somebody else could take the one that is given up."""
    ada = Person.objects.create_user("Ada", password="x")
    ada.username = "Ada Lovelace"
    ada.full_clean()
    ada.players.create(
        cycle=create_cycle("cycle-16", slug="hall", practice=True, owner_name="Ada"),
        name="Ada", joined_at=timezone.now(), joined_phase=0,
    )  # fmt: skip
    with pytest.raises(ValidationError, match="keeps their name"):
        ada.full_clean()


@pytest.mark.django_db
def test_of_two_who_sign_up_at_once_the_second_is_told(client, monkeypatch):
    """Both were told that the name is free; the database knows better, and the form says so."""
    monkeypatch.setattr(type(Person.objects), "refuse_like_another", lambda *args, **kwargs: None)
    Person.objects.create(username="Ada B")
    answer = client.post("/accounts/signup/", {"username": "Ada_B", "password1": PASSWORD, "password2": PASSWORD})
    assert answer.status_code == 409
    assert b"Somebody has this name already." in answer.content
    assert Person.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "status"), [("  Zoë   Ő ", 302), ("Ада", 302), ("Ada\u202e", 200), ("Αda", 200)])
def test_signing_up_takes_names_of_any_script(client, name, status):
    answer = client.post("/accounts/signup/", {"username": name, "password1": PASSWORD, "password2": PASSWORD})
    assert answer.status_code == status
    assert [each.username for each in Person.objects.all()] == ([" ".join(name.split())] if status == 302 else [])


@pytest.mark.django_db
def test_the_command_refuses_a_look_alike(capsys):
    Person.objects.create_user("Bob", password="x")
    with pytest.raises(CommandError, match="looks like “Bob”"):
        call_command("createsuperuser", "--noinput", username="B0b", email="")


def test_far_too_long_a_name_is_refused_in_no_time():
    """Whatever is sent, its beginning is enough to see that it is none."""
    for text in ("a" * 2_000_000, "a\u0301" * 1_000_000, "\u202e" * 2_000_000, "m " * 1_000_000):
        assert not is_valid(tidy_name(text))
        assert len(skeleton(tidy_name(text))) <= 240
        assert is_valid(nearest_name(text))


@pytest.mark.parametrize(
    ("elsewhere", "here"),
    [
        ("ada", "ada"),
        ("Ada Lovelace", "Ada Lovelace"),
        ("User:Ada/Archive", "UserAdaArchive"),
        ("_.ada._", "ada._"),
        ("Zoë Straße", "Zoë Straße"),
        ("Ада", "Ада"),
        ("Adа", "Ad"),
        ("😀", "player"),
        ("", "player"),
        ("x", "x_player"),
        ("Admin", "Admin_player"),
        ("Greedy bot 7", "Greedy bot 7_player"),
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
