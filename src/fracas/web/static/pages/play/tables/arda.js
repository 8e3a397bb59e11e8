// ARDA as a reader's page: prose, choices with stat, DC and odds, an inventory, the map of the scenes seen.
import { useRef, useState } from "preact/hooks";
import { useKeys } from "../choices.js";
import { capital, Dialog, html, percent, plural, stylesheet } from "../../../lib/ui.js";
import { Health, useHeldFocus, useNewEntries, Worth } from "./parts.js";

await Promise.all(["parts", "arda"].map((name) => stylesheet(`/static/pages/play/tables/${name}.css`)));

const plus = (n) => (n < 0 ? `−${-n}` : `+${n}`);

export default function Page(props) {
  const { game, legal } = props;
  const { table } = game.view.state;
  const entries = sinceChosen(useNewEntries(game));
  const told = passages(game.view.log), scene = told.findLast((each) => each.title);
  const entered = entries.findLastIndex((entry) => entry.event === "scene");
  const place = useRef(null);
  useKeys(place, null, ".arda-choice");
  useHeldFocus(place, game.turn, ".arda-choice");
  return html`<div class="arda numbered" ref=${place} data-turn=${game.turn} aria-busy=${Boolean(props.busy)}>
    <article class="arda-prose">
      <p class="small soft arda-book">${table.adventure}</p>
      <${Came} entries=${entries.slice(0, Math.max(entered, 0))} />
      ${scene && html`<h2>${scene.title}</h2>${scene.text.map((text) => html`<p>${text}</p>`)}`}
      <${Came} entries=${entries.slice(entered + 1)} />
    </article>
    ${table.enemy && html`<${Enemy} enemy=${table.enemy} />`}
    ${!game.over && html`<${Choices} ...${props} table=${table} />`}
    <div class="arda-below"><${Inventory} table=${table} /><${Map} told=${told} over=${game.over} ways=${legal.filter((action) => table.choices[action.code]?.kind === "choice").length} /></div>
  </div>`;
}

// What came of the last choice alone, where several turns were skipped.
const CHOSEN = ["chosen", "approach", "used"];
const sinceChosen = (entries) => entries.slice(Math.max(entries.findLastIndex((entry) => CHOSEN.includes(entry.event)), 0));

// --- prose ------------------------------------------------------------------------------------------------------------------------

// Lines that were wrapped, as paragraphs again: a line ends one where the next word would have fitted.
function paragraphs(lines) {
  const width = Math.max(...lines.map((line) => line.length)), found = [];
  lines.forEach((line, i) => {
    const before = lines[i - 1], word = line.split(" ")[0];
    if (i && before.length + 1 + word.length > width) found[found.length - 1] += ` ${line}`;
    else found.push(line);
  });
  return found;
}

// The scenes that were told, in order, each with its prose.
function passages(log) {
  return log.filter((entry) => entry.event === "scene").map((entry) => {
    const lines = entry.lines.filter((line) => line);
    return { number: entry.a, title: lines[0].replace(/^— | —$/g, ""), text: paragraphs(lines.slice(1)) };
  });
}

// What came of the last choice: the die, what it did, what was told.
function Came({ entries }) {
  const told = entries.filter((entry) => entry.lines.length);
  if (!told.length) return null;
  return html`<div class="arda-came" aria-label="What came of it">${told.map((entry) => {
    const text = paragraphs(entry.lines.map((line) => line.trim()));
    if (entry.event === "degree") return html`<${Check} text=${text[0]} />`;
    if (CHOSEN.includes(entry.event)) return html`<p class="arda-chosen">${text.join(" ").replace(/^> /, "")}</p>`;
    return entry.lines[0].startsWith("  ") ? html`<p class="arda-news small">${text.join(" ")}</p>` : text.map((each) => html`<p>${each}</p>`);
  })}</div>`;
}

// A check that was rolled, with its die drawn.
function Check({ text }) {
  const [, kept] = text.match(/d20 (\d+)/) || [], good = !/failure|complication/.test(text);
  return html`<p class="arda-check ${good ? "good" : "bad"}">
    <svg viewBox="0 0 48 48" aria-hidden="true"><polygon points="24,2 44,13 44,35 24,46 4,35 4,13" /><polygon class="front" points="24,10 38,33 10,33" /><text x="24" y="30" text-anchor="middle">${kept}</text></svg>
    <span>${text}</span></p>`;
}

