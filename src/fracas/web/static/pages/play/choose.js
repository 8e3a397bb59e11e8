// Choose a fight: all that a ruleset has, found by a word of their title or text.
import { useEffect, useState } from "preact/hooks";
import { link } from "../../lib/links.js";
import { emblem, sentence } from "../../lib/emblems.js";
import { ErrorBox, html, Link, plural, useAsked, Working } from "../../lib/ui.js";
import { SetOut } from "./campaign.js";
import { fights } from "./scenarios.js";

const fits = (fight, words) => words.every((word) => `${fight.name} ${fight.title} ${fight.text} ${fight.pack || ""}`.toLowerCase().includes(word));

export function Choose({ name, packs }) {
  const { value, error, busy } = useAsked(() => fights(name, packs), [name, packs.join()]);
  const [wanted, want] = useState("");
  const title = value?.rules.title;
  useEffect(() => { document.title = title ? `Play ${title} – Fracas` : "Play – Fracas"; }, [title]);
  if (!value) return html`<${ErrorBox} error=${error} />${busy && html`<${Working} text="Loading the fights" />`}`;
  const found = value.fights.filter((each) => fits(each, wanted.toLowerCase().split(/\s+/).filter(Boolean)));
  return html`<div class="choose">
    <header class="choose-head">${emblem(name)}<div><h1>${title}</h1><p class="soft">${sentence(value.rules)}</p></div></header>
    ${value.rules.campaign && html`<section class="panel campaign" aria-label="Campaign"><h2>Campaign: ${value.rules.campaign}</h2>
      <${SetOut} rules=${value.rules} packs=${packs} />
      <p class="small"><${Link} to=${link("campaign", { ruleset: name, packs })}>Its rules, and what becomes of many<//></p></section>`}
    <div class="row find"><label for="find">Find a fight</label>
      <input id="find" type="search" value=${wanted} onInput=${(event) => want(event.target.value)} placeholder="a word of its title or text" />
      <span class="small soft" role="status">${plural(found.length, "fight")}</span></div>
    <ul class="fights">${found.map((each) => html`<li key=${each.name}>
      <${Link} class="fight" to=${link("play", { ruleset: name, scenario: each.name, packs })}>
        <b>${each.title}</b> ${each.lesson && html`<span class="tag">Lesson</span>`} ${each.pack && html`<span class="tag you">${each.pack}</span>`}
        <span class="small soft">${each.text || each.name}</span><//></li>`)}</ul>
    ${!found.length && html`<p class="soft">No fight has these words. <button onClick=${() => want("")}>Show all</button></p>`}
  </div>`;
}
