// Own packs: upload a folder of own content, see what it holds, use it in play and workbench.
import { useEffect, useState } from "preact/hooks";
import { forgetPack, keepPack, packs, post } from "../lib/api.js";
import { ErrorBox, html, Link, Working } from "../lib/ui.js";

async function texts(files) {
  const found = {};
  for (const file of files) {
    const path = (file.webkitRelativePath || file.name).split("/");
    const name = path.length > 1 ? path.slice(1).join("/") : path[0];
    if (/\.(json|toml)$/.test(name) && !name.startsWith(".")) found[name] = await file.text();
  }
  return found;
}

export default function Packs() {
  useEffect(() => { document.title = "Packs – Fracas"; }, []);
  const [own, list] = useState(packs());
  const [state, set] = useState({});
  const upload = async (files) => {
    set({ busy: true });
    try {
      const pack = await post("/packs", { files: await texts(files) });
      keepPack({ id: pack.id, name: pack.name, title: pack.title, version: pack.version, ruleset: pack.ruleset, holds: pack.holds });
      list(packs());
      set({ done: pack });
    } catch (error) { set({ error }); }
  };
  return html`<h1>Own packs</h1>
    <p class="soft">A pack is a folder with a file <code>pack.toml</code> and JSON files of your monsters, heroes and scenarios. It is data only. <code>fracas new pack</code> writes one to begin with.</p>
    <section class="panel">
      <label>The pack's folder<br /><input type="file" webkitdirectory multiple onChange=${(event) => upload(event.target.files)} /></label>
      <label style="margin-top: 12px">or its files<br /><input type="file" multiple accept=".json,.toml" onChange=${(event) => upload(event.target.files)} /></label>
      ${state.busy && html`<${Working} text="Checking the pack" />`}
      <${ErrorBox} error=${state.error} />
      ${state.done && html`<p role="status">${state.done.title || state.done.name} ${state.done.version} is here.</p>`}
    </section>
    ${own.map((pack) => html`<section class="panel">
      <div class="spread"><h2>${pack.title || pack.name} <span class="small soft">${pack.version} · ${pack.ruleset}</span></h2>
        <button class="plain" onClick=${() => { forgetPack(pack.id); list(packs()); }}>Forget</button></div>
      ${Object.entries(pack.holds).map(([kind, names]) => html`<p class="small"><b>${kind}:</b> ${names.join(", ")}</p>`)}
      <div class="row">${(pack.holds.scenarios || []).map((name) => html`
        <${Link} class="button" to="/workbench/${pack.ruleset}/${name}?pack=${pack.id}">Open ${name}<//>
        <${Link} class="button" to="/play/${pack.ruleset}/${name}?pack=${pack.id}">Play ${name}<//>`)}</div>
    </section>`)}`;
}
