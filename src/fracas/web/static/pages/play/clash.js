// Opposed rolls: the dice of both sides, one above the other, and what came of them.
import { html, plural } from "../../lib/ui.js";
import { Die } from "./dice.js";

// Events that belong to the roll after them, not to the one before.
const BEFORE = ["bonus", "penalty", "capped"];
const FACES = /\[\d+(?:, \d+)*\]/;

// A line in pieces, its dice in their place: texts and { faces, sides }.
function withDice(line, entry) {
  const match = entry.faces?.length ? FACES.exec(line) : null;
  return match ? [line.slice(0, match.index), { faces: entry.faces, sides: entry.sides }, `${line.slice(match.index + match[0].length)}. `] : [`${line} `];
}

const isDetail = (line) => /^\s/.test(line);

// The entries of a log in blocks: { lines: [entries] } and { clash }, where a clash takes the words around its roll.
export function blocks(entries, names) {
  const found = [];
  const last = () => found.at(-1);
  const words = (entry) => {
    if (!last()?.entries) found.push({ entries: [] });
    last().entries.push(entry);
  };
  for (const entry of entries) {
    const lines = entry.lines.filter((line) => line.trim());
    if (entry.against) found.push({ clash: clashOf(entry, takenFrom(last()), names) });
    else if (last()?.clash && lines.every(isDetail) && !BEFORE.includes(entry.event)) last().clash.after.push(...lines.flatMap((line) => withDice(line.trim(), entry)));
    else words(entry);
  }
  return found.filter((block) => block.clash || block.entries.some((entry) => entry.lines.length));
}

// What was said just before a roll belongs to it: who attacks whom, and with which bonuses.
function takenFrom(block) {
  if (!block?.entries) return [];
  const taken = [];
  for (let entry = block.entries.at(-1); entry; entry = block.entries.at(-1)) {
    const [first] = entry.lines;
    if (/^-{2,}/.test(first?.trim() || "") || entry.faces) break;
    block.entries.pop();
    taken.unshift(...entry.lines.map((line) => line.trim()).filter(Boolean));
    if (first && !isDetail(first)) break;
  }
  while (BEFORE.includes(block.entries.at(-1)?.event)) taken.splice(1, 0, ...block.entries.pop().lines.map((line) => line.trim()));
  return taken;
}

function clashOf(entry, before, names) {
  const starts = (line) => names.findIndex((name) => line.startsWith(name));
  const defence = entry.lines.find((line) => !isDetail(line) && starts(line) >= 0);
  const after = entry.lines.filter((line) => isDetail(line) && !/^\s*Rolled \d/.test(line)).map((line) => `${line.trim()} `);
  return { entry, title: before[0] || "", notes: before.slice(1), attacker: before.length ? starts(before[0]) : -1, defender: defence ? starts(defence) : -1, after };
}

const count = (faces, least) => faces.filter((face) => face >= least).length;

export function Clash({ clash, names, mine }) {
  const { entry, title, notes, after } = clash, least = entry.success_face || 0;
  const sideOf = (number) => (number < 0 ? "" : (number === 0) === (mine === "a") ? "you" : "them");
  const row = (number, faces, instead) => html`<div class="clash-row ${sideOf(number)}">
    <span class="clash-who">${names[number] || instead}</span>
    <span class="fell">${faces.map((face) => html`<${Die} face=${face} sides=${entry.sides} good=${least > 0 && face >= least} side=${sideOf(number)} />`)}${!faces.length && html`<span class="soft small">no dice</span>`}</span>
    <b>${least > 0 ? `${count(faces, least)} ${count(faces, least) === 1 ? "success" : "successes"}` : ""}</b></div>`;
  return html`<li class="clash" aria-label=${title}>
    ${title && html`<p><b>${title}</b> ${notes.map((note) => html`<span class="small soft">${note} </span>`)}</p>`}
    ${row(clash.attacker, entry.faces, "attack")}${row(clash.defender, entry.against, "defence")}
    ${after.length > 0 && html`<p class="clash-after">${after.map((each) => (typeof each === "string" ? each : html`<span class="fell">${each.faces.map((face) => html`<${Die} face=${face} sides=${each.sides} />`)}</span>`))}</p>`}
  </li>`;
}

// The dice that an action would be rolled with, where the game tells them: 6 dice against 3.
export function Pools({ pools, actions }) {
  const all = actions.map((action) => pools?.[action.code]);
  if (!all.every(Boolean)) return null;
  const spread = (values) => { const [low, high] = [Math.min(...values), Math.max(...values)]; return low === high ? `${low}` : `${low} to ${high}`; };
  const dice = spread(all.map((each) => each.dice)), against = all.every((each) => each.against !== undefined) ? spread(all.map((each) => each.against)) : null;
  const needs = all[0].needs;
  return html`<span class="pools">${dice === "1" ? "1 die" : `${dice} dice`}${against !== null ? ` against ${against}` : ""}${needs ? `, needs ${plural(needs, "success").replace("successs", "successes")}` : ""}</span>`;
}
