"""Environments for agents pass their libraries' own tests, and their fights are the fights that are played."""

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from tests.engine.descent import Cave

import fracas
from fracas import FracasError
from fracas.rl import FightAEC, FightBatch, FightEnv

RULESETS = ("rune-and-rust", "veinbreaker", "arda", "world-loop", "ruins-and-realms")
EVERY = [(ruleset, scenario) for ruleset in RULESETS for scenario in fracas.load_ruleset(ruleset).scenarios()]
FIRST = [next(each for each in EVERY if each[0] == ruleset) for ruleset in RULESETS]


def check(ruleset, scenario):
    encounter = fracas.encounter(ruleset, scenario)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for known in ("Observation space for each agent probably", "Observation is not a NumPy array", ".*Box.*precision"):
            warnings.filterwarnings("ignore", known)  # a mask beside the observation, as in the games of PettingZoo itself
        check_env(FightEnv(encounter), skip_render_check=True)
        api_test(FightAEC(encounter), num_cycles=30)
        seed_test(lambda: FightAEC(encounter), num_cycles=8)


@pytest.mark.parametrize(("ruleset", "scenario"), FIRST)
def test_environments_of_every_ruleset_pass_the_tests_of_their_libraries(ruleset, scenario):
    check(ruleset, scenario)


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "scenario"), [each for each in EVERY if each not in FIRST])
def test_environments_of_every_scenario_pass_the_tests_of_their_libraries(ruleset, scenario):
    check(ruleset, scenario)


def drawn_code(mask, rng):
    return int(rng.choice(np.flatnonzero(mask)))


def test_a_seed_is_the_number_of_a_fight_and_the_fight_is_the_one_that_is_played():
    """Both environments come, action by action, to the states of `Fight`; the other side's policy draws the same dice."""
    encounter = fracas.encounter("rune-and-rust", "adept-and-crawler").with_policies(b="random")
    env, rng = FightEnv(encounter, seed=5), np.random.default_rng(1)
    for number in (0, 7, 8):
        _, info = env.reset(seed=number) if number != 8 else env.reset()
        plain, over = encounter.fight(5, number), False
        while not over:
            code = drawn_code(info["action_mask"], rng)
            while plain.to_act == 1:
                plain.auto()
            plain.act(code)
            _, reward, terminated, truncated, info = env.step(np.int64(code))
            over = terminated or truncated
        plain.finish()
        assert env.fight.digest() == plain.digest()
        assert (info["fight"], info["end"], reward) == (number, plain.outcome, float(encounter.end_kind(plain.end) == "win"))


def test_an_illegal_action_loses_the_fight():
    env = FightEnv(fracas.encounter("rune-and-rust", "duel"), rewards={"lose": -1})
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(np.int64(97))
    assert (reward, terminated, truncated, info["illegal"]) == (-1, True, False, 97)


def test_side_b_sees_ends_the_other_way_round_and_an_end_can_have_a_reward_of_its_own():
    encounter = fracas.encounter("rune-and-rust", "duel")
    fight = encounter.replay(1, 0)
    ours, theirs = FightEnv(encounter, 0), FightEnv(encounter, 1, rewards={fight.outcome: 0.25})
    won = encounter.end_kind(fight.end) == "win"
    assert ours.terms.reward(fight, 0) == won
    assert theirs.terms.reward(fight, 1) == 0.25
    with pytest.raises(FracasError, match="did you mean 'win'"):
        FightEnv(encounter, rewards={"wim": 1})


def test_features_have_names_and_can_be_chosen():
    encounter = fracas.encounter("rune-and-rust", "duel")
    env = FightEnv(encounter, features=["fighters.*.hp"])
    seen, _ = env.reset(seed=0)
    assert list(seen) == [encounter.fight().health(0), encounter.fight().health(1)]
    with pytest.raises(FracasError, match=r"did you mean 'fighters\.a\.hp'"):
        FightEnv(encounter, features=["fighters.*.hpp"])


def test_a_batch_is_rewarded_like_the_other_environments():
    with fracas.registered(Cave()):
        encounter = fracas.encounter("cave", "blow-by-blow")
        batch = FightBatch(encounter, 8, rewards={"win": 3, "lose": -1})
        env = FightEnv(encounter, rewards={"win": 3, "lose": -1})
        while not (batch.ended >= 0).any():
            batch.step(batch.codes[:, 0].copy())
        i = int(np.flatnonzero(batch.ended >= 0)[0])
        env.reset(seed=int(batch.finished[i]))
        over, reward = False, 0.0
        while not over:
            _, reward, over, *_ = env.step(np.int64(env.fight.legal_codes()[0]))
        assert (reward, env.fight.end) == (batch.rewards[i], batch.ended[i])
