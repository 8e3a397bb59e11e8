// When a game is over: what came of it, how much was luck, and the proof that the dice were not chosen.
import { useEffect, useRef, useState } from "preact/hooks";
import { get } from "../../lib/api.js";
import { capital, Copy, ErrorBox, html, percent, signed, Working } from "../../lib/ui.js";

export const wonBy = (game) => ({ win: "a", lose: "b" })[game.view.outcome?.kind] ?? null;

// One line on where a game stands or what came of it.
export function standing(game) {
  const { view, ruleset } = game, of = game.both ? ` for ${ruleset.sides[0]}` : "", left = `${view.health.a} ${ruleset.health_word} ${ruleset.story ? "left" : `against ${view.health.b}`}`;
  return view.outcome ? `${capital(view.outcome.end)}${of} in ${ruleset.round_word} ${view.round}: ${left}` : `${capital(ruleset.round_word)} ${view.round}: ${left}`;
}

export function Outcome({ game, mine, children }) {
  const title = useRef(null), won = wonBy(game), drawn = capital(game.view.outcome.end);
  useEffect(() => { if (document.activeElement === document.body || !document.activeElement) title.current?.focus({ preventScroll: true }); }, []);
  const verdict = game.seat === "watcher" ? (won ? `${capital(game.ruleset.sides[won === "a" ? 0 : 1])} won` : drawn) : won === null ? drawn : won === mine ? "You won" : "You lost";
  return html`<section class="outcome ${won === null ? "" : won === mine ? "you" : "them"}" role="status">
    <h2 tabindex="-1" ref=${title}>${verdict}</h2><p>${standing(game)}.</p>
    <div class="row">${children}</div>
  </section>`;
}

// What a promise gives once it is asked for.
function useOnce(ask) {
  const [state, set] = useState({});
  const run = () => {
    set({ busy: true });
    ask().then((value) => set({ value }), (error) => set({ error }));
  };
  return { ...state, run };
}

export function Luck({ game, token }) {
  const { value, error, busy, run } = useOnce(() => get(`/games/${game.id}/luck`, { token }));
  return html`<section class="panel" aria-label="Luck">
    <h2>How much was luck?</h2>
    ${!value && !busy && html`<p class="small soft">The fight is solved, and every turn is told apart: what your choice gave away, and what the dice then gave or took.</p><button onClick=${run}>Work it out</button>`}
    ${busy && html`<${Working} text="Solving the fight" />`}
    ${error && html`<${ErrorBox} error=${error} />`}
    ${value && html`<${Meter} luck=${value} />`}
  </section>`;
}

function Meter({ luck }) {
  const turns = luck.turns;
  return html`<p><b>${capital(luck.sentence)}</b> <span class="small soft">exact</span></p>
    <dl class="luck-meter"><div><dt>At the start</dt><dd>${percent(luck.start, 1)}</dd></div>
      <div><dt>Dice</dt><dd class=${luck.dice < 0 ? "down" : "up"}>${signed(100 * luck.dice, 1)} %</dd></div>
      <div><dt>Choice</dt><dd class=${luck.choice < -5e-4 ? "down" : ""}>${signed(100 * luck.choice, 1)} %</dd></div>
      <div><dt>At the end</dt><dd>${percent(luck.end, 0)}</dd></div></dl>
    <${Bars} turns=${turns} />
    <details><summary>As a table</summary><div class="scroll" tabindex="0" role="region" aria-label="Luck and choice, turn by turn"><table>
      <thead><tr>${["Turn", "Action", "Worth before", "As chosen", "Worth after", "Choice", "Dice"].map((word, i) => html`<th scope="col" class=${i > 1 ? "number" : ""}>${word}</th>`)}</tr></thead>
      <tbody>${turns.map((turn) => html`<tr><td>${turn.turn}</td><td>${turn.action}</td>${[turn.worth_before, turn.as_chosen, turn.worth_after].map((x) => html`<td class="number">${percent(x)}</td>`)}
        ${[turn.choice, turn.dice].map((x) => html`<td class="number">${signed(100 * x)} %</td>`)}</tr>`)}</tbody></table></div></details>`;
}

