// The scenario as a form: every number and choice of it, by fighter and section, searched and folded; the rules; what was changed.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { post } from "../../lib/api.js";
import { capital, ErrorBox, html, plural, useAsked } from "../../lib/ui.js";
import { Others } from "./choose.js";
import { Field } from "./fields.js";
import { Packs } from "./packs.js";
import { asQuestion, text } from "./state.js";

const MOST = 40;

export function Scenario({ bench, rules, form, variants, error }) {
  const { asked } = bench;
  const [search, find] = useState(bench.more.find || "");
  useEffect(() => { if (bench.more.find) find(bench.more.find); }, [bench.more.find]);
  const own = useOwn(asked, form);
  const places = fieldsOf(error, bench.changed);
  const fields = { bench, own, places, errorAt: (path) => (places.includes(path) ? words(error, path) : "") };
  const place = useRef(null);
  useEffect(() => { if (places.length) place.current?.querySelector(".field.wrong")?.scrollIntoView?.({ block: "nearest" }); }, [places.join()]);
  const sought = search.trim().toLowerCase();
  const paths = form.paths;
  const tree = useMemo(() => grouped(paths.filter((info) => !/^(options|policies)\./.test(info.path))), [paths]);
  const options = paths.filter((info) => info.path.startsWith("options."));
  const hits = sought ? paths.filter((info) => `${info.path} ${info.path.replaceAll("_", " ")} ${info.description}`.toLowerCase().includes(sought)) : [];
  return html`<section class="column scenario" aria-label="Scenario" ref=${place}>
    <h2 class="visually-hidden">Scenario</h2>
    <${Others} rules=${rules} asked=${asked} />
    ${form.written_out.text && html`<p class="small soft">${form.written_out.text}</p>`}
    <div class="policies">${rules.sides.map((side, i) => html`<label class="small">Policy of ${side}<br />
      <select value=${asked.policies[i] || form.policies[i]} onChange=${(event) => bench.set({ policies: policyAt(asked, own, i, event.target.value) })}>
        ${policiesOf(rules, form, asked, i).map((name) => html`<option value=${name}>${name}</option>`)}</select></label>`)}</div>
    ${Object.keys(variants).length > 0 && html`<div class="row small">${Object.entries(variants).map(([name, variant]) => html`<${Variant} key=${name} name=${name} variant=${variant} bench=${bench} />`)}</div>`}
    <${Packs} bench=${bench} rules=${rules} />
    ${error && !places.length && html`<${ErrorBox} error=${error} />`}
    <${Changed} bench=${bench} own=${own} places=${places} />
    <input type="search" class="whole" aria-label="Search numbers and rules" placeholder="Search numbers and rules" value=${search} onInput=${(event) => find(event.target.value)} />
    ${sought
      ? html`<p class="small soft" role="status">${plural(hits.length, "place")}${hits.length > MOST ? `, the first ${MOST}` : ""}</p>
        ${hits.slice(0, MOST).map((info) => html`<${Field} key=${info.path} info=${info} was=${own.get(info.path)} bench=${bench} error=${fields.errorAt(info.path)} whole=${true} />`)}`
      : html`${tree.groups.map((group) => html`<${Group} key=${group.path} group=${group} at=${form.written_out} depth=${0} ...${fields} />`)}
        ${tree.leaves.map((info) => html`<${Field} key=${info.path} info=${info} was=${own.get(info.path)} bench=${bench} error=${fields.errorAt(info.path)} />`)}
        <${Rules} options=${options} ...${fields} />`}
  </section>`;
}

// The scenario's own values, for what a number was.
function useOwn(asked, form) {
  const { value } = useAsked((signal) => post("/paths", asQuestion({ ...asked, changes: {}, options: {}, policies: [null, null] }), { signal }), [asked.ruleset, asked.scenario, asked.packs.join()]);
  const seen = useRef(new Map());
  return useMemo(() => {
    const known = new Map((value?.paths || []).map((info) => [info.path, info]));
    for (const info of form.paths) if (!known.has(info.path) && !(info.path in asked.changes) && !seen.current.has(info.path)) seen.current.set(info.path, info);
    const found = new Map([...seen.current, ...known]);
    found.policies = value?.policies;
    return found;
  }, [value, form.paths]);
}

function policyAt(asked, own, side, name) {
  const policies = [...asked.policies];
  policies[side] = own.policies && own.policies[side] === name ? null : name;
  return policies;
}
function policiesOf(rules, form, asked, side) {
  return [...new Set([...rules.policies[side], form.policies[side], asked.policies[side]].filter(Boolean))];
}

// Which changed places an error is about.
function fieldsOf(error, changed) {
  if (!error) return [];
  const said = `${error.message} ${error.remedy}`, named = (path) => new RegExp(`(^|[^\\w.])${path.replaceAll(".", "\\.")}(?![\\w.]*\\w)`).test(said);
  const paths = changed.map(([path]) => path), found = paths.filter(named);
  return found.length ? found : paths.filter((path) => path.startsWith("options.") && named(path.slice(8)));
}
function words(error, path) {
  const lines = error.message.split("\n");
  const name = path.replace(/^options\./, "");
  const own = lines.findIndex((line) => line.trim().startsWith(`${path}:`) || line.trim().startsWith(`${name}:`));
  const said = own < 0 ? error.message : lines.slice(own).join("\n").trim();
  return own < 0 ? `${capital(said)}. ${capital(error.remedy)}.` : said;
}

