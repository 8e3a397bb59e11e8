// Veinbreaker at the table: the chain link by link, danger timing, meters and pools, interrupt prompts, the overlay of a perfect parry.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Bar, capital, html, plural, signed, stylesheet } from "../../../lib/ui.js";
import { useKeys } from "../choices.js";
import { calm, Health, News, oddsText, useHeldFocus, useNewEntries, Worth } from "./parts.js";

await Promise.all(["parts", "veinbreaker"].map((name) => stylesheet(`/static/pages/play/tables/${name}.css`)));

const KINDS = ["attack", "defense", "utility", "movement", "stance"];
const OVERLAY_MS = 2600;
const CHOICES = ".vb-go button, .t-choice:not([aria-disabled=true])";
const sign = (n) => (n > 0 ? signed(n, 0) : n < 0 ? signed(n, 0) : "0");

// What a phase asks of the player.
const PROMPTS = {
  declaring: ({ enemy, chain }) => (chain.length ? "Add a link, or let the chain go" : `Build a chain against ${enemy.name}`),
  reacting: ({ enemy }) => `${enemy.name} moves to interrupt!`,
  pause: () => "The chain holds. Press on?",
  contest: ({ enemy }) => `${enemy.name} shows its chain. Deny it?`,
  opening: ({ enemy }) => `An opening in the chain of ${enemy.name}!`,
};

export default function Table(props) {
  const { game, legal } = props;
  const { state } = game.view, { table } = state;
  const entries = useNewEntries(game);
  const danger = ["reacting", "opening", "contest"].includes(state.phase) && legal.length > 0;
  const prompt = legal.length ? PROMPTS[state.phase]?.(table) || "Your choice" : game.over ? "" : "The other side decides";
  const place = useRef(null);
  useKeys(place, null, CHOICES);
  useHeldFocus(place, game.turn, CHOICES);
  return html`<div class="vb numbered" ref=${place} data-turn=${game.turn} aria-busy=${Boolean(props.busy)}>
    <${Parry} game=${game} entries=${entries} />
    <${News} entries=${entries} most=${10} />
    <${Chain} state=${state} table=${table} over=${game.over} />
    ${!game.over && html`<${Meters} who=${table.player} />`}
    <div role="status">${prompt && html`<h2 class="vb-prompt ${danger ? "danger" : ""}">${danger && html`<${Warning} />`}${prompt}</h2>`}</div>
    ${state.phase === "declaring" && legal.length > 0 ? html`<${Declare} ...${props} table=${table} />` : html`<${Answers} ...${props} danger=${danger} />`}
  </div>`;
}

const Warning = () => html`<svg class="warning" viewBox="0 0 20 20" aria-hidden="true"><path d="M10 1 19 18H1z" /><path d="M10 7v6M10 15v1" class="mark" /></svg>`;

// --- the chain --------------------------------------------------------------------------------------------------------------------

function Chain({ state, table, over }) {
  const theirs = table.owner === "enemy", declaring = state.phase === "declaring";
  const slots = theirs || !declaring ? table.chain.length : table.longest;
  if (!slots || over) return null;
  const place = (i) => (declaring ? "set" : i < state.at || (i === state.at && (state.phase === "pause" || state.after)) ? "done" : i === state.at ? "now" : "coming");
  const left = table.attempts_left;
  return html`<section class="vb-chain ${theirs ? "theirs" : ""}" aria-label=${theirs ? `The chain of ${table.enemy.name}` : "Your chain"}>
    <div class="spread"><h3>${theirs ? `The chain of ${table.enemy.name}` : "Your chain"}${state.roll ? html` <span class="small soft">on a roll of ${state.roll}</span>` : ""}</h3>
      ${!theirs && html`<span class="small soft">${left === null ? "it may interrupt as often as it likes" : left ? `${plural(left, "attempt")} to interrupt left this round` : "it has no attempt left this round"}</span>`}</div>
    <ol>${Array.from({ length: slots }, (_, i) => html`<${Link} key=${i} number=${i + 1} link=${table.chain[i]} place=${table.chain[i] ? place(i) : i === table.chain.length ? "next" : "free"} danger=${left === 0 ? null : table.danger[i]} />`)}</ol>
    ${!theirs && table.danger.length > 0 && left !== 0 && html`<p class="tiny soft vb-legend"><span><i class="hit"></i> danger even if all hits</span><span><i class="miss"></i> danger after a miss</span><span>bars: before and after each link</span></p>`}
  </section>`;
}

