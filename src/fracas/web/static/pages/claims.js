// The ledger: what a game's document claims, what its rules say of it; filtered, searched, judged again under other rule options.
import { useEffect, useMemo, useState } from "preact/hooks";
import { about, job } from "../lib/api.js";
import { capital, ErrorBox, go, html, Link, useAsked, Working } from "../lib/ui.js";

const VERDICTS = {
  holds: "The rules say the same.",
  wrong: "The document's own figure is not what its rules give.",
  contradicts: "Another line of the document says otherwise.",
  ambiguous: "It holds if it is read in one way, and not in another.",
  differs: "A decision or content of ours is another than the document's.",
  "not checkable": "It cannot be computed.",
  implied: "The document does not say it, but its rules imply it.",
};
const kindOf = (claim) => (claim.implied ? "implied" : claim.verdict);
const tagOf = (claim) => ({ holds: "you", implied: "", "not checkable": "" })[kindOf(claim)] ?? "them";

export default function Claims({ parts, query }) {
  const known = useAsked(() => about(), []);
  const withClaims = known.value?.rulesets.filter((each) => each.claims) || [];
  const name = parts[0] || withClaims[0]?.name;
  useEffect(() => { document.title = "Claims – Fracas"; }, []);
  return html`
    <h1>What the documents claim</h1>
    <p class="soft">Each game comes from a document. Every sentence of it that can be computed is computed by the rules themselves.</p>
    <${ErrorBox} error=${known.error} />
    <div class="row" role="group" aria-label="Game">${withClaims.map((each) => html`
      <button aria-pressed=${each.name === name} onClick=${() => go(`/claims/${each.name}`)}>${each.title}</button>`)}</div>
    ${name && html`<${Ledger} key=${name} ruleset=${name} query=${query} />`}`;
}

function Ledger({ ruleset, query }) {
  const [progress, heard] = useState(null);
  const { value, error, busy } = useAsked((signal) => job("claims", { ruleset }, { heard, signal }), [ruleset]);
  const [verdict, only] = useState(query.get("verdict") || "");
  const [text, search] = useState(query.get("search") || "");
  useEffect(() => {
    const kept = new URLSearchParams();
    if (verdict) kept.set("verdict", verdict);
    if (text) kept.set("search", text);
    history.replaceState(null, "", `/claims/${ruleset}${kept.size ? `?${kept}` : ""}${location.hash}`);
  }, [verdict, text]);
  const claims = value?.result.claims || [];
  const shown = useMemo(() => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    return claims.filter((each) => (!verdict || kindOf(each) === verdict)
      && words.every((word) => [each.says, each.section, each.id, each.finding, each.because, `line ${each.line}`].join(" ").toLowerCase().includes(word)));
  }, [claims, verdict, text]);
  useEffect(() => { if (value && location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView(); }, [value]);
  if (busy) return html`<div class="panel" style="margin-top: 16px"><${Working} progress=${progress} text="Judging the claims" /></div>`;
  if (error) return html`<${ErrorBox} error=${error} />`;
  const { undefined: gaps, title, document: file } = value.result;
  const counts = Object.keys(VERDICTS).map((each) => [each, claims.filter((claim) => kindOf(claim) === each).length]);
  return html`<section class="panel" style="margin-top: 16px" aria-label=${title}>
    <p><b>${value.sentence}</b> <span class="soft small">${title} (${file})</span></p>
    <div class="row" role="group" aria-label="Verdict">
      <button aria-pressed=${!verdict} onClick=${() => only("")}>All ${claims.length}</button>
      ${counts.filter(([, n]) => n).map(([each, n]) => html`<button aria-pressed=${verdict === each} title=${VERDICTS[each]} onClick=${() => only(each)}>${capital(each)} ${n}</button>`)}
    </div>
    <label style="margin-top: 12px">Search <input type="search" value=${text} onInput=${(event) => search(event.target.value)} placeholder="words, or line 120" /></label>
    <p class="small soft" role="status">${shown.length} of ${claims.length} claims${verdict ? `: ${VERDICTS[verdict].toLowerCase()}` : ""}</p>
    ${shown.slice(0, 300).map((each) => html`<${Claim} key=${each.id} claim=${each} ruleset=${ruleset} />`)}
    ${shown.length > 300 && html`<p class="soft">Narrow the search to see the other ${shown.length - 300}.</p>`}
    ${gaps.length > 0 && html`<details><summary>${gaps.length} things that the document leaves open, and what we do</summary>
      <div class="scroll"><table><thead><tr><th>Line</th><th>Left open</th><th>Ours</th><th>Option</th></tr></thead><tbody>
      ${gaps.map((gap) => html`<tr><td class="number">${gap.line}</td><td>${gap.what}</td><td>${gap.ours}</td><td><code>${gap.option}</code></td></tr>`)}</tbody></table></div></details>`}
  </section>`;
}

function Claim({ claim, ruleset }) {
  const { computed } = claim;
  return html`<details id=${claim.id} open=${decodeURIComponent(location.hash.slice(1)) === claim.id} style="border-top: 1px solid var(--line); padding: 8px 0">
    <summary><span class="tag ${tagOf(claim)}">${kindOf(claim)}</span>
      <span class="tiny soft"> line ${claim.line} </span> ${claim.says}${claim.figure ? html`: <b>${claim.figure}</b>` : ""}</summary>
    <div style="padding: 4px 0 4px 20px">
      ${claim.finding && html`<p>The rules find: <b>${claim.finding}</b>${claim.difference ? ` (${claim.difference})` : ""}</p>`}
      ${claim.because && html`<p class="soft">${claim.because}</p>`}
      ${claim.unchecked && html`<p class="soft">${claim.unchecked}</p>`}
      <p class="small soft">${claim.section} · <code>${claim.id}</code>${computed ? html` · computed by <code>${computed.by}(${Object.entries(computed.given).map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(", ")})</code>` : ""}</p>
      ${!claim.unchecked && html`<${Link} class="button" to="/workbench/${ruleset}?claim=${encodeURIComponent(claim.id)}">Open in the workbench<//>`}
    </div>
  </details>`;
}
