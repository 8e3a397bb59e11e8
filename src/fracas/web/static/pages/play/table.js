// The plain table: what has just happened with its dice, what is said of the fight as a whole, and the choices.
import { html } from "../../lib/ui.js";
import { Choices } from "./choices.js";
import { blocks, Clash } from "./clash.js";
import { fightersOf, sidesOf } from "./fighters.js";
import { Line, told } from "./log.js";

const MOST = 16;

function Recap({ game, fresh }) {
  const lines = told(game, fresh);
  while (lines.at(-1)?.kind === "heading") lines.pop();
  const shown = lines.slice(-MOST);
  if (!shown.length) return null;
  if (game.view.log.slice(fresh).some((entry) => entry.against)) return html`<${Clashes} game=${game} fresh=${fresh} />`;
  return html`<div class="recap ${game.ruleset.story ? "prose" : ""}" key=${game.turn} tabindex="0" role="region" aria-label="What has just happened">
    ${shown.length < lines.length && html`<p class="small soft">${lines.length - shown.length} more lines in the log</p>`}
    <ol>${shown.map((line) => html`<${Line} key=${line.key} line=${line} mine=${sidesOf(game).mine} />`)}</ol></div>`;
}

const MOST_BLOCKS = 6;

// What has just happened where both sides roll: each opposed roll with the dice of both.
function Clashes({ game, fresh }) {
  const { mine } = sidesOf(game), all = blocks(game.view.log.slice(fresh), game.names), shown = all.slice(-MOST_BLOCKS);
  return html`<div class="recap" key=${game.turn} tabindex="0" role="region" aria-label="What has just happened">
    ${shown.length < all.length && html`<p class="small soft">More in the log</p>`}
    <ol>${shown.map((block, i) => (block.clash ? html`<${Clash} key=${i} clash=${block.clash} names=${game.names} mine=${mine} />`
      : told(game, 0, block.entries).filter((line) => line.kind !== "heading").map((line) => html`<${Line} key=${`${i}.${line.key}`} line=${line} mine=${mine} />`)))}</ol></div>`;
}

export function PlainTable({ fresh, ...props }) {
  const { game, legal } = props;
  const { fighters, notes } = fightersOf(game);
  const hpOf = (name) => {
    const found = fighters.find((each) => each.name === name);
    return found?.hp != null ? html` <span class="soft small">${found.hp}/${found.most} ${game.ruleset.health_word}</span>` : null;
  };
  return html`<div class="plain-table">
    <${Recap} game=${game} fresh=${fresh} />
    ${notes.length > 0 && html`<ul class="notes">${notes.map((note) => html`<li>${note}</li>`)}</ul>`}
    ${legal.length > 0 && html`<${Choices} ...${props} hpOf=${hpOf} />`}
  </div>`;
}
