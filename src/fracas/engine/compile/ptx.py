"""Loops over rules as code for NVIDIA devices.

The compiler's intermediate code of a loop is the same for every processor. It is taken before anything is made for this one, and the same
compiler makes PTX of it, the assembly language of the devices: no rule is read a second time, so no rule can mean something else there.

What a scenario fixes (its book, its first state, its policies) is written into the code as constants. The compiler then leaves out
every rule that the scenario cannot reach, which makes fights up to three times as fast and compiling shorter.
"""
# LLVM's Python interface has no type stubs.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return, import-untyped"

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import llvmlite.binding as llvm

from fracas.engine.compile.lean import Translated
from fracas.engine.records.record import Array
from fracas.errors import FracasError

TRIPLE = "nvptx64-nvidia-cuda"
KERNEL = "fracas"
"""The name of the function that a device is told to run."""
CAPABILITIES = (75, 80, 86, 87, 89, 90, 100, 103, 120, 121)
"""The generations of devices, oldest first: what is made for one runs on every later one."""
COUNTERS = r"define[^\n]*@NRT_(incref|decref)\([^\n]*\{\n.*?\n\}\n"
"""Functions that count references to arrays: rules make none, and what the engine passes outlives them."""
HARD = re.compile(r"llvm\.(a?(sin|cos|tan)h?|exp|exp2|exp10|log|log2|log10|pow|powi|ldexp|frexp)\.")
"""Functions that processors and devices round differently."""
AGREED, STEPS = "fracas_agreed", 4
"""A function that a loop calls to ask what the threads beside it want to do, one of so many steps (`agreement`)."""
TOO_WIDE = "fracas_too_wide"
"""A number of the device: not 0 once a number did not fit into 32 bits, where that is watched."""
NOT_THERE = {"llvm.pow.f64": "double %0, double %1"}
"""Functions that devices compute otherwise, if at all. A fight that calls one is broken off, which is an error, and never another fight."""


@dataclass(frozen=True)
class Argument:
    """An argument of a loop, as the compiler passes it: the words to be written into the call."""

    words: tuple[str, ...]


def number(value: int | str) -> Argument:
    """A whole number: a constant, or the name of a parameter of the kernel."""
    return Argument((f"i64 {value}",))


def pointer(name: str) -> Argument:
    """A record, by where it lies."""
    return Argument((f"ptr {name}",))


def array(name: str, length: int | str, size: int) -> Argument:
    """An array of one dimension: where it lies, how many entries of how many bytes."""
    return Argument(("ptr null", "ptr null", f"i64 {length}", f"i64 {size}", f"ptr {name}", f"i64 {length}", f"i64 {size}"))


def array_like(name: str, model: Array) -> Argument:
    """An array that lies elsewhere and is laid out like another."""
    numbers = [f"i64 {each}" for each in (*model.shape, *model.strides)]
    return Argument(("ptr null", "ptr null", f"i64 {model.size}", f"i64 {model.itemsize}", f"ptr {name}", *numbers))


