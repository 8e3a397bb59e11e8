"""Computer players: each does what it says of itself, and nobody ever does what is not allowed."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.arda.tale import EFFECTS, ITEMS, Tale, adventure, again, bout, ending, fight, hero, plain, ready, rolled, scene

import fracas
from fracas.dice import PlayedDice, distribution
from fracas.rulesets.arda import policies, rules
from fracas.rulesets.arda.codes import ITEMS as KINDS
from fracas.rulesets.arda.codes import Stat, Tier
from fracas.rulesets.arda.rules.healing import max_hp
from fracas.rulesets.arda.rules.items import carried

HEROES = ("shrewd", "careful", "bold", "random", "first")
THINKING = ("shrewd", "careful", "bold", "first")


def test_the_hero_has_five_policies_and_the_tale_its_own():
    assert fracas.load_ruleset("arda").policies_of == (HEROES, ("tale",))


def test_heroes_are_shrewd_unless_it_is_said_otherwise():
    assert fracas.encounter("arda", {"adventure": adventure(plain())}).policies == ("shrewd", "tale")


# --- choices --------------------------------------------------------------------------------------------------------------------


def chosen(policy, *choices, who=None, **options):
    """What a policy chooses of these; a hero with 5 in everything adds 2."""
    return Tale(adventure(*choices), who, **options).wants(policy)


EASY, MEDIUM, HARD = (rolled(name, dc=dc) for name, dc in (("easy", 8), ("medium", 12), ("hard", 16)))
SAFE, MODERATE, DANGEROUS = (rolled(risk, dc=10, riskLevel=risk) for risk in ("safe", "moderate", "dangerous"))


def test_first_takes_the_first_choice():
    assert chosen("first", HARD, EASY, plain()) == "hard"


def test_first_takes_the_first_that_is_open():
    assert chosen("first", plain("closed", needs={"gold": 5}), HARD, EASY) == "hard"


@pytest.mark.parametrize("policy", ["shrewd", "careful", "bold"])
def test_of_equal_risks_all_others_take_the_likeliest(policy):
    assert chosen(policy, HARD, EASY, MEDIUM) == "easy"


@pytest.mark.parametrize("policy", ["shrewd", "careful", "bold"])
def test_the_likeliest_depends_on_the_hero(policy):
    choices = (rolled("climb", "endurance", 14), rolled("read", "lore", 12))
    assert chosen(policy, *choices, who=hero(endurance=8, lore=5)) == "climb"  # 9 or more, and 10 or more
    assert chosen(policy, *choices, who=hero(endurance=6, lore=5)) == "read"


@pytest.mark.parametrize("policy", ["shrewd", "careful", "bold"])
def test_the_situation_counts(policy):
    assert chosen(policy, rolled("plain", dc=12), rolled("helped", dc=12, modifier=1)) == "helped"


@pytest.mark.parametrize("policy", ["shrewd", "careful", "bold"])
def test_a_choice_that_is_not_open_is_not_taken(policy):
    assert chosen(policy, rolled("closed", dc=2, needs={"gold": 5}), HARD) == "hard"


@pytest.mark.parametrize("policy", THINKING)
def test_of_choices_that_are_alike_the_first_is_taken(policy):
    assert chosen(policy, rolled("a"), rolled("b"), rolled("c")) == "a"


@pytest.mark.parametrize(("policy", "takes"), [("bold", "dangerous"), ("careful", "safe")])
def test_bold_takes_the_riskiest_and_careful_the_safest(policy, takes):
    for choices in ((SAFE, MODERATE, DANGEROUS), (DANGEROUS, MODERATE, SAFE), (MODERATE, DANGEROUS, SAFE)):
        assert chosen(policy, *choices) == takes


@pytest.mark.parametrize(("policy", "takes"), [("bold", "leap"), ("careful", "wade")])
def test_risk_goes_before_likelihood(policy, takes):
    leap, wade = rolled("leap", dc=30, riskLevel="dangerous"), rolled("wade", dc=29, riskLevel="safe")
    stroll = rolled("stroll", dc=2, riskLevel="moderate")
    assert chosen(policy, stroll, leap, wade) == takes


def test_shrewd_does_not_mind_the_risk():
    assert chosen("shrewd", rolled("safe", dc=10), rolled("risky", dc=9, riskLevel="dangerous")) == "risky"


@pytest.mark.parametrize("policy", ["careful", "bold"])
def test_what_needs_no_roll_is_likeliest_of_all(policy):
    assert chosen(policy, rolled("sure", dc=-5), plain()) == "go"


@pytest.mark.parametrize(("dc", "takes"), [(10, "try"), (11, "go"), (12, "go")])
def test_shrewd_takes_what_needs_no_roll_for_something_that_needs_a_9(dc, takes):
    assert chosen("shrewd", plain(), rolled(dc=dc)) == takes  # 8, 9 and 10 or more


@pytest.mark.parametrize(("versus", "takes"), [(5, "duel"), (6, "try"), (7, "try")])
def test_a_contest_is_judged_by_a_middling_roll(versus, takes):
    assert chosen("shrewd", rolled(dc=13), rolled("duel", versus=versus)) == takes  # 10, 11 and 12 or more against a 10; and 11


# --- growing --------------------------------------------------------------------------------------------------------------------


def raised(policy, *faces, **stats):
    tale = Tale(adventure(again(xp=100), plain()), hero(**stats))
    tale.choose("again")
    return tale.wants(policy, *faces)


@pytest.mark.parametrize("policy", ["shrewd", "bold", "first"])
@pytest.mark.parametrize(("stats", "stat"), [({"lore": 6}, "lore"), ({"lore": 8, "craft": 7}, "craft"), ({}, "valor")])
def test_a_level_raises_the_best_stat_that_can_still_rise(policy, stats, stat):
    assert raised(policy, **stats) == f"raise {stat}"


@pytest.mark.parametrize(("endurance", "stat"), [(3, "endurance"), (7, "endurance"), (8, "lore")])
def test_careful_play_has_endurance_first(endurance, stat):
    assert raised("careful", endurance=endurance, lore=7) == f"raise {stat}"


def test_a_level_raises_no_stat_that_gear_has_raised_to_the_cap_already():
    tale = Tale(adventure(plain()), hero(valor=7, lore=6, carries=["sword"]))
    tale.state.raises = 1
    assert tale.wants("shrewd") == "raise lore"
    tale = Tale(adventure(plain()), hero(valor=7, lore=6, carries=["sword"]), stat_cap=12)
    tale.state.raises = 1
    assert tale.wants("shrewd") == "raise valor"


def test_random_play_raises_anything():
    assert [raised("random", face) for face in range(1, 7)] == [f"raise {stat}" for stat in Stat.slugs()]


# --- potions --------------------------------------------------------------------------------------------------------------------


def drinks(policy, hp, *items, **more):
    tale = Tale(adventure(plain(), **more), hero(carries=items or ("draught",)))  # 20 HP at most
    tale.state.hp = hp
    return tale.wants(policy)


@pytest.mark.parametrize(("hp", "does"), [(11, "go"), (10, "use draught"), (1, "use draught")])
def test_careful_play_drinks_once_half_of_the_hit_points_are_left(hp, does):
    assert drinks("careful", hp) == does


@pytest.mark.parametrize(("hp", "does"), [(7, "go"), (6, "use draught"), (1, "use draught")])
def test_shrewd_play_drinks_once_a_third_is_left(hp, does):
    assert drinks("shrewd", hp) == does


@pytest.mark.parametrize("policy", ["bold", "first"])
def test_bold_and_first_never_drink(policy):
    assert drinks(policy, 1) == "go"


@pytest.mark.parametrize("policy", ["careful", "shrewd"])
@pytest.mark.parametrize("items", [("sip", "draught"), ("draught", "sip")])
def test_what_heals_most_is_drunk(policy, items):
    assert drinks(policy, 1, *items) == "use draught"


@pytest.mark.parametrize("policy", ["careful", "shrewd"])
def test_what_does_not_heal_is_not_drunk(policy):
    assert drinks(policy, 1, "antidote", "hymn", "sword") == "go"


@pytest.mark.parametrize("policy", ["careful", "shrewd"])
def test_they_drink_in_a_fight_too(policy):
    tale = fight({}, hero(carries=["draught"]))
    tale.state.hp = 1
    assert tale.wants(policy) == "use draught"


@pytest.mark.parametrize("policy", ["careful", "shrewd"])
def test_a_stat_is_raised_before_anything_is_drunk(policy):
    tale = Tale(adventure(again(xp=100), plain()), hero(carries=["draught"]))
    tale.choose("again")
    tale.state.hp = 1
    assert tale.wants(policy).startswith("raise")


# --- fights ---------------------------------------------------------------------------------------------------------------------


def fights(policy, hp=20, foe=None, ready=0, cycle=0, who=None, way_out=True, options=None, **dc):
    """What a policy does against an enemy with these DCs; the others are 12 to attack, 20 to guard, and there is nothing else."""
    dcs = {"guard": 20, "trick": None, "flee": None, **dc}
    talks = {"resolve": 2} if dcs.get("talk") is not None else {}
    story = bout({"dc": dcs, "moves": {"heavy": {"every": 2}}, **talks})
    if not way_out:
        story["scenes"]["fight"]["fight"].pop("fled")
        story["scenes"].pop("away")
    tale = Tale(story, who, **(options or {}))
    tale.state.hp, tale.state.fight.ready, tale.state.fight.cycle = hp, ready, cycle
    tale.state.fight.enemy_hp = foe or 20
    return tale.wants(policy)


def test_first_strikes_whatever_is_likelier():
    assert fights("first", strike=30, shoot=2, talk=2, trick=2, flee=2, cycle=1, hp=1) == "strike"


@pytest.mark.parametrize("policy", ["bold", "shrewd", "careful"])
@pytest.mark.parametrize(("strike", "shoot", "does"), [(12, 11, "shoot"), (11, 12, "strike"), (12, 12, "strike")])
def test_all_others_strike_or_shoot_whichever_is_likelier(policy, strike, shoot, does):
    assert fights(policy, strike=strike, shoot=shoot) == does


@pytest.mark.parametrize("policy", ["bold", "shrewd", "careful"])
def test_the_likelier_attack_depends_on_the_hero(policy):
    assert fights(policy, who=hero(craft=6)) == "shoot"


def test_bold_does_nothing_but_attack():
    assert fights("bold", strike=30, shoot=30, guard=2, talk=2, trick=2, flee=2, cycle=1, hp=1) == "strike"


@pytest.mark.parametrize("policy", ["shrewd", "careful"])
@pytest.mark.parametrize(("talk", "does"), [(11, "talk"), (12, "talk"), (13, "strike")])
def test_shrewd_and_careful_talk_where_that_is_at_least_as_likely_as_an_attack(policy, talk, does):
    assert fights(policy, talk=talk) == does


@pytest.mark.parametrize(("ready", "guard", "does"), [(0, 12, "guard"), (0, 11, "guard"), (0, 13, "strike"), (1, 2, "strike")])
def test_careful_guards_when_it_is_not_ready_and_a_guard_is_at_least_as_likely_as_an_attack(ready, guard, does):
    assert fights("careful", ready=ready, guard=guard) == does


def test_careful_guards_before_it_talks():
    assert fights("careful", guard=12, talk=2) == "guard"
    assert fights("careful", guard=12, talk=2, ready=1) == "talk"


@pytest.mark.parametrize("guard", [12, 30])
def test_careful_guards_against_heavy_blows_however_likely_that_is(guard):
    assert fights("careful", cycle=1, ready=1, guard=guard) == "guard"


@pytest.mark.parametrize(("guard", "does"), [(12, "guard"), (13, "strike")])
def test_shrewd_guards_against_heavy_blows_if_that_is_at_least_as_likely_as_an_attack(guard, does):
    assert fights("shrewd", cycle=1, guard=guard) == does


@pytest.mark.parametrize(("guard", "does"), [(14, "guard"), (15, "strike")])
def test_where_a_success_can_hurt_shrewd_guards_against_heavy_blows_if_that_is_likely(guard, does):
    assert fights("shrewd", cycle=1, guard=guard, options={"success_harm": True}) == does  # 12 or more, and 13


def test_shrewd_does_not_guard_without_need():
    assert fights("shrewd", guard=2) == "strike"


@pytest.mark.parametrize(("hp", "does"), [(7, "strike"), (6, "flee"), (1, "flee")])
def test_careful_flees_if_it_is_badly_hurt(hp, does):
    assert fights("careful", hp=hp, flee=12) == does


@pytest.mark.parametrize(("hp", "does"), [(8, "strike"), (7, "flee")])
def test_a_third_of_the_hit_points_is_not_yet_badly_hurt(hp, does):
    assert fights("careful", hp=hp, flee=12, who=hero(endurance=7)) == does  # 24 HP


def test_careful_cannot_flee_where_there_is_no_way():
    assert fights("careful", hp=1) == "strike"
    assert fights("careful", hp=1, flee=2, way_out=False) == "strike"


def test_shrewd_does_not_flee():
    assert fights("shrewd", hp=1, flee=2) == "strike"


@pytest.mark.parametrize(("trick", "does"), [(11, "trick"), (12, "trick"), (13, "strike")])
def test_shrewd_tricks_an_enemy_first_where_that_is_at_least_as_likely_as_an_attack(trick, does):
    assert fights("shrewd", trick=trick) == does


def test_shrewd_talks_rather_than_it_tricks():
    assert fights("shrewd", trick=2, talk=12) == "talk"


def test_shrewd_tricks_once():
    tale = fight({})
    assert tale.wants("shrewd") == "trick"
    tale.approach("trick", 15)
    assert tale.wants("shrewd") == "strike"


def test_shrewd_tricks_nobody_who_is_nearly_beaten():
    assert fights("shrewd", trick=2, foe=11) == "trick"
    assert fights("shrewd", trick=2, foe=10) == "strike"


@pytest.mark.parametrize("policy", ["careful", "bold"])
def test_careful_and_bold_do_not_trick(policy):
    assert fights(policy, trick=2) == "strike"


# --- random ---------------------------------------------------------------------------------------------------------------------


def test_random_play_does_anything_that_can_be_done_as_often():
    tale = fight({}, hero(carries=["draught"]))
    number = policies.POLICIES.index("random")
    chances = distribution(lambda dice: policies.choose(dice, number, tale.state, tale.book))
    codes = tale.codes()
    assert len(codes) == 6
    assert {float(chances[code]) for code in codes} == {1 / 6}


# --- nobody does what is not allowed --------------------------------------------------------------------------------------------

PLACES = ("s0", "s1", "s2")
FACTS = ("heard", "seen")
few = st.integers(0, 3)
dcs = st.integers(-5, 30)
maybe = st.none() | dcs
things = st.lists(st.sampled_from(sorted(ITEMS)), max_size=3)
known = st.lists(st.sampled_from(FACTS), max_size=2, unique=True)


@st.composite
def results(draw, gotos):
    return {
        "goto": draw(st.sampled_from(gotos)),
        "damage": draw(st.sampled_from(Tier.slugs())),
        "heal": draw(st.sampled_from([0, 0, 5, 30])),
        "rest": draw(st.sampled_from(["none", "none", "short", "camp", "long"])),
        "xp": draw(st.sampled_from([0, 0, 40, 500])),
        "gold": draw(st.sampled_from([0, 0, -20, 30])),
        "gain": draw(things),
        "lose": draw(things),
        "learn": draw(known),
        "forget": draw(known),
        "effect": draw(st.none() | st.sampled_from(sorted(EFFECTS))),
        "cure": draw(st.booleans()),
    }


@st.composite
def needs(draw):
    return {
        "items": draw(things)[:1],
        "facts": draw(known)[:1],
        "gold": draw(st.sampled_from([0, 0, 10])),
        "level": draw(st.sampled_from([1, 1, 3])),
        "stat": draw(st.sampled_from([{}, {}, {"valor": 7}])),
    }


@st.composite
def choices(draw, name, gotos):
    choice = {"id": name, "text": name, "needs": draw(needs()), "riskLevel": draw(st.sampled_from(["safe", "moderate", "dangerous"]))}
    if draw(st.booleans()):
        return {**choice, "actionType": "narrative", "success": draw(results(gotos))}
    versus = draw(st.booleans())
    against = {"versus": draw(st.integers(1, 12))} if versus else {"dc": draw(dcs)}
    own = [] if versus else draw(st.sampled_from([[], ["critical"], ["fumble"], ["critical", "fumble"]]))
    each = {kind: draw(results(gotos)) for kind in ("success", "failure", *own)}
    more = {
        "stat": draw(st.sampled_from(Stat.slugs())),
        "modifier": draw(st.integers(-2, 2)),
        "advantage": draw(st.none() | st.just("advantage")),
    }
    return {**choice, "actionType": "craft", "requiresRoll": True, **against, **more, **each}


@st.composite
def enemies(draw):
    talk = draw(maybe)
    heavy = st.none() | st.fixed_dictionaries({"every": st.integers(2, 4), "tier": st.sampled_from(Tier.slugs())})
    frenzy = st.none() | st.fixed_dictionaries({"below": st.integers(1, 100), "tiers": st.integers(1, 2)})
    mending = st.none() | st.fixed_dictionaries({"below": st.integers(1, 99), "hp": st.integers(1, 30)})
    effects = st.none() | st.sampled_from(sorted(EFFECTS))
    return {
        "name": "Wolf",
        "text": "A wolf.",
        "hp": draw(st.integers(1, 60)),
        "boss": draw(st.booleans()),
        "resolve": 0 if talk is None else draw(st.integers(1, 5)),
        "dc": {"strike": draw(dcs), "shoot": draw(dcs), "guard": draw(dcs), "trick": draw(maybe), "talk": talk, "flee": draw(maybe)},
        "moves": {
            "heavy": draw(heavy),
            "frenzy": draw(frenzy),
            "mending": draw(mending),
            "venom": draw(effects),
            "dread": draw(effects),
            "thorns": draw(st.sampled_from(Tier.slugs())),
            "ambush": draw(st.sampled_from(["none", "none", "trivial"])),
        },
        "xp": draw(st.sampled_from([0, 50, 500])),
        "gives": draw(things),
    }


@st.composite
def stories(draw):
    """A small adventure: scenes in a row, each with a way on that is open to everybody, and ways to anywhere."""
    gotos = [*PLACES, "end"]
    scenes, foes = {}, {}
    for name, onward in zip(PLACES, (*PLACES[1:], "end"), strict=True):
        if draw(st.booleans()):
            foes[name] = draw(enemies())
            fled = {"fled": draw(results(gotos))} if draw(st.booleans()) else {}
            scenes[name] = {"title": name, "text": name, "fight": {"enemy": name, "won": {**draw(results(gotos)), "goto": onward}, **fled}}
        else:
            more = [draw(choices(f"c{i}", gotos)) for i in range(draw(few))]
            scenes[name] = scene(*more, plain("on", onward))
    first = scene(plain("listen", "s0", learn=FACTS), plain("walk", "s0"))
    quests = {"all": {"title": "All there is", "steps": FACTS}}
    told = {"title": "A tale", "text": "Told.", "hero": hero(), "start": "first", "items": ITEMS, "effects": EFFECTS, "quests": quests}
    return {**told, "enemies": foes, "scenes": {"first": first, **scenes, "end": ending("over")}}


heroes = st.builds(
    lambda values, level, gold, carries: hero(**dict(zip(Stat.slugs(), values, strict=True)), level=level, gold=gold, carries=carries),
    st.tuples(*[st.integers(3, 8)] * 6),
    st.sampled_from([1, 1, 4, 10]),
    st.sampled_from([0, 10]),
    st.lists(st.sampled_from(sorted(ITEMS)), max_size=6),
)
switches = st.fixed_dictionaries(
    {},
    optional={
        name: st.booleans()
        for name in ("natural_20", "natural_1", "advantage", "levelling", "complication", "level_damage", "contest_naturals")
    },
)


@settings(max_examples=40, derandomize=True, database=None, deadline=None)
@given(stories(), heroes, switches, st.integers(0, 1000))
def test_whatever_happens_there_is_something_to_do_and_each_policy_does_something_of_it(story, who, options, seed):
    setup = ready(story, who, **options).setup
    for policy in HEROES:
        now, dice, number = setup.state.copy(), PlayedDice(seed), policies.POLICIES.index(policy)
        state, book = now[0], setup.book[0]
        rules.start(dice, state, book)
        for _ in range(25):
            if rules.outcome(state, book):
                break
            actions = [0] * fracas.load_ruleset("arda").max_actions
            legal = actions[: rules.legal(state, book, actions)]
            action = int(policies.choose(dice, number, state, book))
            assert action in legal, f"{policy} does {action}, and could have done {legal}"
            rules.apply(dice, state, book, action)
            keeps_its_bounds(state, book)


def keeps_its_bounds(state, book):
    """What is so in every state of every adventure."""
    over = int(rules.outcome(state, book))
    assert 0 <= state.hp <= max_hp(state, book)
    assert (state.hp == 0) == (over == 1)
    assert state.gold >= 0
    assert 1 <= state.level <= 10
    assert all(3 <= value <= 8 for value in state.natural)
    worn = Counter()
    for item in range(1, KINDS + 1):
        if carried(int(state.items), item):
            worn.update({stat: int(book.items[item].bonus[stat]) for stat in range(6)})
    assert [int(value) for value in state.stats] == [int(state.natural[stat]) + worn[stat] for stat in range(6)]
    assert (state.effect == 0) == (state.turns == 0)
    assert over or state.turns >= 0
    assert state.fight.enemy_hp >= 0
    assert state.fight.resolve >= 0


@pytest.mark.parametrize("policy", ["shrewd", "careful"])
def test_nobody_talks_to_one_who_does_not_listen_however_unlikely_an_attack_is(policy):
    tale = fight({"dc": {"strike": 100, "shoot": 100, "guard": 100}}, hero(valor=4, craft=3, endurance=3), natural_20=False)
    assert tale.wants(policy) in tale.open()


def test_bold_takes_the_riskiest_however_unlikely_it_is():
    leap, stroll = rolled("leap", dc=100, riskLevel="dangerous"), rolled("stroll", dc=-50, riskLevel="moderate")
    assert chosen("bold", stroll, leap, natural_20=False, natural_1=False) == "leap"
