// What can be asked about one number: sweep it, tune it, weigh it.
import { useState } from "preact/hooks";
import { Dialog, html } from "../../lib/ui.js";
import { rangeAround, stepOf } from "./fields.js";
import { text } from "./state.js";
import { worded } from "./top.js";

export function NumberDialog({ bench, form, rules }) {
  const info = bench.menu, { path } = info;
  const now = bench.value(path) ?? info.value ?? info.lowest ?? 0;
  const step = stepOf(info);
  const [low, high] = near(info, now, step);
  const [range, setRange] = useState({ from: low, to: high, by: Math.max(step, nice((high - low) / 40, step)) });
  const [measure, choose] = useState("win");
  const [target, aim] = useState("70%");
  const close = () => bench.openMenu(null);
  const ask = (more) => { bench.ask(more); close(); };
  const axis = `${path}=${range.from}..${range.to}${Number(range.by) !== 1 ? `..${range.by}` : ""}`;
  const whole = info.lowest !== null && info.highest !== null && info.highest - info.lowest <= 200 * step ? [info.lowest, info.highest] : rangeAround(info, Math.max(Math.abs(now), 20 * step) * 2);
  const tuned = `${path}=${whole[0]}..${whole[1]}${step !== 1 ? `..${step}` : ""}`;
  const called = (name) => worded(name, { words: form.measures }, rules);
  const bound = (name, words) => html`<label class="small">${words}<br /><input type="number" step=${step} value=${range[name]} onInput=${(event) => setRange({ ...range, [name]: event.target.value })} /></label>`;
  const measures = html`<label class="small">of<br /><select value=${measure} onChange=${(event) => choose(event.target.value)}>
    ${Object.keys(form.measures).map((name) => html`<option value=${name}>${called(name)}</option>`)}</select></label>`;
  return html`<${Dialog} title=${path} onClose=${close}>
    <p class="soft">${info.description}${info.description ? ". " : ""}Now ${text(now)}${info.lowest !== null ? `; it may be ${info.lowest} to ${info.highest}` : ""}.</p>
    <form class="asks" onSubmit=${(event) => { event.preventDefault(); ask({ ask: "sweep", axis, measure }); }}>
      <h3>Sweep it</h3>
      <div class="row ends">${bound("from", "from")}${bound("to", "to")}${bound("by", "in steps of")}${measures}<button class="primary" autofocus>Sweep</button></div>
    </form>
    <form class="asks" onSubmit=${(event) => { event.preventDefault(); ask({ ask: "tune", axis: tuned, target: `${measure}=${target}` }); }}>
      <h3>Tune it</h3>
      <div class="row ends"><label class="small">until ${called(measure)}<br /><input value=${target} onInput=${(event) => aim(event.target.value)} placeholder="70% or 4..6" /></label><button class="primary">Tune</button></div>
    </form>
    <div class="asks"><h3>Weigh it</h3><button onClick=${() => ask({ ask: "weights", axis: path })}>What is one more worth?</button></div>
  <//>`;
}

const nice = (value, step) => (step === 1 ? Math.max(1, Math.round(value)) : Number((Math.max(1, Math.round(value / step)) * step).toFixed(6)));
// A range of about forty steps around the value.
function near(info, now, step) {
  const half = Math.max(10 * step, Math.abs(now) / 3);
  const within = (value) => Math.max(info.lowest ?? -Infinity, Math.min(info.highest ?? Infinity, value));
  const even = (value) => Number((Math.round(value / step) * step).toFixed(6));
  return [even(within(now - half)), even(within(now + half))];
}