// --- choices ----------------------------------------------------------------------------------------------------------------------

const GROUPS = { raise: "You have grown. Raise one of your stats", choice: "What do you do?", approach: "What do you do?", use: "Or use something you carry" };

function Choices({ legal, choose, odds, worth, busy, showWorth, table }) {
  const groups = ["raise", "choice", "approach", "use"].map((kind) => [kind, legal.filter((action) => table.choices[action.code]?.kind === kind)]);
  return groups.filter(([, actions]) => actions.length).map(([kind, actions]) => html`<section key=${kind} aria-label=${GROUPS[kind]}><h3>${GROUPS[kind]}</h3>
    <ul class="arda-choices ${kind}">${actions.map((action) => html`<li key=${action.code}><${Choice} action=${action} choice=${table.choices[action.code]} odds=${odds[action.code]} worth=${worth} showWorth=${showWorth} busy=${busy} choose=${choose} /></li>`)}</ul></section>`);
}

// The chance to succeed, of the odds as they are told; the rest of their sentence as it is.
function Choice({ action, choice, odds, worth, showWorth, busy, choose }) {
  const succeeds = choice.check && odds?.news?.succeeds?.p, hurts = odds?.news?.["hurts you"]?.p;
  const { check } = choice;
  return html`<button class="t-choice arda-choice" data-code=${action.code} aria-disabled=${busy} onClick=${() => !busy && choose(action.code)}>
    <span class="arda-text">${capital(choice.text)}</span>
    <span class="arda-figures small soft">
      ${check && html`<span class="tag">${capital(check.stat)} ${plus(check.modifier)} ${check.dc === null ? `against ${plus(check.against)}` : `against DC ${check.dc}`}</span>`}
      ${succeeds !== undefined && succeeds !== null && succeeds !== false && html`<span class="arda-odds"><i style=${{ width: `${100 * succeeds}%` }}></i></span><b>${percent(succeeds, 0)}</b>`}
      ${hurts > 0 && html`<span class="arda-hurts">${choice.kind === "use" ? "you are hurt meanwhile" : "hurts you"} ${percent(hurts, 0)}</span>`}
      <${Worth} code=${action.code} worth=${worth} show=${showWorth} />
    </span>
    ${choice.risks.length > 0 && html`<span class="small soft">${choice.risks.map((risk) => `${capital(risk.replace(/\.$/, ""))}.`).join(" ")}</span>`}
  </button>`;
}

function Enemy({ enemy }) {
  return html`<section class="arda-enemy" aria-label=${enemy.name}><h3>${enemy.name}</h3><${Health} who=${enemy} side="them" />
    <p class="small soft">${enemy.text}</p>${enemy.signs.length > 0 && html`<p class="t-tags">${enemy.signs.map((sign) => html`<span class="tag them">${sign}</span>`)}</p>`}</section>`;
}

// --- what is carried, and where one has been ----------------------------------------------------------------------------------------

function Inventory({ table }) {
  return html`<section aria-label="Inventory"><h3>You carry</h3>
    ${table.carried.length ? html`<ul class="arda-items">${table.carried.map((item) => html`<li key=${item.name}><b>${item.count > 1 ? `${item.count} × ` : ""}${item.name}</b> <span class="tag">${item.kind}</span><br /><span class="small soft">${item.text}</span></li>`)}</ul>`
      : html`<p class="soft">Nothing.</p>`}
    ${table.quests.length > 0 && html`<h3>Quests</h3><ul class="arda-items">${table.quests.map((quest) => html`<li key=${quest.title}>${quest.title} <span class="small soft arda-steps">${quest.done} of ${quest.steps}</span></li>`)}</ul>`}
  </section>`;
}

const STEP = 46, ACROSS = 6;

