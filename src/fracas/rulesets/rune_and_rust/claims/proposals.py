"""Claims about the document's proposals, a cap and glancing blows among them, and about its own layers and versions."""

from __future__ import annotations

import re
from fractions import Fraction

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.rune_and_rust.book import library
from fracas.rulesets.rune_and_rust.claims.bonuses import bonus
from fracas.rulesets.rune_and_rust.claims.chances import hit_with
from fracas.rulesets.rune_and_rust.claims.scenes import (
    MAX_WEAPON,
    ON_ATTACK,
    POOLS,
    Scene,
    chance_of_tie,
    changed,
    claims_file,
    faces_with,
    hits,
    percent,
)
from fracas.rulesets.rune_and_rust.models import Options


@finds
def dodge_adds(options: Options) -> int:
    """The dice that Dodge adds to a defence."""
    return Scene(options, on=("dodging",)).pools()[1] - Scene(options).pools()[1]


@finds
def dodge_turns(options: Options) -> int:
    """The turns that Dodge lasts."""
    return library().abilities["dodge"].effects[0].turns


@finds
def glancing_share(options: Options, percent: int) -> Fraction:
    """The damage of a tie as a share of a hit's, with glancing blows at so many percent and a damage die of 4."""
    scene = Scene(changed(options, glancing_percent=percent))
    tie, full = (scene.strike(faces_with(2, 5), faces_with(d, 5)).damage for d in (2, 1))
    return Fraction(tie, full)


@finds
def layers(options: Options) -> int:
    """The layers of the document, by its headings."""
    return sum(section["title"].startswith("Layer") for section in claims_file()["sections"])


@finds
def versions(options: Options) -> str:
    """The first and the last version of the changelog, by its headings."""
    told = [section["title"].split()[0] for section in claims_file()["sections"] if re.match(r"v\d", section["title"])]
    return f"{told[0]}-{told[-1]}"


@finds
def glancing_undoes_ties(options: Options) -> Found:
    """Whether hits and half of all ties come to one half between all equals, so that half damage on ties makes up for losing them."""
    sums = {hits(options, n, n) + chance_of_tie(options, n, n) / 2 for n in POOLS}
    return Found(sums == {Fraction(1, 2)}, f"hits and half of the ties: {', '.join(percent(s) for s in sorted(sums))} for 1 to 10 dice")


@finds
def cap_without_effect(options: Options, cap: int) -> Found:
    """Whether a cap changes nothing for an attack without an ability's dice."""
    plain, capped = bonus(options, MAX_WEAPON, 0, ON_ATTACK), bonus(changed(options, accuracy_cap=cap), MAX_WEAPON, 0, ON_ATTACK)
    return Found(plain == capped, f"all else together is {plain:+d}, and {capped:+d} with the cap")


@finds
def capped_hit(options: Options, cap: int, base: int, bonus: int, sturdiness: int) -> Fraction:
    """The chance with accuracy bonuses capped."""
    return hit_with(changed(options, accuracy_cap=cap), base, bonus, sturdiness)
