"""Files: the one way to read and to write them.

Reads are limited in size. Writes are atomic: data is written to a temporary file in the same folder, flushed to disk, then renamed.
Permissions are kept and symbolic links followed. Two processes that write the same file take turns. Append-only files are appended to in
place (`growing`).
"""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
import time
from collections.abc import Container, Iterator
from contextlib import contextmanager, suppress
from errno import EISDIR
from pathlib import Path
from typing import IO

from platformdirs import user_cache_path

from fracas.engine.content.limits import shown_size
from fracas.errors import FracasError

MAX_BYTES = 64 * 2**20
"""Maximum size of a content file or a save."""
PART = ".part"
"""The suffix of temporary files."""
LOCK_SECONDS = 30
"""Seconds a writer waits for another one."""


class Typed(str):
    """Text typed by a user where a name is expected: the only text that may be interpreted as a file path.

    Any other text is data: it is looked up as a name and never opens a file, so no name in a save, a request or a scenario can.
    Programs pass a `Path` for a file.
    """


def as_file(name: str | Path, known: Container[str]) -> Path | None:
    """The file that is meant, if the name is not a known one, or None: a `Path`, or text typed as one."""
    if isinstance(name, Path):
        return name
    if not isinstance(name, Typed) or name in known:
        return None
    path = Path(name)
    return path if path.suffix == ".json" or _is_there(path) else None


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # not a valid file name
        return False


def read_file(path: str | Path, limit: int = MAX_BYTES) -> bytes:
    """Read a file of at most ``limit`` bytes, or raise an error that says why it cannot be read."""
    try:
        with open(path, "rb") as file:
            found = file.read(limit + 1)
    except FileNotFoundError:
        raise FracasError("no-such-file", f"there is no file {shown(path)}", "give a file that exists or a built-in name") from None
    except (OSError, ValueError) as error:
        raise FracasError("unreadable", f"{shown(path)} cannot be read: {reason(error)}", "give a readable file") from None
    if len(found) > limit:
        raise FracasError("too-large", f"{shown(path)} is larger than {shown_size(limit)}", "give a smaller file")
    return found


def shown(path: str | Path) -> str:
    """A path for a message: quoted on one line, with special characters escaped."""
    return repr(str(path))


