"""Interrupts: windows and budgets, thresholds, what an attempt comes to, reactions; the player's contest and openings."""

import pytest
from tests.veinbreaker.brawl import (
    HITS,
    MISSES,
    Brawl,
    ability,
    attack,
    attacks,
    breaker,
    contested,
    delta,
    foe,
    move,
    movement,
    opened,
    reaction,
    stance,
    threatened,
    veteran,
    window,
)

from fracas.rulesets.veinbreaker.book import packed
from fracas.rulesets.veinbreaker.codes import Action, Phase, Said, Timing
from fracas.rulesets.veinbreaker.models import CONFIG
from fracas.rulesets.veinbreaker.rules.interrupts import window_percent
from fracas.rulesets.veinbreaker.state import DEATH, ENEMY, PLAYER, VICTORY

LINKS = range(1, 7)
NO_DEFAULT = {"default_windows": False}

# --- windows of the archetypes ------------------------------------------------------------------------------------------

EACH_ARCHETYPE = {
    # budget, links after which it interrupts, how often, a state in which its condition holds, one in which it does not
    "aggressor": (1, {2}, 85, {"missed": 1}, {"missed": 0}),
    "juggernaut": (1, {5, 6}, 90, {"links": 5}, {"links": 4}),
    "controller": (0, {2, 3}, 70, {"heat": 3}, {"heat": 2}),
    "aberrant": (1, {2, 3, 4}, 70, {"blood": 3}, {"blood": 2}),
    "stalker": (1, {2, 3}, 85, {"chain": ["step", "a1"]}, {"chain": ["a1", "a2"]}),
    "defender": (1, {2}, 90, {"last": ["a2"]}, {"last": ["a1"]}),
    "bully": (0, set(), 0, {}, {}),
}


def at_link(archetype, link, options=NO_DEFAULT, *, missed=0, links=6, heat=0, blood=0, chain=("a1", "a2"), last=(), **more):
    """A player's chain that stands at some link, against an enemy of that archetype."""
    fight = Brawl(veteran(*attacks(6), movement(), blood_marks=blood), foe(archetype=archetype, **more), options=options)
    whole = [*chain, *(a for a in fight.ids if a not in chain)]
    fight.state.chain = packed(fight.ids.index(a) for a in whole[:6])
    fight.state.links, fight.state.at, fight.state.missed = links, link - 1, missed
    fight.state.last_chain = sum(1 << fight.ids.index(a) for a in last)
    fight.me.heat = heat
    return fight


def chances(fight):
    """How often the enemy interrupts before and after the present link, in percent."""
    return tuple(int(window_percent(fight.state, fight.book, timing)) for timing in (Timing.BEFORE, Timing.AFTER))


def test_every_archetype_of_the_content_is_here():
    assert set(EACH_ARCHETYPE) == set(CONFIG["archetypes"])


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("archetype", EACH_ARCHETYPE)
def test_an_archetype_interrupts_after_its_links_if_its_condition_holds(archetype, link):
    _, links, percent, holds, _ = EACH_ARCHETYPE[archetype]
    assert chances(at_link(archetype, link, **holds)) == (0, percent if link in links else 0)


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("archetype", EACH_ARCHETYPE)
def test_an_archetype_does_not_interrupt_if_its_condition_does_not_hold(archetype, link):
    *_, holds_not = EACH_ARCHETYPE[archetype]
    assert chances(at_link(archetype, link, **holds_not)) == (0, 0)


@pytest.mark.parametrize("archetype", EACH_ARCHETYPE)
def test_each_archetype_has_its_budget(archetype):
    budget, *_ = EACH_ARCHETYPE[archetype]
    fight = Brawl(None, foe(archetype=archetype))
    assert fight.book.foes[0].budget == budget


@pytest.mark.parametrize("archetype", EACH_ARCHETYPE)
def test_with_its_budget_spent_an_enemy_has_no_window(archetype):
    budget, *_ = EACH_ARCHETYPE[archetype]
    fight = Brawl(veteran(*attacks(4)), foe(archetype=archetype, windows=[window(*LINKS)]), options=NO_DEFAULT)
    fight.chain("a1", "a2", "a3", "a4", roll=(10, 10))
    attempts = 0
    while fight.phase == Phase.LINK and Action.INTERRUPT in fight.legal():
        fight.do(Action.INTERRUPT, *MISSES, 1)
        attempts += 1
        if fight.phase not in (Phase.LINK, Phase.TELEGRAPH):
            fight.do(fight.choice("greedy"))
    assert attempts == (budget or 4)


