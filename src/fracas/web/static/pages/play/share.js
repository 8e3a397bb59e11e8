// Links of a game: for who plays the other side, for who watches, and to the same fight with new dice.
import { games } from "../../lib/api.js";
import { link } from "../../lib/links.js";
import { Copy, Dialog, html } from "../../lib/ui.js";
import { sideNames } from "./fighters.js";

function Given({ title, text, path }) {
  const whole = `${location.origin}${path}`;
  return html`<div class="given"><h3>${title}</h3><p class="small soft">${text}</p>
    <div class="row"><input class="grow" readonly value=${whole} aria-label=${title} onFocus=${(event) => event.target.select()} /><${Copy} text=${whole} /></div></div>`;
}

export function Share({ game, onClose }) {
  const { tokens = {} } = games().find((each) => each.id === game.id) || {};
  return html`<${Dialog} title="Share" onClose=${onClose}>
    ${tokens.b && html`<${Given} title=${`Play ${sideNames(game).b}`} text="Send it to your opponent. Whoever has this link has that seat." path="/game/${game.id}#${tokens.b}" />`}
    ${tokens.watcher && html`<${Given} title="Watch" text="Shows the game as it goes on, without acting." path="/game/${game.id}#${tokens.watcher}" />`}
    ${!tokens.watcher && html`<p class="small soft">${"The link for watching is with whoever began the game"}.</p>`}
    ${typeof game.asked.scenario === "string" && html`<${Given} title="The same fight, new dice" text="Begins a game of their own." path=${link("play", game.asked)} />`}
  <//>`;
}
