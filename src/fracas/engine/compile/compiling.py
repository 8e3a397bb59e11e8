"""Compiling a ruleset's rules: once per machine, kept in the user's cache, recompiled whenever any source it depends on changes."""
# Numba has no type stubs, and the compiler's internals below are not part of its public interface.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return, attr-defined, method-assign, import-untyped"

from __future__ import annotations

import ast
import hashlib
import inspect
import re
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy
from numba.core.errors import NumbaError

from fracas.dice.rule import CALLED
from fracas.engine.compile.aside import aside
from fracas.engine.compile.keeping import ENTRY, KeptCode, keep_bytes, kept_bytes, kept_folder, mark_name, one_at_a_time
from fracas.engine.compile.lean import Translated, lean, translated
from fracas.engine.compile.quick import heap_users
from fracas.engine.contract.progress import Progress, listener_of_compiling
from fracas.engine.contract.ruleset import Ruleset
from fracas.errors import FracasError

INLINED = ("sample", "tick", "lane")
"""Loops that are compiled with frequent rules put into their callers."""
LEFT_BEHIND = ("explore", "follow", "tally", "tabulate")
"""Loops that may take seconds and write nothing that is kept when they are stopped: Ctrl-C leaves them behind."""
_LOCK = threading.RLock()


def _sources(folder: Path) -> Iterator[bytes]:
    for path in sorted(folder.rglob("*.py")):
        yield path.relative_to(folder).as_posix().encode()
        yield path.read_bytes()


@cache
def _core_digest() -> bytes:
    import fracas

    root = Path(fracas.__file__).parent
    digest = hashlib.sha256()
    for part in ("dice", "engine"):
        for piece in _sources(root / part):
            digest.update(piece)
    for fact in (sys.version, numba.__version__, numpy.__version__, str(_cpu())):
        digest.update(fact.encode())
    return digest.digest()


def _cpu() -> tuple[str, str]:
    import llvmlite.binding as llvm

    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def digest_of(ruleset: Ruleset) -> str:
    """A fingerprint of all that decides the compiled code: sources of the core and the ruleset, Python, Numba, the CPU."""
    digest = hashlib.sha256(_core_digest())
    files = _files_reached(ruleset.rules) | {inspect.getsourcefile(type(ruleset))}
    for file in sorted(f for f in files if f):
        path = Path(file)
        digest.update(path.read_bytes())
        if (path.parent / "__init__.py").exists():
            for piece in _sources(path.parent):
                digest.update(piece)
    return digest.hexdigest()[:24]


def _files_reached(functions: Iterable[Any]) -> set[str | None]:
    """The source files of functions and of all plain functions they can call, wherever these are."""
    files: set[str | None] = set()
    seen: set[int] = set()
    todo = list(functions)
    while todo:
        function = todo.pop()
        if id(function) in seen or not inspect.isfunction(function):
            continue
        seen.add(id(function))
        files.add(inspect.getsourcefile(function))
        todo += [function.__globals__[name] for name in function.__code__.co_names if name in function.__globals__]
        todo += [cell.cell_contents for cell in function.__closure__ or ()]
    return files


ENGINE = Path(__file__).parents[2]
"""Errors are reported at a rule, not in these files: the engine's loops and the dice."""
REMEDIES = {
    r"Untyped global name '(\w+)'.*<class 'function'>": "mark the helper {0} with @rule",
    r"Untyped global name '(\w+)'.*<class 'dict'>": "put the numbers of the dict {0} into the book, or into a tuple",
    r"use of yield in a closure": "write a loop instead of a generator expression",
    r"Cannot unify": "let a variable hold one kind of value in all branches",
    r"imprecise type: list\(undefined\)": "give a list its length: scratch(n, 0)",
    r"has no field '(\w+)'": "correct the field's name, or declare {0} in the record",
}
"""What to do about the commonest complaints of the compiler."""


