"""Who may know whom: dice <- engine <- rulesets <- (cli, demo, testing). Rules import no interface; interfaces hold no rules."""

import ast
from pathlib import Path

import fracas

ROOT = Path(fracas.__file__).parent
LAYERS = {"errors": 0, "dice": 1, "engine": 2, "rulesets": 3, "testing": 4, "cli": 4, "demo": 5, "__main__": 5}


def imports_of(path):
    """The parts of fracas a module imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module] if node.module != "fracas" else [f"fracas.{a.name}" for a in node.names]
        elif isinstance(node, ast.Import):
            names = [a.name for a in node.names]
        yield from (name.split(".")[1] for name in names if name.startswith("fracas."))


def test_every_module_imports_only_from_layers_below_or_its_own():
    seen = 0
    for path in ROOT.rglob("*.py"):
        part = path.relative_to(ROOT).parts[0].removesuffix(".py")
        if part == "__init__":
            continue
        for other in imports_of(path):
            if other in LAYERS:
                seen += 1
                assert LAYERS[other] <= LAYERS[part], f"{path.relative_to(ROOT)} imports fracas.{other}"
    assert seen > 50


def test_no_ruleset_imports_another():
    for path in (ROOT / "rulesets").rglob("*.py"):
        own = path.relative_to(ROOT / "rulesets").parts[0]
        for line in path.read_text().splitlines():
            if line.startswith("from fracas.rulesets.") and own != "__init__.py":
                assert line.startswith(f"from fracas.rulesets.{own}"), f"{path}: {line}"


def test_the_core_names_no_ruleset():
    names = [folder.name.replace("_", "-") for folder in (ROOT / "rulesets").iterdir() if (folder / "rules.py").exists()]
    assert names
    for part in ("dice", "engine"):
        for path in (ROOT / part).rglob("*.py"):
            code = ast.unparse(ast.parse(path.read_text()))
            text = "\n".join(line for line in code.splitlines() if ">>>" not in line)
            for name in names:
                assert name not in text, f"{path} names {name}"


def test_modules_stay_small():
    sizes = {path: len(path.read_text().splitlines()) for path in ROOT.rglob("*.py")}
    assert max(sizes.values()) <= 900, max(sizes, key=sizes.get)
    assert sorted(sizes.values())[len(sizes) // 2] < 250
