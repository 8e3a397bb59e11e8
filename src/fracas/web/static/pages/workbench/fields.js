// A number, a choice or a text of the scenario: a field, with a slider where it is a number.
import { html } from "../../lib/ui.js";
import { text } from "./state.js";

export const isNumber = (info) => typeof info.value === "number" || (info.value === null && info.lowest !== null && !info.choices.length);
function label(path) {
  const parts = path.split("."), last = parts.pop();
  const words = /^\d+$/.test(last) ? `${parts.pop() ?? ""} ${Number(last) + 1}` : last;
  return words.replaceAll("_", " ").replaceAll("-", " ");
}
const round = (value, step) => Number((Math.round(value / step) * step).toFixed(6));

export function stepOf(info) {
  if (info.whole !== false) return 1;
  return Math.abs(info.value) >= 2 ? 0.1 : Math.abs(info.value) >= 0.02 || !info.value ? 0.01 : 0.001;
}

// A range around a value within what it may be: of a slider, and of a sweep.
export function rangeAround(info, value) {
  const step = stepOf(info), lowest = info.lowest ?? -Infinity, highest = info.highest ?? Infinity;
  if (highest - lowest <= 60 * step) return [lowest, highest];
  const around = Math.max(Math.abs(value), 10 * step);
  const low = value >= 0 ? Math.max(lowest, Math.min(0, value)) : Math.max(lowest, value - around);
  return [round(low, step), round(Math.min(highest, value + around), step)];
}

// `was` is the scenario's own value; the slider's range is around it, so that it stays while the number is dragged.
export function Field({ info, was, bench, error, whole = false }) {
  const { path } = info;
  const given = bench.value(path);
  const changed = given !== undefined;
  const value = changed ? given : info.value;
  const set = (to) => bench.change(path, was !== undefined && to === was.value ? undefined : to);
  const reset = () => bench.change(path, undefined);
  const kind = isNumber(info) ? NumberField : info.choices.length ? ChoiceField : TextField;
  const id = `at-${path}`;
  const hint = [info.description, path, changed && was !== undefined ? `was ${text(was.value)}` : ""].filter(Boolean).join("\n");
  const menu = () => bench.openMenu(info);
  const keys = (event) => {
    if (event.key !== "t" || event.ctrlKey || event.metaKey || event.altKey || kind !== NumberField) return;
    event.preventDefault();
    menu();
  };
  return html`<div class="field ${changed ? "changed" : ""} ${kind === NumberField ? "" : "wide"} ${error ? "wrong" : ""}" title=${hint} onKeyDown=${keys}
    onContextMenu=${kind === NumberField ? (event) => { event.preventDefault(); menu(); } : undefined}>
    <label for=${id}>${whole ? html`<span class="mono tiny">${path}</span>` : label(path)}</label>
    <${kind} id=${id} info=${info} was=${was} value=${value} set=${set} reset=${reset} />
    <span class="field-end">
      ${changed && html`<button class="plain icon" onClick=${reset} aria-label="Reset ${path}${was !== undefined ? ` to ${text(was.value)}` : ""}" title="Reset${was !== undefined ? ` to ${text(was.value)}` : ""}"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 8a5 5 0 1 0 2-4M5 1v3.5h3.5" fill="none" stroke="currentColor" stroke-width="1.6" /></svg></button>`}
      ${kind === NumberField && html`<button class="plain icon" onClick=${menu} aria-label="Sweep, tune or weigh ${path}" title="Sweep, tune, weigh (t)"><svg viewBox="0 0 16 16" aria-hidden="true"><g fill="currentColor"><circle cx="3" cy="8" r="1.5" /><circle cx="8" cy="8" r="1.5" /><circle cx="13" cy="8" r="1.5" /></g></svg></button>`}
    </span>
    ${error && html`<p class="field-error" role="alert">${error.split("\n")[0]}${error.includes("\n") && html`<code>${error.slice(error.indexOf("\n"))}</code>`}</p>`}
  </div>`;
}

function NumberField({ id, info, was, value, set, reset }) {
  const step = stepOf(info);
  const [low, high] = rangeAround(info, Number((was ?? info).value ?? info.lowest ?? 0));
  const keys = (event) => {
    const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    if (!by || !event.shiftKey || (event.target.type === "number" && /Left|Right/.test(event.key))) return;
    event.preventDefault();
    const to = round(Number(value ?? 0) + 10 * by * step, step);
    set(Math.max(info.lowest ?? -Infinity, Math.min(info.highest ?? Infinity, to)));
  };
  const typed = (event) => {
    if (event.target.value === "") return info.value === null || was?.value === null ? set(null) : undefined;
    const number = Number(event.target.value);
    return Number.isFinite(number) ? set(number) : undefined;
  };
  return html`<input id=${id} type="number" inputmode="decimal" value=${value ?? ""} placeholder="none" step=${step} min=${info.lowest ?? undefined} max=${info.highest ?? undefined} onInput=${typed} onKeyDown=${keys} onDblClick=${reset} />
    <input type="range" class="slider" aria-label="${info.path}, slider" min=${Math.min(low, value ?? low)} max=${Math.max(high, value ?? high)} step=${step} value=${value ?? low} onInput=${(event) => set(Number(event.target.value))} onKeyDown=${keys} onDblClick=${reset} />`;
}

function ChoiceField({ id, info, value, set }) {
  const choices = info.choices.some((each) => each === value) ? info.choices : [value, ...info.choices];
  if (choices.length === 2 && choices.every((each) => typeof each === "boolean")) {
    return html`<span class="middle"><input id=${id} type="checkbox" checked=${value} onChange=${(event) => set(event.target.checked)} /></span>`;
  }
  return html`<select id=${id} class="middle" value=${JSON.stringify(value)} onChange=${(event) => set(JSON.parse(event.target.value))}>
    ${choices.map((each) => html`<option value=${JSON.stringify(each)}>${text(each)}</option>`)}</select>`;
}

function TextField({ id, value, set, reset }) {
  const typed = (event) => (event.target.value === "" ? reset() : set(event.target.value));
  return html`<input id=${id} class="middle" type="text" spellcheck="false" autocomplete="off" value=${value ?? ""} placeholder="none" onChange=${typed} />`;
}
