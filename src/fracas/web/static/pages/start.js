// The start page: the games, what was left, own packs.
import { useEffect } from "preact/hooks";
import { about, forgetGame, games, packs } from "../lib/api.js";
import { ErrorBox, html, Link, useAsked, Working } from "../lib/ui.js";
import { emblem, sentence } from "../lib/emblems.js";

export default function Start() {
  useEffect(() => { document.title = "Fracas"; }, []);
  const { value, error, busy } = useAsked(() => about(), []);
  return html`
    <h1>Play a fight, or find out exactly what it is worth</h1>
    <p class="soft">Every figure comes from the rules that you play: exact where they can be counted, sampled where not, and marked as such.</p>
    <${ErrorBox} error=${error} />
    ${busy && html`<${Working} text="Loading the games" />`}
    <${Continue} />
    <div class="grid">${value?.rulesets.map((rules) => html`<${Game} rules=${rules} />`)}</div>
    <${Packs} />`;
}

function Game({ rules }) {
  const first = rules.scenarios[0]?.name;
  return html`<section class="panel game" aria-label=${rules.title}>
    ${emblem(rules.name)}
    <h2>${rules.title}</h2>
    <p class="small soft">${sentence(rules)}</p>
    <div class="row">
      <${Link} class="button primary" to="/play/${rules.name}">Play now<//>
      ${rules.campaign && html`<${Link} class="button" to="/campaign/${rules.name}">Campaign<//>`}
      <${Link} class="button" to="/workbench/${rules.name}/${first}">Workbench<//>
      ${Object.keys(rules.worlds).length > 0 && html`<${Link} class="button" to="/world/${rules.name}/${Object.keys(rules.worlds)[0]}">Watch a world<//>`}
      ${rules.claims && html`<${Link} class="button" to="/claims/${rules.name}">Claims<//>`}
    </div>
  </section>`;
}

function Continue() {
  const left = games().filter((each) => !each.over).slice(0, 4);
  if (!left.length) return null;
  return html`<section class="panel" aria-label="Continue" style="margin-bottom: 16px">
    <h2>Continue</h2>
    ${left.map((each) => html`<div class="row"><${Link} class="button" to="/game/${each.id}#${each.token}">${each.title}<//>
      <span class="small soft">${each.where} · ${new Date(each.at).toLocaleString()}</span>
      <button class="plain" onClick=${(event) => { forgetGame(each.id); event.target.closest(".row").remove(); }}>Forget</button></div>`)}
  </section>`;
}

function Packs() {
  const own = packs();
  return html`<section class="panel" aria-label="Own packs" style="margin-top: 16px">
    <h2>Own packs</h2>
    ${own.length
      ? own.map((pack) => html`<div class="row"><b>${pack.title || pack.name}</b> <span class="small soft">${pack.ruleset}</span>
        <${Link} to="/packs">Open<//></div>`)
      : html`<p class="soft">Bring your own monsters, heroes and scenarios: <${Link} to="/packs">add a pack<//>.</p>`}
  </section>`;
}
