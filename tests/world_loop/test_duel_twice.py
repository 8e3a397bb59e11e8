"""Every duel told twice: once by the rules, once by a chronicle written from the document alone; and played, sampled and solved alike."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.world_loop.ring import ATTRIBUTES, LARGE, MEDIUM, SMALL, KeyedDice, Ring, bag, drawn, fighter, hero

from fracas import encounter
from fracas.testing import Conformance, check_walk

HEALS = {LARGE: 80, MEDIUM: 40, SMALL: 20}  # world-loop.md:211-215, the best first
TIER = {"goblin": 0, "goblin-scout": 1, "goblin-warrior": 2, "goblin-chief": 3, "hero": 0}
LEVEL = {"goblin": 1, "goblin-scout": 2, "goblin-warrior": 3, "goblin-chief": 5, "hero": 1}
TRAINING = {"str": Fraction(15, 1000), "vit": Fraction(5, 1000)}
NEEDED = {1: 100, 2: 150, 3: 225, 5: 505}
"""XP from the levels that kinds begin with to the next."""


@dataclass
class Figure:
    """One of a chronicle: the numbers of `ring.fighter`, and what becomes of them."""

    uid: int
    data: dict[str, Any]
    hp: int = 0
    xp: int = 0
    level: int = 1
    needed: int = 100
    max_stamina: int = 0
    stamina: int = 0
    next_act: float = 0.0
    attacks: int = 0
    carried: list[str] = field(default_factory=list)
    trained: dict[str, Fraction] = field(default_factory=lambda: dict.fromkeys(TRAINING, Fraction(0)))

    def __post_init__(self) -> None:
        d = self.data = {**self.data, "attributes": dict(self.data["attributes"]), "caps": dict(self.data["caps"])}
        self.hp = d.get("hp", d["max_hp"])
        self.xp = d.get("xp", 0)
        self.level = LEVEL[d["kind"]]
        self.needed = NEEDED[self.level]
        grown = (50 if d["kind"] == "hero" else 30) + 2 * d["attributes"]["end"]
        self.max_stamina, self.stamina = max(d["stamina"], grown), d["stamina"]
        self.carried = [item for item, n in d["bag"].items() for _ in range(n)]

    @property
    def best(self) -> str | None:
        return next((potion for potion in HEALS if potion in self.carried), None)

    @property
    def wants_to_drink(self) -> bool:
        return self.hp < 0.5 * self.data["max_hp"] and self.best is not None


class Chronicle:
    """A duel between steady fighters as the document has it: draws by key, delays that add up, levels at the end of a tick."""

    def __init__(self, seed: int, *line: dict[str, Any], time: str = "ticks", lag: str = "kept") -> None:
        self.seed, self.time, self.lag = seed, time, lag
        self.line = [Figure(i, data) for i, data in enumerate(line, 1)]
        self.tick = 0

    @property
    def over(self) -> bool:
        return self.line[0].hp <= 0 or all(f.hp <= 0 for f in self.line[1:])

    def target(self, me: Figure) -> Figure:
        return self.line[0] if me.uid > 1 else next(f for f in self.line[1:] if f.hp > 0)

    def delay(self, me: Figure, by: float) -> None:
        if self.lag == "forgiven":
            me.next_act = max(me.next_act, self.tick)
        me.next_act += by

    def attack(self, me: Figure, it: Figure) -> None:
        mine, its = me.data, it.data
        number = me.attacks if self.time == "events" else self.tick
        me.attacks += 1
        evaded = drawn(self.seed, me.uid, number + 2) < min(max(its["evasion"] - mine["luck"] * 0.002, 0.0), 0.75)
        me.stamina = max(me.stamina - 3, 0)
        if not evaded:
            halves = [0.5 if f.data.get("ground") == "sanctuary" and f.data["kind"] != "hero" else 1.0 for f in (me, it)]
            power = int(mine["atk"] * halves[0] * (1.0 + mine["attributes"]["str"] * 0.02))
            guard = int(its["def"] * halves[1] * (1.0 + its["attributes"]["vit"] * 0.01)) // 2
            damage: float = max(power - guard, 1)
            damage = damage * (1.0 + 0.3 * (drawn(self.seed, me.uid, number) - 0.5))
            if drawn(self.seed, me.uid, number + 1) < min(max(mine["crit"] + mine["luck"] * 0.003, 0.0), 0.80):
                damage = damage * mine["crit_dmg"]
            it.hp = max(it.hp - int(damage), 0)
        self.delay(me, 1.0 / max(mine["spd"], 1))
        if me.stamina > 0:
            self.train(me)
        if it.hp == 0:
            base_xp = 25 * it.level * (1 + TIER[its["kind"]] * 0.5)
            me.xp += int(base_xp * (1.0 + mine["attributes"]["int"] * 0.01 + mine["attributes"]["wis"] * 0.005))
            mine["gold"] += its["gold"]
            its["gold"] = 0

    def train(self, me: Figure) -> None:
        for name, gain in TRAINING.items():
            if me.data["attributes"][name] < me.data["caps"][name]:
                me.trained[name] += gain
                if me.trained[name] >= 1:
                    me.trained[name] -= 1
                    me.data["attributes"][name] += 1
                if me.data["attributes"][name] >= me.data["caps"][name]:
                    me.trained[name] = Fraction(0)

    def drink(self, me: Figure) -> None:
        potion = me.best
        me.carried.remove(potion)
        me.hp = min(me.hp + HEALS[potion], me.data["max_hp"])
        self.delay(me, 0.5)

    def end_tick(self) -> None:
        for me in self.line:
            if me.hp <= 0:
                continue
            while me.xp >= me.needed and me.level < 50:
                me.xp -= me.needed
                me.needed = int(me.needed * 1.5)
                me.level += 1
                for name, growth in (("max_hp", 5), ("atk", 2), ("def", 1), ("spd", 1)):
                    me.data[name] += growth
                me.hp = min(me.hp + 5, me.data["max_hp"])
                for name in ATTRIBUTES:
                    me.data["attributes"][name] = min(me.data["attributes"][name] + 2, me.data["caps"][name])
                    me.data["caps"][name] += 5
            me.stamina = min(me.stamina + 1, me.max_stamina)
        self.tick += 1

    def pass_tick(self) -> None:
        """All choose, then attacks happen in order, then potions."""
        ready = sorted((f for f in self.line if f.hp > 0), key=lambda f: (f.next_act, f.uid))
        drinkers = [f for f in ready if f.wants_to_drink]
        aims = [(f, self.target(f)) for f in ready if f not in drinkers]
        for me, it in aims:
            if me.hp > 0 and it.hp > 0 and not self.over:
                self.attack(me, it)
        for me in drinkers:
            if me.hp > 0 and not self.over:
                self.drink(me)
        self.end_tick()

    def act(self) -> None:
        """Event time: the next one acts; ticks that are over by then end."""
        me = self.next_one()
        if me.wants_to_drink:
            self.drink(me)
        else:
            self.attack(me, self.target(me))
        if self.over:
            self.end_tick()
        else:
            while self.next_one().next_act >= self.tick + 1 - 1e-9:  # ten delays of 0.1 are a whole tick
                self.end_tick()

    def next_one(self) -> Figure:
        return min((f for f in self.line if f.hp > 0), key=lambda f: (f.next_act, f.uid))


def compare(chronicle: Chronicle, ring: Ring) -> None:
    """The rules tell the same."""
    for i, told in enumerate(chronicle.line):
        me = ring.state.fighters[i]
        assert (me.hp, me.xp, me.level, me.xp_to_next) == (told.hp, told.xp, told.level, told.needed)
        assert (me.max_hp, me.atk, me.defence, me.spd) == tuple(told.data[name] for name in ("max_hp", "atk", "def", "spd"))
        assert (me.gold, me.stamina, sorted(bag(me))) == (told.data["gold"], told.stamina, sorted(told.carried))
        for k, name in enumerate(ATTRIBUTES):
            assert (me.attributes[k], me.caps[k]) == (told.data["attributes"][name], told.data["caps"][name])
            assert Fraction(int(me.training[k]), 10**6) == told.trained.get(name, 0)
        assert me.next_act == told.next_act


shares = st.integers(0, 100).map(lambda n: n / 100)
figures = st.builds(
    fighter,
    kind=st.sampled_from(sorted(TIER)),
    max_hp=st.integers(5, 90),
    atk=st.integers(0, 40),
    spd=st.integers(-1, 12),
    luck=st.integers(0, 60),
    crit=shares,
    crit_dmg=st.sampled_from([1.5, 1.8]),
    evasion=shares,
    gold=st.integers(0, 50),
    xp=st.integers(0, 400),
    stamina=st.sampled_from([0, 2, 7, 30, 500]),
    attributes=st.fixed_dictionaries({name: st.integers(0, 15) for name in ATTRIBUTES}),
    bag=st.fixed_dictionaries({SMALL: st.integers(0, 1), MEDIUM: st.integers(0, 1), LARGE: st.integers(0, 1)}),
    ground=st.sampled_from(["floor", "sanctuary"]),
).flatmap(lambda data: st.integers(0, 20).map(lambda defence: {**data, "def": defence}))


@pytest.mark.parametrize("lag", ["kept", "forgiven"])
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**63 - 1), st.lists(figures, min_size=2, max_size=5))
def test_the_rules_and_the_chronicle_tell_the_same_duel(lag, seed, line):
    chronicle, ring = Chronicle(seed, *line, lag=lag), Ring(*line, lag=lag)
    dice = KeyedDice(seed)
    for _ in range(25):
        if chronicle.over:
            break
        chronicle.pass_tick()
        ring.play(dice, 1)
        compare(chronicle, ring)
        assert bool(ring.over) == chronicle.over


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**63 - 1), st.lists(figures, min_size=2, max_size=5))
def test_in_event_time_too_the_rules_and_the_chronicle_tell_the_same_duel(seed, line):
    chronicle, ring = Chronicle(seed, *line, time="events"), Ring(*line, time="events")
    dice = KeyedDice(seed)
    for _ in range(50):
        if chronicle.over:
            break
        chronicle.act()
        ring.step(dice, ring.choice("steady"))
        compare(chronicle, ring)
        assert (bool(ring.over), int(ring.state.tick)) == (chronicle.over, chronicle.tick - chronicle.over)


def test_a_long_duel_is_told_the_same_to_its_end():
    mine = hero(max_hp=600, atk=18, spd=7, luck=3, crit=0.08, crit_dmg=1.8, evasion=0.03, stamina=90, bag={SMALL: 3, LARGE: 2})
    its = fighter("goblin-chief", max_hp=900, atk=16, spd=11, crit=0.12, evasion=0.05, luck=5, gold=33, stamina=50, bag={MEDIUM: 2})
    for seed in (42, 7):
        chronicle, ring, dice = Chronicle(seed, mine, its), Ring(mine, its), KeyedDice(seed)
        ticks = 0
        while not chronicle.over:
            chronicle.pass_tick()
            ring.play(dice, 1)
            compare(chronicle, ring)
            ticks += 1
        assert ticks > 30
        assert ring.over


# --- the engine's promises ----------------------------------------------------------------------------------------------

SMALL_DUELS = {
    "ticks": {},
    "forgiven": {"lag": "forgiven"},
    "events": {"time": "events"},
    "independent": {"draws": "independent"},
    "independent, forgiven": {"draws": "independent", "lag": "forgiven"},
    "independent events": {"draws": "independent", "time": "events"},
}


def scenario(kind: str = "goblin", foes: int = 1) -> dict[str, Any]:
    """A duel of fighters with a potion each."""
    mine = hero(max_hp=24, atk=6, spd=3, crit=0.2, evasion=0.1, luck=4, crit_dmg=1.8, bag={SMALL: 1})
    its = fighter(kind, max_hp=20, atk=5, spd=2, crit=0.1, evasion=0.2, gold=9, bag={SMALL: 1}, **{"def": 3})
    return {"a": mine, "b": [its] * foes}


@pytest.mark.parametrize("options", SMALL_DUELS.values(), ids=list(SMALL_DUELS))
@pytest.mark.parametrize(("kind", "foes"), [("goblin", 1), ("goblin-warrior", 3)])
def test_fights_of_random_choices_keep_every_promise(options, kind, foes):
    duel = scenario(kind, foes)
    done = Conformance("world-loop")
    for seed in (1, 2):
        check_walk(encounter("world-loop", duel, options), seed, done)
    assert done.checks["legal actions tried"] > 10


@pytest.mark.parametrize("options", SMALL_DUELS.values(), ids=list(SMALL_DUELS))
def test_every_duel_of_steady_fighters_ends_and_no_hp_are_ever_negative(options):
    for seed in range(6):
        ring = Ring(scenario()["a"], *scenario("goblin-warrior", 2)["b"], **options)
        dice = KeyedDice(seed)
        for _ in range(400):
            if ring.over:
                break
            ring.play(dice, 1)
            assert min(ring.hp) >= 0
        assert ring.over


def test_played_fights_are_the_sampled_ones_and_what_is_exact_agrees():
    """Compiled: as documented, and under independent draws, where the duel is solved too."""
    documented = encounter("world-loop", scenario(), {}, ("random", "steady"))
    sampled = documented.simulate(150, 3, workers=1, each=True)
    for k in range(150):
        fight = documented.replay(3, k)
        row = sampled.fights[k]
        assert (fight.end, fight.round, fight.digest()) == (row["end"], row["rounds"], row["digest"])
    solvable = encounter("world-loop", scenario(), {"draws": "independent", "lag": "forgiven"})
    exact = solvable.solve()
    assert exact.win + exact.lose + exact.draw == pytest.approx(1, abs=1e-12)
    n = 40_000
    counted = solvable.simulate(n, 5, workers=1)
    assert abs(counted.win - exact.win) < 5.5 * np.sqrt(exact.win * (1 - exact.win) / n)


def test_hp_of_a_level_that_the_last_kill_brought_are_counted():
    mine = hero(atk=100, xp=99)
    duel = encounter("world-loop", {"a": mine, "b": [fighter(hp=1)]}, {})
    assert duel.replay(1, 0).health(0) == 105
    assert duel.simulate(10, 1, workers=1).health_distribution(0) == {105: 1.0}