def reason(error: Exception) -> str:
    """The reason of an operating system error, without the file name."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def write_file(path: str | Path, data: bytes, what: str) -> None:
    """Write a file atomically. ``what`` describes it in messages."""
    try:
        target = _target(path)
        with locked(target) as alone:
            if alone:
                _sweep(target)
            _replace(target, data)
    except (OSError, ValueError) as error:
        raise cannot_write(path, what, error) from None


def check_place(path: str | Path, what: str) -> None:
    """Reject a path that `write_file` could not write to, before the work whose result goes there; leaves nothing behind."""
    try:
        target = _target(path)
        handle, part = _part_of(target)
        os.close(handle)
        os.unlink(part)
    except (OSError, ValueError) as error:
        raise cannot_write(path, what, error) from None


def cannot_write(path: str | Path, what: str, error: Exception) -> FracasError:
    """The error for a file that cannot be written."""
    return FracasError("cannot-save", f"the {what} cannot be saved to {shown(path)}: {reason(error)}", "give a writable location")


def _target(path: str | Path) -> Path:
    """The actual target: symbolic links are followed, and only a regular file is accepted."""
    target = Path(os.path.realpath(path))
    with suppress(FileNotFoundError):
        mode = target.stat().st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if not stat.S_ISREG(mode):
            raise ValueError("it is a device or a pipe, not a file")
    return target


def _part_of(target: Path) -> tuple[int, str]:
    """Open a temporary file beside the target, with a unique name."""
    return tempfile.mkstemp(PART, f".{target.name[:100]}.", target.parent)


def _sweep(target: Path) -> None:
    """Remove temporary files of killed writers. Requires the lock: no other writer may be at work."""
    for left in target.parent.glob(f".{_escaped(target.name[:100])}.*{PART}"):
        with suppress(OSError):
            left.unlink()


def _escaped(name: str) -> str:
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in name)


def _replace(target: Path, data: bytes) -> None:
    handle, part = _part_of(target)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(part, _mode(target))
        os.replace(part, target)
    except BaseException:  # Ctrl-C too
        with suppress(OSError):
            os.unlink(part)
        raise
    _flush_folder(target.parent)


def _mode(target: Path) -> int:
    """The permissions of the file to replace, or the default ones for a new file."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _flush_folder(folder: Path) -> None:
    """Make the rename durable against power loss, where the system supports it."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def locked(path: str | Path, wait: float = LOCK_SECONDS) -> Iterator[bool]:
    """Lock a file against other processes of this user; True if it is locked, False if the system or the folder does not support locks.

    The lock is released when the process ends, however it ends. Not getting it in time is an error.
    """
    handle = _lock_handle(path)
    if handle is None:
        yield False
        return
    try:
        _wait_for(handle, path, wait)
        yield True
    finally:
        os.close(handle)


def _wait_for(handle: int, path: str | Path, wait: float) -> None:
    """Lock an open file, or raise an error on timeout."""
    until = time.monotonic() + wait
    while not _take(handle):
        if time.monotonic() >= until:
            raise FracasError(
                "in-use", f"{shown(path)} is in use by another process of Fracas", "wait until it is done, or give another file"
            )
        time.sleep(0.01)


class Growing:
    """An append-only file, locked by this process: its contents, and a method to append."""

    def __init__(self, file: IO[bytes], path: str | Path, what: str, held: bytes) -> None:
        self.held = held
        self._file, self._path, self._what = file, path, what

    def append(self, data: bytes, after: int) -> None:
        """Append to the file atomically.

        The first ``after`` bytes are valid. Anything beyond them was left by an interrupted write and is removed.
        """
        try:
            self._put(after, data)
        except BaseException as error:  # Ctrl-C too
            with suppress(OSError):
                self._put(after, b"")
            if isinstance(error, OSError):
                raise cannot_write(self._path, self._what, error) from None
            raise

    def _put(self, at: int, data: bytes) -> None:
        self._file.truncate(at)
        self._file.seek(at)
        rest = memoryview(data)
        while rest:
            rest = rest[self._file.write(rest) :]
        os.fsync(self._file.fileno())


@contextmanager
def growing(path: str | Path, what: str, limit: int = MAX_BYTES, wait: float = LOCK_SECONDS) -> Iterator[Growing]:
    """Lock an append-only file, created if missing; other processes, also of other users, wait.

    The lock is on the file itself, so no lock folder is needed. Such a file is appended to in place and never replaced.
    """
    try:
        target = _target(path)
        is_new = not target.exists()
        file = open(os.open(target, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666), "r+b", buffering=0)  # noqa: SIM115
    except (OSError, ValueError) as error:
        raise cannot_write(path, what, error) from None
    with file:
        _wait_for(file.fileno(), path, wait)
        if is_new:
            _flush_folder(target.parent)
        held = b"".join(iter(lambda: file.read(2**20), b"")) if os.fstat(file.fileno()).st_size <= limit else None
        if held is None:
            raise FracasError("too-large", f"{shown(path)} is larger than {shown_size(limit)}", "begin another one")
        yield Growing(file, path, what, held)


def _lock_handle(path: str | Path) -> int | None:
    """Open the lock file of a file: in the user's cache, or, if that is not writable, in a per-user folder for temporary files."""
    name = hashlib.sha256(os.path.realpath(path).encode(errors="surrogateescape")).hexdigest()[:32]
    user = os.getuid() if hasattr(os, "getuid") else "all"
    for folder in (user_cache_path("fracas") / "locks", Path(tempfile.gettempdir()) / f"fracas-locks-{user}"):
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if folder.lstat().st_uid == user or user == "all":
                return os.open(folder / name, os.O_RDWR | os.O_CREAT, 0o600)
    return None


try:
    from fcntl import LOCK_EX, LOCK_NB, flock

    def _take(handle: int) -> bool:
        try:
            flock(handle, LOCK_EX | LOCK_NB)
        except OSError:
            return False
        return True

except ImportError:  # Windows
    import msvcrt

    def _take(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]  # only there on Windows
        except OSError:
            return False
        return True
