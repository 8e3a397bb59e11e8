// Detail: odds of the opening actions, best play, what numbers are worth, where the chance comes from, variants, fights to look at.
import { useEffect, useRef, useState } from "preact/hooks";
import { post } from "../../lib/api.js";
import { Plot } from "../../lib/chart.js";
import { capital, Dialog, ErrorBox, go, html, percent, plural, signed, Table, Working } from "../../lib/ui.js";
import { command } from "../../lib/links.js";
import { remember } from "../play/begin.js";
import { unsolved } from "../play/session.js";
import { soFar } from "./answer.js";
import { Asked } from "./figure.js";
import { asQuestion, text, useJob } from "./state.js";

const KINDS = { typical: "Most typical", closest: "Closest", longest: "Longest", shortest: "Shortest", upset: "Biggest upset", comeback: "Greatest comeback" };

export function Detail({ bench, rules, form, answer, variants, folders }) {
  const question = asQuestion(bench.asked);
  const shared = { bench, question, ready: answer.fresh };
  return html`<section class="column detail" aria-label="Detail">
    <h2 class="visually-hidden">Detail</h2>
    <${Openings} ...${shared} best=${answer.best} folders=${folders} />
    <${Best} ...${shared} answer=${answer} />
    <${Weights} ...${shared} form=${form} />
    <${Fights} ...${shared} rules=${rules} form=${form} />
    <${Explained} ...${shared} />
    <${Compared} ...${shared} variants=${variants} />
    <${AskOdds} ...${shared} />
  </section>`;
}

// A section that asks its question once it is opened, and again when the scenario changes.
function Section({ name, title, bench, children }) {
  const open = bench.more.ask === name;
  const place = useRef(null);
  useEffect(() => { if (open) place.current?.scrollIntoView?.({ block: "nearest" }); }, [open]);
  const toggle = (event) => {
    const now = event.currentTarget.open;
    if (event.target === event.currentTarget && now !== open) bench.ask(now ? { ask: name } : {});
  };
  return html`<details class="section" ref=${place} open=${open} onToggle=${toggle}><summary><h3>${title}</h3></summary>${open && children}</details>`;
}

function Found({ found, text, children }) {
  return html`
    ${found.busy && html`<${Working} progress=${soFar(text, found.progress)} onStop=${found.stop} text=${text} />`}
    ${found.stopped && html`<p class="small soft">Stopped. <button class="plain" onClick=${found.again}>Ask again</button></p>`}
    ${unsolved(found.error) ? html`<p class="small soft">${capital(found.error.message)}.</p>` : html`<${ErrorBox} error=${found.error} />`}
    ${found.value && !found.error && html`<div class=${found.fresh ? "" : "dim"}>${children(found.value)}</div>`}`;
}

// --- odds ---------------------------------------------------------------------------------------------------------------------------

function Openings({ question, ready, bench, best, folders }) {
  const { scenario, changes, ...more } = question;
  const found = useJob("odds", { ...more, changes, question: { scenario } }, { on: ready, wait: 450 });
  return html`<section aria-label="Opening actions"><h3>Opening actions</h3>
    <${Found} found=${found} text="Counting the odds">${(value) => html`<${OddsTable} odds=${value.result} worth=${best.value?.result.openings} old=${!best.fresh} bench=${bench} folders=${folders} />`}<//>
    ${found.value && !best.value && !best.busy && !best.error && html`<button class="plain small" onClick=${() => bench.ask({ ask: "best" })}>What is each worth?</button>`}</section>`;
}

const mean = (shares) => Object.entries(shares || {}).reduce((sum, [value, { p }]) => sum + value * p, 0);

