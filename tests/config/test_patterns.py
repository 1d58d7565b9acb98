"""No regular expression of the house goes back without end: each is tried with texts that would make it."""

import ast
import functools
import importlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

from nomic.games import HOME, games_in
from tests.support.linear_patterns import is_straight
from tests.support.regex_backtracking import Counted, TooMany, attacks, has_bounds, with_a_deep_stack

ROOMS = ("nomic", *games_in(HOME), "static")
USES = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")
ONLY = {"match", "fullmatch"}  # uses that look at the beginning of a text and nowhere else
FEW, MANY = 24, 96  # characters that are repeated
BOUND, LONG = 6, 1_400  # bounds are tried smaller, and the worst text once as they stand
STEPS_A_CHARACTER = 700  # where a bound is what holds it
DEEP = 4  # maps in lists in objects in modules

_OF_PHRASES = "bounded phrases and names of the law, on a sentence of at most `LONGEST` characters"
# Patterns that are made as they are needed, and why they take steps that grow with the text.
MADE = {
    ("nomic/recipes/plain_rules/draft_rule.py", "re.escape(CALLED)"): _OF_PHRASES,
    ("nomic/recipes/plain_rules/draft_rule.py", "{thing_pattern(law)}"): _OF_PHRASES,
    ("nomic/recipes/plain_rules/vote_weights.py", "_PER_THING"): _OF_PHRASES,
    ("nomic/recipes/plain_rules/phase_conditions.py", "{name}(?:(?:,|,? and"): _OF_PHRASES,
    ("nomic/recipes/plain_rules/phase_conditions.py", "{_names(law)}"): _OF_PHRASES,
    ("nomic/web/composer/orders/changes/shop_offers.py", "form"): _OF_PHRASES,
    ("nomic/web/composer/orders/changes/shop_offers.py", "(?P<paid>{thing_pattern(law)})"): _OF_PHRASES,
    ("nomic/recipes/plain_rules/conditions.py", "(?P<name>{names})"): _OF_PHRASES,
    ("nomic/web/composer/orders/changes/rename_everywhere.py", "form"): _OF_PHRASES,
    ("nomic/web/composer/orders/entries/cards.py", "<name>"): _OF_PHRASES,
    ("nomic/web/composer/orders/entries/packs.py", "<pack>"): _OF_PHRASES,
    ("nomic/web/composer/orders/entries/modifier_collections.py", "<known>"): _OF_PHRASES,
    ("nomic/web/composer/orders/entries/table_rows.py", "<noun>"): _OF_PHRASES,
    ("nomic/web/composer/orders/changes/victory_numbers.py", "<amount>"): _OF_PHRASES,
    ("nomic/recipes/plain_rules/bans.py", "passive"): _OF_PHRASES,
    ("nomic/recipes/plain_rules/bans.py", "done"): _OF_PHRASES,
    (
        "nomic/recipes/plain_rules/rights.py",
        "(?:buy|purchase|get)",
    ): _OF_PHRASES,
    (
        "nomic/wikitext/allowlist.py",
        """_VALUES.get(name, {}).get(key) or _ANYWHERE.get(key) or '(?!)'""",
    ): "in `tables`",
    ("nomic/wiki/pages/ruleset.py", "f'{word}x([0-9]+)x'"): "digits, which `x` is none of",
    ("nomic/accounts/name_rules.py", "{skeleton('bot')}"): "of a name, which is short",
    ("nomic/accounts/name_rules.py", "{skeleton('guest')}"): "of a name, which is short",
    (
        "nomic/effects/prose/operations/operation_lists.py",
        """f"(?<!')\\\\${name}\\\\b|\\\\${name}\\\\b(?!')\"""",
    ): "a name of the law, which has no signs of patterns: nothing is repeated",
    (
        "nomic/effects/prose/values/relative_clauses.py",
        "owned",
    ): "a thing of at most 4 words, which begins and ends at fixed words",
    (
        "nomic/effects/prose/values/relative_clauses.py",
        "kept",
    ): "a name of at most 51 words, which begins at fixed words",
    ("nomic/playtest/agents/personas.py", "pattern"): "constants of the file, on names of actions",
    ("nomic/clauses/views/numbers/number_labels.py", "{re.escape(text)}"): "words as they stand: nothing is repeated",
    ("nomic/clauses/views/numbers/number_labels.py", "{re.escape(str(value.value))}"): "a number: nothing is repeated",
    ("nomic/recipes/plain_rules/bans.py", "_CALLED[act][1]"): _OF_PHRASES,
    ("nomic/recipes/plain_rules/bans.py", "verbs"): _OF_PHRASES,
    ("nomic/recipes/plain_rules/bans.py", "deed_pattern(title)"): _OF_PHRASES,
    ("nomic/recipes/plain_rules/occasions.py", "pattern"): _OF_PHRASES,
    ("nomic/recipes/plain_rules/people.py", "pattern"): _OF_PHRASES,
    ("nomic/recipes/plain_rules/people.py", "(?P<rank>most|fewest|least)"): _OF_PHRASES,
    ("nomic/recipes/plain_rules/people.py", "f'{ALL} (?P<bound>"): _OF_PHRASES,
    ("nomic/recipes/plain_rules/people.py", "(?P<none>no|zero|0)"): _OF_PHRASES,
    ("nomic/recipes/plain_rules/rights.py", "{_MAY} {_VERBS}"): _OF_PHRASES,
    ("nomic/recipes/plain_rules/rights.py", "{_PAYS} (?P<price>"): _OF_PHRASES,
    ("nomic/recipes/plain_rules/effect_phrases.py", "{_MUST}{_EACH}{pattern}"): _OF_PHRASES,
    ("nomic/recipes/plain_rules/effect_phrases.py", "set (?P<whose>"): _OF_PHRASES,
    ("nomic/recipes/plain_rules/effect_phrases.py", "pattern"): _OF_PHRASES,
    ("nomic/recipes/prefilling.py", "{re.escape(word)}"): "a name of the law as it stands: nothing is repeated",
    ("nomic/recipes/prefilling.py", "{phrase}"): "constants of the file, on a sentence of at most `LONGEST` characters",
    ("nomic/recipes/sentences.py", "PHRASES.get(each.value, '')"): "constants of the file, on such a sentence",
    (
        "nomic/recipes/sentences.py",
        "''.join(pieces)",
    ): "forms of recipe files: what is answered is bounded, and a sentence has at most `LONGEST` characters",
    ("nomic/web/composer/orders/order_forms.py", "intro"): "constants of the table, matched at one place",
    (
        "nomic/web/composer/orders/order_forms.py",
        "f'{begins}(?!\\\\w)'",
    ): "constants of the table, matched at one place",
    (
        "nomic/web/composer/orders/places_in_text.py",
        "f'(?<![\\\\w.]){re.escape(number)}(?!\\\\w|\\\\.\\\\d)'",
    ): "words as they stand: nothing is repeated",
    (
        "nomic/web/composer/orders/places_in_text.py",
        "{1,2000}?'.join(pieces)",
    ): "words as they stand, one bounded gap",
    ("nomic/web/composer/orders/changes/shown_words.py", "re.escape(found['words'])"): "words as they stand",
    ("nomic/web/composer/orders/changes/shown_words.py", "pattern"): "words as they stand, with blanks between them",
    (
        "nomic/web/composer/orders/changes/rewrite_keeping_numbers.py",
        "map(re.escape, units)",
    ): "a number and a word as it stands",
    ("nomic/web/composer/orders/changes/text_spans.py", "pattern"): "words as they stand, with blanks between them",
    (
        "nomic/web/composer/orders/changes/rule_text.py",
        "f'(?<!\\\\w){words}(?!\\\\w)' if old[:1].isalnum() and old[-1:].isalnum() else words",
    ): "words as they stand, with blanks between them",
    ("nomic/api/views/cycle/journal.py", "DIGITS"): "at most 15 digits",
    ("nomic/discord/posts/people_to_mention.py", "f'(?<!\\\\w){re.escape(name)}(?!\\\\w)'"): "a name as it stands",
    ("nomic/web/sharing/card_drawing.py", "f'var\\\\(--art-{variable},#[0-9a-f]+\\\\)'"): "digits, then a bracket",
    ("nomic/web/people/shown_names.py", "map(re.escape, names)"): "names as they stand: nothing is repeated",
    ("nomic/clauses/worked_examples.py", "f'(?<!\\\\w){re.escape(each.who)}(?!\\\\w)'"): "a name as it stands",
    (
        "nomic/wiki/pages/layout/switched_off_pages.py",
        "'|'.join(by_label)",
    ): "words up to a bracket, after a title",
}
# Maps and lists of patterns of which every one is asked only what a text is or begins with.
HELD_AND_ONLY_MATCHED = {
    ("nomic/law/rules/sentences.py", "_MARKS"),
    ("nomic/web/composer/orders/phrasings.py", "_REPHRASED"),
    ("nomic/web/composer/orders/phrasings.py", "_WISHES"),
    ("nomic/web/composer/orders/recognise_orders.py", "_ALSO_COMMANDS"),
}
SCRIPTS = "static/js"
LITERAL = re.compile(  # of a script: what stands where a value may, so that no division is taken for one
    r"(?:[(,=:\[!&|?;]|\breturn)[ ]?(/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*+\]|[^/\\\[\n])++/[dgimsuvy]*+)"
)


