"""The cases, a file for each family of words; whoever adds a word adds its cases, in a file of their own if they like.

Each file has `CASES`: by a word, the pieces that show it. A piece shows what comes of it at the moments that it names,
and is refused at all others.
"""

import importlib
import pkgutil
from collections.abc import Sequence

from tests.effects.grammar.case import Case

EVERY: dict[str, Sequence[Case]] = {}
for _found in pkgutil.iter_modules(__path__):
    for _word, _cases in importlib.import_module(f"{__name__}.{_found.name}").CASES.items():
        EVERY[_word] = (*EVERY.get(_word, ()), *_cases)
