"""Imports run in one direction, those for checks of types and those inside functions among them."""

from graphlib import TopologicalSorter

import grimp

from nomic.games import HOME, games_in


def test_no_module_imports_one_that_imports_it() -> None:
    """A circle of modules can only be read as a whole. `CycleError` names its modules in order."""
    graph = grimp.build_graph("nomic", *games_in(HOME), exclude_type_checking_imports=False)
    assert len(graph.modules) > 1000
    TopologicalSorter({name: graph.find_modules_directly_imported_by(name) for name in graph.modules}).prepare()