def test_an_attempt_that_fails_counts():
    fight = Brawl(breaker(*attacks(2)), foe(archetype="aggressor", windows=[window(1, 2)]))
    fight.chain("a1", "a2", roll=(10, 10))
    fight.do(Action.INTERRUPT, *MISSES, 1)
    assert (fight.legal(), fight.state.attempts) == ({Action.LET}, 1)


def test_a_chance_that_is_let_go_does_not_count():
    fight = Brawl(breaker(*attacks(2)), foe(archetype="aggressor", windows=[window(1, 2)]))
    fight.chain("a1", "a2", roll=(10, 10))
    fight.do(Action.LET, 1)
    assert fight.legal() == {Action.LET, Action.INTERRUPT}


def test_the_budget_is_new_in_each_round():
    fight = Brawl(None, foe(archetype="aggressor", windows=[window(1)]))
    for _ in range(2):
        fight.chain("cut", roll=(10, 10))
        assert Action.INTERRUPT in fight.legal()
        fight.do(Action.INTERRUPT, *MISSES, 1)
        fight.enemy_turn()


def test_the_budget_is_for_default_windows_too():
    fight = Brawl(breaker(*attacks(2)), foe(archetype="defender"))
    fight.chain("a1", "a2", roll=MISSES)
    fight.do(Action.LET)
    assert fight.phase == Phase.AFTERWARDS
    fight.do(Action.INTERRUPT, *MISSES, 10, 10)  # 2 against 2 less 1: it succeeds, and the chain goes on
    assert fight.legal() == {Action.LET}


# --- conditions ---------------------------------------------------------------------------------------------------------


def own(link, when, at_least=1, timing="before", links=LINKS, **more):
    """A chain that stands at a link, against an enemy with a window on this condition."""
    return at_link("bully", link, windows=[window(*links, when=when, at_least=at_least, timing=timing)], **more)


@pytest.mark.parametrize("link", LINKS)
def test_always(link):
    assert chances(own(link, "always")) == (100, 0)


@pytest.mark.parametrize("link", LINKS)
def test_a_window_is_open_at_its_links_only(link):
    assert chances(own(link, "always", links=(2, 5))) == (100 if link in (2, 5) else 0, 0)


@pytest.mark.parametrize(("timing", "both"), [("before", (100, 0)), ("after", (0, 100))])
def test_a_window_is_before_or_after_the_link(timing, both):
    assert chances(own(1, "always", timing=timing)) == both


@pytest.mark.parametrize(("missed", "percent"), [(0, 0), (1, 100)])
def test_missed_is_of_the_last_link(missed, percent):
    assert chances(own(2, "missed", missed=missed))[0] == percent


@pytest.mark.parametrize(("links", "percent"), [(3, 0), (4, 100), (5, 100)])
def test_long_chain_counts_all_links_declared(links, percent):
    fight = own(1, "long-chain", 4)
    fight.state.links = links
    assert chances(fight)[0] == percent


@pytest.mark.parametrize(("heat", "percent"), [(1, 0), (2, 100), (7, 100)])
def test_heat_is_the_players(heat, percent):
    assert chances(own(1, "heat", 2, heat=heat))[0] == percent


@pytest.mark.parametrize(("blood", "percent"), [(0, 0), (1, 0), (2, 100), (3, 100)])
def test_blood_marks(blood, percent):
    assert chances(own(1, "blood-marks", 2, blood=blood))[0] == percent


@pytest.mark.parametrize(("when", "percents"), [("moved", [0, 0, 100]), ("still", [100, 100, 0])])
def test_moved_and_still_look_at_the_chain_so_far(when, percents):
    seen = [chances(own(link, when, chain=["a1", "step", "a2"]))[0] for link in (1, 2, 3)]
    assert seen == percents


@pytest.mark.parametrize(("last", "percents"), [([], [0, 0]), (["a1"], [100, 0]), (["a2"], [0, 100]), (["a1", "a2"], [100, 100])])
def test_repeat_is_an_ability_that_was_in_the_chain_before_too(last, percents):
    assert [chances(own(link, "repeat", last=last))[0] for link in (1, 2)] == percents


@pytest.mark.parametrize("percent", [1, 37, 100])
def test_a_window_has_its_percentage(percent):
    fight = Brawl(None, foe(windows=[window(1, percent=percent)]))
    fight.chain("cut")
    assert chances(fight)[0] == percent


