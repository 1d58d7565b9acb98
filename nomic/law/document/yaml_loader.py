"""Loads YAML whose keys must be strings. Without quotes, YAML reads `on`, `no` and `12` as other types."""

import functools
import pickle
from typing import Any

import yaml

_PLAIN = ("tag:yaml.org,2002:str", "tag:yaml.org,2002:merge")


class NonStringKey(ValueError):
    """Raised if a key is not a string. The message gives the key, its line and the correction."""


def check_keys_are_strings(node: yaml.MappingNode) -> None:
    """Raise NonStringKey if a key of the mapping is not a string."""
    for name, _ in node.value:
        if name.tag in _PLAIN:
            continue
        line = name.start_mark.line + 1
        if not isinstance(name, yaml.ScalarNode):
            raise NonStringKey(f"line {line}: a name must be text, not a list or map")
        raise NonStringKey(
            f'line {line}: {name.value[:60]!r} is not read as text here: put it in quotes, like "{name.value[:60]}"'
        )


class StringKeyLoader(yaml.CSafeLoader):
    """Safe YAML loader in C, ten times as fast as the Python one.

    Raises NonStringKey for a key that is not a string.
    """

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        check_keys_are_strings(node)
        return super().construct_mapping(node, deep)


def documents_in(text: str) -> list[Any]:
    """Return the YAML documents of a text, which callers may change.

    Templates are read again for each new cycle, so texts that were parsed recently are cached. Raises yaml.YAMLError,
    or NonStringKey for a key that is not a string.
    """
    documents: list[Any] = pickle.loads(_pickled(text))  # noqa: S301 - what this process has pickled
    return documents


@functools.lru_cache(maxsize=256)
def _pickled(text: str) -> bytes:
    return pickle.dumps([*yaml.load_all(text, StringKeyLoader)])
