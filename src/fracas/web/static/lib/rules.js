// The rules of what is asked for: those that were changed, and a form to change another one. `to` is told the options that differ then.
import { useState } from "preact/hooks";
import { get } from "./api.js";
import { ErrorBox, html, useAsked } from "./ui.js";

const parsed = (text) => { try { return JSON.parse(text); } catch { return text; } };

// `kinds` are the lists of options that count here, as /api/rulesets/NAME/options names them; `such` is a rule and a value, as an example.
export function Rules({ ruleset, options, kinds, title, text, such = ["", ""], to }) {
  const changed = Object.entries(options);
  const [open, set] = useState(changed.length > 0);
  const [named, name] = useState("");
  const { value, error } = useAsked(async () => (open ? get(`/rulesets/${ruleset}/options`) : null), [open]);
  const known = value ? kinds.flatMap((kind) => value[kind]) : [], meant = known.find((each) => each.name === named);
  const change = (event) => {
    event.preventDefault();
    const { name: rule, value: typed } = event.target.elements;
    to({ ...options, [rule.value]: parsed(typed.value.trim()) });
  };
  return html`<details class="small rules" open=${open} onToggle=${(event) => set(event.currentTarget.open)}><summary>${title}${changed.length ? `: ${changed.length} changed` : ""}</summary>
    <p class="soft">${text}</p>
    ${changed.map(([rule, value]) => html`<span class="tag you">${rule} = ${String(value)} <button type="button" class="plain tiny" aria-label="Reset ${rule}" onClick=${() => to(Object.fromEntries(changed.filter(([each]) => each !== rule)))}>reset</button></span> `)}
    <${ErrorBox} error=${error} />
    <form class="row" onSubmit=${change}><label>Rule <input name="name" list="rules" required autocomplete="off" placeholder=${such[0]} style="width: 150px" onInput=${(event) => name(event.target.value)} /></label>
      <label>Value <input name="value" required autocomplete="off" style="width: 80px" placeholder=${such[1]} /></label><button>Change</button></form>
    ${meant && html`<p class="soft" role="status">${meant.text} (${meant.allowed}; ${String(meant.default)})</p>`}
    <datalist id="rules">${known.map((each) => html`<option value=${each.name}>${each.text} (${each.allowed}; ${String(each.default)})</option>`)}</datalist></details>`;
}
