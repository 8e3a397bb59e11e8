"""World Loop's world for the engine: its arrays, what is measured of it, and how it is told and shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from fracas.dice import Event
from fracas.engine.content.texts import whole_number
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.world import WorldKind, WorldRules, WorldSetup
from fracas.errors import FracasError, unknown
from fracas.rulesets.world_loop import faults, levels, models
from fracas.rulesets.world_loop.book import build_world
from fracas.rulesets.world_loop.codes import Material, Mind, Said, Tally
from fracas.rulesets.world_loop.library import HERO, library, slug
from fracas.rulesets.world_loop.log import Names, WorldTeller
from fracas.rulesets.world_loop.rules.stats import effective_atk, effective_def, effective_max_hp
from fracas.rulesets.world_loop.rules.world import found, tick
from fracas.rulesets.world_loop.story import Story

GLYPHS = "·#~=^+':,%"
"""A symbol for each material."""
LETTERS = {"goblin": "g", "wolf": "w", "bandit": "b", "undead": "u", "orc": "o"}
HERO_GLYPH, LOOT_GLYPH = "@", "*"
COLOURS = {
    HERO_GLYPH: "bold bright_yellow",
    LOOT_GLYPH: "bright_cyan",
    "·": "grey30",
    "#": "grey62",
    "=": "yellow",
    "+": "cyan",
    "^": "dark_orange3",
    "'": "green4",
    ":": "khaki3",
    ",": "dark_sea_green4",
    "%": "grey54",
    **dict.fromkeys(LETTERS.values(), "green"),
    **{letter.upper(): "bold red" for letter in LETTERS.values()},
}
SIGNS = {
    HERO_GLYPH: "hero",
    **{letter: race for race, letter in LETTERS.items()},
    **{letter.upper(): f"strong {race}" for race, letter in LETTERS.items()},
    LOOT_GLYPH: "loot",
    **{glyph: tile.slug for tile, glyph in zip(Material, GLYPHS, strict=True)},
}
STRONG = 2
"""The tier from which a monster is shown as a capital letter."""
OF_TWO = (Said.MISSES, Said.HITS, Said.CRITS, Said.KILLS, Said.GOLD)
"""Events whose second number is also an entity."""
LOUD = (Said.KILLS, Said.LEVELS, Said.RESPAWNS, Said.EQUIPS, Said.DRINKS)
"""Events worth a line in a live view."""


def _times(n: int, what: str) -> str:
    """How many of something there were: 1 death, 2 deaths."""
    return f"{n} {what}{'' if n == 1 else 's'}"


class LoopWorld(WorldKind):
    """The world of World Loop."""

    rules = WorldRules(found, tick)
    options_model = models.WorldOptions
    tick_event = Said.TICK
    colours: Mapping[str, str] = COLOURS
    signs: Mapping[str, str] = SIGNS

    def plans(self) -> Mapping[str, Mapping[str, Any]]:
        """The built-in worlds."""
        return {name: plan.model_dump() for name, plan in library().worlds.items()}

    def build(self, name: str, title: str, options: models.WorldOptions) -> WorldSetup:
        """Empty arrays for the maximum number of living entities."""
        return build_world(name, title, options)

    def fault(self, setup: WorldSetup, arrays: Any) -> str | None:
        """Why arrays cannot be a world created by the rules: see `fracas.rulesets.world_loop.faults`."""
        return faults.fault(setup, arrays)

    def tick_of(self, arrays: Any) -> int:
        """The current tick."""
        return int(arrays.now[0].tick)

    # numbers

    def living(self, arrays: Any) -> Any:
        """All living entities, ordered by number."""
        return arrays.entities[self._alive(arrays)]

    def _alive(self, arrays: Any) -> Any:
        """The indices of all living entities, ordered by number: for a few of many fields, this is much faster than `living`."""
        alive = np.flatnonzero(arrays.entities["alive"] == 1)
        return alive[np.argsort(arrays.entities["body"]["uid"][alive])]

    def measures(self, arrays: Any) -> dict[str, int | float]:
        """The number of living entities, the state of the heroes, and statistics."""
        alive, entities, tally = self._alive(arrays), arrays.entities, arrays.tally
        hero, race, body = entities["hero"][alive] == 1, entities["race"][alive], entities["body"]
        heroes, monsters = body[alive[hero]], body["level"][alive[~hero]]
        levels = heroes["level"]
        kinds = library()
        is_hero = np.array([name not in kinds.monsters for name in kinds.kind_names])
        sums = {name: tally[:, i] for i, name in enumerate(Tally.slugs())}
        tiers = self._tiers()[body["kind"][alive]]
        found: dict[str, int | float] = {
            "tick": self.tick_of(arrays),
            "living": len(alive),
            "spawned": int(sums["spawned"].sum()),
            "died": int(sums["died"].sum()),
            "hero_level": float(levels.mean()) if len(heroes) else 0.0,
            "hero_level_most": int(levels.max()) if len(heroes) else 0,
            "hero_xp": int(heroes["xp"].sum()),
            "hero_hp": int(heroes["hp"].sum()),
            "hero_gold": int(heroes["gold"].sum()),
            "hero_kills": int(sums["kills"][is_hero].sum()),
            "hero_deaths": int(sums["died"][is_hero].sum()),
            "hero_damage": int(sums["damage"][is_hero].sum()),
            "hero_potions": int(sums["potions"][is_hero].sum()),
            "monster_kills": int(sums["kills"][~is_hero].sum()),
            "monster_level_most": int(monsters.max()) if len(monsters) else 0,
            "ground": int(arrays.now[0].ground_used),
        }
        for i, name in enumerate(kinds.race_names):
            found[f"living_{name}"] = int((race == i).sum())
        for i, tier in enumerate(kinds.tiers):
            found[f"living_{tier.name.lower()}"] = int((~hero & (tiers == i)).sum())
        return found

    def _tiers(self) -> Any:
        content = library()
        return np.array([content.monsters[n].tier if n in content.monsters else 0 for n in content.kind_names])

    def summary(self, setup: WorldSetup, arrays: Any) -> dict[str, Any]:
        """Statistics of each kind and tier, and the state of the heroes."""
        content, names = library(), self.names(arrays)
        alive = self.living(arrays)
        by_kind: dict[str, dict[str, int]] = {}
        by_tier: dict[str, dict[str, int]] = {}
        for number, name in enumerate(content.kind_names):
            row = {what: int(arrays.tally[number, i]) for i, what in enumerate(Tally.slugs())}
            if not row[Tally.SPAWNED.slug]:
                continue
            row["living"] = int((alive["body"]["kind"] == number).sum())
            by_kind[name] = row
            monster = content.monsters.get(name)
            group = by_tier.setdefault(content.tiers[monster.tier].name.lower() if monster else "heroes", dict.fromkeys(row, 0))
            for what, n in row.items():
                group[what] += n
        heroes = [
            {"id": int(e["body"]["uid"]), "name": names[int(e["body"]["uid"])], "level": int(e["body"]["level"])}
            | {what: int(e["body"][what]) for what in ("xp", "xp_to_next", "hp", "max_hp", "gold")}
            | {what: int(e[what]) for what in ("kills", "deaths")}
            for e in alive[alive["hero"] == 1]
        ]
        return {"tick": self.tick_of(arrays), "living": len(alive), "by_kind": by_kind, "by_tier": by_tier, "heroes": heroes}

    # words

    def cast(self, events: Sequence[tuple[int, Event]]) -> dict[int, int]:
        """The kind of every entity that has appeared."""
        return {event.a: event.b for _, event in events if event.code in (Said.SPAWNS, Said.IS)}

    def names(self, arrays: Any) -> Names:
        """Names of all entities in the arrays, by number."""
        body = arrays.entities["body"]
        return Names(dict(zip(body["uid"].tolist(), body["kind"].tolist(), strict=True)))

    def present(self, arrays: Any) -> list[tuple[int, Event]]:
        """All living entities, and their positions."""
        now, wide = self.tick_of(arrays), arrays.tiles.shape[1]
        alive = self.living(arrays)
        columns = (alive["body"]["uid"], alive["body"]["kind"], alive["y"] * wide + alive["x"])
        return [(now, Event(Said.IS, *row)) for row in zip(*(column.tolist() for column in columns), strict=True)]

    def tell(self, setup: WorldSetup, events: Sequence[tuple[int, Event]]) -> list[str]:
        """The events worth telling, a line each."""
        teller = WorldTeller(int(setup.options.width), self.cast(events))
        return [f"{when:>6}  {teller.event(event)}" for when, event in events if event.code in LOUD]

    def worth_telling(self, rows: Any) -> Any:
        """Loud events, and appearances."""
        return np.isin(rows[:, 0], [int(code) for code in (*LOUD, Said.SPAWNS)])

    def entity(self, setup: WorldSetup, arrays: Any, wanted: str) -> int:
        """Find an entity by number (``17``, ``#17``) or by kind with or without a number (``goblin-chief``, ``hero #1``): first match."""
        text = wanted.strip().lower()
        head, _, number = text.partition("#")
        given = whole_number(number)
        uid = whole_number(head) if given is None else given
        if uid is not None:
            called = slug(self.names(arrays)[uid].partition(" #")[0])
            if number and head.strip() and slug(head) != called and not called.startswith("#"):
                raise FracasError("no-entity", f"#{uid} is a {called}, no {head.strip()}", "give its number alone")
            if 1 <= uid < int(arrays.now[0].next_uid):
                return uid
            raise FracasError(
                "no-entity", f"there is no entity {uid}", f"numbers so far are 1 to {int(arrays.now[0].next_uid) - 1} (at this tick)"
            )
        names, kind = library().kind_names, slug(text if number else head)
        titles = {slug(library().title_of(i)): i for i in range(len(names))}
        number_of = names.index(kind) if kind in names else titles.get(kind)
        alive = self.living(arrays)
        if kind == HERO:
            found = alive[alive["hero"] == 1]
        elif number_of is not None:
            found = alive[alive["body"]["kind"] == number_of]
        else:
            raise unknown("entity", wanted, ["hero", *names[1:]])
        if not len(found):
            raise FracasError("no-entity", f"no {wanted} lives at tick {self.tick_of(arrays)}", "give a number, or another kind")
        return int(found["body"]["uid"][0])

    def concerns(self, rows: Any, uid: int) -> Any:
        """An entity's own events, events that affect it, and appearances."""
        own = (rows[:, 1] == uid) & (rows[:, 0] != Said.LOST)
        other = (rows[:, 2] == uid) & np.isin(rows[:, 0], [int(code) for code in OF_TWO])
        return own | other | (rows[:, 0] == Said.SPAWNS)

    def story(self, setup: WorldSetup, events: Sequence[tuple[int, Event]], uid: int, blows: bool = False) -> list[str]:
        """A life in lines: fights summarised, or blow by blow, and the events in between."""
        return Story(int(setup.options.width), self.cast(events), uid, blows).told(events)

    def levels(self, question: Mapping[str, str], options: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
        """The XP curve, the time each level takes, and the chances of a hero of each level in a duel."""
        return levels.answer(question, options, progress)

    # pictures

    def ground(self, setup: WorldSetup, arrays: Any) -> list[str]:
        """The materials of all tiles."""
        return ["".join(GLYPHS[tile] for tile in row) for row in arrays.tiles.tolist()]

    def standing(self, setup: WorldSetup, arrays: Any) -> Any:
        """All living entities, each with its symbol on the map."""
        alive, entities, signs = self._alive(arrays), arrays.entities, list(SIGNS)
        body, race = entities["body"], entities["race"][alive]
        letters = np.array([signs.index(LETTERS[race]) if race in LETTERS else signs.index(HERO_GLYPH) for race in library().race_names])
        strong = np.array([signs.index(signs[sign].upper()) if sign != signs.index(HERO_GLYPH) else sign for sign in letters])
        tiers = self._tiers()[body["kind"][alive]]
        sign = np.where(tiers >= STRONG, strong[race], letters[race])
        sign = np.where(entities["hero"][alive] == 1, signs.index(HERO_GLYPH), sign)
        everybody: Any = SimpleNamespace(max_hp=body["max_hp"][alive], gear=body["gear"][alive].T)  # vectorised form of a rule
        book: Any = SimpleNamespace(items=setup.book[0].items.view(np.recarray))
        most = effective_max_hp(everybody, book)
        health = np.clip(100 * body["hp"][alive] // np.maximum(most, 1), 0, 100)
        return np.stack([body["uid"][alive], entities["x"][alive], entities["y"][alive], sign, health], axis=1).astype(np.int32)

    def map_lines(self, setup: WorldSetup, arrays: Any, width: int, height: int) -> list[str]:
        """The map around the first hero: ``@`` heroes, letters for monsters, capitals for strong ones, ``*`` loot."""
        alive = self.living(arrays)
        high, wide = arrays.tiles.shape
        heroes = alive[alive["hero"] == 1]
        middle: Any = heroes[0] if len(heroes) else {"x": wide // 2, "y": high // 2}
        left = max(min(int(middle["x"]) - width // 2, wide - width), 0)
        top = max(min(int(middle["y"]) - height // 2, high - height), 0)
        rows = [[GLYPHS[int(t)] for t in arrays.tiles[y, left : left + width]] for y in range(top, min(top + height, high))]
        for y, row in enumerate(rows):
            for x in np.flatnonzero(arrays.piles[top + y, left : left + width]):
                row[int(x)] = LOOT_GLYPH
        races, tiers = library().race_names, self._tiers()
        for e in alive:
            x, y = int(e["x"]) - left, int(e["y"]) - top
            if 0 <= y < len(rows) and 0 <= x < len(rows[0]):
                letter = LETTERS.get(races[int(e["race"])], "m")
                rows[y][x] = HERO_GLYPH if e["hero"] else letter.upper() if tiers[int(e["body"]["kind"])] >= STRONG else letter
        return ["".join(row) for row in rows]

    def status_lines(self, setup: WorldSetup, arrays: Any) -> list[str]:
        """One line for each of the first ten heroes."""
        book, names = setup.book[0], self.names(arrays)
        lines = []
        for e in self.living(arrays)[:10]:
            if e["hero"]:
                me = e["body"]
                lines.append(
                    f"{names[int(me['uid'])]}: level {me['level']}, {me['hp']}/{effective_max_hp(me, book)} HP, "
                    f"ATK {effective_atk(me, book)}, DEF {effective_def(me, book)}, {me['xp']}/{me['xp_to_next']} XP, {me['gold']} gold, "
                    f"{_times(int(e['kills']), 'kill')}, {_times(int(e['deaths']), 'death')}; "
                    f"at ({e['x']}, {e['y']}), {Mind(int(e['mind'])).slug.replace('-', ' ')}"
                )
        return lines
