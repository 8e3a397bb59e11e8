// Ruins & Realms at the table: two D8, the 8 × 8 board, shifting, the manoeuvres. Nothing is sent until the player strikes.
import { useEffect, useRef, useState } from "preact/hooks";
import { capital, html, plural, stylesheet } from "../../../lib/ui.js";
import { calm, DamageBars, Health, News, oddsText, shake, useHeldFocus, useNewEntries, useThisTurn, Worth } from "./parts.js";

await Promise.all(["parts", "ruins-and-realms"].map((name) => stylesheet(`/static/pages/play/tables/${name}.css`)));

const FACES = [1, 2, 3, 4, 5, 6, 7, 8];
const DICE = ["Primary", "Secondary"];
const ZONES = { fumble: "Fumble", "critical-fumble": "Critical Fumble", prime: "Prime", "critical-prime": "Critical Prime" };
const ROLL_MS = 400, DRAG_STEP = 26;
const named = (cell) => `[${cell[0]},${cell[1]}]`;
const same = (a, b) => a[0] === b[0] && a[1] === b[1];
const letter = (slot) => String.fromCharCode(65 + slot);
const points = (n) => plural(n, "shift point");

export default function Table(props) {
  const { game, legal, busy } = props;
  const table = game.view.state.table;
  const entries = useNewEntries(game);
  const [aim, setAim] = useThisTurn(game, { dice: table.dice, slot: null });
  const [target, setTarget] = useState(null);
  const [refused, refuse] = useState(null);
  const place = useRef(null);
  const open = new Map(legal.map((action) => [action.code, action]));
  const locked = table.dice && table.locked[named(table.dice)];
  const at = aim.dice || table.dice;
  const chosen = table.dice ? chosenMove(table, at, aim.slot, Boolean(locked)) : null;

  useEffect(() => refuse(null), [game.turn]);
  const refusal = (text, where) => { refuse(text); shake(place.current?.querySelector(where)); };
  const go = (cell, where, slot = null) => {
    const why = whyNot(table, cell);
    if (why) return refusal(why, where);
    refuse(null);
    setAim({ dice: cell, slot });
  };
  const shift = (die, by) => go(at?.map((face, i) => (i === die ? face + by : face)), `.die-box[data-die="${die}"]`);
  const pick = (slot) => {
    const move = table.manoeuvres[slot], where = `[data-slot="${slot}"]`;
    if (!table.dice) return refusal("Roll the dice first.", where);
    if (!move.equipped && !move.way) return refusal(`${move.name} is known but not equipped: only a Prime can do it.`, where);
    if (!strikesOf(move, open).length && (move.way || locked)) return refusal(`${move.name} can be used only ${move.only || "against one who stands"}.`, where);
    if (locked) { refuse(null); return setAim({ dice: at, slot }); }
    go(move.dice, where, slot);
  };
  const keys = (event) => {
    const step = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowRight: [1, 1], ArrowLeft: [1, -1] }[event.key];
    if (!step || !table.dice || !legal.length) return;
    event.preventDefault();
    shift(...step);
  };
  useLetters(table.manoeuvres.length, (slot) => legal.length && game.view.state.turn === 0 && pick(slot));
  useEffect(() => { if (document.activeElement === document.body) place.current?.querySelector(".rr-main")?.focus({ preventScroll: true }); }, []);
  const known = { ...props, table, at, chosen, open, target, setTarget, locked, shift, go, pick, keys, refused };
  const foesTurn = legal.length > 0 && game.view.state.turn !== 0;
  return html`<div class="rr" ref=${place} data-turn=${game.turn} aria-busy=${Boolean(busy)}>
    <${News} entries=${entries} />
    ${foesTurn ? html`<${FoesTurn} ...${props} table=${table} />` : html`
      <div class="rr-table ${game.over ? "over" : ""}">
        <section class="rr-hand" aria-label="Dice">
          <${Hand} ...${known} />
          ${!game.over && html`<${Deed} ...${known} />`}
          <p class="rr-refused" role="status">${refused || ""}</p>
          ${table.dice && !locked && !refused && html`<p class="tiny soft">Arrow keys shift the dice, letters pick a manoeuvre; so do dragging, the board and the list.</p>`}
        </section>
        ${!game.over && html`<${Board} ...${known} />`}
      </div>
      ${!game.over && html`<${Moves} ...${known} />`}`}
    ${busy && html`<span class="visually-hidden" role="status">The dice are rolled</span>`}
  </div>`;
}

