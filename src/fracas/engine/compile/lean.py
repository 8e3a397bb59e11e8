"""Compiling with less work: what Numba does for every function, done once for all that are compiled together.

Numba prepares every function it meets as if it were to be run by itself: it links, optimises and checks it, and once more for each function
that calls it, and it tells listeners of every step. Of a loop over rules only the outermost function is ever run. Within `lean` inner
functions are only translated; the outermost is linked with all it can call, optimised and emitted once. That takes less than half of the
time, and what is compiled does the same. All this leans on internals of Numba: where these are not as expected, code is compiled in the
ordinary way.

Other code that is compiled in this process meanwhile is not touched: what is replaced here does as always for every other thread, and the
compiler's own lock, which every compilation takes, is held.
"""
# Numba has no type stubs, and the compiler's internals below are not part of its public interface.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return, attr-defined, import-untyped"

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from typing import Any

from numba.core.compiler_lock import global_compiler_lock

from fracas.dice.rule import FREQUENT
from fracas.engine.compile.quick import quick_code

_FREQUENT_SYMBOLS: set[str] = set()
_MISSING = object()
WRAPPER = "_ZN7cpython"
"""How the names begin of the functions that Python calls."""


class _Here(threading.local):
    """Qualified names of the outermost functions that this thread is compiling: a kernel may call another, which is also run alone."""

    outermost: tuple[str, ...] = ()
    wanted: bool = False
    """Whether the intermediate code is wanted in place of code for this processor."""


_HERE = _Here()


class Translated(Exception):
    """Raised in place of making code for this processor: the outermost function and all it can call, as intermediate code."""

    def __init__(self, bitcode: bytes, name: str) -> None:
        super().__init__(name)
        self.bitcode = bitcode
        self.name = name


def translated(compile_it: Callable[[], Any], outermost: str) -> Translated:
    """What ``compile_it`` translates the function of the qualified name ``outermost`` to, before anything is made for this processor."""
    _HERE.wanted = True
    try:
        with lean(outermost, inline=True, rules=True):
            compile_it()
    except Translated as code:
        return code
    finally:
        _HERE.wanted = False
    raise RuntimeError("this version of Numba does not show its intermediate code")


@contextmanager
def lean(outermost: str, inline: bool = False, rules: bool = False) -> Iterator[None]:
    """Compile inner functions into the function of the qualified name ``outermost`` only.

    With ``inline``, rules that are not rare are put into their callers, which doubles the speed of sampled fights. Of ``rules`` it is known
    that their indices count from 0 (`quick_code`); the engine's own kernels may count from the end.
    """
    around = _HERE.outermost
    _HERE.outermost = (*around, outermost)
    collecting = gc.isenabled()
    gc.disable()
    try:
        with global_compiler_lock, _replaced([] if around else _replacements(inline)), quick_code() if rules else nullcontext():
            yield
    finally:
        _HERE.outermost = around
        if collecting:
            gc.enable()


@contextmanager
def _replaced(replacements: list[tuple[Any, str, Any]]) -> Iterator[None]:
    """Put attributes in the place of others for a while."""
    before = [(owner, name, vars(owner).get(name, _MISSING)) for owner, name, _ in replacements]
    try:
        for owner, name, value in replacements:
            setattr(owner, name, value)
        yield
    finally:
        for owner, name, value in before:
            if value is _MISSING:
                delattr(owner, name)
            else:
                setattr(owner, name, value)


def _replacements(inline: bool) -> list[tuple[Any, str, Any]]:
    """What is replaced while code is compiled; nothing where the compiler is not the one that is known."""
    here = threading.get_ident()
    made: list[tuple[Any, str, Any]] = []
    for find in (_of_libraries, _of_passes, _of_types):
        with suppress(ImportError, AttributeError):
            for owner, name, value in find(inline):
                usual = getattr(owner, name)
                made.append((owner, name, _only_in(here, value, usual)))
    return made


def _only_in(thread: int, ours: Callable[..., Any], usual: Callable[..., Any]) -> Callable[..., Any]:
    """A function that does what is ours in one thread, and the usual in every other."""

    def chosen(*arguments: Any, **named: Any) -> Any:
        return (ours if threading.get_ident() == thread else usual)(*arguments, **named)

    return chosen


