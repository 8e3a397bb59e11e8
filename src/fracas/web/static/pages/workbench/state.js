// What is on the bench: the question, its link in the address bar, the answer to it, and jobs that follow it.
import { useEffect, useRef, useState } from "preact/hooks";
import { job, post } from "../../lib/api.js";
import { link, read } from "../../lib/links.js";
import { useAsked } from "../../lib/ui.js";

const OPTION = /^options\.([^.]+)$/;
const SIMPLE = ["ask", "axis", "target", "measure", "odds", "find", "claim", "given"];
const SOLVED_BY_ITSELF = 1_000_000;
const BEST_BY_ITSELF = 20_000;

// Wait before asking, so that only the last of many changes is asked for. The first wait of a `name` on a page is none.
const waited = new Set();
export function pause(milliseconds, signal, name) {
  if (name && !waited.has(name)) { waited.add(name); return Promise.resolve(); }
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => { clearTimeout(timer); reject(new DOMException("replaced", "AbortError")); });
  });
}

const plain = (asked) => ({ ...asked, changes: {}, options: {}, policies: [null, null] });
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
export const asQuestion = ({ ruleset, scenario, changes, options, policies, packs }) => ({ ruleset, scenario, changes, options, policies, packs });

function fromAddress(parts, query) {
  const asked = read(parts, query);
  const more = {};
  for (const name of SIMPLE) {
    const found = query.getAll(name);
    if (found.length) more[name] = found.length > 1 ? found : found[0];
  }
  if (more.odds && !more.ask) more.ask = "odds";
  const against = query.get("against");
  return { asked, more, reference: against === null ? plain(asked) : { ...read(parts, new URLSearchParams(against)), packs: asked.packs } };
}

function toAddress({ asked, more, reference }) {
  const against = same(reference, plain(asked)) ? [] : [link("", { ...reference, packs: [] }).split("?")[1] || ""];
  return link("workbench", asked, { ...more, against });
}

// The state of the bench. Everything that is changed is in the address, which shows the same to whoever opens it.
export function useBench(parts, query) {
  const [state, put] = useState(() => fromAddress(parts, query));
  const [menu, openMenu] = useState(null);
  const first = useRef(true);
  useEffect(() => {
    if (first.current) first.current = false;
    else put(fromAddress(parts, query));
  }, [query]);
  useEffect(() => {
    const timer = setTimeout(() => history.replaceState(null, "", toAddress(state)), 120);
    return () => clearTimeout(timer);
  }, [state]);
  const { asked } = state;
  const set = (changed) => put((before) => ({ ...before, asked: { ...before.asked, ...changed }, reference: changed.packs ? { ...before.reference, packs: changed.packs } : before.reference }));
  const value = (path) => (OPTION.test(path) ? asked.options[OPTION.exec(path)[1]] : asked.changes[path]);
  // Another value at a path; undefined takes the scenario's own.
  const change = (path, to) => put((before) => {
    const option = OPTION.exec(path);
    const field = option ? "options" : "changes", name = option ? option[1] : path;
    const kept = { ...before.asked[field], [name]: to };
    if (to === undefined) delete kept[name];
    return { ...before, asked: { ...before.asked, [field]: kept } };
  });
  return {
    ...state,
    menu, openMenu,
    set, value, change,
    changed: [...Object.entries(asked.changes), ...Object.entries(asked.options).map(([name, each]) => [`options.${name}`, each])],
    ask: (more) => put((before) => ({ ...before, more })),
    makeReference: () => put((before) => ({ ...before, reference: before.asked })),
    dropReference: () => put((before) => ({ ...before, reference: plain(before.asked) })),
    referenceIsPlain: same(state.reference, plain(asked)),
    link: (page = "workbench", other = {}, more = {}) => (page === "workbench" ? toAddress({ ...state, asked: { ...asked, ...other }, more }) : link(page, { ...asked, ...other }, more)),
    address: () => location.origin + toAddress(state),
  };
}