// The letter of a manoeuvre picks it, wherever one is on the page.
function useLetters(many, pick) {
  useEffect(() => {
    const pressed = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || document.querySelector("dialog[open]")) return;
      const slot = event.key.length === 1 ? event.key.toUpperCase().charCodeAt(0) - 65 : -1;
      if (slot < 0 || slot >= many) return;
      event.preventDefault();
      pick(slot);
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}

// The manoeuvre that the dice show, or on a Prime the one that was picked.
function chosenMove(table, at, slot, prime) {
  if (prime) return slot === null ? null : table.manoeuvres[slot];
  if (slot !== null && same(table.manoeuvres[slot].dice, at)) return table.manoeuvres[slot];
  return table.manoeuvres.find((move) => move.equipped && same(move.dice, at)) || null;
}

const strikesOf = (move, open) => Object.entries(move.strikes).filter(([, code]) => open.has(code));

// Why the dice cannot be shifted to a cell, or nothing.
function whyNot(table, cell) {
  if (!table.dice || !cell) return "Roll the dice first.";
  const zone = table.locked[named(table.dice)];
  if (zone) return `${named(table.dice)} is a ${ZONES[zone]}: locked dice cannot be shifted.`;
  const off = cell.find((face) => face < 1 || face > 8);
  if (off !== undefined) return off < 1 ? "A die cannot go below 1: dice do not wrap." : "A die cannot go above 8: dice do not wrap.";
  if (table.locked[named(cell)]) return `${named(cell)} is locked (${ZONES[table.locked[named(cell)]]}): only a natural roll gets there.`;
  const cost = table.costs[named(cell)];
  if (cost === undefined) return `No way leads to ${named(cell)}.`;
  if (cost > table.shift) return `${named(cell)} takes ${points(cost)}; you have ${table.shift}.`;
  return "";
}

// --- the dice ---------------------------------------------------------------------------------------------------------------------

// The last roll of a fighter (the hero is 0), with its place in the log, by which a new one is known.
function lastRoll(view, who = 0) {
  const i = view.log.findLastIndex((entry) => entry.event === "rolls" && entry.a === who);
  return i < 0 ? null : { id: (view.log_from || 0) + i, dice: [view.log[i].b, view.log[i].c] };
}

// Faces that tumble for a moment after a new roll.
function useTumbling(roll) {
  const before = useRef(roll?.id);
  const [faces, tumble] = useState(null);
  useEffect(() => {
    if (!roll || before.current === roll.id) return;
    before.current = roll.id;
    if (calm()) return;
    const end = performance.now() + ROLL_MS;
    const turn = () => tumble(performance.now() < end ? [0, 1].map(() => 1 + Math.floor(Math.random() * 8)) : null);
    turn();
    const timer = setInterval(turn, 65), stop = setTimeout(() => { clearInterval(timer); tumble(null); }, ROLL_MS);
    return () => { clearInterval(timer); clearTimeout(stop); tumble(null); };
  }, [roll?.id]);
  return faces;
}

function Hand({ game, table, at, locked, shift, keys }) {
  const roll = lastRoll(game.view);
  const tumbling = useTumbling(roll);
  const faces = tumbling || at || roll?.dice || [null, null];
  const spent = spentAt(table, at);
  const zone = locked || (roll && table.locked[named(roll.dice)]);
  return html`
    <div class="rr-dice">${DICE.map((name, die) => html`<${Die} key=${name} name=${name} die=${die} face=${faces[die]} live=${Boolean(table.dice)} rolling=${Boolean(tumbling)}
      moved=${table.dice ? at[die] - table.dice[die] : 0} shift=${shift} keys=${keys} />`)}</div>
    <div class="rr-shift">
      <span class="pips" aria-hidden="true">${Array.from({ length: table.shift }, (_, i) => html`<svg viewBox="0 0 12 12"><circle cx="6" cy="6" r="4.6" class=${i < spent ? "spent" : ""} /></svg>`)}</span>
      <span role="status">${table.dice ? `${spent} of ${points(table.shift)} spent` : points(table.shift)}</span>
    </div>
    ${!tumbling && html`<p class="small soft rr-lies">${table.dice
      ? html`Rolled <b>${named(table.dice)}</b>${zone ? html`, a <b>${ZONES[zone]}</b>: pick any manoeuvre` : ""}`
      : roll ? html`${game.seat === "a" ? "Your" : `${table.hero.name}'s`} last roll: <b>${named(roll.dice)}</b>${zone ? `, a ${ZONES[zone]}` : ""}` : game.seat === "a" ? "The dice are in your hand." : ""}</p>`}`;
}

// A D8: Primary warm and pointing up, Secondary cool and pointing down, so that they differ in grey, too.
function Die({ name, die, face, live, rolling, moved, shift, keys }) {
  const from = useRef(null);
  const down = (event) => { if (live) { from.current = event.clientX; event.currentTarget.setPointerCapture(event.pointerId); } };
  const drag = (event) => {
    if (from.current === null) return;
    const steps = Math.trunc((event.clientX - from.current) / DRAG_STEP);
    if (!steps) return;
    from.current += steps * DRAG_STEP;
    shift(die, Math.sign(steps));
  };
  const up = () => { from.current = null; };
  const own = (event) => {
    const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    if (!by || !live) return keys(event);
    event.preventDefault();
    shift(die, by);
  };
  const points = die === 0 ? "50,4 93,29 93,73 50,96 7,73 7,29" : "50,96 93,71 93,27 50,4 7,27 7,71";
  const front = die === 0 ? "50,4 93,73 7,73" : "50,96 93,27 7,27";
  return html`<div class="die-box ${die === 0 ? "primary" : "secondary"}" data-die=${die}>
    <span class="die-name" id="die-${die}">${name}</span>
    <div class="die-row">
      <button class="plain rr-arrow" disabled=${!live} onClick=${() => shift(die, -1)} aria-label="${name} one down"><svg viewBox="0 0 16 16"><path d="M11 2 4 8l7 6z" /></svg></button>
      <svg class="die ${rolling ? "rolling" : ""} ${live ? "live" : "rests"}" viewBox="0 0 100 100" tabindex=${live ? 0 : -1} role="spinbutton" aria-labelledby="die-${die}"
        aria-valuemin="1" aria-valuemax="8" aria-valuenow=${face ?? undefined} aria-disabled=${!live} onPointerDown=${down} onPointerMove=${drag} onPointerUp=${up} onPointerCancel=${up} onKeyDown=${own}>
        <polygon class="body" points=${points} /><polygon class="front" points=${front} />
        <text x="50" y=${die === 0 ? 64 : 58} text-anchor="middle">${face ?? "–"}</text>
      </svg>
      <button class="plain rr-arrow" disabled=${!live} onClick=${() => shift(die, 1)} aria-label="${name} one up"><svg viewBox="0 0 16 16"><path d="M5 2l7 6-7 6z" /></svg></button>
    </div>
    <span class="tiny soft">${moved ? `${moved > 0 ? "+" : "−"}${Math.abs(moved)}` : " "}</span>
  </div>`;
}

// --- what is done -------------------------------------------------------------------------------------------------------------------

const spentAt = (table, at) => (table.dice && at ? table.costs[named(at)] || 0 : 0);

// One button for what comes next, always at the same place: roll, strike, or leave the dice.
function Deed({ legal, choose, odds, worth, busy, showWorth, table, at, chosen, open, target, setTarget, keys }) {
  const act = (code) => () => !busy && code !== undefined && choose(code);
  const roll = legal.find((action) => action.id === "attack"), flee = legal.find((action) => action.id === "flee");
  const strikes = chosen ? strikesOf(chosen, open) : [];
  const [aimed, code] = strikes.find(([name]) => name === target) || strikes[0] || [];
  const left = open.get(table.leaves[at?.[1]]) || legal.find((action) => Object.values(table.leaves).includes(action.code));
  const main = roll || open.get(code) || left;
  const words = roll ? "Roll" : code !== undefined ? `Strike: ${chosen.name}` : left ? capital(left.name) : "Not your turn";
  const exact = chosen?.way === "exact" && code !== undefined, text = main && oddsText(odds[main.code]);
  return html`
    ${strikes.length > 1 && html`<div class="row rr-targets" role="group" aria-label="Target"><span class="small soft">at</span>
      ${strikes.map(([name]) => html`<button aria-pressed=${name === aimed} onClick=${() => setTarget(name)}>${name}</button>`)}</div>`}
    <button class="primary rr-main" aria-disabled=${busy || !main} onClick=${act(main?.code)} onKeyDown=${keys}>${words}</button>
    <div class="rr-deed">
      <p class="small">${main === left && spentAt(table, at) === 0 ? "" : (main?.details || "").replace(/ for (\d+) shift\b/, (_, n) => ` for ${points(Number(n))}`)}${exact ? html` <b>Exact Strike: +${chosen.bonus}</b>` : ""}</p>
      ${text && html`<p class="small soft">${capital(text)}</p>`}
      ${chosen && aimed && chosen.meets[aimed]?.length > 0 && html`<p class="small rr-meets">${aimed} answers: ${chosen.meets[aimed].join(", ")}</p>`}
      ${main && html`<${DamageBars} odds=${odds[main.code]} />`}
      <${Worth} code=${main?.code} worth=${worth} show=${showWorth} />
    </div>
    <div class="row">
      ${code !== undefined && left && html`<button class="plain" aria-disabled=${busy} onClick=${act(left.code)}>${capital(left.name)} instead</button><${Worth} code=${left.code} worth=${worth} show=${showWorth} />`}
      ${flee && html`<button class="plain" aria-disabled=${busy} onClick=${act(flee.code)}>Flee</button><span class="small soft">${flee.details}</span><${Worth} code=${flee.code} worth=${worth} show=${showWorth} />`}
    </div>`;
}

// --- the board ----------------------------------------------------------------------------------------------------------------------

function Board({ legal, table, at, go, locked, shift }) {
  const cells = useRef(null);
  const answers = (which, face) => table.foes.some((each) => each.hp > 0 && each.interrupts.some((one) => one[which].includes(face)));
  const answered = table.foes.some((each) => each.hp > 0 && each.interrupts.length);
  const moves = new Map();
  table.manoeuvres.forEach((move, slot) => move.equipped && moves.set(named(move.dice), [slot, move]));
  const focus = at || [4, 4];
  const keys = (event) => {
    const step = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowRight: [1, 1], ArrowLeft: [1, -1] }[event.key];
    if (!step) return;
    event.preventDefault();
    shift(...step);
    requestAnimationFrame(() => cells.current?.querySelector('[tabindex="0"]')?.focus());
  };
  const cell = (p, s) => {
    const here = [p, s], name = named(here), zone = table.locked[name], cost = table.costs?.[name];
    const reach = table.dice && !locked && cost !== undefined && cost <= table.shift;
    const [slot, move] = moves.get(name) || [];
    const says = [name, zone && ZONES[zone], move?.name, reach ? (cost ? points(cost) : "as rolled") : table.dice && !zone ? "out of reach" : ""].filter(Boolean).join(", ");
    const looks = ["cell", zone && `zone ${zone}`, reach && `reach cost-${Math.min(cost, 4)}`, move && "move", table.dice && same(here, table.dice) && "as-rolled", at && same(here, at) && "here"];
    return html`<button key=${name} class=${looks.filter(Boolean).join(" ")} tabindex=${same(here, focus) ? 0 : -1} aria-label=${says} title=${says}
      aria-pressed=${at && same(here, at) ? "true" : undefined} data-cell="${p}${s}" onClick=${() => go(here, `[data-cell="${p}${s}"]`)} disabled=${!legal.length}
      data-mark=${zone ? (zone.includes("fumble") ? "F" : "P") : move ? letter(slot) : ""} data-cost=${reach && cost > 0 ? cost : ""}></button>`;
  };
  return html`<section class="rr-board" aria-label="The board of rolls">
    <div class="axis-y" aria-hidden="true">Primary</div>
    <div class="cells" ref=${cells} role="group" aria-label="Primary upwards, Secondary to the right; arrow keys shift the dice" onKeyDown=${keys}>
      ${[...FACES].reverse().map((p) => html`<span class="head ${answers("primary", p) ? "answers" : ""}" aria-hidden="true">${p}</span>${FACES.map((s) => cell(p, s))}`)}
      <span class="head"></span>${FACES.map((s) => html`<span class="head ${answers("secondary", s) ? "answers" : ""}" aria-hidden="true">${s}</span>`)}
    </div>
    <div class="axis-x" aria-hidden="true">Secondary</div>
    <p class="legend tiny soft"><span><span class="key reach"></span> in reach</span><span><span class="key zone">F</span> Fumble</span><span><span class="key zone">P</span> Prime: locked</span>${answered && html`<span><span class="key answers">4</span> met by an interrupt</span>`}</p>
  </section>`;
}

// --- the enemies' turn, where somebody plays them -------------------------------------------------------------------------------------

// Whose turn it is, its dice as they fell, and its strikes: those in reach can be chosen.
function FoesTurn({ game, legal, choose, odds, busy, table }) {
  const { turn, rolled } = game.view.state, foe = table.foes[turn - 1], roll = rolled ? lastRoll(game.view, turn) : null;
  const tumbling = useTumbling(roll), place = useRef(null);
  const open = new Map(legal.map((action) => [action.name.toLowerCase(), action]));
  const main = legal.find((action) => action.id === "attack");
  useHeldFocus(place, game.turn, ".rr-main, .rr-move.open");
  const faces = tumbling || roll?.dice || [null, null], act = (action) => () => !busy && action && choose(action.code);
  const cost = (dice) => (roll ? Math.abs(dice[0] - roll.dice[0]) + Math.abs(dice[1] - roll.dice[1]) : 0);
  return html`<section class="rr-foes-turn" ref=${place} aria-label="The turn of ${foe.name}">
    <div class="rr-hand"><h3>${foe.name}: ${roll ? "choose a strike" : "your roll"}</h3>
      <div class="rr-dice">${DICE.map((name, die) => html`<${Die} key=${name} name=${name} die=${die} face=${faces[die]} live=${false} rolling=${Boolean(tumbling)} moved=${0} shift=${() => {}} keys=${() => {}} />`)}</div>
      <p class="small soft">${roll ? html`Rolled <b>${named(roll.dice)}</b>, ${points(foe.shift)}` : points(foe.shift)}</p>
      ${main && html`<button class="primary rr-main" aria-disabled=${busy} onClick=${act(main)}>Roll</button>`}</div>
    <ul class="rr-moves">${foe.strikes.map((strike, slot) => {
      const action = open.get(strike.name.toLowerCase());
      return html`<li key=${strike.name}><button class="rr-move ${action ? "open" : roll ? "closed" : ""}" aria-disabled=${!action || busy ? "true" : undefined} onClick=${act(action)}>
        <span class="rr-letter" aria-hidden="true">${letter(slot)}</span>
        <span class="rr-what"><b>${strike.name}</b> <span class="rr-cell">${named(strike.dice)}</span> <span class="mono">${strike.damage}</span>
          <span class="small soft">${capital([...strike.effects, action && oddsText(odds[action.code])].filter(Boolean).join("; "))}</span></span>
        ${roll && html`<span class="rr-how"><span class="tag ${action ? "you" : ""}">${action ? (cost(strike.dice) ? points(cost(strike.dice)) : "in reach") : "out of reach"}</span></span>`}
      </button></li>`;
    })}</ul>
  </section>`;
}

// --- the manoeuvres -----------------------------------------------------------------------------------------------------------------

function Moves({ table, worth, showWorth, open, chosen, target, pick, locked }) {
  const row = (move, slot) => {
    const strikes = strikesOf(move, open), [, code] = strikes.find(([name]) => name === target) || strikes[0] || [];
    const cost = table.costs?.[named(move.dice)];
    const how = !table.dice ? `${move.rolls} of 64 rolls` : move.way === "exact" ? "exact" : move.way === "shifted" ? points(cost) : move.way ? "by the Prime" : cost === undefined || !move.equipped ? "out of reach" : `out of reach: ${cost}`;
    const looks = ["rr-move", code !== undefined && "open", table.dice && code === undefined && "closed", chosen === move && "chosen"];
    return html`<li key=${move.name}><button class=${looks.filter(Boolean).join(" ")} data-slot=${slot} aria-pressed=${chosen === move ? "true" : "false"} onClick=${() => pick(slot)}>
      <span class="rr-letter" aria-hidden="true">${letter(slot)}</span>
      <span class="rr-what"><b>${move.name}</b> <span class="rr-cell">${named(move.dice)}</span> <span class="mono">${move.damage}${move.way && move.bonus ? ` +${move.bonus}` : ""}</span>
        <span class="small soft">${[...move.effects, move.only && `only ${move.only}`].filter(Boolean).join("; ") || move.text}</span></span>
      <span class="rr-how"><span class="tag ${code !== undefined ? "you" : ""}">${how}</span><${Worth} code=${code} worth=${worth} show=${showWorth} /></span>
    </button></li>`;
  };
  const all = table.manoeuvres.map((move, slot) => [move, slot]);
  const rows = (list) => html`<ul class="rr-moves">${list.map(([move, slot]) => row(move, slot))}</ul>`;
  const more = all.filter(([move]) => !move.equipped);
  return html`<section aria-label="Manoeuvres"><h3>Manoeuvres</h3>
    ${rows(all.filter(([move]) => move.equipped))}
    ${more.length > 0 && html`<details open=${Boolean(locked)}><summary>${more.length} more known, for a Prime</summary>${rows(more)}</details>`}
  </section>`;
}

// --- both sides ---------------------------------------------------------------------------------------------------------------------

export function You({ game, side = "you" }) {
  const { hero } = game.view.state.table;
  const states = [hero.condition, `${points(hero.shift)}`, hero.shield ? `shield at ${hero.shield}` : "", ...hero.lasting].filter(Boolean);
  return html`<section class="panel rr-side" aria-label=${hero.name}>
    <div class="spread"><h2>${hero.name} <span class="small soft">${hero.style}, level ${hero.level}</span></h2></div>
    <${Health} who=${hero} side=${side} />
    <p class="t-tags">${states.map((text) => html`<span class="tag ${text === "HEALTHY" ? "" : side}">${text}</span>`)}</p>
    ${hero.armor.length > 0 && html`<p class="small soft">${hero.armor.map((piece) => `${piece.name} (${piece.faces ? `${piece.faces}: −${piece.takes_off}` : `blocks ${piece.takes_off}`})`).join("; ")}</p>`}
  </section>`;
}

export function Foes({ game, side = "them" }) {
  return html`<div class="rr-foes">${game.view.state.table.foes.map((foe) => html`<${Foe} key=${foe.name} foe=${foe} side=${side} />`)}</div>`;
}

function Foe({ foe, side }) {
  const fallen = foe.hp <= 0;
  return html`<section class="panel rr-side ${fallen ? "fallen" : ""}" aria-label=${foe.name}>
    <div class="spread"><h2>${foe.name} <span class="small soft">level ${foe.level}${foe.rank === "ordinary" ? "" : `, ${foe.rank}`}</span></h2>
      <span class="small soft">${fallen ? "fallen" : points(foe.shift)}</span></div>
    <${Health} who=${foe} side=${side} />
    ${!fallen && html`<p class="t-tags">${foe.interrupts.map((each) => html`<span class="tag ${side}" title=${`interrupt, ${each.type}`}>${each.trigger}: ${each.effect}${each.name ? ` (${each.name})` : ""}</span>`)}
      ${foe.lasting.map((text) => html`<span class="tag">${text}</span>`)}</p>
      <details><summary class="small">its strikes</summary><p class="small soft">${foe.text}</p>
        <ul class="small">${foe.strikes.map((each) => html`<li>${each.name} ${named(each.dice)} ${each.damage}${each.effects.length ? `, ${each.effects.join(", ")}` : ""}</li>`)}</ul></details>`}
  </section>`;
}
