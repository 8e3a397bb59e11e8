// Games with a table of their own, by ruleset; any other is played at the plain one.
export const TABLES = {};
