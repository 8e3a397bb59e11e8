"""Questions about the odds of Veinbreaker: a roll against a defence, a whole chain, the best possible chain."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pydantic import Field, field_validator

from fracas.dice import distribution
from fracas.engine.content.models import Model, Slug, named
from fracas.engine.content.reading import validated
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.setup import Answer, Measure, Setup, chance
from fracas.engine.records.record import Array
from fracas.errors import FracasError
from fracas.rulesets.veinbreaker import book, chains, labels, models, policies
from fracas.rulesets.veinbreaker.codes import Action, Defense, Mode, Phase, Result, Status
from fracas.rulesets.veinbreaker.limits import MAX_CHAIN
from fracas.rulesets.veinbreaker.rules.attack import defense_target, link_total, result_of
from fracas.rulesets.veinbreaker.rules.chain import cooled_down, may_declare, remember_chain
from fracas.rulesets.veinbreaker.rules.enemy_turn import contest
from fracas.rulesets.veinbreaker.rules.execution import may_execute
from fracas.rulesets.veinbreaker.rules.rolls import roll_for, roll_pool
from fracas.rulesets.veinbreaker.rules.statuses import lay_status
from fracas.rulesets.veinbreaker.stage import QUIET, Situation, begun, staged
from fracas.rulesets.veinbreaker.state import DECLARE, ENEMY, PLAYER

MAX_CHAINS_SHOWN = 10


class RollQuestion(Model):
    """A roll against a defence."""

    attack: int = Field(0, ge=-50, le=50, description="Everything that is added to the roll")
    defense: int = Field(ge=-50, le=100, description="The defence target; with contested, what is added to the defence roll")
    mode: Mode = Mode.NORMAL
    contested: bool | None = Field(None, description="Whether the defence is a roll of 2d10, too; by default as the options say")

    @field_validator("mode", mode="before")
    @classmethod
    def _hyphens(cls, value: Any) -> Any:
        return value.strip().lower().replace(" ", "-") if isinstance(value, str) else value


class ChainQuestion(Situation):
    """A chain against an enemy."""

    chain: str = Field(description="Abilities in order: pulse-strike,basic-strike")
    execute: bool = Field(False, description="The first attack is an Execution Strike")


class BestQuestion(Situation):
    """The best chain against an enemy."""

    best: chains.Aim = Field(description="By damage, by the chance to fell, or by damage with the risk counted")
    character: Slug
    longest: int = Field(4, ge=1, le=MAX_CHAIN, description="Links at most")


def roll_odds(question: RollQuestion, options: models.Options) -> Answer:
    """The chances to hit and to crit, and the pool's distribution."""
    mode = question.mode
    contested = options.defense == Defense.CONTESTED if question.contested is None else question.contested
    pool = distribution(lambda dice: roll_pool(dice, options, mode))

    def one(dice: Any) -> int:
        total = roll_pool(dice, options, mode) + question.attack
        target = question.defense + (roll_pool(dice, options, Mode.NORMAL) if contested else 0)
        return result_of(options, total, target)

    results = distribution(one)
    hit, crit = results[Result.HIT] + results[Result.CRIT], results[Result.CRIT]
    result = {
        "hit": chance(hit),
        "crit": chance(crit),
        "mean": {"value": float(pool.mean()), "fraction": str(pool.mean())},
        "distribution": {str(n): chance(p) for n, p in pool.items()},
    }
    against = f"2d10 {question.defense:+d}" if contested else str(question.defense)
    sentence = (
        f"2d10 ({labels.mode_name(mode)}, {float(pool.mean()):.4f} on average) {question.attack:+d} against {against}: "
        f"hits {float(hit):.4%} ({hit}), crits {float(crit):.4%} ({crit})"
    )
    return Answer(question.model_dump(mode="json") | {"contested": contested}, result, sentence)


