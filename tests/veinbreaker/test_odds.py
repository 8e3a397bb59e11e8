"""Odds of rolls and of chains, against counting: the document's chain is written down here once more, in plain Python with fractions."""

import json
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import permutations, product
from typing import Any, NamedTuple

import pytest

import fracas
from fracas import FracasError

RULES = fracas.load_ruleset("veinbreaker")
CONTENT = files("fracas.rulesets.veinbreaker").joinpath("content")
PATHS = {"stonepulse": "POW", "hemocratic": "AGI", "spellforged": "MND", "canticle": "SPR"}


def asked(changes: dict[str, Any] | None = None, **question: Any) -> Any:
    """The result of a question, asked with words as at the command line."""
    options = RULES.options_model.model_validate(changes or {})
    return RULES.ask({name: str(value) for name, value in question.items()}, options).result


def exact(shares: dict[str, dict[str, Any]]) -> dict[int, Fraction]:
    """A distribution as the answer gives it, in fractions; its decimals are those of the fractions."""
    assert all(share["p"] == float(Fraction(share["fraction"])) for share in shares.values())
    return {int(n): Fraction(share["fraction"]) for n, share in shares.items()}


# --- rolls --------------------------------------------------------------------------------------------------------------

KEPT = {
    "normal": (2, lambda faces: sum(faces)),
    "disadvantage": (3, lambda faces: faces[-1] + faces[0]),
    "severe-disadvantage": (4, lambda faces: faces[-1] + faces[0]),
    "extreme-disadvantage": (4, lambda faces: faces[0] + faces[1]),
    "advantage": (3, lambda faces: faces[-1] + faces[-2]),
    "severe-advantage": (4, lambda faces: faces[-1] + faces[-2]),
    "extreme-advantage": (4, lambda faces: faces[-1] + faces[-2]),
}
"""The document's pools: so many d10, and what is kept of the sorted faces."""
OTHERWISE = {
    "disadvantage": (3, lambda faces: faces[0] + faces[1]),
    "severe-disadvantage": (4, lambda faces: faces[0] + faces[1]),
    "extreme-advantage": (5, lambda faces: faces[-1] + faces[-2]),
}
"""What the other readings roll and keep."""
OTHER_READING = {"disadvantage": "two-lowest", "extreme_advantage": "five-dice"}


@cache
def pool_of(mode: str, other: bool = False) -> dict[int, Fraction]:
    """The distribution of a pool, from all the ways its dice can fall."""
    n, keep = {**KEPT, **(OTHERWISE if other else {})}[mode]
    ways: dict[int, int] = {}
    for faces in product(range(1, 11), repeat=n):
        total = keep(sorted(faces))
        ways[total] = ways.get(total, 0) + 1
    return {total: Fraction(count, 10**n) for total, count in sorted(ways.items())}


@pytest.mark.parametrize("other", [False, True], ids=["document", "other reading"])
@pytest.mark.parametrize("mode", KEPT)
def test_a_pool_is_that_of_counting_all_faces(mode, other):
    result = asked(OTHER_READING if other else {}, attack=0, defense=12, mode=mode)
    assert exact(result["distribution"]) == pool_of(mode, other)
    assert Fraction(result["mean"]["fraction"]) == sum(n * p for n, p in pool_of(mode, other).items())


@pytest.mark.parametrize("defense", [3, 12, 19, 30])
@pytest.mark.parametrize("mode", KEPT)
def test_a_roll_hits_from_the_target_on_and_crits_from_five_above(mode, defense):
    result = asked(attack=2, defense=defense, mode=mode)
    assert Fraction(result["hit"]["fraction"]) == sum(p for n, p in pool_of(mode).items() if n + 2 >= defense)
    assert Fraction(result["crit"]["fraction"]) == sum(p for n, p in pool_of(mode).items() if n + 2 >= defense + 5)


def test_plus_two_against_twelve_with_disadvantage():
    """Of 1,000 ways that 3d10 fall, 696 have a highest and a lowest die of 10 or more together, and 135 of 15 or more."""
    result = asked(attack=2, defense=12, mode="disadvantage")
    assert result["hit"] == {"p": 0.696, "fraction": "87/125"}
    assert result["crit"] == {"p": 0.135, "fraction": "27/200"}


