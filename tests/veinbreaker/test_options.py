"""Rule options: each changes what it says, none is left out, and at both ends of its range a fight keeps its bounds."""

import pytest
from tests.veinbreaker.brawl import (
    CRITS,
    HITS,
    MISSES,
    Brawl,
    ability,
    attack,
    attacks,
    breaker,
    contested,
    delta,
    effect,
    executing,
    foe,
    move,
    movement,
    opened,
    primed,
    reaction,
    stance,
    status,
    threatened,
    veteran,
    window,
)

from fracas.dice import PlayedDice, distribution
from fracas.rulesets.veinbreaker import policies
from fracas.rulesets.veinbreaker.codes import Action, Phase, Policy, Said
from fracas.rulesets.veinbreaker.models import CONFIG, Options
from fracas.rulesets.veinbreaker.rules.actions import apply
from fracas.rulesets.veinbreaker.rules.interrupts import window_percent
from fracas.rulesets.veinbreaker.rules.rolls import roll_pool
from fracas.rulesets.veinbreaker.state import ENEMY, PLAYER

NO_DEFAULT = {"default_windows": False}

# --- what is measured ---------------------------------------------------------------------------------------------------


def mean_of_mode(mode, options):
    """The exact mean of a pool."""
    rulebook = Brawl(options=options).book
    return float(distribution(lambda dice: roll_pool(dice, rulebook.options, mode)).mean())


def target(options):
    """What an attack on DV 10 has to reach, when a defence roll shows 4 and 3."""
    fight = Brawl(options=options)
    fight.chain("cut", roll=(*HITS, 4, 3) if options.get("defense") == "contested" else HITS)
    return fight.faced()[1]


def total_with_stat(options):
    fight = Brawl(breaker(attack(stat="MND"), MND=18), options=options)
    fight.chain("cut")
    return fight.faced()[0]


def damage_with_stat(options):
    fight = Brawl(breaker(attack(stat="MND"), MND=18), options=options)
    fight.play("cut", faces=[1])
    return fight.lost[1]


def longest(options):
    """How many links can be declared."""
    fight = Brawl(veteran(*attacks(7)), options=options)
    while fight.declarable():
        fight.declare(min(fight.declarable()))
    return int(fight.state.links)


def rp_after_a_round(options):
    fight = Brawl(options=options)
    fight.me.rp = 0
    fight.pass_round()
    return int(fight.me.rp)


def rp_after_two_links(options):
    fight = Brawl(breaker(*attacks(2)), options=options)
    fight.declare("a1", "a2")
    return int(fight.me.rp)


def after_hits(n, measure, options):
    """Something after n links that hit, of a chain of six."""
    fight = Brawl(veteran(*attacks(6)), foe(dv=0), options=options)
    fight.chain("a1", "a2", "a3", "a4", "a5", "a6")
    fight.links(*[1] * n)
    return measure(fight)


def after_a_miss(measure, options):
    fight = Brawl(breaker(*attacks(2)), options=options)
    fight.foe.momentum = 4
    fight.chain("a1", "a2", roll=MISSES)
    fight.link(*MISSES)
    return measure(fight)


def most_momentum(options):
    fight = Brawl(breaker(movement(resource_delta={"momentum": 20})), options=options)
    fight.chain("step", roll=())
    return int(fight.me.momentum)


def second_total(options):
    fight = Brawl(breaker(*attacks(2)), options=options)
    fight.chain("a1", "a2")
    fight.link(1)
    return fight.faced()[0]


def tempo(options):
    """RP gained by the third link."""
    before = after_hits(2, lambda f: int(f.me.rp), options)
    return after_hits(3, lambda f: int(f.me.rp), options) - before


def is_crit(options):
    """Whether a hit by three is a crit."""
    fight = Brawl(None, foe(dv=9), options=options)
    fight.chain("cut")
    return fight.noted(Said.LINK_CRITS)


def damage(options, roll=HITS, heat=0, blood=0, hp=100, **statuses):
    """The damage of an attack whose die shows 1."""
    fight = Brawl(breaker(blood_marks=blood), options=options)
    fight.me.heat, fight.foe.hp = heat, hp
    for name, stacks in statuses.items():
        fight.lay(name, stacks)
    fight.play("cut", roll=roll, faces=[1])
    return hp - int(fight.foe.hp)


def heat_after(options, before=0):
    fight = Brawl(options=options)
    fight.me.heat = before
    fight.play("cut", faces=[1])
    return int(fight.me.heat)


def execution_total(options):
    return executing(5, 5, options=options).faced()[0]


