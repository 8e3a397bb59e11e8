// A campaign: the story between its fights, with the choices that it offers, and what came of a fight. The fights are played as any other.
import { useState } from "preact/hooks";
import { post } from "../../lib/api.js";
import { capital, ErrorBox, go, html, Link, plural } from "../../lib/ui.js";
import { download, Fairness, Outcome } from "./after.js";
import { remember } from "./begin.js";
import { Choices } from "./choices.js";
import { Log } from "./log.js";
import { Share } from "./share.js";

// Whether a game is at the story, and not in a fight.
export const atStory = (game) => Boolean(game.campaign && game.campaign.stage !== "fight");

// What is offered says its name once more: it is taken apart for showing.
function named(action) {
  const words = action.name.replaceAll("-", " "), { details } = action;
  if (!details.toLowerCase().startsWith(words)) return { ...action, name: capital(words) };
  return { ...action, name: details.slice(0, words.length), details: details.slice(words.length).replace(/^[,:] /, "") };
}

export function Story({ game, fresh, error, busy, act, token, title }) {
  const [sharing, share] = useState(false), [failed, fail] = useState(null);
  const { campaign, view } = game, fought = campaign.stage === "after", [first, ...others] = campaign.lines;
  return html`<div class="play" data-turn=${game.turn}>
    <header class="play-head">
      <div><h1>${title}</h1><p class="small soft"><${Link} to="/play/${game.ruleset.name}">${game.ruleset.title}<//> · ${plural(campaign.fights, "fight")} fought</p></div>
      <div class="row"><button onClick=${() => share(true)}>Share</button></div>
    </header>
    <div class=${fought ? "frame" : "story"}>
      <div class="at-table">
        <${ErrorBox} error=${error || failed} />
        ${fought ? html`<${Outcome} game=${game} mine="a" />` : html`<section class="panel" aria-label="The story" aria-live="polite" key=${game.turn}>
          <h2>${first}</h2>${others.map((line) => html`<p>${line}</p>`)}</section>`}
        ${view.legal.length > 0 && html`<${Choices} game=${game} legal=${view.legal.map(named)} choose=${act} odds=${{}} worth=${{}} busy=${busy} />`}
        ${game.over && html`<p class="row"><${Link} class="button primary" to="/play/${game.ruleset.name}">Set out again<//> <button onClick=${() => download(game, token).catch(fail)}>Save the campaign</button></p>
          <${Fairness} game=${game} token=${token} />`}
      </div>
      ${fought && html`<div class="at-log"><${Log} game=${game} fresh=${fresh} mine="a" /></div>`}
    </div>
    ${sharing && html`<${Share} game=${game} onClose=${() => share(false)} />`}
  </div>`;
}

// Where a campaign begins: the name of who sets out.
export function SetOut({ rules, packs }) {
  const [state, set] = useState({});
  const start = async (event) => {
    event.preventDefault();
    const name = event.target.elements.name.value.trim() || null;
    set({ busy: true });
    try { go(remember(await post("/campaigns", { ruleset: rules.name, name, packs }), name && `${rules.campaign}: ${name}`)); } catch (error) { set({ error }); }
  };
  return html`<form class="panel campaign" onSubmit=${start} aria-label="Campaign">
    <h2>Campaign: ${rules.campaign}</h2>
    <p class="small soft">A character of your own, from its making through fight after fight. It is kept at every step: leave it, and go on from the start page.</p>
    <div class="row"><label class="small">Name <input name="name" maxlength="60" autocomplete="off" placeholder="if you like" /></label><button class="primary" disabled=${state.busy}>Set out</button></div>
    <${ErrorBox} error=${state.error} />
  </form>`;
}
