"""Claims about interrupts."""

from __future__ import annotations

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms import state
from fracas.rulesets.ruins_and_realms.board import parse_faces
from fracas.rulesets.ruins_and_realms.book import library
from fracas.rulesets.ruins_and_realms.claims.stage import FOE, NOWHERE, Fight, Pair, foe_with, move_on, moves_of
from fracas.rulesets.ruins_and_realms.models import Options
from fracas.rulesets.ruins_and_realms.state import HERO


@finds
def faces_read(options: Options, text: str) -> Found:
    """Whether a trigger can be written so."""
    faces = parse_faces(text)
    return Found(bool(faces.primary or faces.secondary), str(faces))


@finds
def interrupt_does(options: Options, text: str, what: str, amount: int) -> Found:
    """Whether an interrupt with this text does so much of this to a blow of 5."""
    fight = Fight(options, foes=[foe_with(interrupts=[{"trigger": "Primary 4", "effect": text, "type": "armor"}])]).strike((4, 5), 5)
    struck, back = 100 - fight.hp(FOE), 100 - fight.hp(HERO)
    return Found((5 - struck, back) == ((amount, 0) if what == "reduce" else (0, amount)), f"{struck} of 5 damage, {back} reflected")


@finds
def interrupt_types(options: Options) -> str:
    """The types of interrupts."""
    return " | ".join(f'"{kind}"' for kind in state.INTERRUPT_KINDS)


@finds
def type_never_counts(options: Options) -> Found:
    """Whether a blow comes to the same whatever the type of the interrupt that answers it, early and late in a fight."""
    found = set()
    for kind in state.INTERRUPT_KINDS:
        fight = Fight(options, foes=[foe_with(interrupts=[{"trigger": "Primary 4", "effect": "-2 damage", "type": kind}])])
        for _ in range(16):
            fight.roll(NOWHERE)
        found.add(100 - fight.strike((4, 5), 5).hp(FOE))
    return Found(
        len(found) == 1, f"{' or '.join(map(str, sorted(found)))} of 5 damage in round 9, of type {', '.join(state.INTERRUPT_KINDS)}"
    )


@finds
def interrupted(options: Options, creature: str, cell: Pair) -> int:
    """What a creature's interrupts change a blow of this cell by."""
    card = {**library().creatures[creature].model_dump(), "hp": 100}
    [done] = Fight(options, [move_on(cell, "10")], [card]).damage("shifted")
    [plain] = Fight(options, [move_on(cell, "10")], [{**card, "interrupts": []}]).damage("shifted")
    return done - plain


@finds
def interrupts_prefer(options: Options) -> Found:
    """Whether every creature's interrupts answer some manoeuvres of a style and let others pass."""
    good = 0
    for creature in library().creatures.values():
        faces = [parse_faces(i.trigger) for i in creature.interrupts]
        hit = {any(m.dice[0] in f.primary or m.dice[1] in f.secondary for f in faces) for m in moves_of("sword-and-shield")}
        good += hit == {True, False}
    return Found(good == len(library().creatures), f"so for {good} of {len(library().creatures)} creatures, with Sword & Shield")
