// Charts: the Vega-Lite that results give, drawn as SVG. Vega is loaded when the first chart is shown; no string is evaluated.
import { useEffect, useRef, useState } from "preact/hooks";
import { capital, html, useDark } from "./ui.js";

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
function Chart({ spec, onPoint }) {
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

// A chart as wide as its place, in the page's colours.
export function Plot({ spec, onPoint, tall = 150 }) {
  const place = useRef(null);
  const [width, measure] = useState(0);
  const dark = useDark();
  useEffect(() => {
    const see = () => place.current && measure(Math.floor(place.current.clientWidth));
    see();
    addEventListener("resize", see);
    return () => removeEventListener("resize", see);
  }, []);
  return html`<div class="plot" ref=${place}>${width > 0 && html`<${Chart} key=${`${width} ${dark}`} spec=${fitted(spec, width, tall, dark)} onPoint=${onPoint} />`}</div>`;
}

function fitted(spec, width, tall, dark) {
  const ink = dark ? "#b4bac4" : "#4d5665", line = dark ? "#343c49" : "#d9d4c6", strong = dark ? "#e9e6dd" : "#1c2430";
  const title = typeof spec.title === "string" ? { text: spec.title } : { ...spec.title };
  title.text = capital([].concat(title.text).join(" ").split(": ").slice(1).join(": ") || [].concat(title.text).join(" "));
  const rows = typeof spec.height === "object";
  const old = typeof spec.width === "number" ? spec.width : 0;
  const moved = JSON.parse(JSON.stringify(spec), (key, value) => (key === "x" && value === old ? { expr: "width" } : value));
  return {
    ...moved, title: { anchor: "start", fontSize: 13, ...title }, width, ...(rows ? {} : { height: tall }), autosize: { type: "fit-x", contains: "padding" }, background: "transparent",
    config: {
      ...spec.config, font: "system-ui, DejaVu Sans, sans-serif", title: { color: strong }, view: { stroke: line }, text: { color: strong }, style: { text: { fill: strong } },
      axis: { labelColor: ink, titleColor: ink, gridColor: line, domainColor: line, tickColor: line, labelLimit: Math.floor(width * 0.45), labelSeparation: 5, titleFontWeight: "normal" },
      legend: { labelColor: ink, titleColor: ink },
    },
  };
}
