// What stands above: where we are, the answer in a sentence, what it differs by, and what can be done with it.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { command, python } from "../../lib/links.js";
import { capital, Copy, Dialog, ErrorBox, html, Link, percent, signed, Working } from "../../lib/ui.js";
import { asQuestion, useJob } from "./state.js";

export function Top({ bench, rules, form, answer, folders }) {
  const { shown, fresh, best } = answer;
  const dim = shown && !fresh ? "dim" : "";
  const [reporting, report] = useState(false);
  return html`<header class="bench-top">
    <div class="spread bench-head">
      <nav class="crumbs" aria-label="Where"><${Link} to="/workbench">Workbench<//> <span aria-hidden="true">/</span> <${Link} to="/workbench/${rules.name}">${rules.title}<//> <span aria-hidden="true">/</span> <b>${form.written_out.title || form.name}</b></nav>
      <div class="row buttons">
        <${Link} class="button primary" to=${bench.link("play")}>Play<//>
        <${Copy} text=${bench.address()}>Share<//>
        <button onClick=${() => report(true)}>Report</button>
        <${CopyMenu} bench=${bench} answer=${answer} rules=${rules} form=${form} folders=${folders} />
      </div>
    </div>
    <div class="bench-said"><div class="sentence ${dim}" role="status" aria-live="polite">
      ${shown ? html`<p class="said">${sentence(shown, best)}</p>${answer.figures.error ? html`<p class="delta small wrong">${capital(answer.figures.error.message.split("\n")[0])}.</p>` : html`<${Delta} shown=${shown} bench=${bench} />`}` : html`<p class="said soft">${answer.figures.error ? html`No answer: <span class="wrong">${answer.figures.error.message.split("\n")[0]}</span>.` : html`<${Working} text="Working it out (rules that are used the first time are compiled, which takes a minute)" />`}</p>`}
    </div>
    ${shown && html`<${WinBar} shown=${shown} dim=${dim} />`}
    <nav class="jumps small" aria-label="Parts of this page">${["scenario", "answer", "detail"].map((name) => html`<button class="plain" onClick=${() => jump(name)}>${capital(name)}</button>`)}</nav></div>
    ${reporting && html`<${Report} bench=${bench} onClose=${() => report(false)} />`}
  </header>`;
}

