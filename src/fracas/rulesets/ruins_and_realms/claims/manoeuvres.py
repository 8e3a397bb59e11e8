"""Claims about manoeuvres as data, Shield Bash among them."""

from __future__ import annotations

from fracas.dice import parse_dice
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms import state
from fracas.rulesets.ruins_and_realms.book import library
from fracas.rulesets.ruins_and_realms.claims.stage import FOE, NOWHERE, Fight, foe_with, move_on
from fracas.rulesets.ruins_and_realms.models import Options


@finds
def damage_reads(options: Options, text: str) -> Found:
    """Whether damage can be written so, and what it does."""
    damage = Fight(options, [move_on((4, 4), text)]).damage("shifted")
    return Found(bool(parse_dice(text).n), f"{min(damage)} to {max(damage)}, {float(damage.mean()):g} on average")


@finds
def effect_needs_hit(options: Options) -> Found:
    """Whether an effect comes only with a hit."""
    laid = []
    for stops in ([], [{"trigger": "Primary 4", "effect": "Attack misses", "type": "armor"}]):
        fight = Fight(options, [move_on((4, 4), "1", {"kind": "shift", "amount": -1})], [foe_with(interrupts=stops)])
        fight.roll((4, 5)).do(state.STRIKE)
        laid.append(int(fight.state.fighters[FOE].shift_next))
    return Found(laid == [-1, 0], f"{laid[0]} shift by a hit, {laid[1]} by a blow that an interrupt makes miss")


@finds
def manoeuvre_data(options: Options, style: str, name: str, field: str) -> str:
    """A field of a manoeuvre as the files have it; ids with the document's underscores."""
    value = getattr(library().manoeuvres[style][name], field)
    return f"[{value[0]}, {value[1]}]" if isinstance(value, tuple) else str(value).replace("-", "_") if field == "id" else str(value)


@finds
def bash_takes(options: Options, when: str) -> int:
    """The shift points that Shield Bash takes from its target: in what is left of this round, in the next, in the one after."""
    bash = library().manoeuvres["sword-and-shield"]["shield-bash"].model_dump()
    fight = Fight(options, [bash], [foe_with(shift=3)], {"style": "sword-and-shield"}).strike((3, 6), 1)
    for _ in range({"this": 0, "next": 2, "after": 4}[when]):
        fight.roll(NOWHERE)
        if fight.state.rolled:
            fight.do(state.LEAVE + NOWHERE.secondary - 1)
    return 3 - fight.shift(FOE)


@finds
def bash_others(options: Options) -> tuple[int, int]:
    """The shift points that Shield Bash takes in this round, and in the round after the next."""
    return bash_takes(options, "this"), bash_takes(options, "after")


@finds
def bash_tier(options: Options) -> int:
    """The tier of Shield Bash."""
    return library().manoeuvres["sword-and-shield"]["shield-bash"].tier