def balance_of_an_execution(options):
    """The balance that an Execution Strike costs, over one that costs none."""

    def after(chosen):
        fight = executing(*HITS, options=chosen, until="chain")
        fight.link()
        return int(fight.me.balance)

    return after(options) - after({"execution_balance": 0})


def rp_for_an_execution(options):
    fight = primed(options=options)
    fight.declare("cut")
    fight.do(Action.EXECUTE)
    return 4 - int(fight.me.rp)


def can_execute(options, hp=100, **statuses):
    fight = Brawl(options=options)
    fight.foe.hp = hp
    for name, stacks in statuses.items():
        fight.lay(name, stacks)
    fight.declare("cut")
    return Action.EXECUTE in fight.legal()


def backlash(options, dv=20):
    """The most HP that an execution with a total of 6 can cost."""
    fight = executing(*MISSES, enemy=foe(dv=dv), options=options)
    return max(fight.odds(Action.LET, lambda after: 28 - int(after.fighters[PLAYER].hp)))


def is_perfect(options):
    """Whether an interrupt by five is perfect."""
    fight = threatened(options=options)
    fight.do(Action.INTERRUPT, 8, 9, 1)
    return fight.interrupted()[0] == 2


def sides(place, options):
    """The sides of the dice of a perfect interrupt: 0 the roll, 1 the counter, 2 the healing."""
    fight = opened(options=options)
    fight.do(Action.INTERRUPT, 10, 10, 1, 1)
    return fight.rolls()[place].sides


def rp_of_an_interrupt(options, *faces):
    """What an interrupt of an enemy's link does to RP."""
    fight = opened(None, move("a", opening="always"), move("b"), options=options)
    fight.me.rp = 3
    fight.do(Action.INTERRUPT, *faces, 1)
    return int(fight.me.rp) - 3


def may_interrupt_after_a_miss(options):
    fight = Brawl(breaker(*attacks(2)), options=options)
    fight.chain("a1", "a2", roll=MISSES)
    fight.do(Action.LET, *([] if fight.book.options.default_windows else MISSES))
    return fight.phase == Phase.AFTERWARDS


def may_cash_out(options):
    fight = Brawl(veteran(*attacks(4)), options={**NO_DEFAULT, **options})
    fight.chain("a1", "a2", "a3", "a4")
    for _ in range(3):
        fight.do(Action.LET, 1)
    return Action.CASH_OUT in fight.legal()


def rounds_of(given, options):
    """In how many rounds an effect is seen, the one of its laying counted."""
    fight = Brawl(breaker(movement(on_use=[given])), options=options)
    fight.chain("step", roll=())
    n = 0
    while n < 9 and (fight.stacks("retaliate", PLAYER) or fight.bonus("attack_bonus")):
        n += 1
        fight.enemy_turn()
        fight.do(Action.GO)
    return n


def hp_at_spawn(options):
    """The HP an enemy of 40 may appear with, if they are left to the dice."""
    spread = options.get("spawn_hp_percent", CONFIG["variables"]["spawn_hp_percent"])
    fight = Brawl(None, foe(hp=40), options={"spawn_hp_percent": spread}, faces=[1] if spread else [])
    return int(fight.foe.hp)


def percent_before(link, options, *, chain=("a1", "a2", "a3", "a4", "a5")):
    """How often the enemy interrupts before a link of the second of two equal chains."""
    fight = Brawl(veteran(*attacks(5), movement()), foe(dv=0), options={**NO_DEFAULT, "press": False, "rp_regen": 10, **options})
    fight.play(*chain, faces=[1] * len(chain))
    fight.enemy_turn()
    fight.chain(*chain)
    fight.links(*[1] * (link - 1))
    return int(window_percent(fight.state, fight.book, 0))


def radiance_of_a_stance(options):
    fight = Brawl(breaker(stance("glow", delta("radiance", 3))), options=options)
    fight.play("glow")
    fight.enemy_turn()
    return int(fight.me.radiance)


def perfects(options):
    fight = opened(options=options)
    fight.do(Action.INTERRUPT, 10, 10, 1, 1)
    return int(fight.state.perfects)


def threshold_with_balance(options):
    fight = threatened(options=options)
    fight.me.balance = 3
    fight.do(Action.INTERRUPT, *MISSES, 1)
    return fight.interrupted()[2]


def may_repeat(options):
    fight = Brawl(options=options)
    fight.declare("cut")
    return "cut" in fight.declarable()


def momentum_of_a_step(options):
    fight = Brawl(breaker(movement()), options=options)
    fight.chain("step", roll=())
    return int(fight.me.momentum)


