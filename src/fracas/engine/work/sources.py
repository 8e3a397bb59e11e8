"""The source files of a ruleset that is not installed, collected to be sent to other processes, and imported there.

A ruleset of a script or of a package on the path is found by its modules: those that define its class, and all of their own modules that
they import. Modules of installed packages are expected on the worker.
"""

from __future__ import annotations

import ast
import atexit
import hashlib
import importlib
import shutil
import sys
import sysconfig
import tempfile
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from fracas.engine.content.library import scenario_file, variant_files
from fracas.engine.contract.ruleset import Ruleset
from fracas.errors import FracasError

MAIN = "fracas_main"
"""The module name under which a worker imports the script that defines a ruleset."""
SENT = (".py", ".json", ".toml")
"""The kinds of files of a package that are sent."""
MAX_SOURCES = 32 << 20
"""Maximum size in bytes of all source files of a ruleset."""
_IMPORTING = threading.RLock()
_imported: dict[str, str] = {}
"""The modules imported from sources sent here, with the folder of each."""


class Sources(NamedTuple):
    """Source files by their path under an import root, and the modules to import from them."""

    modules: tuple[str, ...]
    files: Mapping[str, bytes]

    def digest(self) -> str:
        """A digest of the files."""
        digest = hashlib.sha256(repr(self.modules).encode())
        for path in sorted(self.files):
            digest.update(f"{path} {len(self.files[path])} ".encode() + self.files[path])
        return digest.hexdigest()[:32]


def sources_of(ruleset: Ruleset) -> Sources:
    """The source files that define a ruleset."""
    homes = [each.__module__ for each in type(ruleset).__mro__ if issubclass(each, Ruleset) and each is not Ruleset]
    if "<locals>" in type(ruleset).__qualname__:
        raise FracasError(
            "not-portable",
            f"{ruleset.title} is defined within a function ({type(ruleset).__qualname__}), where other processes cannot find it",
            "define it at the top of a module",
        )
    modules: dict[str, None] = {}
    todo = [name for name in homes if _is_own(name)]
    first = tuple(_called(name) for name in todo)
    while todo:
        name = todo.pop()
        if name not in modules:
            modules[name] = None
            todo += [other for other in _imports_of(name) if other not in modules and _is_own(other)]
            todo += [parent for parent in _parents(name) if parent not in modules and _is_own(parent)]
    files: dict[str, bytes] = {}
    for name in modules:
        files |= _files_of(name)
        if sum(map(len, files.values())) > MAX_SOURCES:
            what = f"the source files of {ruleset.title} are larger than {MAX_SOURCES >> 20} MiB"
            raise FracasError("too-large", what, "install the ruleset on the workers")
    return Sources(first, files)


def files_digest(module: str) -> str:
    """A digest of the source and content files of an installed ruleset's module or package."""
    return Sources((), _files_of(module)).digest()


def _called(name: str) -> str:
    return MAIN if name == "__main__" else name


def _file_of(name: str) -> Path | None:
    module = sys.modules.get(name)
    file = getattr(module, "__file__", None)
    return Path(file).resolve() if file and file.endswith(".py") else None


def _is_own(name: str) -> bool:
    """True for a module with a source file that belongs neither to Fracas nor to anything installed."""
    file = _file_of(name)
    if file is None:
        if name == "__main__":
            raise FracasError("not-portable", "the ruleset is defined at a prompt, without a source file", "define it in a file")
        return False
    installed = {Path(sysconfig.get_path(place)).resolve() for place in ("stdlib", "platstdlib", "purelib", "platlib")}
    return name.partition(".")[0] != "fracas" and not any(file.is_relative_to(place) for place in installed)


def _parents(name: str) -> Iterator[str]:
    """The packages of a module that have a file of their own."""
    while "." in name:
        name = name.rpartition(".")[0]
        if name in sys.modules and _file_of(name) is not None:
            yield name


def _imports_of(name: str) -> Iterator[str]:
    """The loaded modules that a module imports, at its top or within functions."""
    file = _file_of(name)
    if file is None:
        return
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package.rsplit(".", node.level - 1)[0] if node.level else ""
            home = ".".join(part for part in (base, node.module or "") if part)
            found = [home, *(f"{home}.{alias.name}" for alias in node.names)]
        else:
            continue
        yield from (each for each in found if each in sys.modules)


def _files_of(name: str) -> dict[str, bytes]:
    """The files of a module: itself, and for a package everything in its folder that is source or content; else its content folder."""
    file = _file_of(name)
    if file is None:
        return {}
    place = Path(*_called(name).split("."))
    if file.name != "__init__.py":
        whole, inside = {f"{place.as_posix()}.py": file.read_bytes()}, place.parent
        extra = sorted((file.parent / "content").rglob("*"))
    else:
        whole, inside = {}, place
        extra = sorted(file.parent.rglob("*"))
    for path in extra:
        if path.suffix in SENT and path.is_file() and "__pycache__" not in path.parts:
            whole[(inside / path.relative_to(file.parent)).as_posix()] = path.read_bytes()
    return whole


def imported(sources: Sources) -> None:
    """Write source files to a folder of this process, and import their modules; earlier modules of the same names are forgotten."""
    with _IMPORTING:
        digest = sources.digest()
        if all(_imported.get(name) == digest for name in sources.modules) or _are_here(sources):
            return
        folder = Path(tempfile.mkdtemp(prefix="fracas-sources-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        for name, data in sources.files.items():
            path = (folder / name).resolve()
            if not path.is_relative_to(folder.resolve()):
                raise FracasError("bad-sources", f"the path {name!r} leads out of its folder", "send the ruleset again")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        _forget(_modules_in(sources))
        sys.path.insert(0, str(folder))
        importlib.invalidate_caches()
        for name in sources.modules:
            try:
                importlib.import_module(name)
            except ModuleNotFoundError as error:
                what = f"the worker has no module {error.name!r}, which {name} needs"
                raise FracasError("no-module", what, "install it on the workers, or put it beside the ruleset") from None
            _imported[name] = digest


def _modules_in(sources: Sources) -> set[str]:
    return {path.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for path in sources.files if path.endswith(".py")}


def _are_here(sources: Sources) -> bool:
    """Whether this process has imported the same files already, from where they were sent."""
    if not all(name in sys.modules for name in sources.modules):
        return False
    here: dict[str, bytes] = {}
    for name in _modules_in(sources) & set(sys.modules):
        here |= _files_of(name)
    return all(here.get(path) == data for path, data in sources.files.items())


def _forget(names: set[str]) -> None:
    """Forget modules, so that they are imported anew, and what was cached by the names of their packages."""
    for name in names & set(sys.modules):
        del sys.modules[name]
        _imported.pop(name, None)
    scenario_file.cache_clear()
    variant_files.cache_clear()


def main_module() -> ModuleType:
    """The script that defines a ruleset, as imported here."""
    return importlib.import_module(MAIN)