@pytest.mark.parametrize("mode", ["normal", "severe-disadvantage", "advantage"])
def test_a_contested_defence_is_a_roll_of_2d10_too(mode):
    result = asked(attack=3, defense=4, mode=mode, contested=True)
    pairs = [(mine + 3 - (theirs + 4), p * q) for mine, p in pool_of(mode).items() for theirs, q in pool_of("normal").items()]
    assert Fraction(result["hit"]["fraction"]) == sum(p for margin, p in pairs if margin >= 0)
    assert Fraction(result["crit"]["fraction"]) == sum(p for margin, p in pairs if margin >= 5)


def test_the_margin_of_a_crit_can_be_set():
    result = asked({"crit_margin": 3}, attack=0, defense=10)
    assert Fraction(result["crit"]["fraction"]) == sum(p for n, p in pool_of("normal").items() if n >= 13)


def test_a_roll_is_told_in_one_sentence():
    told = RULES.ask({"attack": "2", "defense": "12", "mode": "severe-disadvantage"}, RULES.options_model())
    assert told.sentence.startswith("2d10 (severe disadvantage, 11.0000 on average) +2 against 12: hits ")
    assert told.result["hit"]["fraction"] in told.sentence


# --- chains, counted ----------------------------------------------------------------------------------------------------
# What follows reads abilities and enemies from the content files and knows the document; it calls nothing of the ruleset.

STAT_MODS = {
    0: -5, 1: -4, 2: -4, 3: -4, 4: -3, 5: -2, 6: -2, 7: -1, 8: -1, 10: 0, 11: 0, 12: 1, 13: 1, 14: 1, 15: 2, 16: 2, 17: 3, 18: 4, 19: 4,
    20: 5, 21: 5, 22: 6,
}  # fmt: skip
MOMENTUM_CAP = 8
STAGGERED = {0: "normal", 1: "disadvantage", 2: "severe-disadvantage", 3: "extreme-disadvantage"}


class Moment(NamedTuple):
    """A chain at one moment."""

    hp: int
    rp: int
    foe_hp: int
    heat: int = 0
    balance: int = 0
    momentum: int = 0
    foe_momentum: int = 0
    attack_bonus: int = 0
    idf_bonus: int = 0
    stagger: int = 0
    foe_stagger: int = 0
    foe_vulnerable: int = 0
    roll: int = 0
    result: str = ""
    missed: bool = False
    attempts: int = 0
    hits: int = 0
    interrupted: bool = False
    broken: bool = False
    over: bool = False


Spread = dict[Moment, Fraction]


@cache
def content(kind: str) -> dict[str, Any]:
    """The abilities or enemies of the content files, by id."""
    names = [f"abilities/{path}" for path in ("core", *PATHS)] if kind == "abilities" else [kind]
    return {thing["id"]: thing for name in names for thing in json.loads(CONTENT.joinpath(f"{name}.json").read_text())[kind]}


def dice_of(text: str) -> list[tuple[int, Fraction]]:
    """All that dice can come to."""
    number, _, rest = text.partition("d")
    sign = "-" if "-" in rest else "+"
    sides, _, bonus = rest.partition(sign)
    ways = list(product(range(1, int(sides) + 1), repeat=int(number)))
    return [(sum(way) + int(f"{sign}{bonus}" if bonus else 0), Fraction(1, len(ways))) for way in ways]


