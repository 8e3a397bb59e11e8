"""What the document of Veinbreaker claims of meters, marks, statuses, tiers, effects and ideas, computed; `claims` has the rest."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, get_args

from pydantic import ValidationError

from fracas.dice import Distribution
from fracas.engine.claims import Found
from fracas.engine.compiling import Silence
from fracas.rulesets.veinbreaker import book, campaign, chains, links, odds, rules, state
from fracas.rulesets.veinbreaker.models import CONFIG, MOST_TRAINED, Abilities, Attributes, EffectType, JourneyState, Options
from fracas.rulesets.veinbreaker.state import ENEMY, PLAYER, Said
from fracas.rulesets.veinbreaker.trials import (
    CRITS,
    DV,
    HITS,
    MISSES,
    Faces,
    Trial,
    attack,
    ledger,
    link,
    listed,
    move,
    percent,
)

CAMPAIGN = campaign.VeinCampaign()
HIGHEST_SCORE = 30
MANY_ROUNDS = 9
ROUNDING = 1e-9

# --- creation --------------------------------------------------------------------------------------------------------------


def _created(path: str, own: bool = True) -> tuple[list[str], JourneyState]:
    """A character made with the first choice each time, of other paths if it can be; and the stages that this took."""
    now = CAMPAIGN.begin(1, None, {})
    stages: list[str] = []
    while now.stage in ("path", "resolve", "abilities"):
        stages.append(now.stage)
        offered = [choice.name for choice in CAMPAIGN.choices(now)]
        if now.stage == "path":
            chosen = path
        else:
            known = book.library().abilities
            foreign = [name for name in offered if name in known and known[name].path != path]
            chosen = foreign[0] if foreign and not own else offered[0]
        now = CAMPAIGN.choose(now, chosen)
    return stages, now


@ledger.finds
def creation_picks(options: Options, stage: str) -> int:
    """How often something is chosen at a stage of creation."""
    [count] = {_created(path)[0].count(stage) for path in book.PATHS}
    return count


@ledger.finds
def creation_order(options: Options) -> str:
    """The stages of creation, in order."""
    return ", ".join(dict.fromkeys(_created("stonepulse")[0]))


@ledger.finds
def creation_tiers(options: Options) -> Found:
    """Whether all abilities that are offered at creation are of tier 1."""
    now = CAMPAIGN.begin(1, None, {})
    for chosen in ("stonepulse", "disengage"):
        now = CAMPAIGN.choose(now, chosen)
    tiers = {book.library().abilities[choice.name].tier for choice in CAMPAIGN.choices(now)}
    return Found(tiers == {1}, f"tiers {listed(sorted(tiers))}")


@ledger.finds
def one_of_the_path(options: Options) -> Found:
    """Whether even somebody who wants other abilities ends up with one of the path chosen."""
    known = book.library().abilities
    own = {path: sum(known[a].path == path for a in _created(path, False)[1].abilities) for path in book.PATHS}
    return Found(min(own.values()) >= 1, listed([f"{path}: {n}" for path, n in own.items()]))


# --- meters ------------------------------------------------------------------------------------------------------------------


@ledger.finds
def hp_capped(options: Options) -> Found:
    """Whether healing stops at the maximum of HP."""
    trial = Trial(options, link("mend", on_use=[{"type": "heal", "dice": "30"}]), hp_now=20)
    trial.play("mend")
    return Found(bool(trial.me.hp == trial.me.max_hp), f"{int(trial.me.hp)} of {int(trial.me.max_hp)} HP after healing 30")


@ledger.finds
def rp_capped(options: Options, tier: int) -> int:
    """The RP that nothing lifts a character of a tier above."""
    trial = Trial(options, link("x", "movement", on_use=[{"type": "resource_delta", "resource": "rp", "amount": 20}]), tier=tier)
    trial.begin("x", roll=())
    return int(trial.me.rp)


@ledger.finds
def rp_stops(options: Options, tier: int) -> Found:
    """Whether RP stop at the cap of a tier."""
    most = rp_capped(options, tier)
    return Found(most == book.tier_rules(tier).rp_cap, f"{most} RP at most")


@ledger.finds
def meters_of_the_fight(options: Options) -> Found:
    """Whether heat, momentum and balance are nothing when a fight begins."""
    trial = Trial(options)
    found = [int(fighter[name]) for fighter in (trial.me, trial.it) for name in ("heat", "momentum", "balance")]
    return Found(not any(found), f"they begin with {listed(found)}")


@ledger.finds
def radiance_heals(options: Options, stacks: int, rounds: int = 1) -> int:
    """The HP that Radiance gives in so many rounds."""
    trial = Trial(options, hp=100, hp_now=20)
    trial.me.radiance = stacks
    for _ in range(rounds):
        trial.pass_round()
    return int(trial.me.hp) - 20


@ledger.finds
def radiance_waits(options: Options) -> Found:
    """Whether Radiance heals nothing before the end of the round."""
    trial = Trial(options, hp_now=20)
    trial.me.radiance = 3
    trial.do(state.GO)
    before = int(trial.me.hp)
    trial.enemy_turn()
    return Found(bool(before == 20 < trial.me.hp), f"{before} HP before the end of the round, {int(trial.me.hp)} after it")


@ledger.finds
def radiance_decays(options: Options) -> int:
    """What a round does to Radiance."""
    trial = Trial(options)
    trial.me.radiance = 4
    trial.pass_round()
    return int(trial.me.radiance) - 4


@ledger.finds
def idf(options: Options, power: int) -> int:
    """The IDF of a character with so much POW."""
    return int(Trial(options, POW=power).book.idf)


@ledger.finds
def idf_formula(options: Options) -> Found:
    """Whether IDF is 1 and half of what POW is over 10, rounded down, for every POW."""
    scores = range(HIGHEST_SCORE + 1)
    good = [book.idf(power) == max(1 + (power - 10) // 2, 0) for power in scores]
    return Found(all(good), f"for {sum(good)} of {len(good)} scores")


@ledger.finds
def least_idf(options: Options) -> int:
    """The lowest IDF there is."""
    return min(book.idf(power) for power in range(HIGHEST_SCORE + 1))


@ledger.finds
def is_attribute(options: Options, name: str) -> Found:
    """Whether a character has an attribute of that name."""
    return Found(name in Attributes.model_fields, f"attributes: {listed(list(Attributes.model_fields))}")


@ledger.finds
def idf_is_not_the_modifier(options: Options) -> Found:
    """How many scores that training can reach have an IDF that is not 1 and their modifier."""
    odd = [score for score in range(8, MOST_TRAINED + 1) if book.idf(score) != max(1 + book.stat_mod(score), 0)]
    return Found(len(odd), listed([f"POW {score}: IDF {book.idf(score)}, modifier {book.stat_mod(score):+d}" for score in odd]))


@ledger.finds
def idf_defends(options: Options) -> Found:
    """Whether IDF also makes its bearer harder to hit."""
    chances = {}
    for power in (8, 12):
        trial = Trial(options, POW=power, foe={"moves": [move()]})
        trial.do(state.GO)
        chances[power] = trial.odds(state.SHOW, lambda now: int(now.result) != state.MISS)[True]
    return Found(chances[12] < chances[8], f"an enemy hits POW 8 in {percent(chances[8])}, POW 12 in {percent(chances[12])}")


# --- Blood Marks ----------------------------------------------------------------------------------------------------------------


def _struck(options: Options, marks: int, share: int) -> int:
    """The damage of a hit on somebody with so many percent of HP left."""
    trial = Trial(options, blood_marks=marks)
    trial.it.hp = share
    trial.play("a1")
    return share - int(trial.it.hp)


@ledger.finds
def mark_damage(options: Options, marks: int, share: int = 40) -> int:
    """What Blood Marks add to the damage on somebody with so many percent of HP left."""
    return _struck(options, marks, share) - _struck(options, 0, share)


@ledger.finds
def wounded_below(options: Options) -> Fraction:
    """The share of HP from which somebody no longer counts as wounded."""
    return Fraction(next((share for share in range(2, 101) if not mark_damage(options, 1, share)), 100), 100)


@ledger.finds
def mark_rp(options: Options, marks: int, crit: bool = True) -> int:
    """The RP that a crit, or a hit that is none, gives with so many marks."""
    trial = Trial(options, blood_marks=marks)
    trial.begin("a1", roll=CRITS if crit else HITS)
    before = int(trial.me.rp)
    trial.do(state.LET)
    return int(trial.me.rp) - before


@ledger.finds
def marks_stay(options: Options) -> Found:
    """Whether marks are kept through rounds, hits taken and the end of a fight."""
    trial = Trial(options, blood_marks=2, foe={"moves": [move()]})
    for _ in range(3):
        trial.pass_round(*HITS)
    before = int(trial.state.blood)
    trial.lay(ENEMY, "primed", 1)
    trial.play("a1", roll=CRITS, execute=True)
    return Found(bool(before == 2 and trial.state.blood >= 2), f"{before} after three rounds, {int(trial.state.blood)} after the fight")


@ledger.finds
def hunter_aware(options: Options, marks: int) -> Found:
    """Whether the Hunter becomes aware with the mark that follows so many."""
    trial = Trial(options, blood_marks=marks)
    trial.lay(ENEMY, "primed", 1)
    trial.play("a1", roll=CRITS, execute=True)
    aware = bool(trial.events(Said.HUNTER))
    return Found(aware, f"with mark {int(trial.state.blood)}: {'aware' if aware else 'not aware'}")


# --- upkeep ---------------------------------------------------------------------------------------------------------------------


@ledger.finds
def rp_regained(options: Options, spent: int) -> int:
    """The RP that come back at the start of a turn when so many are spent."""
    trial = Trial(options)
    trial.me.rp -= spent
    before = int(trial.me.rp)
    trial.pass_round()
    return int(trial.me.rp) - before


@ledger.finds
def first_upkeep(options: Options) -> int:
    """The RP that the upkeep of the first round adds."""
    trial = Trial(options)
    return int(trial.me.rp) - int(trial.setup.state[0].fighters[PLAYER].rp)


@ledger.finds
def regained_at(options: Options) -> Found:
    """Whether RP come back when the player's turn begins, and not before."""
    trial = Trial(options, foe={"moves": [{**move(), "opening": None}]})
    trial.me.rp = 0
    trial.do(state.GO)
    trial.do(state.SHOW)
    before = int(trial.me.rp)
    trial.enemy_turn(*MISSES)
    return Found(bool(before == 0 < trial.me.rp), f"{before} RP in the enemy's turn, {int(trial.me.rp)} when the player's begins")


