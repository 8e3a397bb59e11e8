"""Computer players: each does what it says of itself, and nobody ever does what is not allowed."""

import pytest
from tests.veinbreaker.brawl import (
    Brawl,
    ability,
    attack,
    breaker,
    contested,
    effect,
    foe,
    move,
    opened,
    primed,
    reaction,
    threatened,
    veteran,
    window,
)

import fracas
from fracas.dice import distribution
from fracas.rulesets.veinbreaker import policies
from fracas.rulesets.veinbreaker.codes import Action, Phase, Policy, ReactionKind
from fracas.rulesets.veinbreaker.state import DECLARE, REACT

RULES = "veinbreaker"
PLAYERS = ("greedy", "careful", "planned", "random")
ENEMIES = ("windows", "ruthless", "random")
SMALL, GREAT = attack("jab", "1d4"), attack("smash", "1d10")
PARRY = ability("parry", "defense", on_use=[effect("reduce_damage", dice="1d4")])


def react(name: str) -> int:
    return REACT + ReactionKind.slugs().index(name)


def declared(fight: Brawl, policy: str) -> list[str]:
    """The chain that a policy declares, up to its beginning."""
    chain = []
    while (code := fight.choice(policy)) != Action.GO:
        assert code >= DECLARE
        chain.append(fight.ids[code - DECLARE])
        fight.do(code)
    return chain


# --- who is who ---------------------------------------------------------------------------------------------------------


def test_each_side_has_its_policies():
    assert fracas.load_ruleset(RULES).policies_of == (PLAYERS, ENEMIES)


@pytest.mark.parametrize(("player", "enemy"), [(p, e) for p in PLAYERS for e in ENEMIES])
@pytest.mark.parametrize("scenario", ["benchmark", "two-in-the-dark", "slag-wall", "hunted"])
def test_no_policy_ever_does_what_is_not_allowed(scenario, player, enemy):
    """`Fight.auto` refuses an action that is not legal, so a fight that ends was fought by the rules."""
    ready = fracas.encounter(RULES, scenario, None, (player, enemy))
    for number in range(3):
        fight = ready.fight(7, number)
        while not fight.over:
            legal = fight.legal_codes()
            assert fight.auto().code in legal
        assert fight.outcome in ("victory", "death") or player in ("planned", "random")


# --- greedy -------------------------------------------------------------------------------------------------------------


def test_greedy_declares_the_most_damaging_first_and_all_that_rp_allow():
    fight = Brawl(breaker(SMALL, GREAT, attack("cut", "1d6")))
    assert declared(fight, "greedy") == ["smash", "cut", "jab"]


def test_greedy_stops_when_rp_are_spent():
    fight = Brawl(breaker(*(attack(f"a{i}") for i in range(6))))
    fight.me.rp = 2
    assert len(declared(fight, "greedy")) == 2
    assert fight.me.rp == 0


def test_greedy_stops_when_the_pool_is_spent():
    fight = Brawl(breaker(attack("dear", cost=3), attack("dearer", "1d8", cost=3)))
    assert declared(fight, "greedy") == ["dearer"]  # the pool of POW 8 is 4


def test_greedy_executes_whenever_it_can():
    fight = primed(SMALL, GREAT)
    fight.do(fight.choice("greedy"))
    assert fight.choice("greedy") == Action.EXECUTE


def test_greedy_executes_in_the_middle_of_a_chain():
    fight = Brawl(breaker(SMALL, GREAT), foe(hp=12))
    fight.chain("smash", "jab")
    fight.do(Action.LET, 10)
    assert fight.phase == Phase.PAUSE
    assert fight.choice("greedy") == Action.EXECUTE


def test_greedy_presses_on():
    fight = Brawl(breaker(*(attack(f"a{i}") for i in range(4))), options={"default_windows": False})
    fight.chain("a0", "a1", "a2", "a3")
    for _ in range(3):
        fight.do(Action.LET, 1)
    assert fight.phase == Phase.PAUSE
    assert Action.CASH_OUT in fight.legal()
    assert fight.choice("greedy") == Action.PRESS


