// A game that is over, turn by turn: go back and forth in it, and choose something else at any turn to see what would have come of it.
import { useEffect, useState } from "preact/hooks";
import { post } from "../../lib/api.js";
import { capital, go, html } from "../../lib/ui.js";
import { watched } from "./after.js";
import { remember } from "./begin.js";
import { useBack } from "./session.js";
import { branchTitle, turnsOf } from "./whatif.js";

// `index` is the turn that is shown, null for the end. A fight of a simulation is opened at its first turn, any game at that of its link.
export function useSteps(now, token, mine, title, linked) {
  const turns = now.over ? turnsOf(now, mine) : [], at = Number(linked) - 1;
  const [index, move] = useState(turns[at] ? at : now.over && now.simulated && !now.branch_of && !linked && turns.length ? 0 : null);
  useEffect(() => {
    if (now.over && turns.length) history.replaceState(null, "", `${location.pathname}?turn=${index === null ? "end" : index + 1}${location.hash || `#${token}`}`);
  }, [index, now.over]);
  const [state, set] = useState({});
  const turn = index === null ? null : turns[index] || null;
  const back = useBack(now.id, token, turn ? turn.at : null);
  const to = (next) => { set({}); move(next >= turns.length ? null : Math.max(0, next)); };
  // The same choice goes on to the next turn; another one begins a game that goes on from here.
  const instead = async (code) => {
    if (code === turn.code) return to(index + 1);
    set({ busy: true });
    try {
      const begun = await post(`/games/${now.id}/branch`, { turn: turn.at }, { token });
      const own = { token: begun.tokens.a };
      const game = await post(`/games/${begun.game.id}/actions`, { turn: begun.game.turn, action: code }, own);
      go(remember({ ...begun, game }, branchTitle(title, turn)));
      scrollTo(0, 0);
    } catch (error) { set({ error }); }
    return undefined;
  };
  return { turns, index, turn, go: to, instead, back: turn && back.game ? back : null, busy: state.busy || back.busy, error: state.error || back.error };
}

const Icon = ({ d }) => html`<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><path d=${d} fill="currentColor" /></svg>`;

export function Steps({ steps, game, mine, names }) {
  const { turns, index, turn } = steps, here = index ?? turns.length;
  if (!turns.length) return null;
  const other = mine === "a" ? "b" : "a", who = watched(game) ? capital(names[mine]) : "You";
  const button = (to, words, d, off) => html`<button class="plain" aria-label=${words} title=${words} disabled=${off} onClick=${() => steps.go(to)}><${Icon} d=${d} /></button>`;
  return html`<section class="steps" aria-label="Turn by turn">
    <div class="row">
      ${button(0, "To the first turn", "M2 2h2v12H2zM14 2v12L5 8z", here === 0)}
      ${button(here - 1, "One turn back", "M12 2v12L3 8z", here === 0)}
      <input type="range" min="0" max=${turns.length} value=${here} aria-label="Turn" aria-valuetext=${turn ? `turn ${turn.number} of ${turns.length}` : "the end"} onInput=${(event) => steps.go(Number(event.target.value))} />
      ${button(here + 1, "One turn on", "M4 2v12l9-6z", index === null)}
      ${button(turns.length, "To the end", "M12 2h2v12h-2zM2 2v12l9-6z", index === null)}
    </div>
    <p class="small" role="status">${turn
      ? html`<b>Turn ${turn.number} of ${turns.length}.</b> ${who} chose <b>${turn.name}</b>${turn.then.length ? `; then ${names[other]}: ${turn.then.join(", ")}` : ""}.${game.seat === "a" ? html` <span class="soft">Choose something else to see what would have come of it.</span>` : ""}`
      : html`<b>The end,</b> after ${turns.length} ${turns.length === 1 ? "turn" : "turns"}. <span class="soft">Go back to look at any of them.</span>`}</p>
  </section>`;
}
