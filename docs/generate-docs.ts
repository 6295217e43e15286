import { writeFileSync } from "node:fs";
import { renderPages } from "./build/render-pages.ts";

for (const { path, content } of renderPages()) writeFileSync(path, content);
