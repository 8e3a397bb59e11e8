"""The board: reach by shifting, locked zones, the notations for cells, faces and interrupts, and the odds of a roll."""

from fractions import Fraction
from functools import cache

import pytest
from tests.ruins_and_realms.melee import CELLS, FUMBLES, LOCKED, PRIMES, Melee, blow, distances, foe, hero, move, rolls_that_reach

from fracas.errors import FracasError
from fracas.rulesets.ruins_and_realms import book
from fracas.rulesets.ruins_and_realms.board import Cell, Faces, parse_cells, parse_faces
from fracas.rulesets.ruins_and_realms.codes import InterruptEffect, Way
from fracas.rulesets.ruins_and_realms.models import Interruption, Options, parse_interrupt
from fracas.rulesets.ruins_and_realms.odds import ask
from fracas.rulesets.ruins_and_realms.rules.shifting import NO_WAY, cheapest_with_secondary, reach, shift_costs, way_to
from fracas.rulesets.ruins_and_realms.state import OUT_OF_REACH

# facts.md, 2.4: how many of the 64 rolls can be turned into the cell; rows are the Primary from 1, columns the Secondary from 1.
TABLES = {
    2: """FF FF  7  8  9  9  8  6
          FF  8 10 12 12 12 11  8
           7 10 13 13 13 13 12  9
           8 12 13 13 13 13 12  9
           9 12 13 13 13 13 12  8
           9 12 13 13 13 13 10  7
           8 11 12 12 12 10  8 PP
           6  8  9  9  8  7 PP PP""",
    3: """FF FF 12 14 15 15 13 10
          FF 14 17 19 21 20 17 13
          12 17 21 24 24 23 20 15
          14 19 24 25 25 24 21 15
          15 21 24 25 25 24 19 14
          15 20 23 24 24 21 17 12
          13 17 20 21 19 17 14 PP
          10 13 15 15 14 12 PP PP""",
    4: """FF FF 19 21 22 21 19 15
          FF 21 25 28 29 28 24 19
          19 25 30 34 36 33 28 21
          21 28 34 39 39 36 29 22
          22 29 36 39 39 34 28 21
          21 28 33 36 34 30 25 19
          19 24 28 29 28 25 21 PP
          15 19 21 22 21 19 PP PP""",
    5: """FF FF 27 29 29 28 25 21
          FF 29 34 37 37 35 32 25
          27 34 40 44 45 43 35 28
          29 37 44 49 51 45 37 29
          29 37 45 51 49 44 37 29
          28 35 43 45 44 40 34 27
          25 32 35 37 37 34 29 PP
          21 25 28 29 29 27 PP PP""",
}
FREE = [cell for cell in CELLS if cell not in LOCKED]
MEANS = {0: "1.00", 1: "4.45", 2: "10.45", 3: "18.03", 4: "26.38", 5: "34.66", 6: "42.10", 7: "48.17", 8: "52.52"}


@cache
def table(shift: int) -> dict[tuple[int, int], str]:
    return dict(zip(CELLS, TABLES[shift].split(), strict=True))


@cache
def heroes_on_every_cell() -> list[tuple[list[tuple[int, int]], Melee]]:
    """Heroes who together know a manoeuvre on each cell that is not locked, six each."""
    groups = [FREE[i : i + 6] for i in range(0, len(FREE), 6)]
    return [(cells, Melee(hero(*map(move, cells)), options={"starting_manoeuvres": 6})) for cells in groups]


def ways(fight: Melee, slot: int, shift: int) -> dict[tuple[int, int], int]:
    """How the rules come by a manoeuvre from each of the 64 rolls."""
    found = {}
    for number, cell in enumerate(CELLS):
        now = fight.array.copy()[0]
        now.table = number
        found[cell] = int(way_to(now, fight.book, slot, shift))
    return found


# --- reach --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shift", TABLES)
def test_an_independent_search_finds_the_reach_tables_of_the_facts(shift):
    for cell in CELLS:
        if cell in LOCKED:
            assert table(shift)[cell] == ("FF" if cell in FUMBLES else "PP")
            assert rolls_that_reach([cell], shift) == []
        else:
            assert len(rolls_that_reach([cell], shift)) == int(table(shift)[cell])


@pytest.mark.parametrize("shift", TABLES)
def test_the_board_finds_the_reach_tables_of_the_facts(shift):
    locked = [Cell(*cell) for cell in LOCKED]
    for cell in CELLS:
        expected = 0 if cell in LOCKED else int(table(shift)[cell])
        assert reach(Cell(*cell), shift, locked) == expected