def balance_of_the_next_chain(options):
    """The balance in the round after a hit."""
    fight = Brawl(options=options)
    fight.play("cut", faces=[1])
    fight.enemy_turn()
    return int(fight.me.balance)


def least_damage(options):
    """The damage of a weak hit of somebody feeble."""
    fight = Brawl(breaker(attack(dice="1d4-1", stat="MND"), MND=8), options=options)
    fight.play("cut", faces=[1])
    return fight.lost[1]


def meters_lost(options, *faces):
    """The heat, momentum and balance that an interrupt takes."""
    fight = threatened(options=options, until="chain", timing="after")
    fight.do(Action.LET, 1)
    fight.me.heat = fight.me.momentum = fight.me.balance = 5
    fight.do(Action.INTERRUPT, *faces)
    return tuple(5 - int(meter) for meter in (fight.me.heat, fight.me.momentum, fight.me.balance))


EACH_OPTION = [
    # option, another value, what is measured, by default, with the other value
    ("disadvantage", "two-lowest", lambda o: mean_of_mode(-1, o), 11.0, 8.525),
    ("extreme_advantage", "five-dice", lambda o: mean_of_mode(3, o) > mean_of_mode(2, o), False, True),
    ("defense", "contested", target, 10, 7),
    ("add_stat_to_attack_roll", False, total_with_stat, 12 + 4, 12),
    ("add_stat_to_damage", False, damage_with_stat, 1 + 4, 1),
    ("chain_repeats", True, may_repeat, False, True),
    ("longest_chain", 4, longest, 6, 4),
    ("rp_regen", 3, rp_after_a_round, 2, 3),
    ("rp_per_link", 2, rp_after_two_links, 3, 1),
    ("momentum_cap", 5, most_momentum, 8, 5),
    ("momentum_hit", 3, lambda o: after_hits(1, lambda f: int(f.foe.momentum), o), 1, 3),
    ("momentum_late_hit", 4, lambda o: after_hits(3, lambda f: int(f.foe.momentum), o), 1 + 1 + 2, 1 + 1 + 4),
    ("momentum_miss", -3, lambda o: after_a_miss(lambda f: int(f.foe.momentum), o), 3, 1),
    ("movement_momentum", 2, momentum_of_a_step, 0, 2),
    ("late_link", 2, lambda o: after_hits(2, lambda f: int(f.foe.momentum), o), 2, 3),
    ("balance_hit", 4, lambda o: after_hits(1, lambda f: int(f.me.balance), o), 2, 4),
    ("balance_miss", 3, lambda o: after_a_miss(lambda f: int(f.me.balance), o), 1, 3),
    ("balance_kept", False, balance_of_the_next_chain, 2, 0),
    ("balance_cap", 1, balance_of_the_next_chain, 2, 1),
    ("balance_to_hit", False, second_total, 12 + 2, 12),
    ("tempo_reward", 0, tempo, 1, 0),
    ("crit_margin", 3, is_crit, False, True),
    ("crit_damage", 6, lambda o: damage(o, roll=CRITS), 1, 1 + 6),
    ("least_damage", 1, least_damage, 0, 1),
    ("heat_per_hit", 3, heat_after, 1, 3),
    ("heat_bonus_cap", 6, lambda o: damage(o, heat=9), 1 + 4, 1 + 6),
    ("heat_cap", 4, lambda o: heat_after(o, 9), 10, 4),
    ("execution_bonus", 7, execution_total, 14, 17),
    ("execution_balance", -5, balance_of_an_execution, -2, -5),
    ("execution_price", 3, rp_for_an_execution, 1, 3),
    ("primed_percent", 40, lambda o: can_execute(o, hp=40), False, True),
    ("primed_vulnerable", 2, lambda o: can_execute(o, vulnerable=2), False, True),
    ("primed_stagger", 1, lambda o: can_execute(o, stagger=1), False, True),
    ("wounded_percent", 80, lambda o: damage(o, blood=1, hp=79), 1, 2),
    ("backlash_margin", 9, lambda o: backlash(o, dv=15), 0, 6),
    ("backlash_die", 8, backlash, 6, 8),
    ("threshold_bonus", 3, threshold_with_balance, 12 - 3, 12 - 3 + 3),
    ("interrupt_loss", 3, lambda o: meters_lost(o, 4, 4), (1, 1, 1), (3, 3, 1)),
    ("perfect_loss", 4, lambda o: meters_lost(o, 10, 10, 1), (2, 2, 1), (4, 4, 1)),
    ("balance_loss", 0, lambda o: meters_lost(o, 10, 10, 1), (2, 2, 1), (2, 2, 0)),
    ("perfect_margin", 6, is_perfect, True, False),
    ("counter_die", 8, lambda o: sides(1, o), 4, 8),
    ("parry_die", 10, lambda o: sides(2, o), 6, 10),
    ("interrupt_price", 2, lambda o: rp_of_an_interrupt(o, *MISSES), -1, -2),
    ("interrupt_reward", 2, lambda o: rp_of_an_interrupt(o, *HITS), 0, 1),
    ("default_windows", False, may_interrupt_after_a_miss, True, False),
    ("press", False, may_cash_out, True, False),
    ("status_rounds", 4, lambda o: rounds_of(status("retaliate"), o), 2, 4),
    ("bonus_rounds", 3, lambda o: rounds_of(effect("attack_bonus", amount=1), o), 1, 3),
    ("spawn_hp_percent", 50, hp_at_spawn, 40 - 8, 40 - 20),
    ("punish_repeats", True, lambda o: percent_before(1, o), 0, 90),
    ("punish_long_chains", True, lambda o: percent_before(3, o), 0, 90),
    ("punish_standing", True, lambda o: percent_before(2, o, chain=("a1", "a2")), 0, 90),
    ("stances_each_round", True, radiance_of_a_stance, 2, 2 + 3),
    ("vulnerable_damage", 2, lambda o: damage(o, vulnerable=2), 1, 1 + 2 * 2),
    ("performance_rewards", True, perfects, 0, 1),
    ("meter_roles", "clear", threshold_with_balance, 12 - 3, 12),
]


