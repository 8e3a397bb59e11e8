// The plain table: what has just happened with its dice, what is said of the fight as a whole, and the choices.
import { html } from "../../lib/ui.js";
import { Choices } from "./choices.js";
import { fightersOf, sidesOf } from "./fighters.js";
import { Line, told } from "./log.js";

const MOST = 16;

function Recap({ game, fresh }) {
  const lines = told(game, fresh);
  while (lines.at(-1)?.kind === "heading") lines.pop();
  const shown = lines.slice(-MOST);
  if (!shown.length) return null;
  return html`<div class="recap ${game.ruleset.story ? "prose" : ""}" key=${game.turn} tabindex="0" role="region" aria-label="What has just happened">
    ${shown.length < lines.length && html`<p class="small soft">${lines.length - shown.length} more lines in the log</p>`}
    <ol>${shown.map((line) => html`<${Line} key=${line.key} line=${line} mine=${sidesOf(game).mine} />`)}</ol></div>`;
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