@pytest.mark.parametrize(("falls", "does"), [(True, Action.INTERRUPT), (False, Action.LET)])
def test_the_enemy_takes_its_chance_by_that_percentage(falls, does):
    fight = Brawl(None, foe(windows=[window(1, percent=37)]))
    fight.chain("cut")
    assert fight.choice("windows", falls) == does


def test_a_chance_of_100_percent_is_always_taken():
    fight = Brawl(None, foe(windows=[window(1)]))
    fight.chain("cut")
    assert fight.choice("windows") == Action.INTERRUPT


def test_the_first_window_that_fits_counts():
    fight = Brawl(None, foe(windows=[window(1, when="missed", percent=10), window(1, percent=20), window(1, percent=30)]))
    fight.chain("cut")
    assert chances(fight)[0] == 20


def test_windows_of_its_own_replace_those_of_the_archetype():
    assert chances(at_link("aggressor", 2, missed=1, windows=[])) == (0, 0)


def test_movements_open_no_window():
    fight = Brawl(breaker(movement("m1"), movement("m2")), foe(windows=[window(*LINKS), window(*LINKS, timing="after")]))
    fight.chain("m1", "m2", roll=())
    assert fight.phase == Phase.TELEGRAPH


def test_a_window_after_the_last_link():
    fight = Brawl(None, foe(windows=[window(1, timing="after")]))
    fight.chain("cut")
    assert fight.legal() == {Action.LET}
    fight.do(Action.LET, 1)
    assert (fight.phase, fight.legal()) == (Phase.AFTERWARDS, {Action.LET, Action.INTERRUPT})


def test_a_repeat_in_play():
    fight = Brawl(breaker(*attacks(3)), foe(windows=[window(*LINKS, when="repeat")]), options=NO_DEFAULT)
    fight.play("a1", "a2", faces=[1, 1])
    fight.enemy_turn()
    fight.chain("a3", "a1")
    assert fight.legal() == {Action.LET}
    fight.do(Action.LET, 1)
    assert fight.legal() == {Action.LET, Action.INTERRUPT}


def test_only_the_chain_just_before_is_remembered():
    fight = Brawl(None, foe(windows=[window(*LINKS, when="repeat")]), options=NO_DEFAULT)
    fight.play("cut", faces=[1])
    fight.enemy_turn()
    fight.pass_round()
    fight.chain("cut")
    assert fight.legal() == {Action.LET}


def test_a_chain_that_ended_with_a_kill_is_the_chain_before():
    minds = [window(*LINKS, when="repeat")]
    fight = Brawl(breaker(attack("a"), attack("b", "9")), foe(hp=9, windows=minds), foe(windows=minds), options=NO_DEFAULT)
    fight.play("a", faces=[1])
    fight.enemy_turn()
    fight.play("b")
    assert fight.state.foe == 1
    fight.chain("a")
    assert fight.legal() == {Action.LET}


# --- default windows ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("link", "percent"), [(1, 0), (2, 0), (3, 100), (4, 100), (5, 100), (6, 100)])
def test_by_default_an_enemy_may_interrupt_before_and_after_late_links(link, percent):
    assert chances(at_link("bully", link, {})) == (percent, percent)


@pytest.mark.parametrize("link", LINKS)
def test_by_default_an_enemy_may_interrupt_before_and_after_a_link_when_the_last_missed(link):
    assert chances(at_link("bully", link, {}, missed=1)) == (100, 100)


def test_its_own_window_comes_before_the_default():
    assert chances(at_link("aggressor", 2, {}, missed=1)) == (100, 85)


def test_where_its_own_window_does_not_fit_the_default_serves():
    assert chances(at_link("controller", 3, {}, heat=0)) == (100, 100)


def test_in_play_the_default_windows_come_after_the_miss_and_before_the_next_link():
    fight = Brawl(breaker(*attacks(2)))
    fight.chain("a1", "a2", roll=MISSES)
    assert fight.legal() == {Action.LET}
    fight.do(Action.LET)
    assert (fight.phase, fight.legal()) == (Phase.AFTERWARDS, {Action.LET, Action.INTERRUPT})
    fight.do(Action.LET, *HITS)
    assert (fight.phase, fight.legal()) == (Phase.LINK, {Action.LET, Action.INTERRUPT})
    fight.do(Action.LET, 1)
    assert fight.phase == Phase.TELEGRAPH  # link 2 hit: no window after it


# --- the threshold ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("power", "idf"), [(8, 0), (10, 1), (14, 3)])
def test_the_threshold_is_the_attack_total_and_idf(power, idf):
    fight = threatened(who=breaker(POW=power))
    fight.do(Action.INTERRUPT, *MISSES, 1)
    assert fight.interrupted() == (0, 2, 12 + idf)


