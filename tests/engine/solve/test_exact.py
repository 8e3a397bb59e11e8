"""The exact solution and best play."""

import json
import subprocess
import sys

import numpy as np
import pytest

from fracas import FracasError, encounter
from fracas.engine.contract.progress import Silence
from fracas.engine.solve.exploring import NOBODY, explore

DUEL = encounter("rune-and-rust", "duel")


def plain(hp=(6, 6), limit=200, **changes):
    """A small duel of two plain fighters."""
    data = dict(DUEL.ruleset.scenarios()["duel"])
    swift = {"might": 6, "sturdiness": 4, "finesse": 6}
    data["hero"] = {**data["hero"], "hp": hp[0], "attributes": swift, "weapon": {"name": "Blade", "damage": "1d6"}}
    data["enemies"] = [{**data["enemies"][0], "hp": hp[1], "damage": "1d6"}]
    return encounter("rune-and-rust", {**data, "round_limit": limit, **changes})


def test_chances_add_up_to_one_within_the_stated_bound():
    exact = DUEL.solve()
    assert abs(exact.win + exact.lose + exact.draw - 1) <= exact.error_bound < 1e-11
    assert sum(exact.rounds().values()) == pytest.approx(1, abs=1e-11)
    for side in (0, 1):
        assert sum(exact.left[side].values()) == pytest.approx(1, abs=1e-11)


@pytest.mark.parametrize("limit", [1, 2, 3, 7])
def test_the_limit_on_rounds_is_kept_exactly(limit):
    free, limited = plain().solve(), plain(limit=limit).solve()
    for r in range(1, limit):
        assert limited.rounds()[r] == pytest.approx(free.rounds()[r], abs=1e-13)
    still_going = 1 - sum(p for r, p in free.rounds().items() if r <= limit)
    assert limited.draw == pytest.approx(still_going, abs=1e-12)
    sampled = plain(limit=limit).simulate(100_000, 4)
    assert abs(sampled.draws / sampled.n - limited.draw) < 5 * (0.25 / sampled.n) ** 0.5


def test_a_state_is_found_once_whatever_its_round():
    graph = explore(plain(), NOBODY, 10**6, 1 << 30, Silence())
    rows = {graph.states[i : i + 1].tobytes() for i in range(graph.size)}
    assert len(rows) == graph.size
    assert (graph.states["clock"] == 1).all()


def test_every_row_of_the_graph_adds_up_to_one():
    graph = explore(encounter("rune-and-rust", "wanderer-and-sentry"), 0, 10**6, 1 << 30, Silence())
    sums = np.add.reduceat(graph.chance, graph.first_edge[:-1])
    assert np.abs(sums - 1).max() < 1e-14


def test_exploration_gives_the_same_graph_in_small_steps():
    from fracas.engine.solve import exploring

    whole = explore(DUEL, 0, 10**6, 1 << 30, Silence())
    stride, exploring.STRIDE = exploring.STRIDE, 50
    try:
        bits = explore(DUEL, 0, 10**6, 1 << 30, Silence())
    finally:
        exploring.STRIDE = stride
    for name in ("states", "ends", "first_row", "action", "first_edge", "to", "chance", "later"):
        assert (getattr(whole, name) == getattr(bits, name)).all(), name


def test_too_many_states_stop_with_a_message_that_offers_simulation():
    with pytest.raises(FracasError, match=r"stopped at [\d,]+ states .* simulate this fight instead") as refusal:
        encounter("rune-and-rust", "demo-2-drones").solve(max_states=3000)
    assert refusal.value.code == "too-many-states"
    with pytest.raises(FracasError, match="states"):
        encounter("rune-and-rust", "demo-2-drones").solve(memory=5 << 20)


def test_best_play_is_at_least_as_good_as_every_policy_and_its_value_is_what_it_reaches():
    ready = encounter("rune-and-rust", "adept-and-crawler")
    best = ready.best()
    for policy in ("sensible", "aggressive", "random"):
        if policy != "random":
            assert best.value >= ready.with_policies(policy).solve().win - 1e-11
    assert best.gap == pytest.approx(best.value - best.given.win)
    assert best.value <= best.upper_bound + 1e-11
    # play it: look the best action up in every state
    wins = 0
    n = 300
    for k in range(n):
        fight = ready.fight(31, k)
        while not fight.over:
            action = best.action(fight.state)
            if fight.to_act == 0:
                assert action is not None
                fight.act(action)
            else:
                assert action is None
                fight.auto()
        wins += fight.end == 1
    assert abs(wins / n - best.value) < 5 * (best.value * (1 - best.value) / n) ** 0.5


