// Parts that all pages use.
import { html } from "htm/preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

export { html };

export const percent = (p, digits = 2) => `${(100 * p).toFixed(digits)} %`;
export const signed = (x, digits = 2) => `${x >= 0 ? "+" : "−"}${Math.abs(x).toFixed(digits)}`;
// The first letter large, but of a path (enemies.0.hp), which is written as it is.
export const capital = (text) => (text && !/^[\w-]+\.[\w-]/.test(text) ? text[0].toUpperCase() + text.slice(1) : text);
export const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

// The style of a page, added once; the promise is kept when it is loaded.
const sheets = new Map();
export function stylesheet(path) {
  if (!sheets.has(path)) sheets.set(path, new Promise((loaded) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = path;
    link.onload = link.onerror = loaded;
    document.head.append(link);
  }));
  return sheets.get(path);
}

// Go to another page without loading it.
export function go(path, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

export function Link({ to, children, ...more }) {
  const click = (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(to);
    scrollTo(0, 0);
  };
  return html`<a href=${to} onClick=${click} ...${more}>${children}</a>`;
}

export function ErrorBox({ error, children }) {
  if (!error) return null;
  return html`<div class="error" role="alert"><b>${capital(error.message)}.</b> ${error.remedy ? capital(error.remedy) + "." : ""} ${children}</div>`;
}

// What takes its time: a word after a moment, how far it is, and a button that stops it.
export function Working({ progress, onStop, text = "Working" }) {
  const [shown, show] = useState(false);
  useEffect(() => { const timer = setTimeout(() => show(true), 250); return () => clearTimeout(timer); }, []);
  if (!shown) return null;
  const { done, total } = progress || {};
  return html`<div class="working" role="status">
    <span>${capital(progress?.text || text)} …</span>
    ${total ? html`<progress max=${total} value=${done} aria-label="progress"></progress><span class="small">${Math.floor((100 * done) / total)} %</span>` : html`<progress aria-label="progress"></progress>`}
    ${onStop && html`<button class="plain" onClick=${onStop}>Stop</button>`}
  </div>`;
}

export function Table({ table, most = 0 }) {
  const [all, showAll] = useState(false);
  const numbers = new Set(table.numbers);
  const rows = most && !all ? table.rows.slice(0, most) : table.rows;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${table.title || "table"}><table>
    ${table.title && html`<caption>${table.title}</caption>`}
    <thead><tr>${table.headings.map((heading, i) => html`<th scope="col" class=${numbers.has(i) ? "number" : ""}>${heading}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell, i) => html`<td class=${numbers.has(i) ? "number" : ""}>${cell}</td>`)}</tr>`)}</tbody>
  </table></div>
  ${rows.length < table.rows.length && html`<button class="plain" onClick=${() => showAll(true)}>All ${table.rows.length} rows</button>`}`;
}

export function Bar({ value, most, side = "you", label }) {
  const share = most > 0 ? Math.max(0, Math.min(1, value / most)) : 0;
  return html`<div class="bar ${side}" role="img" aria-label=${label || `${value} of ${most}`}><i style=${{ width: `${100 * share}%` }}></i></div>`;
}

// A dialog that opens at once and is closed by Escape, by its button, or by what is done in it.
export function Dialog({ title, onClose, children }) {
  const ref = useRef(null);
  useLayoutEffect(() => { ref.current?.showModal?.(); }, []);
  return html`<dialog ref=${ref} onClose=${onClose} onClick=${(event) => event.target === ref.current && ref.current.close()} aria-label=${title}>
    <div class="spread"><h2>${title}</h2><button class="plain" onClick=${() => ref.current.close()} aria-label="Close">Close</button></div>
    ${children}
  </dialog>`;
}

// A text that can be copied.
export function Copy({ text, children = "Copy" }) {
  const [done, set] = useState(false);
  const copy = async () => {
    try { await navigator.clipboard.writeText(text); } catch {
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    set(true);
    setTimeout(() => set(false), 1500);
  };
  return html`<button onClick=${copy}>${done ? "Copied" : children}</button>`;
}

// What a promise gives: { value, error, busy }. It is asked for again when `keys` change; an older answer never comes after a newer one.
export function useAsked(ask, keys) {
  const [state, set] = useState({ busy: true });
  useEffect(() => {
    const control = new AbortController();
    set((before) => ({ ...before, busy: true, error: null }));
    ask(control.signal).then(
      (value) => !control.signal.aborted && set({ value, busy: false }),
      (error) => !control.signal.aborted && error.name !== "AbortError" && set((before) => ({ value: before.value, error, busy: false })),
    );
    return () => control.abort();
  }, keys);
  return state;
}

// Whether the page is dark now.
export function useDark() {
  const query = matchMedia("(prefers-color-scheme: dark)");
  const [dark, set] = useState(query.matches);
  useEffect(() => {
    const see = () => set(query.matches);
    query.addEventListener("change", see);
    return () => query.removeEventListener("change", see);
  }, []);
  return dark;
}
