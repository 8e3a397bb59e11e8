"""What a player at the table is told: prospects, reasons, dice."""

import re

import pytest

from fracas import FracasError, encounter
from fracas.rulesets.veinbreaker.rules.attack import pack_pair, unpack_pair

RULES = "veinbreaker"
NOVICE = {"path": "stonepulse", "abilities": ["pulse-strike", "faultline-jab", "stonepulse-rhythm"], "resolve": ["momentum-anchor"]}
STILL = {"spawn_hp_percent": 0}


def fight(enemy="bone-shambler", who=None, options=None, policies=(None, None), seed=1, number=0, **scenario):
    data = {"character": {**NOVICE, **(who or {})}, "enemies": [enemy], **scenario}
    return encounter(RULES, data, {**STILL, **(options or {})}, policies).fight(seed, number)


def details(at, name):
    ruleset, setup = at.encounter.ruleset, at.encounter.setup
    return ruleset.action_details(setup, at.state, at.action(name).code)


def until(wanted, enemy="bone-shambler", tries=300, do=("pulse-strike", "faultline-jab", "basic-strike", "focus-action", "go"), **given):
    """A fight in which something can be done, after a first chain."""
    for number in range(tries):
        at = fight(enemy, number=number, **given)
        for name in do:
            at.act(name)
        while not at.over and wanted not in (names := [action.name for action in at.legal()]) and (at.to_act == 1 or "take it" in names):
            at.act("take it") if "take it" in names else at.auto()
        if wanted in [action.name for action in at.legal()]:
            return at
    raise AssertionError(f"no fight came to {wanted!r}")


@pytest.mark.parametrize("pair", [(0, 0), (13, 5), (14, -1), (-3, -7), (40, 60)])
def test_two_numbers_of_the_log_come_out_as_they_went_in(pair):
    assert unpack_pair(pack_pair(*pair)) == pair


def test_a_threshold_below_0_is_told_as_it_is():
    wanted = re.compile(r"interrupts: \[\d+, \d+\] = \d+ against -\d+, perfect")
    hunted = {"id": "imp", "name": "Imp", "tier": 1, "hp": 40, "dv": 20, "rp": 1, "archetype": "bully", "moves": [{"name": "Nip"}]}
    hops = {"path": "hemocratic", "abilities": ["blood-slip", "cutpoint-slice"]}
    for number in range(60):
        data = {"character": hops, "enemies": [hunted], "plan": ["shift", "blood-slip", "basic-strike"], "policies": {"player": "planned"}}
        told = encounter(RULES, {**data, "round_limit": 5}, STILL).replay(1, number).lines()
        if any(wanted.search(line) for line in told):
            return
    raise AssertionError("no threshold fell below 0")


def test_the_risk_shown_is_that_of_the_enemys_own_policy():
    at = [fight(policies=("greedy", enemy)) for enemy in ("windows", "random")]
    known, rash = (float(re.search(r"broken ([\d.]+)%", details(each, "basic-strike"))[1]) for each in at)
    assert rash == pytest.approx(known / 2, abs=0.1)


def test_between_links_the_rest_of_the_chain_is_weighed():
    at = until("press on")
    assert re.fullmatch(r"from here [\d.]+ damage(, fells [\d.]+%)?, broken [\d.]+%", details(at, "press on"))
    assert details(at, "cash out") == "the chain ends here"
    assert any(re.match(r"Chain, on a roll of \d+: .* ▸ ", line) for line in at.encounter.ruleset.status(at.encounter.setup, at.state))


def test_between_links_an_execution_on_a_known_roll_is_certain_or_hopeless():
    quiet = {"default_windows": False}
    at = until("execute", "goblin-shieldbearer", do=("basic-strike", "pulse-strike", "faultline-jab", "go"), options=quiet)
    told = details(at, "execute")
    assert "RP more; from here" in told
    after = float(re.search(r"fells ([\d.]+)%", told)[1]) if "fells" in told else 0.0
    assert after in (0.0, 100.0)


