// The log in words: every line that the rules tell, with each die where it fell. New lines are announced.
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../../lib/ui.js";
import { Die, diceOf } from "./dice.js";

const MOST = 250;
const BRACKET = /\[(\d+(?:, ?\d+)*)\]/;

// A line as words and dice: a list of faces in brackets that fell just now is drawn; `dice` loses what is drawn.
function pieces(line, dice) {
  const found = [];
  let rest = line;
  for (let match = BRACKET.exec(rest); match; match = BRACKET.exec(rest)) {
    const faces = match[1].split(",").map(Number);
    const at = dice.findIndex((_, i) => faces.every((face, j) => dice[i + j]?.face === face));
    found.push(rest.slice(0, match.index));
    found.push(at < 0 ? match[0] : dice.splice(at, faces.length));
    rest = rest.slice(match.index + match[0].length);
  }
  return [...found, rest];
}

const kindOf = (line) => (/^-{2,}.*-{2,}$|^—.*—$/.test(line.trim()) ? "heading" : /^\s/.test(line) ? "detail" : "line");
const cleaned = (line) => line.trim().replace(/^(?:-{2,}|—)\s*|\s*(?:-{2,}|—)$/g, "");
function sideOf(line, names) {
  const first = names.findIndex((name) => line.trimStart().startsWith(name));
  return first < 0 ? "" : first === 0 ? "a" : "b";
}

// Prose that was broken into lines is put together again.
function unwrapped(lines) {
  const found = [];
  for (const line of lines) {
    const before = found.at(-1);
    if (before && kindOf(line) === "line" && kindOf(before) === "line" && line && !/^[>•-]/.test(line)) found[found.length - 1] = `${before} ${line}`;
    else found.push(line);
  }
  return found;
}

// Lines for showing: { key, kind, side, pieces, dice }, from entry `since` on.
export function told(game, since = 0, log = game.view.log) {
  const found = [];
  let dice = [], actor = "";
  log.forEach((entry, number) => {
    dice.push(...diceOf(entry));
    const lines = game.ruleset.story ? unwrapped(entry.lines) : entry.lines;
    const shown = lines.filter((line) => line.trim());
    if (!shown.length) return;
    shown.forEach((line, i) => {
      const kind = kindOf(line);
      const own = sideOf(line, game.names);
      if (kind !== "detail") actor = own; // what comes of it belongs to who does it
      const made = pieces(kind === "heading" ? cleaned(line) : line.trim(), dice);
      found.push({ key: `${number}.${i}`, number, kind, side: kind === "heading" ? "" : actor || own, pieces: made, dice: i === shown.length - 1 ? dice : [] });
    });
    dice = [];
  });
  return found.filter((line) => line.number >= since);
}

export function Line({ line, mine = "a", fresh = false }) {
  const side = line.side && (line.side === mine ? "you" : "them");
  const drawn = (dice) => html`<span class="fell">${dice.map((die) => html`<${Die} ...${die} side=${side} />`)}</span>`;
  return html`<li class="said ${line.kind} ${side} ${fresh ? "fresh" : ""}">${line.pieces.map((piece) => (typeof piece === "string" ? piece : drawn(piece)))}${line.dice.length > 0 && drawn(line.dice)}</li>`;
}

// `more` are lines behind the log: what came of the fight.
export function Log({ game, fresh = 0, mine, title = "Log", since = 0, more = [], announce = true, children }) {
  const [all, showAll] = useState(false);
  const place = useRef(null);
  const lines = told(game, since);
  const shown = all ? lines : lines.slice(-MOST);
  useEffect(() => { if (place.current) place.current.scrollTop = place.current.scrollHeight; }, [lines.length]);
  return html`<section class="log" aria-label=${title}>
    <h2 class="side-title">${title}</h2>
    ${children}
    <div class="log-lines" ref=${place} tabindex="0" role=${announce ? "log" : "region"} aria-label=${title}>
      ${shown.length < lines.length && html`<button class="plain" onClick=${() => showAll(true)}>All ${lines.length} lines</button>`}
      <ol>${shown.map((line) => html`<${Line} key=${line.key} line=${line} mine=${mine} fresh=${line.number >= fresh} />`)}
        ${more.map((line, i) => html`<li key=${`more ${i}`} class="said line">${line.trim()}</li>`)}</ol>
    </div>
  </section>`;
}

// The lines behind the log's own: what came of the fight.
export const aftermath = (game) => game.view.lines.slice(game.view.log.reduce((n, entry) => n + (entry.plain || entry.lines).length, 0));
