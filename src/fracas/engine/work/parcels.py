"""Parcels: jobs and pieces packed for other processes. Rulesets and packs are parcels of their own, by digest: each is sent once.

A ruleset that is installed travels as its name and the digest of its files, any other as its source files (`sources`). A worker unpacks
each parcel once, so that there is one instance of a ruleset, whose rules are compiled once.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import threading
from collections import OrderedDict
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from fracas.engine.content.additions import NOTHING, Additions, in_force
from fracas.engine.contract.registry import is_installed, load_ruleset, register, ruleset_names
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.work.sources import MAIN, Sources, files_digest, imported, main_module, sources_of
from fracas.errors import FracasError

MAX_KNOWN = 64
"""Maximum number of unpacked parcels that a worker keeps."""
INSTALLED, PARCEL, PLAIN = "installed", "parcel", "plain"


def portable(ruleset: Ruleset) -> bool:
    """Whether a ruleset can be sent to other processes."""
    try:
        return is_installed(ruleset) or bool(sources_of(ruleset))
    except FracasError:
        return False


class Parcel(NamedTuple):
    """Something packed: its digest, its pickle, and the digests of the parcels that it refers to, in the order to unpack them."""

    digest: str
    data: bytes
    needs: tuple[str, ...]


class Sender:
    """Packs jobs and pieces; ``parcels`` has everything they refer to, by digest."""

    def __init__(self) -> None:
        self.parcels: dict[str, Parcel] = {}
        self._known: dict[int, tuple[Any, tuple[str, ...]]] = {}
        """The references to rulesets and packs that were met before, by identity; they are kept alive with these."""

    def pack(self, thing: Any) -> Parcel:
        """Pack a piece or a job."""
        file = io.BytesIO()
        packer = _Packer(file, self)
        try:
            packer.dump(thing)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise FracasError("not-portable", f"this cannot be sent to other processes: {error}", "define it in a module") from None
        data = file.getvalue()
        return Parcel(hashlib.sha256(data).hexdigest()[:32], data, tuple(packer.needs))

    def pack_job(self, job: Any) -> Parcel:
        """Pack a job together with the packs that are active now."""
        return self._kept(self.pack((in_force(), job)))

    def _kept(self, parcel: Parcel) -> Parcel:
        self.parcels[parcel.digest] = parcel
        return parcel

    def reference(self, thing: Ruleset | Additions) -> tuple[str, ...]:
        """The reference to a ruleset or to packs: (how, digest or name, …)."""
        if id(thing) not in self._known:
            self._known[id(thing)] = thing, self._packs(thing) if isinstance(thing, Additions) else self._ruleset(thing)
        return self._known[id(thing)][1]

    def _packs(self, thing: Additions) -> tuple[str, ...]:
        if not thing.digest:
            return (PLAIN,)
        parcel = self._kept(self.pack(("packs", thing.digest, dict(thing.entries), dict(thing.packs))))
        return PARCEL, parcel.digest

    def _ruleset(self, thing: Ruleset) -> tuple[str, ...]:
        if is_installed(thing):
            return INSTALLED, thing.name, _files_of(thing)
        sources = sources_of(thing)
        code = self._kept(self.pack(("sources", tuple(sources.modules), dict(sources.files))))
        file = io.BytesIO()
        pickle.Pickler(file).dump((type(thing), vars(thing)))
        state = self.pack(("ruleset", file.getvalue()))
        parcel = self._kept(Parcel(hashlib.sha256((code.digest + state.digest).encode()).hexdigest()[:32], state.data, (code.digest,)))
        return PARCEL, parcel.digest


@cache
def _files_of(ruleset: Ruleset) -> str:
    """The digest of the files of an installed ruleset's own package."""
    return files_digest(type(ruleset).__module__)


class _Packer(pickle.Pickler):
    """Pickles everything but rulesets and packs, which become references to parcels."""

    def __init__(self, file: io.BytesIO, sender: Sender) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._sender = sender
        self.needs: dict[str, None] = {}

    def persistent_id(self, thing: Any) -> tuple[str, ...] | None:
        """The reference to a ruleset or to packs."""
        if not isinstance(thing, (Ruleset, Additions)):
            return None
        found = self._sender.reference(thing)
        if found[0] == PARCEL:
            parcel = self._sender.parcels[found[1]]
            self.needs |= dict.fromkeys((*parcel.needs, parcel.digest))
        return found


class _Unpacker(pickle.Unpickler):
    """Reads a pickle whose references are known."""

    def persistent_load(self, reference: Any) -> Any:
        """The ruleset or the packs of a reference."""
        how, *rest = reference
        if how == PLAIN:
            return NOTHING
        if how == PARCEL:
            return _known[rest[0]]
        return _installed(*rest)

    def find_class(self, module: str, name: str) -> Any:
        """A class or function; those of the sender's script are found in its copy."""
        if module == "__main__":
            main_module()
            module = MAIN
        return super().find_class(module, name)


_known: OrderedDict[str, Any] = OrderedDict()
_UNPACKING = threading.RLock()


def unpacked(parcel: Parcel, parcels: Mapping[str, Parcel]) -> Any:
    """Unpack a piece; ``parcels`` has everything that it refers to."""
    with _UNPACKING:
        for digest in parcel.needs:
            _meet(parcels[digest])
        return _Unpacker(io.BytesIO(parcel.data)).load()


def unpacked_job(parcel: Parcel, parcels: Mapping[str, Parcel]) -> tuple[Additions, Any]:
    """Unpack a job, once in this process, with the packs that were active where it was packed."""
    with _UNPACKING:
        for digest in parcel.needs:
            _meet(parcels[digest])
        if parcel.digest not in _known:
            _keep(parcel.digest, _Unpacker(io.BytesIO(parcel.data)).load())
        _known.move_to_end(parcel.digest)
        found: tuple[Additions, Any] = _known[parcel.digest]
        return found


def _meet(parcel: Parcel) -> None:
    """Unpack a parcel that others refer to, unless it is known."""
    if parcel.digest in _known:
        _known.move_to_end(parcel.digest)
        return
    kind, *rest = _Unpacker(io.BytesIO(parcel.data)).load()
    found: Any = None
    if kind == "sources":
        found = Sources(*rest)
    elif kind == "packs":
        found = Additions(*rest)
    else:
        sources: Sources = _known[parcel.needs[0]]
        imported(sources)
        made, state = _Unpacker(io.BytesIO(rest[0])).load()
        found = object.__new__(made)
        vars(found).update(state)
        if sources.modules:
            register(found)
    _keep(parcel.digest, found)


def _keep(digest: str, found: Any) -> None:
    _known[digest] = found
    while len(_known) > MAX_KNOWN:
        _known.popitem(last=False)


def _installed(name: str, digest: str) -> Ruleset:
    """The installed ruleset of a name; an error if its files differ from the sender's."""
    if name not in ruleset_names():
        raise FracasError("versions-differ", f"the worker has no ruleset {name!r}", "install it on the workers")
    found = load_ruleset(name)
    if _files_of(found) != digest:
        raise FracasError("versions-differ", f"the files of the ruleset {name!r} differ on the worker", "install the same version there")
    return found
