/** `npm run bench NAME`: runs one measurement; the last line of its output is one line of JSON. */
const benchmarks: Readonly<Record<string, () => Promise<Benchmark>>> = {
  judge: async () => import("./judge.ts"),
  "judge-overhead": async () => import("./judge-overhead.ts"),
  "time-to-kill": async () => import("./time-to-kill.ts"),
  tiny: async () => import("./tiny.ts"),
  "level-confidence": async () => import("./level-confidence.ts"),
  "testlib-header": async () => import("./testlib-header.ts"),
};

interface Benchmark {
  readonly run: () => Promise<Readonly<Record<string, unknown>>>;
}

const name = process.argv[2];
const load = name === undefined ? undefined : benchmarks[name];
if (load === undefined) {
  if (name !== undefined) console.error(`no benchmark is called ${name}`);
  console.log(`usage: npm run bench NAME\n\n${Object.keys(benchmarks).join("\n")}`);
  process.exitCode = name === undefined ? 0 : 2;
} else {
  const benchmark = await load();
  console.log(JSON.stringify(await benchmark.run()));
}