def test_the_threshold_has_modifier_and_bonus_of_the_attack():
    fight = threatened(attack(stat="MND"), who=breaker(attack(stat="MND"), MND=14))
    fight.grant("attack_bonus", 2)
    fight.do(Action.INTERRUPT, *MISSES, 1)
    assert fight.interrupted()[2] == 12 + 1 + 2


@pytest.mark.parametrize(("balance", "threshold"), [(-2, 14), (0, 12), (3, 9)])
def test_balance_lowers_the_threshold(balance, threshold):
    fight = threatened()
    fight.me.balance = balance
    fight.do(Action.INTERRUPT, 1, 1, 1)
    assert fight.interrupted()[2] == threshold


def test_after_a_link_the_balance_it_gave_counts():
    fight = threatened(timing="after")
    fight.do(Action.LET, 1)
    fight.do(Action.INTERRUPT, 1, 1)
    assert fight.interrupted()[2] == 12 - 2


def test_a_stance_with_idf_raises_the_threshold():
    links = [stance("root", {"type": "idf_bonus", "amount": 2}), attack()]
    fight = Brawl(breaker(*links), foe(windows=[window(2)]))
    fight.chain("root", "cut")
    fight.do(Action.LET)
    fight.do(Action.INTERRUPT, 1, 1, 1)
    assert fight.interrupted()[2] == 12 + 2 - 2


def test_momentum_and_heat_do_not_count():
    fight = threatened()
    fight.me.momentum, fight.me.heat, fight.foe.momentum, fight.foe.heat = 3, 3, 3, 3
    fight.do(Action.INTERRUPT, 1, 1, 1)
    assert fight.interrupted()[2] == 12


# --- what an attempt comes to -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("faces", "result"), [((1, 1), 0), ((5, 6), 0), ((6, 6), 1), ((8, 8), 1), ((8, 9), 2), ((10, 10), 2)])
def test_failure_success_and_perfect(faces, result):
    fight = threatened()
    fight.do(Action.INTERRUPT, *faces, 1)
    assert fight.interrupted() == (result, sum(faces), 12)


def meters_after(*faces):
    fight = threatened(attack(), attack("stab"), until="chain")
    fight.me.heat = fight.me.momentum = 5
    fight.me.balance = 3
    fight.do(Action.INTERRUPT, *faces)
    return int(fight.me.heat), int(fight.me.momentum), int(fight.me.balance)


def test_a_failure_changes_nothing():
    assert meters_after(1, 1, 1) == (5 + 1, 5, 3 + 2)  # only what the link does


def test_a_success_takes_1_heat_1_momentum_and_1_balance():
    assert meters_after(4, 5, 1) == (5 - 1 + 1, 5 - 1, 3 - 1 + 2)


def test_a_perfect_interrupt_takes_2_heat_2_momentum_and_1_balance():
    assert meters_after(10, 10, 1) == (5 - 2, 5 - 2, 3 - 1)


def test_after_a_success_the_chain_holds():
    fight = threatened(attack(), attack("stab"))
    fight.do(Action.INTERRUPT, 6, 6, 1)
    assert (fight.lost, fight.state.at) == ((0, 1), 1)


def test_a_perfect_interrupt_before_a_link_breaks_the_chain_and_the_link_is_lost():
    fight = threatened(attack(), attack("stab"))
    fight.do(Action.INTERRUPT, 10, 10, 1)
    assert (fight.phase, fight.lost) == (Phase.TELEGRAPH, (1, 0))
    assert fight.foe.momentum == 0  # it was not booked
    assert fight.noted(Said.BREAKS)


def test_a_perfect_interrupt_after_a_link_breaks_the_chain_but_the_link_has_been():
    fight = threatened(attack(), attack("stab"), timing="after")
    fight.do(Action.LET, 3)
    fight.do(Action.INTERRUPT, 10, 10, 1)
    assert (fight.phase, fight.lost) == (Phase.TELEGRAPH, (1, 3))


def test_a_broken_chain_is_no_lost_turn_for_the_enemy():
    fight = Brawl(None, foe(move(), windows=[window(1)]))
    fight.chain("cut")
    fight.do(Action.INTERRUPT, 10, 10, 1)
    fight.enemy_turn(*HITS, 2)
    assert fight.lost == (3, 0)


def test_the_counter_can_kill_the_player():
    fight = threatened(who=breaker(hp_now=2))
    fight.do(Action.INTERRUPT, 10, 10, 2)
    assert fight.over == DEATH