@ledger.finds
def pools_refill(options: Options) -> Found:
    """Whether a pool is full again in the next round."""
    trial = Trial(options, attack(cost=3), POW=8)
    full = [int(n) for n in trial.state.pools]
    trial.play("a1")
    spent = [int(n) for n in trial.state.pools]
    trial.enemy_turn()
    again = [int(n) for n in trial.state.pools]
    return Found(spent != full == again, f"{listed(full)} at first, {listed(again)} again")


@ledger.finds
def pools_follow_attributes(options: Options) -> Found:
    """Whether each of the four pools grows with an attribute of its own, and with no other."""
    base = [int(n) for n in Trial(options).state.pools]
    moved = {}
    for i, name in enumerate(state.ATTRIBUTES):
        pools = [int(n) for n in Trial(options, foe=None, **{name: 14}).state.pools]
        moved[state.POOLS[i]] = name if [j for j in range(len(pools)) if pools[j] != base[j]] == [i] else "?"
    return Found("?" not in moved.values(), listed([f"{pool} {name}" for pool, name in moved.items()]))


@ledger.finds
def pools_suffice(options: Options) -> Found:
    """Whether a new character's pools always pay for all that it has picked."""
    picks = CONFIG["creation"]["picks"]
    dearest = max(a.cost for a in book.library().abilities.values() if a.tier == 1)
    smallest = min(book.pool_size(score) for path in book.PATHS for score in book.created(path).model_dump().values())
    return Found(picks * dearest <= smallest, f"{picks} picks of {dearest} at most, and no pool is smaller than {smallest}")