// Two bars for each turn, up for what was gained and down for what was lost: dice full, choice hatched.
function Bars({ turns }) {
  const width = Math.max(240, turns.length * 34), half = 60, most = Math.max(0.01, ...turns.flatMap((turn) => [Math.abs(turn.dice), Math.abs(turn.choice)]));
  const bar = (value, x, kind, text) => {
    const height = Math.max(value === 0 ? 0 : 1, (half * Math.abs(value)) / most);
    return html`<rect class="${kind} ${value < 0 ? "lost" : "won"}" x=${x} width="12" y=${value < 0 ? half + 8 : half + 8 - height} height=${height}><title>${text}</title></rect>`;
  };
  return html`<figure class="luck"><div class="scroll" tabindex="0" role="region" aria-label="Luck by turn"><svg width=${width + 50} height=${2 * half + 34} role="img" aria-label="Dice and choice, turn by turn: see the table below">
      <defs><pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="5" height="5" class="hatch-ground" /><rect width="2.5" height="5" class="hatch-line" /></pattern></defs>
      <text x="44" y="16" text-anchor="end">+${(100 * most).toFixed(0)} %</text><text x="44" y=${2 * half + 12} text-anchor="end">−${(100 * most).toFixed(0)} %</text>
      <line x1="48" x2=${width + 50} y1=${half + 8} y2=${half + 8} />
      ${turns.map((turn, i) => html`${bar(turn.dice, 52 + i * 34, "dice", `Turn ${turn.turn}, ${turn.action}: dice ${signed(100 * turn.dice)} %`)}
        ${bar(turn.choice, 66 + i * 34, "choice", `Turn ${turn.turn}, ${turn.action}: choice ${signed(100 * turn.choice)} %`)}
        <text x=${65 + i * 34} y=${2 * half + 30} text-anchor="middle">${turn.turn}</text>`)}
    </svg></div><figcaption class="small soft">Each turn's change of the chance to win: full bars are dice, hatched bars are choice.</figcaption></figure>`;
}

async function sha256(text) {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The save as the server wrote it: its numbers are larger than JavaScript's.
export async function download(game, token) {
  const response = await fetch(`/api/games/${game.id}/save`, { headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error("the save cannot be had");
  const place = URL.createObjectURL(await response.blob()), anchor = document.createElement("a");
  anchor.href = place;
  anchor.download = fileName(game);
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(place), 10_000);
}
const fileName = (game) => `${game.ruleset.name}-${typeof game.asked.scenario === "string" ? game.asked.scenario : "fight"}.json`.replace(/[^\w.-]+/g, "-");

export function Fairness({ game, token }) {
  const { seed, salt, commitment } = game.fairness;
  const [found, set] = useState(undefined), [error, fail] = useState(null);
  useEffect(() => { sha256(`${seed}:${salt}`).then(set, () => set(null)); }, [seed, salt]);
  const same = found === game.commitment && found === commitment;
  const shell = `printf '%s' '${seed}:${salt}' | sha256sum`, again = `fracas play --load ${fileName(game)}`;
  return html`<section class="panel" aria-label="Fairness"><details>
    <summary><b>Were the dice fair?</b> ${found === undefined ? "" : found === null ? "This page cannot check it here; the commands below can." : same ? html`<span class="tag you">checked: the commitment fits</span>` : html`<span class="tag them">the commitment does not fit</span>`}</summary>
    <p class="small">Before the first action the server told the commitment below: the SHA-256 of the seed of all dice and a salt. Now it tells both, so no die can have been chosen later.</p>
    <dl class="proof"><dt>Commitment</dt><dd class="mono">${commitment}</dd><dt>Seed</dt><dd class="mono">${seed}</dd><dt>Salt</dt><dd class="mono">${salt}</dd></dl>
    <p class="small">To check it without this page:</p>
    <ol class="small"><li>The commitment: <code>${shell}</code> <${Copy} text=${shell} /></li>
      <li>The fight: save it, then fight it again. It is refused if a single die or action differs. <code>${again}</code> <${Copy} text=${again} /></li></ol>
    <button onClick=${() => download(game, token).catch(fail)}>Save the fight</button>
    <${ErrorBox} error=${error} />
  </details></section>`;
}