def test_a_success_does_not_turn_a_hit_into_a_miss():
    fight = threatened(roll=(5, 5))
    fight.do(Action.INTERRUPT, 5, 5, 4)
    assert (fight.interrupted()[0], fight.lost) == (1, (0, 4))


def test_an_execution_can_be_interrupted():
    fight = Brawl(None, foe(windows=[window(1)]))
    fight.lay("primed", 1)
    fight.declare("cut")
    fight.do(Action.EXECUTE)
    fight.do(Action.GO, *HITS)
    fight.do(Action.INTERRUPT, 10, 10, 1)
    assert fight.interrupted() == (2, 20, 12)
    assert (fight.phase, fight.foe.hp, fight.state.blood) == (Phase.TELEGRAPH, 100, 0)


# --- reactions ----------------------------------------------------------------------------------------------------------


def answering(*reactions, links=("cut", "stab"), timing="before", **more):
    """An attempt to interrupt that the player can answer."""
    fight = threatened(*map(attack, links), who=breaker(*map(attack, links), resolve=list(reactions)), timing=timing, **more)
    if timing == "after":
        fight.do(Action.LET, 1)
    fight.do(Action.INTERRUPT)
    return fight


def test_an_attempt_can_be_answered_before_it_is_rolled():
    fight = answering(reaction("guard"), reaction("momentum"))
    assert (fight.phase, fight.rolls(), fight.reactions()) == (Phase.REACTING, [], {"guard", "momentum"})
    assert Action.LET in fight.legal()


def test_an_answer_is_optional():
    fight = answering(reaction("guard"))
    fight.do(Action.LET, *MISSES, 1)
    assert (fight.lost, fight.me.rp) == ((0, 1), 5 - 2)


def test_a_reaction_takes_its_rp():
    fight = answering(reaction("guard", rp=2))
    fight.react("guard", *MISSES, 1)
    assert fight.me.rp == 5 - 2 - 2


@pytest.mark.parametrize(("rp", "may"), [(3, True), (4, False)])
def test_a_reaction_that_cannot_be_paid_is_no_choice(rp, may):
    links = (attack("cut"), attack("stab"))
    fight = threatened(*links, who=breaker(*links, resolve=[reaction("guard", rp=rp)]))
    fight.do(Action.INTERRUPT, *([] if may else [*MISSES, 1]))
    assert (fight.phase == Phase.REACTING) == may


def test_one_reaction_answers_one_attempt():
    fight = answering(reaction("guard"), reaction("momentum"))
    fight.react("guard", *MISSES, 1)
    assert fight.phase == Phase.LINK


@pytest.mark.parametrize(("cooldown", "ready"), [(0, [1, 1, 1]), (1, [1, 1, 1]), (2, [0, 1, 1]), (3, [0, 0, 1])])
def test_a_reaction_cools_like_an_ability(cooldown, ready):
    fight = answering(reaction("momentum", cooldown=cooldown), links=("cut",), foe={"rp": 1})
    fight.react("momentum", *MISSES, 1)
    fight.enemy_turn(*MISSES)
    seen = []
    for _ in range(3):
        fight.do(Action.GO)
        fight.do(Action.SHOW)
        seen.append(len(fight.reactions()))
        fight.enemy_turn(*MISSES)
    assert seen == ready


def test_end_chain_ends_the_chain_before_the_attempt():
    fight = answering(reaction("end-chain"))
    fight.react("end-chain")
    assert (fight.phase, fight.rolls(), fight.lost, fight.me.balance) == (Phase.TELEGRAPH, [], (0, 0), 0)


def test_end_chain_after_a_link_keeps_what_it_did():
    fight = answering(reaction("end-chain"), timing="after")
    fight.react("end-chain")
    assert (fight.phase, fight.lost) == (Phase.TELEGRAPH, (0, 1))


def test_cancel_interrupt_cancels_it():
    fight = answering(reaction("cancel-interrupt", rp=2))
    fight.react("cancel-interrupt", 3)
    assert (fight.phase, fight.lost, [r.sides for r in fight.rolls()]) == (Phase.LINK, (0, 3), [4])


def test_cancel_interrupt_after_a_link_lets_the_chain_go_on():
    fight = answering(reaction("cancel-interrupt"), timing="after")
    fight.react("cancel-interrupt")
    assert (fight.phase, fight.state.at, fight.lost) == (Phase.LINK, 1, (0, 1))


