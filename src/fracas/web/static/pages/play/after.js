// When a game is over: what came of it, how much was luck, and the proof that the dice were not chosen.
import { useEffect, useRef, useState } from "preact/hooks";
import { get } from "../../lib/api.js";
import { capital, Copy, ErrorBox, html, percent, signed, Working } from "../../lib/ui.js";
import { sideNames } from "./fighters.js";
import { unsolved } from "./session.js";

export const wonBy = (game) => ({ win: "a", lose: "b" })[game.view.outcome?.kind] ?? null;

// One line on where a game stands or what came of it.
export function standing(game) {
  const { view, ruleset } = game, of = game.both ? ` for ${sideNames(game).a}` : "", left = `${view.health.a} ${ruleset.health_word} ${ruleset.story ? "left" : `against ${view.health.b}`}`;
  return view.outcome ? `${capital(view.outcome.end)}${of} in ${ruleset.round_word} ${view.round}: ${left}` : `${capital(ruleset.round_word)} ${view.round}: ${left}`;
}

// Whether we only look at a game: as one who watches, or at a fight that two policies fought.
export const watched = (game) => game.seat === "watcher" || Boolean(game.simulated && !game.branch_of);

export function Outcome({ game, mine, children }) {
  const title = useRef(null), won = wonBy(game), drawn = capital(game.view.outcome.end);
  useEffect(() => { if (document.activeElement === document.body || !document.activeElement) title.current?.focus({ preventScroll: true }); }, []);
  const verdict = watched(game) ? (won ? `${capital(sideNames(game)[won])} won` : drawn) : won === null ? drawn : won === mine ? "You won" : "You lost";
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
    ${!value && !busy && !error && html`<p class="small soft">For every turn: what the choice gave away, and what the dice then gave or took.</p><button onClick=${run}>Work it out</button>`}
    ${busy && html`<${Working} text="Solving the fight" />`}
    ${unsolved(error) ? html`<p class="small soft">This fight is too large to be solved exactly, so luck and choice cannot be told apart.</p>` : html`<${ErrorBox} error=${error} />`}
    ${value && html`<${Meter} luck=${value} whose=${watched(game) ? sideNames(game).a : "you"} />`}
  </section>`;
}

// A share of the chance to win, in points.
const inPoints = (x) => (Math.abs(x) < 5e-4 ? "0 points" : `${signed(100 * x, 1)} points`);

function verdictOf({ start, dice, choice }, whose) {
  const fell = Math.abs(dice) < 0.02 ? "The dice were even" : dice > 0 ? `The dice were kind: ${inPoints(dice)}` : `The dice were unkind: ${inPoints(dice)}`;
  const chose = choice > -5e-4 ? `${whose} never chose worse than the best` : `${whose === "you" ? "your" : "its"} choices gave away ${(-100 * choice).toFixed(1)} points in all`;
  return `Played perfectly, this fight is won ${percent(start, 1)} of the time. ${fell}; ${chose}.`;
}

function Meter({ luck, whose }) {
  const turns = luck.turns;
  return html`<p><b>${verdictOf(luck, whose)}</b> <span class="small soft">exact</span></p>
    <dl class="luck-meter"><div><dt>Chance to win at the start</dt><dd>${percent(luck.start, 1)}</dd></div>
      <div><dt>What the dice gave</dt><dd class=${luck.dice < 0 ? "down" : "up"}>${inPoints(luck.dice)}</dd></div>
      <div><dt>What choices gave away</dt><dd class=${luck.choice < -5e-4 ? "down" : ""}>${inPoints(luck.choice)}</dd></div>
      <div><dt>At the end</dt><dd>${percent(luck.end, 0)}</dd></div></dl>
    <${Course} luck=${luck} />
    <${Moments} turns=${turns} />
    <details><summary>Every turn</summary><p class="small soft">A point is one in a hundred of the chance to win. What one turn gives, the next can take: added up over a long fight it can be more than 100.</p>
      <div class="scroll" tabindex="0" role="region" aria-label="Luck and choice, turn by turn"><table>
      <thead><tr>${["Turn", "Choice", "Best play wins", "With this choice", "After the dice", "Choice", "Dice"].map((word, i) => html`<th scope="col" class=${i > 1 ? "number" : ""}>${word}</th>`)}</tr></thead>
      <tbody>${turns.map((turn) => html`<tr><td>${turn.turn}</td><td>${turn.action}</td>${[turn.worth_before, turn.as_chosen, turn.worth_after].map((x) => html`<td class="number">${percent(x, 1)}</td>`)}
        ${[turn.choice, turn.dice].map((x) => html`<td class="number">${inPoints(x).replace(/ points$/, "")}</td>`)}</tr>`)}</tbody></table></div></details>`;
}

// The turns that decided most, in words.
function Moments({ turns }) {
  const all = turns.flatMap((turn) => [
    { turn, by: turn.dice, text: html`the dice ${turn.dice > 0 ? "gave" : "took"} ${Math.abs(100 * turn.dice).toFixed(1)} points (${turn.action})` },
    { turn, by: turn.choice, text: html`<i>${turn.action}</i> was ${Math.abs(100 * turn.choice).toFixed(1)} points worse than the best choice` },
  ]).filter(({ by }) => Math.abs(by) >= 0.02).sort((a, b) => Math.abs(b.by) - Math.abs(a.by)).slice(0, 3);
  if (!all.length) return null;
  return html`<p class="small moments"><b>What decided it:</b></p><ul class="small moments">${all.map(({ turn, text }) => html`<li>Turn ${turn.turn}: ${text}.</li>`)}</ul>`;
}

// The chance to win along the fight: a line that the dice move; what a choice gives away is a dashed drop.
function Course({ luck }) {
  const { turns } = luck, step = Math.max(14, Math.min(48, 640 / Math.max(turns.length, 1))), left = 44, tall = 130;
  const y = (p) => 8 + tall * (1 - p), x = (i) => left + i * step, width = x(turns.length) + 14;
  const every = Math.ceil(turns.length / (turns.length * step / 26));
  return html`<figure class="luck"><div class="scroll" tabindex="0" role="region" aria-label="Chance to win by turn"><svg width=${width} height=${tall + 40} role="img" aria-label="The chance to win, turn by turn: see the table below">
      ${[0, 0.5, 1].map((p) => html`<line class="grid" x1=${left} x2=${width} y1=${y(p)} y2=${y(p)} /><text x=${left - 6} y=${y(p) + 4} text-anchor="end">${100 * p} %</text>`)}
      ${turns.map((turn, i) => html`
        ${turn.choice < -5e-4 && html`<line class="gave-away" x1=${x(i)} x2=${x(i)} y1=${y(turn.worth_before)} y2=${y(turn.as_chosen)}><title>Turn ${turn.turn}, ${turn.action}: ${inPoints(turn.choice)} by choice</title></line>`}
        <line class=${turn.dice < 0 ? "lost" : "won"} x1=${x(i)} x2=${x(i + 1)} y1=${y(turn.as_chosen)} y2=${y(turn.worth_after)}><title>Turn ${turn.turn}, ${turn.action}: ${inPoints(turn.dice)} by dice</title></line>
        <circle cx=${x(i)} cy=${y(turn.worth_before)} r="3" />
        ${i % every === 0 && html`<text x=${x(i)} y=${tall + 28} text-anchor="middle">${turn.turn}</text>`}`)}
      <circle cx=${x(turns.length)} cy=${y(luck.end)} r="4" />
    </svg></div><figcaption class="small soft">The chance to win at each turn, if played perfectly from there. <span class="up">Up</span> or <span class="down">down</span> by dice; a dashed drop is what a choice gave away.</figcaption></figure>`;
}

async function sha256(text) {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The save as the server wrote it: its numbers are larger than JavaScript's.
export async function download(game, token) {
  const response = await fetch(`/api/games/${game.id}/save`, { headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error("the save cannot be loaded");
  const place = URL.createObjectURL(await response.blob()), anchor = document.createElement("a");
  anchor.href = place;
  anchor.download = fileName(game);
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(place), 10_000);
}
const fileName = (game) => `${game.ruleset.name}-${typeof game.asked.scenario === "string" ? game.asked.scenario : game.campaign ? "campaign" : "fight"}.json`.replace(/[^\w.-]+/g, "-");

export function Fairness({ game, token }) {
  const { seed, salt, commitment } = game.fairness;
  const [found, set] = useState(undefined), [error, fail] = useState(null);
  useEffect(() => { sha256(`${seed}:${salt}`).then(set, () => set(null)); }, [seed, salt]);
  const same = found === game.commitment && found === commitment;
  const shell = `printf '%s' '${seed}:${salt}' | sha256sum`, again = `fracas replay ${fileName(game)}`;
  return html`<section class="panel" aria-label="Fairness"><details>
    <summary><b>Were the dice fair?</b> ${found === undefined ? "" : found === null ? "This page cannot check it here; the commands below can." : same ? html`<span class="tag you">checked: the commitment fits</span>` : html`<span class="tag them">the commitment does not fit</span>`}</summary>
    <p class="small">Before the first action the server published the commitment below: the SHA-256 of the seed of all dice and a salt. Now it publishes both, so no die can have been chosen later.</p>
    <dl class="proof"><dt>Commitment</dt><dd class="mono">${commitment}</dd><dt>Seed</dt><dd class="mono">${seed}</dd><dt>Salt</dt><dd class="mono">${salt}</dd></dl>
    <p class="small">To check it without this page:</p>
    <ol class="small"><li>The commitment: <code>${shell}</code> <${Copy} text=${shell} /></li>
      <li>The commitment and the fight: save it, then let Fracas fight it again. It says so if a single die or action differs. <code>${again}</code> <${Copy} text=${again} /></li></ol>
    <button onClick=${() => download(game, token).catch(fail)}>Save the fight</button>
    <${ErrorBox} error=${error} />
  </details></section>`;
}
