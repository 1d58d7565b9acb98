"""The sentences of all shipped laws and of random programs, and faults that no sentence may have."""

import random
import re
from collections.abc import Iterator

from nomic.clauses.views.explanations import explain_rule
from nomic.effects.checking.find_flaws import flaws_of
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.parser import read_effect
from nomic.effects.prose.describe import effect_in_lines
from nomic.effects.prose.english_grammar import sentence
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of
from nomic.law.labels.indented_outline import in_one_piece, outline
from tests.effects.apart import law
from tests.effects.apart.programs import Programs

MAX_WORDS = 60  # of a line of a shipped law; what is longer has to be a list
FAULTS = {
    "one of many": re.compile(r"(?<![\w.])1 (cards|players|Coins|Chips|packs|participants)\b"),
    "many of one": re.compile(r"(?<![÷×+−] )(?<![\w.÷×+−])([2-9]|1\d) (card|player|Coin|Chip|participant)\b"),
    "a or an": re.compile(
        r"\b[Aa] (?!(?:Eu|eu|One|one|Uni|uni|Use|use|U-))[aeiouAEIOU]\w|\b[Aa]n [bcdfgjklmnpqrstvwxyz]"
    ),
    "a word twice": re.compile(r"\b(the|a|an|of|is|are|that|to|in|with|and|or|by|for|who|each) \1\b"),
    "machine words": re.compile(
        r"player said|number said|card said|of whom this is true|is so\b|it is not so|at first it|becomes again|"
        r"[Ww]hoever|[Nn]ote (all|every|each|the)|is entered in|is struck from|[Ee]verybody reads|equals|such that"
    ),
    "a subject's pronoun": re.compile(r"\b(of|to|from|over|for|with|by) (they|he|she|I)\b"),
    "you does": re.compile(
        r"(?<!is )(?<!than )(?<!and )\b([Yy]ou|[Tt]hey|[Ww]e) (gains|loses|draws|has|is|does|becomes|gives|takes)\b"
    ),
    "double denial": re.compile(r"\b([Nn]obody|no \w+|[Nn]othing) (\w+ ){0,2}not\b"),
    "space before a mark": re.compile(r" [,.;:!?)]"),
    "marks in a row": re.compile(r",,|;;|\.\.|,\.|;\.|:\.|\?\.|!\.|,;|\( | {2}\S"),
    "traces of data": re.compile(r"[{}$_]|None\b|True\b|False\b"),
    "an empty place": re.compile(r"“”|\(\)|\[\]|: *$"),
    "who's": re.compile(r" (who|whose|whom|with|that) [^.;,()“”]*(?<!')\b(is|are|has|have)'s"),
}


def faults_in(text: str) -> list[str]:
    """Return the faults of a text with lists, each with the words around it."""
    found = []
    for number, (_, line) in enumerate(lines := outline(text)):
        is_head = number + 1 < len(lines) and lines[number + 1][0] > lines[number][0]
        checked = f"{line[:-1]}." if is_head and line.endswith(":") else line
        if not (checked[:1].isupper() or checked[:1] in "“(‘[−" or checked[:1].isdigit()):
            found.append(f"no capital: {line[:40]}")
        if not checked.endswith((".", ".”", "!”", "?”")):
            found.append(f"no end: {line[-40:]}")
        if line.count("“") != line.count("”") or line.count("(") != line.count(")"):
            found.append(f"unbalanced: {line}")
        for name, pattern in FAULTS.items():
            found += [
                f"{name}: …{checked[max(0, hit.start() - 30) : hit.end() + 20]}…" for hit in pattern.finditer(checked)
            ]
    return found


def sentences_of(template: str) -> dict[str, tuple[str, ...]]:
    """Return the sentences of each rule of a shipped law that has clauses."""
    shipped = Law(document_of(template))
    said = {rule: explain_rule(shipped, rule) for rule in shipped.document["rules"]}
    return {rule: texts for rule, texts in said.items() if texts}


def golden(template: str) -> str:
    """Return the text of the golden file of a shipped law."""
    parts = (f"## {rule}\n\n{chr(10).join(texts)}\n" for rule, texts in sentences_of(template).items())
    return "\n".join(parts)


def random_texts(count: int, seed: int = 0) -> Iterator[str]:
    """Yield descriptions of random programs that the law accepts, of all moments."""
    chance, made = random.Random(seed), 0
    while made < count:
        ctx, scope, called = law.PLACES[chance.choice(sorted(law.PLACES))]
        raw = Programs(chance, ctx == "hall").effect(scope, chance.choice((1, 1, 2)))
        try:
            effect = read_effect(raw, scope)
        except EffectFlaw:
            continue
        if not list(flaws_of(effect, law.KNOWN, ctx)):
            made += 1
            steps = effect_in_lines(effect, law.PLURALS, called)
            yield in_one_piece(sentence(step) for step in steps)
