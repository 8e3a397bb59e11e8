// The workbench: a scenario whose every number can be changed, and the answer at once.
import { useEffect } from "preact/hooks";
import { get, post, ruleset } from "../lib/api.js";
import { link } from "../lib/links.js";
import { ErrorBox, go, html, Link, stylesheet, useAsked, Working } from "../lib/ui.js";
import { Answer } from "./workbench/answer.js";
import { Choose, Others } from "./workbench/choose.js";
import { Detail } from "./workbench/detail.js";
import { NumberDialog } from "./workbench/number.js";
import { useFolders } from "./workbench/packs.js";
import { Scenario } from "./workbench/scenario.js";
import { asQuestion, pause, useAnswer, useBench } from "./workbench/state.js";
import { Top } from "./workbench/top.js";

stylesheet("/static/pages/workbench.css");

export default function Workbench(at) {
  if (at.parts.length === 1 && ["odds", "option", "claim"].some((name) => at.query.has(name))) return html`<${AtFirst} ...${at} />`;
  return at.parts.length < 2 ? html`<${Choose} name=${at.parts[0]} />` : html`<${Loaded} key=${at.parts.slice(0, 2).join("/")} ...${at} />`;
}

// A claim, a question about the rules, or an option, of a game: it is opened with the game's first scenario.
function AtFirst({ parts, query }) {
  const { value, error } = useAsked(() => ruleset(parts[0]), [parts[0]]);
  useEffect(() => {
    if (!value) return;
    const asked = query.has("claim") ? { ask: "claim", claim: query.get("claim") } : query.has("odds") ? { ask: "odds", odds: query.getAll("odds") } : { find: query.get("option") };
    go(link("workbench", { ruleset: value.name, scenario: value.scenarios[0].name }, asked), { replace: true });
  }, [value]);
  return html`<${ErrorBox} error=${error} />`;
}

function Loaded(at) {
  const name = at.parts[0];
  const rules = useAsked(() => ruleset(name), [name]);
  const variants = useAsked(() => get(`/rulesets/${name}/variants`), [name]);
  if (rules.error) return html`<${ErrorBox} error=${rules.error}><${Link} to="/workbench">Choose a game<//><//>`;
  if (!rules.value) return html`<${Working} text="Loading the rules" />`;
  return html`<${Bench} ...${at} rules=${rules.value} variants=${variants.value || {}} />`;
}

// The form of a scenario; where a link's changes are wrong, the form of the scenario as written, with what is wrong, so that it can be mended.
let readBefore = "";
async function readable(asked, signal) {
  const at = `${asked.ruleset}/${asked.scenario}`;
  try {
    const form = await post("/paths", asQuestion(asked), { signal });
    readBefore = at;
    return form;
  } catch (error) {
    if (error.name === "AbortError" || readBefore === at) throw error;
    const form = await post("/paths", asQuestion({ ...asked, changes: {}, options: {}, policies: [null, null] }), { signal }).catch(() => { throw error; });
    return { ...form, error };
  }
}

function Bench({ parts, query, rules, variants }) {
  const bench = useBench(parts, query);
  const { asked } = bench;
  const key = JSON.stringify(asked);
  const form = useAsked(async (signal) => {
    await pause(250, signal, "form");
    return readable(asked, signal);
  }, [key]);
  const answer = useAnswer(asked, bench.reference, bench.more.ask);
  const folders = useFolders(asked.packs);
  useEffect(() => { document.title = `${asked.scenario} – ${rules.title} – Fracas`; }, [asked.scenario, rules.title]);
  const error = answer.figures.error || form.error || form.value?.error;
  if (!form.value && error) {
    return html`<h1>${rules.title}</h1><${ErrorBox} error=${error} />
      <p class="row" style="margin-top: 12px">${Object.keys(asked.changes).length + Object.keys(asked.options).length > 0 &&
        html`<button onClick=${() => bench.set({ changes: {}, options: {} })}>Leave all changes out</button>`}
      <${Others} rules=${rules} asked=${asked} /></p>`;
  }
  if (!form.value) return html`<${Working} text="Reading the scenario" />`;
  return html`<div class="bench">
    <${Top} bench=${bench} rules=${rules} form=${form.value} answer=${answer} folders=${folders} />
    <${Scenario} bench=${bench} rules=${rules} form=${form.value} variants=${variants} error=${error} />
    <${Answer} bench=${bench} rules=${rules} form=${form.value} answer=${answer} folders=${folders} />
    <${Detail} bench=${bench} rules=${rules} form=${form.value} answer=${answer} variants=${variants} folders=${folders} />
    ${bench.menu && html`<${NumberDialog} key=${bench.menu.path} bench=${bench} form=${form.value} rules=${rules} />`}
  </div>`;
}
