// What Vega's interpreter needs of vega-util, which Vega has in it.
export const { ascending, isString, DisallowedObjectProperties } = globalThis.vega;
