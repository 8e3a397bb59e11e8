// What can be done now: a button each, with cost, odds and worth; where actions differ by their target only, first the action, then the target.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { capital, html, percent } from "../../lib/ui.js";
import { Pools } from "./clash.js";

// The name of an action without its target, or null.
function withoutTarget(action) {
  if (action.targets.length !== 1) return null;
  const name = action.name.toLowerCase(), target = action.targets[0].toLowerCase();
  if (!name.endsWith(` ${target}`)) return null;
  return action.name.slice(0, -target.length).trim().replace(/ (at|on|against)$/, "");
}

// Legal actions by what they are: { name, details, cost, actions }; more than one action where only the target differs.
export function grouped(legal) {
  const groups = new Map();
  for (const action of legal) {
    const base = withoutTarget(action);
    const key = base === null ? `${action.code}` : JSON.stringify([base, action.cost]);
    if (!groups.has(key)) groups.set(key, { key, name: base ?? action.name, actions: [] });
    groups.get(key).actions.push(action);
  }
  for (const group of groups.values()) {
    const [first, ...others] = group.actions;
    if (!others.length) group.name = first.name;
    group.cost = first.cost;
    group.details = others.every((each) => each.details === first.details) ? first.details : "";
  }
  return [...groups.values()];
}

// The sentence of an action's odds without its name.
export function oddsSentence(odds) {
  if (!odds) return "";
  const name = `${odds.action.name}: `;
  const text = odds.sentence.startsWith(name) ? odds.sentence.slice(name.length) : odds.sentence;
  return text.replace(/^sampled, about: /, "").replace(/^nothing at once$/, "").replace(/^(hurts [\d.]+%, [\d.]+) on average/, "$1 damage on average").replace(/ (\d+\.\d%)(?=;|$)/g, ": $1").replace(/(\d)%/g, "$1\u00a0%");
}

// What can be said of actions that differ by their target.
function oddsByTarget(actions, odds) {
  const chances = actions.map((each) => odds[each.code]?.hurts.p);
  if (chances.includes(undefined) || !chances.some(Boolean)) return null;
  const [low, high] = [Math.min(...chances), Math.max(...chances)].map((p) => (100 * p).toFixed(1));
  return html`<span class="odds">Hurts ${low === high ? low : `${low} to ${high}`} %, by target <span class="kind">${actions.every((each) => odds[each.code].exact) ? "exact" : "sampled"}</span></span>`;
}

// Costs that the details do not say, and the details where they say more than the costs.
const priced = (cost) => Object.entries(cost).map(([what, n]) => `${n} ${what}`);
const detailsBeside = (details, cost) => (priced(cost).join(", ") === details ? "" : details);
const costs = (cost, details) => priced(cost).filter((each) => !detailsBeside(details, cost).includes(each));

function Odds({ odds, busy }) {
  if (!odds) return busy ? html`<span class="odds soft">odds …</span>` : null;
  if (!oddsSentence(odds)) return null;
  return html`<span class="odds" title=${odds.exact ? `hurts: ${odds.hurts.fraction}` : undefined}>${capital(oddsSentence(odds))} <span class="kind">${odds.exact ? "exact" : "sampled"}</span></span>`;
}

function Worth({ value, best, busy }) {
  if (value === undefined) return busy ? html`<span class="pick-worth soft">…</span>` : null;
  return html`<span class="pick-worth ${best ? "best" : ""}"><b>wins ${percent(value, 1)}</b><span class="worth-bar"><i style=${{ width: `${100 * value}%` }}></i></span><span class="kind">${best ? "best" : ""}</span></span>`;
}

const shared = (actions, of) => { const first = of(actions[0]); return actions.every((each) => of(each) === first) ? actions[0] : null; };

export function Choices({ game, legal, choose, odds, worth, busy, showWorth, oddsBusy, worthBusy, hpOf = () => null }) {
  const [open, setOpen] = useState(null);
  const place = useRef(null), held = useRef(false);
  const groups = grouped(legal);
  const group = groups.find((each) => each.key === open && each.actions.length > 1);
  const values = Object.values(worth), best = values.length ? Math.max(...values) : null;
  useEffect(() => setOpen(null), [game.turn]);
  useLayoutEffect(() => {
    if (held.current) place.current?.querySelector(".pick")?.focus({ preventScroll: true });
    held.current = false;
  }, [game.turn, open]);
  const act = (action) => { if (!busy) { held.current = true; choose(action.code); } };
  const enter = (each) => { held.current = true; each.actions.length > 1 ? setOpen(each.key) : act(each.actions[0]); };
  const back = () => { held.current = true; setOpen(null); };
  useKeys(place, group && back);
  const top = (actions) => { const found = actions.map((each) => worth[each.code]).filter((each) => each !== undefined); return found.length ? Math.max(...found) : undefined; };
  const button = ({ number, name, details, cost, of, actions, onClick, more }) => html`<button key=${actions.map((each) => each.code).join()} class="pick" onClick=${onClick} aria-disabled=${busy ? "true" : undefined}>
    <kbd aria-hidden="true">${number <= 9 ? number : ""}</kbd>
    <span class="pick-text"><span class="pick-name">${capital(name)}${more}${costs(cost, details).map((each) => html` <span class="tag">${each}</span>`)}</span>
      <${Pools} pools=${game.view.state.table?.pools} actions=${actions} />
      ${detailsBeside(details, cost) && html`<span class="pick-details">${detailsBeside(details, cost)}</span>`}
      ${of ? html`<${Odds} odds=${odds[of.code]} busy=${oddsBusy} />` : oddsByTarget(actions, odds)}</span>
    ${showWorth && html`<${Worth} value=${top(actions)} best=${best !== null && top(actions) >= best - 1e-9} busy=${worthBusy} />`}
  </button>`;
  if (group) {
    return html`<div class="picks" ref=${place} role="group" aria-label="${capital(group.name)}: at whom?">
      <div class="spread"><h3>${capital(group.name)}: at whom?</h3><button class="plain" onClick=${back}>Back (Esc)</button></div>
      ${group.actions.map((action, i) => button({ number: i + 1, name: action.targets[0], details: group.details ? "" : action.details, cost: {}, of: action, actions: [action], onClick: () => act(action), more: hpOf(action.targets[0]) }))}
    </div>`;
  }
  return html`<div class="picks" ref=${place} role="group" aria-label="Your choices">
    ${groups.map((each, i) => button({
      number: i + 1, name: each.name, details: each.details, cost: each.cost, actions: each.actions, onClick: () => enter(each),
      of: shared(each.actions, (action) => oddsSentence(odds[action.code])),
      more: each.actions.length > 1 ? html` <span class="tag them">choose whom</span>` : null,
    }))}
  </div>`;
}

// 1 to 9 go to a choice, and again or Enter takes it; arrows go up and down; Escape goes back.
export function useKeys(place, back, choices = ".pick") {
  useLayoutEffect(() => {
    const pressed = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || document.querySelector("dialog[open]")) return;
      const all = [...(place.current?.querySelectorAll(choices) || [])], at = all.indexOf(document.activeElement);
      if (event.key === "Escape" && back) back();
      else if (/^[1-9]$/.test(event.key) && all[event.key - 1]) all[event.key - 1] === document.activeElement ? document.activeElement.click() : all[event.key - 1].focus();
      else if (event.key === "ArrowDown" && at >= 0) all[Math.min(at + 1, all.length - 1)].focus();
      else if (event.key === "ArrowUp" && at >= 0) all[Math.max(at - 1, 0)].focus();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}