# --- statuses ----------------------------------------------------------------------------------------------------------------------


@ledger.finds
def status_has_both(options: Options) -> Found:
    """Whether a status that is laid has stacks and a duration."""
    trial = Trial(options, attack(on_hit=[{"type": "status", "status": "vulnerable", "stacks": 2, "duration": 4}]))
    trial.play("a1")
    at = state.STATUSES.index("vulnerable")
    found = int(trial.it.stacks[at]), int(trial.it.rounds[at])
    return Found(found == (2, 4), f"{found[0]} stacks for {found[1]} rounds")


def _ticked(options: Options, status: str, stacks: int, rounds: int) -> tuple[list[int], list[int]]:
    """The damage and the stacks left after each of many rounds."""
    trial = Trial(options)
    trial.lay(ENEMY, status, stacks, rounds)
    harm, left = [], []
    for _ in range(MANY_ROUNDS):
        before = int(trial.it.hp)
        trial.pass_round()
        harm.append(before - int(trial.it.hp))
        left.append(trial.stacks(ENEMY, status))
    return harm, left


@ledger.finds
def harm_per_stack(options: Options, status: str) -> Fraction:
    """The damage of each stack at the end of a round, which is the same for any number of them."""
    [only] = {Fraction(_ticked(options, status, stacks, MANY_ROUNDS)[0][0], stacks) for stacks in (1, 2, 5)}
    return only