@pytest.mark.parametrize(("name", "value", "measure", "usual", "other"), EACH_OPTION, ids=[each[0] for each in EACH_OPTION])
def test_each_option_changes_what_it_says(name, value, measure, usual, other):
    assert measure({}) == usual
    assert measure({name: value}) == other


def test_no_option_is_left_out():
    assert sorted(each[0] for each in EACH_OPTION) == sorted(Options.model_fields)


def test_the_defaults_stand_in_the_configuration_each_once():
    assert Options().model_dump() == CONFIG["variables"]


# --- more than one thing that an option changes -------------------------------------------------------------------------


def test_late_link_is_for_the_tempo_reward_too():
    assert after_hits(2, lambda f: int(f.me.rp), {"late_link": 2}) - after_hits(1, lambda f: int(f.me.rp), {"late_link": 2}) == 1


def test_late_link_is_for_press_too():
    fight = Brawl(veteran(*attacks(3)), options={**NO_DEFAULT, "late_link": 2})
    fight.chain("a1", "a2", "a3")
    for _ in range(2):
        fight.do(Action.LET, 1)
    assert Action.CASH_OUT in fight.legal()


def test_status_rounds_is_for_the_stagger_of_a_failed_execution_too():
    fight = executing(*MISSES, options={"status_rounds": 5})
    fight.link()
    assert fight.rounds("stagger", PLAYER) == 5


@pytest.mark.parametrize(("roles", "mine"), [("document", 11 + 3), ("clear", 11)])
def test_momentum_counts_in_the_contest_unless_meters_have_clear_roles(roles, mine):
    fight = contested(foe={"dv": 0}, options={"meter_roles": roles})
    fight.me.momentum = 3
    fight.do(Action.INTERRUPT, 5, 6, 5, 6)
    assert fight.events(Said.CONTESTED)[0].b == mine


def test_interrupt_reward_is_for_the_contest_too():
    fight = contested(foe={"dv": 5}, options={"interrupt_reward": 3, "rp_regen": 0})
    fight.me.rp = 0
    fight.do(Action.INTERRUPT, 5, 6, 3, 3)
    assert fight.me.rp == 3


def test_perfect_margin_is_for_the_contest_too():
    fight = contested(foe={"dv": 5}, options={"perfect_margin": 1})
    fight.do(Action.INTERRUPT, 6, 6, 3, 3, 2, 1)
    assert fight.lost == (0, 2)


def test_execution_bonus_is_for_finishers_too():
    fight = Brawl(None, foe(move(finisher=True)), options={"execution_bonus": 7})
    fight.lay("primed", 1, who=PLAYER)
    fight.do(Action.GO)
    fight.do(Action.SHOW, *HITS)
    assert fight.faced()[0] == 12 + 7


def test_balance_that_does_not_count_to_hit_counts_in_no_execution():
    fight = primed(ability("x"), attack(), options={"balance_to_hit": False})
    fight.declare("x", "cut")
    fight.do(Action.EXECUTE)
    fight.do(Action.GO, *HITS)
    fight.link()
    assert fight.faced()[0] == 12 + 4