def _in_short(error: Exception, functions: Iterable[Any]) -> tuple[str, str]:
    """What a complaint of the compiler comes down to, with the file and line of the rule it is about; and what to do."""
    if isinstance(error, KeyError):  # Numba's way to say that a record has no such field
        name = str(error.args[0])
        reason = f"a record has no field '{name}'{_place_of_field(name, functions)}"
    else:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        places = [i for i, line in enumerate(lines) if line.startswith('File "') and not _is_ours(line)]
        if places:
            reason = f"{lines[places[-1] - 1][:300]} ({lines[places[-1]].rstrip(':')})"
        else:
            telling = re.compile(r"No implementation|Unknown attribute|Cannot unify|Untyped|Invalid use|Use of unsupported|\w+Error:")
            reason = ([line for line in lines if telling.match(line)] or lines or [type(error).__name__])[-1][:300]
    for pattern, remedy in REMEDIES.items():
        found = re.search(pattern, reason)
        if found:
            return reason, remedy.format(*found.groups())
    return reason, "see docs/adding-a-ruleset.md for what a rule may do"


def _does_not_compile(title: str, rules: Iterable[Any], error: Exception) -> FracasError:
    reason, remedy = _in_short(error, rules)
    return FracasError(
        "does-not-compile",
        f"the rules of {title} do not compile: {reason}",
        f"{remedy}; the compiler's whole message is this error's __cause__",
    )


def _is_ours(line: str) -> bool:
    """Whether a place in a complaint is in the engine, the dice or the compiler rather than in a rule."""
    name = line.split('"')[1]
    path = Path(name).resolve()
    return "numba" in path.parts or any(path.is_relative_to(ENGINE / part) for part in ("engine", "dice"))