@ledger.finds
def decay(options: Options, status: str) -> int:
    """What a round does to the stacks of a status that lasts."""
    return _ticked(options, status, 5, MANY_ROUNDS)[1][0] - 5


@ledger.finds
def hurts_before_decay(options: Options) -> Found:
    """Whether one stack of Bleed hurts before it is gone."""
    harm, left = _ticked(options, "bleed", 1, MANY_ROUNDS)
    return Found((harm[0], left[0]) == (1, 0), f"{harm[0]} damage, then {left[0]} stacks")


@ledger.finds
def expires(options: Options, status: str, stacks: int, rounds: int) -> Found:
    """When a status ends, with its duration or its stacks."""
    harm, left = _ticked(options, status, stacks, rounds)
    last = left.index(0) + 1 if 0 in left else MANY_ROUNDS + 1
    return Found(last == min(stacks if status == "bleed" else rounds, rounds) and sum(harm[last:]) == 0, f"gone after round {last}")


@ledger.finds
def total_harm(options: Options, status: str, stacks: int, rounds: int) -> int:
    """All damage of a status."""
    return sum(_ticked(options, status, stacks, rounds)[0])


@ledger.finds
def burn_is_bleed_or_more(options: Options) -> Found:
    """Whether Radiant Burn never does less than as much Bleed for as long."""
    cases = [(stacks, rounds) for stacks in (1, 2, 4) for rounds in (1, 2, 4)]
    pairs = [(total_harm(options, "radiant-burn", *case), total_harm(options, "bleed", *case)) for case in cases]
    at = cases.index((4, 4))
    words = f"in {len(cases)} cases; 4 stacks for 4 rounds: {pairs[at][0]} against {pairs[at][1]}"
    return Found(all(burn >= bleed for burn, bleed in pairs), words)


