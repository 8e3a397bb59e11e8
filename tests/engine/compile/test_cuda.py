"""Devices: what is said where there is none, or not what it needs."""

import importlib.util

import pytest

import fracas
from fracas.engine.compile import cuda
from fracas.engine.compile.cuda import device_of
from fracas.engine.contract import extras

THERE = importlib.util.find_spec("cuda") is not None


@pytest.mark.parametrize("name", ["", "gpu", "cuda:", "cuda:x", "cuda:-1", "CUDA"])
def test_a_kind_of_device_that_does_not_exist_is_refused(name):
    with pytest.raises(fracas.FracasError, match="there is no kind of device"):
        device_of(name)


@pytest.mark.skipif(THERE, reason="the package cuda-bindings is installed")
def test_without_the_package_the_error_says_what_to_install():
    with pytest.raises(fracas.FracasError, match=r"pip install 'fracas\[cuda\]'"):
        device_of("cuda")


class Driver:
    """A driver as the package shows it, of a machine without devices or of one whose driver is missing."""

    class CUresult:
        CUDA_ERROR_NO_DEVICE, CUDA_ERROR_OUT_OF_MEMORY = 100, 2

    def __init__(self, status):
        self.status = status

    def cuInit(self, flags):  # noqa: N802  # the driver's name
        if self.status is None:
            raise RuntimeError("Failed to dlopen libcuda.so.1")
        return (self.status,)

    def cuGetErrorString(self, status):  # noqa: N802
        return 0, b"something is wrong"


@pytest.mark.parametrize(
    ("status", "said"), [(None, "there is no NVIDIA driver"), (100, "there is no NVIDIA device"), (999, "broke off: something is wrong")]
)
def test_a_machine_without_a_device_says_so(monkeypatch, status, said):
    monkeypatch.setattr(cuda, "extra", lambda name: Driver(status))
    with pytest.raises(fracas.FracasError, match=said):
        cuda.Device(0)


def test_the_extra_is_named_as_it_is_installed():
    assert extras.EXTRAS["cuda"][0] == "cuda"
