"""Who may import whom: dice <- engine <- rulesets <- lab <- web <- cli; within the engine its rooms. Imports inside functions count."""

import ast
from pathlib import Path

import fracas

ROOT = Path(fracas.__file__).parent
LAYERS = {
    "errors": 0,
    "interrupts": 0,
    "dice": 1,
    "engine": 2,
    "rulesets": 3,
    "lab": 4,
    "rl": 5,
    "testing": 4,
    "scaffold": 4,
    "web": 5,
    "cli": 6,
    "demo": 7,
    "__main__": 7,
}
ROOMS = ("records", "content", "contract", "compile", "work", "sample", "solve", "play", "world", "encounter", "journey", "travel")


def imports_of(path):
    """The modules of fracas that a module imports, anywhere in it, as lists of their parts."""
    for node in ast.walk(ast.parse(path.read_text())):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        yield from (name.split(".")[1:] for name in names if name.startswith("fracas."))


def room_of(path, depth):
    return path.relative_to(ROOT).parts[depth].removesuffix(".py")


def test_every_module_imports_only_from_layers_below_or_its_own():
    seen = 0
    for path in ROOT.rglob("*.py"):
        part = room_of(path, 0)
        if part == "__init__":
            continue
        for other, *_ in imports_of(path):
            if other in LAYERS:
                seen += 1
                assert LAYERS[other] <= LAYERS[part], f"{path.relative_to(ROOT)} imports fracas.{other}"
    assert seen > 500


def test_only_the_library_for_users_is_imported_from_the_top():
    """`fracas` itself reaches every layer, so no layer imports from it; the version is no layer."""
    for path in ROOT.rglob("*.py"):
        for parts in imports_of(path) if room_of(path, 0) in ("dice", "engine", "rulesets", "lab") else ():
            assert parts[0] in LAYERS or parts[0] == "__version__", f"{path.relative_to(ROOT)} imports fracas.{parts[0]}"


def test_every_room_of_the_engine_imports_only_from_rooms_before_it():
    seen = 0
    for path in (ROOT / "engine").rglob("*.py"):
        room = room_of(path, 1)
        for parts in imports_of(path):
            if room != "__init__" and parts[0] == "engine":
                seen += 1
                assert ROOMS.index(parts[1]) <= ROOMS.index(room), f"{path.relative_to(ROOT)} imports fracas.{'.'.join(parts)}"
    assert seen > 100
    assert {room_of(path, 1) for path in (ROOT / "engine").rglob("*.py")} == {*ROOMS, "__init__"}


def test_no_modules_of_the_engine_import_each_other_in_a_circle():
    modules = {tuple(path.relative_to(ROOT).with_suffix("").parts): path for path in (ROOT / "engine").rglob("*.py")}
    graph = {
        name: {tuple(parts[:n]) for parts in imports_of(path) for n in (2, 3)} & set(modules) - {name} for name, path in modules.items()
    }
    while free := [name for name, others in graph.items() if not others & set(graph)]:
        for name in free:
            del graph[name]
    assert not graph, f"these modules import each other in a circle: {sorted('.'.join(name) for name in graph)}"


def test_no_ruleset_imports_another():
    for path in (ROOT / "rulesets").rglob("*.py"):
        own = path.relative_to(ROOT / "rulesets").parts[0]
        for line in path.read_text().splitlines():
            if line.startswith("from fracas.rulesets.") and own != "__init__.py":
                assert line.startswith(f"from fracas.rulesets.{own}"), f"{path}: {line}"


def test_the_core_names_no_ruleset():
    names = [folder.name.replace("_", "-") for folder in (ROOT / "rulesets").iterdir() if (folder / "content").is_dir()]
    assert names
    for part in ("dice", "engine", "lab"):
        for path in (ROOT / part).rglob("*.py"):
            code = ast.unparse(ast.parse(path.read_text()))
            text = "\n".join(line for line in code.splitlines() if ">>>" not in line)
            for name in names:
                assert name not in text, f"{path} names {name}"


def test_modules_stay_small():
    sizes = {path: len(path.read_text().splitlines()) for path in ROOT.rglob("*.py")}
    assert max(sizes.values()) <= 900, max(sizes, key=sizes.get)
    assert sorted(sizes.values())[len(sizes) // 2] < 250


def test_no_method_of_the_contract_returns_anything_whatever():
    """What the engine is given has a type: a ruleset's author is told by the type checker what to return."""
    for path in (ROOT / "engine" / "contract").glob("*.py"):
        tree = ast.parse(path.read_text())
        abstract = [each for each in ast.walk(tree) if isinstance(each, ast.ClassDef)]
        for method in (each for kind in abstract for each in kind.body if isinstance(each, ast.FunctionDef)):
            private = method.name.startswith("_") or any("property" in ast.unparse(mark) for mark in method.decorator_list)
            assert private or method.returns is not None
            if not private and (path.stem, method.name) != ("tables", "of"):  # a cell is whatever the column finds
                assert ast.unparse(method.returns) != "Any", f"{path.name}: {method.name}"


def test_caches_are_bounded():
    """What is kept for ever depends on nothing a user gives: on nothing at all, on a ruleset, or on a package."""
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and any(ast.unparse(each) in ("cache", "functools.cache") for each in node.decorator_list):
                given = {argument.arg for argument in node.args.args}
                assert given <= {"ruleset", "package", "name", "make", "what"}, f"{path.relative_to(ROOT)}: {node.name} is kept for ever"


def test_every_module_of_the_engine_has_its_tests():
    """A module has tests in a module of its name; one that only declares what others write has nothing to test."""
    tests = Path(__file__).parent / "engine"
    for path in (ROOT / "engine").rglob("*.py"):
        methods = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)]
        does = any(len(each.body) > 2 or isinstance(each.body[-1], (ast.If, ast.For, ast.With)) for each in methods)
        place = path.relative_to(ROOT / "engine")
        assert not does or place.name == "__init__.py" or (tests / place.parent / f"test_{place.name}").exists(), f"{place} has no tests"