def _odds_with(options: Options, change: Callable[[Trial], None]) -> tuple[Distribution[Any], int, int]:
    """How a first link comes out after some change, what it does then, and how a round goes on."""
    trial = Trial(options, hp=100, hp_now=50)
    change(trial)
    trial.declare("a1")
    rolled = trial.odds(state.GO, lambda now: int(now.result))
    trial.do(state.GO, *HITS, *HITS)
    trial.follow()
    trial.enemy_turn()
    return rolled, int(trial.me.hp), int(trial.it.hp)


@ledger.finds
def only_cosmetic(options: Options) -> Found:
    """Whether the statuses that the document describes change neither a roll nor anybody's HP."""
    plain = _odds_with(options, lambda trial: None)
    working = []
    for status in ("bleed", "radiant-burn", "stagger"):

        def laid(trial: Trial, status: str = status) -> None:
            trial.lay(PLAYER, status, 2)

        if _odds_with(options, laid) != plain:
            working.append(status)
    return Found(not working, f"with an effect: {listed(working)}")


# --- tiers and the safe room ----------------------------------------------------------------------------------------------------------


def _standing(**changes: Any) -> JourneyState:
    """A new character in the safe room of the first act."""
    acts = book.campaign().acts
    act, scene = next((a, s) for a, each in enumerate(acts) for s, it in enumerate(each.scenes) if it.safe_room)
    now = {**_created("stonepulse")[1].model_dump(), "act": act, "scene": scene, "stage": "safe-room", "told": (), "vein": 0}
    return JourneyState.model_validate({**now, **changes})


@ledger.finds
def least_vein(options: Options, how: str) -> int:
    """The least Vein, held or spent, with which Tier 2 is attained."""
    return next(n for n in range(100) if campaign.attained(_standing(**{"vein" if how == "held" else "spent": n})) >= 2)


@ledger.finds
def attained_by_spending(options: Options) -> Found:
    """Whether Vein spent attains tiers by itself."""
    tiers = {campaign.attained(_standing(spent=n)): n for n in range(60, -1, -1)}
    return Found(2 in tiers, listed([f"tier {tier} with {tiers[tier]}" for tier in sorted(tiers) if tier > 1]))


def _risen() -> tuple[JourneyState, JourneyState]:
    before = _standing(vein=least_vein(Options(), "held"), hp=20)
    return before, campaign.risen(before)


@ledger.finds
def tier_message(options: Options) -> str:
    """What is told when Tier 2 is attained."""
    return " ".join(_risen()[1].told)


@ledger.finds
def tier_hp(options: Options) -> int:
    """What Tier 2 adds to maximum HP."""
    before, after = _risen()
    return book.max_hp_at(after.tier) - book.max_hp_at(before.tier)


@ledger.finds
def hp_on_rising(options: Options) -> Found:
    """Whether a character that attains Tier 2 has no more HP than before."""
    before, after = _risen()
    return Found(after.hp <= before.hp, f"{before.hp} HP before, {after.hp} after")


@ledger.finds
def tier_2_offers(options: Options) -> Found:
    """Whether the shop has abilities of tier 2 as soon as Tier 2 is attained, and not before."""
    counts = [sum(thing.tier == 2 for thing in campaign.offers(now)) for now in _risen()]
    return Found(counts[0] == 0 < counts[1], f"{counts[0]} before, {counts[1]} at once after")


@ledger.finds
def offers_fit(options: Options) -> Found:
    """Whether the shop has just the abilities of the tier or below that are not owned, at every tier."""
    good = []
    for tier in range(1, len(CONFIG["tiers"]) + 1):
        now = _standing(tier=tier)
        offered = {thing.id for thing in campaign.offers(now)} & set(book.library().abilities)
        owned = {*now.abilities, *(a.id for a in book.core_abilities())}
        good.append(offered == {a.id for a in book.library().abilities.values() if a.tier <= tier} - owned)
    return Found(all(good), f"at {sum(good)} of {len(good)} tiers")