function Link({ number, link, place, danger }) {
  const says = danger ? ["before", "after"].map((when) => `${when}: ${dangerText(danger[when])}`).join("; ") : "";
  return html`<li class="vb-link ${place} ${link?.type || ""}" aria-current=${place === "now" ? "step" : undefined}>
    <span class="vb-number">${number}</span>
    <b>${link ? link.name : place === "next" ? "next" : ""}</b>
    ${link && html`<span class="tiny soft">${link.type === "move" ? link.text : link.type}</span>`}
    ${danger && html`<span class="vb-danger" role="img" aria-label="Danger ${says}" title=${says}>
      ${["before", "after"].map((when) => html`<span><i class="miss" style=${{ height: `${danger[when].miss}%` }}></i><i class="hit" style=${{ height: `${danger[when].hit}%` }}></i></span>`)}
    </span>`}
  </li>`;
}

const dangerText = ({ hit, miss }) => (hit === miss ? (hit ? `${hit} %` : "none") : hit ? `${hit} %, after a miss ${miss} %` : `${miss} % after a miss`);

function Meters({ who, side = "you" }) {
  return html`<div class="vb-meters" aria-label="Meters of ${who.name}">${who.meters.map(({ name, value, most }) => html`<div class="vb-meter" key=${name}>
    <span>${capital(name)}</span>
    ${name === "balance" ? html`<${Balance} value=${value} most=${most} side=${side} />` : html`<${Bar} value=${value} most=${most || Math.max(8, value)} side=${side} label=${`${name} ${value}${most ? ` of ${most}` : ""}`} />`}
    <b>${name === "balance" ? sign(value) : value}${most && name !== "balance" ? html`<span class="soft">/${most}</span>` : ""}</b>
  </div>`)}</div>`;
}

const BALANCE_SHOWN = 12;

// Balance goes both ways from the middle; more than a dozen fills the bar, so that small changes are seen.
function Balance({ value, most, side }) {
  const span = Math.max(1, Math.min(most, BALANCE_SHOWN));
  const share = Math.min(50, (50 * Math.abs(value)) / span);
  return html`<div class="bar ${side} vb-balance" role="img" aria-label="balance ${sign(value)}"><i style=${{ width: `${share}%`, left: value < 0 ? `${50 - share}%` : "50%" }}></i></div>`;
}

// --- choices ----------------------------------------------------------------------------------------------------------------------

const price = (cost) => Object.entries(cost).map(([what, n]) => `${n} ${what}`).join(", ");

// Abilities; what cannot be the next link says why. One button lets the chain go.
function Declare({ table, legal, choose, worth, busy, showWorth }) {
  const open = new Map(legal.map((action) => [action.code, action]));
  const others = legal.filter((action) => !table.abilities.some((each) => each.code === action.code));
  const sorted = [...table.abilities].sort((a, b) => KINDS.indexOf(a.type) - KINDS.indexOf(b.type));
  return html`<div class="vb-declare">
    <div class="row vb-go">${others.map((action) => html`<button key=${action.code} class=${action.id === "go" && table.chain.length ? "primary" : ""} aria-disabled=${busy} onClick=${() => !busy && choose(action.code)}>
      ${action.id === "go" ? (table.chain.length ? "Let the chain go" : "Hold back") : capital(action.name)}</button>
      <span class="small soft">${action.details}</span><${Worth} code=${action.code} worth=${worth} show=${showWorth} />`)}</div>
    <div class="t-choices">${sorted.map((each) => html`<${Ability} key=${each.id} each=${each} action=${open.get(each.code)} choose=${choose} busy=${busy} worth=${worth} showWorth=${showWorth} />`)}</div>
  </div>`;
}

function Ability({ each, action, choose, busy, worth, showWorth }) {
  const chain = action?.details.split("→ chain ")[1];
  return html`<button class="t-choice vb-ability ${each.type}" aria-disabled=${busy || !action} title=${each.story} onClick=${() => !busy && action && choose(action.code)}>
    <span class="spread"><b>${each.name}</b><span class="tag">${price(each.cost)}</span></span>
    <span class="small soft">${each.type}${each.text ? `: ${each.text}` : ""}</span>
    ${action ? chain && html`<span class="small">chain: ${chain}</span>` : html`<span class="small vb-why">${capital(each.why || "not now")}</span>`}
    <${Worth} code=${each.code} worth=${worth} show=${showWorth} />
  </button>`;
}

function Answers({ legal, choose, odds, worth, busy, showWorth, danger }) {
  return html`<div class="t-choices ${danger ? "vb-answers" : ""}">${legal.map((action) => html`<button key=${action.code} class="t-choice" aria-disabled=${busy} onClick=${() => !busy && choose(action.code)}>
    <span class="spread"><b>${capital(action.name.replaceAll("-", " "))}</b>${price(action.cost) && html`<span class="tag">${price(action.cost)}</span>`}</span>
    ${action.details && action.details !== price(action.cost) && html`<span class="small soft">${action.details}</span>`}
    ${oddsText(odds[action.code]) && html`<span class="small">${capital(oddsText(odds[action.code]))}</span>`}
    <${Worth} code=${action.code} worth=${worth} show=${showWorth} />
  </button>`)}</div>`;
}

