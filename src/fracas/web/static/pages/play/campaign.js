// A campaign: the story between its fights, with the choices that it offers, and what came of a fight. The fights are played as any other.
import { useEffect, useRef, useState } from "preact/hooks";
import { post } from "../../lib/api.js";
import { link } from "../../lib/links.js";
import { capital, ErrorBox, go, html, Link, plural } from "../../lib/ui.js";
import { download, Fairness, Outcome } from "./after.js";
import { remember } from "./begin.js";
import { Choices } from "./choices.js";
import { Log } from "./log.js";
import { Share } from "./share.js";

// Whether a game is at the story, and not in a fight.
export const atStory = (game) => Boolean(game.campaign && game.campaign.stage !== "fight");

// What is offered often says its name once more, and better spelt (`learn level-cut`, `Level Cut [4,4] D8`): it is taken apart for showing.
const plainly = (text) => text.toLowerCase().replaceAll("&", " and ").split(/[^\p{L}\p{N}']+/u).filter(Boolean);
export function named({ name, details, ...action }) {
  const [head] = /^[^:,;([]*/.exec(details), said = plainly(head), words = plainly(name);
  const at = words.findIndex((_, i) => words.slice(i).every((word, j) => said[j] === word));
  if (at < 0 || said.length > words.length - at + 2) return { ...action, name: capital(name.replaceAll("-", " ")), details };
  const before = name.split(/[\s-]+/).slice(0, at).join(" ");
  return { ...action, name: capital(`${before} ${head}`.trim()), details: details.slice(head.length).replace(/^[:,;] /, "").replace(/^\(([^()]*)\)$/, "$1") };
}

const SHORT = 60; // a first line that is longer is no heading

export function Story({ game, fresh, error, busy, act, token, title }) {
  const [sharing, share] = useState(false), [failed, fail] = useState(null);
  const { campaign, view } = game, fought = campaign.stage === "after", { hero } = campaign;
  const [first, ...others] = campaign.lines.filter((line) => line !== hero?.line), heading = others.length > 0 && first.length <= SHORT;
  return html`<div class="play" data-turn=${game.turn}>
    <header class="play-head">
      <div><h1>${title}</h1><p class="small soft"><${Link} to="/play/${game.ruleset.name}">${game.ruleset.title}<//> · ${plural(campaign.fights, "fight")} fought</p></div>
      <div class="row"><button onClick=${() => share(true)}>Share</button></div>
    </header>
    <div class="frame story">
      <div class="at-table">
        <${ErrorBox} error=${error || failed} />
        ${fought ? html`<${Outcome} game=${game} mine="a" />` : html`<section class="panel told" aria-label="The story" aria-live="polite" key=${game.turn}>
          ${heading ? html`<h2>${first}</h2>` : html`<p>${first}</p>`}${others.map((line) => html`<p>${line}</p>`)}</section>`}
        ${view.legal.length > 0 && html`<${Choices} game=${game} legal=${view.legal.map(named)} choose=${act} odds=${{}} worth=${{}} busy=${busy} />`}
        ${game.over && html`<p class="row"><${Link} class="button primary" to=${link("campaign", { ...game.asked, scenario: undefined })}>Set out again<//> <button onClick=${() => download(game, token).catch(fail)}>Save the campaign</button></p>
          <${Fairness} game=${game} token=${token} />`}
      </div>
      <div class="at-side">${hero && !fought && html`<${Hero} hero=${hero} />`}<div class="at-log">${fought ? html`<${Log} game=${game} fresh=${fresh} mine="a" />` : html`<${Journal} journal=${campaign.journal} />`}</div></div>
    </div>
    ${sharing && html`<${Share} game=${game} onClose=${() => share(false)} />`}
  </div>`;
}

// Who goes, how they stand, and what they can do and carry.
const Hero = ({ hero }) => html`<section class="panel told hero" aria-label="Your character">
  <h2>${hero.name}</h2><p class="soft">${capital(hero.kind)}</p><p>${hero.standing}</p>${hero.lines.map((line) => html`<p class="small">${line}</p>`)}</section>`;

// What happened before, the last below.
function Journal({ journal }) {
  const place = useRef(null);
  useEffect(() => { if (place.current) place.current.scrollTop = place.current.scrollHeight; }, [journal]);
  if (!journal.length) return null;
  return html`<section class="log" aria-label="What happened so far"><h2 class="side-title">What happened so far</h2>
    <div class="log-lines journal" ref=${place} tabindex="0" role="region" aria-label="What happened so far">
      ${journal.map(({ lines, chosen }) => html`<div>${lines.map((line) => html`<p class=${chosen ? "soft" : "fought"}>${line}</p>`)}${chosen && html`<p><b>› ${capital(chosen.replaceAll("-", " "))}</b></p>`}</div>`)}
    </div></section>`;
}

// Where a campaign begins: the name of who sets out.
export function SetOut({ rules, packs, options = {} }) {
  const [state, set] = useState({});
  const start = async (event) => {
    event.preventDefault();
    const name = event.target.elements.name.value.trim() || null;
    set({ busy: true });
    try { go(remember(await post("/campaigns", { ruleset: rules.name, name, packs, options }), name && `${rules.campaign}: ${name}`)); } catch (error) { set({ error }); }
  };
  return html`<form onSubmit=${start}>
    <p class="small soft">A character of your own, from its making through fight after fight. It is kept at every step: leave it, and go on from the start page.</p>
    <div class="row"><label class="small">Name <input name="name" maxlength="60" autocomplete="off" placeholder="if you like" /></label><button class="primary" disabled=${state.busy}>Set out</button></div>
    <${ErrorBox} error=${state.error} />
  </form>`;
}
