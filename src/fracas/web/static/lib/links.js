// Deep links: a link holds ruleset, scenario, changes and question, and shows the same to whoever opens it.

const word = (value) => (typeof value === "string" ? value : JSON.stringify(value));
function value(text) {
  try { return JSON.parse(text); } catch { return text; }
}

// asked: { ruleset, scenario, changes, options, policies, packs }; more: { ask, axis, target, … }
export function link(page, asked, more = {}) {
  const query = new URLSearchParams();
  for (const [path, each] of Object.entries(asked.changes || {})) query.append("with", `${path}=${word(each)}`);
  for (const [name, each] of Object.entries(asked.options || {})) query.append("set", `${name}=${word(each)}`);
  (asked.policies || []).forEach((policy, side) => policy && query.append(side ? "enemy-policy" : "policy", policy));
  for (const pack of asked.packs || []) query.append("pack", pack);
  for (const [name, each] of Object.entries(more)) for (const one of [].concat(each ?? [])) query.append(name, one);
  const text = query.toString();
  const of = asked.scenario === undefined ? [asked.ruleset] : [asked.ruleset, encodeURIComponent(asked.scenario)];
  return `/${[page, ...of].join("/")}${text ? `?${text}` : ""}`;
}

export function read(parts, query) {
  const pairs = (name) => Object.fromEntries(query.getAll(name).map((text) => [text.split("=", 1)[0], value(text.slice(text.indexOf("=") + 1))]));
  return {
    ruleset: parts[0],
    scenario: decodeURIComponent(parts[1] || ""),
    changes: pairs("with"),
    options: pairs("set"),
    policies: [query.get("policy"), query.get("enemy-policy")],
    packs: query.getAll("pack"),
  };
}

// The same as a command line and as Python; `folders` are the names of the packs in force.
const quoted = (text) => (/^[\w.,:=/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
export function command(name, asked, words = [], folders = []) {
  const parts = ["fracas", name, asked.ruleset, ...(asked.scenario === undefined ? [] : [asked.scenario]), ...words];
  for (const [path, each] of Object.entries(asked.changes || {})) parts.push("--with", `${path}=${word(each)}`);
  for (const [option, each] of Object.entries(asked.options || {})) parts.push("--set", `${option}=${word(each)}`);
  (asked.policies || []).forEach((policy, side) => policy && parts.push(side ? "--enemy-policy" : "--policy", policy));
  for (const folder of folders) parts.push("--pack", folder);
  return parts.map(quoted).join(" ");
}
const literal = (each) => JSON.stringify(each).replaceAll("true", "True").replaceAll("false", "False").replaceAll("null", "None");
export function python(asked, call = "solve().sentence()", folders = []) {
  const parts = [literal(asked.ruleset), literal(asked.scenario)];
  if (Object.keys(asked.options || {}).length) parts.push(`options=${literal(asked.options)}`);
  if ((asked.policies || []).some(Boolean)) parts.push(`policies=(${asked.policies.map((each) => literal(each)).join(", ")})`);
  if (Object.keys(asked.changes || {}).length) parts.push(`changes=${literal(asked.changes)}`);
  if (folders.length) parts.push(`packs=[${folders.map((each) => `Path(${literal(each)})`).join(", ")}]`);
  return `${folders.length ? "from pathlib import Path\n\n" : ""}import fracas\n\nfight = fracas.encounter(${parts.join(", ")})\nprint(fight.${call})\n`;
}
