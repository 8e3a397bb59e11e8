// What the tables of several games use: news, odds and worth of an action, moving only where motion is wanted.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Bar, html, percent } from "../../../lib/ui.js";
import { oddsSentence } from "../choices.js";

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Shake an element that refuses something.
export function shake(element) {
  if (!element || calm()) return;
  element.animate([0, -6, 5, -3, 2, 0].map((x) => ({ transform: `translateX(${x}px)` })), { duration: 280, easing: "ease-out" });
}

// The entries of the log that are new since the last turn that was shown; none at first, and none after something was taken back.
export function useNewEntries(game) {
  const seen = useRef(null);
  const { log, log_from: from = 0 } = game.view, length = from + log.length, told = game.told?.length || 0;
  const note = (first) => { seen.current = { id: game.id, turn: game.turn, length, told, first, entries: log.slice(Math.max(0, first - from)) }; };
  if (seen.current?.id !== game.id || seen.current.length > length) note(length);
  else if (seen.current.turn !== game.turn) note(seen.current.length);
  else if (seen.current.told !== told) note(seen.current.first); // the narrator's prose has come
  return seen.current.entries;
}

// Who chooses by keyboard goes on at the first choice of the next turn, where what was chosen is gone.
export function useHeldFocus(place, turn, choices) {
  const held = useRef(false);
  useLayoutEffect(() => {
    const hold = (event) => { held.current = place.current?.contains(event.target) ?? false; };
    addEventListener("click", hold, true);
    return () => removeEventListener("click", hold, true);
  }, []);
  useLayoutEffect(() => {
    if (!held.current || (place.current?.contains(document.activeElement) && document.activeElement.matches(choices))) return;
    place.current?.querySelector(choices)?.focus({ preventScroll: true });
  }, [turn]);
}

export const linesOf = (entries) => entries.flatMap((entry) => entry.lines).filter((line) => line.trim());

// What happened since the last choice, in the words of the log.
export function News({ entries, most = 8 }) {
  const lines = linesOf(entries);
  if (!lines.length) return null;
  return html`<ol class="t-news" aria-label="What happened">${lines.slice(-most).map((line) => html`<li class=${line.startsWith(" ") ? "more" : /^-{2,}/.test(line) ? "round" : ""}>${line.replace(/^[\s-]+|[\s-]+$/g, "")}</li>`)}</ol>`;
}

// The best of what each action is worth.
export const best = (worth) => Math.max(...Object.values(worth || {}).map(Number), -1);

export const oddsText = oddsSentence;

export function Worth({ code, worth, show }) {
  const value = worth?.[code];
  if (!show || value === undefined) return null;
  const top = value >= best(worth) - 1e-9;
  return html`<span class="t-worth ${top ? "best" : ""}" title="the chance to win with this and best play after it">${top ? "best: " : ""}wins ${percent(value, 1)}</span>`;
}

// The chances of each amount of damage, as small bars.
export function DamageBars({ odds, side = "you" }) {
  const damage = Object.entries(odds?.damage || {}).map(([amount, { p }]) => [Number(amount), p]);
  if (damage.length < 2) return null;
  const [low, high] = [Math.min(...damage.map(([n]) => n)), Math.max(...damage.map(([n]) => n))];
  const top = Math.max(...damage.map(([, p]) => p)), width = 100 / (high - low + 1);
  return html`<figure class="damage-bars"><svg viewBox="0 0 100 26" preserveAspectRatio="none" role="img" aria-label=${`damage ${low} to ${high}`}>
    ${damage.map(([n, p]) => html`<rect class=${side} x=${(n - low) * width + width * 0.1} y=${26 - (24 * p) / top} width=${width * 0.8} height=${(24 * p) / top}><title>${n}: ${percent(p, 1)}</title></rect>`)}
  </svg><figcaption><span>${low}</span><span>damage</span><span>${high}</span></figcaption></figure>`;
}

export function Health({ who, side }) {
  return html`<div class="t-health"><${Bar} value=${who.hp} most=${who.max_hp} side=${side} label=${`${who.name}: ${who.hp} of ${who.max_hp} HP`} /><span>${who.hp}/${who.max_hp}</span></div>`;
}

// A value that counts as long as the turn is the same.
export function useThisTurn(game, first) {
  const [held, hold] = useState({ turn: null });
  const value = held.turn === `${game.id} ${game.turn}` ? held.value : first;
  return [value, (next) => hold({ turn: `${game.id} ${game.turn}`, value: next })];
}
