"""Claims about Primes, and the bonus of Primes and Exact Strikes."""

from __future__ import annotations

from fractions import Fraction

from fracas.dice import ScriptedDice
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms import blows, state
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS
from fracas.rulesets.ruins_and_realms.book import known_manoeuvres, library, slots_at
from fracas.rulesets.ruins_and_realms.claims.cells import zone_of
from fracas.rulesets.ruins_and_realms.claims.stage import FOE, Fight, moves_of
from fracas.rulesets.ruins_and_realms.models import Options
from fracas.rulesets.ruins_and_realms.state import HERO


@finds
def prime_offers(options: Options, known: str) -> Found:
    """Whether every manoeuvre that a starting hero knows can be done on every Prime: those equipped, or all of the tier."""
    equipped = [m.id for m in known_manoeuvres("one-handed", 1)][: slots_at(1, options)]
    count = len(equipped) if known == "equipped" else len(known_manoeuvres("one-handed", 1))
    fight = Fight(options, hero={"style": "one-handed", "manoeuvres": equipped})
    cells = [cell for cell in ALL_CELLS if zone_of(options, cell).endswith("Prime")]
    offered = {len([code for code in fight.lay(cell).legal() if code >= state.STRIKE]) for cell in cells}
    return Found(offered == {count}, f"{' or '.join(map(str, offered))} of {count} can be done")


@finds
def bonus(options: Options, how: str, shift: int) -> Fraction:
    """What an Exact Strike or a Prime adds to the mean damage."""
    fight = Fight(options, hero={"shift": shift})
    return fight.damage(how).mean() - fight.damage("shifted").mean()


@finds
def bonus_is_shift(options: Options, how: str) -> Found:
    """Whether an Exact Strike or a Prime adds the shift total, whatever that is."""
    added = {shift: bonus(options, how, shift) for shift in range(9)}
    return Found(all(n == shift for shift, n in added.items()), ", ".join(f"+{shift}: {n}" for shift, n in list(added.items())[2:6]))


@finds
def prime_ignores_interrupts(options: Options) -> Found:
    """Whether a Prime does its full damage to every creature, whatever its interrupts, by every manoeuvre of Sword & Shield."""
    before, after = 0, 0
    for creature in library().creatures.values():
        fight = Fight(options, foes=[creature.id])
        record = fight.setup.book.copy()[0].sheets[HERO].manoeuvres[0]
        for move in moves_of("sword-and-shield"):
            record.primary, record.secondary = move.dice
            before += any(blows.interruption(ScriptedDice([]), fight.state, fight.book, FOE, record, state.SHIFTED))
            after += any(blows.interruption(ScriptedDice([]), fight.state, fight.book, FOE, record, state.BY_PRIME))
    return Found(after == 0 < before, f"{before:,} pairs of manoeuvre and creature are interrupted, {after} on a Prime")


@finds
def critical_prime_does_more(options: Options) -> Found:
    """Whether the critical Prime does more than a Prime."""
    fight = Fight(options)
    one, other = fight.damage("prime").mean(), fight.damage("critical-prime").mean()
    return Found(other > one, f"D8 with +2 does {float(one):g} on a Prime, {float(other):g} on the critical one")
