// A figure that can be asked about: hover or focus shows it in full, the command that computes it, and opens a fight of it.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { job, post } from "../../lib/api.js";
import { Copy, ErrorBox, go, html } from "../../lib/ui.js";
import { remember } from "../play/begin.js";
import { asQuestion } from "./state.js";

const LINGERS = 200; // milliseconds in which the pointer can go from the figure to what it shows

// `lines` say what the figure is, `command` computes it, `open` leads to a fight of it: { run, busy, error, words }.
export function Asked({ label, lines, command, open, children }) {
  const [at, show] = useState(null);
  const place = useRef(null), timer = useRef(null), id = useId();
  const appear = () => {
    clearTimeout(timer.current);
    const box = place.current.firstElementChild.getBoundingClientRect(), wide = Math.min(320, innerWidth - 16);
    const below = innerHeight - box.bottom > 190 || box.top < 190;
    show({ left: `${Math.max(8, Math.min(box.left, innerWidth - wide - 8))}px`, width: `${wide}px`, ...(below ? { top: `${box.bottom + 4}px` } : { bottom: `${innerHeight - box.top + 4}px` }) });
  };
  const away = () => { timer.current = setTimeout(() => show(null), LINGERS); };
  const left = (event) => { if (!place.current.contains(event.relatedTarget)) show(null); };
  const keys = (event) => { if (event.key === "Escape" && at) { event.stopPropagation(); show(null); } };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!at) return undefined;
    const moved = (event) => { if (!place.current?.contains(event.target)) show(null); };
    addEventListener("scroll", moved, true);
    return () => removeEventListener("scroll", moved, true);
  }, [Boolean(at)]);
  return html`<span class="asked" ref=${place} onMouseEnter=${appear} onMouseLeave=${away} onFocusOut=${left} onKeyDown=${keys}>
    <button class="plain" aria-label=${label} aria-expanded=${Boolean(at)} aria-controls=${at ? id : undefined} onFocus=${appear} onClick=${appear}>${children}</button>
    ${at && html`<span class="asked-box" id=${id} tabindex="-1" role="group" aria-label=${label} style=${at}>
      ${lines.filter(Boolean).map((line) => html`<span>${line}</span>`)}
      <code>${command}</code>
      <span class="row"><${Copy} text=${command}>Copy the command<//>${open && html`<button disabled=${open.busy} onClick=${open.run}>${open.busy ? "Looking for one …" : open.words}</button>`}</span>
      <${ErrorBox} error=${open?.error} />
    </span>`}</span>`;
}

// A fight of the scenario to look at: the most typical of a thousand.
export function useTypical(bench, form) {
  const [state, set] = useState({});
  const run = async () => {
    set({ busy: true });
    try {
      const question = asQuestion(bench.asked), seed = 1;
      const [fight] = (await job("find", { ...question, kind: "typical", fights: 1000, most: 1, seed })).result.fights;
      go(remember(await post("/games/simulated", { ...question, seed, fight: fight.fight }), `${form.written_out.title || form.name}, fight ${fight.fight}`));
    } catch (error) { set({ error }); }
  };
  return { ...state, run, words: "Open as fight" };
}
