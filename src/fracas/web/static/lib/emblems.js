// A picture and a sentence for each game. A game that is not known here has a plain picture, and says what it has.
import { html, plural } from "./ui.js";

const DRAWN = {
  "rune-and-rust": () => html`<g fill="none" stroke="var(--soft)" stroke-width="3"><circle cx="80" cy="46" r="26" stroke-dasharray="10 6"/><circle cx="80" cy="46" r="9"/><path d="M196 20v52M196 24l24 18M196 44l24 18" stroke="var(--you)"/><path d="M150 46h20M232 46h30" stroke="var(--them)"/></g>`,
  "ruins-and-realms": () => html`<g stroke-width="3"><rect x="92" y="22" width="50" height="50" rx="9" fill="var(--you-soft)" stroke="var(--you)" transform="rotate(-8 117 47)"/><rect x="178" y="22" width="50" height="50" rx="9" fill="var(--them-soft)" stroke="var(--them)" transform="rotate(7 203 47)"/><text x="117" y="56" text-anchor="middle" font-size="26" fill="var(--ink)">3</text><text x="203" y="56" text-anchor="middle" font-size="26" fill="var(--ink)">8</text></g>`,
  veinbreaker: () => html`<g fill="none" stroke-width="4" stroke-linecap="round"><ellipse cx="90" cy="46" rx="26" ry="15" stroke="var(--you)"/><ellipse cx="130" cy="46" rx="26" ry="15" stroke="var(--you)"/><ellipse cx="170" cy="46" rx="26" ry="15" stroke="var(--them)"/><path d="M206 46l14-18 8 34 10-16h20" stroke="var(--them)"/></g>`,
  arda: () => html`<g fill="none" stroke-width="3"><path d="M110 26c18-8 36-8 50 2v44c-14-10-32-10-50-2z" stroke="var(--you)"/><path d="M210 26c-18-8-36-8-50 2v44c14-10 32-10 50-2z" stroke="var(--them)"/><path d="M122 38h26M122 48h26M172 38h26M172 48h26" stroke="var(--faint)"/></g>`,
  "world-loop": () => html`<g>${Array.from({ length: 64 }, (_, i) => { const x = i % 16, y = (i - x) / 16, n = (x * 7 + y * 13) % 11; return html`<rect x=${72 + x * 11} y=${24 + y * 11} width="9" height="9" rx="2" fill=${n === 0 ? "var(--them)" : n === 3 ? "var(--you)" : "var(--line)"}/>`; })}</g>`,
};
const SENTENCES = {
  "rune-and-rust": "Pools of dice against pools of dice, in a dungeon of rusted machines.",
  "ruins-and-realms": "Two eight-sided dice, and the art of shifting them to the manoeuvre you need.",
  veinbreaker: "Chains of attacks, built link by link, until somebody reads them and parries.",
  arda: "An adventure to be read: one roll at a time, with odds you can see before you choose.",
  "world-loop": "Goblins, heroes and tiles that live by themselves: fight a duel, or watch a world.",
};

export const emblem = (name) => html`<svg class="emblem" viewBox="0 0 320 92" aria-hidden="true">${DRAWN[name]?.() ?? html`<g fill="none" stroke="var(--soft)" stroke-width="3"><path d="M120 70l80-48M120 22l80 48"/></g>`}</svg>`;
export const sentence = (rules) => SENTENCES[rules.name] ?? `${rules.sides.join(" against ")}: ${plural(rules.scenarios.length, "fight")} to play and to take apart.`;
