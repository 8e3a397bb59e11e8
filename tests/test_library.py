"""The library: everything it lists is there, and what a type checker sees is what Python gives."""

import ast
from pathlib import Path

import fracas


def test_every_name_is_there():
    assert len(set(fracas.__all__)) == len(fracas.__all__) > 80
    for name in fracas.__all__:
        assert getattr(fracas, name) is not None
    assert set(dir(fracas)) == {*fracas.__all__, "__version__"}


def test_type_checkers_see_the_same_names_from_the_same_places():
    tree = ast.parse(Path(fracas.__file__).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {alias.name: node.module for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert seen == {name: f"fracas.{home}" for name, home in fracas._HOME.items()}
    assert all(alias.asname == alias.name for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names)