// Each opening action: how often it hurts, what it does, and the chance to win with it and best play after it.
function OddsTable({ odds, worth, old, bench, folders }) {
  const [all, show] = useState(false);
  const rows = Object.entries(odds.action ? { [odds.action.name]: odds } : odds).filter(([, each]) => each && typeof each === "object");
  if (!rows.length) return html`<p class="small soft">There is nothing to choose at first.</p>`;
  const known = Object.keys(worth || {}).length > 0, hurts = rows.some(([, each]) => each.hurts?.p > 0), top = Math.max(...Object.values(worth || {}).map(({ p }) => p));
  const sorted = known ? [...rows].sort(([a], [b]) => (worth[b]?.p ?? -1) - (worth[a]?.p ?? -1)) : rows;
  const { scenario, ...asked } = bench.asked;
  const play = { run: () => go(bench.link("play")), words: "Open as fight" };
  const chance = (name, each) => (each.hurts?.p > 0 ? html`<${Asked} label="${name} hurts: ${percent(each.hurts.p, 1)}" open=${play}
    lines=${[html`<b>${each.hurts.fraction && each.exact ? `${each.hurts.fraction} = ` : ""}${percent(each.hurts.p, 6)}</b>`, each.exact ? "Exact." : "Sampled.", each.sentence]}
    command=${command("odds", { ...asked, scenario: `scenario=${scenario}` }, [`action=${each.action?.id || name}`], folders)}>${percent(each.hurts.p, 1)}<//>` : "–");
  const wins = (name) => (worth[name] ? html`${worth[name].p >= top - 1e-9 ? html`<b>${percent(worth[name].p)}</b>` : percent(worth[name].p)}` : "–");
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Odds of the opening actions"><table class="openings">
    <thead><tr><th scope="col">action</th>${hurts && html`<th scope="col" class="number">hurts</th><th scope="col" class="number" title="on average, misses counted">damage</th>`}
      ${known && html`<th scope="col" class="number" title="the chance to win with it, if best play follows">wins</th>`}</tr></thead>
    <tbody>${(all ? sorted : sorted.slice(0, 12)).map(([name, each]) => html`<tr class=${news(each).length ? "told" : ""}>
      <td>${name}</td>
      ${hurts && html`<td class="number">${chance(name, each)}</td><td class="number">${each.hurts?.p > 0 ? mean(each.damage).toFixed(2) : "–"}</td>`}
      ${known && html`<td class="number ${old ? "dim" : ""}">${wins(name)}</td>`}</tr>
      ${news(each).length > 0 && html`<tr class="news"><td colspan="4">${news(each).map((line) => html`<span class="tiny soft">${line}</span><br />`)}</td></tr>`}`)}</tbody></table></div>
    ${known && html`<p class="tiny soft">Wins: the exact chance with this action first and best play after it.</p>`}
    ${!all && rows.length > 12 && html`<button class="plain" onClick=${() => show(true)}>All ${rows.length}</button>`}`;
}
function news(each) {
  const lines = Object.entries(each.news || {}).slice(0, 3).map(([what, { p }]) => `${what.replace(/(\d)%/g, "$1 %")}: ${percent(p, 1)}`);
  if (each.ends_the_fight?.p > 0) lines.unshift(`ends the fight: ${percent(each.ends_the_fight.p, 1)}`);
  return lines;
}

// --- best play ------------------------------------------------------------------------------------------------------------------------

const CLOSE = 0.01; // bounds of best play are sought until they are so close

function Best({ bench, answer, question }) {
  const { best } = answer, large = unsolved(best.error), bounding = bench.more.ask === "bounds";
  const bounds = useJob("solve", { ...question, best: true, within: CLOSE }, { on: answer.fresh && bounding });
  const asked = bounding || best.busy || best.value || best.error || best.stopped;
  return html`<section aria-label="Best play"><h3>Best play</h3>
    ${!asked && html`<button onClick=${() => bench.ask({ ask: "best" })}>Find best play</button>`}
    ${large && !bounding && html`<button onClick=${() => bench.ask({ ask: "bounds" })}>Between what bounds it lies</button>`}
    ${bounding && html`<${Found} found=${bounds} text="Bounding best play">${({ result }) => html`<p class="small"><b>${percent(result.best_value.low)} to ${percent(result.best_value.high)}</b> with best play, for certain; the best opening is not told.
      ${!result.reached && html` <span class="soft">The limits of this server let the bounds come no closer.</span>`}</p>`}<//>`}
    <${Found} found=${best} text="Looking for best play">${(value) => {
      const { result } = value;
      return html`<p class="small">${result.gap < 0.00005 ? html`No play does better than ${percent(result.given_value.p)}.` : html`<b>${percent(result.best_value.p)}</b>, with the policy ${percent(result.given_value.p)}: <b>${signed(100 * result.gap)}</b> points.`}
        ${Object.keys(result.openings).length > 1 && html` The best opening is ${Object.keys(result.openings)[0]}.`}</p>
        <details><summary class="small">What it does</summary><${Table} table=${value.tables.at(-1)} most=${20} /></details>`;
    }}<//></section>`;
}

