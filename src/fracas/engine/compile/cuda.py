"""An NVIDIA device: found, given code and arrays, told to run, read. All of it through the driver, by the package cuda-bindings."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from fracas.engine.compile.ptx import KERNEL
from fracas.engine.contract.extras import extra
from fracas.engine.records.record import Array
from fracas.errors import FracasError

WITHOUT = "leave out --device: without one, fights run on the processor"
MAX_DEVICES = 16
"""Devices that are kept ready."""
BLOCK = 128
"""Threads that start together."""
WAVES = 4
"""How many times as many blocks are started as run at once, so that none waits for the longest fights of another."""


class Memory:
    """An array on a device, freed with this object."""

    def __init__(self, device: Device, size: int) -> None:
        self._device = device
        self.at = int(device.driver("cuMemAlloc", max(size, 8)))
        self.size = size

    def __del__(self) -> None:
        if hasattr(self, "at"):
            self._device.driver("cuMemFree", self.at)

    def write(self, numbers: Array) -> Memory:
        """Copy an array to it."""
        flat = np.ascontiguousarray(numbers)
        self._device.driver("cuMemcpyHtoD", self.at, flat.ctypes.data, flat.nbytes)
        return self

    def clear(self) -> Memory:
        """Set every byte to 0."""
        if self.size:
            self._device.driver("cuMemsetD8", self.at, 0, self.size)
        return self

    def read(self, into: Array) -> Array:
        """Copy it to an array of the same size."""
        if into.nbytes:
            self._device.driver("cuMemcpyDtoH", into.ctypes.data, self.at, into.nbytes)
        return into


@dataclass(frozen=True)
class Kernel:
    """Machine code on a device: the function that is launched, and all that was loaded with it."""

    module: Any
    function: Any


class Device:
    """One device of this machine. Its methods may be called from any thread."""

    def __init__(self, number: int) -> None:
        self._cuda = extra("cuda.bindings.driver")
        try:
            self._cuda.cuInit(0)  # looks for the driver
        except Exception as error:
            raise FracasError("no-device", "there is no NVIDIA driver on this machine (libcuda.so)", WITHOUT) from error
        self.driver("cuInit", 0)
        there = int(self.driver("cuDeviceGetCount"))
        if number >= there:
            raise FracasError("no-device", f"there is no device cuda:{number}; this machine has {there}", WITHOUT)
        self._device = self.driver("cuDeviceGet", number)
        self._context = self.driver("cuDevicePrimaryCtxRetain", self._device)
        self.name = self.driver("cuDeviceGetName", 256, self._device).split(b"\0")[0].decode()
        self.processors = self._fact("MULTIPROCESSOR_COUNT")
        self.capability = 10 * self._fact("COMPUTE_CAPABILITY_MAJOR") + self._fact("COMPUTE_CAPABILITY_MINOR")

    def _fact(self, name: str) -> int:
        attribute = getattr(self._cuda.CUdevice_attribute, f"CU_DEVICE_ATTRIBUTE_{name}")
        return int(self.driver("cuDeviceGetAttribute", attribute, self._device))

    def driver(self, name: str, *arguments: Any) -> Any:
        """Call the driver; an error becomes an exception."""
        if hasattr(self, "_context"):
            self._cuda.cuCtxSetCurrent(self._context)
        status, *found = getattr(self._cuda, name)(*arguments)
        if int(status) != 0:
            raise self._broken(name, status)
        return found[0] if len(found) == 1 else tuple(found)

    def _broken(self, name: str, status: Any) -> FracasError:
        if status == self._cuda.CUresult.CUDA_ERROR_NO_DEVICE:
            return FracasError("no-device", "there is no NVIDIA device on this machine", WITHOUT)
        if status == self._cuda.CUresult.CUDA_ERROR_OUT_OF_MEMORY:
            return FracasError("device-memory", f"the memory of {self.name} does not hold this", "ask for fewer records, or in parts")
        words = self._cuda.cuGetErrorString(status)[1].decode()
        return FracasError("device-failed", f"the device broke off: {words} ({name})", "run the same without --device")

    def memory(self, size: int) -> Memory:
        """An array of so many bytes on the device."""
        return Memory(self, size)

    def assembled(self, ptx: str, registers: int = 0) -> bytes:
        """The machine code of PTX, made by the driver: what `load` takes. Each thread may be limited to so many ``registers``."""
        options = [self._cuda.CUjit_option.CU_JIT_MAX_REGISTERS] if registers else []
        text = ptx.encode() + b"\0"
        kind = self._cuda.CUjitInputType.CU_JIT_INPUT_PTX
        link = self.driver("cuLinkCreate", len(options), options, [registers] if registers else [])
        try:
            self.driver("cuLinkAddData", link, kind, text, len(text), b"fights", 0, [], [])
            at, size = self.driver("cuLinkComplete", link)
            return ctypes.string_at(int(at), int(size))
        finally:
            self.driver("cuLinkDestroy", link)

    def load(self, code: bytes) -> Kernel:
        """A kernel of machine code, ready to be launched."""
        module = self.driver("cuModuleLoadData", code)
        return Kernel(module, self.driver("cuModuleGetFunction", module, KERNEL.encode()))

    def variable(self, kernel: Kernel, name: str) -> int:
        """A number that a kernel keeps on the device under a name."""
        at, size = self.driver("cuModuleGetGlobal", kernel.module, name.encode())
        found = np.zeros(1, np.int64)
        self.driver("cuMemcpyDtoH", found.ctypes.data, at, min(int(size), found.nbytes))
        return int(found[0])

    def registers(self, kernel: Kernel) -> int:
        """How many registers a thread of a kernel takes."""
        return int(self.driver("cuFuncGetAttribute", self._cuda.CUfunction_attribute.CU_FUNC_ATTRIBUTE_NUM_REGS, kernel.function))

    def _filled_by(self, kernel: Kernel, block: int) -> int:
        """The number of blocks with which a kernel keeps the whole device busy."""
        return max(1, int(self.driver("cuOccupancyMaxActiveBlocksPerMultiprocessor", kernel.function, block, 0))) * self.processors * WAVES

    @property
    def free(self) -> int:
        """The bytes of its memory that nobody uses."""
        return int(self.driver("cuMemGetInfo")[0])

    def launch(self, kernel: Kernel, arguments: Sequence[int | Memory], blocks: int | None = None, block: int = BLOCK) -> None:
        """Run a kernel in so many blocks of threads, by default on the whole device, and wait until it is done."""
        values = tuple(argument.at if isinstance(argument, Memory) else argument for argument in arguments)
        kinds = tuple(ctypes.c_uint64 if isinstance(argument, Memory) else ctypes.c_int64 for argument in arguments)
        blocks = blocks or self._filled_by(kernel, block)
        self.driver("cuLaunchKernel", kernel.function, blocks, 1, 1, block, 1, 1, 0, 0, (values, kinds), 0)
        self.driver("cuCtxSynchronize")


def check_device(name: str, cluster: object) -> None:
    """Reject a device together with a cluster."""
    if cluster is not None:
        raise FracasError("not-together", f"work runs on the device {name} or on a cluster, not on both", "leave out one of them")


@lru_cache(MAX_DEVICES)
def _device(number: int) -> Device:
    return Device(number)


def device_of(name: str) -> Device:
    """The device of a name: ``cuda``, or ``cuda:1`` for the second."""
    found = re.fullmatch(r"cuda(?::(\d+))?", name)
    if found is None:
        raise FracasError("bad-device", f"there is no kind of device {name!r}", "give cuda, or cuda:1 for the second one")
    return _device(int(found[1] or 0))