function Variant({ name, variant, bench }) {
  const options = variant.options || {};
  const on = Object.entries(options).every(([option, value]) => bench.asked.options[option] === value);
  const toggle = () => {
    const kept = { ...bench.asked.options };
    for (const [option, value] of Object.entries(options)) if (on) delete kept[option]; else kept[option] = value;
    bench.set({ options: kept });
  };
  return html`<button aria-pressed=${on} onClick=${toggle} title="${variant.title || name}: ${variant.text || ""}">Rules: ${name}</button>`;
}

function Changed({ bench, own, places }) {
  if (!bench.changed.length) return null;
  const all = () => bench.set({ changes: {}, options: {} });
  return html`<div class="changes" role="group" aria-label="Changed">
    <div class="spread"><b class="small">${plural(bench.changed.length, "change")}</b><button class="plain small" onClick=${all}>Reset all</button></div>
    <ul>${bench.changed.map(([path, value]) => html`<li class=${places.includes(path) ? "wrong" : ""}><span class="mono tiny">${path}</span> <span class="small">${own.has(path) ? `${text(own.get(path).value)} → ` : ""}<b>${text(value)}</b></span>
      <button class="plain tiny" onClick=${() => bench.change(path, undefined)} aria-label="Reset ${path}">reset</button></li>`)}</ul>
  </div>`;
}

// --- the tree -------------------------------------------------------------------------------------------------------------------------

function grouped(paths) {
  const root = { path: "", leaves: [], groups: [], by: new Map() };
  const parents = new Set(paths.flatMap(({ path }) => { const parts = path.split("."); return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join(".")); }));
  for (const info of paths) {
    const parts = info.path.split(".");
    const depth = parents.has(info.path) ? parts.length : parts.length - 1;
    let group = root, path = "";
    for (let i = 0; i < depth; i += 1) {
      path = path ? `${path}.${parts[i]}` : parts[i];
      if (i === 0 && /^\d+$/.test(parts[1] ?? "") && depth > 1) continue;
      if (!group.by.has(path)) {
        const made = { path, leaves: [], groups: [], by: new Map() };
        group.by.set(path, made);
        group.groups.push(made);
      }
      group = group.by.get(path);
    }
    group.leaves.push(info);
  }
  return root;
}

function titleOf(group, at) {
  let found = at;
  for (const part of group.path.split(".")) found = found?.[part];
  const parts = group.path.split("."), last = parts.pop();
  const kind = (/^\d+$/.test(last) ? parts.pop() : last).replaceAll("_", " ").replaceAll("-", " ");
  const name = found && typeof found === "object" ? found.name || found.title || found.id || (typeof found.kind === "string" ? found.kind : "") : "";
  const number = /^\d+$/.test(last) ? ` ${Number(last) + 1}` : "";
  return name && name !== kind ? html`${name} <span class="tiny soft">${kind}${number}</span>` : `${capital(kind)}${number}`;
}

const count = (group) => group.leaves.length + group.groups.reduce((sum, each) => sum + count(each), 0);
function touched(group, bench) {
  return bench.changed.some(([path]) => path === group.path || path.startsWith(`${group.path}.`));
}

function Group({ group, at, depth, bench, own, errorAt, places }) {
  const simple = !group.groups.length && group.leaves.length <= 8;
  const [opened, set] = useState((depth === 0 && count(group) < 400) || (depth === 1 && simple) || touched(group, bench));
  const open = opened || places.some((path) => path.startsWith(`${group.path}.`));
  return html`<details class="group depth-${Math.min(depth, 3)}" open=${open} onToggle=${(event) => event.target === event.currentTarget && set(event.currentTarget.open)}>
    <summary><span class="group-title">${titleOf(group, at)}</span> ${!open && html`<span class="tiny soft">${count(group)}</span>`} ${touched(group, bench) && html`<span class="tag you">changed</span>`}</summary>
    ${open && html`<div class="group-body">
      ${group.leaves.map((info) => html`<${Field} key=${info.path} info=${info} was=${own.get(info.path)} bench=${bench} error=${errorAt(info.path)} />`)}
      ${group.groups.map((each) => html`<${Group} key=${each.path} group=${each} at=${at} depth=${depth + 1} bench=${bench} own=${own} errorAt=${errorAt} places=${places} />`)}
    </div>`}
  </details>`;
}

function Rules({ options, bench, own, errorAt, places }) {
  const changed = bench.changed.filter(([path]) => path.startsWith("options.")).length;
  const [opened, set] = useState(changed > 0);
  const open = opened || places.some((path) => path.startsWith("options."));
  if (!options.length) return null;
  return html`<details class="group depth-0" open=${open} onToggle=${(event) => set(event.currentTarget.open)}>
    <summary><span class="group-title">Rules</span> <span class="tiny soft">${options.length}</span> ${changed > 0 && html`<span class="tag you">${changed} changed</span>`}</summary>
    ${open && html`<div class="group-body rules">${options.map((info) => html`<div key=${info.path}><${Field} info=${info} was=${own.get(info.path)} bench=${bench} error=${errorAt(info.path)} />
      ${info.description && html`<p class="tiny soft">${info.description}</p>`}</div>`)}</div>`}
  </details>`;
}