def kernel_text(
    entry: str,
    parameters: Sequence[str],
    constants: Mapping[str, bytes],
    local: Mapping[str, int],
    before: Sequence[str],
    arguments: Sequence[Argument],
) -> str:
    """The kernel: it finds out which thread it is, makes room for what is its own, and calls the loop.

    ``constants`` are records by name; ``local`` are records of the thread, by name and size in bytes. ``before`` is code that
    runs before the loop, with ``%thread``, ``%threads`` and ``%block`` at hand.
    """
    kinds = ", ".join(word.split()[0] for argument in arguments for word in argument.words)
    given = ", ".join(word for argument in arguments for word in argument.words)
    lines = [f'target triple = "{TRIPLE}"']
    for name, data in constants.items():
        spelled = "".join(f"\\{byte:02X}" for byte in data)
        lines.append(f'@{name} = internal unnamed_addr addrspace(1) constant [{len(data)} x i8] c"{spelled}", align 16')
    registers = {"tid": "%of_block", "ctaid": "%at_block", "ntid": "%block_size", "nctaid": "%blocks"}
    lines += [f"declare i32 @llvm.nvvm.read.ptx.sreg.{register}.x()" for register in registers]
    lines.append(f'declare i32 @"{entry}"(ptr, ptr, {kinds})')
    lines.append("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
    lines.append(f"define ptx_kernel void @{KERNEL}({', '.join(parameters)}) {{")
    lines += [f"  %{name} = alloca [{size} x i8], align 16" for name, size in (*local.items(), ("returned", 8), ("raised", 64))]
    lines += [f"  %{name} = addrspacecast ptr addrspace(1) @{name} to ptr" for name in constants]
    lines += [f"  {name} = call i32 @llvm.nvvm.read.ptx.sreg.{register}.x()" for register, name in registers.items()]
    lines += [
        "  %before = mul i32 %at_block, %block_size",
        "  %here = add i32 %before, %of_block",
        "  %all = mul i32 %blocks, %block_size",
        "  %thread = zext i32 %here to i64",
        "  %threads = zext i32 %all to i64",
        "  %block = zext i32 %at_block to i64",
    ]
    lines += [f"  {line}" for line in before]
    lines += [f'  %status = call i32 @"{entry}"(ptr %returned, ptr %raised, {given})', "  ret void", "}", ""]
    return "\n".join(lines)


def target_for(capability: int) -> str:
    """The newest generation known to the compiler that a device of this ``capability`` (90 for 9.0) can run."""
    known = [each for each in CAPABILITIES if each <= capability]
    if not known:
        raise FracasError(
            "old-device",
            f"the device has compute capability {capability / 10}; code is made for {CAPABILITIES[0] / 10} and later",
            "use a newer device, or leave out --device",
        )
    return f"sm_{known[-1]}"


def to_ptx(code: Translated, kernel: str, capability: int, narrow: bool = False) -> str:
    """PTX for devices of this ``capability``: the translated loop, called by ``kernel`` (`kernel_text`), all in one function.

    If the loop is one over ``narrow`` records, every number that is cut to 32 bits is checked: `TOO_WIDE` tells of any that does not fit.
    """
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(cpu=target_for(capability), opt=3)
    text = _without_host(str(llvm.parse_bitcode(code.bitcode)))
    module = llvm.parse_assembly(watched(text) if narrow else text)
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    module.link_in(llvm.parse_assembly(kernel))
    for function in module.functions:
        if not function.is_declaration and function.name != KERNEL:
            function.linkage = llvm.Linkage.internal
            function.add_function_attribute("alwaysinline")  # a call would force the whole state out of the registers
    for variable in module.global_variables:
        if not variable.is_declaration and variable.name != TOO_WIDE:
            variable.linkage = llvm.Linkage.internal
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, tuning)
    manager = builder.getModulePassManager()
    manager.run(module, builder)
    manager.close()
    builder.close()  # before the module: what it knows of functions must not outlive them
    called = [each.name for each in module.functions if each.is_declaration]
    missing = sorted(name for name in called if not name.startswith("llvm.") or HARD.match(name))
    if missing:
        raise FracasError(
            "not-on-device",
            f"the rules call {', '.join(missing)}, which devices do not have, or round differently",
            "write the rule with the four operations, or leave out --device",
        )
    return machine.emit_assembly(module)


def agreement() -> str:
    """The step that most threads of a group of 32 want, and -1 when none wants any: they vote."""
    lines = [f"define i64 @{AGREED}(i64 %step) {{"]
    most = "-1"
    for step in range(STEPS):
        lines += [
            f"  %wanted{step} = icmp eq i64 %step, {step}",
            f"  %votes{step} = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %wanted{step})",
            f"  %count{step} = call i32 @llvm.ctpop.i32(i32 %votes{step})",
            f"  %more{step} = icmp sgt i32 %count{step}, {'0' if step == 0 else f'%best{step - 1}'}",
            f"  %best{step} = select i1 %more{step}, i32 %count{step}, i32 {'0' if step == 0 else f'%best{step - 1}'}",
            f"  %most{step} = select i1 %more{step}, i64 {step}, i64 {most}",
        ]
        most = f"%most{step}"
    lines += [f"  ret i64 {most}", "}", "declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)", "declare i32 @llvm.ctpop.i32(i32)", ""]
    return "\n".join(lines)


def watched(text: str) -> str:
    """Intermediate code that sets `TOO_WIDE` before it cuts a number to 32 bits that does not fit into these."""
    return re.sub(r"^ *%\S+ = trunc i64 (\S+) to i32", rf"  call void @{_FITS}(i64 \1)\n\g<0>", text, flags=re.MULTILINE) + _WATCH


def _without_host(text: str) -> str:
    """The intermediate code without what only this processor can do."""
    text = re.sub(COUNTERS, _no_counter, text, flags=re.DOTALL)
    if f"@{AGREED}(" in text:
        text = re.sub(rf"define[^\n]*@{AGREED}\([^\n]*\{{\n.*?\n\}}\n", "", text, flags=re.DOTALL) + agreement()
    for name, parameters in NOT_THERE.items():
        if f"@{name}(" in text:
            text = re.sub(rf"declare (\w+) @{re.escape(name)}\([^\n]*", rf"define \1 @absent.{name}({parameters}) {{\n{_BREAK_OFF}", text)
            text = text.replace(f"@{name}(", f"@absent.{name}(") + "\ndeclare void @llvm.trap()\n"
    return text


_FITS = "fracas_fits"
_WATCH = f"""
@{TOO_WIDE} = addrspace(1) global i64 0
define void @{_FITS}(i64 %number) {{
  %cut = trunc i64 %number to i32
  %again = sext i32 %cut to i64
  %same = icmp eq i64 %again, %number
  br i1 %same, label %fits, label %wide
wide:
  store volatile i64 1, ptr addrspace(1) @{TOO_WIDE}
  br label %fits
fits:
  ret void
}}
"""
_BREAK_OFF = "  call void @llvm.trap()\n  unreachable\n}"


def _no_counter(found: re.Match[str]) -> str:
    return f"define void @NRT_{found[1]}(ptr %0) {{\n  ret void\n}}\n"