def house() -> Iterator[tuple[str, ast.Module]]:
    """Every file of the house that has patterns."""
    root = Path(settings.BASE_DIR)
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            if "import re\n" in source and "migrations" not in path.parts:
                yield str(path.relative_to(root)), ast.parse(source)


@functools.cache
def sources() -> dict[str, ast.Module]:
    return dict(house())


@functools.cache
def uses_by_name() -> dict[str, set[str]]:
    """What is asked of what has a name, anywhere in the house."""
    found: dict[str, set[str]] = {}
    for tree in sources().values():
        for name, use in re.findall(rf"\b(\w+)\.({'|'.join(USES)})\b", ast.unparse(tree)):
            found.setdefault(name, set()).add(use)
    return found


def calls(tree: ast.Module) -> Iterator[tuple[ast.Call, str]]:
    """Every call of `re`, and of what."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "re"
            and node.func.attr in (*USES, "compile")
        ):
            yield node, node.func.attr


def within_functions(tree: ast.Module) -> set[int]:
    return {
        id(node) for each in ast.walk(tree) if isinstance(each, ast.FunctionDef | ast.Lambda) for node in ast.walk(each)
    }


class Known(NamedTuple):
    """A pattern, and whether it is only asked what a text is or begins with."""

    where: str
    pattern: "re.Pattern[str]"
    only: bool


def patterns() -> Iterator[Known]:
    """Every pattern of the house."""
    for file, tree in sources().items():
        yield from kept(file)
        for call, use in calls(tree):
            first = call.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                flags = re.MULTILINE if "re.MULTILINE" in ast.unparse(call) else 0
                if use != "compile":
                    yield Known(f"{file}:{call.lineno}", re.compile(first.value, flags), use in ONLY)
    yield from tables()
    yield from scripts()


def kept(file: str) -> Iterator[Known]:
    """Those that a module keeps under names, in maps, in lists, in classes."""
    module = importlib.import_module(file.removesuffix(".py").replace("/", "."))
    for name, held in vars(module).items():
        found = list(compiled(held, DEEP))
        only = (file, name) in HELD_AND_ONLY_MATCHED or (bool(found) and uses(name) <= ONLY)
        for each in found:
            yield Known(f"{file}:{name}", each, only)


def uses(name: str) -> set[str]:
    """What patterns of that name are asked anywhere; everything, where nothing is seen to ask them."""
    return uses_by_name().get(name) or {*USES}


def compiled(held: Any, deep: int) -> Iterator["re.Pattern[str]"]:
    if isinstance(held, re.Pattern):
        yield held
    elif deep and not isinstance(held, str | bytes | int | float | type(None)):
        inner: Iterable[Any] = ()
        if isinstance(held, dict):
            inner = held.values()
        elif isinstance(held, list | tuple | set | frozenset):
            inner = held
        elif type(held).__module__.startswith(ROOMS) or (isinstance(held, type) and held.__module__.startswith(ROOMS)):
            inner = getattr(held, "__dict__", {}).values()
        for each in inner:
            yield from compiled(each, deep - 1)


def tables() -> Iterator[Known]:
    """Those that stand in lists and maps, and those by which addresses are told apart."""
    from nomic.wikitext import allowlist

    for values in (allowlist._ANYWHERE, *allowlist._VALUES.values()):
        for name, written in values.items():
            yield Known(f"permitted:{name}", re.compile(written), True)
    waiting: list[URLPattern | URLResolver] = [*get_resolver().url_patterns]
    for address in waiting:
        yield Known(f"address {address.pattern}", address.pattern.regex, True)  # type: ignore[union-attr]
        if isinstance(address, URLResolver):
            waiting += address.url_patterns


def literals() -> Iterator[tuple[str, str]]:
    """The patterns of the scripts, as they are written."""
    for path in sorted((Path(settings.BASE_DIR) / SCRIPTS).glob("*.js")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.lstrip().startswith(("//", "*", "/*")):
                for found in LITERAL.finditer(line):
                    yield path.name, found[1]


def scripts() -> Iterator[Known]:
    """The patterns of the scripts, as Python writes them."""
    for name, written in literals():
        pattern, _, flags = written[1:].rpartition("/")
        pattern = pattern.replace(r"\p{Surrogate}", r"[\ud800-\udfff]")
        yield Known(f"{name}:{written}", re.compile(pattern, re.MULTILINE if "m" in flags else 0), False)


def steps(counted: Counted, text: str, only: bool) -> int:
    """How many there are, as far as they are counted: a little beyond what is too many anyway."""
    most = (STEPS_A_CHARACTER + 100) * len(text)
    try:
        if only:
            return max(counted.match_whole(text, most), counted.match_beginning(text, most))
        return counted.search_all(text, most)
    except TooMany:
        return most


def grows(pattern: "re.Pattern[str]", only: bool) -> str:
    """The text with which the steps of a pattern grow faster than it; "" where there is none."""
    if is_straight(pattern, only):
        return ""
    small = Counted(pattern, bound=BOUND)
    most, worst = 0, ""
    for begins, repeated, ends in attacks(pattern):
        few, many = (steps(small, begins + _filled(repeated, size) + ends, only) for size in (FEW, MANY))
        if many > 6 * (few + 100) or many > STEPS_A_CHARACTER * MANY:
            return f"{begins!r} + {repeated!r} * n + {ends!r}: {few} steps, then {many}"
        if many > most:
            most, worst = many, begins + _filled(repeated, LONG) + ends
    longest = steps(Counted(pattern), worst, only) if has_bounds(pattern, BOUND) else 0
    return f"{worst[:50]!r}…: {longest} steps" if longest > STEPS_A_CHARACTER * len(worst) else ""


def _filled(repeated: str, size: int) -> str:
    return (repeated * size)[: max(size - size % len(repeated), len(repeated))]


def test_every_pattern_takes_steps_that_grow_with_the_text() -> None:
    """Texts of what it repeats, of what comes before, of two such things in turn and of single signs, at two sizes."""

    def found() -> list[str]:
        known: dict[tuple[str, int, bool], str] = {}
        for where, pattern, only in patterns():
            if isinstance(pattern.pattern, str):
                known.setdefault((pattern.pattern, pattern.flags, only), where)
        assert len(known) > 250
        return [
            f"{where} ({pattern}): {text}"
            for (pattern, flags, only), where in known.items()
            if (text := grows(re.compile(pattern, flags), only))
        ]

    assert with_a_deep_stack(found) == []


def test_patterns_that_are_made_as_they_are_needed_are_known() -> None:
    """Each with the reason why it does not go back; a new one is written here, or kept under a name."""
    made = {
        (file, ast.unparse(call.args[0]))
        for file, tree in sources().items()
        for call, _ in calls(tree)
        if id(call) in within_functions(tree) and not isinstance(call.args[0], ast.Constant)
    }
    known = {one: [told for told in MADE if told[0] == one[0] and told[1] in one[1]] for one in made}
    assert [one for one, told in known.items() if not told] == []
    assert {told for each in known.values() for told in each} == set(MADE)


def test_patterns_of_arguments_and_of_scripts_are_known() -> None:
    """Arguments are read by an engine that never goes back; of scripts nothing makes a pattern as it is needed."""
    assert not any("python-re" in ast.unparse(tree) for tree in sources().values())
    for path in (Path(settings.BASE_DIR) / SCRIPTS).glob("*.js"):
        assert "RegExp" not in path.read_text(encoding="utf-8")
    assert len(list(literals())) >= 10


# What is known of patterns that went back.


@pytest.mark.parametrize(
    "pattern",
    [
        r"(a+)+b",
        r"\s*<x>",
        r"(?:\n\s*)?(?:^[:>] ?.*\n?)+",
        r"<[^>]*>",
        r"(\w+\s?)*!",
        r"a.*b.*c",
        r"(?:a|ab|b)*c",
        r"x*x*y",
        r"\s++<x>",
        r"([^|]*)\|([^|]*\|)?!",
        r"(?:a|aa){1,20}b",
        r"(.{1,200}?){1,200}x",
        r"x(?=[a-z]*!)",
        r"([a-z]+) \1x*x*y",
    ],
)
def test_a_pattern_that_goes_back_is_found(pattern: str) -> None:
    assert with_a_deep_stack(lambda: grows(re.compile(pattern, re.MULTILINE), False))


@pytest.mark.parametrize(
    "pattern",
    [
        r"<[^<>]*+>",
        r"[a-z]+",
        r"(?<!\s)\s++x",
        r"a{1,200}b",
        r"'''(.{1,200}?)'''",
        r"^[^:\n]*:[^\n]*$",
    ],
)
def test_a_pattern_that_does_not_is_left_alone(pattern: str) -> None:
    assert with_a_deep_stack(lambda: grows(re.compile(pattern), False)) == ""


PIECES = [
    r"a*",
    r"(?:ab|a)",
    r"[^b]+?",
    r"(b|ba){1,3}",
    r"\b",
    r"(?=a)",
    r"(?<=b)",
    r"(?<!a)c?",
    r"\s*+",
    r"(a)?",
    r".",
]


@pytest.mark.parametrize("first", PIECES)
def test_the_matcher_that_counts_finds_what_re_finds(first: str) -> None:
    """It has the same ends, so it goes the same ways."""
    texts = [
        f"{one}{two}{three}"
        for one in ("", "a", "ab", "ba ")
        for two in ("aab", "b\n", "c")
        for three in ("", "bba", " a")
    ]
    for second in PIECES:
        for third in (r"", r"$", r"c"):
            pattern = re.compile(first + second + third)
            for text in texts:
                found = pattern.match(text)
                assert Counted(pattern).match(text) == (-1 if found is None else found.end()), (pattern, text)