def situation(ask: Situation, options: models.Options, abilities: list[str]) -> tuple[Setup, Array]:
    """The fight of a question, just before the player declares."""
    content, last = book.library(), names_of(ask.last) if ask.last not in (None, "none") else []
    enemy = named("enemy", ask.enemy, content.enemies)
    if ask.archetype is not None:
        enemy = enemy.model_copy(update={"archetype": ask.archetype, "windows": None})
    if ask.character is not None:
        who = named("character", ask.character, content.characters)
    else:
        known = [a for a in (named("ability", name, content.abilities) for name in (*abilities, *last)) if a.path != "core"]
        path: Any = known[0].path if known else models.PATHS[0]
        tier = max((a.tier for a in known), default=1)
        who = models.Character(path=path, tier=tier, abilities=tuple(dict.fromkeys(a.id for a in known)))
    setup, now = staged(ask, options, who, enemy)
    if last:
        was = declare(setup, now, last, False)
        remember_chain(was[0], setup.book[0])
        now[0].last_chain, now[0].cooldowns = was[0].last_chain, cooled_down(was[0].cooldowns)
    return setup, now


def names_of(chain: str) -> list[str]:
    """The abilities of a chain as typed."""
    return ["-".join(name.lower().split()) for name in chain.split(",") if name.strip()]


def declare(setup: Setup, now: Array, abilities: list[str], execute: bool) -> Array:
    """Declare a chain, or explain why that is not possible."""
    for name in abilities:
        slot = book.slot_of(setup.details["who"], name)
        if not may_declare(now[0], setup.book[0], slot):
            why = labels.refusal(setup, now[0], name) or f"{name} cannot be declared"
            raise FracasError("refused", why, "ask about another chain")
        now = chains.with_links(setup, now, [DECLARE + slot])
    if execute:
        if not may_execute(now[0], setup.book[0], 0):
            raise FracasError(
                "not-primed", "no Execution Strike can be declared here", "the enemy has to be Primed, an RP left, and a link has to roll"
            )
        now = chains.with_links(setup, now, [Action.EXECUTE])
    return now


def chain_odds(ruleset: Ruleset, question: ChainQuestion, options: models.Options) -> Answer:
    """Every outcome of a chain."""
    abilities = names_of(question.chain)
    if not 1 <= len(abilities) <= MAX_CHAIN:
        raise FracasError("bad-chain", f"a chain has 1 to {MAX_CHAIN} links, not {len(abilities)}", "chain=pulse-strike,basic-strike")
    setup, now = situation(question, options, abilities)
    found = chains.chain_odds(ruleset, setup, declare(setup, now, abilities, question.execute), question.interrupts)

    def spread(value: chains.Reading) -> dict[str, Any]:
        exact = found.exactly(value)
        if exact is not None:
            return {str(n): chance(p) for n, p in exact.items()}
        return {str(n): {"p": p} for n, p in found.by(value).items()}

    def share(where: chains.Reading) -> dict[str, Any]:
        found_there: dict[str, Any] = spread(where).get("True", chance(Fraction(0)))
        return found_there

    def meter(side: int, name: str) -> dict[str, Any]:
        return spread(lambda ends: chains.meter_of(ends, side, name))

    damage = found.exactly(found.damage)
    mean: dict[str, Any] = {"value": found.prospects.mean_damage}
    if damage is not None:
        total = sum((n * p for n, p in damage.items()), Fraction(0))
        mean = {"value": float(total), "fraction": str(total)}
    result: dict[str, Any] = {
        "hits": spread(lambda ends: ends["hits"]),
        "damage": spread(found.damage),
        "mean_damage": mean,
        "fells": share(chains.felled),
        "interrupted": share(chains.was_interrupted),
        "broken": share(chains.was_broken),
        "heat": meter(PLAYER, "heat"),
        "balance": meter(PLAYER, "balance"),
        "rp": meter(PLAYER, "rp"),
        "momentum": meter(PLAYER, "momentum"),
        "enemy_momentum": meter(ENEMY, "momentum"),
        "hp": meter(PLAYER, "hp"),
    }
    who, p = setup.details["who"], found.prospects
    sentence = (
        f"{', '.join(who.abilities[book.slot_of(who, a)].name for a in abilities)} against {setup.names[1]}: "
        f"{p.mean_damage:.4f} damage on average, fells {p.fells:.4%}; interrupted {found.interrupted:.4%}, broken {p.broken:.4%}"
    )
    return Answer(question.model_dump(mode="json", exclude_defaults=True), result, sentence)