def test_a_cancelled_attempt_counts_for_the_budget():
    fight = answering(reaction("cancel-interrupt"), foe={"archetype": "aggressor"})
    assert fight.state.attempts == 1
    fight.react("cancel-interrupt", 1)
    assert fight.state.attempts == 1


def test_momentum_gives_momentum_and_the_attempt_comes():
    fight = answering(reaction("momentum", amount=1))
    fight.react("momentum", *MISSES, 1)
    assert (fight.me.momentum, fight.interrupted()[0]) == (1, 0)


def test_balance_sets_balance_to_0_before_the_attempt():
    fight = answering(reaction("balance"), timing="after")
    assert fight.me.balance == 2
    fight.react("balance", 5, 6)
    assert fight.interrupted() == (0, 11, 12)
    assert fight.faced()[0] == 12  # the next link has none either


def test_guard_raises_the_threshold_of_this_attempt():
    fight = answering(reaction("guard", amount=2))
    fight.react("guard", 6, 6, 1)
    assert fight.interrupted() == (0, 12, 14)


def test_guard_holds_against_one_attempt_only():
    fight = Brawl(breaker(*attacks(2), resolve=[reaction("guard", amount=2)]), foe(windows=[window(1, 2)]))
    fight.chain("a1", "a2")
    fight.do(Action.INTERRUPT)
    fight.react("guard", *MISSES, 1)
    fight.do(Action.INTERRUPT, *MISSES, 1)
    assert fight.interrupted()[2] == 12 - 2


def test_reactions_do_not_answer_where_there_is_no_attempt():
    fight = threatened(who=breaker(resolve=[reaction("guard")]))
    fight.do(Action.LET, 1)
    assert fight.phase == Phase.TELEGRAPH


# --- the player's contest -----------------------------------------------------------------------------------------------


def test_an_enemys_chain_is_its_moves_in_order_while_rp_last():
    fight = Brawl(None, foe(move("a", "1"), move("b", "2"), move("c", "3"), rp=2))
    fight.pass_round(*HITS)
    assert fight.lost[0] == 1 + (2 + 1)


def test_a_move_has_its_price():
    fight = Brawl(None, foe(move("a", rp=2), move("b", rp=2), rp=3))
    fight.do(Action.GO)
    fight.do(Action.SHOW)
    assert fight.state.links == 1


def test_an_enemy_has_its_rp_anew_each_round():
    fight = Brawl(None, foe(move("a", "1"), rp=1))
    for _ in range(3):
        fight.me.momentum = 0
        fight.pass_round(*HITS)
    assert fight.lost[0] == 1 + 2 + 3


def test_rp_taken_from_the_enemy_shorten_its_chain():
    drain = movement(on_use=[delta("rp", -1, target="enemy")])
    fight = Brawl(breaker(drain), foe(move("a", "1"), move("b", "1")))
    fight.chain("step", roll=())
    fight.do(Action.SHOW)
    assert fight.state.links == 1


def test_moves_cool():
    fight = Brawl(None, foe(move("a", "1", cooldown=2), rp=1))
    fight.pass_round(*HITS)
    fight.pass_round()
    fight.me.momentum = 0
    fight.pass_round(*HITS)
    assert fight.lost[0] == 1 + 2


def test_an_enemy_without_rp_does_nothing():
    fight = Brawl(None, foe(move("a", rp=2), rp=1))
    fight.pass_round()
    assert (fight.round, fight.lost) == (2, (0, 0))


def test_the_player_may_try_to_deny_the_chain():
    fight = contested()
    assert (fight.phase, fight.legal()) == (Phase.CONTEST, {Action.LET, Action.INTERRUPT})


def test_the_contest_is_2d10_and_idf_and_momentum_and_agi_against_2d10_and_dv():
    fight = contested(breaker(POW=12, AGI=14), foe={"dv": 5})
    fight.me.momentum = 3
    fight.do(Action.INTERRUPT, 5, 6, 2, 7)
    [event] = fight.events(Said.CONTESTED)
    assert (event.b, event.c) == (11 + 2 + 3 + 1, 9 + 5)


@pytest.mark.parametrize(("mine", "denied"), [((5, 5), False), ((5, 6), True)])
def test_a_tie_is_the_players(mine, denied):
    fight = contested(foe={"dv": 5})
    fight.do(Action.INTERRUPT, *mine, 3, 3, *([] if denied else MISSES))
    assert (fight.phase == Phase.DECLARING) == denied


