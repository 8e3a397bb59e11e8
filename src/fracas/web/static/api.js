// The API's own page: every address with its request and answer, read from the description that the server gives. Works offline.

import { MENU } from "./lib/menu.js";

const escape = (text) => String(text ?? "").replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);
const prose = (text) => escape((text || "").split("\n")[0]).replace(/`{1,2}([^`]+)`{1,2}/g, "<code>$1</code>");
const place = document.getElementById("api");
document.getElementById("menu").innerHTML = MENU.map(([name, words]) => `<a href="/${name}"${location.pathname === `/${name}` ? ' aria-current="page"' : ""}>${words}</a>`).join("");

function named(schema, whole) {
  return schema?.$ref ? whole.components.schemas[schema.$ref.split("/").pop()] : schema;
}

function kind(schema, whole) {
  if (!schema) return "";
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.anyOf) return schema.anyOf.map((each) => kind(each, whole)).join(" or ");
  if (schema.enum || schema.const !== undefined) return (schema.enum || [schema.const]).map((each) => JSON.stringify(each)).join(" | ");
  if (schema.type === "array") return `list of ${kind(schema.items, whole) || "values"}`;
  if (schema.type === "object" && schema.additionalProperties?.type) return `${kind(schema.additionalProperties, whole)} by name`;
  return schema.type || "anything";
}

function fields(schema, whole) {
  const model = named(schema, whole);
  if (!model?.properties) return "";
  const rows = Object.entries(model.properties).map(([name, each]) => {
    const range = [each.minimum ?? each.exclusiveMinimum, each.maximum ?? each.exclusiveMaximum];
    const bounds = range.some((bound) => bound !== undefined) ? ` ${range[0] ?? "…"} to ${range[1] ?? "…"}` : "";
    const usual = each.default === undefined ? (model.required?.includes(name) ? "required" : "") : JSON.stringify(each.default);
    return `<tr><td><code>${escape(name)}</code></td><td>${escape(kind(each, whole) + bounds)}</td><td><code>${escape(usual)}</code></td><td>${escape(each.description)}</td></tr>`;
  });
  return `<div class="scroll"><table><thead><tr><th>Field</th><th>Kind</th><th>Default</th><th>What it is</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

function operation(path, method, each, whole) {
  const body = each.requestBody?.content?.["application/json"]?.schema;
  const found = each.responses?.[200]?.content?.["application/json"]?.schema;
  const parameters = (each.parameters || []).map((one) => `<li><code>${escape(one.name)}</code> (${escape(one.in)}) ${escape(one.description || kind(one.schema, whole))}</li>`);
  return `<details class="panel"><summary><b>${method.toUpperCase()}</b> <code>${escape(path)}</code> <span class="soft">${prose(each.description)}</span></summary>
    ${parameters.length ? `<ul>${parameters.join("")}</ul>` : ""}
    ${body ? `<h3>Request: ${escape(kind(body, whole))}</h3>${fields(body, whole)}` : ""}
    ${found?.$ref ? `<h3>Answer: ${escape(kind(found, whole))}</h3>${fields(found, whole)}` : ""}</details>`;
}

try {
  const whole = await (await fetch("/api/openapi.json")).json();
  const groups = {};
  for (const [path, methods] of Object.entries(whole.paths))
    for (const [method, each] of Object.entries(methods)) (groups[each.tags?.[0] || "other"] ??= []).push(operation(path, method, each, whole));
  place.innerHTML = `<h1>HTTP API, version ${escape(whole.info.version)}</h1>
    <p class="soft">Requests and answers are JSON. An error has <code>code</code>, <code>what</code> and <code>remedy</code>. Questions begin jobs: <code>GET /api/jobs/ID</code> has the answer, <code>/events</code> streams progress. Games need <code>Authorization: Bearer TOKEN</code>. The whole description: <a href="/api/openapi.json">openapi.json</a>.</p>
    ${Object.entries(groups).map(([name, list]) => `<h2>${escape(name[0].toUpperCase() + name.slice(1))}</h2>${list.join("")}`).join("")}
    <h2>Forms</h2><p class="soft">What requests and answers are made of.</p>
    ${Object.entries(whole.components.schemas).filter(([, each]) => each.properties).map(([name, each]) => `<details class="panel"><summary><b>${escape(name)}</b> <span class="soft">${prose(each.description)}</span></summary>${fields(each, whole)}</details>`).join("")}`;
} catch (error) {
  place.innerHTML = `<p class="error">The description cannot be loaded: ${escape(error.message)}.</p>`;
}