class Counted:
    """A chain of a new character against an enemy, followed through everything that can happen."""

    def __init__(self, chain: str, enemy: str, execute: bool = False, contested: bool = False, blood: int = 0, **start: int) -> None:
        self.links = [content("abilities")[name] for name in chain.split(",")]
        self.enemy = content("enemies")[enemy]
        kind = json.loads(CONTENT.joinpath("combat-config.json").read_text())["archetypes"][self.enemy["archetype"]]
        self.budget, self.primed_defense = kind["budget"], kind.get("primed_defense", 0)
        self.windows = self.enemy.get("windows", kind["windows"])
        self.execute, self.contested, self.blood = execute, contested, blood
        paths = [link["path"] for link in self.links if link["path"] != "core"]
        self.attributes = dict.fromkeys(PATHS.values(), 8) | {PATHS[paths[0] if paths else "stonepulse"]: 10}
        self.idf = max(1 + (self.attributes["POW"] - 10) // 2, 0)
        second = any(link["tier"] >= 2 for link in self.links)
        self.max_hp, self.rp_cap = (38, 7) if second else (28, 5)
        paid = len(self.links) + execute
        full = {"hp": self.max_hp, "foe_hp": self.enemy["hp"], **start, "rp": start.get("rp", self.rp_cap) - paid}
        self.start = Moment(**full)

    # what a fighter is worth

    def primed(self, now: Moment) -> bool:
        few = now.foe_hp <= (Fraction(self.enemy["hp"], 4) + Fraction(1, 2)) // 1
        return few or now.foe_vulnerable >= 3 or now.foe_stagger >= 2

    def mod(self, link: Any) -> int:
        score = self.attributes.get(link.get("stat"), 10)
        return STAT_MODS[max(listed for listed in STAT_MODS if listed <= score)]

    def attack_total(self, now: Moment, link: Any) -> int:
        return now.roll + self.mod(link) + now.attack_bonus

    # the chain

    def run(self) -> Spread:
        now: Spread = {self.start: Fraction(1)}
        if any(link["type"] != "movement" for link in self.links):
            now = self.each(now, self.rolls)
        for at in range(len(self.links)):
            now = self.each(now, lambda moment, at=at: self.link(moment, at))
        return now

    @staticmethod
    def each(now: Spread, step: Any) -> Spread:
        found: Spread = {}
        for moment, p in now.items():
            for after, q in [(moment, Fraction(1))] if moment.over else step(moment):
                found[after] = found.get(after, Fraction(0)) + p * q
        return found

    def rolls(self, now: Moment) -> list[tuple[Moment, Fraction]]:
        return [(now._replace(roll=n), p) for n, p in pool_of(STAGGERED[min(now.stagger, 3)]).items()]

    def link(self, now: Moment, at: int) -> list[tuple[Moment, Fraction]]:
        """One link: after a miss a new roll, the window before it, what it does, the window after it."""
        link = self.links[at]
        if link["type"] == "movement":
            return [(self.used(self.shifted(now, link.get("resource_delta", {})), link), Fraction(1))]
        spread = {now: Fraction(1)}
        for step in (self.rolls_again, self.compared, self.before, self.happens, self.after):
            spread = self.each(spread, lambda moment, step=step: step(moment, at))
        return list(spread.items())

    def rolls_again(self, now: Moment, at: int) -> list[tuple[Moment, Fraction]]:
        return self.rolls(now) if now.missed else [(now, Fraction(1))]

    def compared(self, now: Moment, at: int) -> list[tuple[Moment, Fraction]]:
        """What a link comes to, with its chance."""
        found: dict[str, Fraction] = {}
        for margin, p in self.margins(now, self.links[at], at):
            result = "wrecked" if margin <= -10 else "miss" if margin < 0 else "crit" if margin >= 5 else "hit"
            found[result] = found.get(result, Fraction(0)) + p
        return [(now._replace(result=result), p) for result, p in found.items()]

    def before(self, now: Moment, at: int) -> list[tuple[Moment, Fraction]]:
        return self.window(now, at, "before")

    def after(self, now: Moment, at: int) -> list[tuple[Moment, Fraction]]:
        return self.window(now, at, "after")

    def margins(self, now: Moment, link: Any, at: int) -> list[tuple[int, Fraction]]:
        """By how much a link is over the defence target."""
        total = self.attack_total(now, link) + now.balance
        if self.executes(at):
            total += 4 * self.primed(now) + (self.blood >= 3)
        target = self.enemy["idf"] + now.foe_momentum + self.primed_defense * self.primed(now)
        if self.contested:
            return [(total - target - n, p) for n, p in pool_of(STAGGERED[min(now.foe_stagger, 3)]).items()]
        return [(total - target - self.enemy["dv"], Fraction(1))]

    def executes(self, at: int) -> bool:
        attacks = [i for i, link in enumerate(self.links) if link["type"] == "attack"]
        rolling = [i for i, link in enumerate(self.links) if link["type"] != "movement"]
        return self.execute and at == (attacks or rolling)[0]

    def window(self, now: Moment, at: int, timing: str) -> list[tuple[Moment, Fraction]]:
        """The enemy may interrupt: by a window of its own, else after a miss and from the third link on."""
        if now.over or (self.budget and now.attempts >= self.budget):
            return [(now, Fraction(1))]
        fits = [w for w in self.windows if w.get("timing", "after") == timing and at + 1 in w["links"] and self.holds(now, at, w)]
        percent = fits[0].get("percent", 100) if fits else 100 if now.missed or at + 1 >= 3 else 0
        found = [(now, Fraction(100 - percent, 100))] if percent < 100 else []
        if percent:
            tried = now._replace(attempts=now.attempts + (self.budget > 0))
            found += [(after, Fraction(percent, 100) * p) for after, p in self.interrupt(tried, at)]
        return found

    def holds(self, now: Moment, at: int, window: Any) -> bool:
        moved = any(link["type"] == "movement" for link in self.links[:at])
        least = window.get("at_least", 1)
        return {
            "always": True,
            "missed": now.missed,
            "long-chain": len(self.links) >= least,
            "heat": now.heat >= least,
            "blood-marks": self.blood >= least,
            "moved": moved,
            "still": not moved,
            "repeat": False,  # nothing was before
        }[window["when"]]

    def interrupt(self, now: Moment, at: int) -> list[tuple[Moment, Fraction]]:
        """2d10 against attack total and IDF less balance; by five it is perfect, breaks the chain and strikes back with 1d4."""
        threshold = self.attack_total(now, self.links[at]) + self.idf + now.idf_bonus - now.balance
        found: list[tuple[Moment, Fraction]] = []
        for rolled, p in pool_of(STAGGERED[min(now.foe_stagger, 3)]).items():
            if rolled < threshold:
                found.append((now, p))
            elif rolled < threshold + 5:
                found.append((self.shifted(now, {"heat": -1, "momentum": -1, "balance": -1})._replace(interrupted=True), p))
            else:
                lost = self.shifted(now, {"heat": -2, "momentum": -2, "balance": -1})._replace(interrupted=True, broken=True, over=True)
                found += [(lost._replace(hp=max(lost.hp - n, 0)), p * q) for n, q in dice_of("1d4")]
        return found

    def happens(self, now: Moment, at: int) -> list[tuple[Moment, Fraction]]:
        """The link takes place: meters, then its effects."""
        link, result, now = self.links[at], now.result, now._replace(result="")
        if self.executes(at):
            return self.execution(now, result, at)
        late = at + 1 >= 3
        given = link.get("resource_delta", {})
        if result in ("miss", "wrecked"):
            missed = self.shifted(now, {"foe_momentum": -1, "balance": 1})._replace(missed=True)
            return [(self.effects(self.used(self.shifted(missed, given), link), link, "on_miss"), Fraction(1))]
        hit = self.shifted(now, {"foe_momentum": 2 if late else 1, "balance": 2})._replace(missed=False, hits=now.hits + 1)
        hit = self.shifted(self.used(self.shifted(hit, given), link), {"heat": 1})
        damage = [e for e in link.get("effects", {}).get("on_hit", ()) if e["type"] == "damage"]
        found: list[tuple[Moment, Fraction]] = []
        for rolled, p in dice_of(damage[0]["dice"]) if damage else [(None, Fraction(1))]:
            struck = hit
            if rolled is not None:
                more = max(0, min(hit.heat - 1, 4)) + (self.blood >= 1 and 2 * hit.foe_hp < self.enemy["hp"])
                struck = hit._replace(foe_hp=max(hit.foe_hp - max(rolled + self.mod(link) + more, 0), 0))
            for after, q in self.healed(self.effects(self.effects(struck, link, "on_hit"), link, "on_success"), link):
                if "momentum" in link.get("tags", ()):
                    after = self.shifted(after, {"momentum": 1})
                if late and link["type"] == "attack":
                    after = self.shifted(after, {"rp": 1})
                if result == "crit" and self.blood >= 2:
                    after = self.shifted(after, {"rp": 1})
                    if self.enemy.get("rank") == "elite" and after.foe_hp > 0:
                        after = self.shifted(after, {"foe_momentum": 1})
                found.append((after._replace(over=after.foe_hp <= 0 or after.hp <= 0), p * q))
        return found

    def execution(self, now: Moment, result: str, at: int) -> list[tuple[Moment, Fraction]]:
        """The target is dead; or the chain is broken, and a failure by ten hurts. Balance changes as with every link, and by -2."""
        spent = now._replace(heat=0, balance=now.balance - 2, over=True)
        if result in ("hit", "crit"):
            tempo = at + 1 >= 3 and self.links[at]["type"] == "attack"
            killed = self.shifted(spent, {"rp": 1 + tempo + (result == "crit" and self.blood >= 2), "balance": 2})
            return [(killed._replace(foe_hp=0, hits=now.hits + 1), Fraction(1))]
        failed = self.shifted(spent, {"foe_momentum": -1, "balance": 1})._replace(momentum=0, broken=True)
        if result == "miss":
            return [(failed, Fraction(1))]
        return [(failed._replace(hp=max(failed.hp - n * self.enemy["tier"], 0)), p) for n, p in dice_of("1d6")]

    # effects

    def shifted(self, now: Moment, by: dict[str, int]) -> Moment:
        """Meters changed, within their bounds."""
        most = {"momentum": MOMENTUM_CAP, "foe_momentum": MOMENTUM_CAP, "rp": self.rp_cap, "hp": self.max_hp}
        for name, n in by.items():
            value = min(getattr(now, name) + n, most.get(name, 99))
            now = now._replace(**{name: value if name == "balance" else max(value, 0)})
        return now

    def used(self, now: Moment, link: Any) -> Moment:
        return self.effects(now, link, "on_use")

    def effects(self, now: Moment, link: Any, when: str) -> Moment:
        """What an ability does besides damage and healing. Guards and Bleed change nothing within a chain."""
        for effect in link.get("effects", {}).get(when, ()):
            kind, amount = effect["type"], effect.get("amount", 0)
            to_foe = "foe_" if effect.get("target") == "enemy" else ""
            if to_foe and now.foe_hp <= 0:
                continue  # nothing is done to the dead
            if kind == "resource_delta" and (to_foe, effect["resource"]) != ("foe_", "rp"):
                now = self.shifted(now, {f"{to_foe}{effect['resource']}": amount})
            elif kind in ("attack_bonus", "idf_bonus") and not to_foe:
                now = now._replace(**{kind: getattr(now, kind) + amount})
            elif kind == "status" and effect["status"] in ("stagger", "vulnerable"):
                name = f"{to_foe}{effect['status']}"
                now = now._replace(**{name: getattr(now, name) + effect.get("stacks", 1)})
            else:
                harmless = ("damage", "heal", "reduce_damage", "defense_bonus")
                assert kind in harmless or effect.get("status") == "bleed", f"{kind} is not counted here"
        return now

    def healed(self, now: Moment, link: Any) -> list[tuple[Moment, Fraction]]:
        for effect in link.get("effects", {}).get("on_hit", ()):
            if effect["type"] == "heal":
                return [(self.shifted(now, {"hp": n}), p) for n, p in dice_of(effect["dice"])]
        return [(now, Fraction(1))]


SPREADS = {
    "hits": "hits", "heat": "heat", "balance": "balance", "rp": "rp", "momentum": "momentum", "enemy_momentum": "foe_momentum", "hp": "hp",
}  # fmt: skip


def by(spread: Spread, value: Any) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    for moment, p in spread.items():
        found[value(moment)] = found.get(value(moment), Fraction(0)) + p
    return dict(sorted(found.items()))


def counted_as_told(chain: str, enemy: str, **more: Any) -> None:
    """Ask about a chain, and count it; everything told is the same, in fractions."""
    words = {"stagger": "stagger", "heat": "heat", "momentum": "momentum", "hp": "hp", "rp": "rp", "foe_hp": "enemy_hp"}
    words |= {"foe_momentum": "enemy_momentum", "foe_stagger": "enemy_stagger", "foe_vulnerable": "enemy_vulnerable"}
    counting = Counted(chain, enemy, **more)
    question = {words[name]: value for name, value in more.items() if name in words}
    if more.get("execute"):
        question["execute"] = True
    if more.get("blood"):
        question["blood_marks"] = more["blood"]
    told = asked({"defense": "contested"} if more.get("contested") else {}, chain=chain, enemy=enemy, **question)
    ends = counting.run()
    assert sum(ends.values()) == 1
    damage = by(ends, lambda m: counting.start.foe_hp - m.foe_hp)
    assert exact(told["damage"]) == damage
    assert Fraction(told["mean_damage"]["fraction"]) == sum(n * p for n, p in damage.items())
    for share, value in (("fells", lambda m: m.foe_hp <= 0), ("interrupted", lambda m: m.interrupted), ("broken", lambda m: m.broken)):
        assert Fraction(told[share]["fraction"]) == by(ends, value).get(True, 0), share
    for name, field in SPREADS.items():
        assert exact(told[name]) == by(ends, lambda m, field=field: getattr(m, field)), name


CHAINS = {
    "one blow": ("pulse-strike", "bone-shambler", {}),
    "two blows, the second on a new roll after a miss": ("pulse-strike,basic-strike", "bone-shambler", {}),
    "misses and new rolls, against a high defence": ("basic-strike,faultline-jab", "ashen-censor", {}),
    "three blows into the late link's window": ("cutpoint-slice,bloodprice-cut,basic-strike", "blood-eyed-cultist", {}),
    "four links, momentum given and taken": ("stonepulse-rhythm,pulse-strike,faultline-jab,basic-strike", "goblin-shieldbearer", {}),
    "a movement first, which a stalker minds": ("shift,cutpoint-slice,basic-strike", "brumklin-lurker", {}),
    "a movement between, and the path's own": ("cutpoint-slice,blood-slip,basic-strike", "bog-hexer", {}),
    "nothing but movement": ("shift,blood-slip", "brumklin-lurker", {}),
    "a step that steadies against interrupts": ("stonepulse-step,pulse-strike,faultline-jab", "winch-wight", {}),
    "heat that a controller minds, with no bound on attempts": ("basic-strike,pulse-strike,faultline-jab", "lamp-leech", {"heat": 3}),
    "a bully's windows again and again": ("basic-strike,pulse-strike,faultline-jab", "stonebound-mauler", {"hp": 3}),
    "standing still in the mud": ("pulse-strike,faultline-jab", "silt-grabber", {}),
    "five links, which a juggernaut waits for": (
        "focus-action,pulse-strike,faultline-jab,basic-strike,shift", "bone-shambler", {"foe_hp": 9},
    ),
    "guards and other links that deal nothing": ("basic-guard,focus-action,basic-strike", "sinew-shambler", {}),
    "staggered, so with disadvantage": ("pulse-strike,basic-strike", "bone-shambler", {"stagger": 1}),
    "staggered three times and more": ("pulse-strike,basic-strike", "bone-shambler", {"stagger": 4}),
    "an enemy that staggers, and so interrupts badly": ("pulse-strike,faultline-jab,basic-strike", "bog-hexer", {"foe_stagger": 1}),
    "an enemy with momentum": ("pulse-strike,basic-strike", "bone-shambler", {"foe_momentum": 7, "momentum": 8}),
    "blows of the second tier that stagger and make bleed": ("artery-rupture,cutpoint-slice,basic-strike", "bog-hexer", {}),
    "wounded prey, with three Blood Marks": ("cutpoint-slice,basic-strike", "sinew-shambler", {"foe_hp": 8, "blood": 3}),
    "crits against an elite, with two Blood Marks": ("cutpoint-slice,basic-strike", "drowned-foreman", {"blood": 2, "rp": 4}),
    "a defence that rolls for every link": ("pulse-strike,basic-strike", "stonebound-mauler", {"contested": True}),
    "a heat bonus at its bound": ("pulse-strike,basic-strike", "sinew-shambler", {"heat": 6}),
}  # fmt: skip


@pytest.mark.parametrize(("chain", "enemy", "more"), CHAINS.values(), ids=CHAINS)
def test_all_that_a_chain_can_come_to_is_what_counting_gives(chain, enemy, more):
    counted_as_told(chain, enemy, **more)


def test_where_a_fraction_cannot_be_told_the_decimals_are_given():
    """Two pools of 4d10 in one step have 10**8 ways: no fraction is made up for them."""
    chain, enemy = "pulse-strike,basic-strike", "stonebound-mauler"
    told = asked({"defense": "contested"}, chain=chain, enemy=enemy, stagger=2, enemy_stagger=2)["damage"]
    counting = Counted(chain, enemy, contested=True, stagger=2, foe_stagger=2)
    damage = by(counting.run(), lambda m: counting.start.foe_hp - m.foe_hp)
    assert {int(n): share["p"] for n, share in told.items()} == pytest.approx({n: float(p) for n, p in damage.items()}, abs=1e-12)
    assert all(Fraction(share["fraction"]) == damage[int(n)] for n, share in told.items() if "fraction" in share)


EXECUTIONS = {
    "few HP left": ("basic-strike", "bone-shambler", {"foe_hp": 4}),
    "after a guard: the first attack is the strike": ("basic-guard,basic-strike,pulse-strike", "sinew-shambler", {"foe_hp": 4}),
    "after a movement": ("shift,pulse-strike", "blood-eyed-cultist", {"foe_hp": 2, "heat": 2}),
    "no attack: the first link that rolls is the strike": ("shift,focus-action", "bone-shambler", {"foe_hp": 3}),
    "a staggered judge, who hurts those who fail by ten": ("pulse-strike", "ironbound-judge", {"foe_stagger": 2, "momentum": 3}),
    "a vulnerable censor, with three Blood Marks": ("basic-strike,pulse-strike", "ashen-censor", {"foe_vulnerable": 3, "blood": 3}),
    "a late one, which has its tempo, too": ("focus-action,basic-guard,basic-strike", "sinew-shambler", {"foe_hp": 4, "rp": 4, "blood": 2}),
    "by one who staggers, and may die of it": ("pulse-strike", "ironbound-judge", {"foe_stagger": 2, "stagger": 1, "hp": 9}),
}


@pytest.mark.parametrize(("chain", "enemy", "more"), EXECUTIONS.values(), ids=EXECUTIONS)
def test_an_execution_is_what_counting_gives(chain, enemy, more):
    counted_as_told(chain, enemy, execute=True, **more)


def test_what_a_hit_gives_its_owner_it_also_gives_when_it_kills():
    """Red Harvest heals on a hit. Wounds stay in a campaign, so healing by the last blow counts."""
    counted_as_told("red-harvest", "bog-hexer", foe_hp=3, hp=20)


# --- chains, fought -----------------------------------------------------------------------------------------------------

FIGHTS = 200_000


@pytest.mark.parametrize(
    ("chain", "enemy"),
    [
        ("stonepulse-rhythm,pulse-strike,faultline-jab,basic-strike", "goblin-shieldbearer"),
        ("stonepulse-step,pulse-strike,basic-strike", "brumklin-ripper"),
        ("basic-strike,faultline-jab,pulse-strike", "stonebound-mauler"),
    ],
)
def test_the_odds_of_a_chain_are_those_of_200_000_fights(chain, enemy):
    links = chain.split(",")
    who = {"path": "stonepulse", "abilities": [a for a in links if not a.startswith("basic")]}
    scenario = {"character": who, "enemies": [enemy], "plan": links, "until": "chain", "options": {"spawn_hp_percent": 0}}
    fought = fracas.encounter(RULES, scenario, None, ("planned", "windows")).simulate(FIGHTS, seed=5)
    told = asked(chain=chain, enemy=enemy)
    foe_hp = content("enemies")[enemy]["hp"]
    for side, expected in ((1, {foe_hp - n: float(p) for n, p in exact(told["damage"]).items()}), (0, exact(told["hp"]))):
        seen = fought.health_distribution(side)
        assert {n for n, share in seen.items() if share} <= set(expected)
        for n, p in expected.items():
            sigma = (float(p) * (1 - float(p)) / FIGHTS) ** 0.5
            assert abs(seen.get(n, 0) - float(p)) < 5 * sigma + 1e-12, f"{n} HP: {seen.get(n, 0)} of the fights, told {float(p)}"


def test_the_built_in_chain_ends_every_fight_by_chain_over():
    who = {"path": "stonepulse", "abilities": ["pulse-strike"]}
    scenario = {"character": who, "enemies": ["bone-shambler"], "plan": ["pulse-strike"], "until": "chain"}
    fight = fracas.encounter(RULES, scenario, None, ("planned", "windows")).replay(1, 0)
    assert fight.outcome == "chain over"
    assert fight.round == 1


# --- the best chain -----------------------------------------------------------------------------------------------------

NOVICE = ("basic-strike", "basic-guard", "focus-action", "shift", "pulse-strike", "faultline-jab", "stonepulse-rhythm")
WORTH = {
    "damage": lambda told: (told["mean_damage"]["value"], -told["broken"]["p"]),
    "fell": lambda told: (told["fells"]["p"], told["mean_damage"]["value"]),
    "safe": lambda told: (told["mean_damage"]["value"] * (1 - told["broken"]["p"]), -told["broken"]["p"]),
}


@cache
def every_chain(**situation: Any) -> dict[tuple[str, ...], Any]:
    """The odds of every chain of one or two links of the novice of Stonepulse, asked one by one."""
    chains = [c for n in (1, 2) for c in permutations(NOVICE, n)]
    return {c: asked(chain=",".join(c), character="stonepulse-novice", **situation) for c in chains}


@pytest.mark.parametrize("aim", WORTH)
def test_the_best_chain_is_the_best_of_all(aim):
    situation = {"enemy": "bone-shambler", "enemy_hp": 6, "heat": 1}
    every = every_chain(**situation)
    best = asked(best=aim, character="stonepulse-novice", longest=2, **situation)
    assert best["chains"] == len(every) == 7 + 7 * 6
    ranked = sorted((WORTH[aim](told) for told in every.values()), reverse=True)
    for place, found in enumerate(best["best"]):
        told = every[tuple(found["chain"])]
        assert WORTH[aim](told) == pytest.approx(ranked[place], abs=1e-9)
        assert found["mean_damage"] == pytest.approx(told["mean_damage"]["value"])
        assert found["broken"]["p"] == pytest.approx(told["broken"]["p"])


def test_the_best_chain_keeps_to_rp_and_to_the_length_asked():
    one = asked(best="damage", character="stonepulse-novice", enemy="bone-shambler", rp=1, longest=4)
    assert one["chains"] >= 7
    assert all(len(c["chain"]) <= 2 for c in one["best"])  # the rhythm gives nothing before it is used
    assert asked(best="damage", character="stonepulse-novice", enemy="bone-shambler", longest=1)["chains"] == 7


def test_a_ruthless_enemy_takes_every_chance():
    """After a movement a Bog Hexer's window at link 2 is taken 85 times in a hundred, and always by a ruthless one."""
    usual = asked(chain="shift,cutpoint-slice", enemy="bog-hexer")
    ruthless = asked(chain="shift,cutpoint-slice", enemy="bog-hexer", interrupts="ruthless")
    assert Fraction(usual["interrupted"]["fraction"]) == Fraction(85, 100) * Fraction(ruthless["interrupted"]["fraction"])


# --- what cannot be asked -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ({"chain": "pulse-strik", "enemy": "bone-shambler"}, "did you mean 'pulse-strike'?"),
        ({"chain": "pulse-strike", "enemy": "bone-shamble"}, "did you mean 'bone-shambler'?"),
        ({"chain": "pulse-strike", "enemy": "bone-shambler", "character": "stonepuls-novice"}, "did you mean 'stonepulse-novice'?"),
        ({"chain": "basic-strike,basic-strike", "enemy": "bone-shambler"}, "Basic Strike is in the chain already"),
        ({"chain": "pulse-strike,pulse-strike", "enemy": "bone-shambler"}, "Pulse Strike is in the chain already"),
        ({"chain": "pulse-strike,basic-strike", "enemy": "bone-shambler", "rp": 1}, "takes 1 RP; 0 are left"),
        ({"chain": "pulse-strike", "enemy": "bone-shambler", "rp": 6}, "rp=6 is more than there can be"),
        ({"chain": "artery-rupture", "enemy": "bone-shambler", "character": "stonepulse-novice"}, "Marl has not learnt Artery Rupture"),
        ({"chain": "pulse-strike", "enemy": "bone-shambler", "execute": True}, "no Execution Strike can be declared"),
        ({"chain": "pulse-strike", "enemy": "bone-shambler", "hp": 29}, "hp=29 is more than there can be"),
        ({"chain": "pulse-strike", "enemy": "bone-shambler", "momentum": 9}, "momentum=9 is more than there can be"),
        ({"chain": "pulse-strike", "best": "damage", "enemy": "bone-shambler"}, "a chain is given, and the best one is asked for"),
        ({"chain": "pulse-strike", "enemy": "bone-shambler", "enemy_hp": 22}, "enemy_hp=22 is more than there can be"),
        ({"chain": "", "enemy": "bone-shambler"}, "a chain has 1 to 6 links, not 0"),
        ({"chain": ",".join(["shift"] * 7), "enemy": "bone-shambler"}, "a chain has 1 to 6 links, not 7"),
        ({"chain": "pulse-strike"}, "enemy"),
        ({"chian": "pulse-strike", "enemy": "bone-shambler"}, "chian"),
        ({"attack": 2}, "defense"),
        ({"attack": 2, "defense": 12, "mode": "disadvantge"}, "mode"),
        ({"attack": 2, "defence": 12}, "did you mean 'defense'?"),
        ({"best": "damage", "enemy": "bone-shambler"}, "character"),
        ({"best": "damage", "enemy": "bone-shambler", "character": "stonepulse-novice", "rp": 0}, "no chain can be declared"),
        ({}, "nothing was asked"),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused_with_the_reason(question, says):
    with pytest.raises(FracasError) as refused:
        asked(**question)
    assert says in str(refused.value)


@pytest.mark.parametrize(("balance", "needs"), [(-3, 14), (0, 11), (5, 6)])
def test_a_chain_can_be_asked_about_with_the_balance_of_earlier_ones(balance, needs):
    hits = asked(chain="basic-strike", enemy="sinew-shambler", balance=balance)["hits"]["1"]  # DV 10 and IDF 1; POW 10 adds nothing
    assert Fraction(hits["fraction"]) == Fraction(sum(a + b >= needs for a, b in product(range(1, 11), repeat=2)), 100)
