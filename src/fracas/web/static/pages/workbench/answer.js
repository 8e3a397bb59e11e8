// The answer: figures with their differences, what was asked about a number, charts.
import { useEffect, useRef, useState } from "preact/hooks";
import { Plot } from "../../lib/chart.js";
import { capital, ErrorBox, html, Link, Table, Working } from "../../lib/ui.js";
import { command, link } from "../../lib/links.js";
import { asQuestion, text, useJob } from "./state.js";
import { ClaimStudy } from "./claim.js";
import { Asked, useTypical } from "./figure.js";
import { amount, Arrow, digitsOf, plainly, points, sureness, worded } from "./top.js";

export function Answer({ bench, rules, form, answer, folders }) {
  const { shown, fresh, full, later } = answer;
  const dim = fresh ? "" : "dim";
  return html`<section class="column answer" aria-label="Answer">
    <h2 class="visually-hidden">Answer</h2>
    ${bench.more.ask === "claim" && bench.more.claim && html`<${ClaimStudy} key=${bench.more.claim} bench=${bench} rules=${rules} />`}
    ${shown && html`<${Figures} shown=${shown} rules=${rules} bench=${bench} form=${form} dim=${dim} command=${command(plainly(answer), bench.asked, [], folders)} />`}
    <${Later} shown=${shown} later=${later} fresh=${fresh} />
    <${Study} bench=${bench} form=${form} />
    <${ErrorBox} error=${full.error} />
    ${full.busy && !full.value && html`<${Working} progress=${full.progress} text="Drawing the answer" />`}
    ${full.value && html`<div class="plots ${full.fresh && fresh ? "" : "dim"}">${full.value.charts.map((spec, i) => html`<${Plot} key=${i} spec=${spec} />`)}</div>`}
  </section>`;
}

const bounds = (figure) => [figure.low, figure.high].map((end) => ((figure.share ? 100 : 1) * end).toFixed(digitsOf(figure)).replace(/^-(0\.?0*)$/, "$1").replace("-", "−")).join(" to ");

// A figure in all its digits, and how sure it is.
const full = (figure) => (figure.share ? `${(100 * figure.value).toFixed(figure.exact ? 6 : 3)} %` : figure.value.toFixed(figure.exact ? 6 : 3));
const certainty = (figure, shown) => (figure.exact ? `Exact${shown.states ? `, over ${shown.states.toLocaleString("en")} states` : ""}.` : `Sampled: ${bounds(figure)}${figure.share ? " %" : ""} with 95 % confidence, ${shown.fights.toLocaleString("en")} fights.`);

function Figures({ shown, rules, bench, form, dim, command }) {
  const open = useTypical(bench, form);
  const names = ["win", "draw", "lose", "rounds", "left", "left_b"].filter((name) => (name !== "draw" || shown.figures.draw.value > 0.00005) && !(rules.story && name === "left_b"));
  return html`<div class="figures ${dim}">
    <table><thead class="visually-hidden"><tr><th>figure</th><th>value</th><th>difference from the reference</th></tr></thead><tbody>${names.map((name) => {
      const figure = shown.figures[name], difference = shown.differences[name];
      return html`<tr><th scope="row">${capital(worded(name, shown, rules))}</th>
        <td class="number"><b><${Asked} label="${capital(worded(name, shown, rules))}: ${amount(figure)}" lines=${[html`<b>${full(figure)}</b>`, certainty(figure, shown)]} command=${command} open=${open}>${amount(figure)}<//></b>${!figure.exact && html` <span class="tiny soft">${bounds(figure)}</span>`}</td>
        <td class="number small">${difference?.shows && html`<span class=${["win", "left"].includes(name) ? (difference.by > 0 ? "up" : "down") : ""} title=${difference.sentence}><${Arrow} up=${difference.by > 0} /> ${points(difference, figure.share)}</span>`}</td></tr>`;
    })}</tbody></table>
    <div class="row small">
      <span class="tag ${shown.exact ? "you" : ""}">${sureness(shown)}</span>
      <button class="plain" onClick=${bench.makeReference} title="Later differences are from the fight as it is now">Make reference</button>
      ${!bench.referenceIsPlain && html`<button class="plain" onClick=${bench.dropReference}>Compare with the scenario as written</button>`}
    </div>
  </div>`;
}

// What was sampled is being solved.
function Later({ shown, later, fresh }) {
  if (!shown || !fresh || shown.exact) return null;
  if (later.busy && !later.fresh) return html`<${Working} progress=${soFar("Solving it exactly", later.progress)} onStop=${later.stop} text="Solving it exactly" />`;
  if (later.stopped) return html`<p class="small soft">Solving was stopped. <button class="plain" onClick=${later.again}>Solve it exactly</button></p>`;
  if (later.error) return html`<p class="small soft">Sampled, since ${later.error.message}.</p>`;
  return null;
}

// How far something is that has no known end: so many states.
export const soFar = (text, progress) => (progress?.text && !progress.total ? { ...progress, text: `${text}: ${progress.done ? `${progress.done.toLocaleString("en")} ` : ""}${progress.text}` } : progress);

