// Dice as small pictures: the shape says how many sides, the number what fell, a filled one is a success.
import { html } from "../../lib/ui.js";

const SHAPES = {
  4: "16,3 30,28 2,28",
  8: "16,1 29,9 29,23 16,31 3,23 3,9",
  10: "16,1 31,17 16,31 1,17",
  12: "16,1 31,12 25,30 7,30 1,12",
  20: "16,1 30,8 30,24 16,31 2,24 2,8",
};
const outline = (sides) => (SHAPES[sides] ? html`<polygon points=${SHAPES[sides]} />` : html`<rect x="3" y="3" width="26" height="26" rx="5" />`);

export function Die({ face, sides, good = false, side = "" }) {
  return html`<svg class="rolled ${side} ${good ? "good" : ""}" viewBox="0 0 32 32" role="img" aria-label="d${sides}: ${face}${good ? ", a success" : ""}">
    ${outline(sides)}<text x="16" y=${sides === 4 ? 25 : 21.5} text-anchor="middle">${face}</text></svg>`;
}

// The dice of an entry of the log: { face, sides, good }.
export function diceOf(entry) {
  if (!entry.faces) return [];
  const die = (face) => ({ face, sides: entry.sides, good: Boolean(entry.success_face) && face >= entry.success_face });
  return [...entry.faces, ...(entry.against || [])].map(die);
}
