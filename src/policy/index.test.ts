import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

const program = `
import { registerHooks } from "node:module";
const loaded = [];
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
const policies = await import(process.argv[1]);
const before = loaded.filter((url) => /node_modules\\/(ai|@ai-sdk|undici)\\//.test(url));
await policies.createAiSdkPolicy({ model: "openai-compatible/m", baseUrl: "http://127.0.0.1:1/v1", env: {} });
const providers = loaded.filter((url) => /@ai-sdk\\/(openai|anthropic|google|openai-compatible)\\/dist/.test(url));
console.log(JSON.stringify({ before, providers: providers.map((url) => /@ai-sdk\\/([^/]*)/.exec(url)[1]) }));
`;

it("importing the policies loads no SDK, and a model loads only its own provider", () => {
  const index = new URL("index.ts", import.meta.url).href;
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program, index], {
    encoding: "utf8",
  });
  expect(JSON.parse(output)).toEqual({ before: [], providers: ["openai-compatible"] });
});