def test_greedy_takes_an_interrupt_as_it_comes():
    fight = threatened(who=breaker(attack(), resolve=[reaction("cancel-interrupt")]))
    fight.do(Action.INTERRUPT)
    assert fight.phase == Phase.REACTING
    assert fight.choice("greedy") == Action.LET


@pytest.mark.parametrize("policy", ["greedy", "careful", "planned"])
def test_every_player_steps_in_where_it_can(policy):
    assert contested().choice(policy) == Action.INTERRUPT
    assert opened().choice(policy) == Action.INTERRUPT


# --- careful ------------------------------------------------------------------------------------------------------------


def test_careful_declares_three_links_at_most():
    fight = Brawl(breaker(*(attack(f"a{i}") for i in range(6))))
    assert len(declared(fight, "careful")) == 3


def test_careful_keeps_rp_for_its_reaction():
    fight = Brawl(breaker(*(attack(f"a{i}") for i in range(6)), resolve=[reaction("guard", rp=2)]))
    fight.me.rp = 4
    assert len(declared(fight, "careful")) == 2
    assert fight.me.rp == 2


def test_careful_attacks_and_guards_only_when_wounded():
    fight = Brawl(breaker(SMALL, PARRY))
    assert declared(fight, "careful") == ["jab"]
    hurt = Brawl(breaker(SMALL, PARRY))
    hurt.me.hp = 13  # of 28
    assert declared(hurt, "careful") == ["parry", "jab"]


def test_careful_does_something_else_where_it_has_no_attack():
    assert declared(Brawl(breaker(PARRY)), "careful") == ["parry"]


def test_careful_executes_too():
    fight = primed(SMALL, GREAT)
    fight.do(fight.choice("careful"))
    assert fight.choice("careful") == Action.EXECUTE


def test_careful_cashes_out_after_a_late_link_that_hit():
    fight = Brawl(breaker(*(attack(f"a{i}") for i in range(4))), options={"default_windows": False})
    fight.chain("a0", "a1", "a2", "a3")
    for _ in range(3):
        fight.do(Action.LET, 1)
    assert fight.choice("careful") == Action.CASH_OUT


@pytest.mark.parametrize(
    ("owned", "balance", "used"),
    [
        (["cancel-interrupt", "balance"], 2, react("cancel-interrupt")),
        (["balance", "guard"], 2, react("balance")),
        (["guard"], 2, react("guard")),
        (["guard"], 1, Action.LET),
        (["balance", "momentum"], 1, react("momentum")),
        (["momentum"], 0, react("momentum")),
    ],
)
def test_careful_answers_an_interrupt_with_what_saves_the_chain_best(owned, balance, used):
    fight = threatened(who=breaker(attack(), resolve=[reaction(name, amount=1) for name in owned]))
    fight.do(Action.INTERRUPT)
    fight.me.balance = balance
    assert fight.choice("careful") == used


# --- planned ------------------------------------------------------------------------------------------------------------


def test_planned_declares_its_plan_in_order():
    fight = Brawl("stonepulse-novice", plan=["stonepulse-rhythm", "basic-strike", "pulse-strike"])
    assert declared(fight, "planned") == ["stonepulse-rhythm", "basic-strike", "pulse-strike"]


def test_planned_leaves_out_what_cannot_be_declared():
    fight = Brawl("stonepulse-novice", plan=["stonepulse-rhythm", "basic-strike", "pulse-strike"])
    fight.state.pools[0] = 0  # martial
    assert declared(fight, "planned") == ["basic-strike"]


def test_planned_with_no_plan_does_nothing():
    assert declared(Brawl(), "planned") == []


def test_planned_neither_executes_nor_cashes_out_nor_reacts():
    fight = primed(*(attack(f"a{i}") for i in range(4)), options={"default_windows": False})
    assert fight.choice("planned") == Action.GO
    fight.chain("a0", "a1", "a2", "a3")
    for _ in range(3):
        fight.do(Action.LET, 1)
        if fight.phase == Phase.PAUSE:
            assert fight.choice("planned") == Action.PRESS
            fight.do(Action.PRESS)
    reacting = threatened(who=breaker(attack(), resolve=[reaction("cancel-interrupt")]))
    reacting.do(Action.INTERRUPT)
    assert reacting.choice("planned") == Action.LET


