// Games that have a table of their own, by ruleset. Any other is played at the general table.
export const TABLES = {
  "ruins-and-realms": () => import("./ruins-and-realms.js"),
  veinbreaker: () => import("./veinbreaker.js"),
  arda: () => import("./arda.js"),
};