@pytest.mark.parametrize(("percent", "least", "most"), [(0, 40, 40), (20, 32, 48), (50, 20, 60)])
def test_an_enemys_hp_differ_by_up_to_so_many_percent(percent, least, most):
    seen = {
        int(Brawl(None, foe(hp=40), options={"spawn_hp_percent": percent}, faces=[n] if most > least else []).foe.hp)
        for n in range(1, most - least + 2)
    }
    assert seen == set(range(least, most + 1))


def test_an_enemy_has_the_hp_it_appears_with_as_its_maximum():
    fight = Brawl(None, foe(hp=40), options={"spawn_hp_percent": 20}, faces=[1])
    assert (fight.foe.hp, fight.foe.max_hp) == (32, 32)


def test_crit_damage_is_for_enemies_too():
    fight = Brawl(None, foe(move()), options={"crit_damage": 6})
    fight.pass_round(*CRITS, 1)
    assert fight.lost == (7, 0)


def test_vulnerable_damage_is_for_the_player_too():
    fight = Brawl(None, foe(move()), options={"vulnerable_damage": 2})
    fight.lay("vulnerable", 2, who=PLAYER)
    fight.pass_round(*HITS, 1)
    assert fight.lost == (1 + 4, 0)


def test_a_contested_defense_is_rolled_for_each_link():
    fight = Brawl(breaker(*attacks(2)), options={"defense": "contested"})
    fight.chain("a1", "a2", roll=(*HITS, 4, 3))
    assert fight.faced() == (12, 7)
    fight.link(1, 2, 6)
    assert fight.faced() == (12 + 2, 8 + 1)


# --- at both ends of each range -----------------------------------------------------------------------------------------


def ends_of(name):
    """The values of an option at the ends of its range."""
    field = Options.model_fields[name]
    bounds = {type(m).__name__: m for m in field.metadata}
    if "Ge" in bounds:
        return [bounds["Ge"].ge, bounds["Le"].le]
    return [False, True] if field.annotation is bool else list(field.annotation.slugs())


ENDS = [(name, value) for name in Options.model_fields for value in ends_of(name)]

EVERYTHING = breaker(
    attack("cut", on_hit=[status("stagger")]),
    attack("stab", "1d6", cost=1, cooldown=2, on_hit=[status("bleed", 2), status("vulnerable")]),
    ability("guard", "defense", on_use=[effect("reduce_damage", dice="1d4"), status("retaliate")]),
    movement("step", resource_delta={"balance": 2}),
    stance("glow", delta("radiance", 1), effect("defense_bonus", amount=1)),
    tier=2,
    resolve=[reaction(does, amount=1) for does in ("end-chain", "cancel-interrupt", "momentum", "balance", "guard")],
)
BRUTES = (
    foe(move("a", opening="after-miss"), move("b", on_hit=[status("stagger")]), hp=12, windows=[window(1, 2, percent=50)]),
    foe(move("c", "1d6", cooldown=1), move("d", finisher=True), hp=12, rank="elite", archetype="controller"),
)


def bounded(fight):
    """Whether all that has bounds is within them."""
    caps = (int(fight.book.rp_cap), int(fight.book.foes[fight.state.foe].rp))
    for who, cap in ((PLAYER, caps[0]), (ENEMY, caps[1])):
        it = fight.state.fighters[who]
        assert fight.over or 0 < it.hp <= it.max_hp
        assert 0 <= it.rp <= cap
        assert 0 <= it.momentum <= fight.book.options.momentum_cap
        assert it.heat >= 0
        assert abs(it.balance) <= fight.book.options.balance_cap
        assert it.radiance >= 0
        for stacks, rounds in zip(it.stacks, it.rounds, strict=True):
            assert 0 <= stacks <= 9
            assert rounds > 0 or stacks == 0
    assert all(0 <= left <= full for left, full in zip(fight.state.pools, fight.book.pools, strict=True))
    assert 0 <= fight.state.blood <= 3
    return True


@pytest.mark.parametrize(("name", "value"), ENDS, ids=[f"{name}-{value}" for name, value in ENDS])
def test_at_the_ends_of_each_option_random_fights_keep_their_bounds(name, value):
    options = {"spawn_hp_percent": 0, name: value}
    fight = Brawl(EVERYTHING, *BRUTES, options=options, faces=[1] if options["spawn_hp_percent"] else [])
    dice, choosing = PlayedDice(1), PlayedDice(2)
    for _ in range(120):
        if fight.over:
            break
        action = int(policies.choose(choosing, Policy.RANDOM, fight.state, fight.book))
        assert action in fight.legal()
        apply(dice, fight.state, fight.book, action)
        assert bounded(fight)