@pytest.mark.parametrize("shift", TABLES)
def test_the_rules_find_the_reach_tables_of_the_facts(shift):
    seen = 0
    for cells, fight in heroes_on_every_cell():
        for slot, cell in enumerate(cells):
            found = ways(fight, slot, shift)
            hits = [start for start, how in found.items() if how in (Way.SHIFTED, Way.EXACT)]
            assert len(hits) == int(table(shift)[cell])
            assert hits == rolls_that_reach([cell], shift)
            assert [start for start, how in found.items() if how == Way.EXACT] == [cell]
            seen += 1
    assert seen == 58


def test_from_a_locked_roll_there_is_no_way_but_a_prime():  # ruins-and-realms.md:138
    for cells, fight in heroes_on_every_cell():
        for slot in range(len(cells)):
            found = ways(fight, slot, 14)
            assert {found[cell] for cell in FUMBLES} == {NO_WAY}
            assert [found[cell] for cell in PRIMES] == [Way.CRITICAL_PRIME, Way.PRIME, Way.PRIME]
            assert all(found[cell] in (Way.SHIFTED, Way.EXACT) for cell in FREE)


@pytest.mark.parametrize(("shift", "mean"), MEANS.items())
def test_the_mean_reach_over_58_cells(shift, mean):  # facts.md, 2.4
    locked = [Cell(*cell) for cell in LOCKED]
    total = sum(reach(Cell(*cell), shift, locked) for cell in FREE)
    assert f"{total / 58:.2f}" == mean


def test_without_shift_points_only_the_roll_itself_will_do():
    assert [reach(Cell(*cell), 0, [Cell(*c) for c in LOCKED]) for cell in FREE] == [1] * 58


def test_the_locked_zones_of_the_document_never_lengthen_a_way():  # facts.md, 2.4
    locked = frozenset(Cell(*cell) for cell in LOCKED)
    for start in FREE:
        costs = shift_costs(Cell(*start), locked)
        for end in FREE:
            assert costs[Cell(*end).number] == abs(start[0] - end[0]) + abs(start[1] - end[1])


@pytest.mark.parametrize(
    ("dice", "counts"),
    [
        ((4, 4), (13, 25, 39, 49)),
        ((3, 6), (13, 23, 33, 43)),
        ((2, 6), (12, 20, 28, 35)),
        ((2, 7), (11, 17, 24, 32)),
        ((7, 4), (12, 21, 29, 37)),
        ((7, 7), (8, 14, 21, 29)),
        ((6, 6), (13, 21, 30, 40)),
    ],
)
def test_the_reach_of_sword_and_shield_cells(dice, counts):  # facts.md, 2.1
    assert tuple(reach(Cell(*dice), s, [Cell(*c) for c in LOCKED]) for s in (2, 3, 4, 5)) == counts


# --- no wrap, locked zones ----------------------------------------------------------------------------------------------


def test_dice_do_not_wrap_from_8_to_1():  # ruins-and-realms.md:82
    fight = Melee(hero(move((1, 4)), move((4, 1)), shift=6))
    assert "m14" not in fight.in_reach((8, 4))
    assert "m41" not in fight.in_reach((4, 8))
    seven = Melee(hero(move((1, 4)), move((4, 1)), shift=7))
    assert "m14" in seven.in_reach((8, 4))
    assert "m41" in seven.in_reach((4, 8))


def test_dice_do_not_swap():  # ruins-and-realms.md:29
    fight = Melee(hero(move((5, 3)), shift=3))
    assert "m53" not in fight.in_reach((3, 5))
    assert "m53" in fight.in_reach((5, 3))


def test_points_may_go_to_one_die_or_to_both():  # ruins-and-realms.md:80
    fight = Melee(hero(move((4, 4)), shift=2))
    for cell in ((2, 4), (6, 4), (4, 2), (4, 6), (3, 3), (5, 5), (3, 5), (5, 3)):
        assert "m44" in fight.in_reach(cell)
    for cell in ((1, 4), (7, 4), (4, 1), (4, 7), (3, 2), (2, 3), (6, 5), (5, 6)):
        assert "m44" not in fight.in_reach(cell)


def test_a_manoeuvre_beside_the_fumble_zone_is_not_reached_from_a_fumble():  # ruins-and-realms.md:138
    fight = Melee(hero(move((2, 2)), shift=5))
    fight.roll((2, 1))
    assert fight.turn == 1  # the turn is over, though [2,2] is one step away
    assert fight.hp(1) == 30


@pytest.mark.parametrize("cell", sorted(LOCKED))
def test_no_manoeuvre_can_lie_in_a_locked_zone(cell):  # ruins-and-realms.md:137
    with pytest.raises(FracasError, match=rf"\[{cell[0]},{cell[1]}\] is locked"):
        Melee(hero(move(cell)))