def _of_libraries(inline: bool) -> list[tuple[Any, str, Any]]:
    """Inner functions are not linked, not optimised and not emitted."""
    import llvmlite.binding as llvm
    from numba.core.codegen import CPUCodeLibrary, JITCPUCodegen
    from numba.core.cpu import CPUContext
    from numba.core.itanium_mangler import mangle_identifier

    finalize, get_executable = CPUCodeLibrary.finalize, CPUContext.get_executable
    if not hasattr(CPUCodeLibrary, "_get_module_for_linking") or not hasattr(JITCPUCodegen, "_module_pass_manager"):
        raise AttributeError
    frequent = tuple(f"_Z{mangle_identifier(name)[:-1]}B" for name in tuple(FREQUENT))  # a symbol's version follows its name

    def own_functions(library) -> list[str]:
        return [f.name for f in library._final_module.functions if not f.is_declaration and f.name.startswith("_ZN")]

    def finalized(library) -> None:
        if library.name in _HERE.outermost:
            entries = [name for name in own_functions(library) if not name.startswith(WRAPPER)]
            _link_all(library)
            if _HERE.wanted:
                mark_inlined(library)
                raise Translated(library._final_module.as_bitcode(), entries[0])
            finalize(library)
            return
        own = own_functions(library)
        if not own:
            finalize(library)
            return
        if any(symbol.startswith(frequent) for symbol in own):
            _FREQUENT_SYMBOLS.update(own)
        for f in library._final_module.functions:
            if not f.is_declaration and f.linkage == llvm.Linkage.external:
                f.linkage = llvm.Linkage.linkonce_odr  # the same function may be linked from several places
        library._finalized = True
        library._only_translated = True
        library._get_module_for_linking = partial(_whole_module, library)

    def optimize_functions(library, module) -> None:
        module.data_layout = library._codegen._data_layout  # the whole is optimised in the end

    def mark_inlined(library) -> None:
        for f in library._final_module.functions:
            if not f.is_declaration and f.name in _FREQUENT_SYMBOLS:
                f.add_function_attribute("alwaysinline")

    def optimize_once(library) -> None:
        if inline:
            mark_inlined(library)
        manager, builder = library._codegen._module_pass_manager()
        manager.run(library._final_module, builder)  # and not a cheaper pass before it, for counts of references that rules do not make

    def executable(context, library, fndesc, env):
        library._ensure_finalized()
        if getattr(library, "_only_translated", False):
            return [].append  # a stand-in: the dispatcher wants some builtin, and no one calls an inner function from Python
        return get_executable(context, library, fndesc, env)

    return [
        (CPUCodeLibrary, "finalize", finalized),
        (CPUCodeLibrary, "_optimize_functions", optimize_functions),
        (CPUCodeLibrary, "_optimize_final_module", optimize_once),
        (CPUContext, "get_executable", executable),
    ]


def _link_all(library) -> None:
    """Link all that a library's functions can call, each once; the compiler then finds nothing left to link."""
    seen = {library}
    todo = list(library._linking_libraries)
    while todo:
        other = todo.pop()
        if other in seen:
            continue
        seen.add(other)
        library._reload_init.update(other._reload_init)
        if getattr(other, "_only_translated", False):
            library._final_module.link_in(other._final_module, preserve=True)
            todo += other._linking_libraries
        else:
            library._final_module.link_in(other._get_module_for_linking(), preserve=True)
    library._linking_libraries = []


def _whole_module(library) -> Any:
    """The module of an inner function with all it can call, for code that is compiled in the ordinary way."""
    if library._shared_module is None:
        own, called = library._final_module, library._linking_libraries
        library._final_module = library._shared_module = own.clone()
        _link_all(library)
        library._final_module, library._linking_libraries = own, called
    return library._shared_module


def _of_passes(inline: bool) -> list[tuple[Any, str, Any]]:
    """Passes are run without telling anybody of them, and without checks of what they left; how long variables live is found in the end."""
    import numba.core.event
    from numba.core import transforms
    from numba.core.compiler_machinery import PassManager, _pass_registry, pass_timings
    from numba.core.errors import new_error_context
    from numba.core.postproc import PostProcessor, VariableLifetime
    from numba.core.targetconfig import TargetConfig

    nothing = pass_timings(0.0, 0.0, 0.0)
    usual_processing = PostProcessor.run

    def run_pass(manager, index, each, state) -> None:
        each.analysis = manager._analysis
        with new_error_context("Pass {name}", name=each.name()):
            changed = each.run_initialization(state)
            changed |= each.run_pass(state)
            changed |= each.run_finalizer(state)
        if _pass_registry.get(each.__class__).mutates_CFG:
            state.func_ir.blocks = transforms.canonicalize_cfg(state.func_ir.blocks)
        manager.exec_times[f"{index}_{each.name()}"] = nothing

    def process(processor, emit_dels=False, extend_lifetimes=False) -> None:
        function = processor.func_ir
        if emit_dels or function.is_generator:
            usual_processing(processor, emit_dels, extend_lifetimes)
            return
        function.blocks = transforms.canonicalize_cfg(function.blocks)
        function.variable_lifetime = VariableLifetime(function.blocks)
        function.generator_info = None

    def settings(config) -> dict[str, Any]:
        own = config._values
        return {name: own.get(name, option.default) for name, option in config.options.items()}

    def hash_of_settings(config) -> int:
        return hash(tuple(sorted(config.options)))  # as always: of their names

    def same_settings(config, other) -> bool:
        return config is other or (isinstance(other, TargetConfig) and settings(config) == settings(other))

    def tell(event) -> None:
        pass

    return [
        (PassManager, "_runPass", run_pass),
        (PostProcessor, "run", process),
        (TargetConfig, "values", settings),
        (TargetConfig, "__hash__", hash_of_settings),
        (TargetConfig, "__eq__", same_settings),
        (numba.core.event, "broadcast", tell),
    ]


_SIZES: dict[str, int] = {}


def _of_types(inline: bool) -> list[tuple[Any, str, Any]]:
    """The size of a type is asked for once."""
    from llvmlite import ir

    usual = ir.Type.get_abi_size

    def size(kind, target_data, context=None) -> int:
        text = str(kind)
        if text.startswith("%"):  # a name, which says nothing of what it stands for
            return usual(kind, target_data, context)
        known = _SIZES.get(text)
        if known is None:
            known = _SIZES[text] = usual(kind, target_data, context)
        return known

    return [(ir.Type, "get_abi_size", size)]
