// Who fights, from a game's view: HP, effects and details of each fighter, from what the status says, else from the state, else by side.

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// The parts of a text between commas and semicolons that are not within brackets.
export function parts(text) {
  const found = [""];
  let depth = 0;
  for (const sign of text) {
    if ("([".includes(sign)) depth += 1;
    if (")]".includes(sign)) depth -= 1;
    if ((sign === "," || sign === ";") && depth === 0) found.push("");
    else found[found.length - 1] += sign;
  }
  return found.map((each) => each.trim()).filter(Boolean);
}

function fromState(state, name, number) {
  const all = state.fighters;
  const it = Array.isArray(all) ? all[number] : all?.[name];
  return it && typeof it.hp === "number" ? { hp: it.hp, most: it.max_hp } : null;
}

function fromStatus(line, name, word) {
  const said = line.slice(name.length + 1).replace(/[█░]+/g, "");
  const health = new RegExp(`^(-?\\d+) ?(?:/|of) ?(\\d+) ${escaped(word)}$`);
  let hp = null, most = null;
  const tags = parts(said).filter((each) => {
    const match = health.exec(each);
    if (match) [hp, most] = [Number(match[1]), Number(match[2])];
    return !match;
  });
  return { hp, most, tags };
}

// { fighters: [{ name, side, hp, most, tags, notes, fallen }], notes: [what is said of the fight as a whole], absent: [names] }
export function fightersOf(game) {
  const { names, view, ruleset, max_health: sums } = game;
  const someone = new RegExp(`^(\\S[^:]*): \\d+ ?(?:/|of) ?\\d+ ${escaped(ruleset.health_word)}\\b`); // who came later has no number
  const fighters = [], notes = [];
  for (const line of view.status) {
    const number = names.findIndex((each) => line.startsWith(`${each}:`));
    const name = names[number] ?? someone.exec(line)?.[1];
    if (name) {
      const told = fromStatus(line, name, ruleset.health_word), state = fromState(view.state, name, number);
      fighters.push({ name, side: number === 0 ? "a" : "b", notes: [], ...told, hp: told.hp ?? state?.hp ?? null, most: told.most || state?.most || null });
    } else if (/^\s/.test(line) && fighters.length) fighters.at(-1).notes.push(line.trim());
    else notes.push(line.trim());
  }
  for (const [number, side] of ["a", "b"].entries()) {
    if (!ruleset.story && !fighters.some((each) => each.side === side)) {
      fighters.push({ name: side === "a" ? names[0] : names.slice(1).join(", "), side, hp: view.health[side], most: sums[number], tags: [], notes: [] });
    }
  }
  const seen = new Set(fighters.map((each) => each.name));
  for (const each of fighters) {
    each.fallen = each.hp !== null ? each.hp <= 0 : each.tags.includes("fallen");
    if (each.fallen && each.hp === null) each.hp = 0;
    if (!each.most && !ruleset.story && fighters.filter((other) => other.side === each.side).length === 1) each.most = sums[each.side === "a" ? 0 : 1];
    each.tags = each.tags.filter((tag) => tag !== "fallen");
  }
  const missing = names.slice(1).filter((name) => !seen.has(name) && !fighters.some((each) => each.name.includes(name)));
  return { fighters, notes, absent: ruleset.story ? [] : missing };
}

// Which side is ours, and which theirs: who watches sees it as side A does.
export const sidesOf = (game) => (game.seat === "b" ? { mine: "b", theirs: "a" } : { mine: "a", theirs: "b" });

// What the sides are called: by the ruleset, or where it only has letters for them, by who fights.
export function sideNames(game) {
  const [a, b] = game.ruleset.sides, others = game.names.slice(1);
  return { a: a.length > 1 ? a : game.names[0], b: b.length > 1 ? b : others.length === 1 ? others[0] : "the others" };
}
