// A claim of the game's document on the bench: what it says, what the rules find, under the options and with the arguments that are set now.
import { useEffect, useRef } from "preact/hooks";
import { capital, ErrorBox, html, Link, Working } from "../../lib/ui.js";
import { useJob } from "./state.js";

const parsed = (text) => { try { return JSON.parse(text); } catch { return text; } };
const written = (value) => (typeof value === "string" ? value : JSON.stringify(value));

// Other arguments than the document's, from the address: name=value.
const givenIn = (more) => Object.fromEntries([].concat(more.given || []).map((pair) => [pair.split("=", 1)[0], parsed(pair.slice(pair.indexOf("=") + 1))]));

export function ClaimStudy({ bench, rules }) {
  const { more, asked } = bench, given = givenIn(more);
  const found = useJob("claim", { ruleset: asked.ruleset, options: asked.options, packs: asked.packs, claim: more.claim, given }, { wait: 150 });
  const claim = found.value?.result;
  const give = (name, value) => bench.ask({ ...more, given: Object.entries({ ...given, [name]: value }).map(([key, each]) => `${key}=${written(each)}`) });
  const place = useRef(null);
  useEffect(() => { if (claim && innerWidth < 800) place.current.scrollIntoView({ block: "center" }); }, [Boolean(claim)]);
  return html`<section class="study panel claim" ref=${place} aria-label="Claim">
    <div class="spread"><h3>Claim${claim ? html` <span class="small soft">line ${claim.line}, ${claim.section}</span>` : ""}</h3>
      <span class="row"><${Link} class="small" to="/claims/${rules.name}#${encodeURIComponent(more.claim)}">In the ledger<//><button class="plain" onClick=${() => bench.ask({})}>Close</button></span></div>
    ${found.busy && !claim && html`<${Working} progress=${found.progress} text="Judging it" />`}
    <${ErrorBox} error=${found.error} />
    ${claim && html`<div class=${found.fresh || found.error ? "" : "dim"}>
      <p>The document says: ${claim.says}${claim.figure ? html`: <b>${claim.figure}</b>` : ""}.</p>
      <p role="status"><span class="tag ${claim.verdict === "holds" ? "you" : claim.verdict === "not checkable" ? "" : "them"}">${claim.verdict}</span>
        ${claim.finding && html` The rules find: <b>${claim.finding}</b>${claim.difference ? ` (${claim.difference})` : ""}`}</p>
      ${claim.because && html`<p class="small soft">${claim.because}</p>`}
      <${Arguments} claim=${claim} given=${given} give=${give} />
      <p class="tiny soft">Rule options that are changed in the form count here, too.${claim.computed?.by === "odds" ? html` <button class="plain tiny" onClick=${() => bench.ask({ ask: "odds", odds: claim.computed.given.ask })}>The whole answer to this question</button>` : ""}</p>
      ${claim.computed?.by === "option" && html`<${OptionField} name=${claim.computed.given.name} bench=${bench} value=${claim.found?.value} />`}
    </div>`}
  </section>`;
}

// What the computation is given, each to be changed: the document's own value stands beside it.
function Arguments({ claim, given, give }) {
  const { computed } = claim;
  if (!computed || ["option", "content"].includes(computed.by)) return computed ? html`<p class="small soft">Read from ${computed.by === "option" ? html`the rule option <code>${computed.given.name}</code>` : html`the content: <code>${computed.given.file}</code>, <code>${computed.given.path}</code>`}.</p>` : null;
  const names = Object.keys(computed.given).filter((name) => !(computed.by === "rule" && name === "name") && !(computed.by === "odds" && name === "path"));
  return html`<p class="small soft">Computed by <code>${computed.by === "rule" ? computed.given.name : computed.by}</code>${names.length ? ", given:" : ", which is given nothing."}</p>
    ${names.map((name) => html`<${Argument} key=${name} name=${name} value=${computed.given[name]} changed=${name in given} give=${give} />`)}`;
}

function Argument({ name, value, changed, give }) {
  const id = `given-${name}`, words = name.replaceAll("_", " ");
  if (typeof value === "boolean") {
    return html`<div class="field wide ${changed ? "changed" : ""}"><label for=${id}>${words}</label><span class="middle"><input id=${id} type="checkbox" checked=${value} onChange=${(event) => give(name, event.target.checked)} /></span></div>`;
  }
  const number = typeof value === "number";
  const typed = (event) => {
    const { value: text } = event.target;
    if (text === "" || (number && !Number.isFinite(Number(text)))) return;
    give(name, number ? Number(text) : typeof value === "string" ? text : parsed(text));
  };
  return html`<div class="field wide ${changed ? "changed" : ""}"><label for=${id}>${capital(words)}</label>
    <input id=${id} class="middle" type=${number ? "number" : "text"} step="any" value=${written(value)} onInput=${number ? typed : undefined} onChange=${number ? undefined : typed} /></div>`;
}

// The option that a claim is about, to be changed here.
function OptionField({ name, bench, value }) {
  const given = bench.value(`options.${name}`), now = given ?? value;
  if (typeof now !== "number") return html`<p class="small"><button class="plain" onClick=${() => bench.ask({ ...bench.more, find: name })}>Find it in the form</button></p>`;
  return html`<div class="field wide ${given !== undefined ? "changed" : ""}"><label for="claim-option">${name.replaceAll("_", " ")}</label>
    <input id="claim-option" class="middle" type="number" step="any" value=${now} onInput=${(event) => event.target.value !== "" && bench.change(`options.${name}`, Number(event.target.value))} /></div>`;
}
