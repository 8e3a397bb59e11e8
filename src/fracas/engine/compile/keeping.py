"""Compiled code, kept between runs: read only if it is whole and nobody but this user can have written it.

What is kept are pickles, that is, code. A folder that others could write, or an entry that is damaged, is not used: the rules are then
compiled anew, which costs time and nothing else.
"""
# Numba has no type stubs, and its cache is not part of its public interface.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return"

from __future__ import annotations

import hashlib
import os
import pickle
import re
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from numba.core import compiler
from numba.core.caching import _Cache
from numba.core.serialize import dumps
from platformdirs import user_cache_path

fcntl: Any
try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

FORGET_AFTER_DAYS = 30
HOME, ENTRY, USED, MARK, LOCK = "compiled", ".code", "used", ".mark", ".lock"
FOLDER = re.compile(r"[0-9a-f]{24}")
"""What the folders are called in which compiled code is kept."""
OURS = re.compile(rf"(?:[0-9a-f]{{32}}(?:{ENTRY}|{MARK}|{LOCK})|{USED}|.*\.tmp)")
"""What the files in them are called."""
DIGEST = hashlib.sha256().digest_size


def cache_root() -> Path:
    """Where compiled rules are kept; the environment variable FRACAS_CACHE names another place."""
    return Path(os.environ.get("FRACAS_CACHE") or user_cache_path("fracas"))


def kept_folder(name: str, sweep: bool = True) -> Path | None:
    """The folder of that name for compiled code, made if it is not there; None where there can be none that only this user can write.

    With ``sweep``, code that has not been used for long is removed on the occasion.
    """
    home = cache_root() / HOME
    folder = home / name
    try:
        cache_root().mkdir(parents=True, exist_ok=True)
        for each in (home, folder):
            each.mkdir(mode=0o700, exist_ok=True)
            if not is_private(each):
                return None
        (folder / USED).touch()
    except OSError:
        return None
    if sweep:
        _forget_old(home)
    return folder


def is_private(path: Path) -> bool:
    """Whether a file or folder is this user's, and nobody else can write to it."""
    found = path.stat()
    if not hasattr(os, "getuid"):  # Windows: folders of a user are private by default
        return True
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _forget_old(home: Path) -> None:
    """Remove compiled code that no command has used for a month. Only what Fracas made is removed."""
    with suppress(OSError):
        for folder in home.iterdir():
            stamp = folder / USED
            if FOLDER.fullmatch(folder.name) and stamp.is_file() and time.time() - stamp.stat().st_mtime > FORGET_AFTER_DAYS * 86400:
                for file in folder.iterdir():
                    if OURS.fullmatch(file.name) and file.is_file():
                        file.unlink()
                folder.rmdir()  # not where anything else is in it


@contextmanager
def one_at_a_time(folder: Path | None, what: str) -> Iterator[None]:
    """Let one process at a time compile something; the others wait, and then find it kept.

    The lock is the system's own, on a file: a process that ends in any way lets go of it, so none is ever left behind.
    """
    with ExitStack() as held:
        if fcntl is not None and folder is not None:
            with suppress(OSError):  # on a disk that knows no locks, each compiles for itself
                name = hashlib.sha256(what.encode()).hexdigest()[:32] + LOCK
                file = held.enter_context((folder / name).open("w"))
                fcntl.flock(file, fcntl.LOCK_EX)
        yield


def mark_name(what: str, kinds: object) -> str:
    """The name of the file that says that something has been compiled for these types."""
    return hashlib.sha256(f"{what} {kinds!r}".encode()).hexdigest()[:32] + MARK


def kept_bytes(folder: Path, name: str) -> bytes | None:
    """What is kept under a name, or None: there is nothing, or it is not whole, or somebody else could have written it."""
    path = folder / name
    try:
        if not (is_private(folder) and is_private(path)):
            return None
        kept = path.read_bytes()
    except OSError:
        return None
    digest, code = kept[:DIGEST], kept[DIGEST:]
    return code if hashlib.sha256(code).digest() == digest else None


def keep_bytes(folder: Path, name: str, code: bytes) -> None:
    """Keep something under a name; where it cannot be kept it is not."""
    with suppress(OSError):
        handle, part = tempfile.mkstemp(".tmp", dir=folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(code).digest() + code)
            os.replace(part, folder / name)
        except BaseException:
            os.unlink(part)
            raise


class KeptCode(_Cache):
    """The compiled code of one function, in a folder that stands for the sources it was made from."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._folder = folder
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        captured = [getattr(cell, "__qualname__", None) or repr(cell) for cell in cells]
        self._name = f"{function.__module__}.{function.__qualname__} {captured}"

    @property
    def cache_path(self) -> str:
        """Where it is kept."""
        return str(self._folder)

    def _path(self, signature, codegen) -> Path:
        key = f"{self._name} {signature} {codegen.magic_tuple()}"
        return self._folder / (hashlib.sha256(key.encode()).hexdigest()[:32] + ENTRY)

    def load_overload(self, sig, target_context):
        """The code for a signature, or None: there is none, or it is not whole, or somebody else could have written it."""
        target_context.refresh()
        code = kept_bytes(self._folder, self._path(sig, target_context.codegen()).name)
        if code is None:
            return None
        try:
            return compiler.CompileResult._rebuild(target_context, *pickle.loads(code))
        except Exception:  # whole, but of another make
            return None

    def save_overload(self, sig, data) -> None:
        """Keep the code for a signature; where it cannot be kept it is not."""
        if any(not lifted.can_cache for lifted in data.lifted) or data.library.has_dynamic_globals:
            return
        code = dumps(data._reduce())
        keep_bytes(self._folder, self._path(sig, data.codegen).name, code)

    def enable(self) -> None:
        """Nothing: it is always in use."""

    def disable(self) -> None:
        """Nothing: it is always in use."""

    def flush(self) -> None:
        """Nothing is held back."""
