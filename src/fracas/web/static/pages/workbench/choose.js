// Choose a game and a scenario.
import { useEffect, useState } from "preact/hooks";
import { about, packs } from "../../lib/api.js";
import { emblem, sentence } from "../../lib/emblems.js";
import { ErrorBox, go, html, Link, plural, useAsked, Working } from "../../lib/ui.js";
import { useBrought } from "./packs.js";

export function Choose({ name }) {
  const { value, error, busy } = useAsked(() => about(), []);
  const [search, find] = useState("");
  useEffect(() => { document.title = "Workbench – Fracas"; }, []);
  const games = (value?.rulesets || []).filter((rules) => !name || rules.name === name);
  return html`<h1>Workbench</h1>
    <p class="soft">Take a scenario, change any number of it, and see at once what that does.</p>
    <${ErrorBox} error=${error} />
    ${busy && html`<${Working} text="Loading the games" />`}
    ${value && !games.length && html`<${ErrorBox} error=${{ message: `there is no ruleset ${name}`, remedy: "choose one below" }} />`}
    ${value && html`<label class="search">Search scenarios<br /><input type="search" value=${search} onInput=${(event) => find(event.target.value)} /></label>`}
    ${(games.length ? games : value?.rulesets || []).map((rules) => html`<${Game} key=${rules.name} rules=${rules} search=${search.toLowerCase()} open=${Boolean(name)} />`)}`;
}

function Game({ rules, search, open }) {
  const own = packs().filter((pack) => pack.ruleset === rules.name);
  const fits = rules.scenarios.filter((each) => !search || `${each.name} ${each.title} ${each.text}`.toLowerCase().includes(search));
  if (search && !fits.length) return null;
  return html`<section class="panel choose" aria-label=${rules.title}>
    <div class="choose-head">${emblem(rules.name)}<div><h2>${rules.title}</h2><p class="small soft">${sentence(rules)}</p></div></div>
    ${own.map((pack) => html`<p class="row small"><b>${pack.title || pack.name}</b> ${(pack.holds.scenarios || []).map((name) => html`<${Link} class="button" to="/workbench/${rules.name}/${name}?pack=${pack.id}">${name}<//>`)}</p>`)}
    <details open=${open || Boolean(search)}><summary>${plural(fits.length, "scenario")}</summary>
      <ul class="cards">${fits.map((each) => html`<li><${Link} to="/workbench/${rules.name}/${each.name}"><b>${each.title}</b> <span class="tiny soft mono">${each.name}</span><//><span class="small soft">${each.text}</span></li>`)}</ul>
    </details>
    ${!open && !search && html`<div class="row">${fits.slice(0, 3).map((each) => html`<${Link} class="button" to="/workbench/${rules.name}/${each.name}">${each.title}<//>`)}</div>`}
  </section>`;
}

// Another scenario of the same game.
export function Others({ rules, asked }) {
  const brought = useBrought(asked.packs);
  const known = [...brought, ...rules.scenarios].some((each) => each.name === asked.scenario);
  return html`<select aria-label="Scenario" value=${asked.scenario} onChange=${(event) => goTo(rules.name, event.target.value, asked.packs)}>
    ${!known && html`<option value=${asked.scenario}>${asked.scenario}</option>`}
    ${brought.map((each) => html`<option value=${each.name}>${each.title}</option>`)}
    ${rules.scenarios.filter((each) => !brought.some((own) => own.name === each.name)).map((each) => html`<option value=${each.name}>${each.title} (${each.name})</option>`)}
  </select>`;
}
function goTo(ruleset, scenario, packs) {
  const query = new URLSearchParams(packs.map((pack) => ["pack", pack])).toString();
  go(`/workbench/${ruleset}/${encodeURIComponent(scenario)}${query ? `?${query}` : ""}`);
}