// A job that follows a question: asked anew when the question changes, and stopped then. `fresh` says that the value is of the present question.
export function useJob(name, question, { on = true, wait = 0 } = {}) {
  const key = on ? JSON.stringify([name, question]) : "";
  const [state, set] = useState({});
  const control = useRef(null);
  const [again, ask] = useState(0);
  useEffect(() => {
    const mine = (control.current = new AbortController());
    const say = (data) => control.current === mine && set((before) => ({ ...before, ...data }));
    if (!key) { say({ busy: false, progress: null, error: null, stopped: false }); return undefined; }
    say({ busy: true, progress: null, error: null, stopped: false });
    pause(wait, mine.signal)
      .then(() => patient(() => job(name, question, { signal: mine.signal, heard: (progress) => say({ progress }) }), mine.signal))
      .then(
        (value) => say({ value, of: key, busy: false }),
        (error) => say(error.name === "AbortError" || error.code === "stopped" ? { busy: false, stopped: true } : { error, busy: false }),
      );
    return () => { control.current = null; mine.abort(); };
  }, [key, again]);
  return { ...state, fresh: Boolean(key) && state.of === key, stop: () => control.current?.abort(), again: () => ask((n) => n + 1) };
}

// Ask again where the server is busy, or where another window of ours asked in between.
async function patient(ask, signal) {
  for (let tries = 0; ; tries += 1) {
    try { return await ask(); } catch (error) {
      if (signal.aborted || tries > 20 || !["busy", "replaced"].includes(error.code)) throw error;
      await pause(error.code === "busy" ? 1500 : 150, signal);
    }
  }
}

// The answer: figures at once; then the whole answer with its charts; what was sampled is solved, where it can be.
export function useAnswer(asked, reference, ask) {
  const question = asQuestion(asked), key = JSON.stringify([asked, reference]);
  const figures = useAsked(async (signal) => {
    await pause(60, signal, "figures");
    const compared = { ...question, reference: asQuestion(reference) };
    return { of: key, given: await patient(() => post("/figures", compared, { signal }), signal) };
  }, [key]);
  const fresh = figures.value?.of === key && !figures.error;
  const found = figures.value?.given.result;
  const exact = fresh && found.exact;
  const full = useJob(exact ? "solve" : "simulate", exact ? question : { ...question, fights: 100_000 }, { on: fresh, wait: 300 });
  const later = useJob("solve", { ...question, max_states: SOLVED_BY_ITSELF }, { on: fresh && !exact && full.fresh, wait: 200 });
  const ground = useJob("solve", { ...asQuestion(reference), max_states: SOLVED_BY_ITSELF }, { on: later.fresh });
  const small = exact && found.states <= BEST_BY_ITSELF;
  const best = useJob("solve", { ...question, best: true }, { on: fresh && (small || ask === "best"), wait: 600 });
  const solution = later.fresh ? later.value : null;
  return { figures, fresh, full: solution ? later : full, later, best, shown: found && (solution ? solved(found, solution.result, ground.fresh && ground.value.result) : found) };
}

function exactly(result) {
  const left = (side) => Object.entries(result.health[side]).reduce((sum, [hp, { p }]) => sum + hp * p, 0);
  return { win: result.win.p, lose: result.lose.p, draw: result.draw.p, rounds: result.rounds.mean, left: left("a"), left_b: left("b") };
}

// Exact figures in place of sampled ones. Differences stay those of the paired fights until the reference is solved too.
function solved(found, result, reference) {
  const values = exactly(result), before = reference && exactly(reference);
  const each = (make) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, make(name, value, found.figures[name].share)]));
  const figures = each((_, value, share) => ({ value, low: value, high: value, exact: true, share }));
  const differences = before ? each((name, value, share) => difference(before[name], value, share)) : found.differences;
  return { ...found, figures, differences, exact: true, states: result.states, fights: 0 };
}
function difference(before, after, share) {
  const by = after - before;
  return { before, after, by, low: by, high: by, exact: true, shows: Math.abs(by) >= (share ? 0.00005 : 0.005) };
}

export const text = (value) => (value === null || value === undefined ? "none" : typeof value === "string" ? value : JSON.stringify(value));