# --- enemies ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("drawn", "does"), [(1, Action.INTERRUPT), (0, Action.LET)])
def test_windows_takes_a_chance_as_often_as_its_window_says(drawn, does):
    fight = Brawl(breaker(attack()), foe(windows=[window(1, percent=85)]))
    fight.chain("cut")
    assert fight.phase == Phase.LINK
    assert fight.choice("windows", drawn) == does
    chances = distribution(lambda dice: policies.choose(dice, Policy.WINDOWS, fight.state, fight.book))
    assert float(chances[Action.INTERRUPT]) == pytest.approx(0.85)


def test_ruthless_always_takes_it():
    fight = Brawl(breaker(attack()), foe(windows=[window(1, percent=1)]))
    fight.chain("cut")
    assert fight.choice("ruthless") == Action.INTERRUPT


@pytest.mark.parametrize("policy", ["windows", "ruthless"])
def test_a_certain_window_needs_no_dice_and_none_is_left_alone(policy):
    assert threatened().choice(policy) == Action.INTERRUPT
    quiet = Brawl(breaker(attack()), foe())
    quiet.chain("cut")
    assert quiet.choice(policy) == Action.LET


@pytest.mark.parametrize("policy", ["windows", "ruthless"])
def test_after_a_link_the_window_after_it_counts(policy):
    fight = threatened(timing="after")
    assert fight.choice(policy) == Action.LET
    fight.do(Action.LET, 1)
    assert fight.phase == Phase.AFTERWARDS
    assert fight.choice(policy) == Action.INTERRUPT


@pytest.mark.parametrize("policy", ["windows", "ruthless"])
def test_a_spent_budget_is_spent(policy):
    fight = Brawl(breaker(attack("a"), attack("b")), foe(windows=[window(1, 2)], archetype="aggressor"))
    fight.chain("a", "b")
    fight.do(fight.choice(policy), 1, 1, 1)  # the attempt fails, and the link happens
    while fight.phase != Phase.LINK:
        fight.do(Action.LET, 1)
    assert fight.choice(policy) == Action.LET


@pytest.mark.parametrize("policy", [*ENEMIES])
def test_enemies_show_and_strike(policy):
    fight = Brawl(breaker(), foe(move()))
    fight.do(Action.GO)
    assert fight.phase == Phase.TELEGRAPH
    assert fight.choice(policy) == Action.SHOW
    fight.do(Action.SHOW)
    fight.do(Action.LET, 6, 6)
    assert fight.choice(policy) == Action.STRIKE


# --- random -------------------------------------------------------------------------------------------------------------


def test_random_does_everything_that_is_allowed_with_the_same_chance():
    fight = Brawl(veteran(SMALL, GREAT, PARRY))
    assert fight.phase == Phase.DECLARING
    legal = sorted(fight.legal())
    assert sorted(fight.choice("random", face) for face in range(1, len(legal) + 1)) == legal


# --- how well they play -------------------------------------------------------------------------------------------------


def test_who_thinks_wins_more_often_than_who_does_not():
    ready = fracas.encounter(RULES, "deep-end")
    thinking = ready.with_policies("greedy").simulate(4000, seed=1)
    assert thinking.win_interval()[0] > ready.with_policies("random").simulate(4000, seed=1).win_interval()[1]


def test_a_ruthless_enemy_is_no_easier():
    ready = fracas.encounter(RULES, "hunted")
    assert ready.with_policies(b="ruthless").simulate(4000, seed=1).win <= ready.simulate(4000, seed=1).win_interval()[1]


def test_the_default_policies_are_those_of_the_scenario():
    assert fracas.encounter(RULES, "benchmark").policies == ("planned", "windows")
    assert fracas.encounter(RULES, "duel").policies == ("greedy", "windows")
    assert fracas.encounter(RULES, "benchmark").setup.scenario.plan


def test_planned_repeats_what_the_plan_repeats_where_that_is_allowed():
    options = {"chain_repeats": True}
    fight = Brawl(breaker(SMALL, GREAT), options=options, plan=["jab", "jab", "smash", "jab"])
    assert declared(fight, "planned") == ["jab", "jab", "smash", "jab"]