const ASKED = {
  sweep: (more) => ({ axes: [].concat(more.axis || []), measures: [].concat(more.measure || "win") }),
  tune: (more) => ({ axes: [].concat(more.axis || []), targets: [].concat(more.target || "win=70%") }),
};

// A sweep or a tuning of numbers.
function Study({ bench, form }) {
  const { more, asked } = bench;
  const wanted = ASKED[more.ask] && more.axis ? ASKED[more.ask](more) : null;
  const swept = (wanted?.axes || []).map((axis) => axis.split("=", 1)[0]);
  const [stopped, stop] = useState(false);
  const found = useJob(wanted ? more.ask : "sweep", wanted && { ...asQuestion(without(asked, swept)), ...wanted }, { on: Boolean(wanted) && !stopped, wait: 200 });
  const place = useRef(null);
  useEffect(() => { stop(false); if (wanted) place.current?.scrollIntoView?.({ block: "nearest" }); }, [more.ask, more.axis, more.target, more.measure]);
  if (!wanted) return null;
  const value = found.value;
  const best = more.ask === "tune" ? value?.result.best : null;
  const use = (values) => { for (const [path, each] of Object.entries(values)) bench.change(path, each); };
  const at = (datum) => (swept.length === 1 ? { [swept[0]]: datum.x } : { [swept[0]]: datum.y, [swept[1]]: datum.x }); // of two, the second goes across
  const toPoint = (datum) => swept.length <= 2 && Object.values(at(datum)).every((each) => each !== undefined) && use(at(datum));
  return html`<section class="study panel" ref=${place} aria-label=${capital(more.ask)}>
    <div class="spread"><h3>${capital(more.ask)} <span class="mono small">${wanted.axes.join(", ")}</span></h3><button class="plain" onClick=${() => bench.ask({})}>Close</button></div>
    ${found.busy && html`<${Working} progress=${found.progress} onStop=${found.stop} text="Looking at each value" />`}
    ${found.stopped && html`<p class="small soft">Stopped. <button class="plain" onClick=${found.again}>Ask again</button></p>`}
    <${ErrorBox} error=${found.error} />
    ${value && html`<div class=${found.fresh ? "" : "dim"}>
      <p class="small" role="status">${value.sentence}</p>
      ${best && html`<p class="row"><button class="primary" onClick=${() => use(best.values)}>Use ${Object.values(best.values).map(text).join(", ")}</button>
        ${value.result.beside.map((each) => html`<button onClick=${() => use(each.values)}>${Object.values(each.values).map(text).join(", ")}</button>`)}</p>`}
      ${value.charts.map((spec, i) => html`<${Plot} key=${i} spec=${spec} onPoint=${toPoint} />`)}
      ${more.ask === "sweep" && swept.length <= 2 && html`<p class="tiny soft">Click a point to take ${swept.length === 1 ? "that value" : "those values"}; in the table each is a link.</p>`}
      <details><summary class="small">Table</summary>${more.ask === "sweep" ? html`<${Points} points=${value.result.points} measures=${value.result.measures} form=${form} bench=${bench} />` : value.tables.map((table) => html`<${Table} table=${table} most=${60} />`)}</details>
    </div>`}
  </section>`;
}

// The points of a sweep, each a link to that scenario.
const MOST_POINTS = 60;
function Points({ points, measures, form, bench }) {
  const [all, showAll] = useState(false), paths = Object.keys(points[0].values);
  const to = (values) => {
    const pick = (inOptions) => Object.fromEntries(Object.entries(values).filter(([path]) => path.startsWith("options.") === inOptions).map(([path, each]) => [path.replace(/^options\./, ""), each]));
    return link("workbench", { ...bench.asked, changes: { ...bench.asked.changes, ...pick(false) }, options: { ...bench.asked.options, ...pick(true) } });
  };
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Points of the sweep"><table>
    <thead><tr>${paths.map((path) => html`<th scope="col">${path}</th>`)}${measures.map((name) => html`<th scope="col" class="number">${form.measures[name] || name}</th>`)}</tr></thead>
    <tbody>${(all ? points : points.slice(0, MOST_POINTS)).map(({ values, figures }) => html`<tr>${paths.map((path) => html`<td><${Link} to=${to(values)}>${text(values[path])}<//></td>`)}
      ${measures.map((name) => html`<td class="number">${amount(figures[name])}</td>`)}</tr>`)}</tbody></table></div>
    ${!all && points.length > MOST_POINTS && html`<button class="plain" onClick=${() => showAll(true)}>All ${points.length} points</button>`}`;
}

// The question without the values of what is swept, so that taking one of them does not ask again.
function without(asked, paths) {
  const left = (from, name) => Object.fromEntries(Object.entries(from).filter(([path]) => !paths.includes(name(path))));
  return { ...asked, changes: left(asked.changes, (path) => path), options: left(asked.options, (option) => `options.${option}`) };
}
