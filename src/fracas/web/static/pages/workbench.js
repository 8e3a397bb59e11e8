export { default } from "./start.js";
