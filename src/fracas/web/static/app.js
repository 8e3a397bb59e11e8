// The frame: which page an address is, and what stands above all of them.
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { MENU } from "./lib/menu.js";
import { ErrorBox, html, Link } from "./lib/ui.js";

const PAGES = {
  "": () => import("./pages/start.js"),
  play: () => import("./pages/play.js"),
  game: () => import("./pages/play.js"),
  campaign: () => import("./pages/campaign.js"),
  workbench: () => import("./pages/workbench.js"),
  claims: () => import("./pages/claims.js"),
  packs: () => import("./pages/packs.js"),
  world: () => import("./pages/world.js"),
};

function address() {
  const parts = location.pathname.split("/").filter(Boolean);
  return { name: parts[0] || "", parts: parts.slice(1), query: new URLSearchParams(location.search), hash: location.hash.slice(1), whole: location.pathname + location.search };
}

function App() {
  const [at, set] = useState(address());
  const [page, load] = useState({});
  useEffect(() => {
    const moved = () => set(address());
    addEventListener("popstate", moved);
    return () => removeEventListener("popstate", moved);
  }, []);
  useEffect(() => {
    const wanted = PAGES[at.name];
    if (!wanted) return load({ name: at.name, error: { message: "There is no such page", remedy: "go to the start page" } });
    wanted().then((module) => load({ name: at.name, Page: module.default }), (error) => load({ name: at.name, error }));
  }, [at.name]);
  const Page = page.name === at.name && page.Page;
  return html`
    <header class="top">
      <${Link} class="brand" to="/"><img src="/static/icon.svg" alt="" />Fracas<//>
      <nav aria-label="Pages">${MENU.map(([name, words]) => (name.startsWith("api/") ? html`<a href="/${name}">${words}</a>` : html`<${Link} to="/${name}" aria-current=${at.name === name ? "page" : undefined}>${words}<//>`))}</nav>
    </header>
    <main id="main" tabindex="-1">
      <${ErrorBox} error=${page.error} />
      ${Page && html`<${Page} key=${at.name} ...${at} />`}
    </main>`;
}

const place = document.getElementById("app");
place.textContent = "";
render(html`<${App} />`, place);
