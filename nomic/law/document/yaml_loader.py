"""Names in YAML: all are texts. YAML itself reads `on`, `no` and `12` without quotes as something else."""

import yaml

_PLAIN = ("tag:yaml.org,2002:str", "tag:yaml.org,2002:merge")


class NameIsNoText(ValueError):
    """Something stands for a name that is none; it says which, in which line, and what to write."""


def check_names(node: yaml.MappingNode) -> None:
    """Raises NameIsNoText where the name of a value is no text."""
    for name, _ in node.value:
        if name.tag in _PLAIN:
            continue
        line = name.start_mark.line + 1
        if not isinstance(name, yaml.ScalarNode):
            raise NameIsNoText(f"line {line}: a name is a text, and no list or map")
        raise NameIsNoText(
            f'line {line}: {name.value[:60]!r} is no text here: put it in quotes, as "{name.value[:60]}"'
        )