@ledger.finds
def ability_price(options: Options, tier: int) -> int:
    """What an ability of a tier costs."""
    [price] = {campaign.price_of(a) for a in book.library().abilities.values() if a.tier == tier}
    return price


@ledger.finds
def price_formula(options: Options) -> Found:
    """Whether every ability costs its tier, and at least 1."""
    known = book.library().abilities.values()
    good = sum(campaign.price_of(a) == max(1, a.tier) for a in known)
    return Found(good == len(known), f"{good} of {len(known)} abilities")


@ledger.finds
def price_never_lifted(options: Options) -> Found:
    """Whether nothing is ever for sale whose tier is below the least price."""
    offered = {thing.tier for tier in range(1, len(CONFIG["tiers"]) + 1) for thing in campaign.offers(_standing(tier=tier))}
    return Found(min(offered) >= 1, f"tiers for sale: {listed(sorted(offered))}")


def _training(vein: int) -> list[str]:
    return [choice.name for choice in CAMPAIGN.choices(_standing(vein=vein)) if choice.name.startswith(campaign.TRAIN)]


@ledger.finds
def training_cost(options: Options) -> int:
    """What training costs: the least Vein with which it is offered, and what is gone after it."""
    least = next(vein for vein in range(100) if _training(vein))
    after = CAMPAIGN.choose(_standing(vein=least), _training(least)[0])
    return least - after.vein


@ledger.finds
def training_gain(options: Options, attribute: str) -> int:
    """What training adds to an attribute."""
    before = _standing(vein=50)
    after = CAMPAIGN.choose(before, f"{campaign.TRAIN}{attribute}")
    return int(getattr(after.attributes, attribute)) - int(getattr(before.attributes, attribute))


@ledger.finds
def trainable(options: Options) -> str:
    """The attributes that can be trained."""
    return "/".join(name.removeprefix(campaign.TRAIN) for name in _training(50))


@ledger.finds
def trained_is_tier_2(options: Options) -> Found:
    """Whether whoever can pay for training has attained Tier 2 already."""
    tiers = {vein: campaign.attained(_standing(vein=vein)) for vein in range(20) if _training(vein)}
    return Found(min(tiers.values()) >= 2, f"tier {min(tiers.values())} with {min(tiers)} Vein")


def _worth(scores: Attributes) -> list[int]:
    """Everything that follows from attributes."""
    values = list(scores.model_dump().values())
    return [*(book.stat_mod(s) for s in values), *(book.pool_size(s) for s in values), book.idf(scores.POW)]


@ledger.finds
def first_training(options: Options) -> Found:
    """Whether no new character gains anything by training one attribute once."""
    useful = []
    for path in book.PATHS:
        scores = book.created(path)
        for name in state.ATTRIBUTES:
            better = scores.model_copy(update={name: getattr(scores, name) + CONFIG["safe_room"]["training_gain"]})
            if _worth(better) != _worth(scores):
                useful.append(f"{path} {name}")
    cases = len(book.PATHS) * len(state.ATTRIBUTES)
    return Found(not useful, f"{len(useful)} of {cases} first trainings change a modifier, a pool or IDF")


@ledger.finds
def useful_training(options: Options) -> Found:
    """How many of the trainings from 8 to the last score of the table raise the modifier."""
    raising = [score + 1 for score in range(8, MOST_TRAINED) if book.stat_mod(score + 1) > book.stat_mod(score)]
    return Found(len(raising), f"of {MOST_TRAINED - 8}; those to {listed(raising)}")


@ledger.finds
def cells_unused(options: Options) -> Found:
    """How many cells of the table of modifiers are below every score that creation gives."""
    lowest = min(score for path in book.PATHS for score in book.created(path).model_dump().values())
    cells = [score for score in book.config().stat_mods if score < lowest]
    return Found(len(cells), f"no score of a new character is below {lowest}")