def test_locked_cells_cost_too_much_from_and_to_everywhere():
    locked = frozenset(Cell(*cell) for cell in LOCKED)
    for start in CELLS:
        costs = shift_costs(Cell(*start), locked)
        for cell in LOCKED:
            assert costs[Cell(*cell).number] == OUT_OF_REACH
        if start in LOCKED:
            assert set(costs) == {OUT_OF_REACH}


def test_a_way_goes_around_a_locked_wall():
    wall = frozenset({Cell(4, 3), Cell(4, 4), Cell(4, 5)})
    assert shift_costs(Cell(3, 4), wall)[Cell(5, 4).number] == 6  # two aside, two over, two back; straight it would be 2
    assert distances((3, 4), frozenset(wall))[5, 4] == 6
    options = {"fumble_zone": "4,3 4,4 4,5"}
    for shift, reaches in ((5, False), (6, True)):
        fight = Melee(hero(move((5, 4)), shift=shift), foe(blow((6, 6))), options=options)
        assert ("m54" in fight.in_reach((3, 4))) == reaches


def test_a_corner_shut_in_by_locked_cells_is_reached_by_itself_only():
    assert reach(Cell(1, 1), 14, parse_cells("1,2 2,1")) == 1


# --- zones by option ----------------------------------------------------------------------------------------------------


def test_a_smaller_fumble_zone_frees_its_cells():
    options = {"fumble_zone": "1,1"}
    fight = Melee(hero(move((1, 2))), options=options)
    assert fight.setup.details["locked"] == {(1, 1), *PRIMES}
    assert "m12" in fight.in_reach((2, 1))
    assert reach(Cell(1, 2), 2, fight.setup.details["locked"]) == len(rolls_that_reach([(1, 2)], 2, frozenset({(1, 1), *PRIMES})))


def test_a_larger_prime_zone_takes_cells_away():
    wide = {"prime_zone": "8,8 7,8 8,7 7,7 6,8 8,6"}
    assert Melee(hero(move((7, 7)))).hp(0) == 20
    with pytest.raises(FracasError, match=r"\[7,7\] is locked"):
        Melee(hero(move((7, 7))), options=wide)
    fight = Melee(options=wide)
    assert "  Prime!" in fight.roll((7, 7))


def test_the_first_cell_of_a_zone_is_the_critical_one():
    fight = Melee(options={"prime_zone": "8,7 8,8 7,8", "fumble_zone": "2,1 1,1"})
    assert "  Critical Prime!" in fight.roll((8, 7))
    again = Melee(options={"prime_zone": "8,7 8,8 7,8", "fumble_zone": "2,1 1,1"})
    assert "  Prime!" in again.roll((8, 8))
    fumbling = Melee(options={"fumble_zone": "2,1 1,1"})
    assert "Critical fumble!" in fumbling.roll((2, 1))[1]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"fumble_zone": "1,1 8,8"}, "share a cell"),
        ({"fumble_zone": "1,1 1,1"}, "twice"),
        ({"prime_zone": "8,8 88"}, "twice"),
        ({"prime_zone": "8,9"}, "not a result of two D8"),
    ],
)
def test_zones_that_make_no_sense_are_refused(options, why):
    with pytest.raises(FracasError, match=why):
        Melee(options=options)


def test_a_creatures_manoeuvre_in_a_locked_zone_is_refused():
    with pytest.raises(FracasError, match=r"Foe: b87 \[8,7\] is locked"):
        Melee(hero(), foe(blow((8, 7))))


# --- notations ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("3,6", [(3, 6)]),
        ("36", [(3, 6)]),
        ("[3,6]", [(3, 6)]),
        ("[ 3 , 6 ]", [(3, 6)]),
        ("3,6 4,4 5,5", [(3, 6), (4, 4), (5, 5)]),
        ("36 44 55", [(3, 6), (4, 4), (5, 5)]),
        ("[3,6], [4,4]; [5,5]", [(3, 6), (4, 4), (5, 5)]),
        ("  8,1  ", [(8, 1)]),
        ("", []),
    ],
)
def test_cells_are_read(text, cells):
    assert list(parse_cells(text)) == cells


@pytest.mark.parametrize("text", ["0,1", "1,9", "9,9", "3", "3,", "three", "3;6", "3-6", "366", "3,6 4,9", "3,6 x", "-3,6"])
def test_what_is_no_cell_is_refused(text):
    with pytest.raises(FracasError, match="not a result of two D8") as error:
        parse_cells(text)
    assert error.value.code == "bad-cell"
    assert "1 to 8" in error.value.remedy