def test_what_an_enemys_chain_does_is_told_before_it_comes():
    at = until("let it come", do=("go",))
    assert re.match(r"[\d.]+ HP lost on average", details(at, "let it come"))
    status = "\n".join(at.encounter.ruleset.status(at.encounter.setup, at.state))
    assert "Coming: Loose-Limbed Slam (-1: 1d8+1 damage)" in status
    assert re.search(r"to hit you \d+", status)


def test_hp_lost_are_what_play_then_takes_on_average():
    at = until("let it come", do=("go",))
    told = float(details(at, "let it come").split()[0])
    lost = []
    for number in range(800):
        again = at.encounter.fight(1, number)
        for name in ("go", "show", "let"):
            again.act(name)
        before = again.health(0)
        while again.to_act == 1:
            again.auto()
        lost.append(before - again.health(0))
    assert sum(lost) / len(lost) == pytest.approx(told, abs=0.4)


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ("execute", "Bone Shambler is not Primed"),
        ("cash out", "only after a link that hit, from link 3 on"),
        ("press on", "there is no chain to go on with"),
        ("interrupt", "no chain under way"),
        ("momentum anchor", "answers an interrupt; there is none to answer"),
        ("rhythm-break", "has not learnt Rhythm Break"),
        ("hymn of embers", "has not learnt Hymn of Embers"),
    ],
)
def test_what_cannot_be_done_now_is_refused_with_the_reason(wanted, why):
    with pytest.raises(FracasError, match=why):
        fight().act(wanted)


def test_a_chain_of_one_link_is_the_longest_there_can_be():
    at = fight(options={"longest_chain": 1})
    at.act("basic strike")
    with pytest.raises(FracasError, match="the chain has 1 link, the most there can be"):
        at.act("pulse strike")


def test_an_execution_without_a_link_or_rp_says_so():
    primed = fight("goblin-shieldbearer", options={"primed_percent": 100})
    with pytest.raises(FracasError, match="needs a link that rolls"):
        primed.act("execute")
    dear = fight("goblin-shieldbearer", options={"primed_percent": 100, "execution_price": 5})
    dear.act("basic-strike")
    with pytest.raises(FracasError, match="takes 5 RP more; 4 are left"):
        dear.act("execute")


def test_a_link_that_is_free_has_no_price():
    assert details(fight(options={"rp_per_link": 0}), "basic-strike").startswith("attack: POW; heat +1")


def test_greedy_attacks_even_with_chains_of_one_link():
    at = fight(options={"longest_chain": 1})
    assert at.auto().name == "faultline-jab"


@pytest.mark.parametrize("id", ["go", "execute", "undo", "quit"])
def test_an_ability_cannot_be_called_what_a_player_types_for_something_else(id):
    ability = {"id": id, "name": "X", "path": "stonepulse", "tier": 1, "type": "utility"}
    with pytest.raises(FracasError, match="what a player types for something else"):
        fight(who={"abilities": [ability]})


def test_a_parry_that_finds_nothing_to_heal_is_not_told_of_later_healing():
    from fracas.dice import Event, Roll
    from fracas.rulesets.veinbreaker.codes import Said
    from fracas.rulesets.veinbreaker.log import Teller
    from fracas.rulesets.veinbreaker.state import PLAYER

    parry = [Event(Said.PARRY_HEALS, 1), Roll("die", 4, 6, (4,))]
    setup = fight().encounter.setup
    healed = Event(Said.HEALS, PLAYER, 2, 1)
    assert Teller(setup).tell([*parry, healed])[-1].startswith("     The parry ([4] × tier 1) heals")
    assert Teller(setup).tell([*parry, Event(Said.ROUND, 2), healed])[-1].startswith("     Radiance heals")


def test_what_an_action_costs_and_whom_it_is_aimed_at():
    at = fight()
    ruleset, setup = at.encounter.ruleset, at.encounter.setup

    def told(name):
        code = at.action(name).code
        return ruleset.action_cost(setup, at.state, code), ruleset.action_targets(setup, at.state, code)

    assert told("pulse-strike") == ({"RP": 1, "martial": 1}, ("Bone Shambler",))
    assert told("basic-strike") == ({"RP": 1}, ("Bone Shambler",))
    assert told("basic-guard") == ({"RP": 1}, ())
    assert told("go") == ({}, ())