// --- on demand ------------------------------------------------------------------------------------------------------------------------

function Weights({ bench, question, ready, form }) {
  const on = bench.more.ask === "weights";
  const paths = (on && bench.more.axis) || "*";
  const found = useJob("weights", { ...question, paths: [].concat(paths).join(",") }, { on: on && ready, wait: 300 });
  return html`<${Section} name="weights" title="What each number is worth" bench=${bench}>
    ${paths !== "*" && html`<p class="small">Only <span class="mono">${paths}</span>. <button class="plain" onClick=${() => bench.ask({ ask: "weights" })}>All numbers</button></p>`}
    <${Found} found=${found} text="Trying one more of everything">${(value) => html`<${Worth} weights=${value.result.weights} form=${form} bench=${bench} />
      ${value.tables.slice(1).map((table) => html`<details><summary class="small">${table.title}</summary><${Table} table=${table} most=${40} /></details>`)}`}<//><//>`;
}

// A path that can be broken behind its dots and lines.
const breakable = (path) => path.split(/(?<=[._])/).map((part) => html`${part}<wbr />`);

// Points of win chance for one more and one less of each number, the weightiest first.
function Worth({ weights, form, bench }) {
  const [all, show] = useState(false);
  const infos = new Map(form.paths.map((info) => [info.path, info]));
  const by = (step) => (step ? signed(100 * step.by) : "–");
  if (!weights.length) return html`<p class="small soft">One more or one less of a number changes nothing.</p>`;
  return html`<table class="worth"><caption class="small">Points of win chance</caption>
    <thead><tr><th scope="col">number</th><th scope="col" class="number">one more</th><th scope="col" class="number">one less</th></tr></thead>
    <tbody>${(all ? weights : weights.slice(0, 12)).map((each) => html`<tr>
      <td><button class="plain path" disabled=${!infos.has(each.path)} onClick=${() => bench.openMenu(infos.get(each.path))} title="Sweep, tune, weigh">${breakable(each.path)}</button> <span class="tiny soft">${text(each.value)}</span></td>
      <td class="number">${by(each.more)}</td><td class="number">${by(each.less)}</td></tr>`)}</tbody></table>
    ${!all && weights.length > 12 && html`<button class="plain" onClick=${() => show(true)}>All ${weights.length}</button>`}`;
}

function Explained({ bench, question, ready }) {
  const found = useJob("explain", question, { on: ready && bench.more.ask === "explain", wait: 300 });
  return html`<${Section} name="explain" title="Where the chance comes from" bench=${bench}>
    <${Found} found=${found} text="Leaving things out, one after another">${(value) => html`<p class="small">${value.sentence}.</p>
      ${value.tables.map((table) => html`<${Table} table=${table} most=${15} />`)}`}<//><//>`;
}

function Compared({ bench, question, ready, variants }) {
  const names = Object.keys(variants);
  const others = Object.fromEntries(names.map((name) => [name, { ...question, options: { ...question.options, ...variants[name].options } }]));
  if (!bench.referenceIsPlain) others.reference = asQuestion(bench.reference);
  const found = useJob("compare", { ...question, others }, { on: ready && bench.more.ask === "compare" && Object.keys(others).length > 0, wait: 300 });
  if (!Object.keys(others).length) return null;
  return html`<${Section} name="compare" title="Beside other rules" bench=${bench}>
    <${Found} found=${found} text="Comparing">${(value) => value.tables.map((table) => html`<${Table} table=${turned(table)} />`)}<//><//>`;
}
// A wide table of few rows, turned so that it fits a narrow column.
function turned(table) {
  const [first, ...headings] = table.headings;
  return { title: table.title, headings: [first, ...table.rows.map((row) => row[0])], numbers: table.rows.map((_, i) => i + 1), rows: headings.map((heading, i) => [heading, ...table.rows.map((row) => row[i + 1])]) };
}

// --- fights ---------------------------------------------------------------------------------------------------------------------------

const WANTED = 20_000, SEED = 1;

