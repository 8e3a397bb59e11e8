// What if: go back to a turn, try another choice, and see it beside what happened.
import { useState } from "preact/hooks";
import { games, get, post } from "../../lib/api.js";
import { capital, Dialog, ErrorBox, go, html, Link, useAsked } from "../../lib/ui.js";
import { standing } from "./after.js";
import { remember } from "./begin.js";
import { Line, told } from "./log.js";

// The turns of a side: { number, at, name, then }, where `at` is how many actions came before and `then` what the other side did after it.
export function turnsOf(game, mine) {
  const turns = [];
  game.view.actions.forEach((action, at) => {
    if (action.side === mine) turns.push({ number: turns.length + 1, at, code: action.code, name: action.name, then: [] });
    else turns.at(-1)?.then.push(action.name);
  });
  return turns;
}

export const branchTitle = (title, turn) => `${title.replace(/ \(what if, turn \d+\)$/, "")} (what if, turn ${turn.number})`;
export const mayBranch = (game) => game.seat === "a" && game.view.actions.length > 0 && (game.over || game.takes_back);

export function WhatIf({ game, token, title, onClose }) {
  const [error, fail] = useState(null);
  const branch = async (turn) => {
    try {
      const begun = await post(`/games/${game.id}/branch`, { turn: turn.at }, { token });
      onClose();
      go(remember(begun, branchTitle(title, turn)));
      scrollTo(0, 0);
    } catch (problem) { fail(problem); }
  };
  return html`<${Dialog} title="What if?" onClose=${onClose}>
    <p class="small soft">Go back to a turn and choose something else. The dice are the same as long as you do the same. What you played stays as it is.</p>
    <${ErrorBox} error=${error} />
    <ol class="turns">${turnsOf(game, "a").map((turn) => html`<li key=${turn.at}><button onClick=${() => branch(turn)}>Go back to turn ${turn.number}</button>
      <span><b>${capital(turn.name)}</b>${turn.then.length > 0 && html`<br /><span class="small soft">then they: ${turn.then.join(", ")}</span>`}</span></li>`)}</ol>
  <//>`;
}

// The game that a branch comes from, where this browser has a seat in it.
export function usePlayed(game) {
  const kept = game?.branch_of && games().find((each) => each.id === game.branch_of);
  const { value } = useAsked(async () => (kept ? get(`/games/${kept.id}`, { token: kept.token }) : null), [game?.branch_of]);
  return value ? { game: value, token: kept.token } : null;
}

// Where two logs part.
export function parting(one, other) {
  const a = one.view.log, b = other.view.log;
  let at = 0;
  while (at < a.length && at < b.length && JSON.stringify(a[at]) === JSON.stringify(b[at])) at += 1;
  return at;
}

export function Compared({ played, game }) {
  const old = played.game;
  return html`<dl class="compared"><div class="played"><dt><${Link} to="/game/${old.id}#${played.token}">What happened<//></dt><dd>${standing(old)}</dd></div>
    <div class="new"><dt>The new line</dt><dd aria-live="polite">${standing(game)}</dd></div></dl>`;
}

export function Played({ played, since }) {
  const lines = told(played.game, since);
  return html`<section class="log played-line" aria-label="What happened">
    <h2 class="side-title">What happened</h2>
    <div class="log-lines" tabindex="0" role="region" aria-label="What happened, in words">
      <ol>${lines.map((line) => html`<${Line} key=${line.key} line=${line} />`)}</ol>
      ${!lines.length && html`<p class="small soft">Nothing more: both are the same up to here.</p>`}
    </div></section>`;
}