@pytest.mark.parametrize(
    ("text", "primary", "secondary"),
    [
        ("Primary 3", (3,), ()),  # ruins-and-realms.md:403
        ("Secondary 1,2", (), (1, 2)),  # ruins-and-realms.md:403
        ("Primary 4, Primary 5", (4, 5), ()),  # ruins-and-realms.md:246
        ("Primary 4,5", (4, 5), ()),
        ("Primary 1-3, Secondary 7,8", (1, 2, 3), (7, 8)),
        ("primary 1–3; secondary 8", (1, 2, 3), (8,)),
        ("P4 S2", (4,), (2,)),
        ("Primary 4 and 5", (4, 5), ()),
        ("Primary 5, 4, 5", (4, 5), ()),
        ("Secondary 2 Primary 6-6", (6,), (2,)),
    ],
)
def test_faces_are_read(text, primary, secondary):
    assert parse_faces(text) == Faces(primary, secondary)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "names no face"),
        ("Primary", "names no face"),
        ("Primary 4, Secondary", "names no face"),
        ("Primary, Secondary 3", "no face follows"),
        ("4,5", "which die"),
        ("Tertiary 4", "not a die"),
        ("and 4", "not a die"),
        ("Primary 0", "not on a D8"),
        ("Primary 9", "not on a D8"),
        ("Primary 45", "not on a D8"),
        ("Primary 5-3", "not on a D8"),
        ("Primary 7-9", "not on a D8"),
        ("Primary 4-", "not expected"),
        ("Primary >4", "not expected"),
    ],
)
def test_what_are_no_faces_is_refused(text, why):
    with pytest.raises(FracasError, match=why) as error:
        parse_faces(text)
    assert error.value.code == "bad-faces"


def test_faces_are_written_as_they_are_read():
    for text in ("Primary 4,5", "Secondary 1,2", "Primary 1,2,3, Secondary 7,8"):
        assert str(parse_faces(text)) == text


@pytest.mark.parametrize(
    ("text", "kind", "amount"),
    [
        ("-2 damage", "reduce", 2),  # ruins-and-realms.md:404
        ("Reflect 1 damage", "reflect", 1),  # ruins-and-realms.md:404
        ("reduce damage by 2", "reduce", 2),  # ruins-and-realms.md:420
        ("-2", "reduce", 2),
        ("- 3 damage", "reduce", 3),
        ("Reduce by 4", "reduce", 4),
        ("reflect 2", "reflect", 2),
        ("Half damage", "halve", 0),
        ("half", "halve", 0),
        ("Attack misses", "miss", 0),
        ("miss", "miss", 0),
        ("  MISSES ", "miss", 0),
    ],
)
def test_interrupts_are_read(text, kind, amount):
    assert parse_interrupt(text) == Interruption(InterruptEffect.of(kind), amount)


@pytest.mark.parametrize("text", ["", "2", "2 damage", "+2 damage", "-x damage", "reflect", "reflect damage", "quarter damage", "dodge"])
def test_what_no_interrupt_does_is_refused(text):
    with pytest.raises(FracasError, match="not what an interrupt can do") as error:
        parse_interrupt(text)
    assert error.value.code == "bad-interrupt"


# --- odds of a roll -----------------------------------------------------------------------------------------------------


def counted(cells: list[tuple[int, int]], shift: int) -> dict[str, Fraction]:
    """The odds of a roll by brute force over 64 rolls."""
    count = dict.fromkeys(("exact", "shifted", "prime", "fumble", "miss"), 0)
    for p, s in CELLS:
        if (p, s) in PRIMES:
            count["prime"] += 1
        elif (p, s) in FUMBLES:
            count["fumble"] += 1
        elif (p, s) in cells:
            count["exact"] += 1
        elif any(abs(p - a) + abs(s - b) <= shift for a, b in cells):
            count["shifted"] += 1
        else:
            count["miss"] += 1
    return {name: Fraction(n, 64) for name, n in count.items()}


def asked(cells: list[tuple[int, int]], shift: int) -> dict[str, Fraction]:
    """The odds of a roll as the ruleset answers."""
    answer = ask({"manoeuvres": " ".join(f"{p},{s}" for p, s in cells), "shift": str(shift)}, Options()).result
    return {name: Fraction(answer[name]["fraction"]) for name in ("exact", "shifted", "prime", "fumble", "miss")}