# --- effects --------------------------------------------------------------------------------------------------------------------------


EFFECTS: dict[str, dict[str, Any]] = {
    "damage": {"dice": "3"},
    "reduce_damage": {"dice": "3"},
    "resource_delta": {"resource": "heat", "amount": 2},
    "resource_set": {"resource": "momentum", "amount": 3},
    "heal": {"dice": "3"},
    "status": {"status": "retaliate", "target": "self"},
    "buff": {"status": "arcane-ward", "target": "self"},
    "attack_bonus": {"amount": 2},
    "defense_bonus": {"amount": 2},
    "idf_bonus": {"amount": 2},
}


@ledger.finds
def effect_supported(options: Options, kind: str) -> Found:
    """Whether an effect is accepted in a content file and changes a fight."""
    effects: dict[str, Any] = {"on_hit": [{"type": kind, **EFFECTS[kind]}]}
    ability = {**link("x"), "effects": effects}
    try:
        Abilities.model_validate({"abilities": [ability]})
    except ValidationError as error:
        return Found(False, str(error.errors()[0]["msg"]))
    after = []
    for each in (link("x"), ability):
        trial = Trial(options, each, attack(), hp_now=20, until="chain")
        trial.begin("x", "a1")
        trial.do(state.LET)
        after.append(trial.array.tobytes())
    return Found(after[0] != after[1], "accepted, and it changes the fight" if after[0] != after[1] else "accepted, but nothing changes")


@ledger.finds
def effect_list(options: Options, kinds: list[str]) -> Found:
    """Whether these are all effects there are."""
    known = set(get_args(EffectType))
    return Found(known == set(kinds), f"{len(known)} types; missing: {listed(sorted(known ^ set(kinds)))}")


@ledger.finds
def damage_only_on_hit(options: Options) -> Found:
    """Whether damage is accepted among the effects of a hit only."""
    accepted = []
    for when in ("on_use", "on_hit", "on_miss", "on_success"):
        ability = {**link("x"), "effects": {when: [{"type": "damage", "dice": "1d4"}]}}
        try:
            Abilities.model_validate({"abilities": [ability]})
        except ValidationError:
            continue
        accepted.append(when)
    return Found(accepted == ["on_hit"], f"accepted: {listed(accepted)}")


@ledger.finds
def bonus_counts(options: Options, kind: str) -> Found:
    """Whether a bonus, once given, is in the total, in the defence target, or in IDF."""
    trial = Trial(options)
    before = _numbers(trial)
    trial.me.bonus[state.BONUSES.index(kind)] = 2
    after = _numbers(trial)
    moved = [name for name in before if after[name] == before[name] + 2]
    return Found(bool(moved), f"2 more: {listed(moved)}")


def _numbers(trial: Trial) -> dict[str, int]:
    """What counts of the player now: to hit, in defence, for damage, against interrupts."""
    now, b = trial.state, trial.book
    total = int(links.link_total(Faces(()), now, b, PLAYER, b.abilities[0], False))
    target = int(links.defense_target(Faces(()), now, b, PLAYER))
    return {
        "to hit": total,
        "defence": target,
        "damage": int(links.heat_bonus(now, b, PLAYER)),
        "against interrupts": int(rules.threshold(now, b, PLAYER, b.abilities[0])),
    }


@ledger.finds
def bonus_of_effect(options: Options, kind: str, target: str) -> Found:
    """Whether a bonus effect is kept with its target."""
    trial = Trial(options, link("x", on_use=[{"type": kind, "amount": 2, "target": target}]))
    trial.play("x")
    at = state.BONUSES.index(kind)
    found = int(trial.me.bonus[at]), int(trial.it.bonus[at])
    return Found(found == ((2, 0) if target == "self" else (0, 2)), f"player {found[0]}, enemy {found[1]}")


