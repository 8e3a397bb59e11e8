// Charts: the Vega-Lite that results give, drawn as SVG. Vega is loaded when the first chart is shown; no string is evaluated.
import { html } from "htm/preact";
import { useEffect, useRef, useState } from "preact/hooks";

let loading = null;
function script(path) {
  return new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = path;
    element.onload = resolve;
    element.onerror = () => reject(new Error(`${path} cannot be loaded`));
    document.head.append(element);
  });
}
function vega() {
  loading ??= (async () => {
    await script("/static/vendor/vega/vega.min.js");
    await script("/static/vendor/vega-lite/vega-lite.min.js");
    const { expressionInterpreter } = await import("/static/vendor/vega-interpreter/vega-interpreter.js");
    return { vega: globalThis.vega, lite: globalThis.vegaLite, interpreter: expressionInterpreter };
  })();
  return loading;
}

// `onPoint` is told the datum that was clicked.
export function Chart({ spec, onPoint }) {
  const place = useRef(null);
  const [error, fail] = useState(null);
  const title = typeof spec.title === "string" ? spec.title : spec.title?.text || "chart";
  useEffect(() => {
    let view = null, gone = false;
    vega().then(({ vega, lite, interpreter }) => {
      if (gone || !place.current) return;
      const compiled = lite.compile(spec).spec;
      view = new vega.View(vega.parse(compiled, null, { ast: true }), { expr: interpreter, renderer: "svg", container: place.current, hover: false });
      if (onPoint) view.addEventListener("click", (_, item) => item?.datum && onPoint(item.datum));
      view.runAsync();
    }).catch((problem) => !gone && fail(problem));
    return () => { gone = true; view?.finalize(); };
  }, [JSON.stringify(spec)]);
  if (error) return html`<p class="soft small">The chart cannot be drawn: ${error.message}</p>`;
  return html`<div class="chart" ref=${place} role="img" aria-label=${title}></div>`;
}