@pytest.mark.parametrize("cell", [(4, 4), (1, 8), (8, 1), (2, 2), (7, 7), (3, 6), (1, 3), (8, 6)])
@pytest.mark.parametrize("shift", [0, 1, 2, 5])
def test_the_odds_of_a_single_cell_are_what_counting_gives(cell, shift):
    assert asked([cell], shift) == counted([cell], shift)


@pytest.mark.parametrize(
    "cells",
    [
        [(4, 4), (3, 6), (5, 4)],
        [(5, 5), (4, 3), (5, 3)],
        [(3, 6), (4, 3), (5, 5)],
        [(1, 8), (8, 1), (2, 2)],
        [(7, 7), (7, 4), (2, 6)],
    ],
)
@pytest.mark.parametrize("shift", [0, 2, 3])
def test_the_odds_of_three_cells_are_what_counting_gives(cells, shift):
    assert asked(cells, shift) == counted(cells, shift)


def test_fumble_and_prime_are_three_in_64_whatever_is_equipped():  # ruins-and-realms.md:111, 126
    for cells, shift in (([(4, 4)], 0), ([(7, 7), (2, 2)], 5)):
        odds = asked(cells, shift)
        assert odds["prime"] == odds["fumble"] == Fraction(3, 64)
    assert f"{100 * 3 / 64:.2f}" == "4.69"


@pytest.mark.parametrize(
    ("cells", "covered"),
    [
        ([(4, 4), (3, 6), (5, 4)], (26, 41, 52, 57)),
        ([(5, 5), (4, 3), (5, 3)], (25, 40, 51, 55)),
    ],
)
def test_the_suggested_starts_cover_what_the_facts_say(cells, covered):  # facts.md, 2.4
    for shift, rolls in zip((2, 3, 4, 5), covered, strict=True):
        odds = asked(cells, shift)
        assert odds["exact"] + odds["shifted"] == Fraction(rolls, 64)


def test_the_best_three_first_manoeuvres_hit_33_rolls():  # facts.md, 2.3
    odds = asked([(3, 6), (4, 3), (5, 5)], 2)
    assert 1 - odds["fumble"] - odds["miss"] == Fraction(33, 64)


def test_a_question_can_be_about_one_cell():
    result = ask({"cell": "3,6", "shift": "2"}, Options()).result
    assert result["reach"] == {"3,6": {"p": 13 / 64, "fraction": "13/64"}}
    assert result["hit"]["fraction"] == "1/4"  # 13 and 3 Primes
    assert result["board"]["cells"]["3"]["6"]["shows"] == "X"
    assert result["board"]["cells"]["4"]["5"]["shows"] == "2"
    assert result["board"]["cells"]["1"]["1"]["shows"] == "F"
    assert result["board"]["cells"]["8"]["8"]["shows"] == "P"
    assert result["board"]["cells"]["6"]["6"]["shows"] == "·"


def test_odds_follow_the_zones_in_force():
    result = ask({"manoeuvres": "4,4", "shift": "0"}, Options(fumble_zone="1,1", prime_zone="8,8 7,8")).result
    assert result["fumble"]["fraction"] == "1/64"
    assert result["prime"]["fraction"] == "1/32"


@pytest.mark.parametrize("shift", [11, 14])
def test_a_question_may_give_up_to_14_points(shift):
    assert asked([(4, 4)], shift) == counted([(4, 4)], shift)


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ({"manoeuvres": "1,1", "shift": "2"}, "locked"),
        ({"manoeuvres": "4,4 4,4", "shift": "2"}, "twice"),
        ({"manoeuvres": "", "shift": "2"}, "1 to 6 cells"),
        ({"manoeuvres": "33 34 35 36 43 44 45", "shift": "2"}, "1 to 6 cells"),
        ({"manoeuvres": "4,9", "shift": "2"}, "not a result"),
        ({"manoeuvres": "4,4"}, "shift"),
        ({"manoeuvres": "4,4", "shift": "-1"}, "greater than or equal to 0"),
        ({}, "nothing was asked"),
    ],
)
def test_bad_questions_are_refused(question, why):
    with pytest.raises(FracasError, match=why):
        ask(question, Options())


def test_where_dice_can_be_left_for_the_shield():
    locked = book.locked_cells(Options())
    assert cheapest_with_secondary(Cell(5, 5), 7, locked) == (Cell(5, 7), 2)
    assert cheapest_with_secondary(Cell(5, 5), 5, locked) == (Cell(5, 5), 0)
    assert cheapest_with_secondary(Cell(7, 7), 8, locked) == (Cell(6, 8), 2)  # [7,8] is locked
    assert cheapest_with_secondary(Cell(8, 8), 8, locked) == (Cell(8, 8), 0)  # a Prime can be left as it lies