// Scenes in the order they were first seen, and the ways between them. What lies ahead is a dashed stub for each choice: nothing is given away.
function Map({ told, over, ways }) {
  const [open, show] = useState(null), [pointed, point] = useState(null);
  if (!told.length) return null;
  const scenes = [], at = new globalThis.Map();
  told.forEach((each) => { if (!at.has(each.number)) { at.set(each.number, scenes.length); scenes.push(each); } });
  const spot = (i) => { const row = Math.floor(i / ACROSS), column = i % ACROSS; return [24 + STEP * (row % 2 ? ACROSS - 1 - column : column), 24 + STEP * row]; };
  const walked = new Set();
  told.slice(1).forEach((each, i) => walked.add(`${at.get(told[i].number)} ${at.get(each.number)}`));
  const here = at.get(told.at(-1)?.number), rows = Math.ceil(scenes.length / ACROSS);
  const line = (pair) => {
    const [a, b] = pair.split(" ").map(Number), [x1, y1] = spot(a), [x2, y2] = spot(b), near = Math.abs(a - b) === 1;
    const bend = near ? 0 : 16;
    return html`<path key=${pair} class=${near ? "" : "back"} d=${`M${x1} ${y1} Q${(x1 + x2) / 2 + bend} ${(y1 + y2) / 2 + bend} ${x2} ${y2}`} />`;
  };
  const stubs = over ? [] : Array.from({ length: Math.min(ways, 8) }, (_, i) => (Math.PI * 2 * i) / Math.min(ways, 8) - Math.PI / 2);
  return html`<section aria-label="Map of the scenes seen"><h3>Where you have been</h3>
    <div class="arda-map"><svg viewBox="0 0 ${STEP * (ACROSS - 1) + 48} ${STEP * (rows - 1) + 54}" role="group" aria-label="${plural(scenes.length, "scene")} seen">
      ${[...walked].map(line)}
      ${stubs.map((angle) => { const [x, y] = spot(here); return html`<path class="stub" d=${`M${x} ${y}l${25 * Math.cos(angle)} ${25 * Math.sin(angle)}`} />`; })}
      ${scenes.map((scene, i) => { const [x, y] = spot(i); return html`<g key=${scene.number} class="spot ${i === here ? "here" : ""}" tabindex="0" role="button" aria-label="${i + 1} ${scene.title}${i === here ? ", you are here" : ""}: read it again"
        onMouseEnter=${() => point(i)} onMouseLeave=${() => point(null)} onFocus=${() => point(i)} onBlur=${() => point(null)} onClick=${() => show(scene)} onKeyDown=${(event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); show(scene); } }}>
        <circle cx=${x} cy=${y} r="11" /><text x=${x} y=${y + 4} text-anchor="middle">${i + 1}</text></g>`; })}
    </svg></div>
    <p class="small soft">${pointed !== null ? `${pointed + 1}, ${scenes[pointed].title}. Open it to read it again.` : `${over ? "" : `You are at ${here + 1}, ${scenes[here].title}. `}A number opens what you read there.`}</p>
    ${open && html`<${Dialog} title=${open.title} onClose=${() => show(null)}><div class="arda-prose">${open.text.map((text) => html`<p>${text}</p>`)}</div><//>`}
  </section>`;
}

export function You({ game, side = "you" }) {
  const { hero } = game.view.state.table;
  return html`<section class="panel arda-you" aria-label=${hero.name}>
    <div class="spread"><h2>${hero.name}</h2><span class="small soft">level ${hero.level} · ${hero.xp} XP · ${hero.gold} gold</span></div>
    <${Health} who=${hero} side=${side} />
    <ul class="arda-stats">${hero.stats.map((stat) => html`<li key=${stat.name} title=${stat.value === stat.natural ? "" : `${stat.natural} by nature`}><span>${capital(stat.name)}</span><b>${stat.value}</b><span class="small soft">${plus(stat.modifier)}</span></li>`)}</ul>
    ${hero.effect && html`<p class="t-tags"><span class="tag them">${hero.effect.name}, ${plural(hero.effect.turns, "turn")}: ${hero.effect.text}</span></p>`}
  </section>`;
}

// The tale has no panel: the enemy of a fight stands where it is read of.
export function Foes() { return null; }