// Where the columns are stacked, the way to each of them.
function jump(name) {
  const place = document.querySelector(`.bench .${name}`);
  place.scrollIntoView({ block: "start" });
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

// How far off a sampled figure may be, and how many digits that leaves it: two where it is exact.
const scaled = (figure, value) => (figure.share ? 100 : 1) * value;
const off = (figure) => (figure.exact ? 0 : scaled(figure, Math.max(figure.high - figure.value, figure.value - figure.low)));
export const digitsOf = (figure) => (off(figure) >= 0.95 ? 0 : off(figure) >= 0.095 ? 1 : 2);
export const amount = (figure) => (figure.share ? percent(figure.value, digitsOf(figure)) : figure.value.toFixed(digitsOf(figure)));
export const sureness = (shown) => (shown.exact ? "exact" : `sampled, ${shown.fights.toLocaleString("en")} fights`);
const half = (figure) => (figure.exact ? "" : ` ± ${off(figure).toFixed(digitsOf(figure))}`);

function sentence(shown, best) {
  const { win, draw, rounds } = shown.figures;
  const words = shown.words;
  const parts = [html`${capital(words.win)} <b>${(100 * win.value).toFixed(digitsOf(win))}${half(win)} %</b> (${sureness(shown)}), ${rounds.value.toFixed(1)} ${words.rounds} on average`];
  if (draw.value > 0.00005) parts.push(`; ${words.draw} in ${percent(draw.value)}`);
  if (best.fresh && best.value) parts.push(`; best play ${percent(best.value.result.win.p)}`);
  return html`${parts}.`;
}

// What a figure is called.
export const worded = (name, shown, rules) => ({ left: `${rules.health_word} left, ${rules.sides[0]}`, left_b: `${rules.health_word} left, ${rules.sides[1]}` })[name] || shown.words[name];

// A difference of two figures as they are shown, so that a reader can add it up.
export function points({ before, after }, share) {
  const scale = share ? 100 : 1, by = Number((scale * after).toFixed(2)) - Number((scale * before).toFixed(2));
  return share ? `${signed(by)} points` : signed(by);
}

function Delta({ shown, bench }) {
  const win = shown.differences.win;
  if (!win || (!win.shows && !bench.changed.length)) return null;
  const what = bench.referenceIsPlain ? "the scenario as written" : "the reference";
  const sure = win.exact ? "" : ` (${signed(100 * win.low)} to ${signed(100 * win.high)})`;
  return html`<p class="delta small">${win.shows
    ? html`<span class="${win.by > 0 ? "up" : "down"}"><${Arrow} up=${win.by > 0} /> ${points(win, true)}</span>${sure} from ${what} (${percent(win.before)})`
    : html`<span class="soft">no difference from ${what}</span>`}</p>`;
}

export const Arrow = ({ up }) => html`<svg class="arrow" viewBox="0 0 10 10" aria-hidden="true"><path d=${up ? "M5 1l4 8H1z" : "M5 9l4-8H1z"} fill="currentColor" /></svg>`;

function WinBar({ shown, dim }) {
  const { win, draw, lose } = shown.figures;
  const label = `${shown.words.win} ${percent(win.value)}, ${shown.words.draw} ${percent(draw.value)}, ${shown.words.lose} ${percent(lose.value)}`;
  return html`<div class="winbar ${dim}" role="img" aria-label=${label} title=${label}>
    <i class="won" style=${{ width: `${100 * win.value}%` }}></i><i class="drawn" style=${{ width: `${100 * draw.value}%` }}></i></div>`;
}

// The command that gives the figures of an answer.
export const plainly = (answer) => (answer.shown && !answer.shown.exact ? "simulate" : "solve");

function CopyMenu({ bench, answer, rules, form, folders }) {
  const ref = useRef(null);
  useLayoutEffect(() => {
    const close = (event) => {
      if (ref.current?.open && (event.key === "Escape" || (event.type === "pointerdown" && !ref.current.contains(event.target)))) {
        ref.current.open = false;
        if (event.key) ref.current.firstElementChild.focus();
      }
    };
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, close);
    return () => { for (const kind of ["pointerdown", "keydown"]) removeEventListener(kind, close); };
  }, []);
  const { asked, more } = bench;
  const words = more.ask === "sweep" || more.ask === "tune" ? [].concat(more.axis || []) : [];
  if (more.ask === "tune") words.push("--target", more.target);
  if (more.ask === "sweep" && more.measure) words.push("--measure", [].concat(more.measure).join(","));
  const plain = plainly(answer);
  const name = ["sweep", "tune", "weights", "explain"].includes(more.ask) ? more.ask : plain;
  if (more.ask === "best") words.push("--best");
  return html`<details class="drop" ref=${ref}><summary class="button">Copy <${Arrow} up=${false} /></summary>
    <div class="floats">
      <${Copy} text=${command(name, asked, words, folders)}>As command line<//>
      <${Copy} text=${python(asked, `${plain}().sentence()`, folders)}>As Python<//>
      <${Copy} text=${bench.address()}>As link<//>
      ${answer.shown && answer.fresh && html`<${Copy} text=${reportText({ bench, answer, rules, form, line: command(name, asked, words, folders) })}>As report<//>`}
    </div></details>`;
}

// The answer as a short text to paste into a message or a document (Markdown).
function reportText({ bench, answer, rules, form, line }) {
  const { shown, best } = answer, figures = ["win", "draw", "lose", "rounds", "left", "left_b"].filter((name) => shown.figures[name] && !(name === "draw" && shown.figures.draw.value < 0.00005) && !(rules.story && name === "left_b"));
  const row = (name) => {
    const figure = shown.figures[name], difference = shown.differences[name];
    return `| ${worded(name, shown, rules)} | ${amount(figure)}${half(figure)} | ${difference?.shows ? points(difference, figure.share) : ""} |`;
  };
  const changes = bench.changed.map(([path, value]) => `- ${path} = ${typeof value === "string" ? value : JSON.stringify(value)}`);
  return [
    `## ${rules.title}: ${form.written_out.title || form.name}`, "",
    `${capital(shown.words.win)} ${amount(shown.figures.win)}${half(shown.figures.win)} (${sureness(shown)})${best.fresh && best.value ? `; best play ${percent(best.value.result.win.p)}` : ""}.`, "",
    ...(changes.length ? ["Changed:", ...changes, ""] : []),
    `| figure | value | difference from ${bench.referenceIsPlain ? "the scenario as written" : "the reference"} |`, "|---|---:|---:|", ...figures.map(row), "",
    `\`${line}\``, "", bench.address(), "",
  ].join("\n");
}

function Report({ bench, onClose }) {
  const [weigh, choose] = useState(null);
  const found = useJob("report", { ...asQuestion(bench.asked), weigh: Boolean(weigh) }, { on: weigh !== null });
  const [url, keep] = useState(null);
  useEffect(() => {
    if (!found.fresh || !found.value.html) return undefined;
    const made = URL.createObjectURL(new Blob([found.value.html], { type: "text/html" }));
    keep(made);
    return undefined;
  }, [found.fresh]);
  return html`<${Dialog} title="Report" onClose=${onClose}>
    <p>Everything about this fight on one page that opens offline.</p>
    <div class="row"><button class="primary" disabled=${found.busy} onClick=${() => choose(false)}>Make it</button>
      <button disabled=${found.busy} onClick=${() => choose(true)}>With what each number is worth (longer)</button></div>
    ${found.busy && html`<${Working} progress=${found.progress} onStop=${found.stop} text="Writing the report" />`}
    <${ErrorBox} error=${found.error} />
    ${found.fresh && url && html`<p class="row" role="status" style="margin-top: 12px"><a class="button primary" href=${url} target="_blank" rel="noopener">Open the report</a>
      <a class="button" href=${url} download="${bench.asked.ruleset}-${bench.asked.scenario}.html">Save it</a></p>`}
  <//>`;
}
