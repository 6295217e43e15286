import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readSources } from "../../test/architecture/read-sources.ts";
import { renderCliPage } from "./render-cli-page.ts";
import { renderErrorsPage } from "./render-errors-page.ts";
import { fillLayers } from "./render-layers.ts";

export interface Page {
  /** Absolute. */
  readonly path: string;
  readonly content: string;
}

/** The generated pages as they should be. */
export function renderPages(): readonly Page[] {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  return [
    { path: toPath("cli.md"), content: renderCliPage() },
    { path: toPath("errors.md"), content: renderErrorsPage(readSources(root, ["src"])) },
    { path: toPath("architecture.md"), content: fillLayers(readFileSync(toPath("architecture.md"), "utf8")) },
  ];
}

function toPath(name: string): string {
  return fileURLToPath(new URL(`../${name}`, import.meta.url));
}
