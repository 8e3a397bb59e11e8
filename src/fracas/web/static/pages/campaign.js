// A campaign before it is begun: set out, under which rules; and what becomes of many that policies travel, each of which can be read.
import { useEffect, useState } from "preact/hooks";
import { get, ruleset } from "../lib/api.js";
import { Plot } from "../lib/chart.js";
import { emblem } from "../lib/emblems.js";
import { command, link, read } from "../lib/links.js";
import { Rules } from "../lib/rules.js";
import { Copy, Dialog, ErrorBox, go, html, Link, stylesheet, Table, useAsked, Working } from "../lib/ui.js";
import { SetOut } from "./play/campaign.js";
import { useJob } from "./workbench/state.js";

stylesheet("/static/pages/play.css");

const MANY = 200, MOST = 100_000;

// What a link holds: rules, packs, and the question about many campaigns.
const asked = (parts, query) => {
  const { ruleset: name, options, packs } = read(parts, query);
  return { ruleset: name, options, packs, campaigns: Number(query.get("n") || MANY), seed: Number(query.get("seed") || 1), policy: query.get("policy") || null };
};
const addressOf = ({ ruleset: name, options, packs, campaigns, seed, policy }, more = {}) => link("campaign", { ruleset: name, options, packs }, { n: campaigns, seed, policy: policy || [], ...more });

export default function Campaign({ parts, query }) {
  const wanted = asked(parts, query), name = wanted.ruleset;
  const { value: rules, error, busy } = useAsked(() => ruleset(name), [name]);
  const title = rules?.campaign;
  useEffect(() => { document.title = title ? `${title} – Fracas` : "Campaign – Fracas"; }, [title]);
  if (!rules) return html`<${ErrorBox} error=${error} />${busy && html`<${Working} text="Loading the campaign" />`}`;
  if (!title) return html`<${ErrorBox} error=${{ message: `${rules.title} has no campaign`, remedy: "play one of its fights" }} />`;
  const on = query.get("ask") === "many";
  return html`<div class="choose">
    <header class="choose-head">${emblem(name)}<div><h1>${title}</h1><p class="soft">A campaign of <${Link} to="/play/${name}">${rules.title}<//>.</p></div></header>
    <section class="panel campaign" aria-label="Set out"><h2>Set out</h2>
      <${SetOut} rules=${rules} packs=${wanted.packs} options=${wanted.options} />
      <${Rules} key=${JSON.stringify(wanted.options)} ruleset=${name} options=${wanted.options} kinds=${["campaign_options", "options"]} title="Rules of this campaign"
        text="They hold for the campaign that you set out on, and for those below." to=${(options) => go(addressOf({ ...wanted, options }))} />
    </section>
    <section class="panel many" aria-label="Many campaigns"><h2>What becomes of many</h2>
      <p class="small soft">Policies travel them from beginning to end: they choose, fight, learn and fall. The same seed and number is always the same campaign.</p>
      <${Ask} key=${JSON.stringify(wanted)} wanted=${wanted} rules=${rules} />
      ${on && html`<${Many} wanted=${wanted} number=${query.get("number")} />`}
    </section>
  </div>`;
}

function Ask({ wanted, rules }) {
  const ask = (event) => {
    event.preventDefault();
    const { n, seed, policy } = event.target.elements;
    go(addressOf({ ...wanted, campaigns: Number(n.value), seed: Number(seed.value), policy: policy.value || null }, { ask: "many" }));
  };
  return html`<form class="row small" onSubmit=${ask}>
    <label>Campaigns <input name="n" type="number" min="1" max=${MOST} required value=${wanted.campaigns} style="width: 100px" /></label>
    <label>Seed <input name="seed" type="number" min="0" required value=${wanted.seed} style="width: 110px" /></label>
    <label>Policy <select name="policy" value=${wanted.policy || rules.travellers[0]}>${rules.travellers.map((each) => html`<option value=${each}>${each}</option>`)}</select></label>
    <button class="primary">Travel them</button></form>`;
}

function Many({ wanted, number }) {
  const found = useJob("campaigns", wanted), { value } = found;
  const [shown, show] = useState(number);
  const read = (next) => { show(next); history.replaceState(null, "", addressOf(wanted, { ask: "many", ...(next === null ? {} : { number: next }) })); };
  const folders = useAsked(() => Promise.all(wanted.packs.map(async (id) => (await get(`/packs/${encodeURIComponent(id)}`)).name)), [wanted.packs.join()]);
  const words = ["--auto", "-n", String(wanted.campaigns), "--seed", String(wanted.seed), ...(wanted.policy ? ["--policy", wanted.policy] : [])];
  return html`
    ${found.busy && html`<${Working} progress=${found.progress} onStop=${found.stop} text="Travelling" />`}
    ${found.stopped && html`<p class="small soft">Stopped. <button class="plain" onClick=${found.again}>Ask again</button></p>`}
    <${ErrorBox} error=${found.error} />
    ${value && html`<div class=${found.fresh ? "" : "dim"}>
      <p role="status"><b>${value.sentence}.</b></p>
      <div class="row small"><span class="tag">sampled, ${wanted.campaigns.toLocaleString("en")} campaigns</span>
        <${Copy} text=${command("campaign", { ruleset: wanted.ruleset, options: wanted.options }, words, folders.value || [])}>Copy as command<//>
        <${Copy} text=${location.origin + addressOf(wanted, { ask: "many" })}>Share<//>
        <form class="row" onSubmit=${(event) => { event.preventDefault(); read(event.target.elements.number.value); }}>
          <label>Campaign number <input name="number" type="number" min="0" max=${wanted.campaigns - 1} required style="width: 90px" /></label><button>Read it</button></form></div>
      ${value.charts.map((spec, i) => html`<${Plot} key=${i} spec=${spec} tall=${220} />`)}
      <div class="grid found">${value.tables.map((table) => html`<div><${Table} table=${table} most=${12} /></div>`)}</div></div>`}
    ${shown !== null && html`<${Told} key=${shown} wanted=${wanted} number=${shown} onClose=${() => read(null)} />`}`;
}

function Told({ wanted: { campaigns, ...wanted }, number, onClose }) {
  const { value, error, busy, progress, stop } = useJob("campaign-log", { ...wanted, number: Number(number) });
  return html`<${Dialog} title="Campaign ${number} of seed ${wanted.seed}" onClose=${onClose}>
    ${busy && html`<${Working} progress=${progress} onStop=${stop} text="Telling it" />`}<${ErrorBox} error=${error} />
    ${value && value.result.passages.map(({ kind, lines }) => {
      if (kind === "choice") return html`<p class="small"><b>› ${lines[0]}</b></p>`;
      if (kind === "fight") return html`<details><summary class="small">The fight: ${lines.at(-1)}</summary><pre class="small">${lines.join("\n")}</pre></details>`;
      return lines.map((line) => html`<p class="small">${line}</p>`);
    })}<//>`;
}
