"""Claims about the RP that late links give."""

from __future__ import annotations

from itertools import product

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker import state
from fracas.rulesets.veinbreaker.claims.chains import longest_chain
from fracas.rulesets.veinbreaker.claims.stage import CRITS, DV, HITS, LINKS, attacks, link, move
from fracas.rulesets.veinbreaker.claims.trials import SURE, Trial, at_link
from fracas.rulesets.veinbreaker.models import Options


@finds
def tempo(options: Options, at: int, kind: str = "attack", rp: int | None = None) -> int:
    """The RP that a hit gives the player at a place in the chain."""
    harm = "1" if kind == "attack" else None
    trial = at_link(options, at, *(link(f"x{i}", kind, harm) for i in range(LINKS)))
    if rp is not None:
        trial.me.rp = min(rp, int(trial.book.rp_cap))
    before = int(trial.me.rp)
    trial.do(state.LET)
    return int(trial.me.rp) - before


@finds
def first_with_tempo(options: Options) -> int:
    """The first link that gives RP; 0 if none does."""
    return next((at for at in range(1, LINKS + 1) if tempo(options, at)), 0)


@finds
def kinds_with_tempo(options: Options) -> str:
    """The kinds of links that give RP."""
    return ", ".join(kind for kind in ("attack", "defense", "utility", "stance") if tempo(options, LINKS, kind))


@finds
def side_with_tempo(options: Options) -> str:
    """The side whose late hits give it RP."""
    trial = Trial(options, foe={"moves": [{**move(name), "opening": None} for name in "abcd"], "dv": SURE, "rp": 6})
    trial.do(state.GO)
    trial.do(state.SHOW)
    trial.do(state.LET, 10, 10)
    seen = set()
    while trial.state.phase == state.ENEMY_LINK:
        seen.add(int(trial.it.rp))
        trial.do(state.STRIKE)
    gained = max(seen) > min(seen)
    return " and ".join([*(["player"] if tempo(options, LINKS) else []), *(["enemy"] if gained else [])])


@finds
def rp_at_cap(options: Options) -> Found:
    """Whether the reward stops at the cap."""
    gained = tempo(options, options.late_link, rp=20)
    return Found(gained == 0, f"{gained:+d} with all RP")


@finds
def tempo_never_capped(options: Options) -> Found:
    """Whether a chain of attacks that all hit always ends below the cap."""
    found = {}
    for tier, n in product((1, 2), range(options.late_link, LINKS + 1)):
        trial = Trial(options, *attacks(n), foe={"dv": SURE}, tier=tier)
        if longest_chain(options, tier) >= n:
            trial.play(*trial.ids)
            found[tier, n] = int(trial.book.rp_cap) - int(trial.me.rp)
    left = min(found.values(), default=1)
    return Found(left > 0, f"{left} below the cap at least")


@finds
def rp_next_round(options: Options, n: int, marks: int = 0) -> int:
    """The RP with which a character of tier 1 begins the round after a chain of so many hits, all of which are crits where marks count."""
    trial = Trial(options, *attacks(n), foe={"dv": SURE if marks else DV}, blood_marks=marks)
    trial.play(*trial.ids, roll=CRITS if marks else HITS)
    if marks:
        return int(trial.me.rp)
    trial.enemy_turn()
    return int(trial.me.rp)