def test_a_denied_chain_does_not_come_but_the_round_ends_as_usual():
    fight = contested(foe={"dv": 5})
    fight.lay("bleed", 2)
    fight.do(Action.INTERRUPT, 5, 6, 3, 3)
    assert (fight.round, fight.lost, fight.stacks("bleed")) == (2, (0, 2), 1)


def test_a_lost_contest_lets_the_chain_begin():
    fight = contested()
    fight.do(Action.INTERRUPT, *MISSES, *HITS, *HITS)
    assert fight.phase == Phase.ENEMY_LINK
    fight.do(Action.STRIKE, 2)
    assert fight.lost == (2, 0)


def test_the_contest_is_free():
    fight = contested()
    fight.me.rp = 0
    fight.do(Action.INTERRUPT, *MISSES, *HITS, *HITS)
    assert fight.me.rp == 0


def test_a_contest_won_gives_1_rp():
    fight = contested(foe={"dv": 5})
    fight.me.rp = 0
    fight.do(Action.INTERRUPT, 5, 6, 3, 3)
    assert fight.me.rp == 1 + 2  # and upkeep


@pytest.mark.parametrize(("mine", "left"), [((5, 6), 2), ((10, 10), 1)])
def test_a_contest_won_takes_heat_and_momentum_from_the_enemy(mine, left):
    fight = contested(foe={"dv": 5})
    fight.foe.heat = fight.foe.momentum = 3
    fight.do(Action.INTERRUPT, *mine, 3, 3, *([1, 1] if left == 1 else []))
    assert (fight.foe.heat, fight.foe.momentum) == (left, left)


@pytest.mark.parametrize(("mine", "perfect"), [((7, 8), False), ((8, 8), True)])
def test_a_contest_won_by_5_is_perfect(mine, perfect):
    fight = contested(breaker(hp_now=10), foe={"dv": 5})
    fight.do(Action.INTERRUPT, *mine, 3, 3, *([3, 5] if perfect else []))
    assert (fight.foe.hp, fight.me.hp, fight.round) == ((97, 15, 2) if perfect else (100, 10, 2))


def test_the_counter_of_a_perfect_contest_can_kill():
    fight = contested(foe={"dv": 5, "hp": 2})
    fight.do(Action.INTERRUPT, 10, 10, 3, 3, 2, 1)
    assert fight.over == VICTORY


@pytest.mark.parametrize(("stacks", "faces"), [(1, (9, 2, 5)), (3, (9, 2, 5, 6))])
def test_a_staggered_player_contests_with_disadvantage(stacks, faces):
    fight = contested()
    fight.lay("stagger", stacks, who=PLAYER)
    fight.do(Action.INTERRUPT, *faces, 10, 10, *MISSES)
    assert fight.events(Said.CONTESTED)[0].b == {1: 11, 3: 7}[stacks]


def test_the_momentum_reaction_can_come_before_the_contest():
    fight = contested(breaker(resolve=[reaction("momentum", amount=1), reaction("guard")]))
    assert fight.reactions() == {"momentum"}
    fight.react("momentum")
    assert (fight.phase, fight.me.momentum, fight.me.rp, fight.reactions()) == (Phase.CONTEST, 1, 4, set())


# --- openings -----------------------------------------------------------------------------------------------------------


def test_where_a_move_is_open_there_is_no_contest():
    fight = opened()
    assert (fight.phase, fight.legal()) == (Phase.OPENING, {Action.LET, Action.INTERRUPT})


def test_only_the_open_moves_can_be_interrupted():
    fight = opened(None, move("a"), move("b", opening="always"))
    assert (fight.phase, fight.legal()) == (Phase.ENEMY_LINK, {Action.STRIKE})
    fight.do(Action.STRIKE, 1)
    assert fight.phase == Phase.OPENING


@pytest.mark.parametrize(("roll", "faces", "phase"), [(HITS, [1], Phase.ENEMY_LINK), (MISSES, HITS, Phase.OPENING)])
def test_an_opening_after_a_miss(roll, faces, phase):
    fight = opened(None, move("a"), move("b", opening="after-miss"), roll=roll)
    fight.do(Action.STRIKE, *faces)
    assert fight.phase == phase


def test_a_finisher_is_open_always():
    assert opened(None, move(finisher=True)).phase == Phase.OPENING


@pytest.mark.parametrize(("is_primed", "total"), [(False, 12), (True, 16)])
def test_a_finisher_is_easier_on_a_primed_player(is_primed, total):
    fight = Brawl(None, foe(move(finisher=True)))
    fight.lay("primed", int(is_primed), who=PLAYER)
    fight.do(Action.GO)
    fight.do(Action.SHOW, *HITS)
    assert fight.faced()[0] == total


