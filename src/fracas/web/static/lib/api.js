// What the pages ask the server: JSON in and out, errors in one form, jobs with their progress, and the tokens of games.

export class Problem extends Error {
  constructor(data, status) {
    super(data.what || "something went wrong");
    this.code = data.code || "fault";
    this.remedy = data.remedy || "";
    this.status = status;
  }
}

async function ask(method, path, body, { token, signal, bytes = false } = {}) {
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let response;
  try {
    response = await fetch(`/api${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({ code: "unreachable", what: "the server does not answer", remedy: "check that it runs, then try again" }, 0);
  }
  if (bytes && response.ok) return response.arrayBuffer();
  let data = null;
  try { data = await response.json(); } catch { data = { what: `the server answered ${response.status}` }; }
  if (!response.ok) throw new Problem(data, response.status);
  return data;
}

export const get = (path, how) => ask("GET", path, undefined, how);
export const post = (path, body, how) => ask("POST", path, body, how);
export const remove = (path, how) => ask("DELETE", path, undefined, how);

// Ask a question that is a job. `heard` is told how far it is; the promise is its answer. `signal` stops it.
export async function job(name, asked, { heard = () => {}, signal } = {}) {
  const begun = await post(`/ask/${name}`, asked, { signal });
  if (begun.state === "done") return begun.answer;
  if (begun.error) throw new Problem(begun.error, 422);
  return new Promise((resolve, reject) => {
    const events = new EventSource(`/api/jobs/${begun.id}/events`);
    const leave = () => fetch(`/api/jobs/${begun.id}`, { method: "DELETE", keepalive: true }).catch(() => {});
    const end = (settle, value) => { events.close(); removeEventListener("pagehide", leave); settle(value); };
    addEventListener("pagehide", leave);
    const over = (data) => {
      if (data.state === "done") end(resolve, data.answer);
      else end(reject, new Problem(data.error || { code: "stopped", what: "the work was stopped" }, 422));
    };
    events.addEventListener("progress", (event) => { const data = JSON.parse(event.data); heard({ ...data.progress, state: data.state }); });
    events.addEventListener("over", (event) => over(JSON.parse(event.data)));
    events.onerror = () => { if (events.readyState === EventSource.CLOSED) end(reject, new Problem({ what: "the connection was lost", remedy: "ask again" }, 0)); };
    signal?.addEventListener("abort", () => {
      remove(`/jobs/${begun.id}`).catch(() => {});
      end(reject, new DOMException("stopped", "AbortError"));
    });
  });
}

let known = null;
// The server and its rulesets, asked for once.
export function about() {
  known ??= get("/about").catch((error) => { known = null; throw error; });
  return known;
}

export async function ruleset(name) {
  const found = (await about()).rulesets.find((each) => each.name === name);
  if (!found) throw new Problem({ code: "unknown-ruleset", what: `there is no ruleset ${name}`, remedy: "go back to the start page" }, 404);
  return found;
}

// Games that this browser has a seat in, the last first.
const GAMES = "fracas.games";
export function games() {
  try { return JSON.parse(localStorage.getItem(GAMES)) || []; } catch { return []; }
}
export function keepGame(game) {
  try { localStorage.setItem(GAMES, JSON.stringify([game, ...games().filter((each) => each.id !== game.id)].slice(0, 60))); } catch { /* a private window keeps nothing */ }
}
export function forgetGame(id) {
  try { localStorage.setItem(GAMES, JSON.stringify(games().filter((each) => each.id !== id))); } catch { /* nothing kept */ }
}

// Packs that this browser has uploaded.
const PACKS = "fracas.packs";
export function packs() {
  try { return JSON.parse(localStorage.getItem(PACKS)) || []; } catch { return []; }
}
export function keepPack(pack) {
  try { localStorage.setItem(PACKS, JSON.stringify([pack, ...packs().filter((each) => each.id !== pack.id)].slice(0, 40))); } catch { /* nothing kept */ }
}
export function forgetPack(id) {
  try { localStorage.setItem(PACKS, JSON.stringify(packs().filter((each) => each.id !== id))); } catch { /* nothing kept */ }
}
