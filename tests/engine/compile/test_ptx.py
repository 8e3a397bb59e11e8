"""Loops over rules as code for devices: made here by the same compiler, run where there is a device."""

import pytest
from tests.engine.pit import Pit

import fracas
from fracas.engine.compile.compiling import Translation
from fracas.engine.compile.ptx import TOO_WIDE, target_for, to_ptx, watched
from fracas.engine.records.narrow import narrowed
from fracas.engine.sample.device import kernel_of, signature
from fracas.engine.sample.lane import make_lane


@pytest.fixture(scope="module")
def pit():
    return fracas.encounter(Pit(), "even")


@pytest.fixture(scope="module")
def code(pit):
    return Translation(lambda: make_lane(pit.ruleset.rules), "lane", pit.ruleset, signature(pit, pit.setup.state)).code()


def test_the_fights_of_a_scenario_become_one_kernel(pit, code):
    ptx = to_ptx(code, kernel_of(pit, code.name, pit.setup.state), 90)
    assert ".target sm_90" in ptx
    assert ptx.count(".entry fracas") == 1
    assert ".func" not in ptx
    assert "red.relaxed" in ptx or "atom." in ptx or "red.global" in ptx or "red.add" in ptx


def test_code_is_made_for_the_newest_generation_that_the_device_can_run():
    assert [target_for(each) for each in (75, 88, 90, 999)] == ["sm_75", "sm_87", "sm_90", "sm_121"]
    with pytest.raises(fracas.FracasError, match=r"compute capability 7\.0"):
        target_for(70)


def test_narrow_states_are_watched(pit):
    """Every number that is cut to 32 bits is checked before, and what does not fit is told to the host."""
    origin = narrowed(pit.setup.state)
    narrow = Translation(lambda: make_lane(pit.ruleset.rules), "lane", pit.ruleset, signature(pit, origin)).code()
    ptx = to_ptx(narrow, kernel_of(pit, narrow.name, origin), 90, narrow=True)
    assert ptx.count(f".visible .global .align 8 .u64 {TOO_WIDE}") == 1
    assert f"[{TOO_WIDE}]" in ptx


def test_a_number_is_checked_where_it_is_cut():
    cut = "  %5 = trunc i64 %4 to i32\n  %6 = trunc i64 %4 to i8\n"
    assert watched(cut).startswith("  call void @fracas_fits(i64 %4)\n" + cut)
