export { suggest } from "../../std/index.ts";