def best_odds(ruleset: Ruleset, question: BestQuestion, options: models.Options, progress: Progress) -> Answer:
    """The best chain, by evaluating all chains up to a number of links, with an execution if possible."""
    setup, now = situation(question, options, [])
    ranked = chains.best_chains(ruleset, setup, now, question.best, question.longest, question.interrupts, progress)
    if not ranked:
        raise FracasError("no-chain", "no chain can be declared here", "give more RP")
    told: list[dict[str, Any]] = [
        {
            "chain": [labels.action_name(setup, now[0], action) for action in chain],
            "mean_damage": odds.mean_damage,
            "fells": {"p": odds.fells},
            "broken": {"p": odds.broken},
        }
        for chain, odds in ranked[:MAX_CHAINS_SHOWN]
    ]
    best, (_, odds) = told[0], ranked[0]
    result = {
        "chain": ", ".join(best["chain"]),
        "mean_damage": {"value": odds.mean_damage},
        "fells": best["fells"],
        "broken": best["broken"],
        "chains": len(ranked),
        "best": told,
    }
    lines = [
        f"The best of {len(ranked):,} chains of up to {labels.counted(question.longest, 'link')} "
        f"of {setup.names[0]} against {setup.names[1]}: {', '.join(told[0]['chain'])} ({labels.odds_text(odds)})"
    ]
    lines += [f"  {', '.join(t['chain'])} ({labels.odds_text(each)})" for t, (_, each) in zip(told[1:], ranked[1:], strict=False)]
    return Answer(question.model_dump(mode="json", exclude_defaults=True), result, "\n".join(lines))


def ask(ruleset: Ruleset, question: Mapping[str, str], options: models.Options, progress: Progress) -> Answer:
    """Answer ``attack=2 defense=12 mode=disadvantage``, ``chain="a,b,c" enemy=NAME`` or ``best=damage character=NAME enemy=NAME``."""
    if not question:
        raise FracasError(
            "no-question",
            "nothing was asked",
            'ask for example: attack=2 defense=12 mode=disadvantage; or chain="pulse-strike,basic-strike" enemy=bone-shambler; '
            "or best=damage character=stonepulse-novice enemy=bone-shambler",
        )
    if {"chain", "best"} <= set(question):
        raise FracasError("given-twice", "a chain is given, and the best one is asked for", "give chain= or best=")
    if "chain" in question:
        return chain_odds(ruleset, validated(ChainQuestion, dict(question), "the question"), options)
    if "best" in question:
        return best_odds(ruleset, validated(BestQuestion, dict(question), "the question"), options, progress)
    return roll_odds(validated(RollQuestion, dict(question), "the question"), options)


# --- before a fight --------------------------------------------------------------------------------------------------------------


def first_hit(setup: Setup, now: Array, who: int, ability: Any) -> Fraction:
    """The chance that a fighter's first link hits."""

    def hits(dice: Any) -> bool:
        at = now.copy()[0]
        at.roll = roll_for(dice, at, setup.book[0], who)
        total = link_total(dice, at, setup.book[0], who, ability, False)
        return result_of(setup.options, total, defense_target(dice, at, setup.book[0], 1 - who)) != Result.MISS

    return distribution(hits)[True]


def denied(setup: Setup, now: Array) -> Fraction | None:
    """The chance that the player denies the enemy's first chain; None if it cannot be denied as a whole."""
    shown = chains.with_links(setup, now, [Action.GO, Action.SHOW])
    if int(shown[0].phase) != Phase.CONTEST:
        return None

    def denies(dice: Any) -> bool:
        at = shown.copy()[0]
        contest(dice, at, setup.book[0])
        return bool(at.phase != Phase.UNDENIED)

    return distribution(denies)[True]


def measures(setup: Setup) -> dict[str, Measure]:
    """The chances that the player's best attack hits, also when Staggered, that the enemy's first move hits, that its chain is denied."""
    now = begun(setup)
    found = {}
    slot = policies.best_link(now[0], setup.book[0], policies.ATTACKS)
    if slot != policies.NOTHING:
        staggered = now.copy()
        lay_status(QUIET, staggered[0], PLAYER, Status.STAGGER, 1, setup.options.status_rounds)
        attack = setup.book[0].abilities[slot]
        found["your first attack hits"] = Measure(first_hit(setup, now, PLAYER, attack))
        found["Staggered, it hits"] = Measure(first_hit(setup, staggered, PLAYER, attack))
    found["its first move hits"] = Measure(first_hit(setup, now, ENEMY, setup.book[0].foes[0].moves[0]))
    contest = denied(setup, now)
    if contest is not None:
        found["its chain is denied"] = Measure(contest)
    return found