def _place_of_field(name: str, functions: Iterable[Any]) -> str:
    """Where rules speak of a field that no record has."""
    for file in sorted(file for file in _files_reached(functions) if file and not Path(file).is_relative_to(ENGINE / "dice")):
        for node in ast.walk(ast.parse(Path(file).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr == name:
                return f' (File "{file}", line {node.lineno})'
    return ""


def _check_compiler() -> None:
    """Refuse to go on where the compiler is turned off: everything would be a thousand times slower, and some of it not work."""
    if numba.config.DISABLE_JIT:
        raise FracasError("no-compiler", "the environment variable NUMBA_DISABLE_JIT turns the compiler off", "unset it and try again")


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """A compiled function of the engine's own, kept like compiled rules."""
    options: dict[str, Any] = {"nogil": True, **CALLED}
    made = numba.njit(**options)(function)
    if numba.config.DISABLE_JIT:
        return made
    folder = kept_folder(_core_digest().hex()[:24], sweep=False)
    if folder is not None:
        made._cache = KeptCode(function, folder)
    compile_usually = made.compile

    def compile_lean(signature):
        with one_at_a_time(folder, f"{function.__module__}.{function.__qualname__} {signature}"), lean(function.__qualname__):
            return compile_usually(signature)

    made.compile = compile_lean
    return made


class Compiled:
    """One compiled loop of a ruleset: compiled on its first call for given record types, or loaded from where it is kept."""

    def __init__(self, make: Callable[[], Any], what: str, ruleset: Ruleset) -> None:
        _check_compiler()
        self._what = what
        self._title = ruleset.title
        self._rules = ruleset.rules
        self._known: set[Any] = set()
        self._folder = kept_folder(digest_of(ruleset))
        self._stopwatch = None if self._folder is None else self._folder.parent / f"{mark_name(what, ruleset.name)}.seconds"
        self._function = make()
        if self._folder is not None:
            self._function._cache = KeptCode(self._function.py_func, self._folder)

    def __call__(self, kinds: tuple[Any, ...], progress: Progress, *arguments: Any) -> Any:
        """Run the loop; ``kinds`` are the record types it is run for, so that compiling can be announced."""
        if kinds not in self._known:
            mark = None if self._folder is None else self._folder / mark_name(self._what, kinds)
            if mark is None or not mark.exists():
                took = self._took()
                last = "" if took is None else f"; it took {took:.0f} s last time"
                listener_of_compiling(progress).say(f"compiling the rules of {self._title} to {self._what} (once{last})")
            aside(self._compile, kinds, mark, arguments)
        if self._what in LEFT_BEHIND:
            return aside(self._function, *arguments)
        return self._function(*arguments)

    def briefly(self, *arguments: Any) -> Any:
        """Run the loop in this thread: for what has run before in this process and is over at once."""
        return self._function(*arguments)

    def _compile(self, kinds: tuple[Any, ...], mark: Path | None, arguments: tuple[Any, ...]) -> None:
        with _LOCK:
            if kinds not in self._known:  # unless another thread was quicker
                self._compile_alone(mark, arguments)
                self._known.add(kinds)

    def _took(self) -> float | None:
        """The seconds that it took to compile this the last time, for other types or from other sources; None where that is not known."""
        with suppress(OSError, ValueError):
            return float(self._stopwatch.read_text()) if self._stopwatch is not None else None
        return None

    def _compile_alone(self, mark: Path | None, arguments: tuple[Any, ...]) -> None:
        began, had = time.monotonic(), sum(self._function.stats.cache_hits.values())
        try:
            with (
                one_at_a_time(self._folder, self._what),
                lean(self._function.py_func.__qualname__, inline=self._what in INLINED, rules=True),
            ):
                self._function.compile(tuple(numba.typeof(argument) for argument in arguments))
        except (NumbaError, KeyError) as error:
            raise _does_not_compile(self._title, self._rules, error) from error
        with suppress(OSError):
            if mark is not None:
                mark.touch()
            if self._stopwatch is not None and sum(self._function.stats.cache_hits.values()) == had:
                self._stopwatch.write_text(f"{time.monotonic() - began:.1f}")

    def allocators(self) -> list[str]:
        """The functions that take memory from the heap, as far as the loop is compiled; rules put into their callers count as these."""
        libraries = [each.library for each in self._function.overloads.values()]
        return sorted({name for library in libraries for name in heap_users(library._get_module_for_linking())})


@cache
def compiled(make: Callable[..., Any], what: str, ruleset: Ruleset) -> Compiled:
    """The compiled loop that ``make`` builds from a ruleset's rules."""
    return Compiled(lambda: make(ruleset.rules), what, ruleset)


class Translation:
    """A loop over a ruleset's rules as intermediate code, of which code for other processors is made; both are kept."""

    def __init__(self, make: Callable[[], Any], what: str, ruleset: Ruleset, signature: tuple[Any, ...]) -> None:
        _check_compiler()
        self._make, self._what, self._ruleset, self._signature = make, what, ruleset, signature
        self._folder = kept_folder(digest_of(ruleset))

    def code(self) -> Translated:
        """The intermediate code of the loop with all it can call."""
        pickled = self._kept(f"translated {self._signature}", self._translated)
        name, _, bitcode = pickled.partition(b"\0")
        return Translated(bitcode, name.decode())

    def _translated(self) -> bytes:
        loop = self._make()
        try:
            with _LOCK:
                code = translated(lambda: loop.compile(self._signature), loop.py_func.__qualname__)
        except (NumbaError, KeyError) as error:
            raise _does_not_compile(self._ruleset.title, self._ruleset.rules, error) from error
        return code.name.encode() + b"\0" + code.bitcode

    def kept(self, name: str, made: Callable[[], bytes], what: str, progress: Progress) -> bytes:
        """What was ``made`` of the code and is kept under a name; ``what`` is announced where it is to be made now."""

        def announced() -> bytes:
            listener_of_compiling(progress).say(f"compiling {what} (once)")
            return aside(made)

        return self._kept(f"made {name}", announced)

    def _kept(self, name: str, made: Callable[[], bytes]) -> bytes:
        if self._folder is None:
            return made()
        entry = hashlib.sha256(f"{self._what} {name}".encode()).hexdigest()[:32] + ENTRY
        with one_at_a_time(self._folder, entry):
            found = kept_bytes(self._folder, entry)
            if found is None:
                found = made()
                keep_bytes(self._folder, entry, found)
            return found