def test_best_play_of_a_tiny_game_is_what_a_search_by_hand_finds():
    """Attack or defend against a foe that only attacks: compare with an independent search in plain Python with fractions."""
    from fractions import Fraction

    from fracas.dice import outcomes

    ready = plain(hp=(3, 3), allow=["attack", "defend"])
    rules, book = ready.ruleset.rules, ready.setup.book[0]

    def settle(state):
        copy = state.copy()
        copy["clock"] = 1
        return copy.tobytes()

    start = ready.fight(1)._array
    found, todo, moves = {settle(start): start.copy()}, [settle(start)], {}
    while todo:
        name = todo.pop()
        state = found[name]
        if rules.outcome(state[0], book):
            continue
        codes = [0] * 200
        for code in codes[: rules.legal(state[0], book, codes)]:
            row: dict[bytes, Fraction] = {}

            def once(dice, state=state, code=code):
                after = state.copy()
                rules.apply(dice, after[0], book, code)
                return after

            for after, p in outcomes(once):
                key = settle(after)
                row[key] = row.get(key, Fraction(0)) + p
                if key not in found:
                    found[key] = after
                    todo.append(key)
            moves.setdefault(name, []).append(row)
    value = {name: float(rules.outcome(state[0], book) == 1) for name, state in found.items()}
    for _ in range(400):
        for name, rows in moves.items():
            value[name] = max(sum(float(p) * value[key] for key, p in row.items()) for row in rows)
    best = ready.best()
    assert best.upper_bound == pytest.approx(value[settle(start)], abs=1e-10)
    assert best.value == pytest.approx(best.upper_bound, abs=1e-10)


def test_best_play_of_the_other_side_and_worth_of_a_draw():
    ready = plain(hp=(5, 5), allow=["attack", "defend", "flee"])
    enemy = ready.best(side=1)
    assert enemy.value >= ready.solve().lose - 1e-12
    fighting, fleeing = ready.best(), ready.best(draw_value=1.0)
    assert fighting.solution.draw < 1e-9
    assert fleeing.solution.lose < fighting.solution.lose


def test_a_solution_tells_its_input_and_its_bound():
    said = DUEL.solve().sentence()
    assert "54.960990%" in said
    assert "over 1,740 states" in said


PACK = {"hero": "scavenger-veteran", "enemies": ["scrap-hound"] * 3}
FIERCE = {f"enemies.{k}.attributes.might": 10 for k in range(3)}
IN_A_PROCESS_OF_ITS_OWN = f"""
import json, resource, sys
from fracas import encounter
fight = encounter("rune-and-rust", {PACK}, changes={FIERCE})
found = fight.solve(memory=7_000_000_000)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
print(json.dumps([found.states, found.win, found.error_bound, peak]))
"""
MANY, ENOUGH = 20_000_000, 8_000_000_000
"""States, and bytes of memory."""


@pytest.mark.slow
def test_a_fight_of_more_than_twenty_million_states_is_solved_within_eight_gigabytes():
    said = subprocess.run([sys.executable, "-c", IN_A_PROCESS_OF_ITS_OWN], check=True, capture_output=True, text=True)
    states, win, error_bound, peak = json.loads(said.stdout.splitlines()[-1])
    assert states > MANY
    assert peak < ENOUGH
    assert error_bound < 1e-9
    fight = encounter("rune-and-rust", PACK, changes=FIERCE)
    sampled = fight.simulate(2_000_000, 5)
    assert 0.6 < sampled.win < 0.8
    assert abs(sampled.win - win) < 5 * (0.25 / sampled.n) ** 0.5
    bracket = fight.solve(within=0.1, memory=4_000_000_000)
    low, high = bracket.bounds(bracket.win)
    assert bracket.reached
    assert low < win < high