def test_an_interrupt_of_a_link_takes_1_rp():
    fight = opened(None, move("a", opening="always"), move("b", opening="always"))
    fight.do(Action.INTERRUPT, *MISSES, 1)
    assert fight.me.rp == 4


def test_without_rp_there_is_no_opening():
    fight = Brawl(None, foe(move(opening="always")))
    fight.me.rp = 0
    fight.do(Action.GO)
    fight.do(Action.SHOW, *HITS)
    assert (fight.phase, fight.legal()) == (Phase.ENEMY_LINK, {Action.STRIKE})


def test_an_interrupt_of_a_link_that_succeeds_gives_1_rp_back():
    fight = opened(None, move("a", opening="always"), move("b", opening="always"))
    fight.do(Action.INTERRUPT, 6, 6, 1)
    assert (fight.interrupted()[0], fight.me.rp) == (1, 5)


def test_its_threshold_is_the_enemys_attack_total_and_idf_less_balance():
    fight = opened(None, move(opening="always", to_hit=1), foe={"idf": 2})
    fight.foe.balance = 3
    fight.do(Action.INTERRUPT, 1, 1, 1)
    assert fight.interrupted()[2] == 12 + 1 + 2 - 3


def test_after_a_success_the_enemys_link_still_comes():
    fight = opened()
    fight.foe.heat = fight.foe.momentum = 3
    fight.do(Action.INTERRUPT, 6, 6, 2)
    assert fight.lost == (2 + 2, 0)
    assert (fight.foe.heat, fight.foe.momentum) == (3 - 1 + 1, 3 - 1)


def test_a_perfect_interrupt_breaks_the_enemys_chain():
    fight = opened(None, move("a", opening="always"), move("b"))
    fight.foe.heat = fight.foe.momentum = 3
    fight.do(Action.INTERRUPT, 10, 10, 2, 1)
    assert (fight.lost, fight.phase, fight.round) == ((0, 2), Phase.DECLARING, 2)
    assert (fight.foe.heat, fight.foe.momentum) == (1, 1)


def test_the_counter_of_an_opening_can_kill():
    fight = opened(foe={"hp": 1})
    fight.do(Action.INTERRUPT, 10, 10, 1, 1)
    assert fight.over == VICTORY


def test_the_players_interrupt_uses_no_idf_or_bonus_of_its_own():
    fight = opened(breaker(POW=20))
    fight.grant("attack_bonus", 5)
    fight.do(Action.INTERRUPT, 6, 5)  # the link comes, but misses DV 10 with IDF 6
    assert fight.interrupted() == (0, 11, 12)


def test_each_open_link_can_be_interrupted():
    fight = opened(None, move("a", opening="always"), move("b", opening="always"))
    fight.do(Action.LET, 1)
    assert fight.phase == Phase.OPENING
    fight.do(Action.INTERRUPT, *MISSES, 1)
    assert (fight.round, fight.lost) == (2, (1 + 2, 0))


# --- the windows that the punishing options give ------------------------------------------------------------------------


def punished(link, **options):
    return at_link("bully", link, {**NO_DEFAULT, **options}, chain=["a1", "a2", "step", "a3"], last=["a1"])


def test_punishing_repeats():
    assert [chances(punished(link, punish_repeats=True)) for link in (1, 2)] == [(90, 0), (0, 0)]


@pytest.mark.parametrize(("links", "open_before"), [(3, []), (4, [3, 4]), (6, [3, 4, 5, 6])])
def test_punishing_long_chains(links, open_before):
    seen = []
    for link in range(1, links + 1):
        fight = punished(link, punish_long_chains=True)
        fight.state.links = links
        if chances(fight)[0]:
            assert chances(fight) == (90, 0)
            seen.append(link)
    assert seen == open_before


def test_punishing_those_who_stand_still():
    assert [chances(punished(link, punish_standing=True))[0] for link in (1, 2, 3, 4)] == [0, 90, 90, 0]


def test_punishing_windows_come_after_the_enemys_own():
    fight = at_link("bully", 2, {**NO_DEFAULT, "punish_standing": True}, windows=[window(2, percent=40)])
    assert chances(fight)[0] == 40


def test_the_enemy_may_interrupt_a_link_that_is_no_attack():
    fight = Brawl(breaker(ability("x")), foe(windows=[window(1)]))
    fight.chain("x")
    fight.do(Action.INTERRUPT, 10, 10, 1)
    assert fight.lost == (1, 0)
    assert fight.state.fighters[ENEMY].momentum == 0
