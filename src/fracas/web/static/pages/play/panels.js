// Who fights: a card each, with name, HP bar, effects, and what is known of them.
import { useRef } from "preact/hooks";
import { Bar, html } from "../../lib/ui.js";

// What a fighter has lost or gained since the view before.
function useChange(hp, turn) {
  const seen = useRef({ turn, hp, change: 0 });
  if (seen.current.turn !== turn) {
    const onward = turn > seen.current.turn && turn < 0 === seen.current.turn < 0 && hp !== null && seen.current.hp !== null;
    seen.current = { turn, hp, change: onward ? hp - seen.current.hp : 0 };
  }
  return seen.current.change;
}

function Notes({ notes, folded }) {
  const told = notes.map((note) => html`<p class="note">${note}</p>`);
  return folded ? html`<details class="note"><summary>More</summary>${told}</details>` : told;
}

function Fighter({ fighter, side, turn, word, crowded }) {
  const { name, hp, most, tags, notes, fallen } = fighter;
  const change = useChange(hp, turn);
  return html`<div class="fighter ${side} ${fallen ? "fallen" : ""}">
    <div class="fighter-name"><b>${name}</b>
      <span class="hp">${change !== 0 && html`<span key=${turn} class="change ${change < 0 ? "down" : "up"}">${change < 0 ? "−" : "+"}${Math.abs(change)}</span>`}
        ${fallen ? "fallen" : hp !== null && html`${hp}${most ? html`<span class="soft">/${most}</span>` : ""} ${word}`}</span></div>
    ${hp !== null && most ? html`<${Bar} value=${hp} most=${most} side=${side} label="${name}: ${hp} of ${most} ${word}" />` : null}
    ${!fallen && tags.length > 0 && html`<div class="tags">${tags.map((tag) => html`<span class="tag">${tag}</span>`)}</div>`}
    ${!fallen && notes.length > 0 && html`<${Notes} notes=${notes} folded=${crowded} />`}
  </div>`;
}

export function Side({ fighters, side, title, absent = [], turn, word }) {
  if (!fighters.length && !absent.length) return null;
  return html`<section class="side ${side}" aria-label=${title}>
    <h2 class="side-title">${title}${absent.length > 0 && html` <span class="soft">· not here now: ${absent.join(", ")}</span>`}</h2>
    <div class="fighters">${fighters.map((each) => html`<${Fighter} key=${each.name} fighter=${each} side=${side} turn=${turn} word=${word} crowded=${fighters.length > 1} />`)}</div>
  </section>`;
}