// --- a perfect parry ----------------------------------------------------------------------------------------------------------------

// The overlay of a perfect parry: a cut across the screen. Where motion is not wanted, a still card that stays until it is closed.
function Parry({ game, entries }) {
  const [shown, show] = useState(null);
  useEffect(() => {
    const i = entries.findIndex((entry) => entry.event === "parry-heals");
    if (i < 0) return;
    const counter = entries.slice(0, i).findLast((entry) => entry.event === "takes"), healed = entries.slice(i).find((entry) => entry.event === "heals");
    show({ counter: counter?.b, healed: healed?.b || 0, still: calm(), lines: [counter, healed].flatMap((entry) => entry?.lines || []) });
    if (calm()) return;
    const timer = setTimeout(() => show(null), OVERLAY_MS);
    return () => clearTimeout(timer);
  }, [game.turn]);
  useLayoutEffect(() => { // what is seen can be closed: the key is heard from the moment it is shown
    if (!shown) return;
    const key = (event) => { if (event.key === "Escape" || event.key === "Enter" || event.key === " ") { event.preventDefault(); show(null); } };
    addEventListener("keydown", key, true);
    return () => removeEventListener("keydown", key, true);
  }, [shown]);
  return html`<div aria-live="assertive">${shown && html`<div class="vb-parry ${shown.still ? "still" : ""}" onClick=${() => show(null)}>
    ${!shown.still && html`<svg class="cut" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true"><path d="M-5 78 105 18 105 23 -5 81z" /><path class="thin" d="M-5 30 105 74" /></svg>`}
    <div class="vb-parry-card">
      <strong>Perfect parry</strong>
      <div class="vb-parry-numbers"><span class="counter"><b>−${shown.counter}</b> ${game.view.state.table.enemy.name}</span><span class="healed"><b>+${shown.healed}</b> you</span></div>
      <p class="small">${shown.lines.map((line) => line.trim()).join(" ")}</p>
      <button onClick=${() => show(null)}>Go on</button>
    </div>
  </div>`}</div>`;
}

// --- both sides ---------------------------------------------------------------------------------------------------------------------

export function You({ game, side = "you" }) {
  const { player, pools, stance } = game.view.state.table;
  const known = Object.entries(pools).filter(([, { most }]) => most > 0);
  return html`<section class="panel vb-side" aria-label=${player.name}>
    <h2>${player.name}</h2><${Health} who=${player} side=${side} />
    ${!game.over && html`<div class="vb-pools">${known.map(([name, { left, most }]) => html`<span class="vb-pool" key=${name}>${capital(name)} <${Pips} left=${left} most=${most} /><span class="visually-hidden">${left} of ${most}</span></span>`)}</div>`}
    <${Lasting} who=${player} more=${[stance && `stance ${stance}`, player.blood && plural(player.blood, "Blood Mark")]} side=${side} />
  </section>`;
}

const Pips = ({ left, most }) => html`<svg class="pool-pips" viewBox="0 0 ${most * 9} 9" width=${most * 9} height="9" aria-hidden="true">${Array.from({ length: most }, (_, i) => html`<rect x=${i * 9 + 1} y="1" width="6.5" height="6.5" rx="1.5" class=${i < left ? "left" : ""} />`)}</svg>`;

const Lasting = ({ who, more = [], side }) => {
  const all = [who.primed && "PRIMED: open to an execution", ...more, ...who.lasting].filter(Boolean);
  return all.length > 0 && html`<p class="t-tags">${all.map((text) => html`<span class="tag ${side}">${text}</span>`)}</p>`;
};

export function Foes({ game, side = "them" }) {
  const { enemy, windows, waiting } = game.view.state.table;
  return html`<section class="panel vb-side" aria-label=${enemy.name}>
    <div class="spread"><h2>${enemy.name}</h2>${waiting.length > 0 && html`<span class="small soft">behind it: ${waiting.join(", ")}</span>`}</div>
    <${Health} who=${enemy} side=${side} />${!game.over && html`<${Meters} who=${enemy} side=${side} />`}
    <${Lasting} who=${enemy} side=${side} />
    <details><summary class="small">when it interrupts, and what it does</summary><p class="small soft">${enemy.text}</p>
      <ul class="small">${windows.map((text) => html`<li>${capital(text)}</li>`)}${enemy.moves.map((move) => html`<li>${move.name}: ${move.text}</li>`)}</ul></details>
  </section>`;
}