# --- ideas --------------------------------------------------------------------------------------------------------------


OFF: dict[str, Any] = {
    "meter_roles": "document",
    "punish_repeats": False,
    "punish_long_chains": False,
    "punish_standing": False,
    "stances_each_round": False,
    "vulnerable_damage": 0,
    "performance_rewards": False,
}


@ledger.finds
def not_in_force(options: Options, names: list[str]) -> Found:
    """Whether the options that carry out an idea are off."""
    on = [name for name in names if getattr(options, name) != OFF[name]]
    return Found(not on, f"options on: {listed(on)}; off: {listed([name for name in names if name not in on])}")


@ledger.finds
def roles_overlap(options: Options) -> Found:
    """Whether a meter counts for more than one thing."""
    plain = Trial(options)
    roles = {}
    for meter in ("heat", "momentum", "balance"):
        trial = Trial(options)
        trial.me[meter] = 3
        base, moved = _numbers(plain), _numbers(trial)
        roles[meter] = [name for name in base if base[name] != moved[name]]
        denied = [_denies(options, meter, amount) for amount in (0, 3)]
        if denied[0] != denied[1]:
            roles[meter].append("to deny a chain")
    return Found(max(map(len, roles.values())) > 1, "; ".join(f"{meter}: {listed(what)}" for meter, what in roles.items()))


def _denies(options: Options, meter: str, amount: int) -> Fraction:
    """The chance to deny an enemy's chain with so much of a meter."""
    trial = Trial(options, foe={"moves": [{**move(), "opening": None}], "dv": DV})
    trial.do(state.GO)
    trial.do(state.SHOW)
    trial.me[meter] = amount
    return trial.odds(state.INTERRUPT, lambda now: int(now.phase) != state.UNDENIED)[True]


def _archetypes() -> dict[str, str]:
    """The first enemy of tier 1 or 2 of each archetype, with the archetype's own windows."""
    found: dict[str, str] = {}
    for enemy in book.library().enemies.values():
        if enemy.tier <= 2 and enemy.windows is None:
            found.setdefault(enemy.archetype, enemy.id)
    return found


_weighed: dict[str, dict[str, dict[tuple[int, ...], float]]] = {}


def _damages(options: Options, character: str, rp: int) -> dict[str, dict[tuple[int, ...], float]]:
    """The mean damage of every chain that so many RP pay for, against an enemy of each archetype."""
    from fracas.rulesets.veinbreaker import Veinbreaker

    key = f"{options.model_dump_json()} {character} {rp}"
    if key not in _weighed:
        _weighed[key] = {}
        for archetype, enemy in _archetypes().items():
            question = odds.BestQuestion(best="damage", character=character, enemy=enemy, longest=rp, rp=rp)
            setup, now = odds.stage(question, options, [])
            ranked = chains.best_chains(Veinbreaker(), setup, now, "damage", rp, "windows", Silence())
            _weighed[key][archetype] = {chain: prospects.mean_damage for chain, prospects in ranked}
    return _weighed[key]


@ledger.finds
def best_chain(options: Options, rp: int, loss: int) -> Found:
    """Whether for each new character there is one chain that comes within so many percent of the best against every archetype."""
    words, good = [], True
    for path in book.PATHS:
        found = _damages(options, f"{path}-novice", rp)
        tops = {archetype: max(damages.values()) for archetype, damages in found.items()}
        every = next(iter(found.values()))
        wins = max(sum(found[a][chain] >= tops[a] - ROUNDING for a in found) for chain in every)
        share = max(min(found[a][chain] / tops[a] for a in found) for chain in every)
        good = good and share >= 1 - loss / 100 - ROUNDING
        words.append(f"{path} {100 * (1 - share):.2g} % less at worst" if loss else f"{path} {wins} of {len(found)}")
    return Found(good, listed(words))