function Fights({ bench, question, ready, rules, form }) {
  const [kind, choose] = useState("typical");
  const [fight, open] = useState(null);
  const found = useJob("find", { ...question, kind, fights: WANTED, most: 5, seed: SEED }, { on: ready && bench.more.ask === "find", wait: 300 });
  const play = usePlay(question, form);
  const left = ({ health }) => (rules.story ? `${health.a} ${rules.health_word} left` : `${health.a} against ${health.b} ${rules.health_word}`);
  return html`<${Section} name="find" title="Fights to look at" bench=${bench}>
    <label class="small">Of ${WANTED.toLocaleString("en")} fights the <select value=${kind} onChange=${(event) => choose(event.target.value)}>${Object.entries(KINDS).map(([name, words]) => html`<option value=${name}>${words.toLowerCase()}</option>`)}</select></label>
    <${ErrorBox} error=${play.error} />
    <${Found} found=${found} text="Fighting">${(value) => html`<ul class="plainlist fights-found">${value.result.fights.map((each) => html`<li>
      <button class="fight small" onClick=${() => open(each.fight)} title="Read it"><span><b>Fight ${each.fight}:</b> ${each.end} in ${plural(each.rounds, rules.round_word)}, ${left(each)}</span></button>
      <button class="small" disabled=${play.busy} onClick=${() => play.open(each.fight)} aria-label="Open fight ${each.fight} in Play">Play</button></li>`)}</ul>
      ${!value.result.fights.length && html`<p class="small soft">There is none.</p>`}
      <p class="tiny soft">In Play you can watch it turn by turn, and try something else at any turn.</p>`}<//>
    ${fight !== null && html`<${FightLog} key=${fight} fight=${fight} question=${question} rules=${rules} play=${play} onClose=${() => open(null)} />`}<//>`;
}

// Opens a fight of the simulation in Play, as it was fought.
function usePlay(question, form) {
  const [state, set] = useState({});
  const open = async (fight) => {
    set({ busy: true });
    try { go(remember(await post("/games/simulated", { ...question, seed: SEED, fight }), `${form.written_out.title || form.name}, fight ${fight}`)); } catch (error) { set({ error }); }
  };
  return { ...state, open };
}

function FightLog({ fight, question, rules, play, onClose }) {
  const found = useJob("replay", { ...question, seed: SEED, fight });
  return html`<${Dialog} title="Fight ${fight}" onClose=${onClose}>
    <${Found} found=${found} text="Fighting it again">${(value) => html`<p class="row"><b>${capital(value.result.outcome?.end || "not over")} in ${plural(value.result.round, rules.round_word)}</b> <button disabled=${play.busy} onClick=${() => play.open(fight)}>Open in Play</button></p>
      <pre class="log" tabindex="0">${lines(value.result).join("\n")}</pre>`}<//><//>`;
}
const lines = (result) => (result.log || []).flatMap((each) => each.lines || []);

// --- a question in words --------------------------------------------------------------------------------------------------------------

function AskOdds({ bench, question }) {
  const asked = bench.more.ask === "odds" ? [].concat(bench.more.odds || []).join(" ") : "";
  const [typed, type] = useState(asked);
  const words = Object.fromEntries(asked.split(/\s+/).filter(Boolean).map((each) => { const [name, ...rest] = each.split("="); return [name, rest.join("=")]; }));
  const { ruleset, options, packs, policies } = question;
  const found = useJob("odds", { ruleset, options, packs, policies, question: words }, { on: Boolean(asked) });
  const submit = (event) => { event.preventDefault(); bench.ask({ ask: "odds", odds: typed.trim() || undefined }); };
  return html`<${Section} name="odds" title="Ask for odds" bench=${bench}>
    <form class="row" onSubmit=${submit}><input class="grow" aria-label="Question" placeholder="attack=5 defense=4" value=${typed} onInput=${(event) => type(event.target.value)} /><button>Ask</button></form>
    ${asked && html`<${Found} found=${found} text="Counting">${(value) => html`<p class="small">${capital(value.sentence)}.</p>
      ${value.tables.map((table) => html`<${Table} table=${table} most=${15} />`)}${value.charts.slice(0, 1).map((spec) => html`<${Plot} spec=${spec} />`)}`}<//>`}<//>`;
}
